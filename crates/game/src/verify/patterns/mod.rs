//! Dead patterns prove that a game cannot be won.
//!
//! The check has three conditions, tested by the rules alone. The start matches a pattern. The won
//! position matches none. No single move leads from a sane position (see [`crate::state::patterns`])
//! that matches a pattern to one that matches none. Then no sequence of legal moves wins: every move of
//! a game is one or several of the moves checked here, and every position that can be reached is sane.
//! A supermove is several moves of one card.
//!
//! For the third condition, the check visits every way out of a pattern ([`Way`]). It combines the facts
//! that remain true after the move with the move's preconditions (the card was free to move, its target
//! was free, the foundation had the right height). Together they must force the position into some
//! pattern. If patterns name cards whose places are still open, the check tries these places one after
//! the other. A position found outside is put on a table, and the move is made there: the rules alone
//! decide whether it leads out.
//!
//! The check trusts the rules, the meaning of a fact, that moves keep positions sane, and that every
//! conclusion of [`engine`] holds. With [`Backtracking::Plain`] it trusts neither the recorded reasons
//! of conclusions nor the nogoods learnt from them. It uses no formula, no solver and no search for plans.

mod engine;
mod explain;
mod search;
mod space;
mod ways;

pub use explain::{Explained, Implied, WayAnswer, explain, implied, may_be_free};
pub use search::{Backtracking, Effort};
pub use space::Unsupported;
pub use ways::Way;

use super::Verified;
use crate::state::Instance;
use crate::state::patterns::{Cards, Pattern, Patterns, Spot, TextError};
use engine::Engine;
use search::Found;
use space::Space;
use ways::Bunch;

/// Patterns that prove a game lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadPatterns {
    /// The patterns.
    pub patterns: Patterns,
    /// The number of one that the start matches.
    pub start: usize,
    /// Ways out of patterns that were checked.
    pub ways: u64,
    /// Ways that needed no case: no position allows the move, or every position that it leads to
    /// matches a pattern, wherever the open cards lie.
    pub at_once: u64,
    /// Cases that the other ways took.
    pub cases: u64,
}

/// Why patterns prove nothing about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternFault {
    /// They cannot be read, or belong to something else.
    #[error(transparent)]
    File(#[from] TextError),
    /// The checker does not support this game.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The start matches none of them.
    #[error("the start matches none of the {0} patterns")]
    Start(usize),
    /// The won position matches one of them.
    #[error("the won position matches pattern {}", .0 + 1)]
    Won(usize),
    /// No position is left outside.
    #[error(
        "no position matches none of the patterns, so no way out of them could be looked at: that proves nothing"
    )]
    NoneOutside,
    /// A move leads out.
    #[error("the patterns are not closed: from pattern {} ({words}) a move leads out: {move_}", pattern + 1)]
    Escape {
        /// The number of the pattern.
        pattern: usize,
        /// The pattern in words.
        words: String,
        /// The move in words.
        move_: String,
        /// The move.
        way: Way,
        /// Where the cards lie after it, in a position that matches no pattern.
        after: Vec<Spot>,
    },
    /// Too many cases.
    #[error("the check gave up: from pattern {} ({words}) the move '{move_}' leads to too many cases", pattern + 1)]
    GaveUp {
        /// The number of the pattern.
        pattern: usize,
        /// The pattern in words.
        words: String,
        /// The move in words.
        move_: String,
    },
    /// The caller stopped the check.
    #[error("stopped before every move was checked")]
    Stopped,
    /// A learnt nogood does not follow ([`Backtracking::Tried`]).
    #[error("the check is wrong: from pattern {} ({words}), move '{move_}', it has learnt what does not follow", pattern + 1)]
    NotLearnt {
        /// The number of the pattern.
        pattern: usize,
        /// The pattern in words.
        words: String,
        /// The move in words.
        move_: String,
    },
}

/// Checks that patterns prove a game lost.
///
/// # Errors
/// The first reason why they do not.
pub fn check_patterns(
    instance: &Instance,
    patterns: &Patterns,
) -> Result<Verified<DeadPatterns>, PatternFault> {
    check_patterns_by(instance, patterns, Effort::default())
}

/// Checks that patterns prove a game lost, with the given backtracking or limits of cases.
///
/// # Errors
/// The first reason why they do not.
pub fn check_patterns_by(
    instance: &Instance,
    patterns: &Patterns,
    effort: impl Into<Effort>,
) -> Result<Verified<DeadPatterns>, PatternFault> {
    check_patterns_until(instance, patterns, effort, &|| false)
}

