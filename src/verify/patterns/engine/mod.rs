//! What follows from where some cards lie, in a sane position that matches no pattern.
//!
//! Every card has a set of places that are left to it. Taking one away may leave a card a single
//! place, and that may take places from other cards: by what a sane position is, and because the
//! last open fact of a pattern must be false. Everything is undone in the order in which it was
//! done. This only draws consequences; [`super::search`] tries the cases that are left.

mod conclude;
mod facts;

use super::space::{Space, Value};
use crate::state::patterns::{CardNo, Fact, Pattern, Patterns, Spot};

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

/// A set of choices that a search has made, a bit each, the first the lowest.
pub(super) type Choices = u128;

/// Known before any choice.
pub(super) const NOBODY: Choices = 0;

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
pub(super) struct Mark(usize);

/// The places that are left, and the patterns that are still to be avoided.
#[derive(Debug)]
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
    in_cells: i64,
    in_columns: i64,
    cells: i64,
    columns: i64,
    carried: Vec<bool>,
    /// The column in which a card must lie, where that was asked for.
    column: Vec<Option<u16>>,
    column_by: Vec<Choices>,
    trail: Vec<Event>,
    done: usize,
    /// The choices that the conclusion being drawn rests on.
    reason: Choices,
    /// The choices that each lost place was lost by.
    lost_by: Vec<Choices>,
    /// The choices that each card is carried by.
    carried_by: Vec<Choices>,
    /// The choices that the last conflict rests on.
    blame: Choices,
    /// The patterns that a conclusion was drawn from since this was cleared.
    pub(super) used: Vec<bool>,
}

