//! Which steps are allowed, and what they do.

use super::{Place, Position, Refusal};
use crate::task::{CardId, Group, Home, Step, Stock, Target};

impl Position<'_> {
    /// Checks a step.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Move { card, to } => self.check_move(card, to),
            Step::Draw if self.stock.is_empty() => Err(Refusal::StockEmpty),
            Step::Draw => Ok(()),
            Step::Redeal if !self.stock.is_empty() => Err(Refusal::StockNotEmpty),
            Step::Redeal if self.waste.is_empty() || self.redeals == Some(0) => Err(Refusal::NoRedeal),
            Step::Redeal => Ok(()),
            Step::Collect(card) => self.check_run(card),
            Step::DealRow => match (&self.task.stock, self.rows_left().is_empty(), self.empty_column()) {
                (Stock::Rows { onto_empty: false, .. }, false, Some(n)) => Err(Refusal::OntoEmpty(n)),
                (_, true, _) => Err(Refusal::StockEmpty),
                _ => Ok(()),
            },
        }
    }

    fn check_move(&self, card: CardId, to: Target) -> Result<(), Refusal> {
        let count = self.group_at(card)?;
        match to {
            Target::On(on) => {
                let place = self.places.get(on.index()).ok_or(Refusal::NoSuchCard(on))?;
                let Place::Column(column) = *place else { return Err(Refusal::NotLast(on)) };
                let last = self.columns[column as usize].last() == Some(&on);
                if !last || self.places[card.index()] == *place {
                    return Err(Refusal::NotLast(on));
                }
                if !self.task.may_stand(card, on) {
                    return Err(Refusal::DoesNotFit { card, on });
                }
            }
            Target::EmptyColumn | Target::Column(_) => {
                let column = match to {
                    Target::Column(n) => Some(n as usize),
                    _ if !self.columns_are_alike() => return Err(Refusal::Unnamed),
                    _ => self.empty_column().map(|n| n as usize),
                };
                if !column.and_then(|n| self.columns.get(n)).is_some_and(Vec::is_empty) {
                    return Err(Refusal::NoEmptyColumn);
                }
                if !self.task.may_fill(card) {
                    return Err(Refusal::MayNotFill(card));
                }
            }
            Target::Home if self.places[card.index()] == Place::Home => return Err(Refusal::NotFree(card)),
            Target::Cell | Target::Home if count > 1 => return Err(Refusal::OneAtATime(card)),
            Target::Cell if self.cells.len() == self.task.cells as usize => return Err(Refusal::NoEmptyCell),
            Target::Cell => {}
            Target::Home => self.check_home(card)?,
        }
        let capacity = self.capacity(to);
        if count > 1 && self.task.group == Group::BySpaces && count as u64 > capacity {
            return Err(Refusal::Capacity { count, capacity });
        }
        Ok(())
    }

    /// How many cards move where this one does.
    fn group_at(&self, card: CardId) -> Result<usize, Refusal> {
        let free = match self.places.get(card.index()).ok_or(Refusal::NoSuchCard(card))? {
            Place::Column(column) => {
                let cards = &self.columns[*column as usize];
                let depth = cards.iter().position(|&c| c == card).ok_or(Refusal::NoSuchCard(card))?;
                return if self.is_group(*column, depth) {
                    Ok(cards.len() - depth)
                } else {
                    Err(Refusal::NotFree(card))
                };
            }
            Place::Cell | Place::Reserve => true,
            Place::Waste => self.waste.last() == Some(&card),
            Place::Stock => {
                let playable = matches!(self.task.stock, Stock::Waste { playable: true, .. });
                playable && self.stock.last() == Some(&card)
            }
            Place::Home => self.comes_back(card),
        };
        if free { Ok(1) } else { Err(Refusal::NotFree(card)) }
    }

    /// Whether a card at home is one of the last that went there.
    fn comes_back(&self, card: CardId) -> bool {
        let Home::After(after) = &self.task.home else { return false };
        let kind = self.task.cards[card.index()];
        let mut next = after.iter().zip(&self.home).filter(|(before, _)| **before == Some(kind));
        self.task.worrying_back && next.all(|(_, &home)| home < self.home(kind))
    }

    /// Whether face-up cards from this one on are a complete run that may be collected.
    fn check_run(&self, card: CardId) -> Result<(), Refusal> {
        self.places.get(card.index()).ok_or(Refusal::NoSuchCard(card))?;
        let Some((column, depth)) = self.column_of(card) else { return Err(Refusal::NoRun(card)) };
        match self.collectable(column) {
            Some(found) if found == depth => Ok(()),
            _ => Err(Refusal::NoRun(card)),
        }
    }

    /// At which depth the complete run begins that may be collected from the end of a column.
    #[must_use]
    pub fn collectable(&self, column: u32) -> Option<usize> {
        let Home::Collected(runs) = &self.task.home else { return None };
        let run = self.complete_run(runs, column as usize)?;
        Some(self.columns[column as usize].len() - run.len())
    }

    fn check_home(&self, card: CardId) -> Result<(), Refusal> {
        let Home::After(after) = &self.task.home else { return Err(Refusal::OnlyRunsLeave) };
        let kind = self.task.cards[card.index()];
        match after[kind.index()] {
            Some(before) if self.home(before) <= self.home(kind) => Err(Refusal::NotNext(card)),
            _ => Ok(()),
        }
    }

    /// Whether an allowed step only renames places: from cell to cell, or a whole column to
    /// an empty one where columns are alike.
    #[must_use]
    pub fn only_renames(&self, step: Step) -> bool {
        let Step::Move { card, to } = step else { return false };
        match (self.places[card.index()], to) {
            (Place::Cell, Target::Cell) => true,
            (Place::Column(column), Target::EmptyColumn | Target::Column(_)) => {
                self.columns_are_alike() && self.columns[column as usize].first() == Some(&card)
            }
            _ => false,
        }
    }

    /// All steps allowed but those that only rename places, each once.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut targets: Vec<Target> = Vec::new();
        for (n, column) in (0..).zip(&self.columns) {
            targets.extend(match column.last() {
                Some(&card) => Some(Target::On(card)),
                None if !self.columns_are_alike() => Some(Target::Column(n)),
                None => (self.empty_column() == Some(n)).then_some(Target::EmptyColumn),
            });
        }
        targets.extend([Target::Cell, Target::Home]);
        let mut cards: Vec<CardId> = Vec::new();
        for (n, column) in (0..).zip(&self.columns) {
            let group = (0..column.len()).rev().take_while(|&depth| self.is_group(n, depth));
            cards.extend(group.map(|depth| column[depth]));
        }
        cards.extend(self.cells.iter().chain(&self.reserve).chain(self.waste.last()));
        cards.extend(self.stock.last());
        if self.task.worrying_back {
            // Of twins at home one is enough.
            let home = self.task.card_ids().filter(|card| self.places[card.index()] == Place::Home);
            let mut seen = vec![false; self.task.kinds.len()];
            cards.extend(home.filter(|card| {
                let kind = self.task.cards[card.index()].index();
                !std::mem::replace(&mut seen[kind], true)
            }));
        }
        let collected = (0..)
            .zip(&self.columns)
            .filter_map(|(n, column)| Some(Step::Collect(column[self.collectable(n)?])));
        let moves = cards.iter().flat_map(|&card| targets.iter().map(move |&to| Step::Move { card, to }));
        moves
            .chain([Step::Draw, Step::Redeal, Step::DealRow])
            .chain(collected)
            .filter(|&step| self.check(step).is_ok() && !self.only_renames(step))
            .collect()
    }

    /// The steps that are not shorthand for several: all but runs by spare places.
    #[must_use]
    pub fn single_steps(&self) -> Vec<Step> {
        let mut steps = self.steps();
        if self.task.group == Group::BySpaces {
            steps.retain(|&step| match step {
                Step::Move { card, .. } => self.group_at(card) == Ok(1),
                _ => true,
            });
        }
        steps
    }

    /// Makes a step.
    ///
    /// Afterwards a face-down card that came to the end of its column is turned, and a complete run leaves
    /// where the rules require it.
    ///
    /// # Errors
    /// The rule that it breaks; the position is then unchanged.
    pub fn apply(&mut self, step: Step) -> Result<(), Refusal> {
        self.check(step)?;
        match step {
            Step::Move { card, to } => self.make_move(card, to),
            Step::Draw => {
                let left = self.stock.len().saturating_sub(self.task.draw() as usize);
                for card in self.stock.split_off(left).into_iter().rev() {
                    self.places[card.index()] = Place::Waste;
                    self.waste.push(card);
                }
            }
            Step::Redeal => {
                self.stock = std::mem::take(&mut self.waste);
                self.stock.reverse();
                self.stock.iter().for_each(|card| self.places[card.index()] = Place::Stock);
                self.redeals = self.redeals.map(|left| left - 1);
            }
            Step::Collect(card) => {
                if let Some((column, depth)) = self.column_of(card) {
                    self.send_home(column as usize, depth);
                    self.settle(column as usize);
                }
            }
            Step::DealRow => {
                if let Some(row) = self.rows_left().first() {
                    for (n, &card) in (0..).zip(row) {
                        self.columns[n as usize].push(card);
                        self.places[card.index()] = Place::Column(n);
                    }
                }
                self.rows_dealt += 1;
                (0..self.columns.len()).for_each(|column| self.settle(column));
            }
        }
        Ok(())
    }

    fn make_move(&mut self, card: CardId, to: Target) {
        let target = match to {
            Target::On(on) => self.places[on.index()],
            Target::EmptyColumn => self.empty_column().map_or(Place::Home, Place::Column),
            Target::Column(n) => Place::Column(n),
            Target::Cell => Place::Cell,
            Target::Home => Place::Home,
        };
        let source = self.places[card.index()];
        let moving = match source {
            Place::Column(column) => {
                let cards = &mut self.columns[column as usize];
                let depth = cards.iter().position(|&c| c == card).unwrap_or(cards.len());
                cards.split_off(depth)
            }
            Place::Home => {
                self.home[self.task.cards[card.index()].index()] -= 1;
                vec![card]
            }
            _ => {
                let pile = match source {
                    Place::Cell => &mut self.cells,
                    Place::Reserve => &mut self.reserve,
                    Place::Waste => &mut self.waste,
                    _ => &mut self.stock,
                };
                pile.retain(|&c| c != card);
                vec![card]
            }
        };
        moving.iter().for_each(|card| self.places[card.index()] = target);
        match target {
            Place::Column(column) => self.columns[column as usize].extend(moving),
            Place::Cell => self.cells.extend(moving),
            _ => self.home[self.task.cards[card.index()].index()] += 1,
        }
        for place in [source, target] {
            if let Place::Column(column) = place {
                self.settle(column as usize);
            }
        }
    }
}