/// As [`check_patterns_by`], until `stop` returns true. It is called before each way out of a pattern, and every few
/// milliseconds within one.
///
/// # Errors
/// The first reason why they do not; [`PatternFault::Stopped`] if `stop` ended the check.
pub fn check_patterns_until(
    instance: &Instance,
    patterns: &Patterns,
    effort: impl Into<Effort>,
    stop: &dyn Fn() -> bool,
) -> Result<Verified<DeadPatterns>, PatternFault> {
    let effort = effort.into();
    let cards = Cards::of(instance);
    let start = patterns.matched(cards.start()).ok_or(PatternFault::Start(patterns.0.len()))?;
    if let Some(won) = patterns.matched(&vec![Spot::Home; cards.len()]) {
        return Err(PatternFault::Won(won));
    }
    let space = Space::new(&cards)?;
    let (mut all, mut at_once, mut all_cases) = (0, 0, 0);
    // The won position is outside.
    let mut engine = Engine::new(&space, patterns).map_err(|engine::Conflict| PatternFault::NoneOutside)?;
    for (number, pattern) in patterns.0.iter().enumerate() {
        for bunch in Bunch::all(ways_of(&cards, &space, number, pattern)?) {
            if stop() {
                return Err(PatternFault::Stopped);
            }
            all += bunch.ways.len() as u64;
            let is_so = |spots: &[Spot]| bunch.that_leads_to(spots).leads_to(&cards, &space, pattern, spots);
            let most_cases = effort.most_cases.min(effort.most_in_all.saturating_sub(all_cases));
            let effort = Effort { most_cases, ..effort };
            let assume = |engine: &mut Engine<'_>| bunch.assume(&cards, engine, pattern);
            match after(&mut engine, effort, assume, &is_so, stop) {
                Found::Nothing { cases } => {
                    at_once += if cases == 0 { bunch.ways.len() as u64 } else { 0 };
                    all_cases += cases;
                }
                Found::Stopped => return Err(PatternFault::Stopped),
                found => return Err(fault(&cards, number, pattern, &bunch, found)),
            }
        }
    }
    Ok(Verified(DeadPatterns { patterns: patterns.clone(), start, ways: all, at_once, cases: all_cases }))
}

fn ways_of(cards: &Cards, space: &Space, number: usize, pattern: &Pattern) -> Result<Vec<Way>, PatternFault> {
    ways::ways(cards, space, pattern).ok_or_else(|| PatternFault::GaveUp {
        pattern: number,
        words: cards.in_words(pattern),
        move_: "a complete run leaves".into(),
    })
}

/// Searches for a sane position that matches no pattern and satisfies the assumptions and `is_so`.
fn after(
    engine: &mut Engine<'_>,
    effort: Effort,
    assume: impl FnOnce(&mut Engine<'_>) -> Result<(), engine::Conflict>,
    is_so: &dyn Fn(&[Spot]) -> bool,
    stop: &dyn Fn() -> bool,
) -> Found {
    let mark = engine.mark();
    let found = match assume(engine) {
        Ok(()) => search::find(engine, effort, is_so, stop),
        Err(engine::Conflict) => Found::Nothing { cases: 0 },
    };
    engine.undo(mark);
    found
}

fn fault(cards: &Cards, pattern: usize, shown: &Pattern, bunch: &Bunch, found: Found) -> PatternFault {
    let words = cards.in_words(shown);
    match found {
        Found::Position(after) => {
            let way = bunch.that_leads_to(&after);
            PatternFault::Escape { pattern, words, move_: way.in_words(cards), way, after }
        }
        Found::NotLearnt => PatternFault::NotLearnt { pattern, words, move_: bunch.ways[0].in_words(cards) },
        _ => PatternFault::GaveUp { pattern, words, move_: bunch.ways[0].in_words(cards) },
    }
}

impl Way {
    /// The move in words: `3H goes on 4C`.
    #[must_use]
    pub fn in_words(&self, cards: &Cards) -> String {
        let names = |numbers: &[crate::state::patterns::CardNo]| {
            numbers.iter().map(|&n| cards.name(n)).collect::<Vec<_>>().join(" ")
        };
        match self {
            Way::Card { card, to, .. } => {
                let place = match to {
                    Spot::Bottom => "to an empty column".into(),
                    Spot::BottomOf(column) => format!("to empty column {}", column + 1),
                    Spot::Cell => "to a cell".into(),
                    Spot::Waste | Spot::WasteLeft(_) => "to the waste".into(),
                    to => cards.spot_in_words(*to),
                };
                format!("{} goes {place}", cards.name(*card))
            }
            Way::Leaves { cards: leaving, .. } => format!("a complete run leaves with {}", names(leaving)),
            Way::Redeal(turned) => format!("the waste is turned back with {}", names(turned)),
            Way::Row { row, cards: dealt } => format!("row {} is dealt with {}", row + 1, names(dealt)),
        }
    }
}
