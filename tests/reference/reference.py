#!/usr/bin/env python3
"""A second implementation of the rules of the card games.

This is a reference for the tests of patsat. It was written from the documentation of the rules, not
from the program, shares no code with it, and is slow. It reads one JSON object a line from standard
input and writes one a line:

  {"game": INSTANCE, "most": N, "patterns": [LINE, ...]}

INSTANCE is an instance as `patsat convert --to json` writes it. The answer has the number of
positions that can be reached (null if there are more than N) and whether one of them is won. It also
has the lengths of shortest plans in three costs (m1: single cards, m2: a supermove counts once, m3:
moves home are free). With lines of a file of dead patterns the answer also has whether each position
matches one of them and none of these is won; for this, twins are distinguished.

  {"game": INSTANCE, "walks": N, "seed": N, "patterns": [LINE, ...]}

This form plays N random games and checks the patterns on each position that occurs, for games with
too many positions to visit all. The answer has the number of these positions, with repetitions.
"""

import json
import random
import sys
from collections import deque

SUITS = "CDHS"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]


class Game:
    """Rules, and the position at the start. A card is (rank, suit, twin)."""

    def __init__(self, instance, twins):
        rules = instance["rules"]
        deck = rules["deck"]
        self.ranks = deck["ranks"]
        listed = deck["suits"] if isinstance(deck["suits"], str) else SUITS[: deck["suits"]]
        # The number of foundations of each suit, in the order in which a position lists them.
        self.copies = {s: deck["copies"] * listed.count(SUITS[s]) for s in range(4) if SUITS[s] in listed}
        self.columns, self.cells = rules["columns"], rules.get("cells", 0)
        self.build, self.step = rules["build"], rules.get("step", "one")
        self.group, self.empty = rules["group"], rules["empty_column"]
        # Complete runs leave at once, or are collected by an optional move.
        self.runs_leave = rules["home"] in ("runs", "whole-columns")
        self.runs = rules["home"] in ("runs", "runs-by-move", "whole-columns")
        self.whole_columns = rules["home"] == "whole-columns"
        self.hole, self.around = rules["home"].startswith("hole"), rules["home"] == "hole-around-corner"
        # The first rank of foundations. Builds wrap around at the highest rank, but not at this one.
        self.base = rules.get("base", 1)
        self.stacked = rules["layout"].get("stacked", False)
        stock = rules.get("stock", {"kind": "none"})
        self.stock = stock["kind"]
        self.redeals, self.playable = stock.get("redeals", 0), stock.get("playable", False)
        self.unlimited, self.draw = self.redeals == "unlimited", stock.get("draw", 1)
        self.onto_empty = stock.get("onto_empty", False)
        # Cards that move or leave together do so only face up.
        self.together = self.runs or self.group not in ("single", "by-spaces")
        # Cards may come back from the foundations.
        self.worrying_back = rules.get("worrying_back", False)
        start = self.left(self.read(instance["deal"]))
        start = self.numbered(start) if twins else start
        # Columns differ while the stock still has rows. If twins are distinguished, columns keep their names.
        self.named = twins and self.stock == "rows" and bool(start[3])
        self.start = self.settled(start)

    def read(self, deal):
        def cards(texts):
            names = (text.replace("10", "T") for text in texts if text)
            return [(RANKS.index(name[:-1]) + 1, SUITS.index(name[-1]), 0) for name in names]

        piles = [(cards(pile["cards"]), pile.get("face_down", 0)) for pile in deal["columns"]]
        piles += [([], 0)] * (self.columns - len(piles))
        cells, reserve, stock, waste = (cards(deal.get(k, [])) for k in ("cells", "reserve", "stock", "waste"))
        heights, home = iter(deal.get("foundations") or [0] * sum(self.copies.values())), []
        for suit, copies in self.copies.items():
            home.append([next(heights) for _ in range(copies)])
        if self.hole:
            # The rank of the last card, and the number of cards.
            home = (cards(deal["hole"])[-1][0], len(deal["hole"]))
        return (piles, cells, reserve, stock, waste, home, deal.get("redeals_used", 0))

    def numbered(self, position):
        """Numbers twins, in the order columns, cells, reserve, stock (the next card first), waste."""
        piles, cells, reserve, stock, waste, home, used = position
        seen = {}

        def number(cards):
            for rank, suit, _ in cards:
                seen[rank, suit] = seen.get((rank, suit), 0) + 1
                yield (rank, suit, seen[rank, suit])

        piles = [(tuple(number(cards)), down) for cards, down in piles]
        cells, reserve = list(number(cells)), list(number(reserve))
        stock = list(number(stock[::-1]))[::-1]
        return (piles, cells, reserve, stock, list(number(waste)), home, used)

    # Rules about single cards.

    def order(self, card):
        """The number of cards of its suit that go home before it."""
        return (card[0] - self.base) % self.ranks

    def of_height(self, height):
        """The rank on top of a foundation of this height."""
        return (self.base - 1 + height - 1) % self.ranks + 1

    def fits(self, card, onto):
        below, above = self.order(card), self.order(onto)
        if not (below + 1 == above if self.step == "one" else below < above):
            return False
        red = [c[1] in (1, 2) for c in (card, onto)]
        return {
            "alternate-colour": red[0] != red[1],
            "same-suit": card[1] == onto[1],
            "same-colour": red[0] == red[1],
            "any-suit": True,
            "nothing": False,
        }[self.build]

    def joined(self, lower, upper):
        """Whether the upper card, lying on the lower one, moves with it."""
        if self.group == "any-face-up":
            return True
        if self.group == "single" or not self.fits(upper, lower):
            return False
        return self.group != "suit-run" or (upper[1] == lower[1] and self.order(upper) + 1 == self.order(lower))

    def fills(self, card):
        if self.empty == "top-rank":
            return self.order(card) == self.ranks - 1
        return self.empty != "nothing"

    def follows(self, card, last):
        """Whether a card goes into the hole, on the last one."""
        apart = abs(card[0] - last)
        return apart == 1 or (self.around and apart == self.ranks - 1 and apart > 0)

    def stays(self, position, n, count):
        """Whether the top `count` cards of a column may not move to another column without those beneath."""
        cards, down = position[0][n]
        if count == len(cards):
            return False
        if self.group == "whole-column":
            return True
        lower = cards[-count - 1]
        part = len(cards) - count > down and self.joined(lower, cards[-count])
        if self.group != "part-for-home" or not part:
            return False
        return self.hole or self.order(lower) not in position[5][list(self.copies).index(lower[1])]

    def full_first(self, position):
        """Whether an empty column has to be filled from the waste before other cards go to a column."""
        return self.empty == "reserve-then-waste" and any(not pile for pile, _ in position[0])

    # Positions: columns (cards, number of face-down cards), cells, reserve, stock, waste, home, redeals used.

    def left(self, position):
        """The position after tops are turned, empty columns filled and complete runs removed."""
        piles, cells, reserve, stock, waste, home, used = position
        home, settled = home if self.hole else [list(heights) for heights in home], []
        reserve, stock, waste = list(reserve), list(stock), list(waste)
        filling = {"reserve-then-any": [reserve], "reserve-then-waste": [reserve], "waste-then-stock": [waste, stock]}
        for cards, down in piles:
            cards = list(cards)
            while True:
                down = min(down, max(len(cards) - 1, 0))
                run = cards[-self.ranks :]
                whole = [(self.of_height(h), run[0][1]) for h in range(self.ranks, 0, -1)] if run else [None]
                if not cards and any(filling.get(self.empty, [])):
                    cards.append(next(pile for pile in filling[self.empty] if pile).pop())
                    continue
                if not self.runs_leave or len(cards) - down < self.ranks or [c[:2] for c in run] != whole:
                    break
                if self.whole_columns and len(cards) > self.ranks:
                    break
                del cards[-self.ranks :]
                own = home[list(self.copies).index(run[0][1])]
                own[own.index(0)] = self.ranks
            settled.append((tuple(cards), down))
        return (settled, cells, reserve, stock, waste, home, used)

    def settled(self, position):
        """The canonical form of the position after `left`."""
        piles, cells, reserve, stock, waste, home, used = self.left(position)
        if not self.named and not (self.stock == "rows" and stock):
            piles.sort()
        home = home if self.hole else tuple(tuple(sorted(heights)) for heights in home)
        reserve = tuple(reserve if self.stacked else sorted(reserve))
        return (tuple(piles), tuple(sorted(cells)), reserve, tuple(stock), tuple(waste), home, used)

    def is_won(self, position):
        if self.hole:
            return position[5][1] == sum(self.copies.values()) * self.ranks
        return all(height == self.ranks for heights in position[5] for height in heights)

    def sources(self, position):
        """(source, cards, position without them) for all cards that can be picked up."""
        piles, cells, reserve, stock, waste, home, used = position
        for n, (cards, down) in enumerate(piles):
            for count in range(1, len(cards) - down + 1):
                if count > 1 and not self.joined(cards[-count], cards[-count + 1]):
                    break
                left = piles[:n] + ((cards[:-count], down),) + piles[n + 1 :]
                yield n, cards[-count:], (left, cells, reserve, stock, waste, home, used)
        for n, card in enumerate(cells):
            yield None, (card,), (piles, cells[:n] + cells[n + 1 :], reserve, stock, waste, home, used)
        for n, card in enumerate(reserve):
            if self.stacked and n < len(reserve) - 1:
                continue
            yield None, (card,), (piles, cells, reserve[:n] + reserve[n + 1 :], stock, waste, home, used)
        if waste and self.stock == "waste":
            yield "waste", waste[-1:], (piles, cells, reserve, stock, waste[:-1], home, used)
        if stock and self.stock == "waste" and self.playable:
            yield None, stock[-1:], (piles, cells, reserve, stock[:-1], waste, home, used)
        for own, suit in enumerate(self.copies if self.worrying_back and not self.hole else ()):
            for height in set(home[own]) - {0}:
                heights = list(home[own])
                heights[heights.index(height)] -= 1
                lower = home[:own] + (tuple(heights),) + home[own + 1 :]
                yield "home", ((self.of_height(height), suit, 0),), (piles, cells, reserve, stock, waste, lower, used)

    def capacity(self, piles, cells, target):
        """The most cards of a supermove to this column; empty columns help if any card may fill them."""
        empty = sum(not cards for n, (cards, _) in enumerate(piles) if n != target)
        return (self.cells - len(cells) + 1) << (empty if self.empty == "any" else 0)

    def moves(self, position):
        """All positions after one move, with whether it was a supermove and whether a card went home."""
        for source, cards, (piles, cells, reserve, stock, waste, home, used) in self.sources(position):
            card, several = cards[0], len(cards) > 1
            for n, (pile, down) in enumerate(piles):
                if n == source or not (self.fits(card, pile[-1]) if pile else self.fills(card)):
                    continue
                if isinstance(source, int) and self.stays(position, source, len(cards)):
                    continue
                if source != "waste" and self.full_first(position):
                    continue
                if several and self.group == "by-spaces" and len(cards) > self.capacity(position[0], cells, n):
                    continue
                after = piles[:n] + ((pile + cards, down),) + piles[n + 1 :]
                over = several and self.group == "by-spaces"
                yield self.settled((after, cells, reserve, stock, waste, home, used)), over, False
            if several:
                continue
            if len(cells) < self.cells:
                yield self.settled((piles, cells + cards, reserve, stock, waste, home, used)), False, False
            if self.hole:
                if self.follows(card, home[0]):
                    fuller = (card[0], home[1] + 1)
                    yield self.settled((piles, cells, reserve, stock, waste, fuller, used)), False, True
                continue
            own = list(self.copies).index(card[1])
            if not self.runs and source != "home" and self.order(card) in home[own]:
                heights = list(home[own])
                heights[heights.index(self.order(card))] += 1
                higher = home[:own] + (tuple(heights),) + home[own + 1 :]
                yield self.settled((piles, cells, reserve, stock, waste, higher, used)), False, True
        piles, cells, reserve, stock, waste, home, used = position
        for n, (cards, down) in enumerate(piles):
            run = cards[-self.ranks :]
            if not self.runs or self.runs_leave or len(cards) - down < self.ranks:
                continue
            if [c[:2] for c in run] == [(self.of_height(h), run[0][1]) for h in range(self.ranks, 0, -1)]:
                own = list(self.copies).index(run[0][1])
                heights = list(home[own])
                heights[heights.index(0)] = self.ranks
                full = home[:own] + (tuple(heights),) + home[own + 1 :]
                after = piles[:n] + ((cards[: -self.ranks], down),) + piles[n + 1 :]
                yield self.settled((after, cells, reserve, stock, waste, full, used)), False, True
        if self.stock == "hole" and stock:
            drawn = (piles, cells, reserve, stock[:-1], waste, (stock[-1][0], home[1] + 1), used)
            yield self.settled(drawn), False, False
        if self.stock == "waste" and stock:
            drawn = (piles, cells, reserve, stock[: -self.draw], waste + stock[-self.draw :][::-1], home, used)
            yield self.settled(drawn), False, False
        if self.stock == "waste" and not stock and waste and (self.unlimited or used < self.redeals):
            again = used if self.unlimited else used + 1
            yield self.settled((piles, cells, reserve, waste[::-1], (), home, again)), False, False
        if self.stock == "rows" and stock and (self.onto_empty or all(cards for cards, _ in piles)):
            row = stock[::-1][: self.columns]
            dealt = tuple((cards + row[n : n + 1], down) for n, (cards, down) in enumerate(piles))
            yield self.settled((dealt, cells, reserve, stock[: len(stock) - len(row)], waste, home, used)), False, False


