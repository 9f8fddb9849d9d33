"""A spoiled list of withdrawn runs, by issue code; the base tree has none, so each case writes one first."""

from tests.unit.validate.spoil import Case, Spoil, write

FILE = "content/withdrawn.toml"


def entry(suite: str, run: str, reason: str = "The tool was broken.") -> str:
    """Return a withdrawn run as the file has it."""
    return f'\n[[withdrawn]]\nsuite = "{suite}"\nrun = "{run}"\non = "2026-12-01"\nreason = "{reason}"\n'


def listing(*entries: str) -> Spoil:
    """Write the file."""
    return write(FILE, "".join(("schema = 1\n", *entries)).encode())


FIRST = entry("alpha", "alpha-1")

WITHDRAWN: dict[str, list[Case]] = {
    "toml-syntax": [Case(write(FILE, b"schema = 1\nwithdrawn = ["), FILE, "", "", "valid TOML")],
    "field-missing": [
        Case(listing(FIRST.replace("reason = ", "# ")), FILE, "/withdrawn/0/reason", "nothing", "the field")
    ],
    "time-invalid": [
        Case(listing(FIRST.replace("12-01", "02-30")), FILE, "/withdrawn/0/on", "2026-02-30", "day of the calendar")
    ],
    "withdrawn-duplicate": [
        Case(
            listing(FIRST, entry("alpha", "alpha-1", "Once more.")), FILE, "/withdrawn/1/run", "alpha--alpha-1", "once"
        )
    ],
    "withdrawn-unknown": [
        Case(listing(entry("alpha", "alpha-99")), FILE, "", "alpha-99 of suite alpha", "a run of a suite"),
        Case(listing(entry("gone", "alpha-1")), FILE, "", "alpha-1 of suite gone", "a run of a suite"),
    ],
}
