"""Answers as rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import Answer, Deal


def row(deal: Deal, answer: Answer) -> dict[str, Any]:
    """Returns a deal and its answer as one flat dict, a row of a data frame.

    >>> survey = patsat.survey("ms:11981..11982")
    >>> [patsat.row(*result)["verdict"] for result in survey]
    ['solved', 'unwinnable']

    With pandas: ``pandas.DataFrame(patsat.row(*result) for result in survey)``. ``m1``, ``m2`` and ``m3`` are the
    lengths of the plan, ``None`` without one. ``expanded`` is the number of expanded positions. ``seconds`` is
    wall-clock time.
    """
    lengths = answer.lengths or {}
    return {
        "deal": deal.name,
        "game": deal.game,
        "verdict": answer.verdict,
        "m1": lengths.get("m1"),
        "m2": lengths.get("m2"),
        "m3": lengths.get("m3"),
        "limit": answer.limit,
        "expanded": answer.statistics.get("expanded"),
        "seconds": answer.seconds,
    }
