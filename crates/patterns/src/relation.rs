//! Two positions and how one leads to the other.

use super::layer::Layer;
use super::spots::{Spot, Spots};
use super::{exists, single};
use patsat_encodings::formula::Formula;
use rustsat::types::Lit;

/// Which steps a relation knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Exactly one move. The definition: every game has it.
    Single,
    /// Several moves that some order makes possible and then some draws, or none: for games in which cards
    /// move one by one and the stock, if there is one, is drawn once. Every single move is such a step, and every such step is
    /// a sequence of single moves, so what is closed under the one is closed under the other.
    Exists,
}

/// A formula over two positions: the second is one step from the first.
#[derive(Clone, Debug)]
pub struct Relation {
    pub(super) formula: Formula,
    pub(super) layers: [Layer; 2],
    /// For each card a literal that is true exactly if it changes its place.
    pub(super) changed: Vec<Lit>,
}

impl Relation {
    /// Writes both positions and the step.
    #[must_use]
    pub fn new(spots: &Spots, steps: Steps) -> Relation {
        let mut formula = Formula::default();
        let layers = [Layer::new(&mut formula, spots), Layer::new(&mut formula, spots)];
        // A step of several moves counts cells and columns over both positions.
        let counts: [&[Spot]; 2] = match steps {
            Steps::Single => [&[Spot::Cell, Spot::Bottom]; 2],
            Steps::Exists => [&[Spot::Cell], &[]],
        };
        let [columns, _] = std::array::from_fn(|n| layers[n].write(&mut formula, spots, counts[n]));
        let changed = changes(&mut formula, spots, layers);
        write_one_way(&mut formula, spots, layers);
        match steps {
            Steps::Single => single::write(&mut formula, spots, layers, &changed, &columns),
            Steps::Exists => exists::write(&mut formula, spots, layers, &changed),
        }
        Relation { formula, layers, changed }
    }

    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The literal of a fact before the step.
    #[must_use]
    pub fn before(&self, fact: u32) -> Lit {
        self.layers[0].lit(fact)
    }

    /// The literal of a fact after the step.
    #[must_use]
    pub fn after(&self, fact: u32) -> Lit {
        self.layers[1].lit(fact)
    }
}

/// For each card a literal that follows from a change of its place and implies one.
fn changes(formula: &mut Formula, spots: &Spots, layers: [Layer; 2]) -> Vec<Lit> {
    let mut of_card = |card| {
        let moves = formula.new_lit();
        for fact in spots.of(card) {
            let [was, is] = layers.map(|layer| layer.lit(fact));
            formula.add(&[!was, is, moves]);
            formula.add(&[!moves, !was, !is]);
        }
        moves
    };
    spots.cards().map(&mut of_card).collect()
}

/// What no step of any kind does: to bring a card to a place that can only be left, or to
/// take one that is home.
fn write_one_way(formula: &mut Formula, spots: &Spots, layers: [Layer; 2]) {
    for card in spots.cards() {
        let home = spots.home(card);
        formula.add(&[!layers[0].lit(home), layers[1].lit(home)]);
        // What lies on a card face down does not come to lie on it face up by its own move.
        for fact in spots.of(card) {
            if let Spot::OnHidden(below) = spots.facts[fact as usize].1
                && let Some(on) = spots.find(card, Spot::On(below))
            {
                formula.add(&[!layers[0].lit(fact), !layers[1].lit(on)]);
            }
        }
        for fact in spots.of(card).filter(|&fact| spots.leave_only[fact as usize]) {
            let mut clause = vec![!layers[1].lit(fact), layers[0].lit(fact)];
            // But from the stock cards come to the waste, by a redeal back, and in rows anywhere.
            let from = match spots.facts[fact as usize].1 {
                Spot::Waste => Some(Spot::Stock),
                Spot::WasteLeft(left) => Some(Spot::StockLeft(left)),
                Spot::StockLeft(left) => Some(Spot::WasteLeft(left + 1)),
                Spot::On(_) | Spot::BottomOf(_) if spots.row_of[card.index()].is_some() => Some(Spot::Stock),
                _ => None,
            };
            clause.extend(from.and_then(|from| spots.find(card, from)).map(|fact| layers[0].lit(fact)));
            formula.add(&clause);
        }
    }
}
