"""Players who do not see hidden cards."""

from __future__ import annotations

import pytest

import patsat


def greedy(view: patsat.View) -> int | None:
    """Takes the move that looks best, and gives up after a thousand."""
    moves = view.moves
    greedy.left -= 1  # type: ignore[attr-defined]
    if not moves or greedy.left < 0:  # type: ignore[attr-defined]
        return None
    return max(range(len(moves)), key=lambda n: moves[n]["glance"])


def test_a_view_has_no_hidden_card() -> None:
    view = patsat.View("solvitaire:klondike:5")
    assert [len(column) for column in view.columns] == list(range(1, 8))
    assert [card for column in view.columns for card in column[:-1]] == [None] * 21
    assert view.stock == [None] * 24 and view.waste == [] and view.cells == []
    assert view.unseen == len(view.rest) == 45 and repr(view).endswith(", 45 cards unseen>")
    seen = {column[-1] for column in view.columns}
    assert seen.isdisjoint(view.rest) and len(seen) == 7
    deal = patsat.Deal("solvitaire:klondike:5")
    assert [column[-1] for column in deal.columns] == [column[-1] for column in view.columns]


def test_moves_before_turn_cards() -> None:
    later = patsat.View("solvitaire:klondike:5", "D D")
    assert later.unseen == 39 and len(later.waste) == 6 and None not in later.waste
    with pytest.raises(patsat.InvalidError, match="move 1"):
        patsat.View("solvitaire:klondike:5", "T")


def test_hints_of_a_view() -> None:
    view = patsat.View("solvitaire:klondike:5")
    advice = patsat.hint(view, samples=10)
    assert advice.best is not None and advice.best.startswith("turn 3 cards to the waste")
    assert advice.arrangements == 10 and "10 arrangements were tried" in str(advice)
    assert {"words", "kept", "lost", "interval"} <= set(advice.moves[0])
    assert str(advice) == str(patsat.hint(view, samples=10))


def test_games_are_played_to_their_end() -> None:
    played = patsat.play("solvitaire:klondike:5")
    assert played.won and played.plan is not None and len(played.plan) == len(played)
    assert repr(played) == f"<Played: won after {len(played)} moves>" and played.decisions > 5
    greedy.left = 1000  # type: ignore[attr-defined]
    other = patsat.play("solvitaire:klondike:5", greedy)
    assert len(other) > 0 and other.won == (other.plan is not None)
    assert patsat.play("solvitaire:klondike:5", lambda view: None).decisions == 1


def test_bad_policies_are_reported() -> None:
    with pytest.raises(patsat.InputError, match="found move 99, expected None or less than"):
        patsat.play("solvitaire:klondike:5", lambda view: 99)
    with pytest.raises(ZeroDivisionError):
        patsat.play("solvitaire:klondike:5", lambda view: 1 // 0)
    with pytest.raises(patsat.InputError, match="unknown player 'me'"):
        patsat.play("solvitaire:klondike:5", "me")
    with pytest.raises(patsat.InputError, match="'ways' does not play freecell"):
        patsat.play("ms:1", "ways")
