"""What the site says of itself, and its pages of prose."""

from typing import Literal

from pydantic import Field

from sitegen.records.base import Day, Name, Record, Slug, Text, Url, Version


class DataSet(Record):
    """The published data as one thing with a version."""

    version: Version
    """Version of the data set, MAJOR.MINOR.PATCH."""
    date: Day
    """Its date."""


class SiteConfig(Record):
    """`content/site.toml`."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    title: Name
    """Name of the site."""
    description: Text
    """What the site is, in one sentence."""
    organization: Name
    """Who publishes it."""
    base_url: Url | None = None
    """Where it will be published; null leaves out whatever needs an absolute address."""
    source_url: Url | None = None
    """Where the records and the code can be found."""
    license: Name | None = None
    """License of the data."""
    parquet: bool = False
    """Whether the run table is published as Parquet too; needs the extra `parquet`."""
    data_set: DataSet
    """Version and date of the data."""


class PageHead(Record):
    """Front matter of a page of prose."""

    title: Name
    """Title."""
    description: Text
    """One sentence for search results."""
    nav: Name | None = None
    """Label in the navigation; null keeps the page out of it."""
    order: int = 0
    """Place in the navigation."""


class AllowedLeak(Record):
    """One finding of the leak gate that a person has judged harmless."""

    code: Slug
    """Code of the finding."""
    file: Name
    """The file, or a pattern of files."""
    match_sha256: Name
    """sha256 of the matched bytes."""
    reason: Text
    """Why it is harmless."""
