"""One broken tree per issue code: exactly that code appears, with place, found, expected and fix."""

import pytest

from tests.unit.validate.base import write_base
from tests.unit.validate.cases import CASES
from tests.unit.validate.spoil import Place, issues_of

ROWS = [
    pytest.param(code, case, id=f"{code}-{number}")
    for code, cases in CASES.items()
    for number, case in enumerate(cases)
]


def test_the_base_tree_has_no_issues(tmp_path):
    write_base(tmp_path)
    assert issues_of(tmp_path) == ()


@pytest.mark.parametrize(("code", "case"), ROWS)
def test_a_spoiled_tree_has_exactly_that_issue(tmp_path, code, case):
    write_base(tmp_path)
    if not case.late:
        case.spoil(tmp_path)
    issues = issues_of(tmp_path, case.spoil if case.late else None)
    place = Place(code, case.file, case.pointer)
    found = {Place(one.code, one.file, one.pointer): one for one in issues}
    assert len(found) == len(issues)
    assert sorted(found) == sorted([place, *case.besides]), issues
    one = found[place]
    assert case.found in one.found
    assert case.expected in one.expected
    assert one.expected
    assert one.severity == ("warning" if code == "run-alike" else "error")
    assert one.rule.fix.endswith(".")
    assert one.rule.meaning.endswith(".")