impl<'a> Engine<'a> {
    /// All sane positions.
    pub(super) fn new(space: &'a Space, patterns: &Patterns) -> Result<Engine<'a>, Conflict> {
        let values = space.spots.len();
        let count = space.cards();
        let mut wides: Vec<Wide> = Vec::new();
        let mut wides_of: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut number = |fact: &Fact| -> Option<FactNo> {
            let all: Vec<Value> = space.covered(fact.card, fact.spot).collect();
            match all[..] {
                [] => None,
                [one] => Some(one),
                _ => {
                    let own = &mut wides_of[fact.card.index()];
                    let known = own.iter().copied().find(|&n| wides[n as usize].values == all);
                    let n = known.unwrap_or_else(|| {
                        own.push(wides.len() as u32);
                        wides.push(Wide { card: fact.card.0, values: all });
                        wides.len() as u32 - 1
                    });
                    Some(values as FactNo + n)
                }
            }
        };
        let mut as_facts = |pattern: &Pattern| {
            let facts: Option<Vec<FactNo>> = pattern.facts().iter().map(&mut number).collect();
            facts.unwrap_or_default()
        };
        let patterns: Vec<Vec<FactNo>> = patterns.0.iter().map(&mut as_facts).collect();
        let mut occurs = vec![Vec::new(); values + wides.len()];
        for (n, pattern) in patterns.iter().enumerate() {
            for &value in pattern {
                occurs[value as usize].push(n as u32);
            }
        }
        let mut engine = Engine {
            space,
            occurs,
            left: vec![true; values],
            size: (0..count as u32).map(|c| space.values(c).len() as u32).collect(),
            fixed: vec![None; count],
            hits: vec![0; patterns.len()],
            misses: patterns.iter().map(|pattern| u32::from(pattern.is_empty())).collect(),
            used: vec![false; patterns.len()],
            patterns,
            home_left: space.kinds.iter().map(|(cards, home)| cards.len() as i64 + home).collect(),
            home_fixed: space.kinds.iter().map(|&(_, home)| home).collect(),
            offset: vec![0; space.pairs.len()],
            in_cells: 0,
            in_columns: 0,
            cells: space.cells,
            columns: space.columns,
            carried: vec![false; count],
            column: vec![None; count],
            column_by: vec![NOBODY; count],
            wide_left: wides.iter().map(|wide| wide.values.len() as u32).collect(),
            wides,
            wides_of,
            trail: Vec::new(),
            done: 0,
            reason: NOBODY,
            lost_by: vec![NOBODY; values],
            carried_by: vec![NOBODY; count],
            blame: NOBODY,
        };
        for card in 0..count as u32 {
            // A card that is in the stock for good has no other place.
            if space.value(CardNo(card), Spot::Home).is_none() {
                engine.home_left[space.kind[card as usize] as usize] -= 1;
            }
            if engine.size[card as usize] == 1 {
                engine.settle(card);
            }
        }
        for n in 0..engine.wides.len() {
            if engine.wide_left[n] == engine.size[engine.wides[n].card as usize] {
                for &pattern in &engine.occurs[values + n] {
                    engine.hits[pattern as usize] += 1;
                }
            }
        }
        (0..space.pairs.len() as u32).try_for_each(|pair| engine.pair(pair))?;
        for n in 0..engine.patterns.len() {
            if let [only] = engine.patterns[n][..] {
                engine.used[n] = true;
                engine.lose_fact(only)?;
            }
        }
        engine.propagate()?;
        Ok(engine)
    }

    /// Here.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Goes back.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.0 {
            let Some(event) = self.trail.pop() else { break };
            match event {
                Event::Lost(value) => {
                    let card = self.space.card_of[value as usize] as usize;
                    self.left[value as usize] = true;
                    self.size[card] += 1;
                    if self.space.spots[value as usize] == Spot::Home {
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
        self.done = self.trail.len();
        self.reason = NOBODY;
    }

    fn count(&mut self, card: u32, value: Value, by: i64) {
        match self.space.spots[value as usize] {
            Spot::Cell => self.in_cells += by,
            Spot::Bottom | Spot::BottomOf(_) => self.in_columns += by,
            Spot::Home => self.home_fixed[self.space.kind[card as usize] as usize] += by,
            _ => {}
        }
    }

    /// Notes what a conflict rests on.
    fn conflict(&mut self, by: Choices) -> Step {
        self.blame = by;
        Err(Conflict)
    }

    /// The choices that the last conflict rests on.
    pub(super) fn blame(&self) -> Choices {
        self.blame
    }

    /// What follows now rests on this choice.
    pub(super) fn choose(&mut self, choice: Choices) {
        self.reason = choice;
    }

    /// The choices by which a card has lost its places.
    pub(super) fn losses(&self, card: u32) -> Choices {
        let lost = self.space.values(card).filter(|&value| !self.left[value as usize]);
        lost.fold(NOBODY, |all, value| all | self.lost_by[value as usize])
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
        self.size[card as usize] -= 1;
        self.trail.push(Event::Lost(value));
        if self.space.spots[value as usize] == Spot::Home {
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

    /// Puts a card in a place.
    pub(super) fn put(&mut self, value: Value) -> Step {
        let card = self.space.card_of[value as usize];
        if !self.left[value as usize] {
            return self.conflict(self.reason | self.lost_by[value as usize]);
        }
        self.space.values(card).filter(|&other| other != value).try_for_each(|other| self.lose(other))
    }

    /// Puts a card in one of these places.
    fn put_in(&mut self, card: u32, values: &[Value]) -> Step {
        if !values.iter().any(|&value| self.left[value as usize]) {
            let by = values.iter().fold(self.reason, |all, &value| all | self.lost_by[value as usize]);
            return self.conflict(by);
        }
        self.space.values(card).filter(|other| !values.contains(other)).try_for_each(|other| self.lose(other))
    }

    /// The same by card and place, as patterns mean it; a place that the card never has is a
    /// conflict.
    pub(super) fn put_at(&mut self, card: CardNo, spot: Spot) -> Step {
        match self.space.value(card, spot) {
            Some(value) if !matches!(spot, Spot::StockLeft(_) | Spot::WasteLeft(_)) => self.put(value),
            _ => {
                let values: Vec<Value> = self.space.covered(card, spot).collect();
                self.put_in(card.0, &values)
            }
        }
    }

    /// Takes a place from a card that may never have had it.
    pub(super) fn lose_at(&mut self, card: u32, spot: Spot) -> Step {
        let space = self.space;
        space.covered(CardNo(card), spot).try_for_each(|value| self.lose(value))
    }

    /// Nothing lies on this card.
    pub(super) fn bare(&mut self, card: u32) -> Step {
        self.space.onto[card as usize].iter().try_for_each(|&value| self.lose(value))
    }

    /// What lies on this card moves with it.
    pub(super) fn carry(&mut self, card: u32) -> Step {
        self.carried[card as usize] = true;
        self.carried_by[card as usize] = self.reason;
        self.trail.push(Event::Carried(card));
        self.space.loose[card as usize].iter().try_for_each(|&value| self.lose(value))?;
        // What is known to lie on it already is not heard of again.
        for &value in &self.space.onto[card as usize] {
            let above = self.space.card_of[value as usize];
            if self.fixed[above as usize] == Some(value) && !self.carried[above as usize] {
                self.reason |= self.losses(above);
                self.carry(above)?;
            }
        }
        Ok(())
    }

    /// One cell fewer.
    pub(super) fn fewer_cells(&mut self) -> Step {
        self.cells -= 1;
        self.trail.push(Event::Cells(1));
        self.check_cells()
    }

    /// One column fewer.
    pub(super) fn fewer_columns(&mut self) -> Step {
        self.columns -= 1;
        self.trail.push(Event::Columns(1));
        self.check_columns()
    }

    /// Before the last of this kind went home, no more of the next rank were home than of it.
    pub(super) fn went_home(&mut self, kind: u32) -> Step {
        for &pair in &self.space.pairs_of[kind as usize] {
            if self.space.pairs[pair as usize].first == kind {
                self.offset[pair as usize] += 1;
                self.trail.push(Event::Offset(pair));
                self.pair(pair)?;
            }
        }
        Ok(())
    }

    /// A card lies in a column.
    pub(super) fn in_a_column(&mut self, card: u32) -> Step {
        for value in self.space.values(card) {
            if !self.space.spots[value as usize].in_a_column() {
                self.lose(value)?;
            }
        }
        Ok(())
    }

    /// Everything dealt beneath a card lies where it was dealt.
    pub(super) fn as_dealt_beneath(&mut self, card: u32) -> Step {
        let mut at = card;
        while let Some(below) = self.space.below[at as usize] {
            self.put(self.space.dealt[below as usize])?;
            at = below;
        }
        Ok(())
    }
}
