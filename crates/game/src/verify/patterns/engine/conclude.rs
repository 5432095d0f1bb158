//! The conclusions from a lost place and from a placed card.

use super::super::space::{Chain, Value};
use super::{Engine, Event, FactNo, NOTHING, Note, Step};
use crate::state::patterns::{CardNo, Spot};

impl<'a> Engine<'a> {
    /// Draws every conclusion.
    pub(in super::super) fn propagate(&mut self) -> Step {
        loop {
            while let Some(&event) = self.trail.get(self.done) {
                self.done += 1;
                match event {
                    Event::Lost(value) => self.lost(value)?,
                    Event::Fixed(card) => {
                        if let Some(value) = self.fixed[card as usize]
                            && (card as usize) < self.space.cards()
                        {
                            self.placed(card, value)?;
                            self.avoid(value)?;
                        }
                    }
                    Event::Within(wide) => self.avoid(self.left.len() as FactNo + wide)?,
                    _ => {}
                }
            }
            if !self.space.rows.is_empty() {
                self.on_its_column()?;
            }
            if self.done == self.trail.len() {
                break;
            }
        }
        self.reason = NOTHING;
        Ok(())
    }

    fn lost(&mut self, value: Value) -> Step {
        let card = self.space.card_of[value as usize];
        self.avoid_nogoods(value)?;
        if let Some(sum) = card.checked_sub(self.space.cards() as u32) {
            return self.known(sum);
        }
        self.reason = self.loss(value);
        if value == self.space.dealt[card as usize] {
            self.space.foreign_above[card as usize].iter().try_for_each(|&above| self.lose(above))?;
        }
        match self.space.spots[value as usize] {
            Spot::Home => self.suit(card),
            Spot::Stock if self.space.chain == Some(Chain::Once) => match self.earlier(card) {
                Some(earlier) => self.lose_at(earlier, Spot::Stock),
                None => Ok(()),
            },
            // A row is dealt whole, and after those before it.
            Spot::Stock => match self.space.row_of[card as usize] {
                Some(row) => {
                    let rows = &self.space.rows[..=row as usize];
                    let near = rows.iter().rev().take(2).flatten();
                    near.copied().try_for_each(|other| self.lose_at(other, Spot::Stock))
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }?;
        self.dealt_by_row(card)?;
        self.kept(card)
    }

    /// Propagates that a card can only be in the stock, or only in the waste, of a waste that may be turned back.
    fn kept(&mut self, card: u32) -> Step {
        if self.space.at[card as usize].is_none() {
            return Ok(());
        }
        let spots = &self.space.spots;
        let mut left = self.space.values(card).filter(|&value| self.left[value as usize]);
        let Some(first) = left.next().map(|value| spots[value as usize]) else { return Ok(()) };
        let any = match first {
            Spot::StockLeft(_) => Spot::Stock,
            Spot::WasteLeft(_) => Spot::Waste,
            _ => return Ok(()),
        };
        if !left.all(|value| any.covers(spots[value as usize])) {
            return Ok(());
        }
        self.reason = self.losses(card);
        self.keep_order(card, any)
    }

    fn earlier(&self, card: u32) -> Option<u32> {
        let at = self.space.at[card as usize]? as usize;
        self.space.order.get(at.checked_sub(1)?).copied()
    }

    fn placed(&mut self, card: u32, value: Value) -> Step {
        let spot = self.space.spots[value as usize];
        self.reason = self.losses(card);
        match spot {
            Spot::On(below) | Spot::OnHidden(below) => {
                let others = &self.space.onto[below.index()];
                others.iter().filter(|&&other| other != value).try_for_each(|&other| self.lose(other))?;
                self.in_a_column(below.0)?;
                if self.space.foreign[value as usize] {
                    self.as_dealt_beneath(card)?;
                }
                if let Some(column) = self.column[card as usize] {
                    let lost = self.losses(card);
                    self.reason = self.both(lost, self.column_by[card as usize]);
                    self.lies_in(below.0, column)?;
                    self.reason = self.losses(card);
                }
                if self.carried[below.index()] && !self.carried[card as usize] {
                    self.reason = self.both(self.reason, self.carried_by[below.index()]);
                    self.carry(card)?;
                }
                return Ok(());
            }
            Spot::Bottom => return self.one_more(value),
            Spot::BottomOf(column) => {
                let others = &self.space.bottoms[usize::from(column)];
                others.iter().filter(|&&other| other != value).try_for_each(|&other| self.lose(other))?;
                return Ok(());
            }
            Spot::Cell => self.one_more(value)?,
            Spot::Home => self.suit(card)?,
            Spot::Reserve => {}
            Spot::Stock if self.space.chain.is_none() => self.rows_wait(card)?,
            Spot::Stock | Spot::Waste => self.keep_order(card, spot)?,
            Spot::StockLeft(left) | Spot::WasteLeft(left) => self.as_many_left(card, left)?,
        }
        self.reason = self.losses(card);
        self.bare(card)
    }

    /// Concludes that the cards of a card's row and of the next row are in the stock, too.
    fn rows_wait(&mut self, card: u32) -> Step {
        let Some(row) = self.space.row_of[card as usize] else { return Ok(()) };
        let rows = &self.space.rows[row as usize..];
        rows.iter().take(2).flatten().try_for_each(|&other| self.put_at(CardNo(other), Spot::Stock))
    }

    /// Concludes that all cards of stock and waste have the same number of redeals left.
    fn as_many_left(&mut self, card: u32, left: u16) -> Step {
        let space = self.space;
        for &other in space.order.iter().filter(|&&other| other != card) {
            for value in space.values(other) {
                match space.spots[value as usize] {
                    Spot::StockLeft(n) | Spot::WasteLeft(n) if n != left => self.lose(value)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Concludes that a card lies in this column.
    pub(in super::super) fn lies_in(&mut self, card: u32, column: u16) -> Step {
        let space = self.space;
        if let Some(known) = self.column[card as usize] {
            let by = self.both(self.reason, self.column_by[card as usize]);
            return if known == column { Ok(()) } else { self.conflict(by) };
        }
        self.column[card as usize] = Some(column);
        self.column_by[card as usize] = self.reason;
        self.trail.push(Event::Column(card));
        let own = self.reason;
        for value in space.values(card) {
            match space.spots[value as usize] {
                Spot::On(below) | Spot::OnHidden(below) => {
                    if self.column[below.index()].is_some_and(|other| other != column) {
                        self.reason = self.both(own, self.column_by[below.index()]);
                        self.lose(value)?;
                    }
                }
                Spot::BottomOf(bottom) if bottom == column => {}
                _ => {
                    self.reason = own;
                    self.lose(value)?;
                }
            }
        }
        self.reason = own;
        if let Some(value) = self.fixed[card as usize]
            && let Some(below) = space.spots[value as usize].below()
        {
            let lost = self.losses(card);
            self.reason = self.both(own, lost);
            self.lies_in(below.0, column)?;
            self.reason = own;
        }
        Ok(())
    }

    /// Propagates the order of stock and waste.
    fn keep_order(&mut self, card: u32, spot: Spot) -> Step {
        let (Some(chain), Some(at)) = (self.space.chain, self.space.at[card as usize]) else { return Ok(()) };
        let (earlier, later) = self.space.order.split_at(at as usize);
        match (chain, spot) {
            (Chain::Once, Spot::Stock) => match later.get(1) {
                Some(&next) => self.put_at(CardNo(next), Spot::Stock),
                None => Ok(()),
            },
            (Chain::Again(_), Spot::Stock) => {
                later.iter().try_for_each(|&other| self.lose_at(other, Spot::Waste))
            }
            (Chain::Again(_), _) => earlier.iter().try_for_each(|&other| self.lose_at(other, Spot::Stock)),
            (Chain::Once, _) => Ok(()),
        }
    }

    fn suit(&mut self, card: u32) -> Step {
        let kind = self.space.kind[card as usize];
        self.space.pairs_of[kind as usize].iter().try_for_each(|&pair| self.pair(pair))
    }

    /// Propagates that no more cards of the second kind are home than of the first.
    pub(super) fn pair(&mut self, pair: u32) -> Step {
        let space = self.space;
        let ends = &space.pairs[pair as usize];
        let (first, second) = (ends.first as usize, ends.second as usize);
        let (most, least) = (self.home_left[first], self.home_fixed[second] + self.offset[pair as usize]);
        if least < most {
            return Ok(());
        }
        let mut by = Vec::new();
        for &card in &space.kinds[first].0 {
            if let Some(home) = space.value(CardNo(card), Spot::Home)
                && !self.left[home as usize]
            {
                by.push(Note::Loss(home));
            }
        }
        for &card in &space.kinds[second].0 {
            if self.fixed[card as usize].is_some_and(|value| space.spots[value as usize] == Spot::Home) {
                by.push(Note::Losses(card));
            }
        }
        self.reason = self.note(by);
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

    /// Concludes for each pattern with a fact that the last open fact of the pattern is false.
    fn avoid(&mut self, fact: FactNo) -> Step {
        for at in 0..self.occurs[fact as usize].len() {
            self.avoid_pattern(self.occurs[fact as usize][at] as usize)?;
        }
        Ok(())
    }

    /// Concludes that the last open fact of a pattern is false, if only one is open.
    pub(super) fn avoid_pattern(&mut self, n: usize) -> Step {
        if self.misses[n] != 0 || self.patterns[n].len() as u32 - self.hits[n] > 1 {
            return Ok(());
        }
        self.used[n] = true;
        let last = self.patterns[n].iter().copied().find(|&fact| !self.holds(fact));
        let known = self.patterns[n].iter().filter(|&&fact| self.holds(fact));
        let by: Vec<Note> = known.map(|&fact| Note::Losses(self.card_of(fact))).collect();
        self.reason = self.note(by);
        match last {
            Some(last) => self.lose_fact(last),
            None => self.conflict(self.reason),
        }
    }
}
