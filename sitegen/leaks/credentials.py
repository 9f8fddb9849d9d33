"""Kinds of leak that give access: keys, tokens, passwords."""

from sitegen.leaks.grammar import AT, Hint, Kind, edge, expand

_REVOKE = "Revoke it where it was issued, have [removed] written in its place, and export the run again."

_PIECES = {
    "strict_edge": edge("A-Za-z0-9_-"),
    "bearer": "(?=[A-Za-z._~+/=-]{0,80}[0-9])[A-Za-z0-9._~+/=-]{16,4096}",
    "query": """(?i:(?:x-amz-|x-goog-)?signature | x-amz-security-token | (?:client_)?secret | sig | auth
        | passw(?:or)?d | (?:api_?)?key | (?:access_?|auth_?)?token)=""",
    "assigned": """(?i:api|access|auth|client|secret|private|refresh|session)[_-](?i:access[_-])?
        (?i:key|token|secret)""",
}
# One hint for all prefixes that end in the same byte: most hyphens are told from a token by what follows them.
_HYPHEN_TOKEN = Hint(
    "-",
    r"""(?=[A-Za-z0-9_-]{16})(?:(?<=sk-)(?<!task-)(?<!risk-)(?<!disk-)(?<!desk-) | (?<=xai-) | (?<=gl[a-z]{2}-)
    | (?<=gl[a-z]{3}-) | (?<=xox[a-z]-) | (?<=xapp-) | (?<=GOCSPX-) | (?<=pplx-) | (?<=nvapi-) | (?<=pypi-))""",
)
_UNDERSCORE_TOKEN = Hint(
    "_",
    """(?=[A-Za-z0-9_]{16})(?:(?<=gh[oprsu]_) | (?<=github_pat_) | (?<=hf_) | (?<=[rs]k_) | (?<=npm_) | (?<=gsk_)
    | (?<=r8_))""",
)
_DOT_TOKEN = Hint(".", r"[A-Za-z](?<=[2A][9Q]\..)")
_QUERY_HINTS = tuple(
    Hint(anchor, expand(around, _PIECES))
    for anchor, around in (
        ("?", "<<query>>"),
        ("&", "(?=[A-Za-z])(?:amp;){0,4}<<query>>"),
        ("\\", "u0026(?:amp;){0,4}<<query>>"),
    )
)
_ASSIGNED_HINTS = tuple(
    Hint(anchor, expand("[KkTtSs](?i:ey|oken|ecret)<<quote>>?<<space>>[:=]", {})) for anchor in ("_", "-")
)


def _credential(code: str, description: str, hints: tuple[Hint, ...], pattern: str, reach: int = 16) -> Kind:
    return Kind(code, description, hints, expand(pattern, _PIECES), _REVOKE, reach)


