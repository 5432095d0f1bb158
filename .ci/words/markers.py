"""The marker words of the style guide, and the length of sentences."""

from __future__ import annotations

import re

LONGEST = 40
"""Words of a sentence beyond which it counts as long."""

# Each pattern is one habit that docs/src/contributing/style.md names. A pattern that would match plain English is
# narrowed: "as many cards as columns" and "a filter that often fails" are no markers.
MARKERS = [
    r"tells?", r"told", r"telling", r"hears?", r"heard",
    r"nobody", r"somebody", r"anybody", r"whoever", r"whom", r"for who",
    r"so (?:many|much)(?!(?: [^\s.;:!?]+){0,6} that\b)",
    r"(?<!twice )(?<!half )(?<!times )as (?:many|much)(?! again\b)(?!(?: [^\s.;:!?]+){0,8} as\b)",
    r"that (?:many|often)(?=[.,;:)]|$)",
    r"(?:is|are|was|were|be) none", r"once more", r"anew", r"hardly", r"simply", r"easily",
    r"the word of", r"(?:says?|said) so", r"speaks? of", r"spoken of", r"goes by",
]
MARKER = re.compile(r"\b(?:" + "|".join(MARKERS) + r")\b", re.IGNORECASE)
WORD_FOR_IT = re.compile(r"['’]s word\b(?! (?:size|length))", re.IGNORECASE)
# "Who changes a rule runs the tests.": a person where the style guide wants a part of the program or the user.
WHO = re.compile(r"Who (?!(?:it|this|that) is for)[^?]*$")

END = re.compile(r"(?<=[.!?])[\"')*_]*\s+(?=[A-Z0-9`\"'(\[*_])")
NO_END = re.compile(r"\b(?:e\.g|i\.e|vs|al|cf|etc|Fig|No|St|Dr)\.$")


def markers(text: str) -> list[tuple[int, str]]:
    """The markers of a text, each with its position."""
    found = [(match.start(), match.group()) for match in MARKER.finditer(text)]
    found += [(match.start(), match.group()) for match in WORD_FOR_IT.finditer(text)]
    found += [(start, "Who ...") for start, sentence in sentences(text) if WHO.match(sentence)]
    return sorted(found)


def sentences(text: str) -> list[tuple[int, str]]:
    """The sentences of a paragraph, each with its position."""
    found, start = [], 0
    for match in END.finditer(text):
        if NO_END.search(text[start : match.start()].rstrip("\"')*_")):
            continue
        found.append((start, text[start : match.start()]))
        start = match.end()
    found.append((start, text[start:]))
    return [(at, sentence) for at, sentence in found if words(sentence)]


def words(sentence: str) -> int:
    """The number of words: what is set off by blanks and has a letter or digit."""
    return sum(any(c.isalnum() for c in word) for word in sentence.split())
