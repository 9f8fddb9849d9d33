"""The camera and pictures of the document. The benchmark leaves these tools out, by name."""

import importlib

from runner.form.errors import FormError
from runner.form.params import Choice, Field, Whole
from runner.form.session import Session
from runner.form.tools.kinds import Picture, SessionTool, Values

VIEWS = ("front", "right", "isometric")
DEFAULT_WIDTH_PX = 800


def _set_camera(session: Session, values: Values) -> object:
    session.view = values["view"]
    return {"view": session.view}


def _capture_view(session: Session, values: Values) -> object:
    document = session.assembly.document()
    if not any(part.visible for part in document.parts):
        raise FormError("empty_document", "there is no visible solid to show")
    draw = importlib.import_module("sitegen.views.draw")
    png = draw.png(draw.svg(document, session.view), values["width_px"], "#ffffff")
    return Picture({"view": session.view, "width_px": values["width_px"]}, png)


TOOLS = (
    SessionTool("set_camera", "Choose the view of capture_view.", (Field("view", Choice(VIEWS)),), _set_camera),
    SessionTool(
        "capture_view",
        "Picture of the visible solids in the chosen view, as PNG.",
        (Field("width_px", Whole(200, 1600), DEFAULT_WIDTH_PX),),
        _capture_view,
    ),
)
CAMERA_TOOLS = frozenset(tool.name for tool in TOOLS)
