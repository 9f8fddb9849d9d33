"""The illustration is what its calls make, in this process and through the server; the floors are as stated."""

import asyncio
import hashlib
import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from runner.cli import main
from runner.illustration import BOXES_FILE, CALLS_FILE, FOLDER, ID, assets
from sitegen.formdoc import parse
from sitegen.layout import ILLUSTRATIONS, VIEWS
from sitegen.views.draw import svg

ROOT = Path(__file__).parents[3]
BENCHMARKS = ROOT / "benchmarks"
ILLUSTRATION = BENCHMARKS / FOLDER
PUBLISHED = ROOT / "content" / ILLUSTRATIONS / ID
CALLS = json.loads((ILLUSTRATION / CALLS_FILE).read_text())
HINT = "run: benchmark assets"


@pytest.fixture(scope="module")
def made():
    return assets(BENCHMARKS)


def _illustration():
    return json.loads((PUBLISHED / "illustration.json").read_text())


def test_the_files_are_current(made):
    recorded = {path.name: path.read_bytes() for path in PUBLISHED.iterdir()}
    assert set(recorded) == set(made)
    for name, data in made.items():
        assert recorded[name] == data, f"{name}: {HINT}"


def test_the_illustration_has_all_points():
    model = _illustration()
    document = (PUBLISHED / "model.form.json").read_bytes()
    assert model["document"] == hashlib.sha256(document).hexdigest()
    assert (model["grade"]["points"], model["grade"]["visible_objects"]) == (60, len(parse(document).parts))
    assert [fact["value"] for fact in model["grade"]["facts"]][:3] == ["0", "none", "none"]


@pytest.mark.parametrize("view", VIEWS)
def test_the_pictures_are_small_enough_to_publish(view):
    assert len(svg(parse((PUBLISHED / "model.form.json").read_bytes()), view)) < 100_000


def test_the_floors():
    empty, boxes = _illustration()["floors"]
    assert (empty["title"], empty["grade"]["points"], empty["grade"]["visible_objects"]) == ("Empty document", 0, 0)
    assert [check["passed"] for check in empty["grade"]["checks"]] == [*[False] * 7, True]
    # objects 5, solids 15, labels 10, envelope 5, re-opening 5; no housing, no brewing area, no bars and controls
    assert (boxes["title"], boxes["grade"]["points"], boxes["grade"]["points_max"]) == ("Ten labelled boxes", 40, 60)
    assert [check["points"] for check in boxes["grade"]["checks"]] == [5, 15, 10, 0, 5, 0, 0, 5]


def test_no_call_sees_a_picture_or_a_file():
    tools = {each["tool"] for each in CALLS} | {
        step["tool"] for each in CALLS if each["tool"] == "batch" for step in each["args"]["calls"]
    }
    assert not tools & {"set_camera", "capture_view", "save", "open", "export"}


def test_the_server_makes_the_same_document(tmp_path):
    """Over stdio, with the official client, in a fresh process."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "runner.form", "--workspace", str(tmp_path)],
        cwd=str(tmp_path),
        env={"PYTHONPATH": str(ROOT)},
    )

    async def replay():
        async with Client(stdio_client(server), read_timeout_seconds=60) as client:
            for each in [*CALLS, {"tool": "save", "args": {}}]:
                answer = await client.call_tool(each["tool"], each["args"])
                assert not answer.is_error, answer.content

    asyncio.run(replay())
    assert (tmp_path / "model.form.json").read_bytes() == (PUBLISHED / "model.form.json").read_bytes()


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(BENCHMARKS, tmp_path / "benchmarks")
    shutil.copytree(PUBLISHED, tmp_path / "content" / ILLUSTRATIONS / ID)
    return tmp_path / "benchmarks"


def run(folder):
    return CliRunner().invoke(
        main, ["assets", "--benchmarks", str(folder), "--content", str(folder.parent / "content")]
    )


def test_the_command_writes_what_differs(copy):
    place = copy.parent / "content" / ILLUSTRATIONS / ID
    (place / "illustration.json").write_text("old")
    result = run(copy)
    assert result.exit_code == 0, result.output
    told = dict(line.rsplit(": ", 1) for line in result.output.splitlines())
    assert {Path(path).name: what for path, what in told.items()} == {
        "illustration.json": "written",
        "model.form.json": "unchanged",
    }
    assert (place / "illustration.json").read_bytes() == (PUBLISHED / "illustration.json").read_bytes()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "ten-boxes.calls.json : found [], expected"),
        ("[{", "ten-boxes.calls.json : found"),
        ('[{"tool": "box", "args": {}, "note": "x"}]', '/0/note: found "x", expected no such field'),
        ('[{"tool": "check", "args": {}}, {"tool": "bix", "args": {}}]', "call 2 (bix): FORM refuses it"),
        ('[{"tool": "box", "args": {"label": "a", "size": [0, 1, 1], "at": [0, 0, 0]}}]', "call 1 (box): FORM refuses"),
    ],
)
def test_a_bad_call_list_is_told_and_changes_nothing(copy, text, told):
    before = {path: path.read_bytes() for path in (copy / FOLDER).iterdir()}
    (copy / FOLDER / BOXES_FILE).write_text(text)
    result = run(copy)
    assert result.exit_code == 1
    assert told in result.output
    assert "Traceback" not in result.output
    assert all(path.read_bytes() == data for path, data in before.items() if path.name != BOXES_FILE)


def test_a_missing_task_is_told(copy):
    (copy / "espresso-machine.v1.json").unlink()
    result = run(copy)
    assert result.exit_code == 1
    assert "espresso-machine.v1.json: No such file or directory" in result.output
