"""Engines for Unified Planning: FreeCell, Spider and thoughtful solitaire of the planning competitions.

>>> import patsat.unified_planning                       # doctest: +SKIP
>>> from unified_planning.shortcuts import OneshotPlanner
>>> with OneshotPlanner(name="patsat") as planner:
...     result = planner.solve(problem)

Importing this module adds the engines ``patsat`` and ``patsat-opt`` to the global environment. :func:`register` adds
them to another. Problems of other domains end in ``UNSUPPORTED_PROBLEM``.
"""

from __future__ import annotations

try:
    from unified_planning.environment import Environment, get_environment
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "unified_planning":
        raise
    text = "patsat.unified_planning needs the package unified-planning: pip install 'patsat[planning]'"
    raise ImportError(text, name="unified_planning") from error

from ._engine import Patsat, PatsatOptimal, PatsatResult
from ._task import NoTask, Task

__all__ = ["NoTask", "Patsat", "PatsatOptimal", "PatsatResult", "Task", "register"]


def register(environment: Environment | None = None) -> None:
    """Adds the engines to an environment; the default is the global one."""
    factory = (environment or get_environment()).factory
    for name, kind in (("patsat", "Patsat"), ("patsat-opt", "PatsatOptimal")):
        if name not in factory.engines:
            factory.add_engine(name, __name__, kind)


register()
