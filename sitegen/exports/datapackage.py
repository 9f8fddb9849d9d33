"""`datapackage.json`: the run table with types, key, size and hash, for tools that read Data Packages."""

from typing import Any

import orjson

from sitegen.exports.columns import COLUMNS, Column
from sitegen.exports.dataset import KEYWORDS, DataFile, description_of, home_of, license_address, license_id, name_of
from sitegen.records.site import SiteConfig

_TYPES = {"text": "string", "integer": "integer", "boolean": "boolean", "decimal": "number"}


def datapackage_json(site: SiteConfig, table: DataFile) -> bytes:
    """Return the descriptor of `results.csv`, which lies beside it.

    Source: Data Package v2, https://datapackage.org/profiles/2.0/datapackage.json
    """
    named, home = license_id(site), home_of(site)
    package: dict[str, Any] = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": name_of(site),
        "title": site.title,
        "description": description_of(site),
        "version": site.data_set.version,
        "created": f"{site.data_set.date}T00:00:00Z",
        "keywords": list(KEYWORDS),
        **({"homepage": home} if home else {}),
        **({"licenses": [{"name": named, "path": license_address(site)}]} if named else {}),
        "contributors": [{"title": site.organization, "roles": ["publisher"]}],
        "resources": [
            {
                "name": "runs",
                "title": "Runs",
                "path": table.name,
                "type": "table",
                "format": "csv",
                "mediatype": table.media_type,
                "encoding": "utf-8",
                "bytes": table.size,
                "hash": f"sha256:{table.sha256}",
                "schema": {
                    "fields": [_field(column) for column in COLUMNS],
                    "primaryKey": ["address"],
                    "missingValues": [""],
                },
            }
        ],
    }
    return orjson.dumps(package, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _field(column: Column) -> dict[str, Any]:
    unit = f" Unit: {column.unit}." if column.unit else ""
    required = {"constraints": {"required": True, "unique": True}} if column.name == "address" else {}
    return {
        "name": column.name,
        "type": _TYPES[column.type],
        "description": f"{column.meaning}{unit}",
        **required,
    }
