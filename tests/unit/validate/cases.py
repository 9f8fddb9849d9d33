"""Several ways to bring about each issue code that reading the content and computing its numbers can find."""

from tests.unit.validate.cases_files import BYTES, FILES
from tests.unit.validate.cases_records import FIELDS, SUMS
from tests.unit.validate.cases_references import CONTENT, REFERENCES
from tests.unit.validate.spoil import Case

CASES: dict[str, list[Case]] = BYTES | FILES | FIELDS | SUMS | REFERENCES | CONTENT
"""By code."""
