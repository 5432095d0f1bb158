//! A start that is left open: which of some cards lies in which of their places.
//!
//! The cards are those that may be exchanged with each other, and their places are where they
//! lie in the task as it is written: place `p` is named by the card that lies there. `lies(p, c)`:
//! card `c` lies at place `p`. That the places and cards are matched is said here, and where
//! everything lies at the first time; it does not matter who chooses the matching. Twins lie in the order of
//! their numbers, so that equal starts are one.

use crate::constraints::exactly_one;
use crate::fluents::{Piles, PilesLayer};
use crate::formula::Formula;
use crate::options::Options;
use crate::task::{CardId, Spot, Start, Stock, Task};
use rustsat::types::Lit;

/// Which card lies at which place, as literals.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    /// The cards; and the places, each by the card there in the task as it is written.
    pub(crate) cards: Vec<CardId>,
    /// By place and card.
    pub(crate) lies: Vec<Vec<Lit>>,
}

impl Starts {
    /// Writes the matching.
    pub(crate) fn new(formula: &mut Formula, task: &Task, options: &Options, cards: &[CardId]) -> Starts {
        let n = cards.len();
        let lies: Vec<Vec<Lit>> = (0..n).map(|_| (0..n).map(|_| formula.new_lit()).collect()).collect();
        for p in 0..n {
            exactly_one(formula, options.at_most_one, &lies[p]);
            let places: Vec<Lit> = lies.iter().map(|of_place| of_place[p]).collect();
            exactly_one(formula, options.at_most_one, &places);
        }
        for (upper, &card) in cards.iter().enumerate() {
            let twin = |&other: &usize| {
                cards[other] < card && task.cards[cards[other].index()] == task.cards[card.index()]
            };
            let Some(lower) = (0..n).filter(twin).max_by_key(|&other| cards[other]) else { continue };
            for (p, of_place) in lies.iter().enumerate() {
                let earlier: Vec<Lit> = lies[..p].iter().map(|of_place| of_place[lower]).collect();
                formula.imply(&[of_place[upper]], &earlier);
            }
        }
        Starts { cards: cards.to_vec(), lies }
    }

    /// The cards that may lie at this place, each with the literal that it does.
    pub(crate) fn at(&self, place: CardId) -> impl Iterator<Item = (CardId, Lit)> + '_ {
        let lies = self.cards.iter().position(|&card| card == place).map(|p| &self.lies[p]);
        lies.into_iter().flatten().zip(&self.cards).map(|(&lies, &card)| (card, lies))
    }

    /// For each card a literal that implies that the row it lies in is dealt.
    pub(super) fn taken(&self, formula: &mut Formula, piles: &Piles, deals: &[Lit]) -> Vec<Option<Lit>> {
        let mut taken = vec![None; piles.of.len()];
        for (n, card) in self.cards.iter().enumerate().filter(|_| !deals.is_empty()) {
            let lit = formula.new_lit();
            taken[card.index()] = Some(lit);
            formula.imply(&[lit], deals);
            for (row, &deal) in piles.rows.iter().zip(deals) {
                let lies = row.iter().filter_map(|place| {
                    let p = self.cards.iter().position(|card| card == place)?;
                    Some(self.lies[p][n])
                });
                let lies: Vec<Lit> = lies.collect();
                formula.imply(&[lit, deal], &lies);
            }
        }
        taken
    }

    /// Says where everything lies at the first time.
    pub(crate) fn write(&self, formula: &mut Formula, task: &Task, piles: &Piles, first: &PilesLayer) {
        let (mut face_down, mut placed) = (vec![false; task.cards.len()], vec![false; task.cards.len()]);
        for (column, &down) in task.start.columns.iter().zip(&task.start.face_down) {
            column[..down as usize].iter().for_each(|card| face_down[card.index()] = true);
        }
        for (place, native) in task.natives() {
            placed[place.index()] = true;
            for (card, here) in self.cards_at(place) {
                let spots: Vec<(Spot, Option<Lit>)> = match native {
                    Spot::Base(_) if !piles.named => vec![(Spot::Base(0), None)],
                    Spot::On(below) => {
                        self.cards_at(below).map(|(below, there)| (Spot::On(below), there)).collect()
                    }
                    other => vec![(other, None)],
                };
                for (spot, there) in spots {
                    let condition: Vec<Lit> = here.into_iter().chain(there).collect();
                    // A card has no lie on itself: it cannot be at both places.
                    let lie = first.find(piles, card, spot);
                    formula.imply(&condition, lie.as_slice());
                }
                if let Some(up) = first.up(card) {
                    let up = if face_down[place.index()] { !up } else { up };
                    formula.imply(here.as_slice(), &[up]);
                }
            }
        }
        // Cards home at the start.
        for card in piles.cards().filter(|card| !placed[card.index()]) {
            formula.add(&[first.home(card)]);
        }
    }

    /// The cards that may lie at this place; without a literal if there is one only.
    fn cards_at(&self, place: CardId) -> impl Iterator<Item = (CardId, Option<Lit>)> + '_ {
        let fixed = (!self.cards.contains(&place)).then_some((place, None));
        self.at(place).map(|(card, lies)| (card, Some(lies))).chain(fixed)
    }
}

/// The task with its cards in other places: at the place of `cards[n]` lies `order[n]`.
#[must_use]
pub fn reordered(task: &Task, cards: &[CardId], order: &[CardId]) -> Task {
    let now = |card: &CardId| cards.iter().position(|c| c == card).map_or(*card, |n| order[n]);
    let pile = |cards: &Vec<CardId>| cards.iter().map(now).collect::<Vec<CardId>>();
    let stock = match &task.stock {
        Stock::None => Stock::None,
        Stock::Waste { order, waste, redeals, playable, draw } => Stock::Waste {
            order: pile(order),
            waste: pile(waste),
            redeals: *redeals,
            playable: *playable,
            draw: *draw,
        },
        Stock::Rows { rows, onto_empty } => {
            Stock::Rows { rows: rows.iter().map(pile).collect(), onto_empty: *onto_empty }
        }
    };
    let start = Start {
        columns: task.start.columns.iter().map(pile).collect(),
        face_down: task.start.face_down.clone(),
        cells: pile(&task.start.cells),
        reserve: pile(&task.start.reserve),
        home: pile(&task.start.home),
    };
    Task { start, stock, ..task.clone() }
}
