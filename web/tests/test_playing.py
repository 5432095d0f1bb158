"""Playing on the page: opening, dragging, clicking, keys, undo, a link."""

import http.server
import threading
import time
import unittest

from common import PAGE, ROOT, PageTest


def card(name):
    return f".card[data-card='{name}']"


class Opening(PageTest):
    def test_a_deal_by_name_or_number_alone(self):
        page = self.open()
        self.assertEqual(page.text("title"), "FreeCell, deal 617")
        self.assertEqual(page.run("document.title"), "FreeCell, deal 617: patsat")
        self.assertEqual(self.deal(page, "ms:11982"), "")
        self.wait_for_text(page, "cannot be won")
        for text, title in (("ms:11982", "FreeCell, deal 11982"), ("24", "FreeCell, deal 24"), ("freecell 5", "FreeCell, deal 5"),
                            ("spider 4 1", "Spider (4 suits), deal 1"), ("Forty Thieves 6", "Forty Thieves, deal 6"),
                            ("kpat:spider1:5", "Spider (1 suit), deal 5"), ("random:seahaven:3", "Seahaven Towers, random deal 3"),
                            ("FreeCell #617", "FreeCell, deal 617")):
            self.assertEqual(self.deal(page, text), "", text)
            self.assertEqual(page.text("title"), title)
        self.assertEqual(len(page.run("[...document.querySelectorAll('.card')].map((c) => c.dataset.card)")), 52)

    def test_a_board_is_pasted(self):
        page = self.open("ms:24")
        text = "".join(f"{' '.join(cards)}\n" for pile, cards in sorted(
            self.board(page).items(), key=lambda one: int(one[0].lstrip("abcdefghijklmnopqrstuvwxyz"))))
        symbols = text.translate(str.maketrans("CDHS", "\u2663\u2666\u2665\u2660"))
        want = self.board(page)
        self.deal(page, "ms:1")
        self.assertNotEqual(self.board(page), want)
        page.run(f"""(() => {{
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', {symbols!r});
            document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData, bubbles: true, cancelable: true }}));
        }})()""")
        page.until("document.getElementById('title').innerText === 'FreeCell'")
        self.assertEqual(self.board(page), want)

    def test_boards_as_people_have_them(self):
        page = self.open()
        for name, title in (("text/spider.txt", "spider"), ("text/forty-and-eight.txt", "forty and eight"),
                            ("boards/kpat-spider4-1.kpat", "spider")):
            text = (ROOT / "instances" / name).read_text(encoding="utf-8")
            self.assertEqual(self.deal(page, text), "", name)
            self.assertIn(title, page.text("title").lower())

    def test_a_wrong_board_is_reported_in_one_sentence(self):
        page = self.open()
        for text, words in (("ms:0", "1"), ("7D TD\nQX 5C", "QX"), ("", "Nothing to open: expected a deal such as FreeCell 617"),
                            ("AC AC", "AC"), ("ms:1 or so", "")):
            wrong = self.deal(page, text)
            self.assertIn(words, wrong, text)
            self.assertTrue(wrong and "\n" not in wrong and "--" not in wrong and wrong[0] == wrong[0].upper(), wrong)
            self.assertEqual(page.run("document.getElementById('text').getAttribute('aria-invalid')"), "true")
            page.click("cancel")
        self.assertEqual(page.text("title"), "FreeCell, deal 617")

    def test_the_page_from_a_served_folder_requests_nothing_else(self):
        paths = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(PAGE.parent))

            def log_message(self, *_):
                paths.append(self.path)

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        page = self.browser.page(f"http://127.0.0.1:{server.server_port}/index.html#ms:11982")
        self.addCleanup(self.healthy, page)
        self.click_and_wait(page, "solve")
        self.assertEqual(self.badge(page), "Unwinnable")
        self.assertEqual(paths, ["/index.html"])


