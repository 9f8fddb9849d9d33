"""Kinds of leak that name a host or a person: shares, local addresses, logins, mail addresses.

A host can be told from a word only by where it stands. root@localhost and the like tell nothing. What is hexadecimal
after an @ is taken for a commit, so the host of a container, as in root@3f2a9c1e7b4d, passes.
"""

from sitegen.leaks.grammar import AT, Hint, Kind, edge, expand

_NO_HOST = "Take the host out, or have [host] written in its place."
_NO_MAIL = "Take the address out, or have [mail] written in its place."

_PIECES = {
    "share_edge": edge(r"A-Za-z0-9_\\"),
    "slash_edge": edge(r"A-Za-z0-9_:/.\\-"),
    "at_edge": edge(r"A-Za-z0-9._%+/@\\-"),
    # The backslash before the n of \n is an escape; the one in DOMAIN\jo is not.
    "mail_edge": r"(?:(?<![A-Za-z0-9._%+\\-]) | (?<=\\[nrtbf]) | (?<=\\)(?![nrtbf]))",
    "dotted": "(?![A-Za-z0-9.-])",
    "label": "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?",
    "host": r"<<label>>(?:\.<<label>>){0,6}",
    # A bare word is taken for a host if it holds a hyphen or ends in a number, as lab-pc-3 and srv01 do.
    "marked": "(?:[A-Za-z][A-Za-z0-9]{0,61}-[A-Za-z0-9-]{0,61}[A-Za-z0-9] | (?:[a-z]{2,50}|[A-Z]{2,50})[0-9]{1,4})",
    "local": r"(?:[A-Za-z0-9-]{1,63}\.){1,6}(?:local|lan|internal|intranet|corp|home)<<dotted>>",
    "user_info": r"""(?:[^\s/@"'<>]{1,100}@)?""",
    "login": "(?:ssh|sftp|scp|rsync|smb|nfs|afp)",
    "web": "(?:(?<=http:)|(?<=https:)|(?<=ftp:)|(?<=ws:)|(?<=wss:))",
    "options": r"(?:-\S{1,40}\s{1,4}(?:[A-Za-z0-9_.=/~-]{1,60}\s{1,4})?){0,4}",
    "forge": r"(?:github\.com|gitlab\.com|bitbucket\.org)<<dotted>>",
    "user": "(?!(?:root|user|runner|localhost)@(?:root|user|runner|localhost)<<dotted>>)"
    "(?!git@<<forge>>)[A-Za-z_][A-Za-z0-9_.-]{0,31}@",
    # What follows the @ of a package or an action: a version, a tag, a digest, a commit.
    "reference": """(?i:v?[0-9] | (?:sha(?:1|256|512)|latest|next|beta|alpha|rc|canary|stable|main|master|dev|devel
        |develop|nightly|lts|head|trunk|edge|experimental|preview|release|snapshot|insiders|legacy|staging|feature|fix)
        (?![A-Za-z]) | [0-9a-f]{7,64}(?![A-Za-z0-9-]))""",
    # Not a domain: the version of a package, the scale of a picture.
    "version": r"(?:v?[0-9]+\.[0-9x*] | v[0-9]+\. | [0-9]x\.)",
    # Not a top-level domain: the ending of a file, the type of a systemd unit.
    "ending": """(?:png|jpe?g|gif|svg|webp|avif|[cm]?jsx?|tsx?|css|jsonl?|html?|txt|csv|ya?ml|toml|tgz|gz|zip|whl|lock
        |service|socket|timer|target|mount|slice|scope)(?![A-Za-z0-9-])""",
    "share": r"[A-Za-z0-9_$][A-Za-z0-9_.$-]{1,80}",
    # An escape sequence such as \\u00e9 or \\n2 is not the start of a share.
    "escape": r"(?:u[0-9A-Fa-f]{4} | x[0-9A-Fa-f]{2} | [nrtbfv][^a-z])",
}
# In a share a host of lower-case letters only may be a command of TeX, so it needs one more part of a path.
_SHARE = r"""(?!<<escape>>)(?!(?i:localhost)\\)(?:
    (?=[A-Za-z0-9]{0,62}[A-Z0-9.-])[A-Za-z0-9][A-Za-z0-9.-]{1,62}SEP<<share>>
    | [a-z]{3,40}SEP<<share>>SEP[A-Za-z0-9_.$-]{1,80})"""
