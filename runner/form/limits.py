"""How much FORM takes in. Each limit is far above what a product model needs and keeps an answer within seconds."""

MAX_MM = 10_000
"""Largest coordinate and size; `sitegen.formdoc` keeps volumes exact up to here."""
MIN_SIZE_MM = 0.01
MAX_DEG = 3_600
MAX_CORNERS = 500
MAX_PATH_POINTS = 100
MAX_SECTIONS = 50
MAX_COPIES = 200
MAX_CALLS = 100
MAX_SOLIDS = 500
MAX_FEATURES = 200
"""Per solid, those of solids joined into it included."""
MAX_JOIN_DEPTH = 5
"""A solid joined into a solid joined into a solid ..."""
MAX_TRIANGLES_PER_SOLID = 100_000
MAX_TRIANGLES = 250_000
"""Of a document; a detailed machine has 16,000."""
MAX_WORK = 6_000_000
"""Units of `runner.form.work` that one call may spend, and that a document may need to be built anew."""
MAX_ANSWER_BYTES = 400_000
"""Of the text of an answer; the longest list of 500 solids fits."""
MAX_UNDO = 200
MAX_UNDO_BYTES = 32_000_000
"""Of all different solids that undo can bring back, as saved; where there are more, it goes back less far."""
MAX_LISTED = 100
"""Lines of an answer that could grow without end."""
MAX_DESCRIBED_BYTES = 100_000
"""Of the features in one answer of describe; the longest feature has 11 kB."""
MAX_PATH_CHARACTERS = 200