class Playing(PageTest):
    def test_a_drag_plays_and_undo_takes_back(self):
        page = self.open("ms:617")
        before = self.board(page)
        page.drag(page.middle(card("QH")), page.middle(card("KC")))
        page.until("document.getElementById('count').innerText.startsWith('1 move')")
        after = self.board(page)
        self.assertEqual(after["column10"], before["column10"] + ["QH"])
        self.wait_for_text(page, "Can be won")
        page.click("undo")
        page.until("document.getElementById('count').innerText.startsWith('no move')")
        self.assertEqual(self.board(page), before)
        page.click("redo")
        page.until("document.getElementById('count').innerText.startsWith('1 move')")
        self.assertEqual(self.board(page), after)
        page.click("restart")
        page.until("document.getElementById('count').innerText.startsWith('no move')")
        self.assertEqual(self.board(page), before)

    def test_an_illegal_drag_goes_back_with_a_reason(self):
        page = self.open("ms:617")
        before = self.board(page)
        page.drag(page.middle(card("QH")), page.middle(card("6C")))
        self.wait_for_text(page, "Only a red 5 goes on 6\u2663.")
        self.assertEqual(self.board(page), before)
        self.assertNotIn(") translate", page.run(f"document.querySelector(\"{card('QH')}\").style.transform"))

    def test_clicks_play_too(self):
        page = self.open("ms:617")
        page.run(f"document.querySelector(\"{card('QH')}\").click()")
        self.assertGreater(page.run("document.querySelectorAll('.target').length"), 2)
        page.run(f"document.querySelector(\"{card('KS')}\").click()")
        page.until("document.getElementById('count').innerText.startsWith('1 move')")
        self.assertEqual(self.board(page)["column9"][-1], "QH")

    def test_a_losing_move_is_marked_at_once(self):
        page = self.open()
        self.assertEqual(self.deal(page, "ms:1", ranks=4, cells=1, columns=3), "")
        self.wait_for_text(page, "Can be won")
        page.run(f"document.querySelector(\"{card('3D')}\").click()")
        page.run("document.querySelector('#pile-0').click()")
        began = time.monotonic()
        self.wait_for_text(page, "This move loses")
        self.assertLess(time.monotonic() - began, 3)
        self.assertIn("Before it, the game could be won in", page.text("said"))
        self.click_and_wait(page, "why")
        self.assertIn("Move 1", page.text("answer"))
        self.assertGreater(page.run("document.querySelectorAll('.card.marked').length"), 0)

    def test_a_move_is_blamed_only_where_it_could_be_won_before(self):
        page = self.open()
        self.assertEqual(self.deal(page, "ms:1", ranks=4, cells=1, columns=3), "")
        self.wait_for_text(page, "Can be won")
        page.run(f"document.querySelector(\"{card('3D')}\").click()")
        page.run("document.querySelector('#pile-0').click()")
        self.wait_for_text(page, "This move loses")
        again = self.open(page.run("location.hash.slice(1)"))
        self.wait_for_text(again, "The game is lost: a complete search found no win from here")

    def test_a_link_holds_the_position(self):
        page = self.open("ms:617")
        page.until("location.hash === '#freecell-617'")
        page.drag(page.middle(card("QH")), page.middle(card("KC")))
        page.until("location.hash.startsWith('#g=')")
        link, board = page.run("location.hash.slice(1)"), self.board(page)
        again = self.open(link)
        self.assertEqual(self.board(again), board)
        self.assertIn("1 move", again.text("count"))
        again.click("undo")
        again.until("location.hash === '#freecell-617'")
        broken = self.open(link[:-9])
        self.wait_for_text(broken, "the link is broken")

    def test_every_kind_of_game_is_played_by_clicks(self):
        for link in ("spider-1-5", "forty-thieves-6", "king-albert-1", "random:seahaven-towers:3", "random:simple-simon:2",
                     "random:klondike:1", "random:canfield:3", "random:golf:2", "random:yukon:1", "random:scorpion:1"):
            page = self.open(link, judge=False)
            for played in range(1, 11):
                # Another card each time, and to the place that is offered first or last.
                page.run(f"""(() => {{
                    const free = [...document.querySelectorAll('.card.free')];
                    const card = free[(played * 7) % free.length];
                    card.click();
                    const goes = document.querySelectorAll('.target');
                    if (goes.length) goes[played % 2 ? 0 : goes.length - 1].click();
                }})()""".replace("played", str(played)))
                page.until(f"/^{played} moves? /.test(document.getElementById('count').innerText)", 5)
            cards = sum(len(pile) for pile in self.board(page).values())
            self.assertEqual(cards, page.run("document.querySelectorAll('.card').length"))
            for left in range(9, -1, -1):
                page.click("undo")
                page.until(f"/^{left or 'no'} moves? /.test(document.getElementById('count').innerText)", 5)
            # The link of a game with hidden cards keeps which of them were seen.
            page.until(f"location.hash === '#{link}' || location.hash.startsWith('#g=')", 5)
            hidden = page.run("document.querySelectorAll('.card.down').length")
            self.assertTrue(hidden or page.run("location.hash") == f"#{link}", link)
            again = self.open(page.run("location.hash.slice(1)"), judge=False)
            self.assertEqual(self.board(again), self.board(page))
            self.played(again, 0)

    def test_a_stock_is_dealt_by_a_click(self):
        page = self.open("kpat:spider4:1", judge=False)
        page.run("document.querySelector('.card[data-place=stock8][data-index=\"49\"]').click()")
        page.until("document.getElementById('count').innerText.startsWith('1 move')")
        self.assertEqual(len(self.board(page)["stock8"]), 40)


    def test_klondike_is_played_by_mouse_and_finger(self):
        page = self.open("random:klondike:1", judge=False)
        stock = page.run("document.querySelector('.card[data-place^=stock]').dataset.place")
        waste = stock.replace("stock", "waste")[:5] + str(int(stock[5:]) + 1)
        for played in range(1, 9):
            left = 24 - 3 * (played - 1)
            page.run(f"document.querySelector('.card[data-place={stock}][data-index=\"{left - 1}\"]').click()")
            self.played(page, played)
            self.assertEqual(len(self.board(page)[waste]), 3 * played)
        # A press on the empty stock turns the waste back.
        page.run(f"document.querySelector('#pile-{stock[5:]}').click()")
        self.played(page, 9)
        self.assertEqual(len(self.board(page)[stock]), 24)
        self.assertNotIn(waste, self.board(page))
        page.click("undo")
        self.played(page, 8)
        page = self.open("random:klondike:1", judge=False, width=390, height=844, mobile=True)
        x, y = page.middle(f".card[data-place={stock}][data-index='23']")
        page.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.played(page, 1)

    def test_a_lost_klondike_deal_is_explained_with_its_cards_marked(self):
        page = self.open()
        self.assertEqual(self.deal(page, "solvitaire:klondike:22"), "")
        page.click("peek")
        self.wait_for_text(page, "cannot be won", 60)
        self.click_and_wait(page, "why")
        self.assertGreater(page.run("document.querySelectorAll('.card.marked').length"), 0)


