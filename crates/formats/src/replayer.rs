//! Interprets the moves of a text by playing them.
//!
//! The plan formats that people write leave out what follows from the board: how many cards move, and
//! to which of two equal foundations. Their readers therefore play the moves on a [`Table`]. They do
//! not check the plan: an illegal move is recorded as it is written, and no later move is
//! played, so that [`patsat_game::verify`] can report the fault.

use super::automatic::{Reading, next_home};
use patsat_game::cards::Pile;
use patsat_game::rules::{EmptyColumn, Group, Home, Move, Place, Rules};
use patsat_game::state::{Instance, Plan, Table, expand};
use std::sync::Arc;

/// A plan under construction, and the board it has led to.
#[derive(Clone)]
pub(super) struct Replayer {
    table: Table,
    moves: Vec<Move>,
    legal: bool,
    /// Complete runs that have left, less those that the text has mentioned.
    runs_unmentioned: usize,
    reading: Reading,
    /// Moves of the text so far.
    texts: usize,
    /// The move of the text that is not legal, from 1.
    failed_at: Option<usize>,
}

impl Replayer {
    pub(super) fn new(instance: &Instance) -> Replayer {
        Replayer::reading(instance, Reading::AS_WRITTEN)
    }

    /// A replayer that adds the moves home which a text of that reading leaves out.
    pub(super) fn reading(instance: &Instance, reading: Reading) -> Replayer {
        Replayer {
            table: instance.table(),
            moves: Vec::new(),
            legal: true,
            runs_unmentioned: 0,
            reading,
            texts: 0,
            failed_at: None,
        }
    }

    /// Begins a move of the text: adds the automatic moves after the previous one.
    pub(super) fn begin(&mut self) {
        if self.texts > 0 || self.reading.from_start {
            self.move_home();
        }
        self.texts += 1;
    }

    /// The text ends.
    pub(super) fn end(&mut self) {
        if self.texts > 0 || self.reading.from_start {
            self.move_home();
        }
    }

    fn move_home(&mut self) {
        while self.legal
            && let Some(action) = next_home(&self.table, self.reading.automatic)
        {
            self.push(action);
        }
    }

    /// Records a move of several cards between columns. If the rules move single cards, it stands for the
    /// moves that carry the cards through free places, each of which must be legal.
    pub(super) fn push_cards(&mut self, from: Place, to: Place, count: u32) {
        let action = Move::Cards { from, to, count };
        if let (Group::SuitRun, Place::Column(source), Place::Column(target)) =
            (self.table.rules().group, from, to)
            && count > 1
            && self.legal
            && self.table.check(action).is_err()
        {
            return self.push_runs(source, target, count);
        }
        let through = self.by_spaces().filter(|table| count > 1 && self.legal && table.check(action).is_ok());
        match through {
            Some(table) => expand(&table, action).into_iter().for_each(|single| self.push(single)),
            None => self.push(action),
        }
    }

    /// In games of single cards: the same position under rules that let them move as one through free places.
    fn by_spaces(&self) -> Option<Table> {
        let rules = self.table.rules();
        let moves_single = rules.group == Group::Single;
        moves_single.then(|| {
            let rules = Rules { group: Group::BySpaces, ..rules.clone() };
            self.table.with_rules(Arc::new(rules))
        })
    }

    /// Records a move, and plays it if all moves before it were legal.
    pub(super) fn push(&mut self, action: Move) {
        self.moves.push(action);
        if self.legal {
            // Counting visits every foundation, so it is done only where runs leave by themselves.
            let runs = self.table.rules().home == Home::Runs;
            let before = if runs { self.cards_home() } else { 0 };
            self.legal = self.table.apply(action).is_ok();
            if !self.legal {
                self.failed_at = Some(self.texts);
            }
            if runs {
                let ranks = self.table.rules().deck.ranks as usize;
                self.runs_unmentioned += (self.cards_home() - before) / ranks;
            }
        }
    }

