//! Explains a lost position: patterns in words, on the board and as a drawing.
//!
//! `picture` selects what is visible of a pattern, `terminal` and [`svg`] draw it, `texts` lists the cards to mark.
//! `words` describes the pattern column by column, `ways` the result of every move out of it. All input has been
//! accepted by the verifier.

mod fold;
mod heights;
mod picture;
pub mod svg;
mod terminal;
mod texts;
mod tracked;
mod ways;
mod words;

use super::{human, sentences};
use patsat_analysis::why::{PatternProof, WhyAnswer};
use patsat_base::{Style, counted};
use patsat_formats::board;
use patsat_game::state::patterns::Cards;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{Explained, Verified, WayAnswer, explain};
use patsat_planning::{Basis, Outcome};
use picture::Picture;
use std::fmt::Write;

pub use texts::{PatternText, pattern_texts};

/// Patterns beside the first that are printed by default.
const MOST: usize = 24;

/// Moves of a winning line that are printed where nothing is lost.
const MOST_MOVES: usize = 6;

/// The parts of a proof that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofDisplayOptions {
    /// The pattern that is drawn, from 0; the start's by default.
    pub pattern: Option<usize>,
    /// Whether every pattern is printed in full.
    pub all: bool,
}

/// The proof behind an answer, if patterns are its basis.
#[must_use]
pub fn proof(answer: &WhyAnswer) -> Option<&PatternProof> {
    match &answer.answer.outcome {
        Outcome::Unwinnable(Basis::Patterns(proof)) => Some(proof),
        _ => None,
    }
}

/// The verdict; the begin of a plan if the game can be won, the patterns if it cannot.
#[must_use]
pub fn text(
    instance: &Instance,
    by: &str,
    why: &WhyAnswer,
    shown: ProofDisplayOptions,
    style: Style,
) -> String {
    if let Outcome::Solved(plan, _) = &why.answer.outcome {
        return format!("{}\n{}", board::instance(instance, style), not_lost(instance, plan, style));
    }
    if let Some(reason) = without_patterns(instance, why, style) {
        let verdict = style.bold(&human::verdict(by, &why.answer));
        return format!("{}\n{verdict}\n\n{reason}", board::instance(instance, style));
    }
    let Some(proof) = proof(why) else {
        let answer = human::answer(instance, by, &why.answer, style, shown.all);
        let without = why.without.as_ref().map(|without| format!("No dead patterns: {without}.\n"));
        return format!("{}\n{answer}{}", board::instance(instance, style), without.unwrap_or_default());
    };
    let which = shown.pattern.unwrap_or(proof.checked.start).min(proof.checked.patterns.0.len() - 1);
    let cards = Cards::of(instance);
    let mut text = format!("{}\n\n", style.bold(&board::title(instance)));
    if let Some(picture) = Picture::of(instance, &cards, &proof.checked.patterns.0[which]) {
        text.push_str(&terminal::picture(&cards, &picture, style));
    }
    let _ = writeln!(text, "\n{}\n", style.bold(&human::verdict(by, &why.answer)));
    if cards.all().any(|card| cards.name(card).ends_with(".2")) {
        text.push_str(
            "Equal cards are numbered in the order of the deal: 2S.1 is the first 2S, 2S.2 the second.\n\n",
        );
    }
    let all = proof.checked.patterns.0.len();
    let printed = if shown.all { all } else { all.min(MOST + 1) };
    let numbers = || std::iter::once(which).chain((0..all).filter(|&other| other != which)).take(printed);
    for (number, ways) in numbers().zip(explain(instance, &proof.checked, numbers())) {
        if shown.all || number == which {
            pattern(&mut text, instance, &cards, proof, number, &ways, style);
        } else {
            let facts = words::one_line(&cards, &proof.checked.patterns.0[number], style);
            let title = title(proof, number, style);
            let _ = writeln!(text, "{title}: {facts}\n  every move out: {}", leads_to(&ways));
        }
        text.push('\n');
    }
    if printed < all {
        let left = all - printed;
        let _ = writeln!(text, "{left} more patterns: --all prints them, -o FILE writes them.");
    } else {
        text.pop();
    }
    text
}