class Keyboard(PageTest):
    def test_a_move_by_keyboard_alone(self):
        page = self.open("ms:617")
        for _ in range(20):
            page.key("Tab")
            if page.run("document.activeElement.closest('#board') !== null"):
                break
        self.assertTrue(page.run("document.activeElement.closest('#board') !== null"))
        page.key("ArrowDown")
        for _ in range(12):
            if page.run("document.activeElement.dataset.place") == "column15":
                break
            page.key("ArrowRight")
        for _ in range(12):
            page.key("ArrowDown")
        self.assertEqual(page.run("document.activeElement.dataset.card"), "QH")
        page.key("Enter")
        # The place that is meant first is offered first.
        self.assertIn(page.run("document.activeElement.dataset.card"), ("KC", "KS"))
        page.key("Enter")
        page.until("document.getElementById('count').innerText.startsWith('1 move')")
        page.until("document.activeElement.closest('#board') !== null")
        page.key("u")
        page.until("document.getElementById('count').innerText.startsWith('no move')")
        page.key("s")
        page.until("!document.getElementById('player').hidden")
        page.key("ArrowRight")
        page.until("document.getElementById('caption').innerText.startsWith('Move 1 of')")
        page.key("Escape")
        page.until("document.getElementById('player').hidden")

    def test_texts_for_a_screen_reader(self):
        page = self.open("ms:617")
        page.send("Accessibility.enable")
        tree = page.send("Accessibility.getFullAXTree")["nodes"]
        nodes = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]]
        for name in ("Solve", "Hint", "Why lost?", "Shortest", "By SAT", "Open\u2026", "Undo", "Dark or light"):
            self.assertTrue(("button", name) in nodes, name)
        for one in (("button", "queen of hearts, column 8, 6 cards, card 6, can be moved"),
                    ("button", "ace of diamonds, column 2, 7 cards, card 1"), ("button", "cell a, empty"),
                    ("group", "column 8, 6 cards")):
            self.assertTrue(one in nodes, one)
        # Pips are for eyes; the place of the suit's home has its symbol.
        hearts = [name for role, name in nodes if role == "StaticText" and "\u2665" in name]
        self.assertEqual(hearts, ["\u2665"])
        self.assertEqual([role for role, name in nodes if role in ("button", "slider", "textbox") and not name], [])
        # Pile by pile: the cards of a column follow each other.
        cards = [name for role, name in nodes if ", column" in name and role == "button"]
        columns = [name.split(", ")[1] for name in cards]
        self.assertEqual(columns, sorted(columns))


if __name__ == "__main__":
    unittest.main()
