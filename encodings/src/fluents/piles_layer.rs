//! The position at one time for every kind of rule: literals and what defines them.
//!
//! Beside one literal for each card and lie, there are the following, each defined by these alone:
//!
//! * `clear(c)`: no card stays on `c`;
//! * `open(c)`: a card could be put on `c`;
//! * `moves(c)`: `c` and all cards on it move as one (groups only);
//! * `up(c)`: face up;
//! * `head`, `rest`, `leaves`: runs that leave now, see `piles_runs`;
//! * `column(c, n)`: the column of the card, where columns have names.

use super::Piles;
use crate::constraints::{Count, at_most_as_many, at_most_one, exactly_one};
use crate::formula::Formula;
use crate::options::Options;
use crate::task::{CardId, Group, Home, Spot, Task};
use rustsat::types::Lit;

/// The literals of one time.
#[derive(Clone, Debug)]
pub struct PilesLayer {
    pub(super) at: Vec<Vec<Lit>>,
    pub(super) clear: Vec<Lit>,
    open: Vec<Lit>,
    /// Empty where any face-up card moves.
    moves: Vec<Lit>,
    /// `None` for cards that were never face down.
    pub(super) up: Vec<Option<Lit>>,
    /// By card: it is the deepest of a run that leaves now. Empty where no runs leave.
    pub(super) head: Vec<Option<Lit>>,
    /// By card: it leaves now. Empty where no runs leave.
    pub(super) leaves: Vec<Lit>,
    /// By card and column, where columns have names.
    columns: Vec<Vec<Lit>>,
    /// By column, where they have names: it is empty.
    free: Vec<Lit>,
    /// Where columns have no names: none is empty.
    full: Option<Lit>,
}

impl PilesLayer {
    /// Writes a position that follows another one, or the first.
    pub fn new(
        formula: &mut Formula,
        task: &Task,
        piles: &Piles,
        options: &Options,
        before: Option<&PilesLayer>,
    ) -> PilesLayer {
        let cards = piles.of.len();
        let mut fresh = |n: usize| -> Vec<Lit> { (0..n).map(|_| formula.new_lit()).collect() };
        let at = piles.of.iter().map(|of| fresh(of.len())).collect();
        let (clear, open) = (fresh(cards), fresh(cards));
        let moves = match task.group {
            Group::Freely(_) => fresh(cards),
            Group::AnyFaceUp => Vec::new(),
            Group::Single | Group::BySpaces => clear.clone(),
        };
        let mut layer = PilesLayer {
            at,
            moves,
            clear,
            open,
            up: vec![None; cards],
            head: Vec::new(),
            leaves: Vec::new(),
            columns: Vec::new(),
            free: Vec::new(),
            full: None,
        };
        for &card in &piles.face_down {
            layer.up[card.index()] = Some(formula.new_lit());
        }
        if task.home.runs().is_some() {
            layer.write_runs(formula, task, piles);
        }
        for card in piles.cards() {
            exactly_one(formula, options.at_most_one, &layer.at[card.index()]);
            layer.write_uppers(formula, task, piles, options, card);
            layer.write_up(formula, card, before);
        }
        layer.write_cells(formula, task, piles, options);
        layer.write_columns(formula, task, piles, options);
        if let Home::After(after) = &task.home {
            for (kind, before) in after.iter().enumerate() {
                if let Some(before) = before {
                    layer.write_home(formula, task, piles, options, kind, before.index());
                }
            }
        }
        layer
    }

    /// Says that everything lies where it does at the start.
    pub fn fix_start(&self, formula: &mut Formula, piles: &Piles) {
        for (of, first) in self.at.iter().zip(&piles.first_lies) {
            first.iter().for_each(|&n| formula.add(&[of[n]]));
        }
        piles.face_down.iter().filter_map(|card| self.up[card.index()]).for_each(|up| formula.add(&[!up]));
    }

    /// The literals of a card's lies.
    #[must_use]
    pub fn of(&self, card: CardId) -> &[Lit] {
        &self.at[card.index()]
    }

