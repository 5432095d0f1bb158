//! Reasons of conclusions, and nogoods learnt from conflicts.
//!
//! Every conclusion is that a card has lost a place, because other places were lost before. So a conflict yields a set
//! of places that cannot all be lost: a [`Nogood`]. (Method: 1-UIP clause learning, Marques-Silva and Sakallah,
//! "GRASP", 1999, for cards with many places as in Katsirelos and Bacchus, "Generalized NoGoods in CSPs", AAAI 2005.)

use super::super::space::Value;
use super::{Conflict, Engine, Event, FactNo, Step};

/// The reason of a conclusion: a range of the notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Because {
    first: u32,
    count: u32,
}

/// The reason of conclusions that hold before any choice.
pub(super) const NOTHING: Because = Because { first: 0, count: 0 };

/// The reason of a choice, which is an assumption.
const CHOICE: Because = Because { first: u32::MAX, count: 0 };

/// A part of a reason.
#[derive(Clone, Copy, Debug)]
pub(super) enum Note {
    /// This place was lost.
    Loss(Value),
    /// This card had lost all the places that it had lost at that time.
    Losses(u32),
    /// Another reason.
    Also(Because),
}

/// Places, sorted by card, of which at least one is not lost in every position that the search looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Nogood {
    pub(in super::super) values: Vec<Value>,
    /// The card about which it implies something new.
    pub(in super::super) card: u32,
    /// The number of choices after which it implies this.
    pub(in super::super) choices: usize,
}

impl Engine<'_> {
    /// Records notes and returns them as a reason.
    pub(super) fn note(&mut self, notes: impl IntoIterator<Item = Note>) -> Because {
        let first = self.notes.len() as u32;
        self.notes.extend(notes);
        Because { first, count: self.notes.len() as u32 - first }
    }

    /// Returns the reason that a card has lost its lost places.
    pub(super) fn losses(&mut self, card: u32) -> Because {
        self.note([Note::Losses(card)])
    }

    /// Returns the reason that a place was lost.
    pub(super) fn loss(&mut self, value: Value) -> Because {
        self.note([Note::Loss(value)])
    }

    /// Returns the union of two reasons.
    pub(super) fn both(&mut self, one: Because, other: Because) -> Because {
        match (one.count, other.count) {
            (_, 0) => one,
            (0, _) => other,
            _ => self.note([Note::Also(one), Note::Also(other)]),
        }
    }

    /// Records the reason of a conflict.
    pub(super) fn conflict(&mut self, by: Because) -> Step {
        self.blame = by;
        Err(Conflict)
    }

    /// Assumes that a fact holds, or that it does not.
    pub(in super::super) fn choose(&mut self, fact: FactNo, holds: bool) -> Step {
        self.choices.push(self.mark());
        self.reason = CHOICE;
        let card = self.card_of(fact);
        for value in self.space.values(card) {
            if self.is_of(value, fact) != holds {
                self.lose(value)?;
            }
        }
        self.propagate()
    }

    /// Takes choices back until `choices` are left.
    pub(in super::super) fn back_to(&mut self, choices: usize) {
        if let Some(&mark) = self.choices.get(choices) {
            self.undo(mark);
            self.choices.truncate(choices);
        }
    }

    /// Records a conflict of all choices, because the position that they leave is not a solution.
    pub(in super::super) fn refuse(&mut self) {
        let chosen = |event: &Event| match event {
            Event::Lost(value) if self.lost_by[*value as usize] == CHOICE => Some(Note::Loss(*value)),
            _ => None,
        };
        let all: Vec<Note> = self.trail.iter().filter_map(chosen).collect();
        self.blame = self.note(all);
    }

    /// Returns the number of choices before a place was lost.
    fn depth(&self, value: Value) -> usize {
        self.lost_after[value as usize] as usize
    }

    /// Returns the nogood of the last conflict; `None` if the conflict depends on no choice.
    pub(in super::super) fn learn(&mut self) -> Option<Nogood> {
        let inside = std::mem::take(&mut self.inside);
        let mut cut = Cut::new(self, inside);
        let nogood = cut.learn();
        self.inside = cut.cleared();
        nogood
    }

    /// Visits each lost place that a reason refers to, as of event number `at`.
    fn spell(&self, by: Because, at: usize, report: &mut dyn FnMut(Value)) {
        for n in by.first..by.first + by.count {
            match self.notes[n as usize] {
                Note::Loss(value) => report(value),
                Note::Losses(card) => {
                    let lost = self.space.values(card).filter(|&value| !self.left[value as usize]);
                    lost.filter(|&value| (self.lost_at[value as usize] as usize) < at).for_each(&mut *report);
                }
                Note::Also(more) => self.spell(more, at, report),
            }
        }
    }
}

