"""A spoiled illustration, by issue code; the base tree has none, so each case writes one first."""

import json
import os

from sitegen.formdoc import Document, canonical
from tests.trees.jsonform import Object, invented_hash, sha256
from tests.unit.validate.base_runs import EVALUATOR
from tests.unit.validate.spoil import Case, Spoil, also, put, remove, write

FOLDER = "content/illustrations/part"
RECORD = f"{FOLDER}/illustration.json"
DOCUMENT = f"{FOLDER}/model.form.json"
MODEL = canonical(Document("manifold3d", "3.5.4", ()))
FIELDS: Object = {
    "schema": 1,
    "id": "part",
    "title": "A part",
    "text": "What a part looks like.",
    "task": {"id": "bracket", "hash": invented_hash("task")},
    "document": sha256(MODEL),
    "grade": {"evaluator": EVALUATOR, "points": 0, "points_max": 0, "checks": []},
}

WHOLE = also(write(RECORD, json.dumps(FIELDS).encode()), write(DOCUMENT, MODEL))
"""Writes an illustration in which nothing is wrong."""


def _after(spoil: Spoil) -> Spoil:
    return also(WHOLE, spoil)


ILLUSTRATIONS: dict[str, list[Case]] = {
    "json-syntax": [Case(_after(write(RECORD, b"{")), RECORD, "", "line 1", "valid JSON")],
    "field-unknown": [Case(_after(put(RECORD, "/text_en", "x")), RECORD, "/text_en", "x", "no such field")],
    "file-missing": [Case(_after(remove(DOCUMENT)), DOCUMENT, "", "nothing", "model.form.json")],
    "file-unexpected": [
        Case(write(DOCUMENT, MODEL), DOCUMENT, "", "model.form.json", "illustrations/"),
        Case(write("content/pages/illustration.json", b"{}"), "content/pages/illustration.json", "", "json", "pages"),
        Case(_after(write(f"{FOLDER}/notes.txt", b"x")), f"{FOLDER}/notes.txt", "", "notes.txt", "illustrations/"),
    ],
    "file-too-large": [
        Case(_after(lambda root: os.truncate(root / RECORD, 2**24 + 1)), RECORD, "", "16777217", "16777216"),
    ],
    "id-mismatch": [Case(_after(put(RECORD, "/id", "piece")), RECORD, "/id", "piece", "part")],
    "artifact-hash": [
        Case(
            _after(put(RECORD, "/document", invented_hash("another"))),
            RECORD,
            "/document",
            invented_hash("another"),
            f"{sha256(MODEL)} of model.form.json",
        ),
    ],
}
