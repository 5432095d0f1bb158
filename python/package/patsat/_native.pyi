# The types of the module in Rust. Docstrings are at run time: help(patsat.solve).

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, Optional, Union, final, overload

# Python 3.9 has no TypeAlias; an assignment of a Union works.
_Path = Union[str, os.PathLike[str]]
_Source = Union["Deal", str, os.PathLike[str]]
_Moves = Union["Plan", str]
_By = Literal["search", "sat", "smt", "hybrid", "pdr"]
_Cost = Literal["m1", "m2", "m3"]
_Verdict = Literal["solved", "no_plan_within", "unwinnable", "unknown"]
_Horizon = Union[int, str, tuple[int, int]]
_Policy = Union[str, Callable[["View"], Optional[int]]]

__all__ = [
    "Advice",
    "Answer",
    "Checked",
    "Clauses",
    "Deal",
    "Formula",
    "Hint",
    "Plan",
    "Played",
    "Survey",
    "View",
    "Why",
    "__version__",
    "backends",
    "domain",
    "encode",
    "encodings",
    "games",
    "hint",
    "lift",
    "lower",
    "play",
    "reduce",
    "run_command",
    "solve",
    "survey",
    "verify",
    "view_of_line",
    "why",
]

__version__: str

@final
class Deal:
    def __new__(
        cls,
        source: _Path,
        *,
        game: str | None = None,
        cells: int | None = None,
        columns: int | None = None,
        ranks: int | None = None,
        lines: Literal["rows", "columns"] | None = None,
    ) -> Deal: ...
    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        file: str | None = None,
        game: str | None = None,
        cells: int | None = None,
        columns: int | None = None,
        ranks: int | None = None,
        lines: Literal["rows", "columns"] | None = None,
    ) -> Deal: ...
    @classmethod
    def from_file(
        cls,
        path: _Path,
        *,
        game: str | None = None,
        cells: int | None = None,
        columns: int | None = None,
        ranks: int | None = None,
        lines: Literal["rows", "columns"] | None = None,
    ) -> Deal: ...
    @classmethod
    def random(
        cls,
        seed: int,
        game: str = "freecell",
        *,
        cells: int | None = None,
        columns: int | None = None,
        ranks: int | None = None,
    ) -> Deal: ...
    @property
    def name(self) -> str | None: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> dict[str, Any]: ...
    @property
    def columns(self) -> list[list[str]]: ...
    @property
    def cells(self) -> list[str | None]: ...
    @property
    def stock(self) -> list[str]: ...
    @property
    def labels(self) -> list[str]: ...
    @property
    def is_won(self) -> bool: ...
    def show(self, *, symbols: bool = False) -> str: ...
    def to(self, format: str) -> str: ...
    def after(self, plan: _Moves, moves: int | None = None) -> Deal: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

@final
class Plan:
    @property
    def lengths(self) -> dict[str, int]: ...
    @property
    def moves(self) -> list[Any]: ...
    @property
    def words(self) -> list[str]: ...
    def to(self, format: str = "standard") -> str: ...
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Answer:
    @property
    def verdict(self) -> _Verdict: ...
    @property
    def plan(self) -> Plan | None: ...
    @property
    def lengths(self) -> dict[str, int] | None: ...
    @property
    def optimal(self) -> bool: ...
    @property
    def cost(self) -> _Cost | None: ...
    @property
    def lower_bound(self) -> int | None: ...
    @property
    def bound(self) -> int | None: ...
    @property
    def limit(self) -> str | None: ...
    @property
    def basis(self) -> str | None: ...
    @property
    def certificate(self) -> bytes | None: ...
    @property
    def statistics(self) -> dict[str, Any]: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def seconds(self) -> float: ...
    def __bool__(self) -> bool: ...

