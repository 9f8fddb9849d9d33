"""Content hashes against canonical JSON that was written by hand, following RFC 8785."""

import hashlib
import json

import pytest

from sitegen import fingerprint
from sitegen.records import PROTOCOL, TASK
from sitegen.records.base import TaskRef
from sitegen.records.price import Price, Rates


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# The examples of RFC 8785, sections 3.2.2 and 3.2.3.
RFC_VALUES = (
    r'{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],'
    r' "string": "\u20ac$\u000F\u000aA\u0027\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}'
)
RFC_VALUES_CANONICAL = (
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
    '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
)
RFC_NAMES = (
    r'{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",'
    r' "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}'
)
RFC_NAMES_CANONICAL = (
    '{"\\r":"Carriage Return","1":"One","\x80":"Control","\u00f6":"Latin Small Letter O With Diaeresis",'
    '"\u20ac":"Euro Sign","\U0001f600":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}'
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (RFC_VALUES, RFC_VALUES_CANONICAL),
        (RFC_NAMES, RFC_NAMES_CANONICAL),
        ("[0.0, -0.0, 0, -0]", "[0,0,0,0]"),
        ("[1e21, 1e20, 1e-6, 1e-7, 0.1, 5e-324]", "[1e+21,100000000000000000000,0.000001,1e-7,0.1,5e-324]"),
        ("[9007199254740991, -9007199254740991]", "[9007199254740991,-9007199254740991]"),
        ('{"b": {"d": 1, "c": []}, "a": {}}', '{"a":{},"b":{"c":[],"d":1}}'),
        ('"\\u007f\\u2028<"', '"\x7f\u2028<"'),
    ],
)
def test_json_hash_is_that_of_canonical_json(text, canonical):
    assert fingerprint.of_json(json.loads(text)) == sha256(canonical)


@pytest.mark.parametrize("value", [2**53, -(2**53), 2**70, float("nan"), float("inf"), [{"a": float("-inf")}]])
def test_value_without_canonical_json_is_refused(value):
    with pytest.raises(ValueError):
        fingerprint.of_json(value)


def test_empty_bytes_and_empty_settings_have_known_hashes():
    assert fingerprint.of_bytes(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert fingerprint.of_json({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


TASK_TEXT = """
{ "title": "Bügel", "kind": "modelling", "version": 3, "schema": 1, "id": "clip", "evaluator": "clip",
  "system": "You build parts.", "prompt": "Build a clip.\\nUse 2.50 mm.",
  "requirements": {"wall_mm": 2.50, "labels": ["Top", "Bügel"], "count": 2}, "excluded_tools": ["shell"] }
"""
TASK_CANONICAL = (
    '{"evaluator":"clip","excluded_tools":["shell"],"id":"clip","kind":"modelling","prompt":"Build a clip.'
    '\\nUse 2.50 mm.","requirements":{"count":2,"labels":["Top","Bügel"],"wall_mm":2.5},'
    '"schema":1,"system":"You build parts.","title":"Bügel","version":3}'
)


def test_task_hash():
    assert fingerprint.of_record(TASK.validate_json(TASK_TEXT)) == sha256(TASK_CANONICAL)


def test_task_hash_does_not_depend_on_members_left_to_their_default():
    text = TASK_TEXT.replace(', "excluded_tools": ["shell"]', "")
    canonical = TASK_CANONICAL.replace('["shell"]', "[]")
    assert fingerprint.of_record(TASK.validate_json(text)) == sha256(canonical)


def test_imported_task_hash_covers_the_absent_prompt():
    text = (
        '{"schema": 1, "kind": "imported", "id": "t", "version": 1, "title": "T", "prompt": null,'
        ' "dataset": {"name": "d", "version": "1", "task": "T"}}'
    )
    canonical = (
        '{"dataset":{"name":"d","task":"T","url":null,"version":"1"},"id":"t","kind":"imported","prompt":null,'
        '"schema":1,"title":"T","version":1}'
    )
    assert fingerprint.of_record(TASK.validate_json(text)) == sha256(canonical)


RULES = (
    '{"adapter":"responses","adapter_version":2,"excluded_tools":["shell"],"framing":"As the first message.",'
    '"kind":"api","limits":{"model_turns":20,"output_tokens_per_request":8192,"request_bytes":176000,'
    '"request_ms":180000,"run_ms":600000,"tool_calls":60},"version":1}'
)


@pytest.mark.parametrize("tools", ["[]", '[{"name": "add_box", "description": "A box.", "input_schema": {"a": 1}}]'])
@pytest.mark.parametrize("machine", ["null", '{"os":"Linux","cpu":"c","cores":2,"ram_mib":1,"python":"3.11"}'])
def test_protocol_hash_covers_the_rules_and_neither_tools_nor_machine(tools, machine):
    file = (
        f'{{"schema":1,"kind":"api","machine":{machine},'
        f'"entries":[{{"hash":"{sha256(RULES)}","tools":{tools},"hashed":{RULES}}}]}}'
    )
    (entry,) = PROTOCOL.validate_json(file).entries
    assert fingerprint.of_record(entry.hashed) == entry.hash == sha256(RULES)


@pytest.mark.parametrize(
    ("settings", "canonical"),
    [
        ({"temperature": 0.5, "effort": "low"}, '{"effort":"low","temperature":0.5}'),
        ({"seed": 7, "stream": False, "stop": None}, '{"seed":7,"stop":null,"stream":false}'),
        ({"temperature": 1.0}, '{"temperature":1}'),
    ],
)
def test_settings_hash(settings, canonical):
    assert fingerprint.of_json(settings) == sha256(canonical)


def test_task_set_hash_is_over_the_task_hashes_by_task_id():
    first, second = sha256("first"), sha256("second")
    tasks = [TaskRef(id="b", hash=first), TaskRef(id="a", hash=second)]
    assert fingerprint.of_task_set(tasks) == sha256(f'["{second}","{first}"]')
    assert fingerprint.of_task_set(tasks[::-1]) == fingerprint.of_task_set(tasks)


def test_files_hash_is_over_sorted_lines():
    files = {"b/x.py": sha256("x"), "a.py": sha256("a"), "b.py": sha256("b")}
    lines = f"a.py, {sha256('a')}\nb.py, {sha256('b')}\nb/x.py, {sha256('x')}\n"
    assert fingerprint.of_files(files) == sha256(lines)
    assert fingerprint.of_files(dict(reversed(files.items()))) == sha256(lines)


def test_price_snapshot_hash():
    price = Price(
        provider="house",
        model="m",
        rates=Rates(input="4", cached_read="0.4", output="20"),
        source="https://prices.example",
        checked_on="2026-10-20",
        expires_on="2026-11-20",
    )
    canonical = (
        '{"checked_on":"2026-10-20","default_write_lifetime":null,"expires_on":"2026-11-20","model":"m",'
        '"provider":"house","rates":{"cache_write":{},"cached_read":"0.4","input":"4","output":"20"},'
        '"second_hand":false,"source":"https://prices.example","steps":[],"unbilled":[]}'
    )
    assert fingerprint.of_record(price) == sha256(canonical)
