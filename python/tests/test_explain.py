"""Reasons for lost deals, and hints."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import patsat


def test_patterns_explain_a_lost_deal() -> None:
    deal = patsat.Deal("ms:41", cells=1)
    why = patsat.why(deal)
    assert (why.verdict, why.patterns, why.without) == ("unwinnable", 1, None)
    assert "9C still lies where dealt" in why.text(all=True)
    assert why.certificate is not None
    assert patsat.verify(deal, why.certificate).kind == "dead-patterns"
    picture = why._repr_svg_()
    assert picture is not None and ElementTree.fromstring(picture).tag.endswith("svg")
    assert picture == why.svg() and "5♦" in picture
    with pytest.raises(patsat.InvalidError):
        patsat.verify(patsat.Deal("ms:42", cells=1), why.certificate)


def test_a_deal_that_can_be_won_has_no_patterns() -> None:
    why = patsat.why("ms:617")
    assert (why.verdict, why.patterns, why.certificate, why._repr_svg_()) == ("solved", 0, None, None)
    assert why.answer.plan is not None


def test_the_best_next_move_and_the_marks_of_all() -> None:
    deal = patsat.Deal("ms:1", ranks=4, cells=1, columns=3)
    hint = patsat.hint(deal)
    assert hint.best == "2C from column 2 to column 1, on 3D"
    assert hint.counts == {"winning": 3, "unknown": 0, "losing": 1}
    assert [move["mark"] for move in hint.moves] == ["winning"] * 3 + ["losing"]
    assert hint.why is not None and hint.verdict == "solved"
    assert "Of 4 legal moves 3 win and 1 loses." in str(hint)
    later = patsat.hint(deal, "21")
    assert later.answer.plan is not None and hint.answer.plan is not None
    assert len(later.answer.plan) < len(hint.answer.plan)
    with pytest.raises(patsat.InvalidError):
        patsat.hint(deal, "11")
