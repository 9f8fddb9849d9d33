"""Four public fault reports as inputs: keys in an error text, hashes, home paths and mail, sealed reasoning."""

import json
from random import Random
from urllib.parse import quote

from sitegen.leaks import Gate
from tests.unit.leaks.rows import LEAKS, URL_SAFE, word

GATE = Gate()


def found_in(record: object) -> dict[str, list[str]]:
    """The pointers of what is found in a record, by code."""
    found: dict[str, list[str]] = {}
    for finding in GATE.scan("runs/r1/run.json", json.dumps(record, indent=1).encode()):
        found.setdefault(finding.code, []).append(str(finding.pointer))
    return found


def test_keys_in_an_address_an_error_text_and_headers():
    rng = Random(79)
    google = "AIza" + "Sy" + word(rng, 33, URL_SAFE)
    openai, anthropic, xai = (LEAKS[code](rng)[0] for code in ("openai-key", "anthropic-key", "xai-key"))
    address = f"https://generativelanguage.example.org/v1beta/models/m:generateContent?key={google}&alt=sse"
    record = {
        "error": f"404 Not Found for url '{address}'; Incorrect API key provided: {openai}.",
        "request": {
            "headers": {"x-api-key": anthropic, "Authorization": f"Bearer {xai}"},
            "retry_url": quote(f"https://example.org/?key={google}", safe=""),
        },
    }
    found = found_in(record)
    assert found["google-key"] == ["/error", "/request/retry_url"]
    assert found["query-key"] == ["/error", "/request/retry_url"]
    assert found["openai-key"] == ["/error"]
    assert found["anthropic-key"] == ["/request/headers/x-api-key"]
    assert found["xai-key"] == ["/request/headers/Authorization"]

    cleaned = json.dumps(record)
    for secret in (google, openai, anthropic, xai):
        cleaned = cleaned.replace(secret, "[removed]")
    assert found_in(json.loads(cleaned)) == {}


def test_hashes_ids_and_tool_names_are_no_secrets():
    record = {
        "run_id": "3f2a9c1e-7b4d-4e8a-9c55-0d1e2f3a4b5c",
        "commit": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "integrity": "sha256-n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=",
        "message_id": "msg_01XyZ7abCdEfGhJkLmNpQrSt",
        "tools": ["searchConfluenceUsingCql", "cad_measure"],
        "note": "output tokens: 4200; needs sk-learn",
    }
    assert found_in(record) == {}


def test_home_paths_hosts_and_mail_addresses():
    record = {
        "cwd": "/home/jmuster/agents/run7",
        "project": "-home-jmuster-agents-run7",
        "error": 'File "/home/jmuster/src/run.py", line 7\n  File "/usr/lib/python3/json.py", line 1',
        "windows": "OSError: C:\\Users\\jmuster\\AppData\\x",
        "more": ["/Users/jmuster/Library/x", "file:///home/jmuster/a%20b", "~jmuster/x", "//lab-pc-3/share/jmuster"],
        "git": "commit 1234\nAuthor: Jo Muster <jo.muster@example.org>\n",
        "kept": "src/run.py, line 7; /usr/lib/python3/json.py",
    }
    assert found_in(record) == {
        "home-path": ["/cwd", "/error", "/more/0", "/more/1"],
        "encoded-home": ["/project"],
        "windows-home": ["/windows"],
        "file-url": ["/more/1"],
        "tilde-home": ["/more/2"],
        "unc-path": ["/more/3"],
        "mail-address": ["/git"],
    }


def test_sealed_and_plain_reasoning():
    openai_reasoning = {
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": "REASON-1"}],
        "encrypted_content": "gAAAAREASON-2",
    }
    openai_answer = {"type": "message", "content": [{"type": "output_text", "text": "ANSWER-1"}]}
    openai = {
        "output": [openai_reasoning, openai_answer],
        "usage": {"output_tokens": 30, "output_tokens_details": {"reasoning_tokens": 20}},
    }
    assert found_in(openai) == {
        "reasoning-item": ["/output/0/type"],
        "reasoning-seal": ["/output/0/encrypted_content"],
    }
    anthropic_answer = {"type": "text", "text": "ANSWER-2"}
    anthropic = {
        "content": [
            {"type": "thinking", "thinking": "REASON-3", "signature": "REASON-4"},
            {"type": "redacted_thinking", "data": "REASON-5"},
            anthropic_answer,
        ],
        "usage": {"input_tokens": 10, "output_tokens": 30},
    }
    assert found_in(anthropic) == {
        "reasoning-item": ["/content/0/type", "/content/1/type"],
        "reasoning-text": ["/content/0/thinking"],
        "reasoning-seal": ["/content/0/signature"],
    }
    kept = [openai | {"output": [openai_answer]}, anthropic | {"content": [anthropic_answer]}]
    assert found_in(kept) == {}