/// A set of lost places that together imply the conflict.
struct Cut<'a, 'b> {
    engine: &'a Engine<'b>,
    /// The number of choices before the last of the places was lost; `usize::MAX` until it is known.
    depth: usize,
    /// Whether each place is in the set.
    inside: Vec<bool>,
    /// All places that are or were in the set.
    all: Vec<Value>,
    /// For each card or sum, the number of its places in the set that were lost at `depth`.
    late: Vec<u32>,
    /// The number of cards and sums with such places.
    cards: usize,
}

impl<'a, 'b> Cut<'a, 'b> {
    /// Starts with the reason of the last conflict.
    fn new(engine: &'a Engine<'b>, inside: Vec<bool>) -> Cut<'a, 'b> {
        let mut all = Vec::new();
        engine.spell(engine.blame, engine.trail.len(), &mut |value| all.push(value));
        let late = vec![0; engine.size.len()];
        let mut cut = Cut { engine, depth: usize::MAX, inside, all: Vec::new(), late, cards: 0 };
        all.into_iter().for_each(|value| cut.add(value));
        cut
    }

    /// Recomputes `depth` when no place of the old depth is left. Returns `None` if no choice is involved.
    fn look_back(&mut self) -> Option<()> {
        let all = self.all.iter().copied().filter(|&value| self.has(value));
        let all: Vec<(Value, usize)> = all.map(|value| (value, self.engine.depth(value))).collect();
        self.depth = all.iter().map(|&(_, depth)| depth).max()?;
        for (value, depth) in all {
            if depth == self.depth {
                self.count(value);
            }
        }
        Some(())
    }

    /// Replaces places by their reasons, the last one first, until all places of the last depth belong to one card. The
    /// nogood then implies something new about that card before the last choice.
    fn learn(&mut self) -> Option<Nogood> {
        let engine = self.engine;
        let mut events = engine.trail.iter().rev();
        let card = loop {
            // The depth may also decrease if the engine drew a conclusion later than possible.
            if self.cards == 0 {
                self.look_back()?;
            }
            if let Some(card) = self.only_card() {
                break card;
            }
            if let Event::Lost(value) = *events.next()?
                && self.has(value)
            {
                // The places that a choice removes are lost first at their depth, so no other place of it is left.
                if engine.lost_by[value as usize] == CHOICE {
                    break engine.space.card_of[value as usize];
                }
                self.replace(value);
            }
        };
        let mut values: Vec<Value> = self.all.iter().copied().filter(|&value| self.has(value)).collect();
        values.sort_unstable();
        values.dedup();
        let others = values.iter().filter(|&&value| engine.space.card_of[value as usize] != card);
        let choices = others.map(|&value| engine.depth(value)).max().unwrap_or(0);
        Some(Nogood { values, card, choices })
    }

    fn has(&self, value: Value) -> bool {
        self.inside[value as usize]
    }

    /// Adds a place, unless it was lost before any choice.
    fn add(&mut self, value: Value) {
        let depth = self.engine.depth(value);
        if depth == 0 || std::mem::replace(&mut self.inside[value as usize], true) {
            return;
        }
        self.all.push(value);
        if depth == self.depth {
            self.count(value);
        }
    }

    fn count(&mut self, value: Value) {
        let late = &mut self.late[self.engine.space.card_of[value as usize] as usize];
        self.cards += usize::from(*late == 0);
        *late += 1;
    }

    /// Replaces a place by the reason of its loss.
    fn replace(&mut self, value: Value) {
        let engine = self.engine;
        self.inside[value as usize] = false;
        let late = &mut self.late[engine.space.card_of[value as usize] as usize];
        *late -= 1;
        self.cards -= usize::from(*late == 0);
        let at = engine.lost_at[value as usize] as usize;
        engine.spell(engine.lost_by[value as usize], at, &mut |value| self.add(value));
    }

    /// Returns the card of all places of the last depth, if there is only one card.
    ///
    /// Returns `None` if the nogood would imply only that this card lies somewhere.
    fn only_card(&self) -> Option<u32> {
        if self.cards != 1 {
            return None;
        }
        let card = self.late.iter().position(|&late| late > 0)? as u32;
        let is_open = |value: Value| self.engine.left[value as usize] || self.engine.depth(value) > 0;
        let adds = self.engine.space.values(card).any(|value| !self.has(value) && is_open(value));
        adds.then_some(card)
    }

    /// Clears the marks and returns them for reuse.
    fn cleared(mut self) -> Vec<bool> {
        self.all.iter().for_each(|&value| self.inside[value as usize] = false);
        self.inside
    }
}
