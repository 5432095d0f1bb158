//! What a move asks for beyond what is assumed of it, where every card has its place after it.
//!
//! No complete run lay open before a move other than its leaving; a card that was dealt lies in its
//! own column, and unless columns may be empty none was; of the cards that a run took home none
//! was home before by what the pattern says.

use super::Way;
use crate::state::patterns::{CardNo, Fact, Pattern, Spot};
use crate::verify::patterns::space::Space;

impl Way {
    /// Whether the move leads to this position, from one that matches the pattern.
    pub(in super::super) fn may_lead_to(&self, space: &Space, pattern: &Pattern, after: &[Spot]) -> bool {
        // What a row dealt may lie anywhere, but not above itself.
        let sane = |spots: &[Spot]| space.rows.is_empty() || !lies_in_a_ring(spots);
        let mut before = after.to_vec();
        if !sane(after) {
            return false;
        }
        match self {
            Way::Card { card, from, .. } => before[card.index()] = *from,
            Way::Redeal(_) => {}
            Way::Leaves { cards, king, .. } => return run_left(space, pattern, after, cards, *king),
            Way::Row { row, .. } => {
                for (column, &card) in (0..).zip(&space.rows[*row]) {
                    before[card as usize] = Spot::Stock;
                    if column_of(after, CardNo(card)) != Some(column) {
                        return false;
                    }
                }
                let held = |column: &u16| before.contains(&Spot::BottomOf(*column));
                if !space.onto_empty && !(0..space.bottoms.len() as u16).all(|column| held(&column)) {
                    return false;
                }
            }
        }
        sane(&before) && !(space.runs_leave && run_lies_open(space, &before))
    }
}

/// Whether some cards lie on one another in a ring.
fn lies_in_a_ring(spots: &[Spot]) -> bool {
    let ends = |card: usize| {
        let mut at = CardNo(card as u32);
        (0..=spots.len()).any(|_| match spots[at.index()].below() {
            Some(below) => {
                at = below;
                false
            }
            None => true,
        })
    };
    !(0..spots.len()).all(ends)
}

/// The column in which a card lies.
fn column_of(spots: &[Spot], card: CardNo) -> Option<u16> {
    let mut at = card;
    for _ in 0..spots.len() {
        match spots[at.index()] {
            Spot::BottomOf(column) => return Some(column),
            spot => at = spot.below()?,
        }
    }
    None
}

/// Whether a complete run lies at the end of a column.
fn run_lies_open(space: &Space, spots: &[Spot]) -> bool {
    let mut bare = vec![true; spots.len()];
    spots.iter().filter_map(|spot| spot.below()).for_each(|below| bare[below.index()] = false);
    let is_end = |top: usize| {
        let mut at = top;
        while space.faces[at].rank != space.rules.last_rank() {
            let Spot::On(below) = spots[at] else { return false };
            if !space.rules.in_sequence(space.faces[below.index()], space.faces[at]) {
                return false;
            }
            at = below.index();
        }
        spots[at].in_a_column()
    };
    (0..spots.len()).any(|top| bare[top] && space.faces[top].rank == space.rules.first_rank() && is_end(top))
}

/// Whether for every rank some card may have left with the run, and been in play before.
fn run_left(space: &Space, pattern: &Pattern, after: &[Spot], chosen: &[CardNo], king: CardNo) -> bool {
    let suit = space.faces[king.index()].suit;
    let was_home = |card: u32| pattern.spot(CardNo(card)) == Some(Spot::Home);
    // What a chosen card lay on has left as well.
    let below = |fact: &&Fact| chosen.contains(&fact.card) && fact.card != king;
    let lay_on = pattern.facts().iter().filter(below).filter_map(|fact| fact.spot.below());
    let left: Vec<CardNo> = chosen.iter().copied().chain([king]).chain(lay_on).collect();
    space.rules.run_ranks().all(|rank| {
        let of_rank = |card: &u32| {
            let face = space.faces[*card as usize];
            face.suit == suit && face.rank == rank
        };
        let known = left.iter().find(|card| of_rank(&card.0));
        let may = |card: u32| {
            after[card as usize] == Spot::Home
                && !was_home(card)
                // A card that the pattern has in play and that does not leave is still there.
                && (pattern.spot(CardNo(card)).is_none() || chosen.contains(&CardNo(card)))
        };
        match known {
            Some(card) => may(card.0),
            None => (0..after.len() as u32).filter(of_rank).any(may),
        }
    })
}
