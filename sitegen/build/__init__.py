"""The build: content in, site out, incremental by content, published whole or not at all."""