    /// Records a move between columns that Freecell Solver writes as one in Simple Simon: several
    /// adjacent runs of a suit move through empty columns. Our rules move
    /// one run at a time, so each of them becomes a move.
    pub(super) fn push_runs(&mut self, from: u16, to: u16, count: u32) {
        let (source, target) = (Place::Column(from), Place::Column(to));
        if self.table.rules().group != Group::SuitRun {
            return self.push_cards(source, target, count);
        }
        let columns = self.table.columns();
        let start =
            columns.get(usize::from(from)).and_then(|pile| pile.cards.len().checked_sub(count as usize));
        let Some(start) = start else {
            // More cards than the column has: the verifier reports the fault.
            return self.push(Move::Cards { from: source, to: target, count });
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

    /// Records that a complete run leaves, which is automatic in our rules; returns false if no run has left.
    pub(super) fn mention_run(&mut self) -> bool {
        let any = self.runs_unmentioned > 0;
        self.runs_unmentioned -= usize::from(any);
        any
    }

    /// The foundation that "home" means for the top card of a place: the first that takes it,
    /// or else one of its suit.
    pub(super) fn home(&self, from: Place) -> Place {
        let rules = self.table.rules();
        if rules.home.is_hole() {
            return Place::Hole;
        }
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
        counts(&self.table, from, to)
    }

    /// The same for a text of another program, which moves several cards at once where the rules here move
    /// them one after the other.
    pub(super) fn counts_through(&self, from: Place, to: Place) -> Vec<u32> {
        match self.by_spaces() {
            Some(table) => counts(&table, from, to),
            None => self.counts_of_runs(from, to),
        }
    }

    /// Where runs of a suit move: how many cards of several such runs, each lying on the next, fit.
    fn counts_of_runs(&self, from: Place, to: Place) -> Vec<u32> {
        let (Place::Column(source), rules) = (from, self.table.rules()) else { return Vec::new() };
        let Some(pile) = self.table.columns().get(usize::from(source)) else { return Vec::new() };
        let cards = &pile.cards[pile.face_down.min(pile.cards.len())..];
        let joined = cards.windows(2).rev().take_while(|pair| rules.fits(pair[1], pair[0])).count();
        let longest = (joined + 1).min(cards.len());
        let onto = self.table.top(to);
        let fits = |count: &usize| onto.is_none_or(|onto| rules.fits(cards[cards.len() - count], onto));
        (1..=longest).filter(fits).map(|count| count as u32).collect()
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

    /// Whether every move was legal and the game is won.
    pub(super) fn wins(&self) -> bool {
        self.legal && self.table.is_won()
    }

    /// Whether the game is won once the text has ended.
    pub(super) fn wins_at_end(&self) -> bool {
        if self.reading == Reading::AS_WRITTEN {
            return self.wins();
        }
        let mut ended = self.clone();
        ended.end();
        ended.wins()
    }

    /// How far the text gets: legal moves of the text, one more where all are.
    pub(super) fn distance(&self) -> usize {
        self.failed_at.map_or(self.texts + 1, |at| at - 1)
    }

    /// The move of the text that is not legal, from 1.
    pub(super) fn failed_at(&self) -> Option<usize> {
        self.failed_at
    }

    pub(super) fn own_reading(&self) -> Reading {
        self.reading
    }

    /// The moves so far.
    pub(super) fn plan(&self) -> Plan {
        Plan { moves: self.moves.clone() }
    }

    pub(super) fn into_plan(self) -> Plan {
        Plan { moves: self.moves }
    }
}

/// How many cards may move between these columns, in rising order.
fn counts(table: &Table, from: Place, to: Place) -> Vec<u32> {
    let (Place::Column(source), rules) = (from, table.rules()) else { return Vec::new() };
    // A text may name columns that do not exist.
    let Some(pile) = table.columns().get(usize::from(source)) else { return Vec::new() };
    let cards = &pile.cards;
    let run = table.run_length(from);
    let legal = |count: u32| table.check(Move::Cards { from, to, count }).is_ok();
    let onto = table.top(to);
    let whole = matches!(rules.group, Group::SuitRun | Group::BuiltRun);
    if onto.is_none() && whole && rules.empty_column == EmptyColumn::Any {
        // (Runs may have thousands of cards: each count need not be checked.)
        return if legal(1) { (1..=run as u32).collect() } else { Vec::new() };
    }
    let base = |count: u32| cards[cards.len() - count as usize];
    let fits = |count: &u32| onto.is_none_or(|onto| table.rules().fits(base(*count), onto));
    (1..=run as u32).filter(fits).filter(|&count| legal(count)).collect()
}
