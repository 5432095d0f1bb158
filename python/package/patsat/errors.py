"""The exceptions of patsat.

A limit that is reached is no error: the verdict is then ``unknown``.
"""

from __future__ import annotations

__all__ = ["InputError", "InvalidError", "MissingError", "PatsatError", "SelfCheckError"]


class PatsatError(Exception):
    """The base class of all exceptions of patsat.

    The text states what was found and what was expected. Subclasses name the cause.
    """


class InputError(PatsatError, ValueError):
    """Bad input: an unknown name, a file that cannot be read, a bad board, or options that do not fit.

    >>> try:
    ...     patsat.Deal("ms:0")
    ... except patsat.InputError as error:
    ...     print(error)
    '0' is not a deal number: expected a whole number from 1 to 8589934591

    Found was an argument or a line of a file; the text states what was expected in its place. ``file`` is the name of
    the file and ``line`` its line from 1; both are ``None`` without a file.
    """

    file: str | None
    line: int | None

    def __init__(self, text: str, file: str | None = None, line: int | None = None) -> None:
        """Makes the exception from its text and the position in a file."""
        super().__init__(text)
        self.file = file
        self.line = line


class InvalidError(PatsatError):
    """A plan, model, assignment or certificate that is not valid for the deal.

    >>> try:
    ...     patsat.verify("ms:618", "83 8a")
    ... except patsat.InvalidError as error:
    ...     print(error)
    move 1 (the top card of column 8 to column 3) is illegal: 3S may not be put on AH

    Expected was a proof of a claim about the deal; found was a step that the rules do not allow. The text names it.
    """


class MissingError(PatsatError):
    """A solver or feature that is missing, or a solver that failed.

    Expected was a result of a solver such as z3; found was no such program, a build without it, or an output
    without an answer. The text names the solver and how to get it.
    """


class SelfCheckError(PatsatError):
    """A contradiction inside patsat, which is a bug.

    Expected was a result that the verifier accepts; found was a plan or certificate that it rejects. Please report it.
    """
