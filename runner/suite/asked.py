"""What a user asks for, checked: every fault of models, keys, prices and settings at once."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from runner.evaluators import LOST
from runner.keys import EnvFileError, env_file, keys
from runner.providers import ADAPTERS, Scripted, parse_calls
from runner.providers.contract import Adapter
from runner.suite.choice import Pick, pick, wanted
from sitegen.issues import Issue, issue
from sitegen.records.model import Model, ModelFile
from sitegen.records.task import ModellingTask
from sitegen.store import Parsed, parse_record

MODELS_FILE = "models.json"
CALLS = "illustration"
DEFAULT_TASK = "espresso-machine.v1"
T = TypeVar("T")
_MODELS = TypeAdapter(ModelFile)
_TASK = TypeAdapter(ModellingTask)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a user asks for."""

    benchmarks: Path
    """Folder of models.json and the tasks."""
    task: str
    """Name of the task's file, without its ending."""
    models: tuple[str, ...]
    """Ids of the models; none for every one that is no fixture."""
    env_file: Path | None
    """The only file that keys are read from."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a suite is made of, and what is wrong with it."""

    task: ModellingTask
    picks: tuple[Pick, ...]
    faults: tuple[str, ...]
    """A sentence each; empty when every pick can start."""


class AskError(Exception):
    """Files that the user named cannot be used; `issues` and `faults` say why."""

    def __init__(self, issues: tuple[Issue, ...], faults: tuple[str, ...]) -> None:
        """Take everything that is wrong."""
        super().__init__(f"{len(issues) + len(faults)} faults")
        self.issues = issues
        self.faults = faults


def chosen(asked: Asked, day: str, environment: Mapping[str, str] = os.environ) -> Chosen:
    """Return the task and the models, each with the key and the price of a day, and every fault of them.

    Raises:
        AskError: models.json, the task or the file of keys cannot be read.
    """
    models, task = _read(asked)
    found, faults = wanted(models.models, asked.models)
    names = frozenset(model.key_variable for model in found if model.key_variable)
    known = keys(names, environment, _variables(asked))
    picked = tuple(
        pick(model, day, known.get(model.key_variable or ""), _adapter(model, asked.benchmarks)) for model in found
    )
    return Chosen(task, picked, (*_task_faults(task), *faults, *(fault for pick in picked for fault in pick.faults)))


def _task_faults(task: ModellingTask) -> tuple[str, ...]:
    """Return why no artifact of the task could be graded, if so."""
    if task.evaluator not in LOST:
        return (f"{task.id}: there is no evaluator named {task.evaluator}; there are {', '.join(LOST)}",)
    try:
        LOST[task.evaluator](task, "tried before anything is spent")
    except ValueError as error:
        return (f"{task.id}: {error}",)
    return ()


def _read(asked: Asked) -> tuple[ModelFile, ModellingTask]:
    models = _parsed(_MODELS, asked.benchmarks / MODELS_FILE, "the list of models")
    tasks = sorted(path.stem for path in asked.benchmarks.glob("*.v*.json"))
    task = _parsed(_TASK, asked.benchmarks / f"{asked.task}.json", f"a task; there are {', '.join(tasks) or 'none'}")
    if models.record is None or task.record is None:
        raise AskError((*models.issues, *task.issues), ())
    return models.record, task.record


def _parsed(adapter: TypeAdapter[T], path: Path, what: str) -> Parsed[T]:
    try:
        return parse_record(adapter, path.read_bytes(), str(path))
    except FileNotFoundError:
        return Parsed(None, (issue("file-missing", str(path), found="nothing", expected=what),))
    except OSError as error:
        missing = issue("file-unreadable", str(path), found=error.strerror, expected="a readable file")
        return Parsed(None, (missing,))


def _variables(asked: Asked) -> Mapping[str, str]:
    try:
        return {} if asked.env_file is None else env_file(asked.env_file)
    except EnvFileError as error:
        raise AskError((), (str(error),)) from None


def _adapter(model: Model, benchmarks: Path) -> Adapter | None:
    """Return the model's adapter; None where there is none of its name."""
    if model.calls is None:
        return ADAPTERS.get(model.adapter)
    path = benchmarks / CALLS / model.calls
    try:
        return Scripted(parse_calls(path.read_bytes()))
    except OSError as error:
        raise AskError((), (f"{path}: {error.strerror}",)) from None
    except ValueError as error:
        raise AskError((), (f"{path}: {error}",)) from None
