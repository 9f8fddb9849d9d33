"""The only place that knows names: files of the content tree, addresses of the site, and ids made from names."""

import hashlib
import re
import unicodedata
from collections import Counter
from pathlib import Path, PurePosixPath

CONTENT = "content"
BENCHMARKS = "benchmarks"
PUBLIC = "public"
EVIDENCE = "evidence"

SITE_FILE = "site.toml"
CAVEATS_FILE = "method/caveats.toml"
WITHDRAWN_FILE = "withdrawn.toml"
RELEASES = "releases"
ALLOWED_LEAKS_FILE = "leaks-allowed.toml"
PAGES = "pages"
CLAIMS = "claims"

ILLUSTRATIONS = "illustrations"
ILLUSTRATION_FILE = "illustration.json"

SUITE_FILE = "suite.json"
TOMBSTONE_FILE = "INVALIDATED.json"
PROTOCOL_FILE = "protocol.json"
TASKS = "tasks"
RUNS = "runs"
RUN_FILE = "run.json"
REVIEW_FILE = "review.json"

OPTIONAL_FILES = frozenset({TOMBSTONE_FILE, REVIEW_FILE})
"""Records that nobody misses; an empty folder of such a name would be taken for none."""

RECORD_MAX_BYTES = 16 * 2**20
"""Largest record; a larger one is refused before it is read."""
ARTIFACT_MAX_BYTES = 64 * 2**20
"""Largest artifact."""

DOCUMENT_FILE = "model.form.json"
"""The saved CAD document of a run."""
VIEWS = ("front", "right", "isometric")
"""Fixed views of a CAD document; a recorded one is `<view>.svg` beside the record."""


ASSETS = "assets"
"""Folder of the templates with the files that every site has: script, style sheet, icons."""


def templates_dir() -> Path:
    """Return the folder of templates: inside the wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def slug(name: str) -> str:
    """Return a slug of the name: lower-case ASCII letters, digits and single hyphens; `x` when nothing is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:60].strip("-") or "x"


def slugs(names: list[str]) -> dict[str, str]:
    """Return a distinct slug for each distinct name, whatever their order.

    Names whose slugs meet, or that left nothing to make a slug of, get a suffix from the hash of the name; one that
    still meets another gets a longer suffix.
    """
    digits = {name: 8 if slug(name) == "x" else 0 for name in set(names)}
    while True:
        made = {name: _suffixed(name, count) for name, count in digits.items()}
        owners = Counter(made.values())
        met = [name for name, value in made.items() if owners[value] > 1]
        if not met:
            return made
        for name in met:
            digits[name] = min(2 * digits[name] or 8, _SHA256_DIGITS)


_SHA256_DIGITS = 64
_SLUG_LONGEST = 80


def _suffixed(name: str, digits: int) -> str:
    """Return the slug with so many digits of the hash of the name; with all of them no other name has it."""
    if not digits:
        return slug(name)
    tag = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:digits]
    return f"{slug(name)[: _SLUG_LONGEST - 1 - digits].strip('-')}-{tag}"


def comparable(name: str) -> str:
    """Return the form in which two names that meet on some host are equal: NFC, case folded."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


HOME = "index.html"
OVERVIEW = "benchmarks/index.html"
METHOD = "benchmarks/method.html"
MARKS = "benchmarks/marks.html"
DATA = "benchmarks/data.html"
RESULTS_JSON = "benchmarks/results.json"
RESULTS_CSV = "benchmarks/results.csv"
RESULTS_PARQUET = "benchmarks/results.parquet"
DATA_PACKAGE = "benchmarks/datapackage.json"
CROISSANT = "benchmarks/croissant.json"
CITATION = "CITATION.cff"
CHANGES = "benchmarks/changes.html"
FEED = "benchmarks/changes.atom"
DICTIONARY_JSON = "benchmarks/dictionary.json"
MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"
NOT_FOUND = "404.html"
SITEMAP = "sitemap.xml"
ROBOTS = "robots.txt"
LLMS = "llms.txt"
HEADERS = "_headers"
NO_JEKYLL = ".nojekyll"


def protocol_page(kind: str) -> str:
    """Return the address of a protocol's page."""
    return f"benchmarks/protocols/{kind}.html"


def suite_page(suite: str) -> str:
    """Return the address of a suite's page."""
    return f"benchmarks/suites/{suite}.html"


def cohort_page(cohort: str) -> str:
    """Return the address of a cohort's page."""
    return f"benchmarks/cohorts/{cohort}.html"


def cohort_runs_page(cohort: str, number: int) -> str:
    """Return the address of a further page of a cohort's runs, from number 2."""
    return f"benchmarks/cohorts/{cohort}--{number}.html"


def cohort_rows(cohort: str) -> str:
    """Return the address of a cohort's rows, used where they are too many for `results.json`."""
    return f"benchmarks/cohorts/{cohort}.json"


def compare_page(comparison: str) -> str:
    """Return the address of a comparison's page."""
    return f"benchmarks/compare/{comparison}.html"


def run_page(address: str) -> str:
    """Return the address of a run's page from `<suite>--<run>`."""
    return f"benchmarks/runs/{address}.html"


def run_record(address: str) -> str:
    """Return the address of a run's record, the bytes of its `run.json`."""
    return f"benchmarks/runs/{address}.json"


def run_file(address: str, name: str) -> str:
    """Return the address of a file beside a run's record."""
    return f"benchmarks/runs/{address}/{name}"


def view_file(document_sha256: str, view: str) -> str:
    """Return the address of a picture that the build draws; runs with the same document share it."""
    return f"benchmarks/views/{document_sha256[:32]}/{view}.svg"


def release_file(name: str) -> str:
    """Return the address of a release as it was written down."""
    return f"benchmarks/releases/{name}.toml"


def changes_page(name: str) -> str:
    """Return the address of the page that tells what a release changed."""
    return f"benchmarks/changes/{name}.html"


def withdrawn_file() -> str:
    """Return the address of the list of withdrawn runs as it was written down."""
    return f"benchmarks/{WITHDRAWN_FILE}"


def caveats_file() -> str:
    """Return the address of the caveats as they were written down."""
    return f"benchmarks/{CAVEATS_FILE.rpartition('/')[2]}"


def illustration_file(illustration: str, name: str) -> str:
    """Return the address of a file of an illustration."""
    return f"benchmarks/illustrations/{illustration}/{name}"


def suite_file(suite: str, name: str) -> str:
    """Return the address of a suite's own file: its record, protocol or a task."""
    return f"benchmarks/suites/{suite}/{name}"


def claim_file(claim: str) -> str:
    """Return the address of a claim as it was written down."""
    return f"benchmarks/claims/{claim}.toml"


def sitemap_part(number: int) -> str:
    """Return the address of one of several sitemaps."""
    return f"sitemap-{number}.xml"


def social_picture(page: str) -> str:
    """Return the address of the picture that social networks show for a page."""
    name = page.removesuffix(".html").rpartition("/")[2]
    return f"social/{'benchmarks' if page == OVERVIEW else name}.png"


def schema_file(name: str) -> str:
    """Return the address of a record's JSON Schema."""
    return f"benchmarks/schema/{name}.schema.json"


def prose_page(source: str) -> str:
    """Return the address of a page of prose from its place below `content/pages`."""
    return str(PurePosixPath(source).with_suffix(".html"))


def up(path: str) -> str:
    """Return the prefix that leads from a page back to the top of the site."""
    return "../" * path.count("/")