CREDENTIALS = (
    _credential(
        "openai-key",
        "OpenAI API key of a project, service account or administrator",
        (_HYPHEN_TOKEN,),
        "<<edge>>sk-(?:proj|svcacct|admin|service)-<<digit>>[A-Za-z0-9_-]{16,}",
    ),
    _credential(
        "anthropic-key",
        "Anthropic API key or OAuth token",
        (_HYPHEN_TOKEN,),
        "<<edge>>sk-ant-(?:[a-z]{2,8}[0-9]{2}-)?+<<digit>>[A-Za-z0-9_-]{16,}",
    ),
    _credential(
        "sk-key",
        "API key in the sk- form: older OpenAI keys, and the services that use the same form",
        (_HYPHEN_TOKEN,),
        """<<strict_edge>>sk-(?!(?:proj|svcacct|admin|service|ant)-)(?:[a-z]{1,10}[0-9]?-){0,2}
        (?=[A-Za-z]{0,80}[0-9])[A-Za-z0-9]{20,}""",
    ),
    _credential(
        "xai-key",
        "xAI API key",
        (_HYPHEN_TOKEN,),
        "<<strict_edge>>xai-<<digit>>[A-Za-z0-9]{20,}",
    ),
    _credential(
        "google-key",
        "Google API key",
        (Hint("I", "za[A-Za-z0-9_-]{16}"), _DOT_TOKEN),
        # After a slash it may be a chance find in base64, so the whole length is asked for.
        r"""(?:<<block_edge>>AIza[A-Za-z0-9_-]{16,} | (?<=/)AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9+/=_-])
        | <<edge>>AQ\.A[A-Za-z0-9_-]{30,})""",
    ),
    _credential(
        "google-oauth",
        "Google OAuth access token or client secret",
        (_DOT_TOKEN, _HYPHEN_TOKEN),
        r"<<edge>>(?:ya29\.|GOCSPX-)[A-Za-z0-9_-]{20,}",
    ),
    _credential(
        "provider-key",
        "API key of Groq, Perplexity, NVIDIA, Cerebras or Replicate",
        (_UNDERSCORE_TOKEN, _HYPHEN_TOKEN),
        "<<strict_edge>>(?:(?:gsk_|r8_|pplx-|csk-)[A-Za-z0-9]{30,} | nvapi-[A-Za-z0-9_-]{30,})",
    ),
    _credential(
        "huggingface-token",
        "Hugging Face access token",
        (_UNDERSCORE_TOKEN,),
        "<<strict_edge>>hf_[A-Za-z0-9]{30,}",
    ),
    _credential(
        "github-token",
        "GitHub token",
        (_UNDERSCORE_TOKEN,),
        "(?:<<strict_edge>>gh[oprsu]_[A-Za-z0-9]{20,} | <<edge>>github_pat_[A-Za-z0-9_]{20,})",
    ),
    _credential(
        "gitlab-token",
        "GitLab token",
        (_HYPHEN_TOKEN,),
        "<<edge>>gl(?:pat|dt|rt|ptt|cbt|oas|ft|imt)-<<digit>>[A-Za-z0-9_-]{16,}",
    ),
    _credential(
        "aws-access-key",
        "AWS access key id",
        (Hint("I", "A(?<=[KS]IA)[A-Z0-9]{16}"),),
        "<<block_edge>>A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])",
    ),
    _credential(
        "slack-token",
        "Slack token",
        (_HYPHEN_TOKEN,),
        "<<edge>>(?:xox[abeoprs]|xapp)-<<digit>>[A-Za-z0-9-]{16,}",
    ),
    _credential(
        "stripe-key",
        "Stripe secret or restricted key",
        (_UNDERSCORE_TOKEN,),
        "<<edge>>[rs]k_(?:live|test)_[A-Za-z0-9]{16,}",
    ),
    _credential(
        "npm-token",
        "npm access token",
        (_UNDERSCORE_TOKEN,),
        "<<strict_edge>>npm_[A-Za-z0-9]{30,}",
    ),
    _credential(
        "pypi-token",
        "PyPI API token",
        (_HYPHEN_TOKEN,),
        "<<edge>>pypi-AgE[IN][A-Za-z0-9_-]{20,}",
    ),
    _credential(
        "private-key",
        "private key as a PEM, PuTTY or age block",
        (
            Hint("-", "BEGIN[ +][A-Z0-9 +]{0,40}PRIVATE"),
            Hint("-", "User-Key-File"),
            Hint("-", "SECRET-KEY-1"),
        ),
        # The block is part of the match, so that the hash of the match stands for this one key.
        r"""(?:-----BEGIN[ +](?:[A-Z0-9]{1,12}[ +]){0,3}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----
        | PuTTY-User-Key-File- | AGE-SECRET-KEY-1)(?:[A-Za-z0-9+/=\\\s:,.] | -(?!----)){0,20000}""",
    ),
    _credential(
        "jwt",
        "JSON web token",
        (Hint(".", "eyJ"),),
        r"<<block_edge>>eyJ[A-Za-z0-9_-]{5,1000}\.eyJ[A-Za-z0-9_-]{5,8192}(?:\.[A-Za-z0-9_-]{0,2048})?",
        reach=1010,
    ),
    _credential(
        "authorization",
        "value of an Authorization header",
        (Hint("B", r"earer[\s+%]"), Hint("uthorization", "[^A-Za-z]")),
        r"""(?:[Bb]earer(?:\s|%20|\+){1,3}<<bearer>>
        | [Aa]uthorization<<quote>>?<<space>>[:=]<<space>><<quote>>?
            (?:[Bb]asic\s{1,3}[A-Za-z0-9+/_-]{8,4096}={0,2} | (?:[A-Za-z-]{3,20}\s{1,3})?<<bearer>>))""",
    ),
    _credential(
        "assigned-key",
        "long value given to a field or variable that is named as a key, token or secret",
        _ASSIGNED_HINTS,
        r"""<<assigned>><<quote>>?<<space>>[:=]<<space>><<quote>>?
        (?=[A-Za-z_+/.~-]{0,80}[0-9])(?=[0-9_+/.~-]{0,80}[A-Za-z])[A-Za-z0-9_+/.~-]{16,4096}+={0,2}(?![\w(\[])""",
    ),
    _credential(
        "query-key",
        "key, token or signature in the query of an address; such values belong in headers",
        _QUERY_HINTS,
        r"(?:[?&;\#] | \\u0026)<<query>>(?=[A-Za-z_.~+/%=-]{0,80}[0-9])[A-Za-z0-9_.~+/%=-]{16,4096}",
    ),
    _credential(
        "url-password",
        "address with a password before its host",
        (AT,),
        r"""(?<=[A-Za-z0-9])://[^\s/?\#@:"'<>\\]{0,100}:(?![$*{] | \[removed\])[^\s/?\#@"'<>\\]{1,200}
        @[A-Za-z0-9\[][A-Za-z0-9.:\]-]{0,200}""",
        reach=320,
    ),
)
