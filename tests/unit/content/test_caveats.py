"""Every caveat of the requirements is there and shown where it applies: one row per id."""

import tomllib
from pathlib import Path

import pytest

FILE = Path(__file__).parents[3] / "content" / "method" / "caveats.toml"
CAVEATS = {one["id"]: one for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["caveat"]}

# id, a condition under which it must appear, a kind of page that must then show it, a word that it cannot do without
ROWS = [
    ("one-run-pilot", "one-repetition", "cohort", "ranks"),
    ("few-repetitions", "few-repetitions", "cohort", "fewer than six"),
    ("median-interval", "always", "method", "independent"),
    ("failures-included", "always", "method", "Failed"),
    ("unknown-is-not-zero", "always", "data", "never counted as zero"),
    ("bytes-are-not-tokens", "always", "method", "bytes"),
    ("build-check-is-not-success", "geometry-grade", "cohort", "does not say"),
    ("budget-limited-sampling", "budget-stops", "suite", "attempted"),
    ("task-set-pooled", "task-set", "suite", "pooled"),
    ("protocols-apart", "always", "benchmarks", "never"),
    ("fixtures-are-not-results", "fixture", "run", "no results"),
    ("synthetic-workers", "arms", "protocol", "no saving"),
    ("tier-labels", "tier-label", "suite", "parameters"),
    ("configured-models", "api", "protocol", "examples"),
    ("effort-is-not-compute", "effort-setting", "cohort", "equal compute"),
    ("output-limit-and-thinking", "api", "protocol", "thinking"),
    ("mixed-versions", "mixed-versions", "cohort", "more than one version"),
    ("no-reported-version", "no-reported-version", "cohort", "version"),
    ("reasoning-tokens", "api", "data", "Null"),
    ("local-times", "api", "cohort", "network"),
    ("natural-caching", "api", "cohort", "cold start"),
    ("order-of-runs", "codex", "protocol", "order"),
    ("headless-tool-use", "api", "protocol", "Chat applications"),
    ("list-prices", "estimated-cost", "cohort", "no invoice"),
    ("unknown-cost", "no-cost", "cohort", "not free"),
    ("planning-bound", "api", "protocol", "planning bound"),
    ("proxies-not-validation", "geometry-grade", "cohort", "proxies"),
    ("checks-miss-shapes", "geometry-grade", "run", "review"),
    ("no-interference-test", "geometry-grade", "run", "no test for solids that intersect"),
    ("geometry-is-not-quality", "geometry-grade", "cohort", "60 points"),
    ("review-before-praise", "api", "cohort", "reviews"),
    ("one-reviewer", "reviewed", "cohort", "agreement"),
    ("ai-reviews", "ai-review", "cohort", "provisional"),
    ("polyhedra-not-curves", "geometry-grade", "run", "2.8 %"),
    ("drawing-precision", "views", "run", "0.1 mm"),
    ("drawing-seams", "views", "run", "seam"),
    ("drawing-determinism", "views", "method", "one processor architecture"),
    ("drawings-unstudied", "views", "method", "no study"),
    ("near-in-time", "comparison", "method", "close together in time"),
    ("no-significance", "claims", "benchmarks", "no test of significance"),
    ("paired-differences", "arms", "suite", "number of pairs"),
    ("estimates-prove-no-saving", "arms", "protocol", "billed"),
    ("codex-context", "codex", "protocol", "system context"),
    ("codex-harness", "codex", "cohort", "together with that harness"),
    ("codex-provider-time", "codex", "protocol", "not zero"),
    ("codex-version", "codex", "suite", "no saving"),
    ("codex-not-everyone", "codex", "suite", "Claude, Grok and Gemini"),
    ("harness-no-sandbox", "arms", "protocol", "no security boundary"),
    ("secret-guards", "arms", "protocol", "cannot find every secret"),
    ("arm-order", "arms", "suite", "rotates"),
    ("context-manifest", "arms", "protocol", "does not prove"),
    ("context-bytes", "arms", "protocol", "neither fewer tokens"),
    ("mixed-model-designs", "arms", "protocol", "experiment of their own"),
    ("unfinished-runs", "stacks", "cohort", "lower bound"),
    ("checklist-by-hand", "stacks", "protocol", "by a person"),
    ("imported-runs", "imported", "cohort", "by others"),
    ("imported-denominator", "imported", "suite", "ungraded"),
    ("imported-tokens", "imported", "suite", "not reported"),
    ("tests-are-not-access", "api", "method", "first run with a key"),
    ("caps-and-long-input", "estimated-cost", "method", "180,000"),
]

# The official pages that the method page must link.
REFERENCES = {
    "openai-prices": "https://developers.openai.com/api/docs/pricing",
    "openai-tools": "https://developers.openai.com/api/docs/guides/function-calling",
    "openai-caching": "https://developers.openai.com/api/docs/guides/prompt-caching",
    "anthropic-prices": "https://platform.claude.com/docs/en/about-claude/pricing",
    "anthropic-tools": "https://platform.claude.com/docs/claude/docs/tool-use",
    "gemini-prices": "https://ai.google.dev/gemini-api/docs/pricing",
    "gemini-tools": "https://ai.google.dev/gemini-api/docs/function-calling",
    "gemini-usage": "https://ai.google.dev/api/generate-content",
    "xai-prices": "https://docs.x.ai/developers/pricing",
    "xai-billed-cost": "https://docs.x.ai/developers/cost-tracking",
    "codex-events": "https://learn.chatgpt.com/docs/non-interactive-mode",
    "codex-models": "https://learn.chatgpt.com/docs/app-server",
    "codex-configuration": "https://learn.chatgpt.com/docs/config-file/config-reference",
}


@pytest.mark.parametrize(("id", "condition", "place", "word"), ROWS)
def test_a_caveat_applies_and_says_what_it_must(id, condition, place, word):
    caveat = CAVEATS[id]
    assert condition in caveat["when"]
    assert place in caveat["where"]
    assert word in caveat["sentence"]


@pytest.mark.parametrize(("id", "address"), REFERENCES.items())
def test_an_official_page_is_linked_from_the_method_page(id, address):
    assert CAVEATS[id]["reference"] == address
    assert (CAVEATS[id]["when"], CAVEATS[id]["where"]) == (["always"], ["method"])


def test_no_caveat_is_without_a_row():
    assert set(CAVEATS) == {row[0] for row in ROWS} | set(REFERENCES)


def test_sentences_are_sentences():
    for id, caveat in CAVEATS.items():
        assert caveat["sentence"].endswith("."), id
        assert len(caveat["sentence"]) < 320, id
