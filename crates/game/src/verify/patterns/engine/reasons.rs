//! What a conclusion rests on, and what a failure teaches.
//!
//! Every conclusion is that a card has lost a place, because other places were lost before. So a failure comes down
//! to places that cannot all be lost: a [`Nogood`]. (Method: what is known as 1-UIP learning of clauses,
//! Marques-Silva and Sakallah, "GRASP", 1999, for cards with many places as in Katsirelos and Bacchus, "Generalized
//! NoGoods in CSPs", AAAI 2005.)

use super::super::space::Value;
use super::{Conflict, Engine, Event, FactNo, Step};

/// What a conclusion rests on: some of the notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Because {
    first: u32,
    count: u32,
}

/// On nothing but what was known before any choice.
pub(super) const NOTHING: Because = Because { first: 0, count: 0 };

/// A choice rests on nothing, but it is not known.
const CHOICE: Because = Because { first: u32::MAX, count: 0 };

/// One thing that a conclusion rests on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Note {
    /// That this place was lost.
    Loss(Value),
    /// That a card had lost all the places that it had lost by then.
    Losses(u32),
    /// What something else rests on.
    Also(Because),
}

/// Places of which one at least is not lost, in a position that is looked for: by card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Nogood {
    pub(in super::super) values: Vec<Value>,
    /// The card that it says something new of.
    pub(in super::super) card: u32,
    /// After how many choices it says so.
    pub(in super::super) choices: usize,
}

impl Engine<'_> {
    /// Keeps notes.
    pub(super) fn note(&mut self, notes: impl IntoIterator<Item = Note>) -> Because {
        let first = self.notes.len() as u32;
        self.notes.extend(notes);
        Because { first, count: self.notes.len() as u32 - first }
    }

    /// That a card has lost the places that it has lost.
    pub(super) fn losses(&mut self, card: u32) -> Because {
        self.note([Note::Losses(card)])
    }

    /// That a place was lost.
    pub(super) fn loss(&mut self, value: Value) -> Because {
        self.note([Note::Loss(value)])
    }

    /// The one and the other.
    pub(super) fn both(&mut self, one: Because, other: Because) -> Because {
        match (one.count, other.count) {
            (_, 0) => one,
            (0, _) => other,
            _ => self.note([Note::Also(one), Note::Also(other)]),
        }
    }

    /// Notes what a conflict rests on.
    pub(super) fn conflict(&mut self, by: Because) -> Step {
        self.blame = by;
        Err(Conflict)
    }

    /// Chooses: of a fact whether it holds.
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

    /// Takes choices back until so many are left.
    pub(in super::super) fn back_to(&mut self, choices: usize) {
        if let Some(&mark) = self.choices.get(choices) {
            self.undo(mark);
            self.choices.truncate(choices);
        }
    }

    /// The choices so far cannot be, for what is left after them is no such position.
    pub(in super::super) fn refuse(&mut self) {
        let chosen = |event: &Event| match event {
            Event::Lost(value) if self.lost_by[*value as usize] == CHOICE => Some(Note::Loss(*value)),
            _ => None,
        };
        let all: Vec<Note> = self.trail.iter().filter_map(chosen).collect();
        self.blame = self.note(all);
    }

    /// After how many choices a place was lost.
    fn depth(&self, value: Value) -> usize {
        self.lost_after[value as usize] as usize
    }

    /// What the last conflict teaches: that of the places that it comes down to one is not lost. None if it rests on no
    /// choice.
    pub(in super::super) fn learn(&mut self) -> Option<Nogood> {
        let inside = std::mem::take(&mut self.inside);
        let mut cut = Cut::new(self, inside);
        let nogood = cut.learn();
        self.inside = cut.cleared();
        nogood
    }

    /// The places that something rests on which was concluded at this point.
    fn spell(&self, by: Because, at: usize, tell: &mut dyn FnMut(Value)) {
        for n in by.first..by.first + by.count {
            match self.notes[n as usize] {
                Note::Loss(value) => tell(value),
                Note::Losses(card) => {
                    let lost = self.space.values(card).filter(|&value| !self.left[value as usize]);
                    lost.filter(|&value| (self.lost_at[value as usize] as usize) < at).for_each(&mut *tell);
                }
                Note::Also(more) => self.spell(more, at, tell),
            }
        }
    }
}

/// Lost places that a conflict comes down to.
struct Cut<'a, 'b> {
    engine: &'a Engine<'b>,
    /// So many choices had been made when the last of them was lost; more than can be as long as that is not known.
    depth: usize,
    /// Whether a place is one of them.
    inside: Vec<bool>,
    /// All that are or were.
    all: Vec<Value>,
    /// How many of each card, or sum, were lost after the last of the choices.
    late: Vec<u32>,
    /// How many cards these are.
    cards: usize,
}

impl<'a, 'b> Cut<'a, 'b> {
    /// What the last conflict rests on.
    fn new(engine: &'a Engine<'b>, inside: Vec<bool>) -> Cut<'a, 'b> {
        let mut all = Vec::new();
        engine.spell(engine.blame, engine.trail.len(), &mut |value| all.push(value));
        let late = vec![0; engine.size.len()];
        let mut cut = Cut { engine, depth: usize::MAX, inside, all: Vec::new(), late, cards: 0 };
        all.into_iter().for_each(|value| cut.add(value));
        cut
    }

    /// Looks anew after how many choices the last of them was lost, for none was after as many as before. None if no
    /// choice plays a part.
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

    /// Goes back from place to place to what each was lost by, until those lost last are of one card. The nogood then
    /// says something new of that card before the last choice.
    fn learn(&mut self) -> Option<Nogood> {
        let engine = self.engine;
        let mut events = engine.trail.iter().rev();
        let card = loop {
            // Also where the engine has come to something later than it could have.
            if self.cards == 0 {
                self.look_back()?;
            }
            if let Some(card) = self.only_card() {
                break card;
            }
            if let Event::Lost(value) = *events.next()?
                && self.has(value)
            {
                // What was chosen was lost first, so nothing else is left.
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

    /// What was lost before any choice is known.
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

    /// Puts what a place was lost by in its stead.
    fn replace(&mut self, value: Value) {
        let engine = self.engine;
        self.inside[value as usize] = false;
        let late = &mut self.late[engine.space.card_of[value as usize] as usize];
        *late -= 1;
        self.cards -= usize::from(*late == 0);
        let at = engine.lost_at[value as usize] as usize;
        engine.spell(engine.lost_by[value as usize], at, &mut |value| self.add(value));
    }

    /// The card of all places lost last, if it is one; but not if all that the nogood says is that it lies somewhere.
    fn only_card(&self) -> Option<u32> {
        if self.cards != 1 {
            return None;
        }
        let card = self.late.iter().position(|&late| late > 0)? as u32;
        let is_open = |value: Value| self.engine.left[value as usize] || self.engine.depth(value) > 0;
        let says_more = self.engine.space.values(card).any(|value| !self.has(value) && is_open(value));
        says_more.then_some(card)
    }

    /// The marks, none of them set.
    fn cleared(mut self) -> Vec<bool> {
        self.all.iter().for_each(|&value| self.inside[value as usize] = false);
        self.inside
    }
}