    /// The literal of a lie, if the card has it.
    #[must_use]
    pub fn find(&self, piles: &Piles, card: CardId, spot: Spot) -> Option<Lit> {
        Some(self.at[card.index()][piles.number(card, spot)?])
    }

    /// The literal "at home".
    #[must_use]
    pub fn home(&self, card: CardId) -> Lit {
        self.at[card.index()][self.at[card.index()].len() - 1]
    }

    /// The literal "nothing stays on it".
    #[must_use]
    pub fn clear(&self, card: CardId) -> Lit {
        self.clear[card.index()]
    }

    /// A literal that implies that a card could be put on this one.
    #[must_use]
    pub fn open(&self, card: CardId) -> Lit {
        self.open[card.index()]
    }

    /// The literal "face up", for cards that may have been face down.
    #[must_use]
    pub fn up(&self, card: CardId) -> Option<Lit> {
        self.up[card.index()]
    }

    /// The literal "deepest of a run that leaves now", for cards that may be.
    #[must_use]
    pub fn head(&self, card: CardId) -> Option<Lit> {
        self.head.get(card.index()).copied().flatten()
    }

    /// The literals "this run is collected now", where a step does that.
    #[must_use]
    pub fn collects(&self, task: &Task) -> Vec<Lit> {
        let collected = matches!(task.home, Home::Collected(_));
        self.head.iter().filter(|_| collected).copied().flatten().collect()
    }

    /// Literals that must hold for this card to move from where it lies.
    pub fn movable(&self, card: CardId) -> impl Iterator<Item = Lit> + use<> {
        [self.moves.get(card.index()).copied(), self.up[card.index()]].into_iter().flatten()
    }

    /// The literal "face up", for a card that lay face down.
    #[must_use]
    pub fn up_of(&self, card: CardId) -> Option<Lit> {
        self.up[card.index()]
    }

    /// The literal "leaves now with its run".
    #[must_use]
    pub fn leaves(&self, card: CardId) -> Option<Lit> {
        self.leaves.get(card.index()).copied()
    }

    /// The literal "in this column", where columns have names.
    #[must_use]
    pub fn column(&self, card: CardId, column: usize) -> Option<Lit> {
        self.columns.get(card.index())?.get(column).copied()
    }

    /// A literal that implies that there is an empty column, or this one where it has a name.
    /// `None` if there always is one.
    #[must_use]
    pub fn empty(&self, column: u32) -> Option<Lit> {
        self.free.get(column as usize).copied().or(self.full.map(|full| !full))
    }

    fn write_uppers(
        &self,
        formula: &mut Formula,
        task: &Task,
        piles: &Piles,
        options: &Options,
        card: CardId,
    ) {
        let (clear, open) = (self.clear[card.index()], self.open[card.index()]);
        let moves = self.moves.get(card.index()).copied().unwrap_or(clear);
        let mut staying = vec![clear];
        let mut uppers = Vec::new();
        for &(upper, n) in &piles.upper[card.index()] {
            let on = self.at[upper.index()][n];
            uppers.push(on);
            let head = self.head.get(upper.index()).copied().flatten();
            if let Some(head) = head {
                formula.add(&[!clear, !on, head]);
                let stays = formula.new_lit();
                formula.add(&[!stays, on]);
                formula.add(&[!stays, !head]);
                staying.push(stays);
            } else {
                formula.add(&[!clear, !on]);
                staying.push(on);
            }
            if moves != clear {
                let with = task.moves_with(upper, card).then(|| self.moves[upper.index()]);
                let clause: Vec<Lit> = [Some(!moves), Some(!on), head, with].into_iter().flatten().collect();
                formula.add(&clause);
            }
        }
        formula.add(&staying);
        at_most_one(formula, options.at_most_one, &uppers);
        formula.add(&[!open, clear]);
        if let Some(leaves) = self.leaves(card) {
            formula.add(&[!open, !leaves]);
        }
        for (lie, &at) in piles.of[card.index()].iter().zip(&self.at[card.index()]) {
            if !lie.in_column() {
                formula.add(&[!open, !at]);
            }
        }
    }

