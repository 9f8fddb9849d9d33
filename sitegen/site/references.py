"""Official pages that the method rests on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """A page of a provider or of a standard."""

    group: str
    title: str
    url: str


REFERENCES = (
    Reference("OpenAI", "Prices", "https://developers.openai.com/api/docs/pricing"),
    Reference("OpenAI", "Function calling", "https://developers.openai.com/api/docs/guides/function-calling"),
    Reference("OpenAI", "How cached input is counted", "https://developers.openai.com/api/docs/guides/prompt-caching"),
    Reference("Anthropic", "Prices", "https://platform.claude.com/docs/en/about-claude/pricing"),
    Reference("Anthropic", "Tool use", "https://platform.claude.com/docs/claude/docs/tool-use"),
    Reference("Google", "Prices of Gemini", "https://ai.google.dev/gemini-api/docs/pricing"),
    Reference("Google", "Function calling", "https://ai.google.dev/gemini-api/docs/function-calling"),
    Reference("Google", "Usage metadata and function schemas", "https://ai.google.dev/api/generate-content"),
    Reference("xAI", "Prices", "https://docs.x.ai/developers/pricing"),
    Reference("xAI", "Reported cost", "https://docs.x.ai/developers/cost-tracking"),
    Reference(
        "Codex", "Runs without a terminal, and their usage", "https://learn.chatgpt.com/docs/non-interactive-mode"
    ),
    Reference("Codex", "Finding the models of an account", "https://learn.chatgpt.com/docs/app-server"),
    Reference(
        "Codex", "Configuration of one invocation", "https://learn.chatgpt.com/docs/config-file/config-reference"
    ),
)
"""In the order in which the method page lists them."""
