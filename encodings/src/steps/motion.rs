//! Which cards move in a step, and what holds of every kind of step.
//!
//! There is no variable for an action: a card moves iff its location changes, and where it
//! goes is where it is afterwards.

use crate::fluents::{Layer, Location, Places};
use crate::formula::Formula;
use crate::task::CardId;
use rustsat::types::Lit;

/// The literals "this card moves" of one step.
#[derive(Clone, Debug)]
pub struct Motion {
    moves: Vec<Lit>,
}

impl Motion {
    /// Writes that cards move where their location changes, that home is for ever, and that
    /// the place where a card was dealt can only be left.
    pub fn new(formula: &mut Formula, places: &Places, before: &Layer, after: &Layer) -> Motion {
        let motion = Motion { moves: places.cards().map(|_| formula.new_lit()).collect() };
        for card in places.cards() {
            let moves = motion.of(card);
            for ((&from, &to), location) in
                before.of(card).iter().zip(after.of(card)).zip(&places.of[card.index()])
            {
                match location {
                    Location::Home => {
                        formula.add(&[!from, to]);
                        formula.add(&[!from, !moves]);
                        continue;
                    }
                    Location::Native => formula.add(&[!to, from]),
                    _ => {}
                }
                formula.add(&[!from, to, moves]);
                formula.add(&[!from, !to, !moves]);
            }
        }
        motion
    }

    /// The literal "this card moves".
    #[must_use]
    pub fn of(&self, card: CardId) -> Lit {
        self.moves[card.index()]
    }
}
