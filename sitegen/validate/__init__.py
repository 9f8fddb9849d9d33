"""Pure checks of what has been read; each module takes one subject and returns issues."""