_SHARES = " | ".join(2 * separator + _SHARE.replace("SEP", separator) for separator in (r"\\", 2 * r"\\", 4 * r"\\"))

HOSTS = (
    Kind(
        "unc-path",
        "share of a named host",
        (
            Hint("\\", r"(?=\\{1,15}(?!u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})[A-Za-z0-9][A-Za-z0-9.-]{1,62}\\)"),
            Hint("/", expand(r"/(?:(?<![A-Za-z0-9+:/]//)|(?<=\\[nrt]//))(?:<<marked>> | <<local>>)/", _PIECES)),
        ),
        expand(
            f"(?:<<share_edge>>(?:{_SHARES})| <<slash_edge>>//(?:<<marked>> | <<local>>)(?=/[A-Za-z0-9_$])<<rest>>)",
            _PIECES,
        ),
        _NO_HOST,
    ),
    Kind(
        "private-host",
        "address of a host that only a local network or a login knows",
        (
            Hint("/", "/(?:(?<=ssh://)|(?<=sftp://)|(?<=scp://)|(?<=rsync://)|(?<=smb://)|(?<=nfs://)|(?<=afp://))"),
            Hint("/", expand("/(?<=[a-z]://)<<user_info>>(?!localhost)[A-Za-z][A-Za-z0-9-]{1,62}<<dotted>>", _PIECES)),
            Hint("/", expand("/(?<=[a-z]://)<<user_info>><<local>>", _PIECES)),
        ),
        expand(
            r"""(?:<<edge>><<login>>://(?!(?:git@)?(?:localhost<<dotted>> | <<forge>>))<<user_info>>
                [A-Za-z0-9][A-Za-z0-9.-]{0,252}
            | <<web>>//<<user_info>>(?!host\.docker\.internal | metadata\.google\.internal)
                (?:<<marked>><<dotted>> | <<local>>))""",
            _PIECES,
        ),
        _NO_HOST,
    ),
    Kind(
        "login-at-host",
        "user at a host, as in a prompt or a remote copy",
        (AT,),
        expand(
            r"""(?:<<at_edge>><<user>>(?:
                (?!<<reference>>)(?=[A-Za-z0-9]{1,62}- | [A-Za-z]{3,60}[0-9])[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]
                    (?![A-Za-z0-9_(-] | \.[A-Za-z0-9])
                | (?!<<reference>>)<<host>>:(?=[~/] | [A-Za-z0-9_.-]{1,80}/)
                | (?:[0-9]{1,3}\.){3}[0-9]{1,3}:(?=[~/]))
            | <<edge>>(?:ssh|sftp|scp|mosh)\s{1,4}<<options>><<user>><<host>>)""",
            _PIECES,
        ),
        _NO_HOST,
        reach=160,
    ),
    Kind(
        "mail-address",
        "mail address",
        (AT,),
        expand(
            r"""<<mail_edge>>(?!git@<<forge>>)[A-Za-z0-9_][A-Za-z0-9._%+-]{0,63}@(?!<<version>>)
            (?:<<label>>\.){1,8}(?!<<ending>>)(?:[a-z]{2,24} | [A-Z]{2,24} | xn--[a-z0-9-]{2,40})
            (?![A-Za-z0-9_(-] | \.[A-Za-z0-9])""",
            _PIECES,
        ),
        _NO_MAIL,
        reach=80,
    ),
)
