"""Turns what other harnesses published into evidence; one module per format, each with its own reading and mapping."""