@final
class Checked:
    @property
    def kind(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def plan(self) -> Plan | None: ...

@final
class Formula:
    @property
    def encoding(self) -> str: ...
    @property
    def horizon(self) -> int: ...
    @property
    def unit(self) -> str: ...
    @property
    def nv(self) -> int: ...
    @property
    def clauses(self) -> list[list[int]]: ...
    @property
    def names(self) -> dict[int, str]: ...
    def literals(self) -> bytes: ...
    def dimacs(self) -> str: ...
    def decode(self, model: str | Iterable[int]) -> Plan: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Clauses: ...

@final
class Clauses:
    def __iter__(self) -> Clauses: ...
    def __next__(self) -> list[int]: ...

@final
class Why:
    @property
    def answer(self) -> Answer: ...
    @property
    def verdict(self) -> _Verdict: ...
    @property
    def patterns(self) -> int: ...
    @property
    def certificate(self) -> bytes | None: ...
    @property
    def without(self) -> str | None: ...
    def text(self, *, all: bool = False) -> str: ...
    def svg(self, pattern: int | None = None) -> str | None: ...
    def _repr_svg_(self) -> str | None: ...

@final
class Hint:
    @property
    def answer(self) -> Answer: ...
    @property
    def verdict(self) -> _Verdict: ...
    @property
    def best(self) -> str | None: ...
    @property
    def why(self) -> str | None: ...
    @property
    def moves(self) -> list[dict[str, Any]]: ...
    @property
    def counts(self) -> dict[str, int]: ...

@final
class View:
    def __new__(cls, deal: _Source, played: _Moves | None = None) -> View: ...
    @property
    def columns(self) -> list[list[str | None]]: ...
    @property
    def cells(self) -> list[str | None]: ...
    @property
    def stock(self) -> list[str | None]: ...
    @property
    def waste(self) -> list[str | None]: ...
    @property
    def foundations(self) -> list[int]: ...
    @property
    def unseen(self) -> int: ...
    @property
    def rest(self) -> list[str]: ...
    @property
    def moves(self) -> list[dict[str, Any]]: ...

@final
class Advice:
    @property
    def best(self) -> str | None: ...
    @property
    def arrangements(self) -> int: ...
    @property
    def moves(self) -> list[dict[str, Any]]: ...

@final
class Played:
    @property
    def won(self) -> bool: ...
    @property
    def plan(self) -> Plan | None: ...
    @property
    def decisions(self) -> int: ...
    def __len__(self) -> int: ...

@final
class Survey:
    @property
    def range(self) -> str: ...
    @property
    def left(self) -> int: ...
    def __iter__(self) -> Iterator[tuple[Deal, Answer]]: ...
    def __next__(self) -> tuple[Deal, Answer]: ...
    def __enter__(self) -> Survey: ...
    def __exit__(self, *_ended: object) -> None: ...
    def close(self) -> None: ...

def solve(
    deal: _Source,
    by: _By = "search",
    *,
    strategy: str | None = None,
    encoding: str | None = None,
    horizon: _Horizon | None = None,
    backend: str | None = None,
    optimal: bool = False,
    cost: _Cost | None = None,
    certify: bool = True,
    prove: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
) -> Answer: ...
def encode(
    deal: _Source, encoding: str | None = None, horizon: int | None = None, *, memory_limit: int | None = None
) -> Formula: ...
def backends() -> dict[str, str]: ...
def encodings() -> dict[str, str]: ...
def games() -> dict[str, str]: ...
def domain(name: str) -> str: ...
def verify(deal: _Source, what: Plan | str | bytes | os.PathLike[str]) -> Checked: ...
def why(
    deal: _Source,
    *,
    shrink: float = 0.0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
) -> Why: ...
@overload
def hint(
    deal: View,
    played: None = None,
    *,
    samples: int = 100,
    time_limit: None = None,
    node_limit: None = None,
    memory_limit: None = None,
    seed: int = 0,
) -> Advice: ...
@overload
def hint(
    deal: _Source,
    played: _Moves | None = None,
    *,
    samples: int = 100,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
) -> Hint: ...
def play(
    deal: _Source,
    policy: _Policy | None = None,
    *,
    samples: int | None = None,
    seed: int = 0,
) -> Played: ...
def view_of_line(line: str) -> View: ...
def reduce(
    cnf: Any,
    to: Literal["freecell", "spider", "forty-thieves"] = "freecell",
    *,
    cells: int | None = None,
    suits: int | None = None,
    form: Literal["a", "b"] | None = None,
) -> Deal: ...
def lift(deal: _Source, plan: _Moves) -> list[int]: ...
def lower(deal: _Source, assignment: Sequence[int]) -> Plan: ...
def survey(
    range: str,
    *,
    game: str | None = None,
    cells: int | None = None,
    columns: int | None = None,
    ranks: int | None = None,
    by: _By = "search",
    strategy: str | None = None,
    encoding: str | None = None,
    horizon: _Horizon | None = None,
    backend: str | None = None,
    optimal: bool = False,
    cost: _Cost | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
) -> Survey: ...
def run_command(arguments: list[str], program: str | None) -> int: ...
