"""The file `model.form.json`: one byte string a document, and every fault of a broken one named."""

import base64
import json

import numpy as np
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.formdoc import (
    Document,
    DocumentError,
    Part,
    canonical,
    canonical_mesh,
    check_reopen_without_kernel,
    label_fault,
    label_key,
    parse,
)

# A tetrahedron of legs 1, 2, 3 mm: 1 mm3.
MESH = canonical_mesh(
    np.array([[0, 0, 0], [1000, 0, 0], [0, 2000, 0], [0, 0, 3000]]),
    np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]),
)


def document(*labels, features=({"op": "box", "mode": "new", "size": [1, 2.5, 3]},)):
    parts = (Part(label, "#0a1b2c", "", True, features, MESH) for label in labels)
    return Document("manifold3d", "3.5.4", tuple(parts))


GOOD = canonical(document("a"))


def changed(path, value):
    """The good document with one value in another place, written in canonical form."""
    content = json.loads(GOOD)
    *steps, last = path
    place = content
    for step in steps:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return rfc8785.dumps(content) + b"\n"


def test_a_document_as_bytes():
    vertices = np.array([[0, 0, 0], [0, 0, 3000], [0, 2000, 0], [1000, 0, 0]], "<i4").tobytes()
    indices = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]], "<u2").tobytes()
    # The hash is that of the 48 vertex bytes and 24 index bytes, packed with struct and hashed apart from this code.
    solid = (
        b'{"bbox_um":[0,0,0,1000,2000,3000],"closed":true,"indices":"' + base64.b64encode(indices) + b'","sha256":"'
        b"76eef65bd3f2dc25947912355b02cef506df48c2c82259fc93c33466eef42205"
        b'","triangles":4,"vertices_um":"' + base64.b64encode(vertices) + b'","volume_mm3":1}'
    )
    expected = (
        b'{"form":1,"kernel":{"name":"manifold3d","version":"3.5.4"},"parts":[{"color":"#0a1b2c",'
        b'"features":[{"mode":"new","op":"box","size":[1,2.5,3]}],"group":"","label":"a","solid":'
        + solid
        + b',"visible":true}],"units":"mm"}\n'
    )
    assert expected == GOOD


def test_an_empty_document_reopens():
    data = canonical(Document("manifold3d", "3.5.4", ()))
    assert data == b'{"form":1,"kernel":{"name":"manifold3d","version":"3.5.4"},"parts":[],"units":"mm"}\n'
    assert check_reopen_without_kernel(data) == ()


def test_parts_keep_their_order():
    data = canonical(document("b", "a", "c"))
    assert [part.label for part in parse(data).parts] == ["b", "a", "c"]
    assert canonical(parse(data)) == data


numbers = st.one_of(st.integers(-10_000, 10_000), st.floats(-10_000, 10_000))
values = st.recursive(
    numbers | st.booleans() | st.sampled_from(["z", "größe", "☕"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=8,
)


@settings(derandomize=True, deadline=None)
@given(
    st.lists(st.dictionaries(st.sampled_from(["op", "at", "r", "path"]), values, min_size=1), min_size=1, max_size=3)
)
def test_any_features_reopen_to_the_same_bytes(features):
    features = tuple({**feature, "op": "box"} for feature in features)
    data = canonical(document("a", features=features))
    assert check_reopen_without_kernel(data) == ()
    assert data[:-1] == rfc8785.dumps(json.loads(data))  # another implementation of canonical JSON


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3"), (-0.0, "0"), (0.00004, "0"), (1.00005, "1.0001"), (2.5, "2.5"), (-0.12344, "-0.1234")],
)
def test_numbers_have_four_decimals(value, text):
    assert f'"r":{text}}}'.encode() in canonical(document("a", features=({"op": "x", "r": value},)))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_are_not_finite_are_not_written(value):
    with pytest.raises(ValueError, match="finite"):
        canonical(document("a", features=({"op": "x", "r": value},)))


def test_what_is_no_json_is_not_written():
    with pytest.raises(TypeError, match="set"):
        canonical(document("a", features=({"op": "x", "r": {1}},)))


@pytest.mark.parametrize("cut", [1, 2, 100, len(GOOD) - 3])
def test_a_truncated_file_is_refused(cut):
    (fault,) = check_reopen_without_kernel(GOOD[: len(GOOD) - cut - 1])
    assert fault.code == "not-json"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-json"),
        (b"\xef\xbb\xbf" + GOOD, "not-json"),
        (GOOD.replace(b'"a"', b'"\xff"'), "not-utf8"),
        (GOOD.replace(b'"form":1', b'"form":1,"form":1'), "not-json"),
        (GOOD.replace(b"2.5", b"NaN"), "not-json"),
        (GOOD.replace(b"2.5", b"9" * 5000), "not-json"),
        (b"[" * 200_000, "too-deep"),
        (b" " * 64_000_001, "too-large"),
    ],
)
def test_what_is_no_json_is_refused(data, code):
    assert [fault.code for fault in check_reopen_without_kernel(data)] == [code]


