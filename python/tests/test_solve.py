"""Verdicts by search, SAT and SMT, and their bases."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

import pytest

import patsat

needs_z3 = pytest.mark.skipif(
    not (shutil.which("z3") or Path(sysconfig.get_path("scripts"), "z3").exists()), reason="z3 is not here"
)


def test_a_deal_is_solved_and_its_plan_wins() -> None:
    answer = patsat.solve("ms:617")
    assert answer and answer.verdict == "solved" and answer.plan is not None
    assert len(answer.plan) == 105 and str(answer.plan).startswith("83 8a 83 81 4b 46")
    assert answer.lengths == answer.plan.lengths == {"m1": 153, "m2": 105, "m3": 53}
    assert patsat.verify("ms:617", answer.plan).kind == "plan"
    assert patsat.Deal("ms:617").after(answer.plan).is_won
    assert answer.statistics["expanded"] > 0 and answer.seconds >= 0
    assert answer.data["verdict"] == "solved" and len(answer.plan.words) == 105
    assert str(answer).startswith("Solved in ")


def test_the_same_question_has_the_same_answer() -> None:
    one, other = (patsat.solve("ms:5", seed=3) for _ in range(2))
    assert one.plan == other.plan


def test_a_lost_deal_has_a_certificate_that_is_checked(lost: dict[str, int]) -> None:
    deal = patsat.Deal("ms:1", **lost)
    answer = patsat.solve(deal)
    assert (answer.verdict, answer.basis, answer.plan, bool(answer)) == ("unwinnable", "closed-set", None, False)
    assert answer.certificate is not None
    assert patsat.verify(deal, answer.certificate).kind == "closed-set"
    damaged = bytearray(answer.certificate)
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(patsat.InvalidError):
        patsat.verify(deal, bytes(damaged))
    with pytest.raises(patsat.InvalidError):
        patsat.verify(patsat.Deal("ms:2", **lost), answer.certificate)
    assert patsat.solve(deal, certify=False).certificate is None


def test_a_shortest_plan_is_proved(near: str) -> None:
    deal = patsat.Deal.from_text(near)
    for by in ("search", "sat"):
        answer = patsat.solve(deal, by, optimal=True)  # type: ignore[arg-type]
        assert answer.optimal and answer.lower_bound == 3 and answer.lengths == {"m1": 3, "m2": 3, "m3": 1}
    deal = patsat.Deal("ms:1", ranks=4, columns=4)
    answer = patsat.solve(deal, optimal=True, cost="m1")
    assert answer.optimal and answer.cost == "m1" and answer.certificate is not None
    assert patsat.verify(deal, answer.certificate).kind == "none-shorter"


def test_no_plan_within_a_bound_is_not_unwinnable(near: str) -> None:
    deal = patsat.Deal.from_text(near)
    answer = patsat.solve(deal, by="sat", encoding="sequential", horizon=2)
    assert (answer.verdict, answer.bound, answer.basis) == ("no_plan_within", 2, "proof")
    assert answer.certificate is not None
    assert patsat.verify(deal, answer.certificate).kind == "no-plan-within"
    answer = patsat.solve(deal, by="sat", encoding="sequential", horizon=(1, 4))
    assert answer.verdict == "solved"
    assert patsat.solve(deal, by="sat", encoding="sequential", horizon="1..4").plan is not None


def test_a_whole_deal_by_sat() -> None:
    answer = patsat.solve("ms:1", by="sat", time_limit=300)
    assert answer.verdict == "solved" and answer.statistics["sat"]["questions"] >= 1
    assert patsat.verify("ms:1", str(answer.plan)).plan == answer.plan


@needs_z3
def test_a_position_by_smt(near: str) -> None:
    answer = patsat.solve(patsat.Deal.from_text(near), by="smt", encoding="relational", horizon=3)
    assert answer.verdict == "solved" and answer.plan is not None and len(answer.plan) == 3


def test_limits_end_in_unknown() -> None:
    hard = patsat.Deal("ms:11982")
    assert patsat.solve(hard, node_limit=100).limit == "nodes"
    answer = patsat.solve(hard, time_limit=0.0)
    assert (answer.verdict, answer.limit) == ("unknown", "time")
    with pytest.raises(patsat.InputError, match="time_limit -1"):
        patsat.solve(hard, time_limit=-1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"by": "magic"}, "unknown method 'magic': expected search, sat, smt, hybrid or pdr"),
        ({"encoding": "exists"}, 'encoding needs by="sat" or by="smt"'),
        ({"backend": "varisat"}, 'backend needs by="sat", by="smt" or by="hybrid"'),
        ({"by": "sat", "encoding": "none"}, "unknown encoding 'none'"),
        ({"by": "sat", "strategy": "auto"}, 'strategy needs by="search"'),
        ({"by": "sat", "horizon": "4..2"}, "horizon 4..2 is empty"),
        ({"by": "sat", "backend": "none"}, "none"),
        ({"strategy": "none"}, "unknown strategy 'none'"),
        ({"by": "sat", "prove": 5}, 'prove needs by="search"'),
        ({"cost": "m4"}, "unknown cost 'm4': expected m1, m2 or m3"),
        ({"strategy": "beam", "optimal": True}, "proves no plan shortest"),
    ],
)
def test_bad_options_are_input_errors(words: dict[str, object], sentence: str) -> None:
    with pytest.raises(patsat.InputError, match=sentence):
        patsat.solve("ms:1", **words)  # type: ignore[arg-type]


def test_a_missing_solver_is_an_error_of_its_own(near: str) -> None:
    with pytest.raises(patsat.MissingError):
        patsat.solve(
            patsat.Deal.from_text(near), by="smt", encoding="relational", horizon=3, backend="cmd:no-such-z3 {in}"
        )


def test_a_tampered_plan_is_refused() -> None:
    plan = str(patsat.solve("ms:617").plan)
    assert patsat.verify("ms:617", plan).summary == "the plan wins in 105 moves"
    with pytest.raises(patsat.InvalidError, match="move 1"):
        patsat.verify("ms:618", plan)
    moves = plan.split()
    with pytest.raises(patsat.InvalidError):
        patsat.verify("ms:617", " ".join(moves[:-1]))
    with pytest.raises(patsat.InvalidError):
        patsat.verify("ms:617", " ".join(["11", *moves[1:]]))
    with pytest.raises(patsat.InputError, match="expected a move"):
        patsat.verify("ms:617", " ".join(["1?", *moves[1:]]))


def test_an_error_in_a_plan_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "plan.txt"
    file.write_text("83 8a\nnot a move\n")
    with pytest.raises(patsat.InputError) as caught:
        patsat.verify("ms:617", file)
    assert caught.value.file == str(file) and str(file) in str(caught.value)
