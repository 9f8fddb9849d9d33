"""`benchmark usage`: how the usage of one raw response is accounted."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from runner.commands.telling import FAULTS
from runner.providers import ADAPTERS
from runner.providers.contract import Accounted, UnreadableError
from runner.providers.wire import decode
from sitegen.exact import usd_of
from sitegen.records.usage import TOKEN_CLASSES

_VALUE_CHARACTERS = 40


@click.command("usage")
@click.argument("provider", type=click.Choice(sorted(ADAPTERS)))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object in place of tables.")
def usage_command(provider: str, file: Path, as_json: bool) -> None:
    """Show how the usage in FILE, a raw response body of PROVIDER, is accounted, field by field."""
    try:
        accounted = ADAPTERS[provider].account(decode(file.read_bytes()))
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from None
    except UnreadableError as error:
        click.echo(f"{file}: {error}. Expected the body of one response, as {provider} sent it.", err=True)
        sys.exit(FAULTS)
    click.echo(_json(accounted) if as_json else _text(accounted))


def _text(accounted: Accounted) -> str:
    fields = [(line.pointer, _value(line.value), line.meaning) for line in accounted.lines]
    parts: tuple[tuple[str, Sequence[str]], ...] = (
        ("Fields", _table(fields)),
        ("Sums", [_shown(one) for one in accounted.sums]),
        ("Counted", _table(_classes(accounted))),
        ("Odd", [_shown(one) for one in accounted.flags]),
    )
    return "\n\n".join("\n".join([title, *(f"  {line}" for line in lines or ["none"])]) for title, lines in parts)


def _classes(accounted: Accounted) -> list[tuple[str, str, str]]:
    usage = accounted.usage
    reasons = {str(name): reason for name, reason in usage.missing.items()}
    rows: list[tuple[str, str, str]] = []
    for name in TOKEN_CLASSES:
        count = getattr(usage, name)
        rows.append((name, "unknown" if count is None else str(count), reasons.get(name, "")))
    rows += [(f"written for {life}", str(count), "") for life, count in usage.cache_write_by_lifetime.items()]
    if accounted.provider_ticks is not None:
        ticks = accounted.provider_ticks
        rows.append(("provider's cost", str(ticks), f"in 1e-10 USD: {usd_of(ticks)} USD"))
    return rows


def _table(rows: list[tuple[str, str, str]]) -> list[str]:
    if not rows:
        return []
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    return [f"{_shown(one):<{first}}  {two:>{second}}  {_shown(three)}".rstrip() for one, two, three in rows]


def _value(value: object) -> str:
    text = _shown(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _VALUE_CHARACTERS else f"{text[: _VALUE_CHARACTERS - 3]}..."


def _shown(text: str) -> str:
    return "".join(char if char.isprintable() else "�" for char in text)


def _json(accounted: Accounted) -> str:
    body = {
        "fields": [{"pointer": line.pointer, "value": line.value, "meaning": line.meaning} for line in accounted.lines],
        "sums": accounted.sums,
        "usage": accounted.usage.model_dump(mode="json"),
        "provider_ticks": accounted.provider_ticks,
        "flags": accounted.flags,
    }
    return json.dumps(body, indent=2)
