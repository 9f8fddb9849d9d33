"""The command line of the runner."""

import traceback
from typing import Any

import click

from runner.commands.assets import assets_command
from runner.commands.imports import import_command
from runner.commands.report import report_command
from runner.commands.runs import pilot_command, plan_command, run_command
from runner.commands.usage import usage_command

BUG = 3
"""Exit code: a fault of this program."""


class _Commands(click.Group):
    """Tells a fault of this program from one of its input by the exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception:
            traceback.print_exc()
            ctx.exit(BUG)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Run benchmarks of AI agents and write their evidence."""


main.add_command(assets_command)
main.add_command(import_command)
main.add_command(pilot_command)
main.add_command(plan_command)
main.add_command(report_command)
main.add_command(run_command)
main.add_command(usage_command)
