//! The best next move and its reason, and the verdict of every other move.

use super::{human, sentences, why};
use patsat_analysis::hint::{Gain, Hint, LossPoint, Mark, MarkedMove, Reason};
use patsat_analysis::why::PlayOutcome;
use patsat_base::{Limit, Style};
use patsat_formats::{CardStyle, board};
use patsat_game::cards::{Card, Suit};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Table};
use patsat_planning::{Basis, Outcome};
use serde::Serialize;
use std::fmt::Write;

/// The board after `played` moves, the best move with its reason, and every legal move with its mark; `verbose` adds
/// the plan.
#[must_use]
pub fn text(start: &Instance, played: usize, hint: &Hint, style: Style, verbose: bool) -> String {
    let table = hint.now.table();
    let after = match played {
        0 => String::new(),
        1 => ", after 1 move".to_owned(),
        n => format!(", after {n} moves"),
    };
    let title = style.bold(&(board::title(start) + &after));
    let mut text = format!("{title}\n\n{}\n", board::board(&table, style));
    let (first, more) = verdict_text(hint, &table, style);
    let _ = writeln!(text, "{}", style.bold(&first));
    if !more.is_empty() {
        let _ = writeln!(text, "{more}");
    }
    if let Outcome::Unwinnable(Basis::Patterns(proof)) = &hint.answer.outcome {
        let _ = writeln!(text, "It is lost while {}.", why::pattern_line(&hint.now, proof, style));
    }
    if !hint.moves.is_empty() && !matches!(hint.answer.outcome, Outcome::Unwinnable(_)) {
        text.push('\n');
        text.push_str(&marks(hint, &table, style));
    }
    if let (true, Some(plan)) = (verbose, hint.answer.plan()) {
        let _ = write!(text, "\nThe plan:\n\n{}", human::plan_text(&hint.now, plan, style, true));
    }
    text
}

/// The first sentence, and the sentences below it.
#[must_use]
pub fn verdict_text(hint: &Hint, table: &Table, style: Style) -> (String, String) {
    let all = hint.moves.len();
    match (&hint.answer.outcome, hint.best()) {
        (Outcome::Solved(plan, _), Some(best)) => {
            let first = format!("Best: {}.", sentences::sentence(table, best, style));
            let left = match plan.moves.len() {
                1 => "This move wins the game.".to_owned(),
                n => format!("The plan that begins with it has {n} moves (plan verified)."),
            };
            let reason = hint.reason().and_then(|reason| reason_text(table, &reason, style));
            let reason = reason.map(|reason| reason + " ").unwrap_or_default();
            (first, format!("{reason}{left}\n{}", counts_text(hint)))
        }
        (Outcome::Solved(..), None) => ("The game is won: every card is home.".into(), String::new()),
        (Outcome::Unwinnable(_), _) => {
            let moves = match all {
                0 => "there is no legal move".to_owned(),
                1 => "the only legal move loses".to_owned(),
                n => format!("none of the {n} legal moves wins"),
            };
            (format!("Lost: {moves}."), since_text(hint, style).unwrap_or_default())
        }
        _ => (
            "Unknown: no winning move was found, and the game was not proved lost.".into(),
            counts_text(hint),
        ),
    }
}

/// What a move gains, in a sentence.
fn reason_text(table: &Table, reason: &Reason, style: Style) -> Option<String> {
    let ranks = table.rules().deck.ranks;
    let card = |card| style.card(card, 0);
    let run =
        |suit: Suit| format!("the run {}..{}", card(Card::new(ranks, suit.0)), card(Card::new(1, suit.0)));
    let now = |gain: &Gain| match *gain {
        Gain::Home(c) => format!("sends {} home", card(c)),
        Gain::Run(suit) => format!("completes {}", run(suit)),
        Gain::TurnsUp(c, n) => format!("turns up {} in column {}", card(c), n + 1),
        Gain::Empties(n) => format!("empties column {}", n + 1),
        Gain::Uncovers(c) => format!("uncovers {}", card(c)),
        Gain::Frees(n) => format!("frees cell {}", n + 1),
    };
    let then = reason.then.map(|(later, gain)| {
        let when = match later {
            1 => "the next move".to_owned(),
            n => format!("{n} moves later the plan"),
        };
        format!("{when} {}", now(&gain))
    });
    let now = super::all_of(reason.gains.iter().map(now));
    match (now, then) {
        (None, None) => None,
        (Some(now), None) => Some(format!("It {now}.")),
        (Some(now), Some(then)) => Some(format!("It {now}; {then}.")),
        (None, Some(then)) => Some(format!("This prepares the next step: {then}.")),
    }
}

/// How many of the legal moves win, are open, and lose.
fn counts_text(hint: &Hint) -> String {
    let (wins, open, loses) = hint.counts();
    let all = hint.moves.len();
    if wins == 1 && all == 1 {
        return "It is the only legal move.".into();
    }
    if wins == 1 && open == 0 {
        return format!("It is the only winning move of {all}.");
    }
    if wins == all {
        return format!("All {all} legal moves win.");
    }
    let part = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let limits = hint.moves.iter().find_map(|m| match m.mark {
        Mark::Open(limit) => Some(limit),
        _ => None,
    });
    let why = limits.map(|limit| format!(" ({limit})")).unwrap_or_default();
    let parts =
        [part(wins, "wins", "win"), part(loses, "loses", "lose"), part(open, "is unknown", "are unknown")];
    let parts = super::all_of(parts.into_iter().flatten()).unwrap_or_default();
    let moves = if all == 1 { "move" } else { "moves" };
    format!("Of {all} legal {moves} {parts}{why}.")
}

