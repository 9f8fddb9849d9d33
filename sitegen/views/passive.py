"""Whether a recorded picture is like the drawn ones in what it is made of, so that a browser runs nothing of it."""

import re

_NAME = rb"(?:svg|title|desc|g|path|text)"
_ATTRIBUTE = (
    rb"(?:xmlns=\"http://www\.w3\.org/2000/svg\""
    rb"|(?:viewBox|width|height|role|class|data-part|d|x|y|fill|fill-opacity|fill-rule|stroke|stroke-width"
    rb"|stroke-linejoin|stroke-linecap|text-anchor|font-family|font-size)=\"[\w .,#%-]*+\")"
)
_TAG = rb"<" + _NAME + rb"(?: " + _ATTRIBUTE + rb")*+/?>|</" + _NAME + rb">"
_WORDS = rb"[^<&]++|&(?:amp|lt|gt|quot|#\d{1,7});"
_PICTURE = re.compile(rb"(?:" + _TAG + rb"|" + _WORDS + rb")*+")


def is_passive(svg: bytes) -> bool:
    """Return whether a picture has only elements and attributes of drawn ones, and no value that leads elsewhere."""
    return svg.startswith(b"<svg ") and _PICTURE.fullmatch(svg) is not None
