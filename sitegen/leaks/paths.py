r"""Kinds of leak that are paths of a machine: home folders and temporary folders.

The names root, user, runner and localhost stand in every container and tell nothing: /home/user/x and
C:\Users\runner\x are no leaks. A path below /root is one, as the home folder of a machine.
"""

from sitegen.leaks.grammar import Hint, Kind, edge, expand

_RELATIVE = "Keep only the part that helps the reader, relative to the project, such as src/run.py."

_PIECES = {
    "path_edge": edge("A-Za-z0-9_.~$}*@-"),
    "word_edge": edge("A-Za-z0-9_-"),
    "slash": r"[\\/]{1,8}",
    "windows_rest": r"(?:<<slash>>[A-Za-z0-9_.~\x80-\xff-]{1,100}){0,40}",
    "windows_common": "(?i:<<common>> | (?:public|default|all[ ]users)(?![A-Za-z0-9_-]))",
    "end": "(?![A-Za-z0-9_])",
}


def _path(code: str, description: str, hints: tuple[Hint, ...], pattern: str, reach: int = 16) -> Kind:
    return Kind(code, description, hints, expand(pattern, _PIECES), _RELATIVE, reach)


PATHS = (
    _path(
        "home-path",
        "path in a user's home folder on Linux or macOS",
        (Hint("/", r"home/[A-Za-z0-9_\x80-\xff]"), Hint("/", r"Users/[A-Za-z0-9_\x80-\xff]")),
        """<<path_edge>>(?:/(?:var|usr|export|nfs|data|mnt(?:/[a-z])?|[a-z])(?=/(?:home|Users)/))?
        /(?:home|Users)/(?!<<common>>)<<name>><<rest>>?""",
    ),
    _path(
        "root-home",
        "path in the home folder of root",
        (Hint("/", "root/[A-Za-z0-9_.]"),),
        "<<path_edge>>/root(?=/[A-Za-z0-9_.])<<rest>>",
    ),
    _path(
        "windows-home",
        "path in a user's home folder on Windows",
        (
            Hint("\\", r"(?i:users|documents[ ]and[ ]settings)\\"),
            Hint("/", "users/(?<=:/users/)"),
        ),
        r"""(?:\\{1,8}(?i:users|documents[ ]and[ ]settings)\\{1,8} | (?<=[A-Za-z]:)/users/)
        (?!<<windows_common>>)<<name>><<windows_rest>>""",
    ),
    _path(
        "tilde-home",
        "path in the home folder of a named user, as ~name/",
        (Hint("~", "[a-z_][a-z0-9_-]{1,31}/[A-Za-z0-9_.]"),),
        edge("A-Za-z0-9_.+~") + "~(?!<<common>>)[a-z_][a-z0-9_-]{1,31}(?=/[A-Za-z0-9_.])<<rest>>",
    ),
    _path(
        "encoded-home",
        "home path written as the name of a folder, with hyphens for slashes",
        (Hint("-", "home-[A-Za-z0-9_]"), Hint("-", "Users-[A-Za-z0-9_]")),
        # A lone -home-word is more often an option or a style name.
        """(?:(?:-mnt-[a-z] | <<edge>>)-Users- | (?<=/)-home- | <<word_edge>>-home-(?=[A-Za-z0-9_]{1,32}-[A-Za-z0-9_]))
        (?!(?:root|user|runner|localhost)<<end>>)[A-Za-z0-9_]{1,64}(?:-{1,2}[A-Za-z0-9_.]{1,64}){0,40}""",
    ),
    _path(
        "file-url",
        "address of a local file",
        (Hint("/", "/(?<=file://)"),),
        r"""file://(?!(?:localhost)?/(?:home|Users)/<<common>>)/?[A-Za-z0-9_~%]
        (?:[A-Za-z0-9_.+@%~:/\x80-\xff-]{0,1000}[A-Za-z0-9_/\x80-\xff-])?""",
    ),
    _path(
        "temp-path",
        "path in a temporary folder on Linux or macOS",
        (Hint("/", "tmp/"), Hint("/", "var/folders/"), Hint("/", "private/(?:tmp|var)/")),
        "<<path_edge>>(?:/private/(?:tmp|var) | (?:/var)?/tmp | /var/folders)(?=/[A-Za-z0-9_.~$-])<<rest>>",
    ),
    _path(
        "windows-temp",
        "path in a temporary folder on Windows",
        (
            Hint("\\", expand("(?i:te?mp)<<end>>", _PIECES)),
            Hint("/", expand("[Tt](?:emp|EMP)<<end>>", _PIECES)),
            Hint("%", "[Tt](?i:e?mp)%"),
        ),
        """(?:(?i:AppData<<slash>>Local<<slash>>Temp)<<end>>
        | <<edge>>[A-Za-z]:<<slash>>(?i:(?:Windows<<slash>>)?te?mp)(?=<<slash>>[A-Za-z0-9_.~])
        | %(?i:te?mp)%)<<windows_rest>>""",
        reach=40,
    ),
)
