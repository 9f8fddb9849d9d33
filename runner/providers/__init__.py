"""One module per provider API, behind one contract."""
