//! What a person or a program reads: verdicts, boards, plans, surveys as text.
//!
//! Plans come in as [`patsat_game::verify::Verified`] only. Nothing here writes to a stream;
//! every function returns text, so that the same answer gives the same bytes.

pub mod class;
pub mod cubes;
pub mod estimate;
pub mod human;
pub mod jsonl;
pub mod notation;
pub mod replay;
pub mod sentences;
pub mod solver_lines;
pub mod two_players;
pub mod variants;
pub mod why;

/// The names in a sentence: `text, json or solver`.
pub(crate) fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}
