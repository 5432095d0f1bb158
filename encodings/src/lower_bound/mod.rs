//! A lower bound on the moves of a plan, from what must be moved aside.
//!
//! A card `c` *waits* for a card `b` that lies above a lower card of `c`'s suit: `b` leaves before that card
//! goes home, and `c` goes home after it. Suppose that cards wait for each other in a circle: `c1` for `c2`,
//! `c2` for `c3`, and so on back to `c1`. Then at least one of them is moved aside: it leaves the place where
//! it was dealt other than by going home. Otherwise each would go home after the next one. So the cards moved
//! aside hit every circle.
//!
//! Each of these cards costs a move beside its move home. The number of single-card moves of a plan is
//! therefore at least the number of cards in play plus the size of a smallest set that hits all circles: a
//! minimum feedback vertex set.
//!
//! Circles are many, so they come one by one (*implicit hitting sets*: Moreno-Centeno and Karp, Operations
//! Research 61 (2013); for this graph: the deadlocks of Paul and Helmert, SoCS 2016, there with cycles of a
//! graph of cards). A smallest set for the circles known so far is requested; if the rest has no circle, it
//! hits all. The circles used are the certificate: a checker needs no search.

mod waits;

pub use waits::Waits;

use crate::task::{CardId, Group, Home, Stock, Task};
use crate::unroll::{UnsupportedError, basic, only_wins};

/// Circles, and how many cards it takes to hit them all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Circles {
    /// Each circle: every card waits for the next one, the last for the first.
    pub circles: Vec<Vec<CardId>>,
    /// The size of a smallest set with a card of each circle.
    pub hits: usize,
}

/// Finds circles until a smallest set that hits those found hits every circle.
///
/// `smallest` is given the circles so far, to which those of the call before are a prefix,
/// and returns a smallest set that hits them, or nothing if it was stopped. Then the circles
/// so far are returned, without a promise that there are no others.
///
/// # Errors
/// If the task is not of the FreeCell family.
pub fn circles(
    task: &Task,
    mut smallest: impl FnMut(&[Vec<CardId>]) -> Option<Vec<CardId>>,
) -> Result<Circles, UnsupportedError> {
    let waits = Waits::of(task)?;
    let mut found = Circles::default();
    let mut aside: Vec<CardId> = Vec::new();
    loop {
        let before = found.circles.len();
        // The circles of one round share no card, so each restricts the next set.
        let mut gone = vec![false; task.cards.len()];
        for card in &aside {
            gone[card.index()] = true;
        }
        while let Some(circle) = waits.shortest_circle(&gone) {
            for card in &circle {
                gone[card.index()] = true;
            }
            found.circles.push(circle);
        }
        if found.circles.len() == before {
            return Ok(found);
        }
        let Some(set) = smallest(&found.circles) else { return Ok(found) };
        found.hits = set.len();
        aside = set;
    }
}

/// What the argument needs: one card of each kind, moved one by one, and no stock.
fn check(task: &Task) -> Result<&[Option<crate::task::KindId>], UnsupportedError> {
    only_wins("circles", task)?;
    basic("circles", task)?;
    let unsupported = |what| Err(UnsupportedError { encoding: "circles", what });
    let Home::After(after) = &task.home else { return unsupported("runs that leave as one") };
    if task.stock != Stock::None {
        return unsupported("a stock");
    }
    if matches!(task.group, Group::Freely(_)) {
        return unsupported("runs of any length that move as one");
    }
    let mut seen = vec![false; task.kinds.len()];
    for kind in &task.cards {
        if std::mem::replace(&mut seen[kind.index()], true) {
            return unsupported("equal cards");
        }
    }
    Ok(after)
}
