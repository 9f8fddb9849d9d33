"""Sites in folders and on the network: what is read, and what is not."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from sitegen.verify import network
from sitegen.verify.folder import Folder
from sitegen.verify.held import NotASite
from sitegen.verify.network import Network
from tests.verify.published import check


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def served(site) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site.folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def test_a_site_on_the_network_is_checked_like_one_in_a_folder(site, served):
    with Network(served) as source:
        report = check(source)
    assert report.consistent
    assert not report.listable
    here = check(site.folder)
    assert (report.files, report.numbers, report.pages) == (here.files, here.numbers, here.pages)


def answering(handler) -> Network:
    return Network("https://example.org/site/", httpx.MockTransport(handler))


def test_a_redirect_off_the_address_is_not_followed():
    asked: list[str] = []

    def elsewhere(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(302, headers={"location": "https://elsewhere.example/site/index.html"})

    with answering(elsewhere) as source:
        assert source.read("index.html") == "a redirect away from the site, to elsewhere.example"
    assert asked == ["https://example.org/site/index.html"]


@pytest.mark.parametrize("location", ["../other/x", "//example.org.evil.example/site/", "https://example.org/sites/x"])
def test_a_redirect_out_of_the_folder_is_not_followed(location):
    with answering(lambda request: httpx.Response(301, headers={"location": location})) as source:
        assert "away from the site" in str(source.read("a.html"))


def test_a_redirect_within_the_site_is_followed_a_few_times():
    def shorter(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith(".html"):
            return httpx.Response(308, headers={"location": str(request.url)[:-5]})
        return httpx.Response(200, content=b"here")

    with answering(shorter) as source:
        assert source.read("a.html") == b"here"
    with answering(lambda request: httpx.Response(302, headers={"location": str(request.url)})) as source:
        assert source.read("a.html") == "more than 3 redirects"


def test_an_endless_file_is_cut_off(monkeypatch):
    monkeypatch.setattr(network, "MOST_BYTES", 1000)
    with answering(lambda request: httpx.Response(200, content=b"x" * 2000)) as source:
        assert source.read("a.html") == "more than 1000 bytes"


def test_a_host_that_does_not_answer_is_told():
    def silent(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectTimeout("", request=request)

    with answering(silent) as source:
        assert source.read("a.html") == "no answer (ConnectTimeout)"
        with pytest.raises(NotASite, match="no answer"):
            check(source)


@pytest.mark.parametrize("url", ["https://user@example.org/", "https://example.org/?q", "https:///x", "http://[::1/"])
def test_what_is_no_address_of_a_site_is_refused(url):
    with pytest.raises(NotASite):
        Network(url)


def test_a_folder_without_a_manifest_is_no_site(tmp_path):
    with pytest.raises(NotASite, match=r"manifest\.json"):
        Folder(tmp_path)


def test_links_in_a_folder_are_not_followed(site, tmp_path):
    page = site.addresses("benchmarks/cohorts/", ".html")[0]
    outside = tmp_path / "outside.html"
    outside.write_bytes((site.folder / page).read_bytes())
    (site.folder / page).unlink()
    (site.folder / page).symlink_to(outside)
    (site.folder / "more").symlink_to(tmp_path)
    found = {(one.file, one.found) for one in check(site.folder).findings}
    assert (page, "a link, or a path that leads out of the site") in found
    assert ("more", "a file") in found


@pytest.mark.parametrize("path", ["../outside", "/etc/hostname", "a//b", "a/./b"])
def test_a_manifest_that_leads_out_of_the_site_is_refused(site, path):
    row = {"path": path, "sha256": "0" * 64, "size": 1, "sources": []}
    site.edit_json("manifest.json", lambda manifest: manifest["files"].append(row))
    found = [one for one in check(site.folder).findings if one.file == "manifest.json"]
    assert [(one.found, one.expected) for one in found] == [(path, "an address within the site")]


def test_a_site_below_another_folder_reads_the_same(example: Path):
    assert Folder(example).listing() == tuple(sorted(Folder(example / ".").listing()))
