"""What looks like a leak and is none passes: hashes, ids, versions, settings, counts, geometry."""

import base64
import html
import json
from random import Random
from urllib.parse import quote

import pytest

from sitegen.leaks import Gate

GATE = Gate()
SHA = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

HARMLESS = [
    # hashes and ids
    SHA,
    SHA.upper(),
    SHA[:40],
    f"sha256:{SHA}",
    f"image@sha256:{SHA}",
    "3f2a9c1e-7b4d-4e8a-9c55-0d1e2f3a4b5c",
    "sha256-n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=",
    "sha512-" + base64.b64encode(Random(1).randbytes(64)).decode(),
    "msg_01XyZ7abCdEfGhJkLmNpQrSt",
    "req_011CQvJ8b2mXyZ7abCdEfGhJ",
    "resp_68a1b2c3d4e5f60718293a4b5c6d7e8f",
    "call_h7Jk2LmN9pQrStUvWxYz0123",
    "toolu_01A09q90qw90lq917835lq9",
    "chatcmpl-9aBcDeFgHiJkLmNoPqRsTuVwXyZ",
    # words that share a prefix with a key
    "searchConfluenceUsingCql",
    "output tokens: 4200; needs sk-learn",
    "sk-learn-contrib and sk-fading-circle12 and task-based-scheduling-of-runs-2026",
    "risk-assessment-of-the-2026-benchmark-suite",
    "sk-proj-your-key-goes-here and sk-ant-api03-your-key-goes-here-please",
    "xai-grok-4-fast and xai-sdk-python",
    "hf_hub_download and hf_transformers_configuration",
    "ghp_ and gho_x, npm_config_registry, npm_lifecycle_event",
    "glpat-your-token-goes-here, xoxb-your-token-goes-here",
    "AIza and AKIA and ASIA are prefixes; MALAYSIA, AKIABARA",
    "BEGIN PUBLIC KEY: -----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "eyJ starts a token in base64; eyJhbGciOiJub25lIn0 alone is none",
    "Bearer [removed]",
    "Bearer authentication-with-a-token",
    "Authorization: required",
    "Authorization: Bearer $TOKEN",
    "a Basic understanding of the matter",
    "key=[removed]&alt=sse, ?key=[removed]",
    "?protocol=api&model=alder-2&settings=high&sort=cost&token=4200",
    f"?source={SHA}",
    '"api_key": "[removed]", "api_key": null, "api_key": "OPENAI_API_KEY"',
    'api_key = os.environ["OPENAI_API_KEY"]',
    "access_token: str, client_secret: string, secret_key = get_secret_key_for(user1)",
    "session_key: 12345678901234567890, private_key=000000000000000000000",
    '"prompt_cache_key": "fairtrial-9f86d081884c7d65"',
    "https://user:[removed]@example.org/x",
    "postgresql://${DB_USER}:${DB_PASSWORD}@db/x",
    "http://localhost:8080 and 10:30@noon",
    # paths that may stay
    "/usr/lib/python3/json.py, /app/src/main.py, /opt/tools/x, /etc/hosts, /dev/null, /proc/1/status",
    "src/run.py, ./src/run.py, ../home/page.html, docs/home/index.html, https://example.org/home/x",
    "app/tmp/cache.txt, ./tmp/x, build/tmp/x, $TMPDIR/x, https://example.org/tmp/x",
    "/home/user/project, /home/runner/work, /Users/runner/x, C:\\Users\\runner\\x, /home/user.",
    "-home-user-project, -Users-runner-work",
    "~/src/x.py and HEAD~1 and 1.0~rc1/x and ~5/6 and ~user/x",
    "/homepage/x, /tmpfs/x, /rooted/x, /root, /tmp, `/tmp/`, </tmp>",
    "-home-dir /srv, -home-icon {}, btn--home-icon-small, take-home-pay, --home-dir, site-home-page-x",
    "file:///home/user/x, works from `file://` and from file:// too",
    "C:\\Program Files\\x, C:\\Windows\\System32, D:\\work\\x",
    "class Temp: pass; \\temp; std::tmp",
    # hosts that tell nothing
    "https://example.org/a, http://www.w3.org/2000/svg, https://cdn.example.net/npm/x@1.2.3/y.js",
    "http://localhost:8000/x, http://127.0.0.1:8000, ws://localhost/x, http://db:5432",
    "http://host.docker.internal:8080",
    "// a comment, //comment, https://example.org//double-1/x, a//b-1/c",
    "\\\\hline\\textbf{x} \\\\ \\midrule",
    "\\\\d+\\s, \\\\n2\\n, \\\\u00e9\\n, \\\\x41\\x42",
    "\\\\localhost\\share\\x, \\\\localhost\\c$\\x",
    "root@localhost, runner@localhost:~$, root@3f2a9c1e7b4d:/app# ls",
    "git clone git@github.com:x/y.git and ssh://git@github.com/x/y.git",
    # an at sign that is no address
    "terminal-bench-core@0.1.1, react@18.2.0, pkg@1.0.0-beta.rc, x@v2.beta, vue@next, eslint@canary-2",
    "actions/checkout@v4, owner/repo@main-2, npm@latest, python@3.11, pkg@a3f2a9c1e7",
    "@media (prefers-color-scheme: dark), @scope/pkg, @scope/pkg@1.2.3, @type, @app.route('/x')",
    "@pytest.mark.parametrize, x = 1\n@app.route('/x')\ndef f(): pass",
    "icon@2x.png, photo@latest.json, user@1000.service, getty@tty1.service",
    "product = left@right.mean(axis=0) and W1@x1 + b",
    # reasoning that is none
    '{"reasoning": 20, "reasoning_tokens": 20, "thinking_tokens": 0}',
    '{"reasoning": null, "thinking": null, "reasoning_content": null, "encrypted_content": null}',
    '{"reasoning": "", "thinking": "", "signature": "", "reasoning_details": [], "reasoning_content": {}}',
    '{"reasoning":{"effort":"high","summary":null},"thinking":{"type":"adaptive","display":"updates"}}',
    '{"reasoning": {"effort": "medium", "summary": "auto"}, "thinking": {"type": "enabled", "budget_tokens": 4096}}',
    '{"thinking": {"type": "disabled"}, "reasoning": {}, "reasoning": "high", "thinking": "adaptive"}',
    '{"thinking": "[removed]", "reasoning_effort": "high", "thought": false, "thoughts": 12}',
    '{"columns": ["input", "output", "reasoning"], "sort": "reasoning", "type": "text"}',
    '{"show_reasoning": "in a table", "rethinking": "of a plan"}',
    '{"properties": {"reasoning": {"anyOf": [{"type": "integer"}, {"type": "null"}], "title": "Reasoning"}}}',
    '{"signature": "def area(width, height)"}',
    '{"thought": null, "chain_of_thought": "", "reasoning_tokens": "12", "reasoning_effort": "low"}',
    '{"kind": "text", "role": "assistant", "channel": "final", "event": "response.completed"}',
    "I think that <b>thoughts</b> and [thinking] on <thinkpad> end the chain of thought",
    "Reasoning tokens are a subset of output tokens; reasoning: high; I am thinking of a number.",
    'signature: int, "signature_version": 1, "encrypted": true',
]


