//! The positional view: a card lies in a column at a depth.
//!
//! The obvious way to write a position, as in most first attempts at such games: a literal a
//! card, column and depth, and one that the place is taken. Which card lies on which follows
//! from two of them. Columns have names, so positions that differ by an exchange of columns
//! are several. It is here to be compared with the relational view, which needs fewer
//! literals and no names.

use crate::constraints::{Count, at_most_as_many, exactly_one};
use crate::formula::Formula;
use crate::options::Options;
use crate::task::{CardId, Group, Home, Position, Spot, Stock, Task};
use crate::unroll::Unsupported;
use rustsat::types::Lit;

/// A place of the positional view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// In a column at a depth, from 0, the deepest.
    Column(u32, u32),
    /// In a cell.
    Cell,
    /// In the reserve.
    Reserve,
    /// Home.
    Home,
}

/// The places that all cards share, and where they lie at the start.
#[derive(Clone, Debug)]
pub struct Slots {
    /// The places, those of columns first, home last.
    pub all: Vec<Slot>,
    /// For each column the number of its first place, and at the end the number of all.
    firsts: Vec<usize>,
    /// For each card the number of its place at the start.
    pub start: Vec<usize>,
    /// For each kind its cards.
    pub cards_of: Vec<Vec<CardId>>,
}

impl Slots {
    /// The places of a task of the FreeCell family.
    ///
    /// # Errors
    /// If it has a stock, runs that leave, or groups that move as one whatever their length.
    pub fn new(encoding: &'static str, task: &Task) -> Result<Slots, Unsupported> {
        let fault = |what| Err(Unsupported { encoding, what });
        if task.home.runs().is_some() {
            return fault("complete runs that leave");
        }
        if task.stock != Stock::None {
            return fault("a stock");
        }
        if matches!(task.group, Group::Freely(_)) {
            return fault("runs that move as one whatever their length");
        }
        let start = Position::new(task);
        let longest = longest_run(task);
        let (mut all, mut firsts) = (Vec::new(), Vec::new());
        for (n, column) in (0..).zip(start.columns()) {
            firsts.push(all.len());
            let built = if column.is_empty() { longest } else { longest - 1 };
            let height = (column.len() as u32 + built).max(longest);
            all.extend((0..height).map(|depth| Slot::Column(n, depth)));
        }
        firsts.push(all.len());
        all.extend([Slot::Cell, Slot::Reserve, Slot::Home]);
        let number = |slot| all.iter().position(|&s| s == slot).unwrap_or(all.len() - 1);
        let place = |card| match (start.column_of(card), start.spot(card)) {
            (Some((column, depth)), _) => number(Slot::Column(column, depth as u32)),
            (_, Spot::Cell) => number(Slot::Cell),
            (_, Spot::Reserve) => number(Slot::Reserve),
            _ => number(Slot::Home),
        };
        let mut cards_of = vec![Vec::new(); task.kinds.len()];
        task.card_ids().for_each(|card| cards_of[task.cards[card.index()].index()].push(card));
        Ok(Slots { start: task.card_ids().map(place).collect(), all, firsts, cards_of })
    }

    /// The numbers of a column's places.
    #[must_use]
    pub fn column(&self, column: usize) -> std::ops::Range<usize> {
        self.firsts[column]..self.firsts[column + 1]
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Number of places in columns.
    #[must_use]
    pub fn in_columns(&self) -> usize {
        self.firsts[self.columns()]
    }

    /// Number of places.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none; there always is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// The most cards that can stand on each other by the rules.
fn longest_run(task: &Task) -> u32 {
    // Relations have no cycle, so as many rounds as there are kinds settle every length.
    let mut length = vec![1; task.kinds.len()];
    for _ in &task.kinds {
        let before = length.clone();
        for (kind, length) in task.kinds.iter().zip(&mut length) {
            let below = kind.may_stand_on.iter().map(|k| before[k.index()]).max().unwrap_or(0);
            *length = below + 1;
        }
        if before == length {
            break;
        }
    }
    length.into_iter().max().unwrap_or(1)
}

/// The literals of one time.
#[derive(Clone, Debug)]
pub struct SlotsLayer {
    /// By card and place.
    pub at: Vec<Vec<Lit>>,
    /// By place in a column.
    pub taken: Vec<Lit>,
}

impl SlotsLayer {
    /// Writes a position.
    pub fn new(formula: &mut Formula, task: &Task, slots: &Slots, options: &Options) -> SlotsLayer {
        let mut fresh = |n: usize| -> Vec<Lit> { (0..n).map(|_| formula.new_lit()).collect() };
        let at: Vec<Vec<Lit>> = slots.start.iter().map(|_| fresh(slots.len())).collect();
        let taken = fresh(slots.in_columns());
        let layer = SlotsLayer { at, taken };
        layer.at.iter().for_each(|of| exactly_one(formula, options.at_most_one, of));
        for (n, &taken) in layer.taken.iter().enumerate() {
            let cards: Vec<Lit> = layer.at.iter().map(|of| of[n]).collect();
            cards.iter().for_each(|&card| formula.add(&[!card, taken]));
            formula.imply(&[taken], &cards);
        }
        if options.invariants {
            for column in 0..slots.columns() {
                for n in slots.column(column).skip(1) {
                    formula.add(&[!layer.taken[n], layer.taken[n - 1]]);
                }
            }
        }
        let cells: Vec<Lit> = layer.at.iter().map(|of| of[slots.len() - 3]).collect();
        let most = task.cells as usize;
        Count::new(formula, options.cardinality, &cells, most + 1).at_most(formula, most);
        layer.write_home(formula, task, slots, options);
        layer
    }

    /// The literal "at home".
    #[must_use]
    pub fn home(&self, card: CardId) -> Lit {
        self.at[card.index()][self.at[card.index()].len() - 1]
    }

    fn write_home(&self, formula: &mut Formula, task: &Task, slots: &Slots, options: &Options) {
        let Home::After(after) = &task.home else { return };
        for (kind, before) in after.iter().enumerate() {
            let Some(before) = before else { continue };
            let homes =
                |kind: usize| -> Vec<Lit> { slots.cards_of[kind].iter().map(|&c| self.home(c)).collect() };
            let (cards, befores) = (homes(kind), homes(before.index()));
            let lead =
                task.kinds[before.index()].home_at_start.saturating_sub(task.kinds[kind].home_at_start);
            at_most_as_many(formula, options.cardinality, &cards, &befores, lead as usize);
        }
    }
}
