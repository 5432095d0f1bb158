"""Finds the card domain of a problem by its actions, not by its name.

A problem matches a domain if its actions are the same: parameters in the same order, conditions, effects and costs.
Then a proof about the game is a proof about the problem. The domains are those that patsat writes, read by Unified
Planning's reader. Action names may be changed as Unified Planning's writer does (``suit_0`` for ``suit``), and types
may have any names.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from unified_planning.environment import Environment
from unified_planning.io import PDDLReader
from unified_planning.model import InstantaneousAction, MinimizeActionCosts, Problem
from unified_planning.model.fnode import FNode

from .. import _native

__all__ = ["KNOWN", "Shape", "counts_moves", "domain_of", "known_types", "named_types", "plain", "shape"]

#: The domains, by the names of :func:`_native.domain`.
KNOWN = ("freecell", "autoscale", "spider", "thoughtful")
#: Effects that a competition's domain has and ours does not, by domain and action: conditions, fact, value. A plan that is
#: valid without it is valid with it, as no action needs the fact to be false.
LEFT_OUT = {("thoughtful", "col-to-home"): ((), "on ?0 ?4", True)}
COST = "total-cost"


def plain(name: str) -> str:
    """Returns a name as it was before the writer of Unified Planning changed it."""
    return re.sub(r"-\d+$", "", name.lower().replace("_", "-"))


@dataclass(frozen=True)
class Shape:
    """The actions of a domain. ``costs`` is ``None`` in a domain without costs."""

    actions: tuple[Any, ...]
    costs: tuple[tuple[str, int], ...] | None


def shape(problem: Problem) -> Shape | None:
    """Returns the shape of a problem; ``None`` if it has a feature that no domain of cards has."""
    if any(not isinstance(action, InstantaneousAction) for action in problem.actions):
        return None
    actions, increased = [], {}
    for action in problem.actions:
        read = _action(action)
        if read is None:
            return None
        what, cost = read
        actions.append(what)
        increased[plain(action.name)] = cost
    actions.sort(key=lambda action: action[0])
    names = [action[0] for action in actions]
    if len(set(names)) < len(names):
        return None
    return Shape(_with_plain_types(actions, problem), _costs(problem, increased))


def _costs(problem: Problem, increased: dict[str, int]) -> tuple[tuple[str, int], ...] | None:
    """Returns the costs of actions: those of a metric, or in a domain those of effects on ``total-cost``."""
    metrics = [m for m in problem.quality_metrics if isinstance(m, MinimizeActionCosts)]
    if metrics:
        costs = {}
        for action in problem.actions:
            cost = metrics[0].get_action_cost(action)
            if cost is not None and not cost.is_int_constant():
                return (("", -1),)
            costs[plain(action.name)] = 0 if cost is None else cost.constant_value()
        return tuple(sorted(costs.items()))
    return tuple(sorted(increased.items())) if any(increased.values()) else None


def _action(action: InstantaneousAction) -> tuple[tuple[Any, ...], int] | None:
    places = {parameter.name: n for n, parameter in enumerate(action.parameters)}
    conditions: set[str] = set()
    for precondition in action.preconditions:
        parts = _conjuncts(precondition, places)
        if parts is None:
            return None
        conditions |= parts
    effects, cost = set(), 0
    for effect in action.effects:
        if plain(effect.fluent.fluent().name) == COST:
            if not (effect.is_increase() and effect.value.is_int_constant()):
                return None
            cost = effect.value.constant_value()
            continue
        if effect.forall or not effect.is_assignment() or not effect.value.is_bool_constant():
            return None
        when = _conjuncts(effect.condition, places)
        fact = _fact(effect.fluent, places)
        if when is None or fact is None:
            return None
        effects.add((tuple(sorted(when)), fact, effect.value.bool_constant_value()))
    types = tuple(parameter.type for parameter in action.parameters)
    return (plain(action.name), tuple(sorted(conditions)), tuple(sorted(effects)), types), cost


def _conjuncts(node: FNode, places: dict[str, int]) -> set[str] | None:
    """Returns the facts of a conjunction; a negated fact begins with ``!``."""
    if node.is_true():
        return set()
    if node.is_and():
        parts = [_conjuncts(arg, places) for arg in node.args]
        return None if None in parts else set().union(*[part for part in parts if part is not None])
    if node.is_not() and node.arg(0).is_fluent_exp():
        fact = _fact(node.arg(0), places)
        return None if fact is None else {"!" + fact}
    fact = _fact(node, places)
    return None if fact is None else {fact}


def _fact(node: FNode, places: dict[str, int]) -> str | None:
    if not node.is_fluent_exp():
        return None
    words = [plain(node.fluent().name)]
    for arg in node.args:
        if arg.is_parameter_exp():
            words.append(f"?{places[arg.parameter().name]}")
        elif arg.is_object_exp():
            words.append(plain(arg.object().name))
        else:
            return None
    return " ".join(words)


def _with_plain_types(actions: list[tuple[Any, ...]], problem: Problem) -> tuple[Any, ...]:
    """Returns types by number, in the order in which actions name them, each with its supertypes.

    Only the objects of a type and its supertypes matter. A supertype that no action names is left out.
    """
    named = _named(actions)
    numbers = {kind: n for n, kind in enumerate(named)}
    above = tuple(tuple(sorted(numbers[a] for a in kind.ancestors if a in numbers)) for kind in named)
    numbered = tuple((*rest, tuple(numbers[kind] for kind in types)) for *rest, types in actions)
    return (*numbered, ("types", above))


def _named(actions: list[tuple[Any, ...]]) -> list[Any]:
    return list(dict.fromkeys(kind for *_, types in actions for kind in types))


def named_types(problem: Problem) -> list[Any]:
    """Returns the types that actions name, in the order of their numbers in a :class:`Shape`."""
    actions = [read[0] for read in map(_action, problem.actions) if read is not None]
    return _named(sorted(actions, key=lambda action: action[0]))


@lru_cache(maxsize=None)
def _known(name: str) -> Shape:
    found = shape(_reference(name))
    assert found is not None, f"the domain {name} has no shape"
    return found


def known_types(name: str) -> list[str]:
    """Returns the names of a known domain's types, in the order of their numbers."""
    return [kind.name for kind in named_types(_reference(name))]


@lru_cache(maxsize=None)
def _reference(name: str) -> Problem:
    """Reads a domain that patsat writes."""
    environment = Environment()
    # The domain of Spider calls an action and a predicate by the same name.
    environment.error_used_name = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return PDDLReader(environment).parse_problem_string(_native.domain(name))


def domain_of(problem: Problem) -> str | None:
    """Returns the domain whose actions the problem has, or ``None`` if it is not in :data:`KNOWN`."""
    found = shape(problem)
    if found is None:
        return None
    for name in KNOWN:
        known = _known(name)
        if _without(found.actions, name) == known.actions:
            return name
    return None


def _without(actions: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """Returns actions without the effects that our domain of this name leaves out."""
    kept = []
    for action in actions:
        left_out = LEFT_OUT.get((name, action[0]))
        if left_out is not None:
            what, conditions, effects, types = action
            action = (what, conditions, tuple(effect for effect in effects if effect != left_out), types)
        kept.append(action)
    return tuple(kept)


def counts_moves(problem: Problem, domain: str) -> bool:
    """Whether patsat counts these costs: those of Spider's domain, or in others one cost for all actions."""
    found, known = shape(problem), _known(domain)
    if found is None or found.costs is None:
        return False
    if known.costs is not None:
        return found.costs == known.costs
    return len({cost for _, cost in found.costs}) == 1 and found.costs[0][1] > 0
