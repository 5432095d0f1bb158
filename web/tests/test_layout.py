"""What fits on the screen: every position of many plans, and the parts around the board."""

import unittest

from common import PageTest

PLANS = ("freecell-617", "ms:1", "spider-1-1", "spider-2-1", "spider-4-1", "forty-thieves-6", "forty-and-eight-1",
         "simple-simon-1", "king-albert-1", "random:seahaven:3")
SCREENS = ((1280, 800), (1920, 1080), (390, 844))

# Goes to every position of the plan and returns by how many pixels a card sticks out of the board in the worst.
WORST = """(() => {
    const [board, slider] = [document.getElementById('board'), document.getElementById('slider')];
    let worst = 0;
    for (let at = Number(slider.min); at <= Number(slider.max); at++) {
        slider.value = at;
        slider.dispatchEvent(new Event('input'));
        const box = board.getBoundingClientRect();
        for (const card of board.querySelectorAll('.card')) {
            const { left, right, top, bottom } = card.getBoundingClientRect();
            worst = Math.max(worst, box.left - left, right - box.right, box.top - top, bottom - box.bottom);
        }
    }
    return [Number(slider.max), worst];
})()"""


class Fits(PageTest):
    def test_no_position_of_a_plan_cuts_a_card(self):
        for link in PLANS:
            page = self.open(link, judge=False)
            self.watch(page, 120)
            self.assertEqual(self.badge(page), "Solved", link)
            for width, height in SCREENS:
                page.size(width, height, mobile=width < 500)
                moves, worst = page.run(WORST)
                self.assertGreater(moves, 30, link)
                self.assertLessEqual(worst, 0, (link, width, height))
            # Back to the game, cards have the size of the game again.
            page.click("leave")
            played = page.run("document.querySelector('.card').offsetWidth")
            page.click("restart")
            self.assertEqual(page.run("document.querySelector('.card').offsetWidth"), played, link)

    def test_a_laptop_shows_the_footer_and_one_line_of_title(self):
        for link in ("freecell-617", "spider-4-1", "forty-thieves-6"):
            page = self.open(link, width=1280, height=800)
            bottom = page.run("document.querySelector('footer').getBoundingClientRect().bottom")
            self.assertLessEqual(bottom, 800, link)
            for width in (390, 1280):
                page.size(width, 844, mobile=width < 500)
                lines = page.run("document.getElementById('title').getClientRects().length === 1 && "
                                 "document.getElementById('title').offsetHeight < 40")
                self.assertTrue(lines, link)

    def test_every_target_of_a_finger_is_large(self):
        small = """[...document.querySelectorAll('button, select, summary, .pick, .check, input:not([type=checkbox]):not([type=file])')]
            .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)
            .map((one) => `${one.tagName} ${one.id} ${one.innerText} ${one.offsetHeight}`)"""
        page = self.open("ms:617", width=390, height=844, mobile=True)
        page.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        for button in ("hint", "why", "solve"):
            self.assertEqual(page.run(small), [], button)
            self.click_and_wait(page, button)
            page.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        self.assertEqual(page.run(small), [])
        page.click("leave")
        page.click("open")
        self.assertEqual(page.run(small), [])

    def test_a_phone_shows_verdict_and_player_together(self):
        page = self.open("ms:617", width=390, height=844, mobile=True)
        self.watch(page)
        page.run("document.querySelector('.says').scrollIntoView({ block: 'nearest' })")
        under, sheet = (page.run(f"document.querySelector({selector!r}).getBoundingClientRect().{edge}")
                        for selector, edge in ((".says", "bottom"), ("#player", "top")))
        self.assertLessEqual(under, sheet)

    def test_a_phone_has_no_scrolling_box_in_the_page(self):
        page = self.open(width=390, height=844, mobile=True, judge=False)
        self.deal(page, "ms:41", cells=1)
        self.click_and_wait(page, "why")
        box = "document.querySelector('.pattern')"
        self.assertLessEqual(page.run(f"{box}.scrollHeight - {box}.clientHeight"), 1)


if __name__ == "__main__":
    unittest.main()
