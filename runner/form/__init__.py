"""FORM: a CAD server over MCP whose documents stay editable feature lists and re-open to the same bytes."""
