"""The time that a run has used, by its own clock."""

from fractions import Fraction

from runner.api.contract import Clock

_NS_PER_MS = 1_000_000


def whole_ms(ns: int) -> int:
    """Return nanoseconds as whole milliseconds, rounded half to even."""
    return round(Fraction(ns, _NS_PER_MS))


class Meter:
    """Measures from the first request on; before it, no time has passed."""

    def __init__(self, clock: Clock, run_ms: int) -> None:
        """Take the clock and the longest wall time of a run."""
        self._clock = clock
        self._limit_ns = run_ms * _NS_PER_MS
        self._started_ns: int | None = None

    def start(self) -> None:
        """Begin to measure, unless it has begun."""
        if self._started_ns is None:
            self._started_ns = self._clock.monotonic_ns()

    def now_ns(self) -> int:
        """Return the time since the start."""
        return 0 if self._started_ns is None else self._clock.monotonic_ns() - self._started_ns

    def left_ms(self) -> int:
        """Return how much of the run's wall time is left; nothing may begin at 0."""
        return max(0, (self._limit_ns - self.now_ns()) // _NS_PER_MS)

    def overrun(self) -> bool:
        """Return whether more than the run's wall time has passed."""
        return self.now_ns() > self._limit_ns