fn since_text(hint: &Hint, style: Style) -> Option<String> {
    since(hint.since.as_ref()?, style)
}

/// The move that lost the game; `None` if the game is not lost.
#[must_use]
pub fn since(since: &LossPoint, style: Style) -> Option<String> {
    Some(match &since.lost {
        PlayOutcome::Always(_) => "No move lost the game: it was unwinnable from the start.".into(),
        PlayOutcome::At { step, before, .. } => {
            let left = before.plan().map_or(0, |plan| plan.moves.len());
            let words = since.by.as_ref().map(|(then, action)| sentences::sentence(then, *action, style));
            let words = words.map(|words| format!(" ({words})")).unwrap_or_default();
            format!("Move {}{words} lost the game: before it, it could be won in {left} moves.", step + 1)
        }
        PlayOutcome::Between { first, last, .. } => {
            let from = first.map_or("the start".into(), |first| format!("move {}", first + 1));
            let to = last.map_or("the end".into(), |last| format!("move {}", last + 1));
            format!("It was lost between {from} and {to}; a limit left the exact move undecided.")
        }
        PlayOutcome::Never(_) => return None,
    })
}

/// One line a move.
fn marks(hint: &Hint, table: &Table, style: Style) -> String {
    let mut text = String::new();
    for MarkedMove { action, mark } in &hint.moves {
        let words = sentences::sentence(table, *action, style);
        let left = left(mark).map(|left| format!("{left} left")).unwrap_or_default();
        let _ = write!(text, "  {:<8} {left:>9}  {words}", word(mark));
        if let Some(pattern) = pattern(hint, *action, mark, style) {
            let _ = write!(text, "; then lost while {pattern}");
        }
        text.push('\n');
    }
    text
}

fn word(mark: &Mark) -> &'static str {
    match mark {
        Mark::Wins(_) => "winning",
        Mark::Open(_) => "unknown",
        Mark::Loses(_) => "losing",
    }
}

/// How many moves the plan after a winning move has left, the move not counted.
fn left(mark: &Mark) -> Option<usize> {
    match mark {
        Mark::Wins(plan) => Some(plan.moves.len() - 1),
        _ => None,
    }
}

/// The dead pattern that becomes true by a losing move.
fn pattern(hint: &Hint, action: Move, mark: &Mark, style: Style) -> Option<String> {
    let Mark::Loses(Basis::Patterns(proof)) = mark else { return None };
    let after = hint.after(action)?;
    Some(why::pattern_line(&after, proof, style))
}

/// The data of a `hint` line of JSON.
#[derive(Clone, Debug, Serialize)]
pub struct HintData {
    /// Moves played before.
    pub played: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Move>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// What it gains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Of a lost position: the moves, from 1, one of which lost it; two zeros: the start was lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_between: Option<(usize, usize)>,
    /// Every legal move.
    pub moves: Vec<MoveData>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveData {
    /// The move.
    #[serde(rename = "move")]
    pub action: Move,
    /// The same in words.
    pub words: String,
    /// `winning`, `losing` or `unknown`.
    pub mark: &'static str,
    /// Winning: the moves that the plan has left after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
    /// Unknown: the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Losing: `search`, or `dead-patterns`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<&'static str>,
    /// The pattern that becomes true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

/// A hint as data, its words in this style.
#[must_use]
pub fn data(hint: &Hint, played: usize, style: Style) -> HintData {
    let table = hint.now.table();
    let one = |MarkedMove { action, mark }: &MarkedMove| MoveData {
        action: *action,
        words: sentences::sentence(&table, *action, style),
        mark: word(mark),
        left: left(mark),
        limit: if let Mark::Open(limit) = mark { Some(*limit) } else { None },
        basis: match mark {
            Mark::Loses(Basis::Patterns(_)) => Some("dead-patterns"),
            Mark::Loses(_) => Some("search"),
            _ => None,
        },
        pattern: pattern(hint, *action, mark, style),
    };
    let lost_between = hint.since.as_ref().and_then(|since| match &since.lost {
        PlayOutcome::Never(_) => None,
        PlayOutcome::Always(_) => Some((0, 0)),
        PlayOutcome::At { step, .. } => Some((step + 1, step + 1)),
        PlayOutcome::Between { first, last, .. } => {
            Some((first.map_or(0, |n| n + 1), last.map_or(played, |n| n + 1)))
        }
    });
    HintData {
        played,
        best: hint.best(),
        words: hint.best().map(|best| sentences::sentence(&table, best, style)),
        why: hint.reason().and_then(|reason| reason_text(&table, &reason, style)),
        lost_between,
        moves: hint.moves.iter().map(one).collect(),
    }
}
