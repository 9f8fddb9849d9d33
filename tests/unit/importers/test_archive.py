"""A suite is written whole, or not at all."""

import pytest

from runner.archive import EvidenceFaultError, write_suite
from runner.importers.terminal_bench import Order, take_over


def evidence_of(copy):
    result, _ = take_over(copy.folder, Order(suite="tb-part", retrieved_on="2026-11-30"))
    return result


def test_nothing_is_left_when_writing_breaks_off(droid, tmp_path):
    found = evidence_of(droid)

    def runs():
        yield found.runs[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_suite(tmp_path / "content", found.suite, found.protocol, found.tasks, runs())
    assert list((tmp_path / "content" / "evidence").iterdir()) == []


def test_a_suite_appears_under_its_name_only_when_it_is_whole(droid, tmp_path):
    found = evidence_of(droid)
    target = tmp_path / "content" / "evidence" / "tb-part"

    def runs():
        for run in found.runs:
            assert not target.exists()
            yield run

    assert write_suite(tmp_path / "content", found.suite, found.protocol, found.tasks, runs()) == target
    assert len(list(target.glob("runs/*/run.json"))) == 4


def test_a_suite_that_is_there_is_never_overwritten(droid, tmp_path):
    found = evidence_of(droid)
    target = tmp_path / "content" / "evidence" / "tb-part"
    target.parent.mkdir(parents=True)
    target.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        write_suite(tmp_path / "content", found.suite, found.protocol, found.tasks, found.runs)
    assert target.is_symlink()


def test_a_suite_with_something_private_is_refused_and_leaves_nothing(droid, tmp_path):
    found = evidence_of(droid)
    home = "/".join(("", "home", "quill", "notes.txt"))
    leaking = found.runs[0].model_copy(update={"stop": found.runs[0].stop.model_copy(update={"detail": home})})
    with pytest.raises(EvidenceFaultError) as raised:
        write_suite(tmp_path / "content", found.suite, found.protocol, found.tasks, [leaking])
    assert [(one.code, one.pointer) for one in raised.value.issues] == [("leak", "/stop/detail")]
    assert list((tmp_path / "content" / "evidence").iterdir()) == []
