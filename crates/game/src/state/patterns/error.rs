//! Why facts are no pattern, and why a text is no file of patterns.

use super::{CardNo, Fact, Spot};

/// Facts that are no pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternError {
    /// Every position would match.
    #[error("a pattern needs at least one fact")]
    Empty,
    /// One card in two places.
    #[error("card {} is in two places", .0.0)]
    TwoPlaces(CardNo),
    /// Two cards directly on one.
    #[error("cards {} and {} both lie on card {}", .0.0, .1.0, .2.0)]
    TwoOnOne(CardNo, CardNo, CardNo),
    /// Two cards at the bottom of one column.
    #[error("cards {} and {} both are at the bottom of column {}", .0.0, .1.0, .2 + 1)]
    OneColumn(CardNo, CardNo, u16),
    /// A card on one that is in no column.
    #[error("card {} lies on card {}, which is in no column", .0.0, .1.0)]
    OnNothing(CardNo, CardNo),
    /// A card that lies on itself, directly or through others.
    #[error("card {} lies on itself", .0.0)]
    Circle(CardNo),
}

impl PatternError {
    /// The error as a sentence, with the cards' names.
    #[must_use]
    pub fn in_words(&self, name: impl Fn(CardNo) -> String) -> String {
        match *self {
            PatternError::Empty => self.to_string(),
            PatternError::TwoPlaces(card) => format!("{} is in two places", name(card)),
            PatternError::TwoOnOne(a, b, on) => {
                format!("{} and {} both lie on {}", name(a), name(b), name(on))
            }
            PatternError::OneColumn(a, b, column) => {
                format!("{} and {} both are at the bottom of column {}", name(a), name(b), column + 1)
            }
            PatternError::OnNothing(card, on) => {
                format!("{} lies on {}, which is in no column", name(card), name(on))
            }
            PatternError::Circle(card) => format!("{} lies on itself", name(card)),
        }
    }
}

/// Checks sorted facts, none of them twice.
pub(super) fn check(facts: &[Fact]) -> Result<(), PatternError> {
    if facts.is_empty() {
        return Err(PatternError::Empty);
    }
    if let Some(pair) = facts.windows(2).find(|pair| pair[0].card == pair[1].card) {
        return Err(PatternError::TwoPlaces(pair[0].card));
    }
    let spot = |card: CardNo| {
        let at = facts.binary_search_by_key(&card, |fact| fact.card).ok()?;
        Some(facts[at].spot)
    };
    let mut below: Vec<(CardNo, CardNo)> = Vec::new();
    for fact in facts {
        let Some(on) = fact.spot.below() else { continue };
        below.push((on, fact.card));
        if spot(on).is_some_and(|spot| !spot.in_a_column()) {
            return Err(PatternError::OnNothing(fact.card, on));
        }
        let mut at = on;
        for _ in 0..=facts.len() {
            if at == fact.card {
                return Err(PatternError::Circle(at));
            }
            let Some(next) = spot(at).and_then(Spot::below) else { break };
            at = next;
        }
    }
    let bottom = |fact: &Fact| match fact.spot {
        Spot::BottomOf(column) => Some((column, fact.card)),
        _ => None,
    };
    let mut bottoms: Vec<(u16, CardNo)> = facts.iter().filter_map(bottom).collect();
    bottoms.sort_unstable();
    if let Some(pair) = bottoms.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(PatternError::OneColumn(pair[0].1, pair[1].1, pair[0].0));
    }
    below.sort_unstable();
    match below.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(PatternError::TwoOnOne(pair[0].1, pair[1].1, pair[0].0)),
        None => Ok(()),
    }
}

/// Why a text is no set of patterns for an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// It does not start as one.
    #[error("these are no dead patterns: expected a file that starts 'patsat dead-patterns 1'")]
    Magic,
    /// It is no text.
    #[error("the dead patterns are no text: expected UTF-8")]
    NoText,
    /// It does not say to what it belongs.
    #[error(
        "the dead patterns do not say what they belong to: expected a line 'instance' with 64 hex digits before the first pattern"
    )]
    Unbound,
    /// It belongs to another game or position.
    #[error("the dead patterns were made for other rules or another position{0}")]
    OtherInstance(String),
    /// A line that cannot be read.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// There is no pattern in it.
    #[error("there is no pattern in the file: expected one a line, such as '3H on 9S, KS in a cell'")]
    None,
}
