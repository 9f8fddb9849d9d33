"""The command line of the runner."""

import click

from runner.commands.assets import assets_command
from runner.commands.imports import import_command
from runner.commands.report import report_command
from runner.commands.runs import pilot_command, plan_command, run_command
from runner.commands.usage import usage_command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Run benchmarks of AI agents and write their evidence."""


main.add_command(assets_command)
main.add_command(import_command)
main.add_command(pilot_command)
main.add_command(plan_command)
main.add_command(report_command)
main.add_command(run_command)
main.add_command(usage_command)
