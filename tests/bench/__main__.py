"""Measures the build, FORM and the runner: `python -m tests.bench [--only site|form|runner] [--runs N] [--rounds N]`.

The build stands beside Hugo and beside the least possible. Everything lies in memory (/dev/shm), for a disk would be
measured instead. Each round builds with every contender in turn; the table has medians over the rounds, the ratios are
taken round by round.
"""

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from statistics import median

from tests.bench import form, runner
from tests.bench.contenders import STEPS, Contender, build_site, floor, hugo
from tests.bench.hugosite import write_site
from tests.bench.measure import Spent, spent_by
from tests.trees.generate import generate

MEMORY = Path("/dev/shm")
TITLES = {"clean": "clean build", "nothing": "nothing changed", "one": "one record changed"}
ONE, TWO, HUGO, FLOOR = "build-site, 1 process", "build-site, 2 processes", "Hugo", "floor, 1 process"

Times = dict[tuple[str, str], list[Spent]]
"""By step and contender, one entry per round."""


def measure(contenders: list[Contender], rounds: int) -> Times:
    """Return what every contender took for every step, in every round."""
    times: Times = {}
    for number in range(rounds):
        for contender in contenders:
            print(f"round {number + 1} of {rounds}: {contender.name}", file=sys.stderr)
            contender.wipe()
            for step in STEPS:
                if step == "one":
                    contender.change()
                times.setdefault((step, contender.name), []).append(spent_by(contender.command(step)))
    return times


def table(times: Times) -> list[str]:
    """Return the lines of the table: medians over the rounds."""
    lines = [f"{'':20}{'':25}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}"]
    for (step, name), found in sorted(times.items(), key=lambda entry: STEPS.index(entry[0][0])):
        wall, cpu, peak = (median(getattr(one, field) for one in found) for field in Spent.__slots__)
        lines.append(f"{TITLES[step]:20}{name:25}{wall:9.2f}{cpu:9.2f}{peak:9.0f}")
    return lines


def ratios(times: Times) -> list[str]:
    """Return the lines with ours over Hugo's: the wall times of every round, and the median of the processor times."""
    lines = []
    for step in STEPS:
        for name in (ONE, TWO):
            pairs = list(zip(times[step, name], times[step, HUGO], strict=True))
            wall = [ours.wall_s / theirs.wall_s for ours, theirs in pairs]
            cpu = median(ours.cpu_s / theirs.cpu_s for ours, theirs in pairs)
            each = " ".join(f"{ratio:.2f}" for ratio in wall)
            lines.append(f"{TITLES[step]:20}{name:25}{median(wall):6.2f} x Hugo  ({each}); CPU {cpu:.2f}")
    return lines


def targets(times: Times) -> list[str]:
    """Return the lines that say which targets are met."""
    pairs = zip(times["clean", TWO], times["clean", HUGO], strict=True)
    clean = median(ours.wall_s / theirs.wall_s for ours, theirs in pairs)
    nothing, one = (median(spent.wall_s for spent in times[step, TWO]) for step in ("nothing", "one"))
    peak = max(spent.peak_mb for (_, name), found in times.items() if name in (ONE, TWO) for spent in found)
    wanted = (
        ("clean build, 2 processes", clean, 1.2, "x Hugo"),
        ("nothing changed", nothing, 0.3, "s"),
        ("one record changed", one, 0.6, "s"),
        ("peak memory", peak, 500, "MB"),
    )
    return [
        f"{'met' if found <= limit else 'MISSED':8}{name}: {found:.2f} {unit}, wanted at most {limit} {unit}"
        for name, found, limit, unit in wanted
    ]


def site(runs: int, rounds: int) -> list[str]:
    """Generate a tree, measure the builds, and return the lines to print."""
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="fairtrial-bench-") as folder:
        root, hugo_site, out = (Path(folder) / name for name in ("tree", "hugo", "floor"))
        root.mkdir()
        generate(root, seed=11, runs=runs)
        contenders = [build_site(root, 1), build_site(root, 2)]
        spent_by(contenders[1].command("clean"))
        write_site(hugo_site, root)
        contenders += [hugo(hugo_site), floor(root, out)]
        times = measure(contenders, rounds)
        counted = {one.name: one.pages() for one in contenders}
    head = f"{runs} runs, medians of {rounds} rounds; pages of runs: {counted}"
    return [head, "", *table(times), "", *ratios(times), "", *targets(times)]


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(prog="python -m tests.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("form", "runner", "site"))
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    for name, lines in (
        ("form", lambda: form.report(given.rounds)),
        ("runner", lambda: runner.report(given.rounds)),
        ("site", lambda: site(given.runs, given.rounds)),
    ):
        if given.only in (None, name):
            print("\n".join([*lines(), ""]), flush=True)


if __name__ == "__main__":
    main()