@pytest.mark.parametrize(
    ("data", "code", "found"),
    [
        (GOOD.replace(b"2.5", b"[" + b"{}," * 1_000_000 + b"1]"), "too-large", "2000"),
        (GOOD.replace(b'"op"', b'"x":1,' * 60_000 + b'"op"'), "not-json", "an object of 60003 members"),
        (GOOD.replace(b'[{"mode"', b"[" + b"{}," * 200 + b'{"mode"'), "bad-value", "[{}, {}"),
        (GOOD.replace(b"2.5", b"null," * 100_000 + b"1"), "bad-feature", "None"),
    ],
    ids=["values", "members", "features", "faults"],
)
def test_a_small_file_cannot_ask_for_much(data, code, found):
    """Whatever a file holds, it is refused after a few faults, before much is made of it."""
    faults = check_reopen_without_kernel(data)
    assert len(faults) <= 20
    assert (faults[0].code, faults[0].found[: len(found)]) == (code, found)


@pytest.mark.parametrize(
    ("path", "value", "code", "pointer"),
    [
        (["form"], 2, "bad-value", "/form"),
        (["units"], "inch", "bad-value", "/units"),
        (["kernel"], None, "missing", "/kernel"),
        (["kernel", "version"], "", "bad-value", "/kernel/version"),
        (["extra"], 1, "unknown-field", "/extra"),
        (["parts", 0, "color"], "red", "bad-value", "/parts/0/color"),
        (["parts", 0, "visible"], "yes", "bad-value", "/parts/0/visible"),
        (["parts", 0, "features"], [], "bad-value", "/parts/0/features"),
        (["parts", 0, "label"], " a", "bad-label", "/parts/0/label"),
        (["parts", 0, "group"], "x\u0007", "bad-label", "/parts/0/group"),
        (["parts", 0, "features", 0, "op"], None, "bad-feature", "/parts/0/features/0/op"),
        (["parts", 0, "features", 0, "size", 1], 1e300, "bad-feature", "/parts/0/features/0/size/1"),
        (["parts", 0, "features", 0, "A b"], 1, "bad-feature", "/parts/0/features/0"),
        (["parts", 0, "features", 0, "name"], "\u0000", "bad-feature", "/parts/0/features/0/name"),
        (["parts", 0, "solid", "vertices_um"], "AAAA", "bad-mesh", "/parts/0/solid"),
        (["parts", 0, "solid", "indices"], "", "bad-mesh", "/parts/0/solid/indices"),
        (["parts", 0, "solid", "sha256"], "0", "bad-value", "/parts/0/solid/sha256"),
    ],
)
def test_a_fault_is_named_with_its_place(path, value, code, pointer):
    (fault,) = check_reopen_without_kernel(changed(path, value))
    assert (fault.code, fault.pointer) == (code, pointer)


def test_all_faults_are_named_at_once():
    content = json.loads(canonical(document("a", "b")))
    content["parts"][0]["label"] = "a "
    content["parts"][1]["solid"]["vertices_um"] = "AAAA"
    with pytest.raises(DocumentError) as caught:
        parse(json.dumps(content).encode())
    assert [fault.pointer for fault in caught.value.faults] == ["/parts/0/label", "/parts/1/solid"]


