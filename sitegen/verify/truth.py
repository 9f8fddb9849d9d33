"""Everything worked out from the records, by what pages speak of."""

from dataclasses import dataclass

from sitegen.verify.records import Object

Wrong = tuple[str, str, str]
"""A place on a page, what is there, what should be."""


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything worked out, by what pages speak of."""

    cohorts: dict[str, Object]
    suites: dict[str, Object]
    protocols: dict[str, Object]
    claims: dict[str, Object]
    rows: dict[str, Object]
    """Published rows by run address."""

    @classmethod
    def of(cls, wanted: Object) -> "Truth":
        """Return what was worked out, indexed."""
        by_id = {name: {one["id"]: one for one in wanted[name]} for name in ("cohorts", "suites", "claims")}
        return cls(
            by_id["cohorts"],
            by_id["suites"],
            {one["kind"]: one for one in wanted["protocols"]},
            by_id["claims"],
            {row["address"]: row for row in wanted["rows"]},
        )
