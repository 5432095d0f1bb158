//! Moves of a text, understood by playing them.
//!
//! The plan formats that people write leave out what the board tells: how many cards move,
//! to which of two equal foundations. So their readers play along on a [`Table`]. They do
//! not judge the plan: an illegal move is taken down as it is written, and from there on
//! nothing is played, so that [`patsat_game::verify`] can say what is wrong with it.

use patsat_game::cards::Pile;
use patsat_game::rules::{EmptyColumn, Group, Home, Move, Place};
use patsat_game::state::{Instance, Plan, Table};

/// A plan under construction, and the board it has led to.
pub(super) struct Replayer {
    table: Table,
    moves: Vec<Move>,
    legal: bool,
    /// Complete runs that have left, less those that the text has mentioned.
    runs_unmentioned: usize,
}

impl Replayer {
    pub(super) fn new(instance: &Instance) -> Replayer {
        Replayer { table: instance.table(), moves: Vec::new(), legal: true, runs_unmentioned: 0 }
    }

    /// Takes down a move, and plays it as long as all before were legal.
    pub(super) fn push(&mut self, action: Move) {
        self.moves.push(action);
        if self.legal {
            // Counting costs a look at every foundation: only where runs leave by themselves.
            let runs = self.table.rules().home == Home::Runs;
            let before = if runs { self.cards_home() } else { 0 };
            self.legal = self.table.apply(action).is_ok();
            if runs {
                let ranks = self.table.rules().deck.ranks as usize;
                self.runs_unmentioned += (self.cards_home() - before) / ranks;
            }
        }
    }

    /// Takes down a move between columns that Freecell Solver writes as one in Simple Simon:
    /// of several runs of a suit, lying on each other, by way of empty columns. Our rules move
    /// one run at a time, so each of them becomes a move.
    pub(super) fn push_runs(&mut self, from: u16, to: u16, count: u32) {
        let columns = self.table.columns();
        let start =
            columns.get(usize::from(from)).and_then(|pile| pile.cards.len().checked_sub(count as usize));
        let (Some(start), Group::SuitRun) = (start, self.table.rules().group) else {
            return self.push(Move::Cards { from: Place::Column(from), to: Place::Column(to), count });
        };
        let cards = &columns[usize::from(from)].cards[start..];
        let runs: Vec<u32> = cards
            .chunk_by(|lower, upper| self.table.rules().moves_with(*lower, *upper))
            .map(|run| run.len() as u32)
            .collect();
        let empty = |&(n, pile): &(u16, &Pile)| n != to && pile.cards.is_empty();
        let spare: Vec<u16> = (0..).zip(columns).filter(empty).map(|(n, _)| n).collect();
        self.transfer(&runs, from, to, &spare);
    }

    /// Moves runs, their lengths given deepest first: the upper half to an empty column, the lower half
    /// to the target, then the upper half onto it.
    fn transfer(&mut self, runs: &[u32], from: u16, to: u16, spare: &[u16]) {
        match spare.split_last() {
            Some((&aside, fewer)) if runs.len() > 1 => {
                let (lower, upper) = runs.split_at(runs.len().div_ceil(2));
                self.transfer(upper, from, aside, fewer);
                self.transfer(lower, from, to, fewer);
                self.transfer(upper, aside, to, fewer);
            }
            _ => {
                let count = runs.iter().sum();
                self.push(Move::Cards { from: Place::Column(from), to: Place::Column(to), count });
            }
        }
    }

    fn cards_home(&self) -> usize {
        self.table.foundations().iter().map(|&height| height as usize).sum()
    }

    /// Takes down that a complete run leaves, which our rules do by themselves; false if none has.
    pub(super) fn mention_run(&mut self) -> bool {
        let any = self.runs_unmentioned > 0;
        self.runs_unmentioned -= usize::from(any);
        any
    }

    /// The foundation that "home" means for the top card of a place: the first that takes it,
    /// or else one of its suit.
    pub(super) fn home(&self, from: Place) -> Place {
        let rules = self.table.rules();
        let Some(card) = self.table.top(from) else { return Place::Foundation(0) };
        let own = rules.deck.foundations_of(card.suit.0);
        let first = own.start as u16;
        let all = own.map(|n| Place::Foundation(n as u16));
        all.clone()
            .find(|&to| self.table.check(Move::one(from, to)).is_ok())
            .unwrap_or(Place::Foundation(first))
    }

    /// How many cards may move between these columns, in rising order.
    pub(super) fn counts(&self, from: Place, to: Place) -> Vec<u32> {
        let (Place::Column(source), rules) = (from, self.table.rules()) else { return Vec::new() };
        // A text may name columns that there are not.
        let Some(pile) = self.table.columns().get(usize::from(source)) else { return Vec::new() };
        let cards = &pile.cards;
        let run = self.table.run_length(from);
        let legal = |count: u32| self.table.check(Move::Cards { from, to, count }).is_ok();
        let onto = self.table.top(to);
        let whole = matches!(rules.group, Group::SuitRun | Group::BuiltRun);
        if onto.is_none() && whole && rules.empty_column == EmptyColumn::Any {
            // (Runs may have thousands of cards: each count need not be checked.)
            return if legal(1) { (1..=run as u32).collect() } else { Vec::new() };
        }
        let base = |count: u32| cards[cards.len() - count as usize];
        let fits = |count: &u32| onto.is_none_or(|onto| self.table.rules().fits(base(*count), onto));
        (1..=run as u32).filter(fits).filter(|&count| legal(count)).collect()
    }

    pub(super) fn is_empty_column(&self, place: Place) -> bool {
        matches!(place, Place::Column(_)) && self.table.top(place).is_none()
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn legal(&self) -> bool {
        self.legal
    }

    pub(super) fn into_plan(self) -> Plan {
        Plan { moves: self.moves }
    }
}
