"""An answer as a row of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import Answer, Deal


def row(deal: Deal, answer: Answer) -> dict[str, Any]:
    """A deal and its answer as one flat dictionary: ``pandas.DataFrame(row(*r) for r in patsat.survey(range))``.

    ``m1``, ``m2`` and ``m3`` are the lengths of the plan, ``None`` without one; ``expanded`` positions of a search;
    ``seconds`` wall-clock time.
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
