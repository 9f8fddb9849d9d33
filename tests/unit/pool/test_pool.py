"""The same work in one process or in several."""

import gc
import os
from typing import Any

import pytest

from sitegen import pool

ITEMS = list(range(437))


def _square(context, item):
    return (item * item + context["plus"], os.getpid())


def _fail(_context, item):
    if item == 300:
        raise RuntimeError(f"item {item} is broken")
    return item


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(jobs):
    found = list(pool.each(_square, ITEMS, {"plus": 7}, jobs))
    assert [value for value, _ in found] == [item * item + 7 for item in ITEMS]
    processes = {process for _, process in found}
    assert (processes == {os.getpid()}) == (jobs == 1)


def test_few_items_stay_in_this_process():
    found = list(pool.each(_square, ITEMS[: pool.SMALLEST_BATCH - 1], {"plus": 0}, 2))
    assert {process for _, process in found} == {os.getpid()}
    assert list(pool.each(_square, [], {"plus": 0}, 2)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_is_raised_here(jobs):
    with pytest.raises(RuntimeError, match="item 300 is broken"):
        list(pool.each(_fail, ITEMS, None, jobs))
    assert gc.isenabled()


def test_reading_may_stop_early():
    results: Any = pool.each(_square, ITEMS, {"plus": 0}, 2)
    assert next(results)[0] == 0
    results.close()
    assert gc.isenabled()


def test_the_collector_rests_and_wakes():
    with pool.collector_at_rest():
        assert not gc.isenabled()
    assert gc.isenabled()
