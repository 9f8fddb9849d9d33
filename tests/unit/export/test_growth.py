"""What may take the place of published files, and what may not."""

import os

import pytest

from runner.archive import EvidenceFaultError, place, published_files
from runner.export.find import found
from runner.export.growth import losses
from runner.export.public import published
from sitegen.records.grade import EarlierGrade, Evaluation
from sitegen.records.kinds.api import ApiRun, ApiSuite
from sitegen.records.review import Review, ReviewFile, Scores
from tests.unit.suite.rig import Runs, driven, model

RUN = "runs/a-r1/run.json"
REVIEW = "runs/a-r1/review.json"


@pytest.fixture
def files(tmp_path):
    driven(tmp_path / "trial", [model("a", "small"), model("b", "large")], Runs())
    suite, _ = found(tmp_path / "trial")
    assert suite is not None
    return dict(published(suite).files)


def changed(files, path, record):
    return files | {path: record.model_dump_json().encode()}


def run_of(files):
    return ApiRun.model_validate_json(files[RUN])


def graded_again(run, keep=True):
    grade = run.evaluation.grade
    newer = grade.model_copy(update={"reason": "graded again"})
    earlier = EarlierGrade(grade=grade, replaced_at="2026-12-01T00:00:00Z", reason="a label was misread")
    return run.model_copy(update={"evaluation": Evaluation(grade=newer, earlier=(earlier,) if keep else ())})


def reviews(*names):
    scores = Scores(recognizability=5, assembly=5, details=5, finish=5)
    return ReviewFile(
        schema_version=1,
        run="a-r1",
        reviews=tuple(
            Review(
                reviewer=name,
                method="human",
                blind=True,
                reviewed_at="2026-12-01T00:00:00Z",
                artifact_sha256="0" * 64,
                scores=scores,
            )
            for name in names
        ),
    )


def test_the_same_is_no_loss(files):
    assert losses(files, files) == ()
    assert losses({}, files) == ()


def test_new_files_new_reviews_and_new_grades_are_growth(files):
    assert losses(files, files | {REVIEW: b"new"}) == ()
    one, two = (changed(files, REVIEW, reviews(*names)) for names in (("ann",), ("ann", "bo")))
    assert losses(one, two) == ()
    assert losses(files, changed(files, RUN, graded_again(run_of(files)))) == ()


def lost_file(files):
    return {name: data for name, data in files.items() if name != RUN}


def other_run(files):
    return changed(files, RUN, run_of(files).model_copy(update={"requests": 7}))


def other_grade(files):
    return changed(files, RUN, graded_again(run_of(files), keep=False))


def other_task(files):
    return files | {"tasks/espresso-machine-v1.json": b"{}"}


def other_start(files):
    suite = ApiSuite.model_validate_json(files["suite.json"])
    return changed(files, "suite.json", suite.model_copy(update={"started_at": "2026-01-01T00:00:00Z"}))


def fewer_slots(files):
    suite = ApiSuite.model_validate_json(files["suite.json"])
    return changed(files, "suite.json", suite.model_copy(update={"slots": suite.slots[:1]}))


def no_protocol(files):
    return files | {"protocol.json": files["protocol.json"].replace(b"openai-compatible", b"another")}


LOSSES = {
    "a run that is gone": (lost_file, RUN),
    "an edited run": (other_run, RUN),
    "a grade that was thrown away": (other_grade, RUN),
    "another task": (other_task, "tasks/espresso-machine-v1.json"),
    "another suite of the same name": (other_start, "suite.json"),
    "another plan": (fewer_slots, "suite.json"),
    "another protocol": (no_protocol, "protocol.json"),
}


@pytest.mark.parametrize("name", LOSSES)
def test_what_would_be_lost_is_named(files, name):
    change, path = LOSSES[name]
    found = losses(files, change(files))
    assert [one.split(":")[0].split(" ")[0] for one in found] == [path]


def test_a_review_that_is_missing_or_changed_is_a_loss(files):
    before = changed(files, REVIEW, reviews("ann", "bo"))
    for names in (("ann",), ("bo", "ann")):
        assert "review" in losses(before, changed(files, REVIEW, reviews(*names)))[0]


def test_a_published_file_that_is_damaged_is_named(files):
    assert "no valid record" in losses(files | {RUN: b"{}"}, files)[0]


def test_a_suite_changes_place_in_one_step(files, tmp_path):
    content = tmp_path / "content"
    place(content, "trial", files.items(), {})
    suite = ApiSuite.model_validate_json(files["suite.json"])
    more = changed(files, "suite.json", suite.model_copy(update={"summary": "Told in other words."}))
    with pytest.raises(FileExistsError):
        place(content, "trial", more.items(), {})
    place(content, "trial", more.items(), {}, replace=True)
    assert published_files(content, "trial") == more
    assert [path.name for path in (content / "evidence").iterdir()] == ["trial"]


def test_what_is_written_can_be_read_whatever_the_umask(files, tmp_path):
    before = os.umask(0o077)
    try:
        folder = place(tmp_path / "content", "trial", files.items(), {})
    finally:
        os.umask(before)
    modes = {path.is_dir(): path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}
    assert modes == {True: 0o755, False: 0o644}
    assert all(path.stat().st_mode & 0o777 == modes[path.is_dir()] for path in folder.rglob("*"))


def test_what_a_killed_report_left_behind_is_removed(files, tmp_path):
    content = tmp_path / "content"
    (content / "evidence/.part-left/runs").mkdir(parents=True)
    place(content, "trial", files.items(), {})
    assert [path.name for path in (content / "evidence").iterdir()] == ["trial"]


@pytest.mark.parametrize("name", ["suite.json", "runs/a-r1/front.svg", "runs/a-r1/model.form.json"])
def test_a_leak_in_any_file_leaves_all_as_it_was(files, tmp_path, name):
    content = tmp_path / "content"
    place(content, "trial", files.items(), {})
    leaky = files | {name: b'{"a": "/home/someone/work"}'}
    with pytest.raises(EvidenceFaultError):
        place(content, "trial", leaky.items(), {}, replace=True)
    assert published_files(content, "trial") == files
    assert [path.name for path in (content / "evidence").iterdir()] == ["trial"]
