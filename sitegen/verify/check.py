"""The whole check of a site, in order: files, records, numbers, pages, links, signature."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sitegen.verify import (
    described,
    evidence,
    links,
    markup,
    numbers,
    outcomes,
    pages,
    records,
    releases,
    runpages,
    signature,
    stated,
    texts,
    typed,
    withdrawn,
)
from sitegen.verify.files import Progress, take
from sitegen.verify.finding import NOTHING, Finding
from sitegen.verify.held import SIGNATURE, SUMS, Site, Source
from sitegen.verify.program import Program, active_faults, generator, program_faults
from sitegen.verify.rewriting import said_of_host
from sitegen.verify.truth import Truth


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    site: str
    """Where the site was read."""
    findings: tuple[Finding, ...]
    """Every difference, sorted."""
    files: int
    """Files that were read."""
    runs: int
    """Records of runs."""
    cohorts: int
    claims: int
    numbers: int
    """Values of the data files that were worked out and compared."""
    pages: int
    signer: signature.Signer | None
    """Who signed; None without a valid signature."""
    listable: bool
    """Whether a file without an entry in the manifest would have been seen."""
    unread: tuple[str, ...]
    """Files of which only the hash could be checked, for want of a library."""
    own_pages: tuple[str, ...]
    """Pages with words of the publisher, which no record yields."""
    other_program: str
    """What made the site, where it was not this version; empty where it was."""

    @property
    def consistent(self) -> bool:
        """Whether nothing differs."""
        return not self.findings

    @property
    def host(self) -> str:
        """What to tell of a host that rewrites files; empty where that is not the case."""
        return said_of_host(self.findings)


def verify(source: Source, progress: Progress, program: Program, allowed_signers: str | None = None) -> Report:
    """Return everything that differs between a site and what follows from its records.

    Args:
        source: The site.
        progress: Takes the step, how many are done, and how many there are.
        program: The version of the program that checks.
        allowed_signers: Text of a file of allowed signers; with it the site must be signed by one of them.

    Raises:
        NotASite: There is nothing to check.
    """
    site, findings = take(source, progress)
    suites = records.suites(site)
    findings += evidence.faults(site, suites)
    findings += withdrawn.withdrawn_faults(site)
    wanted = numbers.worked_out(site, suites)
    findings += numbers.published_differences(site, wanted)
    read = _read_pages(site, progress)
    truth = Truth.of(wanted)
    past = releases.releases(site)
    kept = releases.kept_pages(past, read, truth)
    for address, page in read.items():
        findings += [] if address in kept else pages.page_faults(address, page, truth)
    findings += releases.release_faults(site, read, past, truth)
    findings += pages.missing_pages(read, truth)
    findings += described.description_faults(site, read)
    findings += typed.table_faults(site, wanted["rows"])
    findings += program_faults(site, program)
    findings += active_faults(site, read)
    findings += _worded(site, read, truth) if program.made(site) else ()
    findings += links.broken(read, frozenset(site.files))
    signer, faults = _signature(site, allowed_signers)
    findings += [*faults, *site.faults]
    return Report(
        source.name,
        tuple(sorted(set(findings))),
        len(site.files),
        sum(len(suite["runs"]) for suite in suites),
        len(wanted["cohorts"]),
        len(wanted["claims"]),
        sum(1 for _ in _values(wanted)),
        len(read),
        signer,
        site.listable,
        typed.unread(site),
        tuple(sorted(address for address, page in read.items() if page.own)),
        "" if program.made(site) else generator(site) or "a version that it does not name",
    )


def _worded(site: Site, read: Mapping[str, markup.Page], truth: Truth) -> Iterator[Finding]:
    """Yield what differs in words that another version may choose in another way."""
    yield from texts.text_faults(site, read)
    yield from runpages.run_page_faults(site, read, truth)
    yield from stated.missing_caveats(site, read, truth)
    yield from outcomes.outcome_faults(read, truth)
    yield from pages.strange_pages(read, site.files.keys(), truth)


def _read_pages(site: Site, progress: Progress) -> dict[str, markup.Page]:
    addresses = [address for address in site.files if address.endswith(".html")]
    read = {}
    for count, address in enumerate(addresses, 1):
        read[address] = markup.read(site.data(address))
        progress("reading pages", count, len(addresses))
    return read


def _values(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for member in value.values():
            yield from _values(member)
    elif isinstance(value, list):
        for member in value:
            yield from _values(member)
    else:
        yield value


def _signature(site: Site, allowed: str | None) -> tuple[signature.Signer | None, list[Finding]]:
    if SIGNATURE not in site.files:
        return None, [Finding(SIGNATURE, "", "signature", NOTHING, "a signature")] if allowed is not None else []
    try:
        return signature.check(site.data(SUMS), site.data(SIGNATURE), allowed), []
    except signature.NotASignature as error:
        found = str(error)
    return None, [Finding(SIGNATURE, "", "signature", found, f"a signature of {SUMS}")]
