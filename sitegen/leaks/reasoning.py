"""Kinds of leak that are a model's private reasoning, plain or sealed, under the names that the providers give it.

Counts of reasoning tokens, null, empty values and settings such as {"effort": "high"} are no reasoning.
"""

from sitegen.leaks.grammar import Hint, Kind, edge, expand

_LEAVE_OUT = "Leave the field out where the record is exported; keep the answer and the count of reasoning tokens."

_PIECES = {
    "name_edge": edge("A-Za-z0-9_"),
    "colon": "<<space>>:<<space>>",
    "value": r"(?:<<quote>> | [\[{])",
    "gt": r"(?:> | &gt; | &\#(?:62|[xX]3[eE]); | \\{1,8}u003[eE] | %3[eE])",
    "lt": r"(?:< | &lt; | &\#(?:60|[xX]3[cC]); | \\{1,8}u003[cC] | %3[cC])",
    "setting": r"""(?:none|minimal|low|medium|high|xhigh|max|ultra|auto|default|enabled|disabled|adaptive|between_tools
        |on|off|omitted|summarized|updates|concise|detailed|all_turns|current_turn|standard|pro|\[removed\])""",
    "settings": r"""\{(?:\s*<<quote>>(?:effort|summary|generate_summary|context|mode|type|display|level|enabled|exclude
        |max_tokens|budget_tokens)<<quote>>\s*:\s*(?:null|true|false|[0-9]{1,9}|<<quote>><<setting>><<quote>>)\s*,?
        ){0,12}\s*\}""",
    "text_field": """(?:(?:agent_|raw_|redacted_)?(?:reasoning|thinking)
        (?:_?(?:content|details|text|summary|opaque|encrypted|blocks)|Content|Details|Text|Summary|EncryptedContent)?|thoughts)""",
    "seal_field": """(?:encrypted_content|signature|(?:thought|reasoning)_?[sS]ignatures?)""",
    "item": """(?:(?:response[.]|agent_|redacted_|raw_)?(?:reasoning|thinking|thought)(?:[._-](?:content|text|summary
        |encrypted|redacted|delta|part|blocks?|details|raw|added|done|start|end)){0,4}|signature_delta)""",
    # The value is part of the match, so that the hash of the match stands for this one value.
    "string": r"(?P<q><<quote>>)(?!(?P=q) | <<setting>>(?P=q))(?:(?!(?P=q))(?:\\[\s\S]|[^\\])){1,20000}+",
    # A JSON Schema that describes such a field begins with anyOf and holds no text of a model.
    "nested": r"(?:\[(?!\s*\]) | \{(?!\s*\} | \s*<<quote>>anyOf<<quote>>))[\s\S]{1,2000}",
}


def _hint(anchor: str, around: str) -> Hint:
    return Hint(anchor, expand(around, _PIECES))


# A name or a value that holds the word; the counts and nulls of our own records are left out.
_WORD = r"""(?!"\s?:\s?[0-9n])[A-Za-z_.-]{0,40}(?:<<quote>>(?!\s?:\s?[0-9n]) | <<gt>>)"""
_REASONING, _THOUGHT, _THINK, _SIGNATURE = (
    _hint(word, _WORD) for word in ("reasoning", "thought", "think", "ignature")
)


def _reasoning(code: str, description: str, hints: tuple[Hint, ...], pattern: str, reach: int = 24) -> Kind:
    return Kind(code, description, hints, expand(pattern, _PIECES), _LEAVE_OUT, reach)


REASONING = (
    _reasoning(
        "reasoning-text",
        "reasoning in words, or a summary of it",
        (
            _REASONING,
            _THOUGHT,
            _THINK,
        ),
        r"<<name_edge>><<text_field>><<quote>><<colon>>(?!<<settings>>)(?:<<string>> | <<nested>>)",
    ),
    _reasoning(
        "reasoning-seal",
        "encrypted or signed reasoning",
        (
            _hint("_", "(?<=encrypted_)content<<quote>><<colon>><<value>>"),
            _SIGNATURE,
        ),
        r"""<<name_edge>><<seal_field>><<quote>><<colon>>
        (?:(?P<q><<quote>>)[A-Za-z0-9+/=_.-]{4,200000}+(?:(?P=q) | $) | <<nested>>)""",
    ),
    _reasoning(
        "reasoning-item",
        "item or event whose type says that it is reasoning",
        (
            _REASONING,
            _THOUGHT,
            _THINK,
            _SIGNATURE,
        ),
        "<<name_edge>>type<<quote>><<colon>><<quote>><<item>><<quote>>",
        reach=120,
    ),
    _reasoning(
        "thought-part",
        "part of a Gemini answer that is marked as a thought",
        (_THOUGHT,),
        "<<name_edge>>thought<<quote>><<colon>>[tT]rue",
    ),
    _reasoning(
        "think-tag",
        "reasoning between think tags or in the analysis channel",
        (
            _THINK,
            _hint("|", r"(?<=channel\|)<<gt>>analysis"),
        ),
        r"(?:<<lt>>/?think(?:ing)?<<gt>> | <<lt>>\|channel\|<<gt>>analysis)[\s\S]{0,2000}",
    ),
)
