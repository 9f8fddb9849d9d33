"""`build-site init`: a small new project that builds at once."""

from collections.abc import Mapping
from pathlib import Path

FILES: Mapping[str, str] = {
    "content/site.toml": """\
schema = 1
title = "New benchmark"
description = "What a piece of work costs an AI agent, with the runs behind every number."
organization = "Your organization"

[data_set]
version = "0.1.0"
date = "2026-01-01"
""",
    "content/pages/about.md": """\
+++
title = "About"
description = "Who measures here, and what."
nav = "About"
+++

# About

Write here who measures and why. A number in prose is a placeholder, never typed. Attempted in the suite `first` so far:
{{ count("first", "attempted") }}. The page says [X] until there are runs.

Evidence goes to `content/evidence/`; `benchmark import` puts it there.
""",
    "content/method/caveats.toml": """\
schema = 1

[[caveat]]
id = "local-machine"
sentence = "Times are observations on one machine and include its network; they are not universal speeds."
when = ["always"]
where = ["method", "benchmarks"]
""",
    ".gitignore": "public/\npublic.stage/\npublic.lock\n.build/\n.artifacts/\n",
}
"""The files of a new project by path."""


class NotEmptyError(Exception):
    """The folder is there already and holds something."""


def make_project(folder: Path) -> tuple[str, ...]:
    """Write a new project and return the paths of its files.

    Raises:
        NotEmptyError: The folder is there and not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NotEmptyError(f"{folder} is not empty; name a new folder, nothing was written")
    for path, text in FILES.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    return tuple(FILES)
