"""Files put there, taken away or changed, and hashes."""

from random import Random
from typing import Any

from tests.verify.published import Published
from tests.verify.tampering.choice import Place


def byte_of_a_record(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/runs/", ".json"))
    site.write(path, f"{site.text(path)} ")
    return path, ""


def file_taken_away(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/suites/", "protocol.json"))
    (site.folder / path).unlink()
    return path, ""


def file_slipped_in(site: Published, random: Random) -> Place:
    path = "benchmarks/runs/core-one--alder-2-espresso-v1-r999.json"
    site.write(path, "{}\n")
    return path, ""


def entry_of_the_manifest_left_out(site: Published, random: Random) -> Place:
    rows = site.json("manifest.json")["files"]
    gone = random.choice([row["path"] for row in rows if row["path"].endswith(".html")])
    site.edit_json(
        "manifest.json",
        lambda manifest: manifest.update(files=[row for row in manifest["files"] if row["path"] != gone]),
    )
    return gone, ""


def line_of_the_sums(site: Published, random: Random) -> Place:
    lines = site.text("SHA256SUMS").split("\n")
    index = random.randrange(len(lines) - 1)
    digest, _, path = lines[index].partition("  ")
    lines[index] = f"{digest[::-1]}  {path}"
    site.write("SHA256SUMS", "\n".join(lines))
    return "SHA256SUMS", ""


def size_in_the_manifest(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/cohorts/", ".html"))

    def edit(manifest: Any) -> None:
        next(row for row in manifest["files"] if row["path"] == path)["size"] += 1

    site.edit_json("manifest.json", edit)
    return path, ""
