//! The conclusions themselves: what a lost place and a placed card mean for the others.

use super::super::space::{Chain, Value};
use super::{Choices, Engine, Event, NOBODY, Step};
use crate::state::patterns::{CardNo, Spot};

impl<'a> Engine<'a> {
    /// Draws every conclusion.
    pub(in super::super) fn propagate(&mut self) -> Step {
        while let Some(&event) = self.trail.get(self.done) {
            self.done += 1;
            match event {
                Event::Lost(value) => self.lost(value)?,
                Event::Fixed(card) => {
                    if let Some(value) = self.fixed[card as usize] {
                        self.placed(card, value)?;
                        self.avoid(value)?;
                    }
                }
                _ => {}
            }
        }
        self.reason = NOBODY;
        Ok(())
    }

    fn lost(&mut self, value: Value) -> Step {
        let card = self.space.card_of[value as usize];
        self.reason = self.lost_by[value as usize];
        if value == self.space.dealt[card as usize] {
            self.space.foreign_above[card as usize].iter().try_for_each(|&above| self.lose(above))?;
        }
        match self.space.spots[value as usize] {
            Spot::Home => self.suit(card),
            Spot::Stock if self.space.chain == Some(Chain::Once) => match self.earlier(card) {
                Some(earlier) => self.lose_at(earlier, Spot::Stock),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn earlier(&self, card: u32) -> Option<u32> {
        let at = self.space.at[card as usize]? as usize;
        self.space.order.get(at.checked_sub(1)?).copied()
    }

    fn placed(&mut self, card: u32, value: Value) -> Step {
        let spot = self.space.spots[value as usize];
        self.reason = self.losses(card);
        match spot {
            Spot::On(below) => {
                let others = &self.space.onto[below.index()];
                others.iter().filter(|&&other| other != value).try_for_each(|&other| self.lose(other))?;
                self.in_a_column(below.0)?;
                if self.space.foreign[value as usize] {
                    self.as_dealt_beneath(card)?;
                }
                if self.carried[below.index()] && !self.carried[card as usize] {
                    self.reason |= self.carried_by[below.index()];
                    self.carry(card)?;
                }
                return Ok(());
            }
            Spot::Bottom => return self.check_columns(),
            Spot::Cell => self.check_cells()?,
            Spot::Home => self.suit(card)?,
            Spot::Reserve => {}
            Spot::Stock | Spot::Waste => self.keep_order(card, spot)?,
        }
        self.reason = self.losses(card);
        self.bare(card)
    }

    /// Stock and waste keep their order.
    fn keep_order(&mut self, card: u32, spot: Spot) -> Step {
        let (Some(chain), Some(at)) = (self.space.chain, self.space.at[card as usize]) else { return Ok(()) };
        let (earlier, later) = self.space.order.split_at(at as usize);
        match (chain, spot) {
            (Chain::Once, Spot::Stock) => match later.get(1) {
                Some(&next) => self.put_at(CardNo(next), Spot::Stock),
                None => Ok(()),
            },
            (Chain::Again, Spot::Stock) => {
                later.iter().try_for_each(|&other| self.lose_at(other, Spot::Waste))
            }
            (Chain::Again, _) => earlier.iter().try_for_each(|&other| self.lose_at(other, Spot::Stock)),
            (Chain::Once, _) => Ok(()),
        }
    }

    /// No more cells than there are.
    pub(super) fn check_cells(&mut self) -> Step {
        if self.in_cells < self.cells {
            return Ok(());
        }
        self.reason = self.holders(&self.space.cell_values);
        if self.in_cells > self.cells {
            return self.conflict(self.reason);
        }
        self.no_others(&self.space.cell_values)
    }

    pub(super) fn check_columns(&mut self) -> Step {
        if self.in_columns < self.columns {
            return Ok(());
        }
        self.reason = self.holders(&self.space.bottom_values);
        if self.in_columns > self.columns {
            return self.conflict(self.reason);
        }
        self.no_others(&self.space.bottom_values)
    }

    /// What the cards that lie in these places lie there by.
    fn holders(&self, values: &[Value]) -> Choices {
        let lie = values.iter().map(|&value| (value, self.space.card_of[value as usize]));
        let lie = lie.filter(|&(value, card)| self.fixed[card as usize] == Some(value));
        lie.fold(NOBODY, |all, (_, card)| all | self.losses(card))
    }

    fn no_others(&mut self, values: &'a [Value]) -> Step {
        for &value in values {
            if self.fixed[self.space.card_of[value as usize] as usize] != Some(value) {
                self.lose(value)?;
            }
        }
        Ok(())
    }

    fn suit(&mut self, card: u32) -> Step {
        let kind = self.space.kind[card as usize];
        self.space.pairs_of[kind as usize].iter().try_for_each(|&pair| self.pair(pair))
    }

    /// No more of the second kind are home than of the first.
    pub(super) fn pair(&mut self, pair: u32) -> Step {
        let space = self.space;
        let ends = &space.pairs[pair as usize];
        let (first, second) = (ends.first as usize, ends.second as usize);
        let (most, least) = (self.home_left[first], self.home_fixed[second] + self.offset[pair as usize]);
        if least < most {
            return Ok(());
        }
        self.reason = NOBODY;
        for &card in &space.kinds[first].0 {
            if let Some(home) = space.value(CardNo(card), Spot::Home)
                && !self.left[home as usize]
            {
                self.reason |= self.lost_by[home as usize];
            }
        }
        for &card in &space.kinds[second].0 {
            if self.fixed[card as usize].is_some_and(|value| space.spots[value as usize] == Spot::Home) {
                self.reason |= self.losses(card);
            }
        }
        if least > most {
            return self.conflict(self.reason);
        }
        for &card in &space.kinds[second].0 {
            if self.fixed[card as usize].is_none() {
                self.lose_at(card, Spot::Home)?;
            }
        }
        for &card in &space.kinds[first].0 {
            if let Some(home) = space.value(CardNo(card), Spot::Home)
                && self.left[home as usize]
            {
                self.put(home)?;
            }
        }
        Ok(())
    }

    /// The last open fact of a pattern must be false.
    fn avoid(&mut self, value: Value) -> Step {
        for at in 0..self.occurs[value as usize].len() {
            let n = self.occurs[value as usize][at] as usize;
            if self.misses[n] > 0 {
                continue;
            }
            let open = self.patterns[n].len() as u32 - self.hits[n];
            if open > 1 {
                continue;
            }
            self.used[n] = true;
            let last = self.patterns[n]
                .iter()
                .copied()
                .find(|&v| self.fixed[self.space.card_of[v as usize] as usize] != Some(v));
            let cards = self.patterns[n].iter().map(|&v| self.space.card_of[v as usize]);
            let known = cards.filter(|&card| self.fixed[card as usize].is_some());
            self.reason = known.fold(NOBODY, |all, card| all | self.losses(card));
            match last {
                Some(last) => self.lose(last)?,
                None => return self.conflict(self.reason),
            }
        }
        Ok(())
    }
}
