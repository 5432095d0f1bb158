//! Games in which some cards were never seen: what can be said whatever they are, and how often they let
//! the game be won.
//!
//! As long as no unseen card is turned, the play is the same for every order of these cards. So
//! [`reach`] visits all positions that can be reached that way. If none of them is won and no move
//! out of them turns an unseen card, the game is lost in every order; else it gives the shortest way
//! to turn one. [`judge`] solves orders of the unseen cards one by one: all there are, if they are
//! few, or random ones.

use crate::answer::Verdict;
use crate::failure::Failure;
use crate::monitor::Monitor;
use crate::request::{Method, Request, solve};
use patsat_formats::{Read, UnseenPlace};
use patsat_game::cards::Card;
use patsat_game::cards::shuffle::random;
use patsat_game::rules::{FaceUp, Group, Move};
use patsat_game::state::{Instance, Table};
use patsat_search::{Budget, Limit, Limits};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// What can be reached without turning an unseen card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Nothing but these positions, none of them won: lost in every order of the unseen cards.
    Lost {
        /// How many positions.
        positions: usize,
    },
    /// An unseen card can be turned, by these moves and no fewer.
    Turns {
        /// The moves; the last turns it.
        moves: Vec<Move>,
    },
    /// A limit came first, or the rules let cards move together with an unseen one.
    Unknown(Option<Limit>),
}

/// Visits what can be reached without turning an unseen card, in order of the number of moves.
pub fn reach(board: &Read, budget: &mut Budget<'_>) -> Reach {
    let start = board.instance.table();
    let rules = start.rules();
    // Face up, an unread card could move below others that cannot move alone.
    let open = rules.layout.face_up == FaceUp::All;
    let below = board.unseen.iter().any(|spot| matches!(spot, UnseenPlace::Column(..)));
    if open && below && matches!(rules.group, Group::SuitRun | Group::BuiltRun) {
        return Reach::Unknown(None);
    }
    // Whole positions, no canonical keys: which column is which matters where cards are unseen.
    let mut seen = HashSet::from([start.deal().clone()]);
    let mut found: Vec<(Table, Option<(usize, Move)>)> = vec![(start, None)];
    let mut next = 0;
    while let Some((table, _)) = found.get(next) {
        let table = table.clone();
        // Each is kept twice: in the list and in the set.
        let bytes = 2 * found.len() * (size_of_val(&found[0]) + 8 * table.rules().deck.len());
        if let Some(limit) = budget.expand(bytes as u64) {
            return Reach::Unknown(Some(limit));
        }
        for action in table.moves() {
            let mut after = table.clone();
            if after.apply(action).is_err() {
                continue;
            }
            if board.unseen.iter().any(|&spot| turned(spot, &after)) {
                let mut moves = vec![action];
                let mut at = next;
                while let Some((before, action)) = found[at].1 {
                    moves.push(action);
                    at = before;
                }
                moves.reverse();
                return Reach::Turns { moves };
            }
            if seen.insert(after.deal().clone()) {
                found.push((after, Some((next, action))));
            }
        }
        next += 1;
    }
    Reach::Lost { positions: found.len() }
}

/// Whether the card of this place no longer lies there face down and covered.
fn turned(spot: UnseenPlace, table: &Table) -> bool {
    match spot {
        UnseenPlace::Column(column, place) => table.columns()[column].cards.len() < place + 2,
        UnseenPlace::Stock(place) => table.deal().stock.len() <= place,
    }
}

/// How many orders of the unseen cards can be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judged {
    /// Orders with a plan that was replayed.
    pub won: u64,
    /// Orders that cannot be won.
    pub lost: u64,
    /// Orders that a limit left open.
    pub open: u64,
    /// Whether these are all orders that there are.
    pub all: bool,
}

impl Judged {
    /// How many orders there were.
    #[must_use]
    pub fn orders(&self) -> u64 {
        self.won + self.lost + self.open
    }
}

/// How many different orders the unseen cards have, up to `most`.
#[must_use]
pub fn orders(board: &Read, most: u64) -> u64 {
    let mut rest = board.rest();
    rest.sort_unstable();
    let (mut orders, mut cards) = (1u128, 0u128);
    for count in rest.chunk_by(|a, b| a == b).map(<[Card]>::len) {
        // Each step is a whole number: so many ways to place the twins of one more card.
        for n in 1..=count as u128 {
            cards += 1;
            orders = orders * cards / n;
            if orders > u128::from(most) {
                return most;
            }
        }
    }
    orders as u64
}

/// Solves `samples` random orders of the unseen cards, each within the limits, or all orders if they are no
/// more; `told` hears of each.
///
/// # Errors
/// As [`solve`].
pub fn judge(
    board: &Read,
    (samples, seed): (u64, u64),
    (method, limits): (&Method, Limits),
    stop: &AtomicBool,
    mut told: impl FnMut(&Judged),
) -> Result<Judged, Failure> {
    let rest = board.rest();
    let all = orders(board, samples.saturating_add(1)) <= samples;
    let orders: Box<dyn Iterator<Item = Vec<Card>>> = if all {
        Box::new(every_order(rest))
    } else {
        Box::new(random::orders(&rest, seed).take(usize::try_from(samples).unwrap_or(usize::MAX)))
    };
    let mut judged = Judged { all, ..Judged::default() };
    for cards in orders {
        let game = possible(board, &cards);
        let request = Request { limits, ..Request::new(&game, method.clone()) };
        match solve(&request, &mut Monitor::default().stopped_by(stop))?.outcome.verdict() {
            Verdict::Solved => judged.won += 1,
            Verdict::Unwinnable => judged.lost += 1,
            Verdict::NoPlanWithin | Verdict::Unknown => judged.open += 1,
        }
        told(&judged);
        if stop.load(Ordering::Relaxed) {
            judged.all = false;
            break;
        }
    }
    Ok(judged)
}

/// Every order of these cards once, twins being alike, in rising order.
fn every_order(mut cards: Vec<Card>) -> impl Iterator<Item = Vec<Card>> {
    cards.sort_unstable();
    std::iter::successors(Some(cards), |last| {
        // The last place that can rise takes the next larger card, and what follows starts anew.
        let rise = (1..last.len()).rev().find(|&n| last[n - 1] < last[n])? - 1;
        let larger = (rise..last.len()).rev().find(|&n| last[n] > last[rise])?;
        let mut next = last.clone();
        next.swap(rise, larger);
        next[rise + 1..].reverse();
        Some(next)
    })
}

/// The game with these cards at the unseen places. Where every card lies face up, so do they.
#[must_use]
pub fn possible(board: &Read, cards: &[Card]) -> Instance {
    let mut game = board.with(cards);
    if game.rules.layout.face_up == FaceUp::All {
        game.deal.columns.iter_mut().for_each(|pile| pile.face_down = 0);
    }
    game
}
