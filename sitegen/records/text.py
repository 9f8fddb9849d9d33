"""Which characters a text may hold: what a reader cannot see, or what changes the direction of what he sees, may not.

Such characters make two names look the same, and hide words from a reader that a model or a script still reads. Left
out are also the marks of right-to-left text, soft hyphens and zero-width spaces: they only help line breaks and the
order on the page. Two joiners stay allowed where the scripts and emoji that need them put them: after a character
beyond ASCII, one at a time. Between Latin letters they are of no use, only a disguise.
"""

import re

# In the patterns the ranges beyond U+FFFF stand as they are: the regular expressions of Rust, Python and JavaScript
# have no common escape for them, and the published JSON Schemas are read by all three.
_UNSEEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad"  # control characters but tab and line feed, soft hyphen
    r"\u034f\u061c\u115f\u1160\u180e"  # joiner of graphemes, Arabic letter mark, Hangul fillers, Mongolian separator
    r"\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"  # zero width, direction, line separators, invisible operators
    r"\u3164\ufeff\uffa0\ufff9-\ufffb"  # more Hangul fillers, byte order mark, annotations
    "\U000e0000-\U000e00ff"  # tags, which spell whole sentences unseen
)
_JOINERS = "\\u200c\\u200d\U000e0100-\U000e01ef"
"""Zero-width non-joiner (Persian), joiner (emoji, Indic scripts), and the selectors of ideographic variants."""

_PLAIN = f"[^{_UNSEEN}{_JOINERS}]"
_JOINED = f"[^\\x00-\\x7f{_UNSEEN}{_JOINERS}][{_JOINERS}]"
_VISIBLE = f"(?:[^\\s{_UNSEEN}{_JOINERS}]|[^\\x00-\\x7f\\s{_UNSEEN}{_JOINERS}][{_JOINERS}])"
PRINTABLE = f"^(?:{_PLAIN}|{_JOINED})*{_VISIBLE}(?:{_PLAIN}|{_JOINED})*$"
"""Text with at least one visible character and no unseen or direction-changing one."""
_INLINE = f"[^\\t\\n{_UNSEEN}{_JOINERS}]"
ONE_LINE = f"^(?:{_INLINE}|{_JOINED})*{_VISIBLE}(?:{_INLINE}|{_JOINED})*$"
"""The same in one line, without tabs: a line break in a name would write lines of its own into Markdown."""
UNSEEN = re.compile(f"[{_UNSEEN}]|(?<![^\\x00-\\x7f{_UNSEEN}{_JOINERS}])[{_JOINERS}]")
"""A character that no text may hold."""
