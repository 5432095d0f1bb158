"""What all tests of the page share: one browser, the page opened on a deal, and waiting for its words."""

import os
import pathlib
import unittest

from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The page of a release is tested by its path.
PAGE = pathlib.Path(os.environ.get("PATSAT_PAGE", ROOT / "web" / "dist" / "index.html")).resolve()
ON_DISK = PAGE.as_uri()
ANSWERED = "document.getElementById('work').hidden && document.querySelector('#answer .says')"


class PageTest(unittest.TestCase):
    """A test with a browser; `open` gives a page on a deal."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def open(self, link="", judge=True, **how):
        page = self.browser.page(f"{ON_DISK}{'#' + link if link else ''}", **how)
        self.addCleanup(page.close)
        self.addCleanup(self.healthy, page)
        if not judge:
            page.run("document.getElementById('judge').checked = false")
        return page

    def healthy(self, page):
        """Nothing was thrown, and nothing was asked of a network."""
        self.assertEqual(page.events_of("Runtime.exceptionThrown"), [])
        self.assertEqual([entry for entry in page.events_of("Log.entryAdded") if entry["entry"]["level"] == "error"], [])
        schemes = {event["request"]["url"].split(":")[0] for event in page.events_of("Network.requestWillBeSent")}
        self.assertLessEqual(schemes, {"file", "blob", "data", "http" if page.url.startswith("http:") else "file"})

    def deal(self, page, text, **fields):
        """Opens a text by the dialogue; returns what it says is wrong."""
        page.click("open")
        for name in ("game", "cells", "columns", "ranks"):
            page.run(f"document.getElementById('{name}').value = {str(fields.get(name, ''))!r}")
        page.run(f"document.getElementById('text').value = {text!r}")
        page.click("go")
        page.until("!document.getElementById('opening').open || document.getElementById('wrong').innerText")
        return page.text("wrong") if page.run("document.getElementById('opening').open") else ""

    def click_and_wait(self, page, button, seconds=60):
        """Presses a button and waits for the answer; the seconds that took."""
        page.click(button)
        return page.until(ANSWERED, seconds)

    def watch(self, page, seconds=60):
        """Solves, and waits for the plan to be on the board."""
        self.click_and_wait(page, "solve", seconds)
        page.until("!document.getElementById('player').hidden")

    def answer(self, page):
        """All words of the answer, the folded ones too."""
        return page.run("document.getElementById('answer').textContent")

    def played(self, page, moves):
        page.until(f"/^{moves or 'no'} moves? /.test(document.getElementById('count').innerText)")

    def badge(self, page):
        return page.run("document.querySelector('.badge')?.innerText")

    def board(self, page):
        """Every pile as it is drawn: for each its cards by name, lowest first."""
        return page.run("""(() => {
            const piles = {};
            for (const card of document.querySelectorAll('.card'))
                (piles[card.dataset.place] ??= [])[card.dataset.index] = card.dataset.card;
            return piles;
        })()""")

    def wait_for_text(self, page, words, seconds=20):
        page.until(f"document.getElementById('said').innerText.includes({words!r})", seconds)
