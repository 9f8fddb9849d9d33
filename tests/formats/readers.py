"""Reads the published run table as others do and prints what it finds as JSON; runs where the readers are installed.

readers.py figures FOLDER     medians and counts by cohort, by DuckDB, pandas and pyarrow
readers.py croissant FOLDER   the table as mlcroissant yields it, with every warning and error it has
"""

import json
import logging
import sys
from pathlib import Path

MEASURES = ("wall_ms", "cost_ticks", "input", "output")


def _whole(value: object) -> float | None:
    return None if value is None or value != value else float(value)  # type: ignore[arg-type]  # a number


def by_duckdb(file: Path) -> dict[str, object]:
    import duckdb

    medians = ", ".join(f"case when count(*) = count({name}) then median({name}) end as {name}" for name in MEASURES)
    rows = duckdb.sql(
        f"select cohort, count(*) as n, {medians} from '{file}' where status <> 'not_started' group by cohort"
    )
    return {cohort: [n, *map(_whole, values)] for cohort, n, *values in rows.fetchall()}


def by_pandas(file: Path) -> dict[str, object]:
    import pandas as pd

    table = pd.read_csv(file) if file.suffix == ".csv" else pd.read_parquet(file)
    groups = table[table.status != "not_started"].groupby("cohort")
    return {
        str(cohort): [len(part), *(_whole(part[name].median(skipna=False)) for name in MEASURES)]
        for cohort, part in groups
    }


def by_pyarrow(file: Path) -> dict[str, object]:
    from statistics import median

    import pyarrow.parquet as pq

    found: dict[str, list[dict[str, int | None]]] = {}
    for row in pq.read_table(file).to_pylist():
        if row["status"] != "not_started":
            found.setdefault(row["cohort"], []).append(row)
    return {cohort: [len(rows), *(_median(rows, name, median) for name in MEASURES)] for cohort, rows in found.items()}


def _median(rows, name, median) -> float | None:
    values = [row[name] for row in rows]
    return None if None in values else float(median(values))


def figures(folder: Path) -> dict[str, object]:
    csv, parquet = folder / "results.csv", folder / "results.parquet"
    return {
        "duckdb csv": by_duckdb(csv),
        "duckdb parquet": by_duckdb(parquet),
        "pandas csv": by_pandas(csv),
        "pandas parquet": by_pandas(parquet),
        "pyarrow parquet": by_pyarrow(parquet),
    }


def croissant(folder: Path) -> dict[str, object]:
    import mlcroissant as mlc

    logging.disable(logging.CRITICAL)
    data_set = mlc.Dataset(jsonld=folder / "croissant.json")
    issues = data_set.metadata.ctx.issues
    rows = [
        {name.partition("/")[2]: value.decode() if isinstance(value, bytes) else value for name, value in row.items()}
        for row in data_set.records("runs")
    ]
    return {"errors": sorted(issues.errors), "warnings": sorted(issues.warnings), "rows": rows}


def offered(folder: Path) -> dict[str, object]:
    """Run the lines that the data page offers; a page of our own, so that it may be run."""
    import os
    import re
    from html import unescape

    import duckdb
    import pandas as pd

    page = (folder / "data.html").read_text(encoding="utf-8")
    section = page.partition('id="read"')[2]
    query, lines = (unescape(code) for code in re.findall(r"<pre[^>]*><code>(.*?)</code>", section, re.DOTALL)[:2])
    os.chdir(folder)
    first, last = lines.split("\n")
    names: dict[str, object] = {"pd": pd}
    exec(first, names)
    medians = eval(last, names)
    return {
        "duckdb": {cohort: _whole(value) for cohort, _n, value in duckdb.sql(query).fetchall()},
        "pandas": {cohort: _whole(value) for cohort, value in medians.items()},
    }


if __name__ == "__main__":
    print(
        json.dumps(
            {"figures": figures, "croissant": croissant, "offered": offered}[sys.argv[1]](Path(sys.argv[2])),
            default=str,
        )
    )
