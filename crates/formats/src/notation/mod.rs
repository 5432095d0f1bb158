//! Standard FreeCell notation: two characters a move, ten moves a line.
//!
//! Source: the USAGE of Freecell Solver 5.0.0 (`-sn`, and `-snx` with `vN`) and what it
//! prints. A move names its start and its target: columns `1` to `9`, cells `a` to `g` and on
//! from `k` (h, i and j are left out), `h` for home. `3h 5a 27 b4` and so on.
//!
//! Between columns, the largest possible number of cards moves. Only onto an empty column is this
//! ambiguous: in the common reading the largest possible number moves, while in `-snx` an unmarked move
//! is of one card. `vN`, N in hexadecimal, gives the number. The writer adds it to every move for which the
//! two readings differ, even where `-snx` would not, so that our text has one reading. The reader tries
//! the common reading first, and the other one if only that is a legal plan.
//!
//! Column 10 is `10`, as Freecell Solver writes it (`10b`, `210`); we write `(10)`.
//!
//! Our extensions, for other games than FreeCell:
//! * Places in parentheses: `(12)` is column 12, `(a30)` cell 30, `(r3)` place 3 of the reserve. `(h2)` is
//!   foundation 2, if several foundations take the card or a card comes back from it.
//! * As a start, `W` is the waste and `S` the stock.
//! * `D` alone draws a card, `T` turns the waste back, `R` deals a row.
//! * `#` begins a comment line.
//!
//! `f` is the foundation in games of fewer than six cells, as other programs write it (also `F`, `foundation`).
//!
//! The reader also accepts moves with numbers (`1. 4a`), commas or arrows (`4->a`), comments after them, and
//! the sentences that `solve -v` prints ([`sentence`]).

mod counts;
mod sentence;
mod words;

use super::readings::{self, PlanText};
use super::replay::{Talk, is_board, talk};
use super::replayer::Replayer;
use counts::play;
use patsat_base::{FormatError, quoted};
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan};
use std::borrow::Cow;
use words::{Token, parse, place_name};

/// The first word of a report with a plan.
pub(super) const SOLVED: &str = "Solved";

const WHAT_A_MOVE_IS: &str = "a move such as 23, 5a, b4, 3h, 12v3 or D";

/// Reads a plan.
pub(super) fn read(text: &str, instance: &Instance) -> Result<PlanText, FormatError> {
    let mut tokens = Vec::new();
    let between_boards = text.lines().any(|line| move_between_boards(line).is_some());
    for (number, line) in (1..).zip(without_report(text).lines()) {
        let line = match move_between_boards(line) {
            Some(action) => action,
            None if between_boards && is_board(line) => continue,
            None => line,
        };
        match talk(line) {
            Talk::Moves => {}
            Talk::Skip => continue,
            Talk::NoPlan => {
                return Err(FormatError::unexpected(quoted(line.trim()), "the moves of a plan").at(number));
            }
        }
        let moves = moves_of(line).map_err(|(place, word)| {
            let found = format!("{} as move {}", quoted(word), tokens.len() + place + 1);
            FormatError::unexpected(found, WHAT_A_MOVE_IS).at(number)
        })?;
        tokens.extend(moves);
    }
    readings::best(instance, |replayer| -> Result<(), FormatError> {
        *replayer = play(&tokens, replayer.clone());
        Ok(())
    })
}

/// The move of a line `Move: 53`, as Freecell Solver prints them between boards (`-p -t -sn`).
fn move_between_boards(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("Move:")
}

/// Returns the moves of a line: a sentence, or words that may have numbers, commas and a comment.
/// Otherwise returns the first word that is no move, and the number of moves before it.
pub(super) fn moves_of(line: &str) -> Result<Vec<Token>, (usize, &str)> {
    let cut = ["#", "//"].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    let line = line[..cut].trim();
    if let Some(token) = sentence::parse(unnumbered(line).trim()) {
        return Ok(vec![token]);
    }
    let mut found = Vec::new();
    for word in line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')) {
        let bare = unnumbered(word);
        if !bare.is_empty() {
            found.push(parse(bare).or_else(|| parse_with_arrow(bare)).ok_or((found.len(), word))?);
        }
    }
    Ok(found)
}

/// The text without a number and a full stop, bracket or colon before it.
fn unnumbered(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')', ':']) {
        Some(after) if rest.len() < text.len() => after,
        _ => text,
    }
}

/// A move with something between its places: `4-a`, `4->a`.
fn parse_with_arrow(word: &str) -> Option<Token> {
    let bare = word.replace("->", "").replace(['-', '>', '\u{2192}'], "");
    if bare.len() < word.len() { parse(&bare) } else { None }
}

/// Returns the plan in a report that `solve` printed. Empty lines replace the text above the plan, so that
/// line numbers stay the same. The sentences after it, which repeat the plan, are left out. Any other text is
/// returned unchanged.
fn without_report(text: &str) -> Cow<'_, str> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(verdict) = lines.iter().position(|line| line.starts_with(SOLVED)) else {
        return text.into();
    };
    let Some(blank) = lines[verdict..].iter().position(|line| line.trim().is_empty()) else {
        return text.into();
    };
    let above = verdict + blank;
    let plan = lines[above..].iter().skip_while(|line| line.trim().is_empty());
    let length = plan.take_while(|line| !line.trim().is_empty()).count();
    let blank = lines[above..].iter().take_while(|line| line.trim().is_empty()).count();
    ("\n".repeat(above) + &lines[above..above + blank + length].join("\n")).into()
}

/// Writes a plan, ten moves a line.
pub(super) fn write(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    let mut replayer = Replayer::new(instance);
    let mut words = Vec::with_capacity(plan.moves.len());
    for (step, &action) in plan.moves.iter().enumerate() {
        words.push(word(&replayer, action));
        if let Err(illegal) = replayer.table().check(action) {
            let found = format!("move {} ({action}), which is illegal ({illegal})", step + 1);
            return Err(FormatError::unexpected(found, "a legal plan to write down"));
        }
        replayer.push(action);
    }
    if words.is_empty() {
        return Ok("# no move is needed\n".to_owned());
    }
    Ok(words.chunks(10).map(|line| line.join(" ") + "\n").collect())
}

fn word(replayer: &Replayer, action: Move) -> String {
    let (from, to, count) = match action {
        Move::Draw => return "D".to_owned(),
        Move::Redeal => return "T".to_owned(),
        Move::DealRow => return "R".to_owned(),
        Move::Collect { column } => return place_name(Place::Column(column)) + "h",
        Move::Cards { from, to, count } => (from, to, count),
    };
    let target = if replayer.home(from) == to { "h".to_owned() } else { place_name(to) };
    let mut word = place_name(from) + &target;
    if let (Place::Column(_), Place::Column(_)) = (from, to) {
        let counts = replayer.counts(from, to);
        let plain = counts.len() == 1 || (!replayer.is_empty_column(to) && counts.last() == Some(&count));
        if !plain {
            word += &format!("v{count:x}");
        }
    }
    word
}
