//! The layout of a formula's game.
//!
//! Columns are lists of the ranks of [`Ranks`]; the cards left over from each rank go to the large
//! pile and the rest pile. The layout takes one pass over the formula and one over the ranks.

use super::super::{BuiltGame, Cnf, ReduceError};
use super::shape::{Construction, Ranks, check, place, rules};
use patsat_game::cards::{Card, Deal, Pile};

/// The deal of a formula, and where its parts are.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) shape: Construction,
    pub(super) ranks: Ranks,
    /// Number of columns of literals; they follow the initial one.
    pub(super) literals: usize,
    /// The columns `[x + 1, q, q]` of the hidden variables, then their gadgets.
    pub(super) activation: usize,
    /// The columns of hidden cards.
    pub(super) hidden: usize,
    /// The first column of the first clause.
    pub(super) clauses: usize,
    /// `[R]`; the end columns, the rest pile and the large pile follow.
    pub(super) rest_card: usize,
    /// The columns, deepest card first, in ranks of the first suit; other suits as 0.
    pub(super) columns: Vec<Vec<u32>>,
    /// How many cards of the large pile lie below the initial card and all above it.
    pub(super) sorted: usize,
    /// How many cards of the rest pile and the large pile were put below the formula's game.
    pub(super) below: [usize; 2],
    /// The complete runs at the bottom of the large pile, with their suits.
    bottom: Vec<Card>,
    labels: Vec<String>,
}

/// Columns, and the number of cards of each rank that they use.
struct Desk {
    columns: Vec<Vec<u32>>,
    labels: Vec<String>,
    used: Vec<u16>,
}

impl Desk {
    fn column(&mut self, label: impl Into<String>, cards: &[u32]) {
        cards.iter().for_each(|&rank| self.used[rank as usize] += 1);
        self.columns.push(cards.to_vec());
        self.labels.push(label.into());
    }

    /// Takes one of the formula's two cards of a rank, if one is left.
    fn spare(&mut self, rank: u32) -> Option<u32> {
        let used = &mut self.used[rank as usize];
        (*used < 2).then(|| {
            *used += 1;
            rank
        })
    }
}

impl Game {
    /// Lays out the game of a formula.
    ///
    /// # Errors
    /// As [`check`].
    pub(super) fn new(formula: &Cnf, names: &[u32], shape: Construction) -> Result<Game, ReduceError> {
        check(formula, shape)?;
        let ranks = Ranks::new(formula, shape);
        let (clauses, hidden) = (formula.clauses.len(), shape.hidden as usize);
        let mut desk =
            Desk { columns: Vec::new(), labels: Vec::new(), used: vec![0; ranks.end as usize + 1] };
        desk.column("initial card", &[ranks.initial]);
        for (variable, name) in names.iter().enumerate() {
            for (sign, word) in ["", "not "].into_iter().enumerate() {
                let base = ranks.base[2 * variable + sign];
                let label = format!("{word}x{name}");
                match variable < hidden {
                    true => desk.column(label, &[base, ranks.choice[2 * variable + sign]]),
                    false => {
                        let low = ranks.selection[variable];
                        desk.column(label, &[base, low, low + 1]);
                    }
                }
            }
        }
        let activation = desk.columns.len();
        for (variable, name) in names[..hidden].iter().enumerate() {
            let [lower, higher] = [0, 1].map(|sign| ranks.choice[2 * variable + sign]);
            let card = ranks.activation[variable];
            desk.column(format!("x{name} and not x{name}"), &[card + 1, higher, lower]);
            let (first, spaces) = (ranks.gadget[variable], Construction::spaces(clauses));
            desk.column(format!("gadget of x{name}"), &[first + 2 * spaces, card]);
            for n in (0..spaces).rev() {
                desk.column(format!("gadget of x{name}"), &[first + 2 * n, first + 2 * n + 1]);
            }
        }
        let hidden_columns = desk.columns.len();
        for (variable, name) in names[..hidden].iter().enumerate() {
            let [positive, negative] = [0, 1].map(|sign| ranks.choice[2 * variable + sign] + 1);
            desk.column(format!("choice {}, now x{name}", variable + 1), &[negative, positive]);
        }
        let first_clause = desk.columns.len();
        for (n, &c) in ranks.clause.iter().enumerate() {
            let pairs = ranks.slots[n].into_iter().zip([c + 1, c + 1, c + 5]);
            for ((pair, below), which) in pairs.zip(["first", "second", "third"]) {
                desk.column(format!("clause {}, {which}", n + 1), &[below, pair, pair + 1]);
            }
            for card in [c, c + 4] {
                desk.column(format!("clause {}, lock", n + 1), &[ranks.lock[n] + 1, card]);
            }
        }
        let rest_card = desk.columns.len();
        desk.column("rest card", &[ranks.rest]);
        let mut end = vec![ranks.end];
        end.extend(ranks.delay..ranks.delay + shape.delay);
        desk.column("end", &end);
        desk.column("end", &end);
        let mut game = Game {
            shape,
            literals: 2 * names.len(),
            activation,
            hidden: hidden_columns,
            clauses: first_clause,
            rest_card,
            columns: Vec::new(),
            sorted: 0,
            below: [0; 2],
            bottom: Vec::new(),
            labels: Vec::new(),
            ranks,
        };
        game.piles(&mut desk);
        game.cap(&mut desk.columns);
        (game.columns, game.labels) = (desk.columns, desk.labels);
        Ok(game)
    }

