"""Reviews of an artifact by a named person or model."""

from typing import Annotated, Literal

from pydantic import Field

from sitegen.records.base import Name, Record, Sha256, Slug, Text, Timestamp

Score = Annotated[int, Field(ge=0, le=10)]


class Scores(Record):
    """Four equally weighted scores, 0 absent or unusable, 5 major flaws, 8 minor flaws, 10 fully convincing."""

    recognizability: Score
    """Is it an espresso machine at once."""
    assembly: Score
    """Coherent assembly with an open brewing area."""
    details: Score
    """Required details are visible."""
    finish: Score
    """Proportions, materials, finish."""

    @property
    def points(self) -> int:
        """The review's points, 0 to 40."""
        return self.recognizability + self.assembly + self.details + self.finish


class Review(Record):
    """One reviewer's judgement of one artifact."""

    reviewer: Name
    """Name that the reviewer agreed to publish, or the model id of an AI reviewer."""
    method: Literal["human", "ai"]
    """Who judged."""
    blind: bool
    """True when the reviewer did not know which model made the artifact."""
    reviewed_at: Timestamp
    """When."""
    artifact_sha256: Sha256
    """The artifact that was judged; a changed artifact voids the review."""
    scores: Scores
    """The scores."""
    notes: Text | None = None
    """The reviewer's remarks."""


class ReviewFile(Record):
    """`review.json`: every review of one run's artifact, in the order they were given."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    run: Slug
    """The run."""
    reviews: Annotated[tuple[Review, ...], Field(min_length=1)]
    """The reviews; append-only."""
