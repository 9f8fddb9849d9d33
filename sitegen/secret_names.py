"""Which environment variables hold secrets, by their names alone."""

_NAME_PARTS = ("KEY", "TOKEN", "SECRET", "PASSWORD")


def names_secret(variable: str) -> bool:
    """Return whether a variable is named like one that holds a secret."""
    upper = variable.upper()
    return any(part in upper for part in _NAME_PARTS)
