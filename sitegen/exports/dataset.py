"""The data set described for others: what it is, who publishes it, and which files it has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from sitegen.exports.hosting import base_of
from sitegen.layout import OVERVIEW, RESULTS_CSV, RESULTS_JSON, RESULTS_PARQUET, slug
from sitegen.records.site import SiteConfig

ROWS_SAID = "One row per run, with what became of it, its time, tokens, cost and grade; unknown values are empty."
"""What every description says of the run table."""
KEYWORDS = ("AI agents", "benchmark", "evidence")
_SPDX = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")
MEDIA_TYPES: Mapping[str, str] = {
    RESULTS_CSV: "text/csv",
    RESULTS_PARQUET: "application/vnd.apache.parquet",
    RESULTS_JSON: "application/json",
}
"""Files of the data set, in the order in which they are named; not every site has each of them."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A published file of the data set."""

    path: str
    """Address on the site."""
    sha256: str
    size: int
    """Bytes."""

    @property
    def name(self) -> str:
        """Its name within the folder of the data."""
        return self.path.rpartition("/")[2]

    @property
    def media_type(self) -> str:
        """What it is."""
        return MEDIA_TYPES[self.path]


def name_of(site: SiteConfig) -> str:
    """Return the name of the data set for machines."""
    return slug(site.title)


def description_of(site: SiteConfig) -> str:
    """Return what the data set is, in two sentences."""
    return f"{site.description} {ROWS_SAID}"


def license_id(site: SiteConfig) -> str | None:
    """Return the license as SPDX names it; None where there is none, or it has another form."""
    return site.license if site.license and _SPDX.fullmatch(site.license) else None


def license_address(site: SiteConfig) -> str | None:
    """Return where the license can be read; None without one that SPDX names."""
    named = license_id(site)
    return f"https://spdx.org/licenses/{named}" if named else None


def home_of(site: SiteConfig) -> str | None:
    """Return the address of the overview; None where the site does not know its own."""
    base = base_of(site)
    return None if base is None else f"{base}{OVERVIEW}"


def json_ld(site: SiteConfig, files: Mapping[str, int]) -> str:
    """Return the description of schema.org/Dataset as JSON; only what the page shows.

    Args:
        site: The site.
        files: Bytes of the published files of the data set, by address.

    Source: https://schema.org/Dataset
    """
    home = home_of(site)
    described: dict[str, Any] = {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": site.title,
        "description": description_of(site),
        **({"url": home, "@id": home} if home else {}),
        **({"sameAs": site.source_url} if site.source_url else {}),
        **({"license": license_address(site) or site.license} if site.license else {}),
        "creator": {"@type": "Organization", "name": site.organization},
        "version": site.data_set.version,
        "dateModified": site.data_set.date,
        "isAccessibleForFree": True,
        "keywords": list(KEYWORDS),
        "distribution": [
            {
                "@type": "DataDownload",
                "name": path.rpartition("/")[2],
                "encodingFormat": MEDIA_TYPES[path],
                "contentUrl": _address(site, path),
                "contentSize": f"{files[path]} B",
            }
            for path in MEDIA_TYPES
            if path in files
        ],
    }
    return orjson.dumps(described).decode()


def _address(site: SiteConfig, path: str) -> str:
    """Return the address of a file, relative to the overview where the site does not know its own."""
    base = base_of(site)
    return path.rpartition("/")[2] if base is None else f"{base}{path}"


def citation_cff(site: SiteConfig) -> bytes:
    """Return `CITATION.cff`: YAML whose texts are written as JSON, which YAML reads alike.

    Source: Citation File Format 1.2.0.
    """
    fields: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "If you use these data, please cite them as below.",
        "type": "dataset",
        "title": site.title,
        "abstract": description_of(site),
        "authors": [{"name": site.organization}],
        "version": site.data_set.version,
        "date-released": site.data_set.date,
        "license": license_id(site),
        "url": home_of(site),
        "repository-code": site.source_url,
    }
    lines = [f"{name}: {orjson.dumps(value).decode()}\n" for name, value in fields.items() if value is not None]
    return "".join(lines).encode()
