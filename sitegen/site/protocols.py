"""The protocol families: what each asks, what it drives and how its values come about. One table for every page."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Family:
    """One protocol family in words."""

    kind: str
    title: str
    question: str
    driven: str
    """What is driven, in a few words."""
    about: str
    """What its runs are, in a sentence or two."""
    time: str
    """What wall time means."""
    tokens: str
    """Where token counts come from."""
    cost: str
    """Where costs come from."""
    end: str
    """How a run ends, and what counts as dispatched."""


_FAMILIES = (
    Family(
        "api",
        "Native API",
        "What does it cost a model to do a piece of work through its provider’s own API?",
        "a model through its provider’s own API",
        "The runner sends the task and the tools of a local server to the provider, runs each tool call that comes "
        "back, and goes on until the model answers, reaches a limit or fails.",
        "From just before the first request to the final answer, the limit or the failure. Server start, grading "
        "and drawing are outside it.",
        "Usage as the provider reports it for every response, added up.",
        "The provider’s own amount where every response has one, else usage times a dated list price.",
        "A run counts from the first byte of its first request.",
    ),
    Family(
        "codex",
        "Codex CLI",
        "The same work, given to a model inside Codex with a subscription?",
        "a model inside Codex CLI, with a logged-in subscription",
        "Codex brings its own system instruction and its own way of calling tools, so the result belongs to the model "
        "and Codex together.",
        "From the start of the command line to its exit.",
        "Turn events of the command line.",
        "A subscription has no price per run: the cost is not known, and it is not zero.",
        "A run counts once the command line has started.",
    ),
    Family(
        "stacks",
        "Stacks",
        "What does the same feature cost an agent on different web stacks, and does it work?",
        "one coding agent on new projects of several stacks",
        "Every run starts from a newly created project of its stack and gets the same specification, word for word.",
        "From the first prompt to the last answer.",
        "The agent’s own transcript, request by request.",
        "No money is compared here; tokens are.",
        "A run counts once the prompt was sent.",
    ),
    Family(
        "arms",
        "Paired arms",
        "Does a coding kit save money on matched tasks?",
        "one worker without a kit, with it, and with the kit’s choice of model",
        "The same task starts from the same revision in three arms; each unit is compared with its own partner.",
        "As the worker reports it, else its wall time where it made one attempt.",
        "As the worker reports it from its provider.",
        "As billed only; an estimate supports no saving.",
        "A run counts once its worker has started.",
    ),
    Family(
        "imported",
        "Imported suites",
        "What do the published logs of other harnesses say, read with the same rules?",
        "whatever the other harness drove; its logs are read, nothing is run again",
        "Runs that other harnesses made and published, with their origin named. What the origin did not record stays "
        "unknown.",
        "The origin’s agent time. Its times for set-up and tests stand apart.",
        "As the origin recorded them; a zero that means “not recorded” is read as unknown.",
        "Only where the origin recorded an amount.",
        "Every trial that the origin lists counts, with a file or without.",
    ),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({family.kind: family for family in _FAMILIES})
"""Every family by kind, in the order in which pages show them."""
