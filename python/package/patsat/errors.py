"""What goes wrong. Limits that were reached are no errors: they end in the verdict ``unknown``."""

from __future__ import annotations

__all__ = ["InputError", "InvalidError", "MissingError", "PatsatError", "SelfCheckError"]


class PatsatError(Exception):
    """Any of the errors below; its text is one sentence for a person."""


class InputError(PatsatError, ValueError):
    """Bad input: a name that is no deal, a file that cannot be read, words that do not go together.

    ``file`` is the file and ``line`` the line in it, from 1, where there is one to blame.
    """

    file: str | None
    line: int | None

    def __init__(self, text: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(text)
        self.file = file
        self.line = line


class InvalidError(PatsatError):
    """A plan, model, assignment or certificate that shows nothing of the game; the text says where it fails."""


class MissingError(PatsatError):
    """Something that is not here or broke down, such as the solver z3."""


class SelfCheckError(PatsatError):
    """patsat contradicts itself: its verifier refused what a search or solver claimed. A bug."""
