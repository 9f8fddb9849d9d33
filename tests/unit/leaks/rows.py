"""At least one leak of every kind, made at run time from a seed: none is a real key, name or address."""

import string
from collections.abc import Callable, Mapping
from random import Random

LETTERS_AND_DIGITS = string.ascii_letters + string.digits
URL_SAFE = LETTERS_AND_DIGITS + "_-"


def word(rng: Random, length: int, alphabet: str = LETTERS_AND_DIGITS) -> str:
    """A random word that starts with a letter and has a digit early on, as keys have."""
    middle = "".join(rng.choices(alphabet, k=length - 3))
    return rng.choice(string.ascii_uppercase) + rng.choice(string.digits) + middle + rng.choice(string.ascii_letters)


def name(rng: Random) -> str:
    return "q" + "".join(rng.choices(string.ascii_lowercase, k=6))


def host(rng: Random) -> str:
    return f"lab-{name(rng)}-{rng.randrange(10, 99)}"


def mail(rng: Random) -> str:
    return f"{name(rng)}.{name(rng)}@{name(rng)}.example.org"


def _private_key(rng: Random) -> list[str]:
    def block(title: str) -> str:
        body = "\n".join(word(rng, 64, LETTERS_AND_DIGITS + "+/") for _ in range(4))
        return f"-----BEGIN {title}PRIVATE KEY-----\n{body}\n-----END {title}PRIVATE KEY-----"

    age = "AGE-SECRET-" + "KEY-1" + word(rng, 58).upper()
    return [block(""), block("OPENSSH "), block("RSA "), block("EC "), age, "PuTTY-User-" + "Key-File-3: ssh-rsa"]


def _thinking(rng: Random) -> list[str]:
    said = f"{name(rng)} {name(rng)}"
    return [
        f'{{"thinking": "{said}"}}',
        f'{{"reasoning_content":"{said}"}}',
        f'{{"reasoning": "{said}"}}',
        f'{{"reasoning_details": [{{"text": "{said}"}}]}}',
        f'{{"thinking_blocks": [{{"data": "{said}"}}]}}',
        f'{{"reasoningContent": {{"reasoningText": "{said}"}}}}',
        f'{{"thoughts": ["{said}"]}}',
        f"{{'reasoning_content': '{said}'}}",
    ] + [f'{{"{spelled}": "{said}"}}' for spelled in SPELLINGS_OF_TEXT]


SPELLINGS_OF_TEXT = (
    "Thinking", "THINKING", "ThinkingText", "thinkingBlocks", "thinking-content", "redactedThinking",
    "redacted-thinking", "reasoning-content", "ReasoningContent", "REASONING_CONTENT", "reasoning.text",
    "reasoning_trace", "thought", "thoughtText", "agentThoughts", "chain_of_thought", "chainOfThought",
    "chain-of-thought",
)  # fmt: skip
SPELLINGS_OF_SEALS = (
    "encryptedContent", "encrypted-content", "ENCRYPTED_CONTENT", "encrypted_reasoning", "encryptedThinking",
    "thought-signature", "ThoughtSignature", "reasoningSignature", "thinking_signature", "Signature",
)  # fmt: skip
SPELLINGS_OF_ITEMS = (
    "redactedThinking", "redacted-thinking", "thinkingDelta", "reasoning-start", "ReasoningItem", "agent_reasoning",
)  # fmt: skip
SPELLINGS_OF_TAGS = (
    "reasoning", "thought", "THINK", "Thinking", "seed:think", "redacted_reasoning", "chain_of_thought",
)  # fmt: skip


