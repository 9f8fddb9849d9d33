"""The last stage of a build: files go to a stage beside `public/`, then into their places, the manifest last.

    with locked(public):
        recover(public)                     # finish or discard what a killed build had left
        with Stage.open(public) as stage:   # `stage.old` is what `public` holds
            stage.write(path, data)         # or stage_file(stage.files, path, data) in a worker
            commit(stage, entries, staged)

The journal, written between the last `write` and the first rename, is the point of no return: a build that ends before
it changes nothing, a build that is killed after it is completed by the next `recover`.
"""

from sitegen.publish.errors import BadPath, Busy, Incomplete, NotOurs, PublishError, SwapBroken, SwapStopped
from sitegen.publish.manifest import Entry, check_path, damaged, index, read_manifest
from sitegen.publish.stage import Stage, Written, locked, stage_file
from sitegen.publish.swap import Published, Recovery, commit, recover

__all__ = [
    "BadPath",
    "Busy",
    "Entry",
    "Incomplete",
    "NotOurs",
    "PublishError",
    "Published",
    "Recovery",
    "Stage",
    "SwapBroken",
    "SwapStopped",
    "Written",
    "check_path",
    "commit",
    "damaged",
    "index",
    "locked",
    "read_manifest",
    "recover",
    "stage_file",
]
