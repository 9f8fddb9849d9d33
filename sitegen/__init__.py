"""Turns benchmark evidence into a static site; reads files only."""

__version__ = "0.1.0"
GENERATOR = f"Fairtrial {__version__}"
"""What a built site says made it."""
