"""The least that such a build must do, without any feature: `python -m tests.bench.floor STEP ROOT OUT`.

clean: read, hash, validate and render every run. nothing: look at every file. one: look, then do one run.
"""

import gc
import hashlib
import sys
from collections.abc import Iterator
from os import scandir
from pathlib import Path

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{ run.id }}</title></head><body><h1>{{ run.id }}</h1>
<dl><dt>Model</dt><dd>{{ run.model.label }}</dd><dt>Status</dt><dd>{{ run.status }}</dd><dt>Wall time, ms</dt>
<dd>{{ run.wall_ms }}</dd><dt>Input</dt><dd>{{ run.usage.input }}</dd><dt>Record</dt><dd>{{ sha256 }}</dd></dl>
</body></html>
"""


def looked_at(folder: str) -> Iterator[str]:
    """Yield every file below the folder, after asking for its size and times."""
    with scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from looked_at(entry.path)
            else:
                entry.stat(follow_symlinks=False)
                yield entry.path


def draw(paths: list[str], out: Path) -> None:
    """Read, hash, validate and render runs."""
    from jinja2 import Environment

    from sitegen.records import RUN

    page = Environment(autoescape=True).from_string(PAGE)
    for path in paths:
        with open(path, "rb") as file:  # noqa: PTH123  a Path costs more than the read
            data = file.read()
        run = RUN.validate_json(data)
        text = page.render(run=run, sha256=hashlib.sha256(data).hexdigest())
        with open(f"{out}/{run.suite}--{run.id}.html", "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(text)


def main(step: str, root: str, out: Path) -> None:
    """Do one step."""
    out.mkdir(exist_ok=True)
    gc.disable()
    runs = [path for path in looked_at(root) if path.endswith("/run.json")]
    if step != "nothing":
        draw(runs if step == "clean" else runs[:1], out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
