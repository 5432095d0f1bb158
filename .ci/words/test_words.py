"""Tests of the counter: `python3 -m unittest discover -s .ci/words -t .ci`."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from words import sources
from words.areas import area_of, page_area
from words.blocks import Block, markdown, numbered
from words.budget import above, lowered, too_large
from words.count import Area, Count
from words.links import anchors, links, targets
from words.markers import markers, sentences, words
from words.names import names


def found(text: str) -> list[str]:
    return [word for _, word in markers(text)]


class Markers(unittest.TestCase):
    def test_words_of_the_old_style_are_found(self) -> None:
        text = "Whoever is told hears that nobody asked. So many moves is none. That is the solver's word for it."
        self.assertEqual(found(text), ["Whoever", "told", "hears", "nobody", "So many", "is none", "'s word"])
        self.assertEqual(found("It stops after as many moves."), ["as many"])
        self.assertEqual(found("It is looked at that often."), ["that often"])
        self.assertEqual(found("Who changes a rule runs the tests."), ["Who ..."])

    def test_plain_english_is_not(self) -> None:
        for text in [
            "It needs twice as many clauses, and as many variables as cards.",
            "A filter that often fails has so many columns that no table holds it.",
            "Who is it for? Who it is for.",
            "The machine's word size is 64 bits; tellurium, storytelling, retold, whomever.",
        ]:
            self.assertEqual(found(text), [], text)

    def test_sentences_end_where_a_reader_sees_it(self) -> None:
        text = 'Use e.g. Spider (see Fig. 2). It has 3.5 s. "Why?" A bound CODE follows: 1, 2 and 3!'
        self.assertEqual(len(sentences(text)), 4)
        self.assertEqual(words("one (two) - `three` 4."), 4)


class Blocks(unittest.TestCase):
    def test_quotations_are_left_out(self) -> None:
        text = "# Told\n\nA `nobody` [heard](told.md)\nonce.\n\n```\nwhoever\n```\n\n* an item\n  goes on\n\n| a `|` b | told |\n|---|---|\n"
        blocks = markdown(numbered(text))
        self.assertEqual([b.kind for b in blocks], ["heading", "paragraph", "item", "cell", "cell"])
        self.assertEqual(blocks[1].text(), "A CODE heard once.")
        self.assertEqual(blocks[2].text(), "an item goes on")
        self.assertEqual(blocks[1].line(blocks[1].text().index("once")), 4)


class Sources(unittest.TestCase):
    RUST = '''//! A module.
use clap::Args;

/// What the command does
#[derive(Debug, Args)]
#[command(before_help = "Two examples")]
struct Asked<'a> {
    /// A number of \\
    number: &'a str, // trailing words
}

#[derive(Error)]
#[error("{0} is unknown")]
struct Unknown(u8);

/// Returns "it".
#[allow(dead_code, reason = "a lint says so")]
fn f() -> String {
    let c = ('"', '\\'', r#"raw "text" here"#);
    format!("found {c}, expected \\
             a \\"word\\"\\nand more", c)
}

#[cfg(test)]
mod tests {
    fn t() { let s = "nobody sees { this"; }
}
'''

    def test_texts_of_a_rust_file_are_classified(self) -> None:
        texts: dict[str, list[str]] = {}
        for kind, block in sources.rust(self.RUST):
            texts.setdefault(kind, []).append(block.text())
        self.assertEqual(texts["doc"], ["A module.", 'Returns "it".'])
        self.assertEqual(sorted(texts["help"]), ["A number of \\", "Two examples", "What the command does"])
        self.assertEqual(texts["string"], ["{0} is unknown", 'raw "text" here', 'found {c}, expected a "word"', "and more"])
        self.assertEqual(texts["comment"], ["trailing words"])

    def test_other_languages(self) -> None:
        script = [(k, b.text()) for k, b in sources.script("// a word\nf(`two words`, 'x', \"http://a\");")]
        self.assertEqual(sorted(script), [("comment", "a word"), ("string", "two words")])
        python = [(k, b.text()) for k, b in sources.python('"""Doc string."""\nx = "no doc"  # why\n')]
        self.assertEqual(sorted(python), [("comment", "why"), ("doc", "Doc string.")])
        shell = [(k, b.text()) for k, b in sources.shell("#!/bin/sh\n# One\n# text.\nx=1\n")]
        self.assertEqual(shell, [("comment", "One text.")])
        self.assertEqual([b.text() for _, b in sources.html("<p>Two <b>words</b></p>\n<script>no</script>")], ["Two words"])

    def test_areas(self) -> None:
        self.assertEqual([page_area(p) for p in ("README.md", "docs/src/a/b.md", "web/README.md")], ["readme", "docs", "pages"])
        self.assertEqual(area_of("crates/game/src/lib.rs", "string"), "output")
        self.assertIsNone(area_of("crates/game/tests/game/main.rs", "string"))
        self.assertEqual(area_of("python/src/lib.rs", "doc"), "python")


class Names(unittest.TestCase):
    def marked(self, file: str, text: str) -> list[tuple[int, str]]:
        return [(name.line, name.text) for name in names(file, text) if name.marker()]

    def test_markers_in_names_of_rust_are_found(self) -> None:
        text = (
            "// fn told() {}\nfn what_is_said<T>() {\n    let (code, said, err): (i32, String, String) = run();\n"
            "    if let Some(asked) = f(\"let told = 1\") {}\n}\nstruct NotAsked;\nconst SAYS: u8 = 1;\nmod unasked;\n"
            "static mut TELL_EVERY: u8 = 1;\nfn word_for_it() {}\n"
        )
        expected = ["what_is_said", "said", "asked", "NotAsked", "SAYS", "unasked", "TELL_EVERY", "word_for_it"]
        self.assertEqual([name for _, name in self.marked("a.rs", text)], expected)
        self.assertEqual([line for line, _ in self.marked("a.rs", text)], [2, 3, 4, 6, 7, 8, 9, 10])

    def test_other_names_are_not(self) -> None:
        text = "use nix::UsageWho;\nfn whole_hearts() { let task = query(x.said, r#\"fn told\"#); let NoTask = 1; }\nstruct Shear;\n"
        self.assertEqual(self.marked("a.rs", text), [])
        self.assertEqual([name.text for name in names("a.rs", text)], ["whole_hearts", "task", "Shear"])
        self.assertEqual(self.marked("a.md", "fn told() {}"), [])

    def test_names_of_python_are_read(self) -> None:
        text = "class Asking:\n    async def hears(self): ...\n\ndef plain(said): ...\n"
        self.assertEqual(self.marked("a.py", text), [(1, "Asking"), (2, "hears")])
        self.assertEqual([name.text for name in names("a.pyi", text)], ["Asking", "hears", "plain"])

    def test_long_names_of_functions_are_found(self) -> None:
        text = f"fn {'a' * 60}() {{}}\nfn {'b' * 61}() {{}}\nconst {'C' * 61}: u8 = 1;\n"
        self.assertEqual([name.text[0] for name in names("a.rs", text) if name.long()], ["b"])
        self.assertEqual([name.line for name in names("a.py", f"def {'d' * 61}(): ...\n") if name.long()], [1])


class Budgets(unittest.TestCase):
    def test_a_budget_only_falls(self) -> None:
        counted = Count({"docs": Area(["a: told"], []), "help": Area([], ["b"] * 3)}, {"docs/src/x.md": 20.5})
        budget = {"docs": {"markers": 4, "long": 0}, "help": {"markers": 0, "long": 2}}
        self.assertEqual(lowered(counted, budget), {"docs": {"markers": 1, "long": 0}, "help": {"markers": 0, "long": 2}})
        wrong = above(counted, budget)
        self.assertEqual(len(wrong), 2, wrong)
        self.assertTrue(wrong[0].startswith("help: 3 long") and wrong[1].startswith("docs/src/x.md: 20.5"))
        self.assertEqual(above(counted, {**budget, "help": {"markers": 0, "long": 3}})[0][:13], "docs/src/x.md")


    def test_pages_have_a_largest_size(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for page in ("README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
                (Path(folder) / page).write_text("x\n" * 131)
            self.assertEqual(too_large(Path(folder)), ["README.md: 131 lines, expected at most 130"])


class Steps(unittest.TestCase):
    def test_contributing_lists_every_step(self) -> None:
        root = Path(__file__).resolve().parents[2]
        line = next(line for line in (root / ".ci/run").read_text().splitlines() if line.startswith("steps=("))
        page = (root / "CONTRIBUTING.md").read_text()
        missing = [step for step in line[len("steps=(") : -1].split() if f"`{step}`" not in page]
        self.assertEqual(missing, [])


class Links(unittest.TestCase):
    def test_broken_links_are_found(self) -> None:
        self.assertEqual(targets("[a](b.md#c) `[no](x)` ![p](q.svg)\n```\n[no](y)\n```\n[r]: s.md\n"), ["b.md#c", "q.svg", "s.md"])
        self.assertEqual(anchors("# A `b` c\n## What is it?\n## What is it?\n"), {"a-b-c", "what-is-it", "what-is-it-1"})
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "docs/src/a").mkdir(parents=True)
            (root / "README.md").write_text("# Top\n")
            (root / "docs/src/b.md").write_text("# B\n")
            page = Path("docs/src/a/x.md")
            text = "[1](../b.md#b) [2](../b.md#c) [3](../c.md) [4](../../../README.md) [5](../../../docs) [6](https://x.y)"
            (root / page).write_text(text)
            wrong = links(root, page)
            (root / "docs/src/c.md").write_text("{{#include ../../README.md:1:}}\n{{#include ../none.md}}\n")
            included = links(root, Path("docs/src/c.md"))
            (root / page).write_text("[7](../c.md#top)")
            wrong += links(root, page)
        self.assertEqual([fault.split("'")[1] for fault in wrong], ["../b.md#c", "../c.md", "../../../README.md"])
        self.assertEqual([fault.split("'")[1] for fault in included], ["../none.md"])


class Line(unittest.TestCase):
    def test_a_marker_has_its_own_line(self) -> None:
        block = Block("paragraph", [(7, "It `x y` is"), (8, "told here.")])
        self.assertEqual([block.line(at) for at, _ in markers(block.text())], [8])


if __name__ == "__main__":
    unittest.main()
