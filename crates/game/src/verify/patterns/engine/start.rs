//! The initial state of the engine: facts about every sane position that matches no pattern.

use super::super::space::{Space, Value};
use super::{Conflict, Engine, FactNo, NOTHING, Nogoods, Wide};
use crate::state::patterns::{CardNo, Fact, Pattern, Patterns, Spot};

impl<'a> Engine<'a> {
    /// Starts with all sane positions that match no pattern and draws every conclusion.
    pub(in super::super) fn new(space: &'a Space, patterns: &Patterns) -> Result<Engine<'a>, Conflict> {
        let mut engine = Engine::ignoring(space, patterns)?;
        let all: Vec<usize> = (0..patterns.0.len()).collect();
        engine.mind(&all);
        engine.avoid_all(&all)?;
        Ok(engine)
    }

    /// Starts with all sane positions and draws every conclusion. The patterns are counted, but ignored until
    /// [`Engine::mind`].
    pub(in super::super) fn ignoring(space: &'a Space, patterns: &Patterns) -> Result<Engine<'a>, Conflict> {
        let values = space.card_of.len();
        let count = space.first.len() - 1;
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
            amounts: (0..space.sums.len() as u32).map(|sum| space.amounts(sum)).collect(),
            size: (0..count as u32).map(|c| space.values(c).len() as u32).collect(),
            fixed: vec![None; count],
            hits: vec![0; patterns.len()],
            misses: patterns.iter().map(|pattern| 1 + u32::from(pattern.is_empty())).collect(),
            used: vec![false; patterns.len()],
            patterns,
            home_left: space.kinds.iter().map(|(cards, home)| cards.len() as i64 + home).collect(),
            home_fixed: space.kinds.iter().map(|&(_, home)| home).collect(),
            offset: vec![0; space.pairs.len()],
            cells: space.cells,
            columns: space.columns,
            carried: vec![false; count],
            column: vec![None; count],
            column_by: vec![NOTHING; count],
            wide_left: wides.iter().map(|wide| wide.values.len() as u32).collect(),
            wides,
            wides_of,
            trail: Vec::new(),
            done: 0,
            notes: Vec::new(),
            reason: NOTHING,
            lost_by: vec![NOTHING; values],
            lost_at: vec![0; values],
            lost_after: vec![0; values],
            carried_by: vec![NOTHING; count],
            blame: NOTHING,
            choices: Vec::new(),
            nogoods: Nogoods::new(values),
            inside: vec![false; values],
        };
        for card in 0..space.cards() as u32 {
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
        engine.propagate()?;
        Ok(engine)
    }

    /// Counts patterns no longer as excluded. The caller then has conclusions drawn ([`Engine::avoid_all`]).
    pub(in super::super) fn mind(&mut self, numbers: &[usize]) {
        numbers.iter().for_each(|&n| self.misses[n] -= 1);
    }

    /// Counts patterns as excluded, as if a fact of each were excluded. Nothing concluded from them may be left.
    pub(in super::super) fn ignore(&mut self, numbers: &[usize]) {
        numbers.iter().for_each(|&n| self.misses[n] += 1);
    }

    /// Draws every conclusion from these patterns and from what is known.
    pub(in super::super) fn avoid_all(&mut self, numbers: &[usize]) -> Result<(), Conflict> {
        numbers.iter().try_for_each(|&n| self.avoid_pattern(n))?;
        self.propagate()
    }
}
