"""`croissant.json`: the run table for machine-learning tools that read Croissant."""

from collections.abc import Sequence
from typing import Any

import orjson

from sitegen.exports.columns import COLUMNS, Column
from sitegen.exports.dataset import KEYWORDS, DataFile, description_of, home_of, license_address, name_of
from sitegen.layout import OVERVIEW, RESULTS_CSV
from sitegen.records.site import SiteConfig

_TERMS = (
    *("citeAs", "column", "extract", "field", "fileObject", "fileProperty", "fileSet", "format", "includes"),
    *("isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex"),
    *("repeated", "replace", "samplingRate", "separator", "source", "subField", "transform"),
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS},
    "arrayShape": "cr:arrayShape",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataBiases": "cr:dataBiases",
    "dataCollection": "cr:dataCollection",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "excludes": "cr:excludes",
    "isArray": "cr:isArray",
    "personalSensitiveInformation": "cr:personalSensitiveInformation",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "readLines": "cr:readLines",
    "sc": "https://schema.org/",
    "sdVersion": "cr:sdVersion",
    "unArchive": "cr:unArchive",
    "value": "cr:value",
}
_TYPES = {"text": "sc:Text", "integer": "sc:Integer", "boolean": "sc:Boolean", "decimal": "sc:Float"}


def croissant_json(site: SiteConfig, files: Sequence[DataFile]) -> bytes:
    """Return the description of the run table and its files, which lie beside it.

    Source: Croissant 1.1, https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html
    """
    described: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": name_of(site),
        "description": description_of(site),
        **({"license": license_address(site) or site.license} if site.license else {}),
        "url": home_of(site) or OVERVIEW.rpartition("/")[2],
        "version": site.data_set.version,
        "datePublished": site.data_set.date,
        "creator": {"@type": "sc:Organization", "name": site.organization},
        "keywords": list(KEYWORDS),
        "citeAs": _cite_as(site),
        "distribution": [_file(file) for file in files],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "runs",
                "name": "runs",
                "description": "One row per run.",
                "key": {"@id": "runs/address"},
                "field": [_field(column) for column in COLUMNS],
            }
        ],
    }
    return orjson.dumps(described, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _cite_as(site: SiteConfig) -> str:
    year = site.data_set.date[:4]
    fields = (
        f"title={{{site.title}}}",
        f"author={{{{{site.organization}}}}}",
        f"version={{{site.data_set.version}}}",
        f"year={{{year}}}",
    )
    return f"@misc{{{name_of(site)}-{year}, {', '.join(fields)}}}"


def _file(file: DataFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "contentUrl": file.name,
        "contentSize": f"{file.size} B",
        "encodingFormat": file.media_type,
        "sha256": file.sha256,
    }


def _field(column: Column) -> dict[str, Any]:
    unit = f" Unit: {column.unit}." if column.unit else ""
    return {
        "@type": "cr:Field",
        "@id": f"runs/{column.name}",
        "name": f"runs/{column.name}",
        "description": f"{column.meaning}{unit}",
        "dataType": _TYPES[column.type],
        "source": {"fileObject": {"@id": RESULTS_CSV.rpartition("/")[2]}, "extract": {"column": column.name}},
    }
