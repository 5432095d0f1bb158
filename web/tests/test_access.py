"""The page for all people: axe-core finds nothing, and what a screen reader announces."""

import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest

from common import PageTest

AXE = "4.10.3"


def axe():
    """The script of axe-core, downloaded once, or None without npm or a network."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "patsat-tools"
    script = cache / f"axe-core-{AXE}.js"
    if not script.exists():
        if not shutil.which("npm"):
            return None
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(["npm", "pack", "--silent", f"axe-core@{AXE}"], cwd=folder, check=False,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
            files = list(pathlib.Path(folder).glob("*.tgz"))
            if packed.returncode or not files:
                return None
            with tarfile.open(files[0]) as archive:
                text = archive.extractfile("package/axe.min.js").read()
        cache.mkdir(parents=True, exist_ok=True)
        # Renamed into place, because several tests may download at once.
        part = script.with_suffix(f".{os.getpid()}")
        part.write_bytes(text)
        part.replace(script)
    return script.read_text(encoding="utf-8")


class Axe(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.script = axe()
        if cls.script is None:
            raise unittest.SkipTest(f"axe-core {AXE} is not here, and npm could not download it")
        super().setUpClass()

    def checked(self, page, state):
        """Runs all rules of axe-core on the page as it is."""
        if not page.run("typeof axe === 'object'"):
            page.run(f"{self.script}; 0")
        found = page.run("""axe.run().then(({ violations, passes }) => [passes.length, violations.map(({ id, nodes }) =>
            `${id}: ${nodes.slice(0, 3).map((node) => node.target + ' ' + node.failureSummary).join(' | ')}`)])""", 120)
        self.assertGreater(found[0], 20, state)
        self.assertEqual(found[1], [], state)

    def test_axe_finds_nothing_in_light_and_dark(self):
        for dark in (False, True):
            page = self.open("ms:617", dark=dark)
            self.wait_for_text(page, "Can be won")
            page.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
            self.checked(page, "start")
            self.click_and_wait(page, "hint")
            self.checked(page, "hint")
            self.watch(page)
            page.click("next")
            self.checked(page, "watched")
            page.click("last")
            page.click("leave")
            page.click("open")
            page.run("document.getElementById('text').value = '1X'")
            page.click("go")
            page.until("document.getElementById('wrong').innerText")
            self.checked(page, "dialogue")
            page.click("cancel")
            self.deal(page, "ms:41", cells=1)
            self.click_and_wait(page, "why")
            self.checked(page, "lost")

    def test_axe_finds_nothing_on_a_phone_and_after_a_win(self):
        page = self.open("spider-1-5", width=390, height=844, mobile=True)
        self.checked(page, "phone")
        page = self.open(judge=False)
        self.win(page)
        self.checked(page, "won")

    def win(self, page):
        self.deal(page, "ms:617")
        self.watch(page)
        page.click("last")
        page.click("take")
        page.until("!document.getElementById('won').hidden")


class Announced(PageTest):
    def test_moves_and_verdicts_are_announced(self):
        page = self.open("ms:617", judge=False)
        live = page.run("[...document.querySelectorAll('[role=status]')].map((one) => one.id).sort()")
        self.assertEqual(live, ["caption", "heard", "said"])
        page.drag(page.middle(".card[data-card='QH']"), page.middle(".card[data-card='KC']"))
        self.played(page, 1)
        self.assertIn("Q\u2665 from column 8 to column 3, on K\u2663", page.run("document.getElementById('heard').textContent"))
        self.click_and_wait(page, "solve")
        self.assertTrue(page.run("document.getElementById('heard').textContent").startswith("Solved. Solved in"))

    def test_the_focus_goes_in_the_order_of_the_page(self):
        page = self.open("ms:617", judge=False)
        seen = []
        for _ in range(30):
            page.key("Tab")
            seen.append(page.run("document.activeElement.id || document.activeElement.tagName"))
        order = ["open", "share", "theme", "solve", "hint", "why", "shortest", "sat", "new-game", "new-number",
                 "previous-deal", "any-deal", "next-deal", "rate"]
        self.assertEqual([one for one in seen if one in order][:len(order)], order)
        board = next(n for n, one in enumerate(seen) if one.startswith(("card", "pile")))
        self.assertTrue(seen.index("theme") < board < seen.index("solve"), seen)


if __name__ == "__main__":
    unittest.main()
