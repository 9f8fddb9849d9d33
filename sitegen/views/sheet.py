"""The SVG file around a picture, and pictures that are only words; nothing here needs to be computed."""

LONGER_SIDE_PX = 760
INK = "#1b1f24"


def sheet(box: tuple[int, int, int, int], title: str, description: str, content: str) -> str:
    """Return an SVG file of its own; `box` is left, top, width and height of the content."""
    scale = LONGER_SIDE_PX / max(box[2:])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}" '
        f'width="{round(box[2] * scale)}" height="{round(box[3] * scale)}" role="img" '
        f'stroke-linejoin="round" stroke-linecap="round">'
        f"<title>{title}</title><desc>{description}</desc>{content}</svg>\n"
    )


def words(title: str, description: str, text: str) -> str:
    """Return a picture that shows nothing but a text."""
    place = f'x="{LONGER_SIDE_PX // 2}" y="200" text-anchor="middle" font-family="sans-serif" font-size="24"'
    return sheet((0, 0, LONGER_SIDE_PX, 400), title, description, f'<text {place} fill="{INK}">{text}</text>')


def undrawn(view: str) -> str:
    """Return a picture that says that too many faces meet in it."""
    why = "too many faces of the saved document may hide each other in this view."
    return _not_drawn(view, why, "too many faces meet")


def unreadable(view: str) -> str:
    """Return a picture that says that the document cannot be read."""
    return _not_drawn(view, "the saved document cannot be read.", "the document cannot be read")


def _not_drawn(view: str, why: str, text: str) -> str:
    return words(f"{view.capitalize()} view, not drawn", f"Not drawn: {why}", f"not drawn: {text}")
