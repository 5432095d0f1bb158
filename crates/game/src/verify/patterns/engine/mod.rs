//! Constraint propagation for the places of cards, in a sane position that matches no pattern.
//!
//! Every card has a set of places that are still possible. Removing one may leave a card a single place,
//! and that may remove places of other cards. There are two reasons: the definition of a sane position,
//! and that the last open fact of a pattern must be false. A sum of cards in cells or columns is treated as
//! a card whose places are its amounts. Earlier failures are stored as nogoods; the last open part of a
//! nogood must hold. Changes are undone in reverse order. This module only propagates;
//! [`super::search`] tries the remaining cases.

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
use std::ops::Range;

/// A fact of a pattern: a value, or a set of values of one card. Sets are numbered after the values; a set
/// holds if the card has one of its values.
pub(super) type FactNo = u32;

/// A set of values of one card.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wide {
    card: u32,
    values: Vec<Value>,
}

/// No position satisfies the assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conflict;

type Step = Result<(), Conflict>;

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A place of a card was removed.
    Lost(Value),
    /// A card has one place left.
    Fixed(u32),
    /// A card has only places of this set left.
    Within(u32),
    /// The column of a card became known.
    Column(u32),
    /// A card moves with the one it lies on.
    Carried(u32),
    /// The number of available cells went down by this amount.
    Cells(i64),
    /// The number of available columns went down by this amount.
    Columns(i64),
    /// One card fewer of the second kind of a pair may be home.
    Offset(u32),
}

/// A state that can be restored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    events: usize,
    notes: usize,
}

/// The places that are left, and the patterns that are still to be avoided.
#[derive(Clone, Debug)]
pub(super) struct Engine<'a> {
    pub(super) space: &'a Space,
    /// The facts of every pattern; empty if the pattern matches no sane position.
    pub(super) patterns: Vec<Vec<FactNo>>,
    /// The patterns that each fact is in.
    occurs: Vec<Vec<u32>>,
    wides: Vec<Wide>,
    /// The number of values left of each set.
    wide_left: Vec<u32>,
    /// The sets of each card's values.
    wides_of: Vec<Vec<u32>>,
    left: Vec<bool>,
    /// The values of each sum without the lost ones at both ends.
    amounts: Vec<Range<Value>>,
    size: Vec<u32>,
    pub(super) fixed: Vec<Option<Value>>,
    /// For each pattern, the numbers of facts that hold and of facts that are excluded.
    pub(super) hits: Vec<u32>,
    pub(super) misses: Vec<u32>,
    home_left: Vec<i64>,
    home_fixed: Vec<i64>,
    offset: Vec<i64>,
    cells: i64,
    columns: i64,
    carried: Vec<bool>,
    /// The column in which a card must lie, if it is known.
    column: Vec<Option<u16>>,
    column_by: Vec<Because>,
    trail: Vec<Event>,
    done: usize,
    /// The notes of all reasons.
    notes: Vec<Note>,
    /// The reason of the conclusion being drawn.
    reason: Because,
    /// For each lost place, the reason and the number of events before.
    lost_by: Vec<Because>,
    lost_at: Vec<u32>,
    /// For each lost place, the number of choices before.
    lost_after: Vec<u32>,
    /// The reason why each card is carried.
    carried_by: Vec<Because>,
    /// The reason of the last conflict.
    blame: Because,
    /// The state before each choice, the first one first.
    choices: Vec<Mark>,
    nogoods: Nogoods,
    /// Scratch space, one mark a value; none is set between calls.
    inside: Vec<bool>,
    /// The patterns used in conclusions since this was cleared.
    pub(super) used: Vec<bool>,
}

impl<'a> Engine<'a> {
    /// Returns a mark of the current state.
    pub(super) fn mark(&self) -> Mark {
        Mark { events: self.trail.len(), notes: self.notes.len() }
    }

    /// Restores the state of a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.events {
            let Some(event) = self.trail.pop() else { break };
            match event {
                Event::Lost(value) => {
                    let card = self.space.card_of[value as usize] as usize;
                    self.left[value as usize] = true;
                    self.widen(value);
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

    /// Returns whether a place is still possible for its card.
    pub(super) fn is_left(&self, value: Value) -> bool {
        self.left[value as usize]
    }

    /// Returns the number of places left to a card.
    pub(super) fn size(&self, card: u32) -> u32 {
        self.size[card as usize]
    }

    /// Removes a place of a card.
    pub(super) fn lose(&mut self, value: Value) -> Step {
        if !self.left[value as usize] {
            return Ok(());
        }
        let card = self.space.card_of[value as usize];
        self.left[value as usize] = false;
        self.narrow(value);
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

    /// Records that a card has one place left.
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
