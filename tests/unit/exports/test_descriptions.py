"""Descriptions of the data set say what the site says of itself, and nothing that it does not know."""

import json
from typing import Any

import pytest

from sitegen.exports.croissant import croissant_json
from sitegen.exports.datapackage import datapackage_json
from sitegen.exports.dataset import DataFile, citation_cff, json_ld
from sitegen.records.site import DataSet, SiteConfig

TABLE = DataFile("benchmarks/results.csv", "0" * 64, 1_234)


def site(**changes) -> SiteConfig:
    fields: dict[str, Any] = {
        "schema_version": 1,
        "title": "Agents </script> & “kits”",
        "description": "What agents: do.",
        "organization": "Lab: one",
        "data_set": DataSet(version="1.2.0", date="2026-11-30"),
    }
    return SiteConfig(**(fields | changes))


KNOWN = {
    "base_url": "https://example.org/lab",
    "source_url": "https://example.org/code",
    "license": "CC-BY-4.0",
}


def test_json_ld_names_what_is_published():
    said = json.loads(json_ld(site(**KNOWN), {"benchmarks/results.csv": 10, "benchmarks/results.json": 20}))
    assert said["url"] == "https://example.org/lab/benchmarks/index.html"
    assert said["license"] == "https://spdx.org/licenses/CC-BY-4.0"
    assert (said["version"], said["dateModified"]) == ("1.2.0", "2026-11-30")
    assert [(one["contentUrl"], one["encodingFormat"], one["contentSize"]) for one in said["distribution"]] == [
        ("https://example.org/lab/benchmarks/results.csv", "text/csv", "10 B"),
        ("https://example.org/lab/benchmarks/results.json", "application/json", "20 B"),
    ]
    assert 50 <= len(said["description"]) <= 5_000


def test_what_the_site_does_not_know_is_left_out():
    said = json.loads(json_ld(site(), {"benchmarks/results.csv": 10}))
    assert not {"url", "@id", "license", "sameAs"} & said.keys()
    assert said["distribution"][0]["contentUrl"] == "results.csv"
    package = json.loads(datapackage_json(site(), TABLE))
    assert not {"homepage", "licenses"} & package.keys()
    croissant = json.loads(croissant_json(site(), [TABLE]))
    assert "license" not in croissant
    assert croissant["url"] == "index.html"
    assert not {b"license", b"url", b"repository-code"} & {
        line.split(b":")[0] for line in citation_cff(site()).split(b"\n")
    }


def test_a_license_in_words_is_given_where_words_may_stand():
    own = site(license="All rights reserved, ask us")
    assert json.loads(json_ld(own, {}))["license"] == "All rights reserved, ask us"
    assert json.loads(croissant_json(own, [TABLE]))["license"] == "All rights reserved, ask us"
    assert "licenses" not in json.loads(datapackage_json(own, TABLE))
    assert b"license" not in citation_cff(own)


def test_the_citation_keeps_texts_that_yaml_would_take_for_something_else():
    lines = citation_cff(site(**KNOWN)).decode().splitlines()
    said = {name: json.loads(value) for name, _, value in (line.partition(": ") for line in lines)}
    assert said["title"] == "Agents </script> & “kits”"
    assert said["authors"] == [{"name": "Lab: one"}]
    assert said["date-released"] == "2026-11-30"
    assert (said["type"], said["license"]) == ("dataset", "CC-BY-4.0")


@pytest.mark.parametrize("make", [datapackage_json, lambda given, table: croissant_json(given, [table])])
def test_size_hash_and_every_column_are_named(make):
    said = make(site(), TABLE).decode()
    assert "0" * 64 in said
    assert "1234" in said
    for column in ("address", "cohort", "wall_ms", "cost_usd"):
        assert f'"{column}"' in said
