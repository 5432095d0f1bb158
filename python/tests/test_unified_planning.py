"""The engines for Unified Planning, compared with Fast Downward and the validator."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import REPOSITORY, THIRD_PARTY

import patsat

up = pytest.importorskip("unified_planning", reason="unified-planning is not here")

import patsat.unified_planning as engines  # noqa: E402
from unified_planning.engines import PlanGenerationResultStatus as Status  # noqa: E402
from unified_planning.engines import ValidationResultStatus  # noqa: E402
from unified_planning.io import PDDLReader, PDDLWriter  # noqa: E402
from unified_planning.plans import SequentialPlan  # noqa: E402
from unified_planning.shortcuts import OneshotPlanner, PlanValidator, get_environment  # noqa: E402

#: Tests all tasks of other projects, which takes minutes; else a sample of them.
ALL = bool(os.environ.get("PATSAT_ALL_TASKS"))


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    environment = get_environment()
    environment.credits_stream = None
    before, environment.error_used_name = environment.error_used_name, False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    environment.error_used_name = before


def read(domain: str, task: str) -> Any:
    return PDDLReader().parse_problem_string(domain, task)


def freecell(number: int, **rules: int) -> Any:
    return read(patsat.domain("freecell"), patsat.Deal(f"ms:{number}", **rules).to("pddl"))  # type: ignore[arg-type]


def spider(seed: int, ranks: int, columns: int) -> Any:
    deal = patsat.Deal.random(seed, "ipc-spider", ranks=ranks, columns=columns)
    return read(patsat.domain("spider"), deal.to("pddl"))


def thoughtful(seed: int, domain: str | None = None) -> Any:
    deal = patsat.Deal.random(seed, "klondike-draw-one", ranks=7, columns=5)
    return read(domain or patsat.domain("thoughtful"), deal.to("pddl"))


def solve(problem: Any, engine: str = "patsat", **params: Any) -> Any:
    with OneshotPlanner(name=engine, params=params) as planner:
        return planner.solve(problem)


def accepts(problem: Any, plan: Any) -> bool:
    with PlanValidator(problem_kind=problem.kind, plan_kind=plan.kind) as validator:
        return bool(validator.validate(problem, plan).status == ValidationResultStatus.VALID)


def cost(problem: Any, plan: Any) -> int:
    """The cost of a plan by the metric of Unified Planning: of its actions, else their number."""
    metric = next((m for m in problem.quality_metrics if m.is_minimize_action_costs()), None)
    if metric is None:
        return len(plan.actions)
    return sum(metric.get_action_cost(step.action).constant_value() for step in plan.actions)


def test_without_the_package_the_import_names_it() -> None:
    program = "import sys; sys.modules['unified_planning'] = None; import patsat.unified_planning"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (
        "ImportError: patsat.unified_planning needs the package unified-planning: pip install 'patsat[planning]'"
    )


def beside(engine: str) -> bool:
    return engine in get_environment().factory.engines


def test_a_whole_deal_of_freecell_is_solved() -> None:
    problem = read(patsat.domain("freecell"), (REPOSITORY / "instances/boards/ms-1.pddl").read_text())
    result = solve(problem)
    assert result.status == Status.SOLVED_SATISFICING and accepts(problem, result.plan)
    # A task does not say which column is the first.
    assert sorted(result.deal.columns) == sorted(patsat.Deal("ms:1").columns)
    by_sat = solve(freecell(1, ranks=6), by="sat")
    assert by_sat.answer.statistics["sat"]["questions"] >= 1


def test_spider_is_solved_and_proved_shortest() -> None:
    text = (REPOSITORY / "instances/boards/ipc-spider-4-ranks.pddl").read_text()
    problem = read(patsat.domain("spider"), text)
    first = solve(problem)
    assert first.status == Status.SOLVED_SATISFICING and accepts(problem, first.plan)
    best = solve(problem, "patsat-opt")
    assert best.status == Status.SOLVED_OPTIMALLY and accepts(problem, best.plan)
    assert cost(problem, best.plan) == best.answer.lower_bound == 19 <= cost(problem, first.plan)
    assert patsat.verify(best.deal, best.certificate).kind == "none-shorter"


def test_optima_are_those_of_another_planner() -> None:
    if not beside("fast-downward-opt"):
        pytest.skip("up-fast-downward is not here")
    compared = 0
    for problem in [freecell(n, ranks=2, columns=4, cells=2) for n in (1, 2, 3)] + [spider(s, 3, 4) for s in (1, 2)]:
        ours = solve(problem, "patsat-opt", certify=False)
        if ours.status == Status.UNSOLVABLE_PROVEN:
            continue
        if not problem.quality_metrics:
            from unified_planning.model.metrics import MinimizeSequentialPlanLength

            problem.add_quality_metric(MinimizeSequentialPlanLength())
            ours = solve(problem, "patsat-opt")
        theirs = solve(problem, "fast-downward-opt")
        assert ours.status == theirs.status == Status.SOLVED_OPTIMALLY
        assert accepts(problem, ours.plan) and accepts(problem, theirs.plan)
        assert ours.answer.cost == "m1"
        assert cost(problem, ours.plan) == ours.answer.lower_bound == cost(problem, theirs.plan)
        compared += 1
    assert compared >= 4


def test_an_unsolvable_task_has_a_certificate() -> None:
    problem = freecell(1, ranks=4, columns=4, cells=0)
    result = solve(problem)
    assert (result.status, result.plan) == (Status.UNSOLVABLE_PROVEN, None)
    assert patsat.verify(result.deal, result.certificate).kind == "closed-set"
    assert result.log_messages[0].message.startswith("Unwinnable (closed set of")
    other = patsat.Deal("ms:2", ranks=4, columns=4, cells=0)
    with pytest.raises(patsat.InvalidError):
        patsat.verify(other, result.certificate)


def test_a_limit_of_time_is_no_verdict() -> None:
    with OneshotPlanner(name="patsat") as planner:
        result = planner.solve(freecell(11982), timeout=0.0)
    assert (result.status, result.plan) == (Status.TIMEOUT, None)


@pytest.mark.parametrize("engine", ["patsat", "patsat-opt"])
def test_names_that_the_writer_mangled_are_mapped_back(engine: str) -> None:
    for problem in (freecell(2, ranks=3, columns=4), spider(1, 3, 4)):
        writer = PDDLWriter(problem)
        other = read(writer.get_domain(), writer.get_problem())
        result = solve(other, engine)
        assert result.plan is not None and accepts(other, result.plan)


def test_other_domains_are_unsupported() -> None:
    from unified_planning.shortcuts import Fluent, InstantaneousAction, Problem

    done = Fluent("done")
    action = InstantaneousAction("do")
    action.add_effect(done, True)
    problem = Problem("other", initial_defaults={done: False})
    problem.add_fluent(done)
    problem.add_action(action)
    problem.add_goal(done)
    result = solve(problem)
    assert (result.status, result.plan) == (Status.UNSUPPORTED_PROBLEM, None)
    assert "its actions are not those of FreeCell, Spider or thoughtful solitaire" in result.log_messages[0].message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(clear ?newcard) (canstack ?card ?newcard)", "(clear ?newcard)"),
        ("(?card ?oldcard ?newcard - card)", "(?oldcard ?card ?newcard - card)"),
        ("(not (cellspace ?cells))", "(cellspace ?cells)"),
    ],
)
def test_freecell_with_other_rules_is_unsupported(old: str, new: str) -> None:
    domain = patsat.domain("freecell")
    assert old in domain
    task = patsat.Deal("ms:1", ranks=2).to("pddl")
    assert solve(read(domain, task)).plan is not None
    result = solve(read(domain.replace(old, new), task))
    assert (result.status, result.plan) == (Status.UNSUPPORTED_PROBLEM, None)


def test_a_goal_that_is_no_win_is_unsupported() -> None:
    problem = freecell(1, ranks=2)
    problem.clear_goals()
    problem.add_goal(problem.fluent("incell")(problem.object("ca")))
    assert solve(problem).status == Status.UNSUPPORTED_PROBLEM


def test_costs_that_are_no_moves_are_not_called_optimal() -> None:
    from unified_planning.model.metrics import MinimizeActionCosts

    problem = freecell(1, ranks=2)
    costs = {action: 1 + n for n, action in enumerate(problem.actions)}
    problem.add_quality_metric(MinimizeActionCosts(costs))  # type: ignore[arg-type]
    assert solve(problem, "patsat-opt").status == Status.UNSUPPORTED_PROBLEM
    assert solve(problem, "patsat").status == Status.SOLVED_SATISFICING
    problem.clear_quality_metrics()
    problem.add_quality_metric(MinimizeActionCosts(dict.fromkeys(problem.actions, 3)))  # type: ignore[arg-type]
    assert solve(problem, "patsat-opt").status == Status.SOLVED_OPTIMALLY


def test_a_plan_that_was_tampered_with_is_refused() -> None:
    problem = freecell(1, ranks=3)
    plan = solve(problem).plan
    assert accepts(problem, plan)
    assert not accepts(problem, SequentialPlan(plan.actions[:-1]))
    assert not accepts(problem, SequentialPlan(plan.actions[1:]))


def test_thoughtful_solitaire_is_solved_in_both_domains() -> None:
    ours = patsat.domain("thoughtful")
    effect = "(home ?card) (clear ?oldcard) (faceup ?oldcard)"
    # The competition's domain adds a fact.
    theirs = ours.replace(effect, f"{effect} (on ?card ?homecard)")
    other = ours.replace(effect, f"{effect} (on ?card ?oldcard)")
    assert ours.count(effect) == 1
    for seed in range(1, 5):
        for domain in (ours, theirs):
            problem = thoughtful(seed, domain)
            result = solve(problem)
            assert result.status in (Status.SOLVED_SATISFICING, Status.UNSOLVABLE_PROVEN)
            if result.plan is not None:
                assert accepts(problem, result.plan) and not accepts(problem, SequentialPlan(result.plan.actions[1:]))
        refused = solve(thoughtful(seed, other))
        assert refused.status == Status.UNSUPPORTED_PROBLEM
    refused = solve(thoughtful(1), "patsat-opt")
    assert refused.status == Status.UNSUPPORTED_PROBLEM and "thoughtful solitaire" in refused.log_messages[0].message


def test_engines_are_chosen_by_what_they_guarantee() -> None:
    from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee

    factory = get_environment().factory
    optimal = OptimalityGuarantee.SOLVED_OPTIMALLY
    assert not factory.engine("patsat").satisfies(optimal) and factory.engine("patsat-opt").satisfies(optimal)
    kind = spider(1, 3, 4).kind
    assert factory.engine("patsat").supports(kind) and factory.engine("patsat").is_oneshot_planner()
    other = up.environment.Environment()
    engines.register(other)
    assert "patsat" in other.factory.engines


def tasks() -> list[Any]:
    """Returns the tasks of the competitions, where they are installed."""
    every = []
    for folder, instances, most in (
        ("ipc/ipc-2000-freecell-typed", "instances/*.pddl", 6),
        ("ipc/ipc-2002-freecell", "instances/*.pddl", 2),
        ("autoscale-freecell", "p*.pddl", 2),
        ("ipc2018-spider", "p*.pddl", 6),
    ):
        found = sorted((THIRD_PARTY / folder).glob(instances), key=lambda path: (path.stat().st_size, path.name))
        every += [pytest.param(folder, path, id=f"{folder}-{path.stem}") for path in (found if ALL else found[:most])]
    return every or [pytest.param("", None, marks=pytest.mark.skip(reason=f"no tasks in {THIRD_PARTY}"))]


@pytest.mark.parametrize(("folder", "path"), tasks())
def test_tasks_of_the_competitions_are_solved(folder: str, path: Any) -> None:
    problem = PDDLReader().parse_problem(str(THIRD_PARTY / folder / "domain.pddl"), str(path))
    result = solve(problem)
    assert result.status == Status.SOLVED_SATISFICING and accepts(problem, result.plan)
