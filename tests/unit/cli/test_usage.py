"""`benchmark usage`: each field of a raw usage, what it counts for, and the sums."""

import json

import pytest
from click.testing import CliRunner

from runner.cli import main

COUNTS = {
    "input_tokens": 9212,
    "input_tokens_details": {"cached_tokens": 100},
    "output_tokens": 3417,
    "output_tokens_details": {"reasoning_tokens": 380},
    "total_tokens": 12629,
    "cost_in_usd_ticks": 318319000,
    "num_sources_used": 0,
}


@pytest.fixture
def told(tmp_path):
    """Returns a function that writes a body and runs the command on it."""

    def run(provider, body, *options):
        path = tmp_path / "response.json"
        path.write_bytes(body if isinstance(body, bytes) else json.dumps(body).encode())
        return CliRunner().invoke(main, ["usage", provider, str(path), *options])

    return run


def _rows(output, title):
    """Returns the lines below a title, their columns set apart by one blank."""
    block = next(part for part in output.split("\n\n") if part.startswith(f"{title}\n"))
    return [" ".join(line.split()) for line in block.splitlines()[1:]]


def test_every_field_is_shown_with_what_it_counts_for(told):
    result = told("xai", {"model": "grok", "usage": COUNTS})
    assert result.exit_code == 0, result.output
    assert _rows(result.output, "Fields") == [
        "/usage/input_tokens 9212 input, cached part included",
        "/usage/input_tokens_details/cached_tokens 100 cached_read, a part of input",
        "/usage/output_tokens 3417 output, reasoning included",
        "/usage/output_tokens_details/reasoning_tokens 380 reasoning, a part of output",
        "/usage/total_tokens 12629 check sum: input + output",
        "/usage/cost_in_usd_ticks 318319000 the provider's own cost, in 1e-10 USD",
        "/usage/num_sources_used 0 no token class",
    ]
    assert _rows(result.output, "Sums") == ["input 9212 + output 3417 = 12629; total_tokens is 12629: holds"]
    assert _rows(result.output, "Counted") == [
        "input 9212",
        "cached_read 100",
        "cache_write unknown the provider reports no cache writes",
        "output 3417",
        "reasoning 380",
        "provider's cost 318319000 in 1e-10 USD: 0.0318319 USD",
    ]
    assert _rows(result.output, "Odd") == ["none"]


def test_what_contradicts_itself_is_told_and_unknown(told):
    body = {"usage": {**COUNTS, "total_tokens": 12630}}
    result = told("xai", body)
    text = "input 9212 + output 3417 = 12629; total_tokens is 12630"
    assert result.exit_code == 0
    assert _rows(result.output, "Sums") == [f"{text}: fails"]
    assert _rows(result.output, "Odd") == [text]
    assert f"input unknown {text}" in _rows(result.output, "Counted")


def test_json_holds_the_same(told):
    result = told("anthropic", {"usage": {"input_tokens": 3, "output_tokens": 5}}, "--json")
    found = json.loads(result.output)
    assert [field["pointer"] for field in found["fields"]] == ["/usage/input_tokens", "/usage/output_tokens"]
    assert found["usage"]["output"] == 5
    assert found["usage"]["input"] is None
    assert "cache_read_input_tokens" in found["usage"]["missing"]["input"]
    assert found["provider_ticks"] is None


@pytest.mark.parametrize("body", [b"[1", b"\xff", b"[]", b"", b'{"usage": NaN}', b"[" * 100_000])
def test_a_file_that_is_no_response_is_told_without_a_traceback(told, body):
    result = told("gemini", body)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert "response.json" in result.output
    assert "gemini sent it" in result.output


def test_no_control_character_reaches_the_terminal(told):
    result = told("openai", {"usage": {"input_tokens": 1, "x\x1b[31m\u202e": "\x07\x1b]0;title\x07"}})
    assert result.exit_code == 0
    assert not [char for char in result.output if not char.isprintable() and char != "\n"]


def test_a_wrong_call_ends_with_2(tmp_path):
    assert CliRunner().invoke(main, ["usage", "acme", str(tmp_path)]).exit_code == 2
    assert CliRunner().invoke(main, ["usage", "openai", str(tmp_path / "none.json")]).exit_code == 2
