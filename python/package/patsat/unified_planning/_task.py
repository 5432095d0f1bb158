"""Problems of Unified Planning as deals, and plans of these deals as plans of the problems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from unified_planning.model import Problem
from unified_planning.model.fnode import FNode
from unified_planning.plans import ActionInstance, SequentialPlan

from .. import Deal, InputError, Plan
from ._domains import domain_of, known_types, named_types, plain

__all__ = ["NoTask", "Task"]

#: The constant of the domain of Spider.
DISCARD = "discard"


class NoTask(Exception):
    """A problem that is not a game of patsat.

    The text states what was found in the problem and what was expected.
    """


class Task:
    """A problem of a card domain, with its deal.

    Raises NoTask for other problems.
    """

    problem: Problem
    domain: str
    deal: Deal

    def __init__(self, problem: Problem) -> None:
        domain = domain_of(problem)
        if domain is None:
            raise NoTask(
                "its actions are not those of FreeCell, Spider or thoughtful solitaire of the planning competitions"
            )
        self.problem, self.domain = problem, domain
        self._names = _names(problem)
        self._objects = {name: problem.object(own) for own, name in self._names.items()}
        self._actions = {plain(action.name): action for action in problem.actions}
        try:
            self.deal = Deal.from_text(self.text())
        except InputError as error:
            raise NoTask(f"its objects, facts and goal are not a deal: {error}") from error

    def __repr__(self) -> str:
        return f"<Task: {self.problem.name or 'unnamed'}, domain {self.domain}>"

    def text(self) -> str:
        """Returns the problem in PDDL, with its own names of objects and the domain's names of types and facts."""
        types = dict(zip(named_types(self.problem), known_types(self.domain)))
        objects = []
        for item in self.problem.all_objects:
            if self._names[item.name] == DISCARD:
                continue
            kind = item.type
            while kind is not None and kind not in types:
                kind = kind.father
            if kind is None:
                raise NoTask(f"found the object {item.name} of type {item.type}; expected a type that an action names")
            objects.append(f"{self._names[item.name]} - {types[kind]}")
        facts = sorted(self._facts())
        goals = [self._fact(goal) for node in self.problem.goals for goal in _conjuncts(node)]
        name = {"spider": "spider", "thoughtful": "thoughtful-typed"}.get(self.domain, "freecell")
        return (
            f"(define (problem task) (:domain {name})\n(:objects\n" + "\n".join(objects) + ")\n"
            "(:init\n" + "\n".join(facts) + ")\n(:goal (and\n" + "\n".join(goals) + ")))\n"
        )

    def _facts(self) -> Iterator[str]:
        for fluent, default in self.problem.fluents_defaults.items():
            if default.is_true():
                raise NoTask(f"found the fluent {fluent.name} with default true; expected the default false")
        for fact, value in self.problem.explicit_initial_values.items():
            if value.is_true():
                yield self._fact(fact)

    def _fact(self, node: FNode) -> str:
        if not node.is_fluent_exp() or not all(arg.is_object_exp() for arg in node.args):
            raise NoTask(f"found {node}; expected a fact about objects")
        words = [plain(node.fluent().name), *(self._names[arg.object().name] for arg in node.args)]
        return f"({' '.join(words)})"

    def plan(self, plan: Plan) -> SequentialPlan:
        """Returns a plan of the deal as actions of the problem."""
        steps = []
        for line in plan.to("ipc-plan").splitlines():
            words = line.split(";")[0].strip().lower().strip("()").split()
            if not words:
                continue
            arguments = tuple(
                self.problem.environment.expression_manager.ObjectExp(self._objects[w]) for w in words[1:]
            )
            steps.append(ActionInstance(self._actions[words[0]], arguments))
        return SequentialPlan(steps, self.problem.environment)


def _names(problem: Problem) -> dict[str, str]:
    """Returns a PDDL name for each object: its own in lower case, changed where two would be equal."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for n, item in enumerate(problem.all_objects):
        name = DISCARD if plain(item.name) == DISCARD else item.name.lower()
        if name in taken or not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
            name = f"object-{n}"
        taken.add(name)
        names[item.name] = name
    return names


def _conjuncts(node: FNode) -> list[Any]:
    if node.is_and():
        return [part for arg in node.args for part in _conjuncts(arg)]
    return [] if node.is_true() else [node]
