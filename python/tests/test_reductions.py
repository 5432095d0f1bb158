"""Formulas as deals, and assignments as plans."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

import patsat

SATISFIABLE = [[1, 2, -3], [-1, 2, 3], [-2, -3, 1]]
UNSATISFIABLE = [list(signs) for signs in itertools.product(*((v, -v) for v in (1, 2, 3)))]


def satisfies(assignment: list[int], clauses: list[list[int]]) -> bool:
    return all(any(literal in assignment for literal in clause) for clause in clauses)


@pytest.mark.parametrize(
    ("to", "options"), [("freecell", {"cells": 0}), ("spider", {}), ("forty-thieves", {"form": "b"})]
)
def test_an_assignment_becomes_a_plan_and_comes_back(to: str, options: dict[str, object]) -> None:
    deal = patsat.reduce(SATISFIABLE, to, **options)  # type: ignore[arg-type]
    assert any(deal.labels)
    plan = patsat.lower(deal, [1, 2, -3])
    assert patsat.verify(deal, plan).kind == "plan"
    assert satisfies(patsat.lift(deal, plan), SATISFIABLE)
    with pytest.raises(patsat.InvalidError, match="does not satisfy clause"):
        patsat.lower(deal, [-1, -2, 3])
    with pytest.raises(patsat.InputError, match="no value for variable 3"):
        patsat.lower(deal, [1, 2])


def test_a_formula_and_its_deal_have_the_same_verdict() -> None:
    dice = random.Random(7)
    seen = set()
    for _ in range(8):
        clauses = [[v * dice.choice((1, -1)) for v in dice.sample(range(1, 5), 3)] for _ in range(dice.choice((5, 24)))]
        wins = any(
            satisfies([v * s for v, s in zip(range(1, 5), signs)], clauses)
            for signs in itertools.product((1, -1), repeat=4)
        )
        deal = patsat.reduce(clauses, "freecell", cells=0)
        answer = patsat.solve(deal, by="sat", certify=False)
        assert answer.verdict == ("solved" if wins else "unwinnable")
        if answer.plan is not None:
            assert satisfies(patsat.lift(deal, answer.plan), clauses)
        seen.add(wins)
    assert seen == {True, False}


def test_an_unsatisfiable_formula_is_lost_with_a_certificate() -> None:
    deal = patsat.reduce(UNSATISFIABLE, "freecell", cells=0)
    answer = patsat.solve(deal, by="sat")
    assert (answer.verdict, answer.basis) == ("unwinnable", "locks") and answer.certificate is not None
    assert patsat.verify(deal, answer.certificate).kind == "no-plan-within"


def test_formulas_come_from_pysat_and_from_files(tmp_path: Path) -> None:
    pysat_formula = pytest.importorskip("pysat.formula", reason="python-sat is not here")
    cnf = pysat_formula.CNF(from_clauses=SATISFIABLE)
    file = tmp_path / "f.cnf"
    cnf.to_file(str(file))
    deals = {patsat.reduce(source) for source in (SATISFIABLE, cnf, file, str(file))}
    assert len(deals) == 1
    file.write_text("p cnf 3 1\n1 2 4 0\n")
    with pytest.raises(patsat.InputError) as caught:
        patsat.reduce(file)
    assert (caught.value.file, caught.value.line) == (str(file), 2)


def test_bad_reductions_are_input_errors() -> None:
    with pytest.raises(patsat.InputError, match="unknown game 'poker'"):
        patsat.reduce(SATISFIABLE, "poker")  # type: ignore[arg-type]
    with pytest.raises(patsat.InputError, match='found cells with to="spider"; expected cells with to="freecell" only'):
        patsat.reduce(SATISFIABLE, "spider", cells=1)
    with pytest.raises(patsat.InputError, match="literal 0"):
        patsat.reduce([[1, 0, 2]])
    with pytest.raises(patsat.InputError, match="was not made from a formula"):
        patsat.lift("ms:617", "1a")
