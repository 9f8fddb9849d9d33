"""Test B: does a saved document come back byte for byte when every solid is built anew from its features?"""

import json

from runner.form import limits
from runner.form.assembly import Assembly, Item
from runner.form.errors import FormError, quoted
from runner.form.features import checked
from runner.form.kernel import KERNEL_NAME, KERNEL_VERSION, solid
from sitegen.formdoc import Document, DocumentError, Fault, Part, canonical, check_reopen_without_kernel, parse


def reopened(data: bytes, *, rebuild: bool = False) -> Assembly:
    """Return the document's assembly, its meshes dropped and built again from the features.

    Args:
        data: The bytes of a `model.form.json`.
        rebuild: Take the features alone, whatever kernel and meshes the file has. Without it every byte must come back.

    Raises:
        FormError: `bad_document` or `kernel_differs`.
    """
    try:
        document = parse(data)
    except DocumentError as error:
        raise _refused(error.faults) from None
    if not rebuild:
        _same_kernel(document)
        faults = check_reopen_without_kernel(data)
        if faults:
            raise _refused(faults)
    items = _items(document)
    if not rebuild:
        changed = [part.label for part, item in zip(document.parts, items, strict=True) if not _same_bytes(part, item)]
        if changed:
            hint = f"the saved mesh of {', '.join(map(quoted, changed[:5]))} does not come from its features"
            raise FormError(
                "bad_document", f"{hint}; rebuild takes the features alone", field="parts", limit=len(changed)
            )
    return Assembly().added(items)


def _refused(faults: tuple[Fault, ...]) -> FormError:
    more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
    return FormError("bad_document", f"{faults[0]}{more}", field=faults[0].pointer or "/")


def _same_kernel(document: Document) -> None:
    if (document.kernel_name, document.kernel_version) != (KERNEL_NAME, KERNEL_VERSION):
        hint = f"saved by {document.kernel_name} {document.kernel_version}, here runs {KERNEL_NAME} {KERNEL_VERSION}"
        raise FormError("kernel_differs", f"{hint}; rebuild makes the meshes anew", field="kernel")


def _items(document: Document) -> list[Item]:
    """Return the items, built one by one: a small file may ask for more than there is memory for."""
    items: list[Item] = []
    triangles = 0
    if len(document.parts) > limits.MAX_SOLIDS:
        hint = f"the document has {len(document.parts)} solids"
        raise FormError("too_many", hint, field="parts", limit=limits.MAX_SOLIDS)
    for index, part in enumerate(document.parts):
        items.append(_item(part, index))
        triangles += items[-1].solid.facts.triangles
        if triangles > limits.MAX_TRIANGLES:
            hint = f"the solids up to {quoted(part.label)} have {triangles} triangles"
            raise FormError("too_large", hint, field=f"/parts/{index}", limit=limits.MAX_TRIANGLES)
    return items


def _item(part: Part, index: int) -> Item:
    try:
        features = checked(part.features)
        if json.dumps(features, sort_keys=True) != json.dumps(part.features, sort_keys=True):
            raise FormError("bad_value", "the features are not as FORM writes them")
        return Item(part.label, part.color, part.group, part.visible, features, solid(features))
    except FormError as error:
        hint = f"{quoted(part.label)}: {error.hint}"
        raise FormError("bad_document", hint, field=f"/parts/{index}/features") from None


def _same_bytes(part: Part, item: Item) -> bool:
    again = Part(item.label, item.color, item.group, item.visible, item.features, item.solid.mesh)
    both = (canonical(Document(KERNEL_NAME, KERNEL_VERSION, (each,))) for each in (part, again))
    return next(both) == next(both)
