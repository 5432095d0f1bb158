//! Exhaustive search for games of Forty Thieves' kind with any number of ranks and suits.
//!
//! The rules are those of two decks built in suit, single cards, any card to an empty column, a stock whose top is
//! playable, no redeals. The search does not use the program's own states: the table is too slow and the fast state too
//! small for these games. It merges only positions that differ in the names of columns. Columns are a multiset, a
//! move to an empty column uses the first one, and a lone card does not move to an empty column.
//! `tests/reductions/thieves` compares it with the table.

use patsat_game::cards::Card;
use patsat_game::rules::Stock;
use patsat_game::state::Instance;
use rustc_hash::FxHashSet;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Won,
    Lost,
    /// Undecided: the limit of positions was reached.
    Open,
}

/// Suit and rank of a card. Consecutive ranks of a suit are consecutive numbers.
type Kind = u32;

#[derive(Clone, Copy, Debug)]
enum Step {
    Home { from: usize },
    Put { from: usize, to: usize },
}

/// A position. Pile 0 is the stock, 1 the waste, the others are the columns.
#[derive(Clone, Debug)]
pub struct State {
    piles: Vec<Vec<Kind>>,
    heights: Vec<[Kind; 2]>,
    ranks: Kind,
    left: usize,
}

const STOCK: usize = 0;
const WASTE: usize = 1;
const COLUMNS: usize = 2;

impl State {
    pub fn new(instance: &Instance) -> State {
        let (rules, deal) = (&instance.rules, &instance.deal);
        assert!([Stock::None, Stock::waste(0, true)].contains(&rules.stock));
        assert!(deal.waste.is_empty() && deal.foundations.iter().all(|&h| h == 0));
        let ranks = Kind::from(rules.deck.ranks);
        let kinds = |cards: &[Card]| -> Vec<Kind> {
            cards.iter().map(|c| Kind::from(c.suit.0) * (ranks + 1) + Kind::from(c.rank.0)).collect()
        };
        let mut piles = vec![kinds(&deal.stock), Vec::new()];
        piles.extend(deal.columns.iter().map(|pile| kinds(&pile.cards)));
        let left = piles.iter().map(Vec::len).sum();
        State { piles, heights: vec![[0, 0]; rules.deck.suits.len()], ranks, left }
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let empty = (COLUMNS..self.piles.len()).find(|&to| self.piles[to].is_empty());
        for (from, pile) in self.piles.iter().enumerate() {
            let Some(&card) = pile.last() else { continue };
            for to in COLUMNS..self.piles.len() {
                if self.piles[to].last() == Some(&(card + 1)) && to != from {
                    steps.push(Step::Put { from, to });
                }
            }
            if let Some(to) = empty
                && (from < COLUMNS || pile.len() > 1)
            {
                steps.push(Step::Put { from, to });
            }
            if from == STOCK {
                steps.push(Step::Put { from, to: WASTE });
            }
            let (suit, rank) = self.split(card);
            if self.heights[suit].contains(&(rank - 1)) {
                steps.push(Step::Home { from });
            }
        }
        // The search tries the last move first, so moves home come before all others.
        steps.sort_by_key(|step| matches!(step, Step::Home { .. }));
        steps
    }

    fn split(&self, card: Kind) -> (usize, Kind) {
        ((card / (self.ranks + 1)) as usize, card % (self.ranks + 1))
    }

    fn play(&mut self, step: Step) {
        match step {
            Step::Home { from } => {
                let card = self.piles[from].pop().unwrap();
                let (suit, rank) = self.split(card);
                let place = usize::from(self.heights[suit][0] + 1 != rank);
                self.heights[suit][place] = rank;
                self.heights[suit].sort_unstable();
                self.left -= 1;
            }
            Step::Put { from, to } => {
                let card = self.piles[from].pop().unwrap();
                self.piles[to].push(card);
            }
        }
    }

    /// Positions have equal keys exactly if they differ at most in the order of columns. The cards in play determine
    /// the foundations.
    fn key(&self) -> Box<[Kind]> {
        let mut columns: Vec<&Vec<Kind>> = self.piles[COLUMNS..].iter().collect();
        columns.sort_unstable();
        let mut key = Vec::with_capacity(self.left + self.piles.len());
        for pile in self.piles[..COLUMNS].iter().chain(columns) {
            key.extend(pile);
            key.push(0);
        }
        key.into()
    }

    pub fn is_won(&self) -> bool {
        self.left == 0
    }

    /// Cards in a column, from 0.
    pub fn size(&self, column: usize) -> usize {
        self.piles[COLUMNS + column].len()
    }
}

/// Returns whether the game can be won, and the number of positions that were reached.
pub fn search(instance: &Instance, most: usize) -> (Verdict, usize) {
    let start = State::new(instance);
    let mut seen = FxHashSet::from_iter([start.key()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if state.left == 0 {
            return (Verdict::Won, seen.len());
        }
        if seen.len() > most {
            return (Verdict::Open, seen.len());
        }
        for step in state.steps() {
            let mut next = state.clone();
            next.play(step);
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
    }
    (Verdict::Lost, seen.len())
}

/// Returns the fewest moves to a position that satisfies `goal`, by breadth-first search.
///
/// Returns `None` if no position satisfies it.
pub fn fewest(instance: &Instance, goal: impl Fn(&State) -> bool) -> Option<usize> {
    let start = State::new(instance);
    let mut seen = FxHashSet::from_iter([start.key()]);
    let mut layer = vec![start];
    for moves in 0.. {
        if layer.iter().any(&goal) {
            return Some(moves);
        }
        let mut next_layer = Vec::new();
        for state in layer {
            for step in state.steps() {
                let mut next = state.clone();
                next.play(step);
                if seen.insert(next.key()) {
                    next_layer.push(next);
                }
            }
        }
        if next_layer.is_empty() {
            return None;
        }
        layer = next_layer;
    }
    None
}