    /// Face up is what was, or what nothing stays on.
    fn write_up(&self, formula: &mut Formula, card: CardId, before: Option<&PilesLayer>) {
        let (Some(up), Some(before)) = (self.up[card.index()], before) else { return };
        let clear = self.clear[card.index()];
        formula.add(&[!clear, up]);
        if let Some(was) = before.up[card.index()] {
            formula.add(&[!was, up]);
            formula.add(&[!up, was, clear]);
        }
    }

    fn write_cells(&self, formula: &mut Formula, task: &Task, piles: &Piles, options: &Options) {
        let cells: Vec<Lit> = piles.cards().filter_map(|card| self.find(piles, card, Spot::Cell)).collect();
        let most = task.cells as usize;
        Count::new(formula, options.cardinality, &cells, most + 1).at_most(formula, most);
    }

    fn write_columns(&mut self, formula: &mut Formula, task: &Task, piles: &Piles, options: &Options) {
        let columns = task.columns as usize;
        if !piles.named {
            let bottoms: Vec<Lit> =
                piles.cards().filter_map(|c| self.stays_at_bottom(formula, piles, c, 0)).collect();
            self.full = Count::new(formula, options.cardinality, &bottoms, columns).at_least(columns);
            return;
        }
        self.free = (0..columns).map(|_| formula.new_lit()).collect();
        self.columns = piles.of.iter().map(|_| (0..columns).map(|_| formula.new_lit()).collect()).collect();
        for card in piles.cards() {
            at_most_one(formula, options.at_most_one, &self.columns[card.index()]);
            for (lie, &at) in piles.of[card.index()].iter().zip(&self.at[card.index()]) {
                for (n, &column) in self.columns[card.index()].iter().enumerate() {
                    match lie.spot {
                        Spot::Base(m) if m as usize == n => formula.add(&[!at, column]),
                        Spot::Base(_) => {}
                        Spot::On(below) => {
                            formula.add(&[!at, !self.columns[below.index()][n], column]);
                        }
                        _ => formula.add(&[!at, !column]),
                    }
                }
            }
            for n in 0..columns {
                if let Some(stays) = self.stays_at_bottom(formula, piles, card, n as u32) {
                    formula.add(&[!self.free[n], !stays]);
                }
            }
        }
    }

    /// A literal implied by a card's staying at the bottom of a column.
    fn stays_at_bottom(
        &self,
        formula: &mut Formula,
        piles: &Piles,
        card: CardId,
        column: u32,
    ) -> Option<Lit> {
        let at = self.find(piles, card, Spot::Base(column))?;
        let Some(leaves) = self.leaves(card) else { return Some(at) };
        let stays = formula.new_lit();
        formula.add(&[!at, leaves, stays]);
        Some(stays)
    }

    /// A literal that implies that a column with a name is not empty.
    pub fn taken(&self, formula: &mut Formula, piles: &Piles, column: u32) -> Lit {
        let taken = formula.new_lit();
        let mut clause = vec![!taken];
        for card in piles.cards() {
            let Some(at) = self.find(piles, card, Spot::Base(column)) else { continue };
            let stays = match self.leaves(card) {
                None => at,
                Some(leaves) => {
                    let stays = formula.new_lit();
                    formula.add(&[!stays, at]);
                    formula.add(&[!stays, !leaves]);
                    stays
                }
            };
            clause.push(stays);
        }
        formula.add(&clause);
        taken
    }

    /// Not more cards of a kind are home than of the kind before it.
    fn write_home(
        &self,
        formula: &mut Formula,
        task: &Task,
        piles: &Piles,
        options: &Options,
        kind: usize,
        before: usize,
    ) {
        let homes =
            |kind: usize| -> Vec<Lit> { piles.cards_of[kind].iter().map(|&c| self.home(c)).collect() };
        let lead = task.kinds[before].home_at_start.saturating_sub(task.kinds[kind].home_at_start) as usize;
        at_most_as_many(formula, options.cardinality, &homes(kind), &homes(before), lead);
    }
}
