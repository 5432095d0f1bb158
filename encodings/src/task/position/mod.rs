//! What a task means, as a state that can be walked on.
//!
//! A [`Position`] holds every card in vectors and answers questions about rules one after the
//! other. It is slow and meant to be read: what an encoding claims about a task is held
//! against it, and the lowering of a game is held against the game's own table of moves by
//! walking both side by side.
//!
//! Columns keep their numbers, and `Target::EmptyColumn` is the first empty one, so that
//! another state of the same game can follow move by move.

mod reached;
mod refusal;
mod steps;

pub use refusal::Refusal;

use super::{CardId, EmptyColumn, Goal, Group, Home, KindId, Spot, Stock, Target, Task};

/// A position of a task.
#[derive(Clone, Debug)]
pub struct Position<'t> {
    task: &'t Task,
    columns: Vec<Vec<CardId>>,
    face_down: Vec<usize>,
    cells: Vec<CardId>,
    reserve: Vec<CardId>,
    /// Deepest first: the last one comes next.
    stock: Vec<CardId>,
    waste: Vec<CardId>,
    /// `None`: without limit.
    redeals: Option<u32>,
    rows_dealt: usize,
    /// By kind.
    home: Vec<u32>,
    /// By card.
    places: Vec<Place>,
}

/// In which pile a card lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Column(u32),
    Cell,
    Reserve,
    Stock,
    Waste,
    Home,
}

/// A position up to the order of cells, reserve and (once all rows are dealt) columns, and up
/// to twins. Equal keys mean positions that renaming turns into each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionKey(Box<[u32]>);

impl<'t> Position<'t> {
    /// The start of a task, which is to be well-formed ([`Task::check`]).
    #[must_use]
    pub fn new(task: &'t Task) -> Position<'t> {
        let start = &task.start;
        let mut columns = start.columns.clone();
        columns.resize(task.columns as usize, Vec::new());
        let mut face_down: Vec<usize> = start.face_down.iter().map(|&n| n as usize).collect();
        face_down.resize(task.columns as usize, 0);
        let (mut stock, mut waste, mut redeals) = (Vec::new(), Vec::new(), Some(0));
        if let Stock::Waste { order, waste: drawn, redeals: left, .. } = &task.stock {
            stock = order.iter().rev().copied().collect();
            waste = drawn.clone();
            redeals = *left;
        }
        let mut position = Position {
            task,
            columns,
            face_down,
            cells: start.cells.clone(),
            reserve: start.reserve.clone(),
            stock,
            waste,
            redeals,
            rows_dealt: 0,
            home: task.kinds.iter().map(|kind| kind.home_at_start).collect(),
            places: vec![Place::Stock; task.cards.len()],
        };
        for (n, column) in (0..).zip(&position.columns) {
            column.iter().for_each(|card| position.places[card.index()] = Place::Column(n));
        }
        for (cards, place) in [
            (&position.cells, Place::Cell),
            (&position.reserve, Place::Reserve),
            (&position.waste, Place::Waste),
            (&start.home, Place::Home),
        ] {
            cards.iter().for_each(|card| position.places[card.index()] = place);
        }
        start.home.iter().for_each(|card| position.home[task.cards[card.index()].index()] += 1);
        (0..position.columns.len()).for_each(|column| position.settle(column));
        position
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &'t Task {
        self.task
    }

    /// The columns, deepest card first.
    #[must_use]
    pub fn columns(&self) -> &[Vec<CardId>] {
        &self.columns
    }

    /// How many of the deepest cards of each column lie face down.
    #[must_use]
    pub fn face_down(&self) -> &[usize] {
        &self.face_down
    }

    /// The cards in cells.
    #[must_use]
    pub fn cells(&self) -> &[CardId] {
        &self.cells
    }

    /// The cards of the reserve, those still there in the order of the start.
    #[must_use]
    pub fn reserve(&self) -> &[CardId] {
        &self.reserve
    }

    /// The chain of the stock, next card last; empty for stocks of rows.
    #[must_use]
    pub fn stock(&self) -> &[CardId] {
        &self.stock
    }

    /// The waste, deepest card first.
    #[must_use]
    pub fn waste(&self) -> &[CardId] {
        &self.waste
    }

    /// How often the waste may still be turned back; `None` if without limit.
    #[must_use]
    pub fn redeals_left(&self) -> Option<u32> {
        self.redeals
    }

    /// The rows not yet dealt, next one first.
    #[must_use]
    pub fn rows_left(&self) -> &'t [Vec<CardId>] {
        match &self.task.stock {
            Stock::Rows { rows, .. } => &rows[self.rows_dealt..],
            _ => &[],
        }
    }

    /// How many cards of a kind are home.
    #[must_use]
    pub fn home(&self, kind: KindId) -> u32 {
        self.home[kind.index()]
    }