def test_features_nested_beyond_need_are_refused():
    deep: object = 1
    for _ in range(40):
        deep = [deep]
    (fault,) = check_reopen_without_kernel(changed(["parts", 0, "features", 0, "size"], deep))
    assert fault.code == "too-deep"


def test_vertices_beyond_ten_metres_are_refused():
    far = base64.b64encode(np.array([[0, 0, 0], [0, 0, 3000], [0, 2000, 0], [10_000_001, 0, 0]], "<i4").tobytes())
    (fault,) = check_reopen_without_kernel(changed(["parts", 0, "solid", "vertices_um"], far.decode()))
    assert (fault.code, fault.pointer) == ("bad-mesh", "/parts/0/solid/vertices_um")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("closed", False),
        ("volume_mm3", 1.001),
        ("bbox_um", [0, 0, 0, 1000, 2000, 3001]),
        ("triangles", 5),
        ("sha256", "0" * 64),
    ],
)
def test_a_written_value_that_the_mesh_does_not_yield_is_found(key, value):
    (fault,) = check_reopen_without_kernel(changed(["parts", 0, "solid", key], value))
    assert fault.pointer.startswith(f"/parts/0/solid/{key}")
    assert fault.code == "not-reopened"


def test_a_moved_vertex_is_found_by_every_value_that_it_changes():
    moved = np.array([[0, 0, 0], [0, 0, 3000], [0, 2000, 0], [2000, 0, 0]], "<i4").tobytes()
    faults = check_reopen_without_kernel(
        changed(["parts", 0, "solid", "vertices_um"], base64.b64encode(moved).decode())
    )
    assert {fault.pointer for fault in faults} == {
        "/parts/0/solid/bbox_um/3",
        "/parts/0/solid/sha256",
        "/parts/0/solid/volume_mm3",
    }


def test_triangles_in_another_order_are_found():
    indices = np.array([[0, 2, 3], [0, 1, 2], [0, 3, 1], [1, 3, 2]], "<u2").tobytes()
    faults = check_reopen_without_kernel(changed(["parts", 0, "solid", "indices"], base64.b64encode(indices).decode()))
    assert "/parts/0/solid/indices" in {fault.pointer for fault in faults}


@pytest.mark.parametrize(
    "data",
    [
        b" " + GOOD,
        GOOD + b"\n",
        GOOD[:-1],
        GOOD.replace(b",", b", ", 1),
        GOOD.replace(b"2.5", b"2.50"),
        GOOD.replace(b'"a"', b'"\\u0061"'),
    ],
)
def test_another_spelling_of_the_same_content_is_found(data):
    (fault,) = check_reopen_without_kernel(data)
    assert fault.code == "not-canonical"


@pytest.mark.parametrize("pair", [("group head", "Group_Head"), ("a b", "a  b"), ("a", "A"), ("Straße", "STRASSE")])
def test_labels_that_differ_only_in_case_spaces_and_underscores_are_twins(pair):
    assert label_key(pair[0]) == label_key(pair[1])
    data = canonical(document(*pair))
    (fault,) = check_reopen_without_kernel(data)
    assert (fault.code, fault.pointer) == ("twin-label", "/parts/1/label")


def test_a_label_inside_another_is_another_label():
    labels = ("drip tray below group head", "group head", "group head 1")
    assert len({label_key(label) for label in labels}) == 3
    assert check_reopen_without_kernel(canonical(document(*labels))) == ()


@pytest.mark.parametrize("label", ["", " a", "a ", "a\n", "x" * 65, "a\u202eb", "\ud800", "_", "a{n}", "e\u0301"])
def test_labels_that_may_not_be(label):
    assert label_fault(label)


@pytest.mark.parametrize("label", ["a", "Größe 1", "x" * 64, "=1+1", "a/b", "<b>", "é"])
def test_labels_that_may_be(label):
    assert label_fault(label) is None