def reach(game, most):
    """All positions with their moves, or none if there are too many."""
    found, open_ = {game.start: None}, deque([game.start])
    while open_:
        position = open_.popleft()
        found[position] = list(game.moves(position))
        for after, _, _ in found[position]:
            if after not in found:
                found[after] = None
                open_.append(after)
                if len(found) > most:
                    return None
    return found


def shortest(game, found, cost):
    """The least cost of a win, where a move costs 0 or 1, or is excluded (None)."""
    best, open_ = {game.start: 0}, deque([(0, game.start)])
    while open_:
        spent, position = open_.popleft()
        if spent > best[position]:
            continue
        if game.is_won(position):
            return spent
        for after, over, home in found[position]:
            price = cost(over, home)
            if price is not None and spent + price < best.get(after, 1 << 60):
                best[after] = spent + price
                (open_.append if price else open_.appendleft)((spent + price, after))
    return None


# Dead patterns: the meaning of a line of their file in a position with numbered twins.


def places(game, position):
    """Where each card lies, as (kind of place, card beneath or number)."""
    piles, cells, reserve, stock, waste, home, used = position
    lies = {}
    for n, (cards, down) in enumerate(piles):
        for depth, card in enumerate(cards):
            hidden = game.together and 0 < depth <= down
            lies[card] = ("hidden" if hidden else "on", cards[depth - 1]) if depth else ("bottom", n)
    left = 0 if game.unlimited else game.redeals - used
    for where, cards in (("cell", cells), ("reserve", reserve), ("stock", stock), ("waste", waste)):
        lies.update((card, (where, left)) for card in cards)
    return lies


