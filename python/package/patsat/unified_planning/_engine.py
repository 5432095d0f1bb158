"""The engines: a planner for games of cards, and one that proves its plans shortest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from unified_planning.engines import Credits, Engine, PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import LogLevel, LogMessage
from unified_planning.model import AbstractProblem, MinimizeSequentialPlanLength, Problem, ProblemKind

from .. import Answer, solve
from ._domains import counts_moves
from ._task import NoTask, Task

__all__ = ["Patsat", "PatsatOptimal", "PatsatResult"]

Status = PlanGenerationResultStatus

CREDITS = Credits(
    "patsat",
    "the authors of patsat",
    "",
    "",
    "MIT OR Apache-2.0",
    "Native search and SAT for games of cards; every answer is verified.",
    "Solves FreeCell, Spider and thoughtful solitaire of the planning competitions. Every plan is replayed from the rules of the game. "
    "Unsolvable problems have a certificate that 'patsat verify' checks.",
)

KIND = [
    ("PROBLEM_CLASS", "ACTION_BASED"),
    ("TYPING", "FLAT_TYPING"),
    ("TYPING", "HIERARCHICAL_TYPING"),
    ("CONDITIONS_KIND", "NEGATIVE_CONDITIONS"),
    ("CONDITIONS_KIND", "EQUALITIES"),
    ("EFFECTS_KIND", "CONDITIONAL_EFFECTS"),
    ("EFFECTS_KIND", "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS"),
    ("QUALITY_METRICS", "ACTIONS_COST"),
    ("QUALITY_METRICS", "PLAN_LENGTH"),
    ("ACTIONS_COST_KIND", "INT_NUMBERS_IN_ACTIONS_COST"),
]


@dataclass
class PatsatResult(PlanGenerationResult):
    """The result of an engine, with its certificate.

    ``answer`` is patsat's answer. ``certificate`` is a file for ``patsat verify``: a closed set of positions for an
    unsolvable problem, a bounded closed set for a shortest plan. ``deal`` is the game of both.
    """

    answer: Any = None
    deal: Any = None

    @property
    def certificate(self) -> bytes | None:
        """The certificate of the answer, or ``None``."""
        return None if self.answer is None else self.answer.certificate


class Patsat(Engine, OneshotPlannerMixin):
    """A planner for card games of the planning competitions, which also proves problems unsolvable.

    Options are those of :func:`patsat.solve`: ``by``, ``strategy``, ``encoding``, ``horizon``, ``backend``, ``seed``,
    ``certify``, ``node_limit``, ``memory_limit`` (MiB).
    """

    optimal = False

    def __init__(self, **options: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self.options = options

    @property
    def name(self) -> str:
        return "patsat"

    @staticmethod
    def supported_kind() -> ProblemKind:
        kind = ProblemKind(version=2)
        for feature, value in KIND:
            getattr(kind, f"set_{feature.lower()}")(value)
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return problem_kind <= Patsat.supported_kind()

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return optimality_guarantee == OptimalityGuarantee.SATISFICING

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits | None:
        return CREDITS

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Callable[..., float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | tuple[IO[str], IO[str]] | None = None,
    ) -> PatsatResult:
        try:
            if not isinstance(problem, Problem):
                raise NoTask(f"found {type(problem).__name__}; expected a problem of actions")
            task = Task(problem)
            options = self._options(task)
        except NoTask as why:
            return self._result(Status.UNSUPPORTED_PROBLEM, None, f"not a problem for {self.name}: {why}")
        answer = solve(task.deal, time_limit=timeout, **{**options, **self.options})
        plan = None if answer.plan is None else task.plan(answer.plan)
        first = str(answer).split("\n", 1)[0]
        result = self._result(self._status(answer), plan, first)
        result.answer, result.deal = answer, task.deal
        result.metrics = {"engine_internal_time": str(answer.seconds)}
        return result

    def _options(self, task: Task) -> dict[str, Any]:
        return {}

    def _result(self, status: Any, plan: Any, sentence: str) -> PatsatResult:
        return PatsatResult(status, plan, self.name, log_messages=[LogMessage(LogLevel.INFO, sentence)])

    def _status(self, answer: Answer) -> Any:
        if answer.verdict == "solved":
            return Status.SOLVED_OPTIMALLY if self.optimal and answer.optimal else Status.SOLVED_SATISFICING
        if answer.verdict == "unwinnable":
            return Status.UNSOLVABLE_PROVEN
        limits = {"time": Status.TIMEOUT, "memory": Status.MEMOUT}
        return limits.get(answer.limit or "", Status.UNSOLVABLE_INCOMPLETELY)


class PatsatOptimal(Patsat):
    """A planner for shortest plans: of least cost in Spider, of fewest actions in FreeCell.

    Options are those of :class:`Patsat`.
    """

    optimal = True

    @property
    def name(self) -> str:
        return "patsat-opt"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return True

    def _options(self, task: Task) -> dict[str, Any]:
        if task.domain == "thoughtful":
            raise NoTask("found thoughtful solitaire; expected FreeCell or Spider, whose shortest plans are proved")
        metrics = task.problem.quality_metrics
        by_length = all(isinstance(metric, MinimizeSequentialPlanLength) for metric in metrics)
        # Without a metric the length is meant. In Spider most actions are bookkeeping, so their number is no measure.
        if metrics and not (by_length and task.domain != "spider") and not counts_moves(task.problem, task.domain):
            raise NoTask(f"found the metric {', '.join(map(str, metrics))}; expected the number of moves")
        return {"optimal": True}
