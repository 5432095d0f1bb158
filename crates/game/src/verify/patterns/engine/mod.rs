//! What follows from where some cards lie, in a sane position that matches no pattern.
//!
//! Every card has a set of places that are left to it. Taking one away may leave a card a single
//! place, and that may take places from other cards: by what a sane position is, and because the
//! last open fact of a pattern must be false. A sum of cards in cells or columns is treated as a card whose
//! places are its amounts. What failed before is kept as nogoods, of which the last open part must hold.
//! Everything is undone in the order in which it was done. This only draws consequences;
//! [`super::search`] tries the cases that are left.

mod assume;
mod columns;
mod conclude;
mod facts;
mod nogoods;
mod reasons;
mod start;
mod sums;

use self::nogoods::Nogoods;
pub(super) use self::reasons::Nogood;
use self::reasons::{Because, NOTHING, Note};
use super::space::{Space, Value};
use crate::state::patterns::Spot;

/// A fact of a pattern: a value, or from the number of values on a set of values of one card of
/// which it needs one.
pub(super) type FactNo = u32;

/// Values of one card.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wide {
    card: u32,
    values: Vec<Value>,
}

/// There is no such position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conflict;

type Step = Result<(), Conflict>;

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A place was taken from a card.
    Lost(Value),
    /// A card has one place left.
    Fixed(u32),
    /// A card has only places of this set left.
    Within(u32),
    /// It is known in which column a card lies.
    Column(u32),
    /// A card moves with the one it lies on.
    Carried(u32),
    /// Cells may hold so many more.
    Cells(i64),
    /// So many more columns may be filled.
    Columns(i64),
    /// Fewer cards of the second kind of a pair may be home.
    Offset(u32),
}

/// A point to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    events: usize,
    notes: usize,
}

/// The places that are left, and the patterns that are still to be avoided.
#[derive(Clone, Debug)]
pub(super) struct Engine<'a> {
    pub(super) space: &'a Space,
    /// The facts of every pattern, as values. Empty: matches no sane position.
    pub(super) patterns: Vec<Vec<FactNo>>,
    /// The patterns that each fact is in.
    occurs: Vec<Vec<u32>>,
    wides: Vec<Wide>,
    /// How many values of each set are left.
    wide_left: Vec<u32>,
    /// The sets of each card's values.
    wides_of: Vec<Vec<u32>>,
    left: Vec<bool>,
    size: Vec<u32>,
    pub(super) fixed: Vec<Option<Value>>,
    /// Facts of each pattern that hold, and that are excluded.
    pub(super) hits: Vec<u32>,
    pub(super) misses: Vec<u32>,
    home_left: Vec<i64>,
    home_fixed: Vec<i64>,
    offset: Vec<i64>,
    cells: i64,
    columns: i64,
    carried: Vec<bool>,
    /// The column in which a card must lie, where that was asked for or follows.
    column: Vec<Option<u16>>,
    column_by: Vec<Because>,
    trail: Vec<Event>,
    done: usize,
    /// What conclusions rest on.
    notes: Vec<Note>,
    /// What the conclusion being drawn rests on.
    reason: Because,
    /// What each lost place was lost by, and when.
    lost_by: Vec<Because>,
    lost_at: Vec<u32>,
    /// And after how many choices.
    lost_after: Vec<u32>,
    /// What each card is carried by.
    carried_by: Vec<Because>,
    /// What the last conflict rests on.
    blame: Because,
    /// Where each choice was made, the first one first.
    choices: Vec<Mark>,
    nogoods: Nogoods,
    /// Room for marks, one a value; none is set.
    inside: Vec<bool>,
    /// The patterns that a conclusion was drawn from since this was cleared.
    pub(super) used: Vec<bool>,
}

impl<'a> Engine<'a> {
    /// Here.
    pub(super) fn mark(&self) -> Mark {
        Mark { events: self.trail.len(), notes: self.notes.len() }
    }

