"""What a killed runner leaves beside its records: halves of files, and the room that it kept free."""

from pathlib import Path

from runner.api.evidence import RESERVE_FILE
from runner.suite import manifest as manifests
from sitegen.layout import RUNS, SUITE_FILE

_PATTERNS = (".part-*", f"{RUNS}/*/.part-*", f"{RUNS}/*/{RESERVE_FILE}")


def clear(place: Path) -> None:
    """Remove the leftovers from every suite at a place whose runner is gone; its records stay as they are.

    Raises:
        OSError: One can't be removed.
    """
    for path in place.glob(f"*/{manifests.LOCK_FILE}"):
        folder = path.parent
        if not (folder / SUITE_FILE).is_file() or folder.is_symlink():
            continue
        try:
            with manifests.held(folder):
                for pattern in _PATTERNS:
                    for left in folder.glob(pattern):
                        left.unlink(missing_ok=True)
        except (BlockingIOError, PermissionError):
            continue  # it still runs, or is another user's
