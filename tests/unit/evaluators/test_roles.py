"""Labels: how they are compared, and who plays which role. The lists of the label cases are written out here."""

import pytest

from runner.evaluators.roles import assigned, counted, normal, numbered, primary

FULL_WIDTH = "".join(chr(ord(char) + 0xFEE0) for char in "Group_head")
PLACES = (
    *("below", "above", "under", "over", "on", "in", "of", "for"),
    *("with", "behind", "beside", "between", "near", "next to"),
)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Group_Head", "group head"),
        ("  GROUP \t head ", "group head"),
        ("group\u00a0head", "group head"),
        ("__group__head__", "group head"),
        (FULL_WIDTH, "group head"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("drip-tray", "drip-tray"),
        ("K1", "k1"),
        ("ﬁlter", "filter"),
    ],
)
def test_the_normal_form(label, expected):
    assert normal(label) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("drip tray below group head", "drip tray"),
        ("Drip_Tray_BELOW_group head", "drip tray"),
        ("water tank next to cup shelf", "water tank"),
        ("water tank next door", "water tank next door"),
        ("housing (steel)", "housing"),
        ("housing(steel)", "housing"),
        ("housing, rounded", "housing"),
        ("housing;1", "housing"),
        ("housing - main", "housing"),
        ("housing-main", "housing-main"),
        ("button on-off", "button on-off"),
        ("button on/off", "button on/off"),
        ("overhead lamp", "overhead lamp"),
        ("inlet", "inlet"),
        ("shelf of, in and on", "shelf"),
        ("on switch", ""),
        ("tray under(grate)", "tray"),
        *((f"base {word} x", "base") for word in PLACES),
        ("drip tray at the group head", "drip tray at the group head"),
    ],
)
def test_the_primary_label(label, expected):
    assert primary(label) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("grate bar 1", 1),
        ("grate bar-12", 12),
        ("grate bar3", 3),
        ("grate bar 007", 7),
        ("grate bar", None),
        ("grate bar 1a", None),
        ("grate bar - 1", None),
        ("grate bar 1 2", None),
        ("left grate bar 1", None),
        ("grate bars 1", None),
        ("grate-bar 1", None),
    ],
)
def test_numbered_labels(label, expected):
    assert numbered(label, ["grate bar"]) == expected


ROLES = ["group head", "drip tray"]


@pytest.mark.parametrize(
    ("labels", "taken", "rivals", "missing"),
    [
        (
            ["drip tray below group head", "group head"],
            {"group head": "group head", "drip tray": "drip tray below group head"},
            {},
            (),
        ),
        (
            ["group head", "drip tray below group head"],
            {"group head": "group head", "drip tray": "drip tray below group head"},
            {},
            (),
        ),
        (["drip tray below group head"], {"drip tray": "drip tray below group head"}, {}, ("group head",)),
        (["group head", "Group_Head"], {}, {"group head": ("group head", "Group_Head")}, ("drip tray",)),
        (
            ["group head (left)", "group head, right", "drip tray"],
            {"drip tray": "drip tray"},
            {"group head": ("group head (left)", "group head, right")},
            (),
        ),
        (
            ["group head above drip tray", "group head", "drip tray of steel"],
            {"group head": "group head", "drip tray": "drip tray of steel"},
            {},
            (),
        ),
        (["my group head", "drip trays", "group"], {}, {}, ("group head", "drip tray")),
        ([], {}, {}, ("group head", "drip tray")),
    ],
)
def test_roles(labels, taken, rivals, missing):
    roles = assigned(ROLES, labels)
    assert (roles.taken, roles.rivals, roles.missing) == (taken, rivals, missing)


def test_a_whole_label_goes_before_a_primary_one_of_another_role():
    roles = assigned(["tray", "tray on base"], ["tray on base", "tray (steel)"])
    assert roles.taken == {"tray on base": "tray on base", "tray": "tray (steel)"}
    roles = assigned(["tray", "tray on base"], ["tray on base"])
    assert (roles.taken, roles.missing) == ({"tray on base": "tray on base"}, ("tray",))


def test_each_number_counts_once():
    bases = ["control", "knob"]
    assert counted(bases, ["knob 1", "Control_2", "knob"]).taken == {"1": "knob 1", "2": "Control_2"}
    twice = counted(bases, ["knob 1", "control 1", "control 2"])
    assert (twice.taken, twice.rivals) == ({"2": "control 2"}, {"1": ("knob 1", "control 1")})
    assert counted(bases, ["knob 1", "knob 1 (brew)", "knob 2 for steam"]).taken == {
        "1": "knob 1",
        "2": "knob 2 for steam",
    }
    assert counted(bases, ["plate below knob 1", "control panel"]).taken == {}
