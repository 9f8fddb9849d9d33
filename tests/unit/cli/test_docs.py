"""What prose says of the code is generated, and in step."""

from sitegen.issues import CATALOGUE
from tools import docs


def test_generated_pages_are_in_step():
    for name, make in docs.PAGES.items():
        assert (docs.DOCS / name).read_text(encoding="utf-8").endswith(make()), f"run: make fix ({name})"


def test_every_command_has_help():
    text = docs.commands()
    for command in ("build-site check", "build-site explain", "build-site serve", "build-site init"):
        assert f"## `{command}`" in text
    assert "benchmark import terminal-bench" in text


def test_every_issue_code_is_documented_with_a_fix():
    text = docs.issues()
    for code, rule in CATALOGUE.items():
        assert f"| `{code}` |" in text
        assert rule.fix.endswith(".")


def test_every_record_field_has_a_meaning():
    for line in docs.records().splitlines():
        assert not line.endswith("| |"), line
        assert "|  |" not in line.replace("|  | ", "| unit | "), line