@pytest.mark.parametrize("text", HARMLESS)
@pytest.mark.parametrize("form", [str, lambda text: json.dumps({"note": text}), html.escape, quote])
def test_harmless_text_passes(text, form):
    assert GATE.scan("page.html", form(text).encode()) == ()


BLOCKS = {
    "base64": lambda data: base64.b64encode(data),
    "base64 for URLs": lambda data: base64.urlsafe_b64encode(data),
    "base64 in lines": lambda data: base64.encodebytes(data),
    "hexadecimal": lambda data: data.hex().encode(),
    "hexadecimal, upper case": lambda data: data.hex().upper().encode(),
    "base32": lambda data: base64.b32encode(data),
    "bytes": bytes,
}


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_five_megabytes_by_chance_pass(block):
    data = block(Random(20261130).randbytes(5_000_000))[:5_000_000]
    assert GATE.scan("model.form.json", data) == ()


@pytest.mark.parametrize(
    ("before", "prefix", "length", "after"),
    [
        ("/", "AIza", 35, "/"),
        ("+", "AIza", 40, "+"),
        ("/", "AKIA", 16, "/"),
        ("-", "gsk_", 40, "-"),
        ("_", "ghp_", 40, "_"),
    ],
)
def test_prefix_by_chance_within_a_block_passes(before, prefix, length, after):
    block = "".join(Random(prefix).choices("ABCDEFGHIJ234567", k=400))
    text = f"{block}{before}{prefix}{block[:length]}{after}{block}"
    assert GATE.scan("model.form.json", f'{{"f": "{text}"}}'.encode()) == ()
    assert len(GATE.scan("model.form.json", f'{{"f": "{prefix}{block[:length]}"}}'.encode())) == 1


def test_geometry_of_many_parts_passes():
    rng = Random(7)
    parts = [
        {"label": f"foot_{n}", "f": base64.b64encode(rng.randbytes(rng.randrange(60, 9000))).decode()}
        for n in range(400)
    ]
    assert GATE.scan("model.form.json", json.dumps({"form": 1, "parts": parts}).encode()) == ()
