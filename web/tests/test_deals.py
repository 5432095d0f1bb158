"""Other deals, numbers and ratings, hidden cards, moves home, the timer, and a win."""

import unittest

from common import ROOT, PageTest


class Deals(PageTest):
    def test_next_previous_random_and_by_number(self):
        page = self.open("freecell-617", judge=False)
        page.click("next-deal")
        page.until("location.hash === '#freecell-618'")
        page.click("previous-deal")
        page.until("location.hash === '#freecell-617'")
        page.key("n")
        page.until("location.hash === '#freecell-618'")
        page.click("any-deal")
        page.until("/^#freecell-[0-9]+$/.test(location.hash) && location.hash !== '#freecell-618'")
        page.run("document.getElementById('new-game').value = 'spider2'; document.getElementById('new-number').value = 7")
        page.run("document.querySelector('#new-deal button').click()")
        page.until("document.getElementById('title').innerText === 'Spider (2 suits), deal 7'")
        page.until("location.hash === '#spider-2-7'")
        self.assertEqual(page.run("document.getElementById('new-game').value"), "spider2")

    def test_a_first_deal_has_no_deal_before(self):
        page = self.open("freecell-1", judge=False)
        page.click("previous-deal")
        self.wait_for_text(page, "expected a whole number from 1")
        self.assertEqual(page.text("title"), "FreeCell, deal 1")

    def test_the_number_of_a_board_is_found(self):
        page = self.open("ms:24", judge=False)
        self.assertTrue(page.run("document.getElementById('which').hidden"))
        text = "".join(f"{' '.join(cards)}\n" for pile, cards in sorted(
            self.board(page).items(), key=lambda one: int(one[0].lstrip("abcdefghijklmnopqrstuvwxyz"))))
        self.assertEqual(self.deal(page, text), "")
        self.assertEqual(page.text("title"), "FreeCell")
        self.click_and_wait(page, "which")
        self.assertIn("This board is FreeCell, deal 24.", page.text("answer"))
        page.run("document.querySelector('#answer button').click()")
        page.until("document.getElementById('title').innerText === 'FreeCell, deal 24'")

    def test_a_deal_is_rated(self):
        page = self.open("freecell-1", judge=False)
        self.click_and_wait(page, "rate")
        text = page.text("answer")
        self.assertRegex(text, r"Level \d+ of 10 for people")
        self.assertRegex(text, r"Simulated players won, of 200 games each: random \d+, hasty \d+, careful \d+")


class Hidden(PageTest):
    def test_a_board_with_hidden_cards(self):
        page = self.open(judge=False)
        text = (ROOT / "instances" / "text" / "unseen.txt").read_text(encoding="utf-8")
        self.assertEqual(self.deal(page, text), "")
        self.assertIn("hidden", page.text("about"))
        self.assertTrue(page.run("document.getElementById('hint').disabled"))
        self.click_and_wait(page, "solve", 240)
        self.assertIn("arrangement", page.text("answer"))
        self.assertIn("You can turn one over in", page.text("answer"))
        page.until("!document.getElementById('player').hidden")
        self.assertFalse(page.run("document.getElementById('take').offsetParent !== null"))
        page.click("leave")
        # Another game works as before.
        self.assertEqual(self.deal(page, "ms:617"), "")
        self.assertFalse(page.run("document.getElementById('hint').disabled"))


class Rules(PageTest):
    def test_an_illegal_tap_names_its_rule(self):
        page = self.open("ms:617", judge=False)
        for cards, message in ((("QH", "6C"), "Only a red 5 goes on 6\u2663."), (("6C", "7H"), "is not a run")):
            for card in cards:
                page.run(f"document.querySelector(\".card[data-card='{card}']\").click()")
            self.wait_for_text(page, message)
        self.played(page, 0)


class Comfort(PageTest):
    def test_safe_cards_go_home_and_undo_takes_all_back(self):
        page = self.open("ms:617", judge=False)
        self.watch(page)
        page.click("last")
        moves = page.run("Number(document.getElementById('slider').max)")
        # The last move that is not one home; after it cards go home in order.
        texts = page.run("[...document.querySelectorAll('#list button')].map((one) => one.innerText)")
        last = max(n for n, text in enumerate(texts) if "home" not in text)
        page.run(f"document.querySelectorAll('#list button')[{last - 1}].click()")
        page.click("take")
        self.played(page, last)
        page.run("document.getElementById('home').checked = true")
        self.click_and_wait(page, "hint")
        words = texts[last].split("\n")[-1]
        page.run(f"[...document.querySelectorAll('.hints button')].find((one) => one.innerText.includes({words!r})).click()")
        page.until("parseInt(document.getElementById('count').innerText) > " + str(last + 1))
        after = int(page.text("count").split()[0])
        self.assertGreater(moves, last)
        page.click("undo")
        self.played(page, last)
        page.click("redo")
        self.played(page, after)

    def test_a_win_is_celebrated_and_stops_the_timer(self):
        page = self.open("ms:617", judge=False)
        page.run("document.getElementById('timed').click()")
        self.assertTrue(page.run("document.getElementById('timer').hidden"))
        self.watch(page)
        page.run("document.querySelectorAll('#list button')[document.querySelectorAll('#list button').length - 2].click()")
        page.click("take")
        page.until("!document.getElementById('timer').hidden")
        self.assertTrue(page.run("document.getElementById('won').hidden"))
        page.run("document.querySelector('.card.free').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))")
        page.until("!document.getElementById('won').hidden")
        self.wait_for_text(page, "You won in")
        self.assertRegex(page.text("won-words"), r"moves in \d+:\d\d")
        self.assertEqual(page.run("getComputedStyle(document.querySelector('.cheering .card')).animationName"), "none")
        for button, badge, message in (("hint", "Won", "This game is already won."), ("why", "Won", "This game is already won."),
                                    ("solve", "Won", "This game is already won.")):
            self.click_and_wait(page, button)
            self.assertEqual(self.badge(page), badge)
            self.assertIn(message, page.text("answer"))
        page.click("won-next")
        page.until("document.getElementById('won').hidden")

    def test_cards_fly_only_where_motion_is_welcome(self):
        page = self.open("ms:617", judge=False, still=False)
        self.watch(page)
        page.click("last")
        page.click("take")
        page.until("!document.getElementById('won').hidden")
        self.assertEqual(page.run("getComputedStyle(document.querySelector('.cheering .card')).animationName"), "fly")

    def test_hint_and_solve_agree_on_lost_deals(self):
        for number in (11982, 517776):
            page = self.open(f"ms:{number}", judge=False)
            self.click_and_wait(page, "hint", 120)
            self.assertEqual(self.badge(page), "Lost")

    def test_a_game_that_can_be_won_is_not_lost(self):
        page = self.open("ms:1", judge=False)
        self.click_and_wait(page, "why")
        self.assertEqual(self.badge(page), "Not lost")
        self.assertIn("The game can still be won, for instance in", page.text("answer"))


if __name__ == "__main__":
    unittest.main()
