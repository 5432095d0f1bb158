//! Storage and propagation of learnt nogoods.
//!
//! Two places of different cards of each nogood are watched (Moskewicz et al., "Chaff", 2001): while neither is lost,
//! the nogood implies nothing.

use super::super::space::Value;
use super::reasons::{NOTHING, Nogood, Note};
use super::{Engine, Step};

#[derive(Clone, Debug)]
pub(super) struct Nogoods {
    all: Vec<Kept>,
    /// For each value, the nogoods that watch it.
    watched: Vec<Vec<u32>>,
}

#[derive(Clone, Debug)]
struct Kept {
    values: Vec<Value>,
    watches: [Value; 2],
    /// The index at which the search for the next place to watch starts.
    next: usize,
}

impl Nogoods {
    pub(super) fn new(values: usize) -> Nogoods {
        Nogoods { all: Vec::new(), watched: vec![Vec::new(); values] }
    }
}

impl Engine<'_> {
    /// Stores a nogood and propagates it. The caller must first go back to the nogood's number of choices.
    pub(in super::super) fn take(&mut self, nogood: &Nogood) -> Step {
        let is_own = |value: Value| self.space.card_of[value as usize] == nogood.card;
        let values = || nogood.values.iter().copied();
        let latest = values().filter(|&v| !is_own(v)).max_by_key(|&v| self.lost_at[v as usize]);
        let open = values().filter(|&v| is_own(v)).find(|&v| self.left[v as usize]);
        if let (Some(latest), Some(open)) = (latest, open) {
            let number = self.nogoods.all.len() as u32;
            for value in [latest, open] {
                self.nogoods.watched[value as usize].push(number);
            }
            self.nogoods.all.push(Kept { values: nogood.values.clone(), watches: [latest, open], next: 0 });
        }
        self.follow(nogood)
    }

    /// Propagates a nogood without storing it. The caller must first go back to the nogood's number of choices.
    pub(in super::super) fn follow(&mut self, nogood: &Nogood) -> Step {
        let card_of = &self.space.card_of;
        let (own, others): (Vec<Value>, Vec<Value>) =
            nogood.values.iter().partition(|&&value| card_of[value as usize] == nogood.card);
        self.reason = self.note(others.into_iter().map(Note::Loss));
        self.put_in(nogood.card, &own)?;
        self.propagate()
    }

    /// Removes all nogoods.
    pub(in super::super) fn forget(&mut self) {
        self.nogoods.all.clear();
        self.nogoods.watched.iter_mut().for_each(Vec::clear);
    }

    /// Propagates the nogoods that watch a lost place.
    pub(super) fn avoid_nogoods(&mut self, value: Value) -> Step {
        let mut at = 0;
        while let Some(&number) = self.nogoods.watched[value as usize].get(at) {
            let space = self.space;
            let kept = &mut self.nogoods.all[number as usize];
            let place = usize::from(kept.watches[1] == value);
            let watch = kept.watches[1 - place];
            let card = space.card_of[watch as usize];
            // The other watched place is certain, so the nogood is satisfied.
            if self.fixed[card as usize] == Some(watch) {
                at += 1;
                continue;
            }
            let is_open = |other: Value| self.left[other as usize] && space.card_of[other as usize] != card;
            let count = kept.values.len();
            if let Some(next) = (kept.next..count).chain(0..kept.next).find(|&n| is_open(kept.values[n])) {
                let other = kept.values[next];
                kept.next = next;
                kept.watches[place] = other;
                self.nogoods.watched[other as usize].push(number);
                self.nogoods.watched[value as usize].swap_remove(at);
                continue;
            }
            at += 1;
            if self.fixed[card as usize].is_some_and(|fixed| kept.values.contains(&fixed)) {
                continue;
            }
            let (own, others): (Vec<Value>, Vec<Value>) =
                kept.values.iter().partition(|&&value| space.card_of[value as usize] == card);
            self.reason = self.note(others.into_iter().map(Note::Loss));
            self.put_in(card, &own)?;
        }
        self.reason = NOTHING;
        Ok(())
    }
}
