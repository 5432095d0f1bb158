"""Solves solitaire card games, proves verdicts and encodes deals as formulas.

>>> import patsat
>>> answer = patsat.solve("ms:617")
>>> answer
<Answer: solved in 105 moves, plan verified>
>>> answer.plan.words[0]
'QH from column 8 to column 3, on KC'

A deal is a name (``"ms:617"``, ``"kpat:spider4:1"``, ``"random:eight-off:7"``), a file, or a :class:`Deal`. Every
:class:`Plan` wins: the verifier has replayed it from the rules.

- :func:`solve` returns an :class:`Answer`: a verdict with a plan or a certificate.
- :func:`verify` checks plans and certificates and returns the claim that they prove, :class:`Checked`.
- :func:`why` returns a :class:`Why`: dead patterns that explain a lost deal.
- :func:`hint` returns a :class:`Hint`: the best next move and the outcome of every other.
- :func:`play` plays a deal without seeing hidden cards, by a built-in player or a function of a :class:`View`.
- :func:`serve` lets ``patsat play --player cmd:...`` play many deals by such a function.
- :func:`survey` returns a :class:`Survey`: the answers of many deals, solved on several threads.
- :func:`encode` returns a :class:`Formula`: clauses for a SAT solver, and plans of its models.
- :func:`reduce` returns the deal of a formula. :func:`lower` and :func:`lift` map assignments to plans and back.

Errors are exceptions of :mod:`patsat.errors`. :mod:`patsat.unified_planning` has engines for Unified Planning.
"""

from ._native import (
    Advice,
    Answer,
    Checked,
    Deal,
    Formula,
    Hint,
    Plan,
    Played,
    Survey,
    View,
    Why,
    __version__,
    backends,
    domain,
    encode,
    encodings,
    games,
    hint,
    lift,
    lower,
    play,
    reduce,
    solve,
    survey,
    verify,
    why,
)
from ._frames import row
from ._serve import serve
from .errors import InputError, InvalidError, MissingError, PatsatError, SelfCheckError

__all__ = [
    "Advice",
    "Answer",
    "Checked",
    "Deal",
    "Formula",
    "Hint",
    "InputError",
    "InvalidError",
    "MissingError",
    "PatsatError",
    "Plan",
    "Played",
    "SelfCheckError",
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
    "row",
    "serve",
    "solve",
    "survey",
    "verify",
    "why",
]