    /// Makes the rest pile and the large pile of the cards left over.
    fn piles(&mut self, desk: &mut Desk) {
        let (ranks, shape) = (&self.ranks, self.shape);
        let tops: Vec<u32> =
            ranks.gadget.iter().map(|&g| g + 2 * Construction::spaces(ranks.clause.len())).collect();
        for &rank in ranks.lock.iter().chain(&tops).chain([&ranks.rest, &ranks.initial]) {
            desk.used[rank as usize] += 1;
        }
        let capped = 2 * shape.capped(ranks.clause.len());
        (ranks.caps..ranks.caps + capped).for_each(|rank| desk.used[rank as usize] += 1);
        let lowest_lock = ranks.lock.first().copied().unwrap_or(ranks.rest);
        let ascending: Vec<u32> = (lowest_lock..ranks.end).filter_map(|rank| desk.spare(rank)).collect();
        let all = ranks.end + shape.padding;
        let padding = || ranks.end + 1..=all;
        // Complete runs: of the first suit all but two, of the others all.
        let runs = |suit: u16, copies: u16| {
            (0..copies).flat_map(move |_| (1..=all).rev().map(move |rank| card(rank, suit)))
        };
        self.bottom.extend(runs(0, shape.decks - 2));
        self.bottom.extend((1..shape.suits).flat_map(|suit| runs(suit, shape.decks)));
        let mut large = vec![0; self.bottom.len()];
        large.extend(padding());
        self.below = [shape.padding as usize, large.len()];
        large.extend((1..ranks.end).rev().filter_map(|rank| desk.spare(rank)));
        self.sorted = large.len();
        large.push(ranks.initial);
        large.extend(tops);
        large.extend(ascending);
        large.extend(ranks.lock.iter().rev());
        let mut rest: Vec<u32> = padding().collect();
        rest.extend((1..ranks.end).rev().filter_map(|rank| desk.spare(rank)));
        rest.push(ranks.rest);
        desk.columns.extend([rest, large]);
        desk.labels.extend(["rest pile", "large pile"].map(String::from));
    }

    /// Puts two cards on each column that is to be capped.
    fn cap(&self, columns: &mut [Vec<u32>]) {
        for (lower, column) in (self.ranks.caps..).step_by(2).zip(self.capped(columns.len())) {
            columns[column].extend([lower, lower + 1]);
        }
    }

    /// Returns the capped ones of the first `columns` columns, those with the lowest caps first.
    pub(super) fn capped(&self, columns: usize) -> impl DoubleEndedIterator<Item = usize> {
        let delayed = if self.shape.delay > 0 { self.rest_card + 1..self.rest_card + 3 } else { 0..0 };
        let first = if self.shape.caps { 1 + self.literals } else { columns };
        (first..columns).filter(move |column| !delayed.contains(column))
    }

    /// The highest rank.
    pub(super) fn highest(&self) -> u32 {
        self.ranks.end + self.shape.padding
    }

    /// The column of the rest pile.
    pub(super) fn rest_pile(&self) -> usize {
        self.rest_card + 3
    }

    /// The column of the large pile.
    pub(super) fn large_pile(&self) -> usize {
        self.rest_card + 4
    }

    /// The column of a literal.
    pub(super) fn literal(&self, literal: i32) -> usize {
        1 + place(literal)
    }

    /// How many cards of the large pile lie below the lock cards, without its cap.
    pub(super) fn below_locks(&self) -> usize {
        let cap = if self.shape.caps { 2 } else { 0 };
        self.columns[self.large_pile()].len() - self.ranks.lock.len() - cap
    }

    /// The instance's parts.
    pub(super) fn built(self) -> BuiltGame {
        let rules = rules(self.shape, self.highest(), self.columns.len());
        let (large, hidden) = (self.large_pile(), self.hidden..self.clauses);
        let pile = |(column, ranks): (usize, Vec<u32>)| {
            let bottom = if column == large { &self.bottom[..] } else { &[] };
            let own = ranks[bottom.len()..].iter().map(|&rank| card(rank, 0));
            let cards = bottom.iter().copied().chain(own).collect();
            Pile { cards, face_down: usize::from(hidden.contains(&column)) }
        };
        let columns = self.columns.into_iter().enumerate().map(pile).collect();
        BuiltGame { rules, deal: Deal { columns, ..Deal::default() }, labels: self.labels }
    }
}

pub(super) fn card(rank: u32, suit: u16) -> Card {
    Card::new(rank, suit)
}
