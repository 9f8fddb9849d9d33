"""A published site checked from its own records: hashes, numbers, claims, pages and links.

The numbers are worked out again with plain whole numbers and fractions, by code that uses nothing of what the build
computes them with; an import contract sees to that.
"""
