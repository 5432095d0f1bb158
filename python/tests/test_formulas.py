"""Deals as formulas: clauses for PySAT, models back to plans."""

from __future__ import annotations

import array

import pytest

import patsat

pysat_formula = pytest.importorskip("pysat.formula", reason="python-sat is not here")
pysat_solvers = pytest.importorskip("pysat.solvers")


def test_every_solver_of_pysat_gives_a_plan(near: str) -> None:
    formula = patsat.encode(patsat.Deal.from_text(near), "exists", 3)
    cnf = pysat_formula.CNF(from_clauses=formula.clauses)
    assert (cnf.nv, len(cnf.clauses)) == (formula.nv, len(formula))
    for name in ("cadical195", "glucose4", "minisat22", "maplechrono"):
        with pysat_solvers.Solver(name, bootstrap_with=cnf) as solver:
            assert solver.solve()
            plan = formula.decode(solver.get_model())
        assert len(plan) == 3 and patsat.verify(patsat.Deal.from_text(near), plan)


def test_a_horizon_too_short_has_no_model(near: str) -> None:
    formula = patsat.encode(patsat.Deal.from_text(near), "sequential", 2)
    with pysat_solvers.Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        assert not solver.solve()


def test_a_whole_deal_goes_to_a_solver_without_a_list() -> None:
    deal = patsat.Deal("ms:2", ranks=6)
    formula = patsat.encode(deal, "exists", 12)
    with pysat_solvers.Solver("cadical195") as solver:
        solver.append_formula(formula)
        assert solver.nof_vars() == formula.nv
        assert solver.solve()
        plan = formula.decode(solver.get_model())
    assert deal.after(plan).is_won


def test_clauses_are_the_same_in_every_shape(near: str) -> None:
    formula = patsat.encode(patsat.Deal.from_text(near), "exists", 3)
    clauses = formula.clauses
    assert list(formula) == clauses and len(clauses) == len(formula) > 100
    flat = array.array("i")
    flat.frombytes(formula.literals())
    assert list(flat) == [literal for clause in clauses for literal in [*clause, 0]]
    dimacs = formula.dimacs()
    assert f"p cnf {formula.nv} {len(formula)}" in dimacs
    assert formula.names and all(f"c var {var} {name}" in dimacs for var, name in formula.names.items())
    assert formula.unit == "steps" and (formula.encoding, formula.horizon) == ("exists", 3)
    assert "exists" in patsat.encodings()


def test_a_wrong_model_is_refused(near: str) -> None:
    formula = patsat.encode(patsat.Deal.from_text(near), "exists", 3)
    with pysat_solvers.Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert formula.decode([*model, formula.nv + 1])
    units = {abs(clause[0]) for clause in formula.clauses if len(clause) == 1}
    wrong = [-literal if abs(literal) in units else literal for literal in model]
    with pytest.raises(patsat.InvalidError, match="it is no model of this formula, clause"):
        formula.decode(wrong)
    with pytest.raises(patsat.InvalidError):
        formula.decode([])
    with pytest.raises(patsat.InvalidError, match="the solver reports UNSATISFIABLE"):
        formula.decode("s UNSATISFIABLE\n")
    with pytest.raises(TypeError):
        formula.decode(["one"])  # type: ignore[list-item]


def test_bad_formula_requests_are_input_errors(near: str) -> None:
    with pytest.raises(patsat.InputError, match="unknown encoding"):
        patsat.encode(near, "none", 3)
    with pytest.raises(patsat.InputError, match="MiB"):
        patsat.encode("ms:1", "exists", 60, memory_limit=1)
