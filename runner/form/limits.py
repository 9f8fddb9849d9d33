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
MAX_TRIANGLES_PER_SOLID = 200_000
MAX_TRIANGLES = 1_000_000
MAX_UNDO = 200
MAX_UNDO_TRIANGLES = 4_000_000
"""Of all different solids that undo can bring back; where there are more, it goes back less far."""
MAX_LISTED = 100
"""Lines of an answer that could grow without end."""
MAX_PATH_CHARACTERS = 200