/// What a loss that tracked cards or a height game show rests on; `None` for any other answer.
#[must_use]
pub fn without_patterns(instance: &Instance, why: &WhyAnswer, style: Style) -> Option<String> {
    let tracked = why.tracked().map(|few| tracked::text(instance, &few.checked, style));
    tracked.or_else(|| why.heights().map(|loss| heights::text(instance, &loss.checked, style)))
}

/// Says that a position is not lost, with the begin of a winning line.
fn not_lost(instance: &Instance, plan: &Verified<Plan>, style: Style) -> String {
    let all = plan.moves.len();
    if all == 0 {
        return style.bold("Not lost: this game is already won.") + "\n";
    }
    let verdict = format!(
        "Not lost: this position can be won in {} (plan verified), for instance so:",
        counted(all, "move")
    );
    let line = sentences::begin(instance, plan, MOST_MOVES, style);
    let more = match all.saturating_sub(MOST_MOVES) {
        0 => String::new(),
        more => format!("... and {more} more. 'patsat solve' prints the whole plan.\n"),
    };
    format!("{}\n\n{line}{more}", style.bold(&verdict))
}

fn title(proof: &PatternProof, which: usize, style: Style) -> String {
    let start = if which == proof.checked.start { " (the start)" } else { "" };
    style.bold(&format!("Pattern {}{start}", which + 1))
}

/// The pattern that a lost position matches, on a line.
#[must_use]
pub fn pattern_line(instance: &Instance, proof: &PatternProof, style: Style) -> String {
    words::as_it_lies(&Cards::of(instance), &proof.checked.patterns.0[proof.checked.start], style)
}

/// One pattern in full.
fn pattern(
    text: &mut String,
    instance: &Instance,
    cards: &Cards,
    proof: &PatternProof,
    which: usize,
    explained: &[Explained],
    style: Style,
) {
    let shown = &proof.checked.patterns.0[which];
    let _ = writeln!(text, "{}", title(proof, which, style));
    text.push_str(&words::pattern(instance, cards, shown, style));
    text.push_str(&ways::ways(instance, cards, shown, explained, style));
}

/// The patterns that the ways out lead to.
fn leads_to(explained: &[Explained]) -> String {
    let mut all: Vec<usize> = (explained.iter())
        .filter_map(|one| match &one.answer {
            WayAnswer::Into(patterns) => Some(patterns),
            WayAnswer::Impossible => None,
        })
        .flatten()
        .copied()
        .collect();
    all.sort_unstable();
    all.dedup();
    if all.is_empty() { "blocked".into() } else { ways::numbers(&all) }
}

/// The data of a `why` line of JSON.
#[derive(Clone, Debug, serde::Serialize)]
pub struct WhyData {
    /// The pattern that the start matches, from 1.
    pub start: usize,
    /// The patterns in words, as in the certificate.
    pub patterns: Vec<String>,
    /// For each pattern its ways out.
    pub ways: Vec<Vec<WayData>>,
}

/// A way out of a pattern.
#[derive(Clone, Debug, serde::Serialize)]
pub struct WayData {
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// The patterns, from 1, one of which holds after it; empty if no position allows it.
    pub into: Vec<usize>,
}

#[must_use]
pub fn data(instance: &Instance, proof: &PatternProof) -> WhyData {
    let cards = Cards::of(instance);
    let patterns = &proof.checked.patterns.0;
    let way = |one: &Explained| WayData {
        action: one.way.in_words(&cards),
        into: match &one.answer {
            WayAnswer::Impossible => Vec::new(),
            WayAnswer::Into(patterns) => patterns.iter().map(|n| n + 1).collect(),
        },
    };
    let ways = explain(instance, &proof.checked, 0..patterns.len());
    WhyData {
        start: proof.checked.start + 1,
        patterns: patterns.iter().map(|pattern| cards.in_words(pattern)).collect(),
        ways: ways.iter().map(|ways| ways.iter().map(way).collect()).collect(),
    }
}