LEAKS: Mapping[str, Callable[[Random], list[str]]] = {
    "openai-key": lambda r: [f"sk-{part}-" + word(r, 74, URL_SAFE) for part in ("proj", "svcacct", "admin")],
    "anthropic-key": lambda r: [f"sk-ant-{part}" + word(r, 93, URL_SAFE) for part in ("api03-", "oat01-", "")],
    "sk-key": lambda r: ["sk-" + word(r, 48), "sk-or-v1-" + word(r, 64)],
    "xai-key": lambda r: ["xai-" + word(r, 80)],
    "google-key": lambda r: ["AIza" + word(r, 35, URL_SAFE), "AQ.A" + word(r, 50, URL_SAFE)],
    "google-oauth": lambda r: ["ya29." + word(r, 90, URL_SAFE), "GOCSPX-" + word(r, 28, URL_SAFE)],
    "provider-key": lambda r: [
        prefix + word(r, 48, LETTERS_AND_DIGITS) for prefix in ("gsk_", "r8_", "pplx-", "csk-", "nvapi-")
    ],
    "huggingface-token": lambda r: ["hf_" + "".join(r.choices(string.ascii_letters, k=34))],
    "github-token": lambda r: (
        [f"gh{kind}_" + word(r, 36) for kind in "pousr"] + ["github_pat_" + word(r, 22) + "_" + word(r, 59)]
    ),
    "gitlab-token": lambda r: ["glpat-" + word(r, 20, URL_SAFE), "gldt-" + word(r, 20, URL_SAFE)],
    "aws-access-key": lambda r: [
        prefix + "".join(r.choices(string.ascii_uppercase + "234567", k=16)) for prefix in ("AKIA", "ASIA")
    ],
    "slack-token": lambda r: [f"xox{kind}-{r.randrange(10**11)}-{word(r, 24)}" for kind in "bpars"],
    "stripe-key": lambda r: [prefix + word(r, 24) for prefix in ("sk_live_", "rk_live_", "sk_test_")],
    "npm-token": lambda r: ["npm_" + word(r, 36)],
    "pypi-token": lambda r: ["pypi-AgE" + "IcHlwaS5vcmc" + word(r, 80, URL_SAFE)],
    "private-key": _private_key,
    "jwt": lambda r: [f"eyJ{word(r, 33, URL_SAFE)}.eyJ{word(r, 60, URL_SAFE)}.{word(r, 43, URL_SAFE)}"],
    "authorization": lambda r: [
        "Bearer " + word(r, 40),
        "Authorization: Basic " + word(r, 28),
        "authorization: bearer " + word(r, 40),
        f'"Authorization": "Token {word(r, 40)}"',
    ],
    "assigned-key": lambda r: [
        f"X_API_KEY={word(r, 32)}",
        f'"client_secret": "{word(r, 40)}"',
        f"aws_secret_access_key = {word(r, 40, LETTERS_AND_DIGITS + '/+')}",
        f"x-api-key: {word(r, 32)}",
    ],
    "query-key": lambda r: [
        f"https://{name(r)}.example.org/v1?key={word(r, 30)}",
        f"/v1?alt=sse&api_key={word(r, 30)}",
        f"/v1?alt=sse&amp;token={word(r, 30)}",
        f"/v1?alt=sse\\u0026access_token={word(r, 30)}",
    ],
    "url-password": lambda r: [
        f"https://{name(r)}:{word(r, 12)}@{name(r)}.example.org/x",
        f"postgresql://{name(r)}:{name(r)}!@db/{name(r)}",
        f"redis://:{word(r, 12)}@10.0.0.5:6379",
    ],
    "home-path": lambda r: [
        f"/home/{name(r)}/src/run.py",
        f"/Users/{name(r)}/Library/x",
        f"/home/{name(r)}",
        f"/var/home/{name(r)}/x",
        f"/mnt/c/Users/{name(r)}/x",
        f"/home/j\u00f6rg{name(r)}/x",
    ],
    "root-home": lambda r: ["/" + f"root/{name(r)}/x.py"],
    "windows-home": lambda r: [
        f"C:\\Users\\{name(r)}\\AppData\\x",
        f"c:\\users\\{name(r)}",
        f"C:\\Documents and Settings\\{name(r)}\\x",
        f"c:/users/{name(r)}/x",
    ],
    "tilde-home": lambda r: [f"~{name(r)}/x", f"cd ~{name(r)}/src/x.py"],
    "encoded-home": lambda r: [
        f"-home-{name(r)}-agents-run7",
        f"projects/-home-{name(r)}/x",
        f"-Users-{name(r)}-src",
        f"C--Users-{name(r)}-src",
        f"-mnt-c-Users-{name(r)}-src",
    ],
    "file-url": lambda r: [f"file:///srv/{name(r)}/x.html", f"file://{host(r)}/x", "file:///C:/data/x"],
    "temp-path": lambda r: [
        f"/tmp/{name(r)}.txt",
        f"/var/folders/zz/{name(r)}/T/x",
        f"/private/var/{name(r)}/x",
        f"/private/tmp/{name(r)}",
        f"/var/tmp/{name(r)}",
    ],
    "windows-temp": lambda r: [
        f"%TEMP%\\{name(r)}",
        f"AppData\\Local\\Temp\\{name(r)}",
        f"AppData/Local/Temp/{name(r)}",
        f"C:\\Windows\\Temp\\{name(r)}",
        f"D:\\tmp\\{name(r)}",
    ],
    "unc-path": lambda r: [
        f"\\\\{host(r)}\\share\\x",
        f"//{host(r)}/share/x",
        f"//{name(r)}.local/share/x",
        f"\\\\{name(r)}\\share\\{name(r)}",
    ],
    "private-host": lambda r: [
        f"http://{host(r)}:8080/x",
        f"https://{name(r)}.internal/x",
        f"ssh://{name(r)}.example.org/x",
        f"ws://{name(r)}@{host(r)}/",
    ],
    "login-at-host": lambda r: [
        f"{name(r)}@{host(r)}",
        f"{name(r)}@{name(r)}:~$ ls",
        f"scp x {name(r)}@{name(r)}:/srv/x",
        f"ssh -p 22 {name(r)}@{name(r)}",
        f"root@{host(r)}:/srv#",
        f"{name(r)}@10.0.0.5:/srv",
    ],
    "mail-address": lambda r: [mail(r), f"mailto:{mail(r)}", f"Author: {name(r)} <{mail(r)}>", mail(r).upper()],
    "reasoning-text": _thinking,
    "reasoning-seal": lambda r: (
        [
            f'{{"encrypted_content": "gAAAA{word(r, 60, URL_SAFE)}"}}',
            f'{{"signature": "{word(r, 60)}=="}}',
            f'{{"thoughtSignature": "{word(r, 60)}"}}',
            f'{{"thought_signature":"{word(r, 60)}"}}',
            f'{{"thought_signatures": ["{word(r, 60)}"]}}',
        ]
        + [f'{{"{spelled}": "{word(r, 60)}"}}' for spelled in SPELLINGS_OF_SEALS]
    ),
    "reasoning-item": lambda r: (
        [
            f'{{"type": "{kind}", "data": "{name(r)}"}}'
            for kind in (
                "reasoning",
                "thinking",
                "redacted_thinking",
                "thought",
                "reasoning.encrypted",
                "signature_delta",
            )
        ]
        + [f'{{"type":"response.reasoning_summary_text.delta","delta":"{name(r)}"}}']
        + [f'{{"type": "{spelled}", "data": "{name(r)}"}}' for spelled in SPELLINGS_OF_ITEMS]
        + [f'{{"{key}": "thinking"}}' for key in ("kind", "part_kind", "contentType", "event", "role")]
        + [f'{{"channel": "analysis", "content": "{name(r)}"}}']
    ),
    "thought-part": lambda r: [
        f'{{"text": "{name(r)}", "thought": true}}',
        f"{{'is_thought': True, 'text': '{name(r)}'}}",
    ],
    "think-tag": lambda r: (
        [
            f"<think>{name(r)} {name(r)}</think>",
            f"{name(r)}</think>",
            f"<thinking>{name(r)}",
            f"<|channel|>analysis<|message|>{name(r)}",
            f'<think time="3">{name(r)}',
            f"<|begin_of_thought|>{name(r)}",
            f"[THINK]{name(r)}[/THINK]",
            f"\u25c1think\u25b7{name(r)}",
        ]
        + [f"<{tag}>{name(r)} {name(r)}</{tag}>" for tag in SPELLINGS_OF_TAGS]
    ),
}


def leaks(code: str) -> list[str]:
    """The leaks of a kind, the same at every run."""
    return LEAKS[code](Random(f"leak {code}"))
