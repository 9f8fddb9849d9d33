"""Random calls: mostly of the right shape, made from the declared schemas, so that they often get far into a tool."""

from typing import Any

from hypothesis import strategies as st

from runner.form.dispatch import TOOLS
from runner.form.tools.kinds import SessionTool

Values = st.SearchStrategy[Any]

NUMBERS = [0, -1, 0.004, 0.5, 360, 10_000, 10_001, -1e300, 10**400, float("nan"), float("inf")]
TEXTS = ["", " a", "A", "x" * 70, "x" * 50_000, "\ud800", "\u202e", "a\u0000", "1mm", "../a.form.json", "/tmp/a.stl"]
WORDS = {
    "color": ["#00ff00"],
    "file": ["a.form.json", "b.form.json", "a.stl", "a.glb"],
    "group": ["", "g"],
    "name": ["n {n}", "{} left"],
    "to": [*"cdefgh"],
}
LABELS = [*"aaaaaabbbbbbc"]
COUNTS = dict.fromkeys(["at", "size", "by", "step", "about", "path[]"], (3, 3)) | {
    "outline": (3, 5),
    "outline[]": (2, 2),
    "profile": (3, 5),
    "profile[]": (2, 2),
    "path": (2, 4),
    "sections": (2, 3),
    "calls": (1, 4),
}
SIZES = st.integers(1, 30) | st.floats(1, 40)
RADII = st.integers(1, 3) | st.floats(0.5, 4)
PLACES = st.integers(-30, 30) | st.floats(-60, 60)
JUNK: Values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from([*NUMBERS, *TEXTS]) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["tool", "args", "z"]), inner),
    max_leaves=6,
)
SETTINGS = st.fixed_dictionaries(
    {"at": st.lists(PLACES, min_size=3, max_size=3)},
    optional={"r": RADII, "h": SIZES, "mode": st.sampled_from(["add", "cut", "keep"])},
)


def mostly(fitting: Values, odd: Values) -> Values:
    """The odd ones are one in eighty."""
    return st.sampled_from([fitting] * 79 + [odd]).flatmap(lambda chosen: chosen)


def values(schema: dict[str, Any], name: str) -> Values:
    """Values for the argument of that name."""
    return mostly(fitting(schema, name), JUNK)


def fitting(schema: dict[str, Any], name: str) -> Values:
    """Values that the schema allows."""
    match schema["type"]:
        case "array":
            least, most = COUNTS.get(name, (1, 2))
            inner = schema["items"]
            entries = values(inner, name if inner["type"] == "number" else f"{name}[]")
            different = repr if name in ("labels", "tools") else None
            many = st.lists(entries, min_size=least, max_size=most, unique_by=different)
            return many.map(rising) if name == "sections" else many
        case "object":
            return arguments(schema) if schema["properties"] else SETTINGS
        case "string":
            return st.sampled_from(schema.get("enum") or WORDS.get(name, LABELS))
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(0, 1) if name == "feature" else st.integers(1, 5)
        case _:
            if name in ("r", "r2", "bend"):
                return RADII
            return SIZES if name in ("size", "profile[]") or name not in COUNTS else PLACES


def rising(sections: list[Any]) -> list[Any]:
    """Sections of a loft one above the other."""
    return [{**one, "z": 7 * n} if isinstance(one, dict) else one for n, one in enumerate(sections)]


def arguments(schema: dict[str, Any]) -> Values:
    """Objects with what is required and some of the rest; seldom with names too many or too few."""
    required = schema.get("required", [])
    members = {name: values(inner, name) for name, inner in schema["properties"].items()}
    if "mode" in members and "label" in members:
        members["label"] = mostly(st.sampled_from([*"aabbcdefghi"]), JUNK)
    whole = st.fixed_dictionaries(
        {name: members[name] for name in required},
        optional={name: member for name, member in members.items() if name not in required},
    )
    return mostly(whole, st.dictionaries(st.sampled_from([*members, "units", "\ud800"]), JUNK, max_size=4))


SINGLE = {name: arguments(tool.schema()) for name, tool in TOOLS.items() if name != "batch"} | {"no_such_tool": JUNK}
NOT_IN_BATCH = {name for name, tool in TOOLS.items() if isinstance(tool, SessionTool)}
STEP = st.sampled_from([*sorted({*SINGLE} - NOT_IN_BATCH), "save"]).flatmap(
    lambda name: st.fixed_dictionaries({"tool": st.just(name), "args": SINGLE[name]})
)
BATCH = st.fixed_dictionaries({"calls": st.lists(STEP, min_size=1, max_size=4)}, optional={"dry_run": st.booleans()})
FREQUENT = ["batch", "box", "boolean", "cylinder", "edit", "loft", "revolve", "tube"]
START = [
    ("box", {"label": "a", "size": [20, 30, 10], "at": [0, 0, 0], "r": 2}),
    ("cylinder", {"label": "b", "r": 6, "h": 25, "at": [5, 5, 0]}),
    ("save", {}),
]
"""So that the calls find something to change and to open."""


def calls(*without: str) -> st.SearchStrategy[list[tuple[str, Any]]]:
    """Return lists of tool names and arguments, without calls of some tools."""
    names = st.sampled_from([name for name in [*SINGLE, "batch", *FREQUENT] if name not in without])
    one = names.flatmap(lambda name: st.tuples(st.just(name), BATCH if name == "batch" else SINGLE[name]))
    return st.lists(one, min_size=3, max_size=9)
