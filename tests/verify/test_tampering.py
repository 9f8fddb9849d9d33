"""Each way to falsify a site is found, and a reader is pointed to the place."""

import functools
from random import Random

import pytest

from sitegen.verify import markup
from sitegen.verify.check import Report
from tests.verify import tampering
from tests.verify.published import Published, check

SEED = 5


@pytest.fixture(autouse=True, scope="module")
def _pages_read_once():
    """Keeps the pages that a tampering leaves alone, so that each is taken apart once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markup, "read", functools.cache(markup.read))
        yield


def test_the_site_as_built_is_consistent(example):
    report = check(example)
    assert report.findings == ()
    assert (report.runs, report.claims, report.signer) == (158, 13, None)


def test_making_the_hashes_anew_changes_nothing(example, site):
    site.remake_hashes()
    assert site.json("manifest.json") == Published(example).json("manifest.json")
    assert (site.folder / "SHA256SUMS").read_bytes() == (example / "SHA256SUMS").read_bytes()


def _pointed(report: Report, place: tampering.Place) -> bool:
    file, pointer, *named = place
    return any(
        one.file == file and pointer in one.pointer and (not named or one.named == named[0]) for one in report.findings
    )


@pytest.mark.parametrize("edit", tampering.HASHED, ids=lambda edit: edit.__name__)
def test_with_the_hashes_as_they_were(site, edit):
    place = edit(site, Random(SEED))
    report = check(site.folder)
    assert _pointed(report, place), (place, report.findings[:10])
    assert not report.consistent


@pytest.mark.parametrize("edit", tampering.REMADE, ids=lambda edit: edit.__name__)
def test_with_every_hash_made_anew(site, edit):
    place = edit(site, Random(SEED))
    site.remake_hashes()
    report = check(site.folder)
    assert _pointed(report, place), (place, report.findings[:10])
    assert not [one for one in report.findings if one.about == "hash"]