def read_pattern(game, line):
    """The facts of a line, each a condition on the place of a card."""

    def named(name):
        text, _, twin = name.partition(".")
        rank, suit = RANKS.index(text[:-1]) + 1, SUITS.index(text[-1])
        return (rank, suit, int(twin or 1))

    def fact(text):
        name, words = text.split(" ", 1)
        card, last = named(name), words.split(" ")[-1]
        kinds = {"a cell": "cell", "the reserve": "reserve", "the stock": "stock", "the waste": "waste"}
        if words == "home":
            return lambda lies: card not in lies
        if words == "at a bottom":
            return lambda lies: lies.get(card, "-")[0] == "bottom"
        if words.startswith("at the bottom of column "):
            return lambda lies: lies.get(card) == ("bottom", int(last) - 1)
        if words.startswith("on "):
            wanted = ("hidden" if words.startswith("on hidden ") else "on", named(last))
            return lambda lies: lies.get(card) == wanted
        place, _, left = words.removeprefix("in ").partition(" with ")
        kind, left = kinds[place], left.replace("no redeal", "at most 0 redeal").split(" ")
        most = int(left[2]) if len(left) > 2 else 1 << 60
        return lambda lies: lies.get(card, ("-", 0))[0] == kind and lies[card][1] <= most

    return [fact(text) for text in line.split(", ")]


