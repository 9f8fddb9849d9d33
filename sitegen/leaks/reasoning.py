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
    "left": r"(?:\xe2\x97\x81 | \\{1,8}u25[cC]1 | &\#(?:9665|[xX]25[cC]1);)",
    "right": r"(?:\xe2\x96\xb7 | \\{1,8}u25[bB]7 | &\#(?:9655|[xX]25[bB]7);)",
    "setting": r"""(?:none|minimal|low|medium|high|xhigh|max|ultra|auto|default|enabled|disabled|adaptive|between_tools
        |on|off|omitted|summarized|updates|concise|detailed|all_turns|current_turn|standard|pro|\[removed\])""",
    "settings": r"""\{(?:\s*<<quote>>(?:effort|summary|generate_summary|context|mode|type|display|level|enabled|exclude
        |max_tokens|budget_tokens)<<quote>>\s*:\s*(?:null|true|false|[0-9]{1,9}|<<quote>><<setting>><<quote>>)\s*,?
        ){0,12}\s*\}""",
    # Names as snake_case, camelCase, kebab-case or with dots, in any letter case.
    "text_field": """(?i:(?:(?:agent|raw|redacted|internal|inner|hidden|private|extended|model)<<join>>)?
        (?:reasoning|thinking|thoughts?)(?:<<join>>(?:content|details?|text|summary|opaque|encrypted(?:<<join>>content)?
        |redacted|blocks?|trace|process|steps?|delta|items?|parts?|log|output|data)){0,2}
        |chain<<join>>of<<join>>thoughts?)""",
    "seal_field": """(?i:encrypted<<join>>(?:content|reasoning|thinking|thoughts?)|signature
        |(?:thoughts?|reasoning|thinking)<<join>>signatures?)""",
    "item": """(?i:(?:response[.])?(?:(?:agent|redacted|raw)<<join>>)?(?:reasoning|thinking|thoughts?)(?:<<join>>
        (?:content|text|summary|encrypted|redacted|delta|part|blocks?|details|item|raw|added|done|start|end)){0,4}|signature<<join>>delta)""",
    "join": "[_.-]?",
    "tag": r"""(?:[A-Za-z]{1,16}:)?(?i:think(?:ing)?|(?:redacted_)?(?:reasoning|thinking)|thoughts?|chain_of_thought)
        (?:(?:\s|%20)[^<>]{0,80})?/?""",
    # The value is part of the match, so that the hash of the match stands for this one value.
    "string": r"(?P<q><<quote>>)(?!(?P=q) | <<setting>>(?P=q))(?:(?!(?P=q))(?:\\[\s\S]|[^\\])){1,20000}+",
    # A JSON Schema that describes such a field begins with anyOf and holds no text of a model.
    "nested": r"(?:\[(?!\s*\]) | \{(?!\s*\} | \s*<<quote>>anyOf<<quote>>))[\s\S]{1,2000}",
}


def _hint(anchor: str, around: str) -> Hint:
    return Hint(anchor, expand(around, _PIECES))


# A name or a value that holds the word; the counts and nulls of our own records are left out.
_WORD = r"""(?!"\s?:\s?[0-9n])[A-Za-z_.-]{0,40}
    (?:<<quote>>(?!\s?:\s?[0-9n]) | <<gt>> | [\]|/\\&\xe2] | \s[A-Za-z]{1,20}=)"""
# Without the first letter, which may be a capital, or all in capitals. Each literal costs a pass over every text.
_WORDS = tuple(_hint(word, _WORD) for word in ("easoning", "EASONING", "hought", "HOUGHT", "hink", "HINK"))
_SIGNATURE = _hint("ignature", _WORD)


def _reasoning(code: str, description: str, hints: tuple[Hint, ...], pattern: str, reach: int = 24) -> Kind:
    return Kind(code, description, hints, expand(pattern, _PIECES), _LEAVE_OUT, reach)


REASONING = (
    _reasoning(
        "reasoning-text",
        "reasoning in words, or a summary of it",
        _WORDS,
        r"<<name_edge>><<text_field>><<quote>><<colon>>(?!<<settings>>)(?:<<string>> | <<nested>>)",
    ),
    _reasoning(
        "reasoning-seal",
        "encrypted or signed reasoning",
        (
            _hint("ncrypted", "<<join>>(?i:content)<<quote>><<colon>><<value>>"),
            _hint("_", "(?<=ENCRYPTED_)CONTENT<<quote>><<colon>><<value>>"),
            *_WORDS,
            _SIGNATURE,
        ),
        r"""<<name_edge>><<seal_field>><<quote>><<colon>>
        (?:(?P<q><<quote>>)[A-Za-z0-9+/=_.-]{4,200000}+(?:(?P=q) | $) | <<nested>>)""",
    ),
    _reasoning(
        "reasoning-item",
        "item or event whose type says that it is reasoning",
        (
            *_WORDS,
            _SIGNATURE,
            _hint("hannel", "<<quote>><<colon>><<quote>>analysis"),
        ),
        """<<name_edge>>(?:(?i:type|kind|(?:part|block|event|item|content)<<join>>(?:type|kind)|event|role)
        <<quote>><<colon>><<quote>><<item>> | [cC]hannel<<quote>><<colon>><<quote>>analysis)<<quote>>""",
        reach=120,
    ),
    _reasoning(
        "thought-part",
        "part of a Gemini answer that is marked as a thought",
        _WORDS,
        "<<name_edge>>(?i:(?:is<<join>>)?thought)<<quote>><<colon>>[tT]rue",
    ),
    _reasoning(
        "think-tag",
        "reasoning between think tags or in the analysis channel",
        (
            *_WORDS,
            _hint("|", r"(?<=channel\|)<<gt>>analysis"),
        ),
        r"""(?:<<lt>>/?<<tag>><<gt>> | <<lt>>\|channel\|<<gt>>analysis
        | <<lt>>\|/?(?i:(?:(?:begin|start|end)_of_)?(?:think(?:ing)?|thoughts?|reasoning)(?:_(?:start|end))?)\|<<gt>>
        | \[/?THINK(?:ING)?\] | <<left>>/?think<<right>>)[\s\S]{0,2000}""",
    ),
)
