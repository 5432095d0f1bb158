"""Many deals as an iterator that can be broken off."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

import patsat


def test_deals_come_in_order_into_a_frame() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not here")
    frame = pandas.DataFrame(patsat.row(*r) for r in patsat.survey("ms:11971..11990", jobs=2))
    assert list(frame.deal) == [f"ms:{n}" for n in range(11971, 11991)]
    assert list(frame[frame.verdict == "unwinnable"].deal) == ["ms:11982"]
    assert frame.m2.between(67, 179).sum() == 19 and frame.seconds.min() >= 0


def workers() -> int:
    """Threads of this process that work for a survey: by name, for other tests leave threads of their own behind."""
    names = []
    for task in Path("/proc/self/task").iterdir():
        try:
            names.append((task / "comm").read_text().strip())
        except (FileNotFoundError, ProcessLookupError):
            continue  # the thread ended meanwhile
    return names.count("survey")


def test_a_survey_that_is_broken_off_stops_working() -> None:
    assert patience(lambda: workers() == 0), "an earlier survey works on"
    with patsat.survey("ms:1..1000000", jobs=2) as survey:
        assert survey.left == 1_000_000
        for (deal, answer), number in zip(survey, range(1, 4)):
            assert deal.name == f"ms:{number}" and answer.plan is not None
        assert patience(lambda: workers() == 2)
    assert survey.left == 0 and next(survey, None) is None
    assert patience(lambda: workers() == 0)
    iterator = iter(patsat.survey("ms:1..1000000", jobs=2))
    next(iterator)
    assert patience(lambda: workers() == 2)
    del iterator
    assert patience(lambda: workers() == 0)


def patience(what: object, seconds: float = 20.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():  # type: ignore[operator]
            return True
        time.sleep(0.01)
    return False


def test_limits_are_for_each_deal_and_methods_by_name() -> None:
    verdicts = [answer.verdict for _, answer in patsat.survey("ms:1..4", node_limit=1, jobs=1)]
    assert verdicts == ["unknown"] * 4
    options = {"ranks": 4, "columns": 4, "cells": 1}
    by_search = [answer.verdict for _, answer in patsat.survey("ms:1..6", **options)]  # type: ignore[arg-type]
    by_sat = [
        answer.verdict for _, answer in patsat.survey("ms:1..6", by="sat", encoding="exists", horizon=20, **options)
    ]  # type: ignore[arg-type]
    assert ["solved" if verdict == "solved" else "no_plan_within" for verdict in by_search] == by_sat


def test_bad_ranges_are_input_errors() -> None:
    for text, sentence in [("ms:9..3", "range 9..3 is empty"), ("all", "is not a deal"), ("ms:1..2", "random:N here")]:
        with pytest.raises(patsat.InputError, match=sentence):
            patsat.survey(text, **({"game": "spider"} if text == "ms:1..2" else {}))  # type: ignore[arg-type]


def test_two_readers_share_a_survey() -> None:
    survey = patsat.survey("ms:1..60", jobs=2)
    seen: list[str | None] = []

    def read() -> None:
        seen.extend(deal.name for deal, _ in survey)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert sorted(seen, key=str) == sorted((f"ms:{n}" for n in range(1, 61)), key=str)
