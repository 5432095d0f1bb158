"""Solitaire card games solved, proved and encoded: every answer carries a certificate.

>>> import patsat
>>> answer = patsat.solve("ms:617")
>>> answer.verdict
'solved'
>>> answer.plan
<Plan of 105 moves>

A deal is its name (``"ms:617"``, ``"kpat:spider4:1"``, ``"random:eight-off:7"``), a file, or a :class:`Deal`. A plan
is always one that was replayed from the rules and wins; there is no object for any other.
Ask ``help`` of anything for what it does; the types stand in ``_native.pyi``.
"""

from ._native import (
    Answer,
    Checked,
    Deal,
    Formula,
    Hint,
    Plan,
    Survey,
    Why,
    __version__,
    domain,
    encode,
    encodings,
    games,
    hint,
    lift,
    lower,
    reduce,
    solve,
    survey,
    verify,
    why,
)
from ._frames import row
from .errors import InputError, InvalidError, MissingError, PatsatError, SelfCheckError

__all__ = [
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
    "SelfCheckError",
    "Survey",
    "Why",
    "__version__",
    "domain",
    "encode",
    "encodings",
    "games",
    "hint",
    "lift",
    "lower",
    "reduce",
    "row",
    "solve",
    "survey",
    "verify",
    "why",
]
