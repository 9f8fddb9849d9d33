"""What the program itself is, by content: changed code, templates or packages make every output anew."""

import hashlib
import sys
from importlib.util import find_spec
from pathlib import Path

from sitegen.layout import templates_dir

_SHAPING = (
    "jinja2",
    "markupsafe",
    "markdown_it_py",
    "pydantic",
    "pydantic_core",
    "orjson",
    "rfc8785",
    "cairosvg",
    "manifold3d",
    "numpy",
    "pyarrow",
)
"""Packages whose version can change an output."""


def packages_key() -> str:
    """Return a hash over the packages that shape an output."""
    return hashlib.sha256(repr(_installed()).encode()).hexdigest()


def views_key() -> str:
    """Return a hash over the code and the packages that shape a picture."""
    digest = hashlib.sha256(repr(_installed()).encode())
    code = Path(__file__).resolve().parent.parent
    for path in sorted(path for folder in ("views", "formdoc") for path in (code / folder).glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def program_key() -> str:
    """Return a hash over the code, the templates, the interpreter and the packages that shape an output."""
    digest = hashlib.sha256(f"{sys.version} {sys.flags.optimize}".encode())
    digest.update(repr(_installed()).encode())
    code = Path(__file__).resolve().parent.parent
    for folder, pattern in ((code, "*.py"), (templates_dir(), "*")):
        for path in sorted(folder.rglob(pattern)):
            if path.is_file():
                digest.update(f"{path.relative_to(folder)} ".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _installed() -> list[str]:
    """Return the shaping packages with their versions, by the names that installers give their folders."""
    spec = find_spec("jinja2")
    assert spec is not None and spec.origin is not None
    packages = Path(spec.origin).parent.parent
    names = (path.name.removesuffix(".dist-info").lower() for path in packages.glob("*.dist-info"))
    return sorted(name for name in names if name.rpartition("-")[0] in _SHAPING)