    /// Where a card lies.
    #[must_use]
    pub fn spot(&self, card: CardId) -> Spot {
        match self.places[card.index()] {
            Place::Column(column) => {
                let cards = &self.columns[column as usize];
                match cards.iter().position(|&c| c == card).and_then(|depth| depth.checked_sub(1)) {
                    Some(below) => Spot::On(cards[below]),
                    None => Spot::Base(column),
                }
            }
            Place::Cell => Spot::Cell,
            Place::Reserve => Spot::Reserve,
            Place::Stock => Spot::Stock,
            Place::Waste => Spot::Waste,
            Place::Home => Spot::Home,
        }
    }

    /// The column in which a card lies, and at which depth, from 0.
    #[must_use]
    pub fn column_of(&self, card: CardId) -> Option<(u32, usize)> {
        let Place::Column(column) = self.places[card.index()] else { return None };
        let depth = self.columns[column as usize].iter().position(|&c| c == card)?;
        Some((column, depth))
    }

    /// The column that `Target::EmptyColumn` means now: the first empty one.
    #[must_use]
    pub fn empty_column(&self) -> Option<u32> {
        self.columns.iter().position(Vec::is_empty).map(|n| n as u32)
    }

    /// Whether exchanging two columns changes nothing: not while the plan has rows yet to deal.
    #[must_use]
    pub fn columns_are_alike(&self) -> bool {
        match self.task.goal {
            Goal::Open(dealt) => self.rows_left().is_empty() || self.rows_dealt >= dealt as usize,
            _ => self.rows_left().is_empty(),
        }
    }

    /// The game is won when no card is left in play.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.places.iter().all(|&place| place == Place::Home)
    }

    /// The most cards that move as one onto a place, where groups move by spare places.
    #[must_use]
    pub fn capacity(&self, to: Target) -> u64 {
        let spare = if self.task.empty_column == EmptyColumn::Any {
            let empty = self.columns.iter().filter(|column| column.is_empty()).count();
            empty - usize::from(empty > 0 && matches!(to, Target::EmptyColumn | Target::Column(_)))
        } else {
            0
        };
        let cells = u64::from(self.task.cells) - self.cells.len() as u64;
        (cells + 1) << spare.min(32)
    }

    /// The canonical key.
    #[must_use]
    pub fn key(&self) -> PositionKey {
        // Kinds are written from 2 on, so that 0 ends a pile and 1 ends its face-down part.
        let kind = |card: &CardId| self.task.cards[card.index()].0 + 2;
        let pile = |cards: &[CardId]| -> Vec<u32> { cards.iter().map(kind).collect() };
        let mut columns: Vec<Vec<u32>> = self.columns.iter().map(|cards| pile(cards)).collect();
        for (column, &face_down) in columns.iter_mut().zip(&self.face_down) {
            if face_down > 0 {
                column.insert(face_down, 1);
            }
        }
        if self.columns_are_alike() {
            columns.sort_unstable();
        }
        let sorted = |cards: &[CardId]| {
            let mut pile = pile(cards);
            pile.sort_unstable();
            pile
        };
        columns.extend([sorted(&self.cells), sorted(&self.reserve), pile(&self.stock), pile(&self.waste)]);
        let mut key = vec![self.redeals.unwrap_or_default(), self.rows_dealt as u32];
        for pile in columns {
            key.extend(pile);
            key.push(0);
        }
        PositionKey(key.into())
    }

    /// Turns a face-down card that came to the end of a column, and lets complete runs leave.
    fn settle(&mut self, column: usize) {
        loop {
            let cards = &mut self.columns[column];
            let turned = cards.len().saturating_sub(1);
            self.face_down[column] = self.face_down[column].min(turned);
            let Home::Runs(runs) = &self.task.home else { return };
            let Some(run) = self.complete_run(runs, column) else { return };
            self.send_home(column, self.columns[column].len() - run.len());
        }
    }

    /// The complete run that lies face up at the end of a column.
    fn complete_run<'r>(&self, runs: &'r [Vec<KindId>], column: usize) -> Option<&'r Vec<KindId>> {
        let face_up = &self.columns.get(column)?[self.face_down[column]..];
        let is = |(card, kind): (&CardId, &KindId)| self.task.cards[card.index()] == *kind;
        let complete = |run: &&Vec<KindId>| {
            let start = face_up.len().checked_sub(run.len());
            !run.is_empty() && start.is_some_and(|start| face_up[start..].iter().zip(*run).all(is))
        };
        runs.iter().find(complete)
    }

    /// The cards of a column from this depth on are home.
    fn send_home(&mut self, column: usize, depth: usize) {
        for card in self.columns[column].split_off(depth) {
            self.places[card.index()] = Place::Home;
            self.home[self.task.cards[card.index()].index()] += 1;
        }
    }

    /// Whether the cards of a column from this depth on move as one, capacity apart.
    fn is_group(&self, column: u32, depth: usize) -> bool {
        let cards = &self.columns[column as usize];
        let alone = depth + 1 == cards.len();
        alone
            || (depth >= self.face_down[column as usize]
                && self.task.group != Group::Single
                && cards[depth..].windows(2).all(|pair| self.task.moves_with(pair[1], pair[0])))
    }
}
