//! How many moves every plan needs, in games of which complete runs leave.
//!
//! A move between columns takes cards that lie in sequence, each on the next higher one of its suit, its
//! *successor*. The deepest of them is the *head*: it alone gets another card, or none, under it, so moves
//! are counted by their heads. *Joined* is a card that lies face up on a copy of its successor that lies
//! face up. One that is not joined moves only as a head, and until then what lies under it stays there. In
//! a run that leaves all cards but the king (the highest rank) are joined.
//!
//! **What every plan needs.** Each row dealt; each run collected, where that is a move that counts; and for
//! a card that is no king a move as a head onto its successor, if it lies in a column and is not joined, or
//! if it is still to be dealt and no copy of its successor lies in a column or comes with an earlier row, so
//! that it does not land on one. (The goal-count bound of many planners.) These cards *need* a move. Let
//! the *extra* moves of a card be its moves as a head without the one that it needs. Extra moves of different
//! cards are different moves, and none of them has been counted.
//!
//! A *visit* is a move as a head to a place that is not the successor. A card has at least as many extra moves
//! as visits, for a move that is needed is no visit.
//!
//! **Blocked cards.** A card of a column that is no king, not joined, and has all copies of its successor
//! that are in play under it in its column, has an extra move: none of these copies is free before its first move,
//! which therefore is a visit. So has a king that has under it all copies of a lower card of its suit
//! that are in play: if it never moved, nor would they, and none of them could come to lie on it.
//!
//! **Visited columns.** Let `u`, no king, be a card that is to be dealt onto column `p`, that needs no move, and
//! such that no higher card of its suit lies in `p` now or is dealt onto it earlier.
//!
//! * If it lands on its successor, go down from there to the first card `w` that does not lie on its
//!   successor. It is of the suit of `u`, higher, and was neither in `p` from now on nor dealt there. So it came
//!   by a move, and as it lies on what it was put on, that was a visit of `w` to `p`.
//! * If not, it must move there later: one extra move of `u` more than it has visits.
//!
//! Take of each suit and column `p` only the first such card. The visits are then different moves. So the
//! extra moves of all cards of a suit are
//!
//! * at least the number of such `u`: the sum of all visits, and one for each `u` of the second kind;
//! * at least the number of blocked cards, and of such `u` that are lower than no blocked card of their suit:
//!   for these neither `u` nor `w` is blocked, so what they have is not what was counted for blocked cards.
//!
//! The bound adds the larger number for each suit. It looks at columns and stock alone, and never asks what may
//! be put where, nor when a row may be dealt, so it holds for all such rules.

use crate::cards::{Card, Pile, Rank};
use crate::rules::{Cost, Feature, Features, Home, Rules};
use crate::state::Table;

/// What every plan from this position costs at least, where cards leave as complete runs. For other games
/// it says nothing: 0.
#[must_use]
pub fn bound(table: &Table, cost: Cost) -> u32 {
    let (rules, stock) = (table.rules(), &table.deal().stock);
    if !applies(table) {
        return 0;
    }
    let deck = rules.deck;
    let mut laid = vec![0u32; deck.kinds()];
    for card in table.columns().iter().flat_map(|pile| &pile.cards) {
        laid[deck.index(*card)] += 1;
    }
    let mut play = laid.clone();
    stock.iter().for_each(|card| play[deck.index(*card)] += 1);
    let rows = stock.len().div_ceil(table.columns().len()) as u32;
    let runs = match rules.home {
        Home::RunsByMove if cost != Cost::M3 => play.iter().sum::<u32>() / deck.ranks,
        _ => 0,
    };
    let mut least = rows + runs;
    let mut extra = vec![Extra::default(); deck.suits.end().into()];
    for pile in table.columns() {
        for (n, &card) in pile.cards.iter().enumerate().filter(|&(n, _)| !is_joined(rules, pile, n)) {
            least += u32::from(card.rank != rules.last_rank());
            let own = &mut extra[usize::from(card.suit.0)];
            if is_blocked(rules, &play, card, &pile.cards[..n]) {
                own.blocked += 1;
                own.highest_blocked = own.highest_blocked.max(card.rank.0);
            }
        }
    }
    // A card for each suit and column at most, by the columns' numbers.
    let mut first: Vec<(u16, usize)> = Vec::new();
    let mut row: Vec<Card> = Vec::new();
    for (n, &card) in stock.iter().rev().enumerate() {
        let column = n % table.columns().len();
        if column == 0 {
            row.drain(..).for_each(|card| laid[deck.index(card)] += 1);
        }
        row.push(card);
        let Some(successor) = successor(rules, card) else { continue };
        if laid[deck.index(successor)] == 0 {
            least += 1;
            continue;
        }
        let before = stock.iter().rev().skip(column).step_by(table.columns().len());
        let mut in_column =
            table.columns()[column].cards.iter().chain(before.take(n / table.columns().len()));
        let place = (card.suit.0, column);
        if in_column.all(|c| c.suit != card.suit || c.rank <= card.rank) && !first.contains(&place) {
            first.push(place);
            let own = &mut extra[usize::from(card.suit.0)];
            own.visited += 1;
            own.apart += u32::from(own.highest_blocked <= card.rank.0);
        }
    }
    least + extra.iter().map(|suit| suit.visited.max(suit.blocked + suit.apart)).sum::<u32>()
}

/// Cards of a suit that tell of extra moves.
#[derive(Clone, Default)]
struct Extra {
    blocked: u32,
    highest_blocked: u32,
    /// Cards to be dealt for which a column is visited, or which move once more.
    visited: u32,
    /// Those of them that are lower than no blocked card.
    apart: u32,
}

/// Whether the theorem is about this game: cards that move together lie in sequence, and there is no place
/// but the columns.
pub(super) fn applies(table: &Table) -> bool {
    table.rules().unsupported(SUPPORTED).is_none() && table.deal().reserve.is_empty()
}

const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::AnyLowerRank,
    Feature::SuitRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::RunsLeave,
    Feature::RunsByMove,
    Feature::Rows,
    Feature::RowsOntoEmpty,
]);

/// The next higher card of a card's suit.
fn successor(rules: &Rules, card: Card) -> Option<Card> {
    rules.next_rank(card.rank).map(|rank| Card { rank, ..card })
}

/// Whether a card of a column lies face up on its successor, which lies face up.
fn is_joined(rules: &Rules, pile: &Pile, n: usize) -> bool {
    n > pile.face_down && rules.in_sequence(pile.cards[n - 1], pile.cards[n])
}

/// Whether a card that is not joined needs an extra move because of what lies `under` it.
fn is_blocked(rules: &Rules, play: &[u32], card: Card, under: &[Card]) -> bool {
    let all_under = |other: Card| {
        let copies = under.iter().filter(|&&c| c == other).count() as u32;
        copies == play[rules.deck.index(other)]
    };
    match successor(rules, card) {
        Some(successor) => all_under(successor),
        None => (1..card.rank.0).any(|rank| all_under(Card { rank: Rank(rank), ..card })),
    }
}
