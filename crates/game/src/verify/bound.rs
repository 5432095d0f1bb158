//! A lower bound on the moves of every plan, checked from its circles.
//!
//! A card `x` *waits* for a card `y` if at the start `y` lies in a column above a card of the suit of
//! `x` that is lower than `x`. Of cards that wait for each other in a circle, at least one is moved
//! without going home. Otherwise each of them would leave its place only by going home, each would go
//! home after the next one, and the first after itself. So if one card moves at a time, every plan has a
//! move home for each card in play, and one more for each card of a set that meets all circles. The
//! checker looks up on the table that the circles are circles, and finds the size of a smallest such set
//! by branching.

use super::Verified;
use crate::cards::Card;
use crate::rules::{Feature, Features};
use crate::state::{Instance, Table};
use std::collections::BTreeSet;

/// No plan has fewer single-card moves than this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerBound {
    /// Single-card moves (m1).
    pub moves: usize,
    /// Those of them that do not go home.
    pub aside: usize,
}

/// Why circles prove nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoundFault {
    /// The argument does not apply to this game.
    #[error(
        "the argument is for games of one deck without a stock, in which cards move and go home one by one"
    )]
    Game,
    /// A card of a circle does not wait for the next one.
    #[error("circle {number} is not closed: {card} does not wait for {other}")]
    NoCircle {
        /// Which, from 1.
        number: usize,
        /// The card.
        card: Card,
        /// The next one.
        other: Card,
    },
    /// A circle without a card.
    #[error("circle {0} is empty")]
    Empty(usize),
    /// The count took too long.
    #[error("the smallest set that meets all circles was not found within {0} branchings")]
    TooHard(u64),
}

/// The limit of branchings.
const BRANCHINGS: u64 = 5_000_000;

/// The games that the argument covers: one deck whose cards move and go home one by one, without a stock.
const SUPPORTED: Features = Features::of(&[
    Feature::Cells,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::AnyLowerRank,
    Feature::Supermoves,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
]);

/// Checks circles, each card of which waits for the next one and the last for the first.
///
/// # Errors
/// The first reason why they prove nothing.
pub fn check_bound(instance: &Instance, circles: &[Vec<Card>]) -> Result<Verified<LowerBound>, BoundFault> {
    if instance.rules.unsupported(SUPPORTED).is_some() {
        return Err(BoundFault::Game);
    }
    let table = instance.table();
    for (number, circle) in (1..).zip(circles) {
        if circle.is_empty() {
            return Err(BoundFault::Empty(number));
        }
        for (n, &card) in circle.iter().enumerate() {
            let other = circle[(n + 1) % circle.len()];
            if !waits(&table, card, other) {
                return Err(BoundFault::NoCircle { number, card, other });
            }
        }
    }
    let sets = circles.iter().map(|circle| circle.iter().copied().collect()).collect();
    let aside = smallest(sets).ok_or(BoundFault::TooHard(BRANCHINGS))?;
    let moves = table.deal().cards_in_play().count() + aside;
    Ok(Verified(LowerBound { moves, aside }))
}

/// Returns whether `other` lies above a lower card of `card`'s suit.
fn waits(table: &Table, card: Card, other: Card) -> bool {
    table.columns().iter().any(|pile| {
        let place = pile.cards.iter().position(|&c| c == other);
        place.is_some_and(|depth| {
            pile.cards[..depth].iter().any(|low| low.suit == card.suit && low.rank < card.rank)
        })
    })
}

/// Returns the size of a smallest set that meets all of `sets`; `None` if the branchings do not suffice.
fn smallest(sets: Vec<BTreeSet<Card>>) -> Option<usize> {
    let mut left = BRANCHINGS;
    // Iterative deepening: it suffices to refute every smaller number of cards.
    (0..).find_map(|most| match meets(sets.clone(), most, &mut left) {
        None => Some(None),
        Some(true) => Some(Some(most)),
        Some(false) => None,
    })?
}

/// Returns whether `most` cards meet all of `sets`; `None` if the branchings do not suffice.
fn meets(mut sets: Vec<BTreeSet<Card>>, most: usize, left: &mut u64) -> Option<bool> {
    *left = left.checked_sub(1)?;
    // A card set that contains another is met whenever the smaller one is.
    sets.sort_by_key(BTreeSet::len);
    let mut kept: Vec<BTreeSet<Card>> = Vec::new();
    for set in sets {
        if !kept.iter().any(|smaller| smaller.is_subset(&set)) {
            kept.push(set);
        }
    }
    if kept.is_empty() {
        return Some(true);
    }
    if apart(&kept) > most {
        return Some(false);
    }
    // One card of the smallest set is needed: the one in most sets first, then without it.
    let count = |card: &Card| kept.iter().filter(|set| set.contains(card)).count();
    let smallest = kept[0].clone();
    let mut choices: Vec<Card> = smallest.into_iter().collect();
    choices.sort_by_key(|card| (std::cmp::Reverse(count(card)), *card));
    let mut without: Vec<Card> = Vec::new();
    for card in choices {
        let rest = kept.iter().filter(|set| !set.contains(&card)).cloned();
        let rest: Vec<BTreeSet<Card>> = rest
            .map(|mut set| {
                set.retain(|c| !without.contains(c));
                set
            })
            .collect();
        if !rest.iter().any(BTreeSet::is_empty) && meets(rest, most - 1, left)? {
            return Some(true);
        }
        without.push(card);
    }
    Some(false)
}

/// Returns the number of disjoint sets that a greedy choice finds: each needs a card of its own.
fn apart(sets: &[BTreeSet<Card>]) -> usize {
    let mut taken: BTreeSet<Card> = BTreeSet::new();
    sets.iter()
        .filter(|set| {
            let free = set.is_disjoint(&taken);
            if free {
                taken.extend(set.iter().copied());
            }
            free
        })
        .count()
}
