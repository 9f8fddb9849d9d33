"""The site's own files: configuration, caveats, claims, pages of prose, the allow-list of the leak gate."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import TypeAdapter

from sitegen.inputs import AnyClaim, FileFact, IllustrationInput, ProseInput
from sitegen.issues import Issue, issue
from sitegen.layout import (
    ALLOWED_LEAKS_FILE,
    CAVEATS_FILE,
    CLAIMS,
    CONTENT,
    DOCUMENT_FILE,
    EVIDENCE,
    ILLUSTRATION_FILE,
    ILLUSTRATIONS,
    PAGES,
    RELEASES,
    SITE_FILE,
    WITHDRAWN_FILE,
)
from sitegen.load.reader import Reader
from sitegen.records.caveat import Caveat, CaveatFile
from sitegen.records.claim import Claim
from sitegen.records.illustration import Illustration
from sitegen.records.release import Release
from sitegen.records.site import PageHead, SiteConfig
from sitegen.records.text import UNSEEN
from sitegen.records.withdrawal import Withdrawal, WithdrawnFile
from sitegen.scan import Seen
from sitegen.snapshots import Past, Snapshot
from sitegen.store import parse_record, parse_toml, text_faults

T = TypeVar("T")
_SITE = TypeAdapter(SiteConfig)
_CAVEATS = TypeAdapter(CaveatFile)
_CLAIM: TypeAdapter[AnyClaim] = TypeAdapter(Claim)
_HEAD = TypeAdapter(PageHead)
_WITHDRAWN = TypeAdapter(WithdrawnFile)
_RELEASE = TypeAdapter(Release)
_ILLUSTRATION = TypeAdapter(Illustration)
_OF_AN_ILLUSTRATION = (ILLUSTRATION_FILE, DOCUMENT_FILE)
_PLACES = (
    "site.toml, withdrawn.toml, pages/**/*.md, claims/*.toml, method/caveats.toml, releases/*.toml, illustrations/, "
    "evidence/"
)
_LINE_END = "\n"
_FENCE = f"+++{_LINE_END}"


class SiteFiles:
    """Reads the site's own files and keeps what was found wrong with them."""

    def __init__(self, files: Sequence[Seen], reader: Reader) -> None:
        """Take every file of the content tree."""
        self._files: Mapping[str, Seen] = {seen.path: seen for seen in files}
        self._reader = reader
        self.issues: list[Issue] = []
        self.facts: list[FileFact] = []

    def config(self) -> SiteConfig | None:
        """Return the site's configuration, or None with issues."""
        path = f"{CONTENT}/{SITE_FILE}"
        if path not in self._files:
            self.issues.append(issue("file-missing", path, found="nothing", expected=SITE_FILE))
            return None
        return self._toml(path, _SITE)

    def caveats(self) -> tuple[Caveat, ...]:
        """Return the caveats in file order; none where there is no such file."""
        path = f"{CONTENT}/{CAVEATS_FILE}"
        found = self._toml(path, _CAVEATS) if path in self._files else None
        if found is None:
            return ()
        seen: set[str] = set()
        for index, caveat in enumerate(found.caveat):
            if caveat.id in seen:
                place = f"/caveat/{index}/id"
                self.issues.append(issue("caveat-duplicate", path, place, found=caveat.id, expected="a new id"))
            seen.add(caveat.id)
        return found.caveat

    def withdrawn(self) -> tuple[Withdrawal, ...]:
        """Return the withdrawn runs, sorted by suite and run; none where there is no such file."""
        path = f"{CONTENT}/{WITHDRAWN_FILE}"
        found = self._toml(path, _WITHDRAWN) if path in self._files else None
        by_run: dict[tuple[str, str], Withdrawal] = {}
        for index, one in enumerate(found.withdrawn if found else ()):
            if by_run.setdefault((one.suite, one.run), one) is not one:
                place = f"/withdrawn/{index}/run"
                self.issues.append(issue("withdrawn-duplicate", path, place, found=one.address, expected="once"))
        return tuple(by_run[key] for key in sorted(by_run))

    def releases(self) -> tuple[Past, ...]:
        """Return the releases in the order of their days, and of their names within a day."""
        found = []
        for path in self._below(f"{CONTENT}/{RELEASES}/", ".toml"):
            release = self._toml(path, _RELEASE)
            if release is None:
                continue
            stem = path.rsplit("/", 1)[1].removesuffix(".toml")
            if release.name != stem:
                self.issues.append(issue("id-mismatch", path, "/name", found=release.name, expected=stem))
            fact = self.facts[-1]
            found.append(Past(release, Snapshot.of(release), path, fact.sha256, fact.size))
        return tuple(sorted(found, key=lambda past: (past.release.on, past.release.name)))

    def claims(self) -> tuple[AnyClaim, ...]:
        """Return the claims, sorted by id."""
        claims = []
        for path in self._below(f"{CONTENT}/{CLAIMS}/", ".toml"):
            claim = self._toml(path, _CLAIM)
            if claim is None:
                continue
            stem = path.rsplit("/", 1)[1].removesuffix(".toml")
            if claim.id != stem:
                self.issues.append(issue("id-mismatch", path, "/id", found=claim.id, expected=stem))
            claims.append(claim)
        return tuple(sorted(claims, key=lambda claim: claim.id))

    def prose(self) -> tuple[ProseInput, ...]:
        """Return the pages of prose, sorted by source."""
        prefix = f"{CONTENT}/{PAGES}/"
        pages = [self._page(path, path[len(prefix) :]) for path in self._below(prefix, ".md")]
        return tuple(page for page in pages if page is not None)

    def illustrations(self) -> tuple[IllustrationInput, ...]:
        """Return the illustrations, sorted by id, with what is wrong with their documents noted."""
        prefix = f"{CONTENT}/{ILLUSTRATIONS}/"
        found = (self._illustration(path) for path in self._below(prefix, f"/{ILLUSTRATION_FILE}"))
        return tuple(one for one in found if one is not None)

    def _illustration(self, path: str) -> IllustrationInput | None:
        content = self._reader.record(self._files[path])
        self.issues.extend(content.issues)
        if content.issues and not content.data:
            return None
        parsed = parse_record(_ILLUSTRATION, content.data, path)
        self.issues.extend(parsed.issues)
        folder = path.rpartition("/")[0]
        place = f"{folder}/{DOCUMENT_FILE}"
        if place not in self._files:
            self.issues.append(issue("file-missing", place, found="nothing", expected=DOCUMENT_FILE))
        if parsed.record is None or place not in self._files:
            return None
        document, found = self._reader.fact(self._files[place])
        self.issues.extend(found)
        if parsed.record.id != folder.rpartition("/")[2]:
            self.issues.append(
                issue("id-mismatch", path, "/id", found=parsed.record.id, expected=folder.rpartition("/")[2])
            )
        if parsed.record.document != document.sha256:
            expected = f"{document.sha256} of {DOCUMENT_FILE}"
            self.issues.append(
                issue("artifact-hash", path, "/document", found=parsed.record.document, expected=expected)
            )
        self.facts.extend((content.fact, document))
        return IllustrationInput(parsed.record, (content.fact, document), document)

    def stray(self) -> None:
        """Note files outside the evidence that nothing reads."""
        known = {f"{CONTENT}/{name}" for name in (SITE_FILE, CAVEATS_FILE, WITHDRAWN_FILE, ALLOWED_LEAKS_FILE)}
        for path in self._files:
            if path in known or path.startswith(f"{CONTENT}/{EVIDENCE}/"):
                continue
            if path.startswith((f"{CONTENT}/{CLAIMS}/", f"{CONTENT}/{RELEASES}/")) and path.endswith(".toml"):
                continue
            if path.startswith(f"{CONTENT}/{PAGES}/") and path.endswith(".md"):
                continue
            if path.startswith(f"{CONTENT}/{ILLUSTRATIONS}/"):
                folder, _, name = path.rpartition("/")
                if name in _OF_AN_ILLUSTRATION and f"{folder}/{ILLUSTRATION_FILE}" in self._files:
                    continue
            self.issues.append(issue("file-unexpected", path, found=path.rsplit("/", 1)[1], expected=_PLACES))

    def _below(self, prefix: str, suffix: str) -> list[str]:
        return sorted(path for path in self._files if path.startswith(prefix) and path.endswith(suffix))

    def _text(self, path: str) -> str | None:
        content = self._reader.record(self._files[path])
        self.facts.append(content.fact)
        self.issues.extend(content.issues)
        faults = text_faults(content.data, path)
        self.issues.extend(faults)
        return None if faults or (content.issues and not content.data) else content.data.decode()

    def _toml(self, path: str, adapter: TypeAdapter[T]) -> T | None:
        text = self._text(path)
        return None if text is None else self._parse(text, adapter, path)

    def _parse(self, text: str, adapter: TypeAdapter[T], path: str) -> T | None:
        parsed = parse_toml(adapter, text, path)
        self.issues.extend(parsed.issues)
        return parsed.record

    def _page(self, path: str, source: str) -> ProseInput | None:
        text = self._text(path)
        if text is None:
            return None
        if unseen := UNSEEN.search(text):
            found = f"{unseen[0]} in line {text.count(_LINE_END, 0, unseen.start()) + 1}"
            self.issues.append(issue("text-control", path, found=found, expected="visible text"))
        if "." in source.rpartition("/")[0]:
            self.issues.append(issue("page-collision", path, found=source, expected="folders without a dot"))
        head, fence, body = text.removeprefix(_FENCE).partition(f"{_LINE_END}{_FENCE}")
        if not text.startswith(_FENCE) or not fence:
            self.issues.append(issue("front-matter", path, found=text[:20], expected="+++, TOML, +++"))
            return None
        record = self._parse(head, _HEAD, path)
        first_line = text[: len(text) - len(body)].count(_LINE_END) + 1
        return None if record is None else ProseInput(source, record, body, first_line)
