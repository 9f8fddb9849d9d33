"""Releases of the data set: what one holds, as text, and what has changed between two."""
