"""Why publishing stops. Each message says what is wrong, where, and what to do.

PublishError
├── Busy        another build holds the same output folder
├── NotOurs     something that no build made stands in the way
├── BadPath     an address that would break on some host, or that two files claim
├── Incomplete  the new site lists a file that is neither staged nor published
├── SwapBroken  an interrupted swap cannot be completed: only a full build mends it
└── SwapStopped a swap was stopped in its middle: the next build completes it
"""

# ruff: noqa: N818 - each name says what is the case, and the base class that it is an error.


class PublishError(Exception):
    """Publishing stopped; `public/` is as it was, but for the last two."""


class Busy(PublishError):
    """Another build holds the same output folder."""


class NotOurs(PublishError):
    """Something that no build made stands where the site should go."""


class BadPath(PublishError):
    """An address would break on some host, or two files claim it."""


class Incomplete(PublishError):
    """The new site lists a file that is neither staged nor in `public/` with the same content."""


class SwapBroken(PublishError):
    """An interrupted swap cannot be completed; a build that stages every file mends it."""


class SwapStopped(PublishError):
    """A swap was stopped in its middle, such as by a full disk; the next build completes it."""
