"""What a terminal shows, and that a pipe stays quiet."""

import io

from runner.suite.order import order
from runner.suite.progress import Progress
from sitegen.records.usage import ExplainedClass, Usage
from tests.unit.suite.rig import ledger, model, prepared, record

KNOWN = Usage(input=12_000, cached_read=1, cache_write=0, output=345, reasoning=None)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(out, tmp_path, usage=KNOWN, **changes):
    budget = ledger(10)
    seconds = iter([100.0, 100.0, 225.9])
    progress = Progress(out, lambda: budget.spending, lambda: next(seconds))
    one = model("a", **changes)
    place = order([one], 3)[1]
    progress.began(place, 3)
    budget.settle(prepared(tmp_path, [one]).plan.picks[0].price, None, 12_345_678)
    progress.turn(place.run, 2, 7, usage)
    suite = prepared(tmp_path, [one])
    progress.ended(record(suite.planned(suite.places[0], None)))
    return out.getvalue()


def test_one_line_is_rewritten_and_cleared_at_the_end(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    lines = shown(Terminal(), tmp_path).split("\r\x1b[K")
    assert lines == [
        "",
        "2/3 a-r2  turn 0  calls 0  0 tokens  0.0000 of 10 USD  0:00",
        "2/3 a-r2  turn 2  calls 7  12,345 tokens  0.0012 of 10 USD  2:05",
        "",
    ]


def test_a_narrow_terminal_never_wraps(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    assert max(len(line) for line in shown(Terminal(), tmp_path).split("\r\x1b[K")) == 29


def test_a_pipe_stays_quiet(tmp_path):
    assert shown(io.StringIO(), tmp_path) == ""


def test_what_is_not_known_is_no_zero(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    lost: dict[ExplainedClass, str] = {"input": "lost", "output": "lost"}
    unknown = Usage(input=None, cached_read=None, cache_write=None, output=None, reasoning=None, missing=lost)
    for usage in (None, unknown):
        line = shown(Terminal(), tmp_path, usage, billed=False).split("\r\x1b[K")[2]
        assert line == "2/3 a-r2  turn 2  calls 7  tokens unknown  not billed  2:05"