def matched(game, patterns, position):
    """Whether a position matches a pattern and is not won."""
    lies = places(game, position)
    return not game.is_won(position) and any(all(fact(lies) for fact in facts) for facts in patterns)


def closed(instance, lines, most):
    """Whether every position matches a pattern and none is won; null if there are too many."""
    game = Game(instance, twins=True)
    patterns, found = [read_pattern(game, line) for line in lines], reach(game, most)
    if found is None:
        return None
    return all(matched(game, patterns, position) for position in found)


MOST_MOVES = 400


def walked(instance, lines, walks, seed):
    """The number of positions of random games, and whether each of them matches and none is won."""
    game, dice, number = Game(instance, twins=True), random.Random(seed), 0
    patterns = [read_pattern(game, line) for line in lines]
    for _ in range(walks):
        # Some games draw early and some late, some take every card home and some do not.
        draws, homes = dice.choice([0.02, 0.1, 0.3]), dice.choice([0.0, 0.5, 0.9])
        position = game.start
        for _ in range(MOST_MOVES):
            number += 1
            if not matched(game, patterns, position):
                return {"positions": number, "closed": False}
            moves = list(game.moves(position))
            drawn = [after for after, _, _ in moves if len(after[3]) < len(position[3])]
            home = [after for after, _, goes in moves if goes]
            rest = [after for after, _, _ in moves if len(after[3]) == len(position[3])]
            if not moves:
                break
            if drawn and (not rest or dice.random() < draws):
                position = dice.choice(drawn)
            elif home and dice.random() < homes:
                position = dice.choice(home)
            else:
                position = dice.choice(rest)
    return {"positions": number, "closed": True}


def answer(question):
    if "walks" in question:
        return walked(*(question[key] for key in ("game", "patterns", "walks", "seed")))
    instance, most = question["game"], question["most"]
    game = Game(instance, twins=False)
    found = reach(game, most)
    if found is None:
        return {"positions": None}
    result = {"positions": len(found), "winnable": any(map(game.is_won, found))}
    result["m1"] = shortest(game, found, lambda over, home: None if over else 1)
    result["m2"] = shortest(game, found, lambda over, home: 1)
    result["m3"] = shortest(game, found, lambda over, home: 0 if home else 1)
    if "patterns" in question:
        result["closed"] = closed(instance, question["patterns"], most)
    return result


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
