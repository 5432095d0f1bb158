//! A lower bound on the moves of every plan, in games of one deck with foundations and no stock.
//!
//! Every card in play needs a move home. To count other moves, say that a card `z` *waits for* a card `y` if
//! `y` lies in a column above a card of the suit of `z` that is lower than `z`. The lower card must be home
//! before `z`, and `y` must have left its place before the lower card can go home.
//!
//! **Single cards.** A plan *puts `y` aside* if it moves `y` from its present place, but not home.
//!
//! * If `y` waits for itself, every plan puts it aside. Otherwise it would leave its place by going home,
//!   after having left its place.
//! * If `y` and `z` wait for each other, every plan puts one of them aside. Otherwise both would leave their
//!   places by going home, each after the other.
//!
//! So each card of the first kind costs a move, beside the moves home. For pairs of the other cards, each card
//! of a smallest set that meets every pair costs a move, too. (Paul and Helmert, "Optimal Solitaire Game
//! Solutions Using A* Search and Deadlock Analysis", SoCS 2016, with circles of any length.)
//!
//! **Groups.** If one move may take several cards, assign to each card put aside the first move that takes it
//! from its place. Two cards with the same first move lie in one group at present: both are still in their
//! places, one above the other, and no card between them has moved. Cards that move together fit on each
//! other. So groups are counted: those with a card of the first kind, and a smallest set of groups that meets
//! every pair of the others.
//!
//! The bound does not depend on which cards may be put where, so it holds for every rule of building.

use crate::rules::{Cost, Group};
use crate::state::{Instance, Table};

/// One 64-bit set for each card, by `deck.index`.
type Rows = [u64; 64];

/// The bound for the positions of one game.
#[derive(Clone, Debug)]
pub(super) struct Deadlocks {
    /// For each card, the higher ones of its suit.
    higher: Vec<u64>,
    /// Whether one move may take several cards.
    groups: bool,
    cost: Cost,
}

impl Deadlocks {
    /// The game must have foundations, one copy of each of at most 64 cards, and no stock.
    pub(super) fn new(instance: &Instance, cost: Cost) -> Deadlocks {
        let rules = &instance.rules;
        let deck = rules.deck;
        let above = |card: crate::cards::Card| {
            let higher = deck.distinct_cards().filter(move |c| c.suit == card.suit && c.rank > card.rank);
            higher.fold(0, |set, card| set | 1 << deck.index(card))
        };
        let groups = match rules.group {
            Group::Single => false,
            // A supermove stands for moves of single cards, which m1 counts.
            Group::BySpaces => cost != Cost::M1,
            Group::BuiltRun | Group::SuitRun | Group::AnyFaceUp | Group::WholeColumn | Group::PartForHome => {
                true
            }
        };
        Deadlocks { higher: deck.distinct_cards().map(above).collect(), groups, cost }
    }

    /// Returns a lower bound on the cost of every plan from this position.
    pub(super) fn bound(&self, table: &Table) -> u32 {
        let rules = table.rules();
        let deck = rules.deck;
        let home = match self.cost {
            Cost::M1 | Cost::M2 => deck.len() as u32 - table.foundations().iter().sum::<u32>(),
            Cost::M3 => 0,
        };
        // For each card, the cards that wait for it, and the cards that it waits for.
        let (mut waits, mut awaits): (Rows, Rows) = ([0; 64], [0; 64]);
        let (mut laid, mut forced) = (0u64, 0u64);
        // The first card of each card's group: the group's vertex.
        let mut vertex = [0u8; 64];
        for pile in table.columns() {
            let mut waiting = 0;
            let mut above: u64 = pile.cards.iter().map(|card| 1 << deck.index(*card)).sum();
            for (n, card) in pile.cards.iter().enumerate() {
                let index = deck.index(*card);
                let joined = self.groups && n > pile.face_down && rules.moves_with(pile.cards[n - 1], *card);
                vertex[index] = if joined { vertex[deck.index(pile.cards[n - 1])] } else { index as u8 };
                laid |= 1 << index;
                above &= !(1 << index);
                waits[index] = waiting;
                forced |= waiting & 1 << index;
                for other in each(self.higher[index] & !waiting) {
                    awaits[other] |= above;
                }
                waiting |= self.higher[index];
            }
        }
        let must = each(forced).fold(0u64, |set, card| set | 1 << vertex[card]);
        let (mut rows, mut linked): (Rows, u64) = ([0; 64], 0);
        for y in each(laid & !forced) {
            for z in each(waits[y] & awaits[y] & laid & !forced) {
                let (one, other) = (vertex[y], vertex[z]);
                // Each pair occurs from both ends. Groups that must move anyway are skipped.
                if must >> one & 1 == 0 && one != other {
                    rows[usize::from(one)] |= 1 << other;
                    linked |= 1 << one;
                }
            }
        }
        home + must.count_ones() + cover(&rows, linked)
    }
}

/// The members of a set.
fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            least
        })
    })
}

/// Returns the size of a smallest set of vertices that meets every edge among `alive`.
fn cover(rows: &Rows, mut alive: u64) -> u32 {
    let mut taken = 0;
    loop {
        let (mut leaf, mut most) = (None, (0, 0));
        for vertex in each(alive) {
            let degree = (rows[vertex] & alive).count_ones();
            leaf = leaf.or((degree == 1).then_some(vertex));
            most = most.max((degree, vertex));
        }
        let (degree, hub) = most;
        let near = rows[hub] & alive;
        match (leaf, degree) {
            (_, 0) => return taken,
            // The one neighbour of a leaf is in some smallest cover.
            (Some(leaf), _) => alive &= !rows[leaf],
            // Only circles remain, and each vertex of a circle is in some smallest cover.
            (None, 2) => alive &= !(1 << hub),
            (None, _) => {
                let with = 1 + cover(rows, alive & !(1 << hub));
                let without = degree + cover(rows, alive & !near);
                return taken + with.min(without);
            }
        }
        taken += 1;
    }
}
