"""Several ways to bring about each issue code that reading the content and computing its numbers can find."""

from tests.unit.validate.cases_files import BYTES, FILES
from tests.unit.validate.cases_illustrations import ILLUSTRATIONS
from tests.unit.validate.cases_records import FIELDS, SUMS
from tests.unit.validate.cases_references import CONTENT, REFERENCES
from tests.unit.validate.cases_releases import RELEASES
from tests.unit.validate.cases_repeats import REPEATS
from tests.unit.validate.cases_withdrawn import WITHDRAWN
from tests.unit.validate.spoil import Case

CASES: dict[str, list[Case]] = {}
"""By code."""

for part in (BYTES, FILES, FIELDS, SUMS, REFERENCES, REPEATS, CONTENT, ILLUSTRATIONS, WITHDRAWN, RELEASES):
    for code, cases in part.items():
        CASES.setdefault(code, []).extend(cases)