    /// Goes back.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.events {
            let Some(event) = self.trail.pop() else { break };
            match event {
                Event::Lost(value) => {
                    let card = self.space.card_of[value as usize] as usize;
                    self.left[value as usize] = true;
                    self.size[card] += 1;
                    if self.space.spots.get(value as usize) == Some(&Spot::Home) {
                        self.home_left[self.space.kind[card] as usize] += 1;
                    }
                    for &n in &self.occurs[value as usize] {
                        self.misses[n as usize] -= 1;
                    }
                    for &wide in &self.wides_of[card] {
                        let inside = self.wides[wide as usize].values.contains(&value);
                        let left = &mut self.wide_left[wide as usize];
                        let facts = &self.occurs[self.left.len() + wide as usize];
                        if inside {
                            if *left == 0 {
                                facts.iter().for_each(|&n| self.misses[n as usize] -= 1);
                            }
                            *left += 1;
                        } else if *left > 0 && *left + 1 == self.size[card] {
                            facts.iter().for_each(|&n| self.hits[n as usize] -= 1);
                        }
                    }
                }
                Event::Column(card) => self.column[card as usize] = None,
                Event::Within(_) => {}
                Event::Fixed(card) => {
                    if let Some(value) = self.fixed[card as usize].take() {
                        self.count(card, value, -1);
                        for &n in &self.occurs[value as usize] {
                            self.hits[n as usize] -= 1;
                        }
                    }
                }
                Event::Carried(card) => self.carried[card as usize] = false,
                Event::Cells(less) => self.cells += less,
                Event::Columns(less) => self.columns += less,
                Event::Offset(pair) => self.offset[pair as usize] -= 1,
            }
        }
        self.notes.truncate(mark.notes);
        self.done = self.trail.len();
        self.reason = NOTHING;
    }

    fn count(&mut self, card: u32, value: Value, by: i64) {
        if self.space.spots.get(value as usize) == Some(&Spot::Home) {
            self.home_fixed[self.space.kind[card as usize] as usize] += by;
        }
    }

    /// Whether a place is left to its card.
    pub(super) fn is_left(&self, value: Value) -> bool {
        self.left[value as usize]
    }

    /// How many places are left to a card.
    pub(super) fn size(&self, card: u32) -> u32 {
        self.size[card as usize]
    }

    /// Takes a place from a card.
    pub(super) fn lose(&mut self, value: Value) -> Step {
        if !self.left[value as usize] {
            return Ok(());
        }
        let card = self.space.card_of[value as usize];
        self.left[value as usize] = false;
        self.lost_by[value as usize] = self.reason;
        self.lost_at[value as usize] = self.trail.len() as u32;
        self.lost_after[value as usize] = self.choices.len() as u32;
        self.size[card as usize] -= 1;
        self.trail.push(Event::Lost(value));
        if self.space.spots.get(value as usize) == Some(&Spot::Home) {
            self.home_left[self.space.kind[card as usize] as usize] -= 1;
        }
        for &n in &self.occurs[value as usize] {
            self.misses[n as usize] += 1;
        }
        for &wide in &self.wides_of[card as usize] {
            let inside = self.wides[wide as usize].values.contains(&value);
            let left = &mut self.wide_left[wide as usize];
            let facts = &self.occurs[self.left.len() + wide as usize];
            if inside {
                *left -= 1;
                if *left == 0 {
                    facts.iter().for_each(|&n| self.misses[n as usize] += 1);
                }
            } else if *left > 0 && *left == self.size[card as usize] {
                facts.iter().for_each(|&n| self.hits[n as usize] += 1);
                self.trail.push(Event::Within(wide));
            }
        }
        match self.size[card as usize] {
            0 => {
                let by = self.losses(card);
                self.conflict(by)
            }
            1 => {
                self.settle(card);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A card has one place left.
    fn settle(&mut self, card: u32) {
        let value = self.space.values(card).find(|&value| self.left[value as usize]);
        self.fixed[card as usize] = value;
        if let Some(value) = value {
            self.trail.push(Event::Fixed(card));
            self.count(card, value, 1);
            for &n in &self.occurs[value as usize] {
                self.hits[n as usize] += 1;
            }
        }
    }
}
