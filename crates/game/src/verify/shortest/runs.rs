//! A lower bound on the moves of every plan, in games where cards leave as complete runs.
//!
//! A move between columns takes cards that lie in sequence, each on the next higher one of its suit, its
//! *successor*. The deepest of them is the *head*: only the head gets another card, or none, under it. So moves
//! are counted by their heads. A card is *joined* if it lies face up on a copy of its successor that lies face
//! up. A card that is not joined moves only as a head, and until then the cards under it stay there. In a run
//! that leaves, all cards except the king (the highest rank) are joined.
//!
//! **Needed moves.** Every plan deals each row. Every plan collects each run, where that is a move that counts.
//! Every plan also moves a card that is no king as a head onto its successor in two cases. In the first, the
//! card lies in a column and is not joined. In the second, it is still to be dealt, and no copy of its successor
//! lies in a column or comes with an earlier row, so that it does not land on one. (The goal-count bound of many
//! planners.) These cards *need* a move. The *extra* moves of a card are its moves as a head without the one
//! that it needs. Extra moves of different cards are different moves, and none of them has been counted.
//!
//! A *visit* is a move as a head to a place that is not the successor. A card has no fewer extra moves than
//! visits, because a needed move is no visit.
//!
//! **Blocked cards.** Take a card of a column that is no king and not joined, with all copies of its successor
//! that are in play under it in its column. It has an extra move: none of these copies is free before its first
//! move, so that move is a visit. A king with all copies of a lower card of its suit that are in play under it
//! has an extra move, too. If the king never moved, these copies would not move either, and none of them could
//! come to lie on it.
//!
//! **Visited columns.** Let `u` be a card that is no king, needs no move, and is to be dealt onto column `p`.
//! Assume that no higher card of its suit lies in `p` now or is dealt onto it earlier.
//!
//! * If `u` lands on its successor, go down from there to the first card `w` that does not lie on its successor.
//!   The card `w` is of the suit of `u` and higher. By the assumption it is not in `p` now and is not dealt
//!   there. So it comes by a move. It lies on the card that it was put on, so the move is a visit of `w` to `p`.
//! * Otherwise `u` must move onto its successor later: it has one more extra move than visits.
//!
//! Take only the first such card for each suit and column `p`. The visits are then different moves. So the
//! number of extra moves of all cards of a suit is at least
//!
//! * the number of such `u`: the sum of all visits, and one for each `u` of the second kind;
//! * the number of blocked cards, plus the number of such `u` that are lower than no blocked card of their suit.
//!   For these, neither `u` nor `w` is blocked, so their extra moves are not those counted for blocked cards.
//!
//! The bound adds the larger number for each suit. It reads columns and stock only. It does not depend on which
//! cards may be put where, nor on when a row may be dealt, so it holds for all such rules.

use crate::cards::{Card, Pile, Rank};
use crate::rules::{Cost, Feature, Features, Home, Rules};
use crate::state::Table;

/// Returns a lower bound on the cost of every plan from this position, where cards leave as complete runs.
///
/// For other games it returns 0.
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
    let mut extra = vec![ExtraMoves::default(); deck.suits.end().into()];
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
    // At most one card for each suit and column.
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

/// The numbers of cards of a suit that imply extra moves.
#[derive(Clone, Default)]
struct ExtraMoves {
    blocked: u32,
    highest_blocked: u32,
    /// Cards to be dealt for which a column is visited, or which have an extra move later.
    visited: u32,
    /// Cards of `visited` that are lower than no blocked card.
    apart: u32,
}

/// Returns whether the bound applies to this game: cards that move together lie in sequence, and columns are the
/// only places.
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

/// Returns the next higher card of a card's suit.
fn successor(rules: &Rules, card: Card) -> Option<Card> {
    rules.next_rank(card.rank).map(|rank| Card { rank, ..card })
}

/// Returns whether a card of a column lies face up on its successor, which lies face up.
fn is_joined(rules: &Rules, pile: &Pile, n: usize) -> bool {
    n > pile.face_down && rules.in_sequence(pile.cards[n - 1], pile.cards[n])
}

/// Returns whether a card that is not joined needs an extra move because of the cards `under` it.
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
