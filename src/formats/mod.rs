//! Files of positions and of plans, one format a file.
//!
//! A reader takes bytes, for a file can hold anything, and never panics on them: what is
//! wrong comes back as a [`FormatError`], one sentence with the line, to which the caller
//! adds the name of the file. The format is told from the content ([`Format::sniff`]) or
//! given by the caller.
//!
//! What a reader returns is a claim: an [`Instance`] has passed the checks of its rules and
//! deck, but a [`Plan`] is only what the text says, legal or not, until [`crate::verify`] has
//! played it. What a writer writes its reader reads back to the same game or plan; what a
//! format cannot say it refuses to write.

pub mod carcassonne;
mod card_json;
pub mod dimacs;
mod error;
mod fcsolve;
mod hints;
mod json;
mod kpat;
mod notation;
pub mod pddl;
mod plan_json;
mod replay;
mod replayer;
pub mod rummikub;
mod sniff;
mod solvitaire;

pub use error::{FormatError, Problem};
pub use hints::Hints;

use crate::rules::Rules;
use crate::state::{Instance, Plan};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A format of files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// A board as Freecell Solver reads it.
    FcSolve,
    /// A game and position in our own JSON.
    Json,
    /// A deal in Solvitaire's JSON.
    Solvitaire,
    /// A position as a task of the planning competitions' FreeCell domain.
    Pddl,
    /// A position in the JSON of Laubersheimer's thesis.
    CardJson,
    /// A game saved by KPatience, with its history.
    Kpat,
    /// A position saved by KPatience in its legacy dialect.
    KpatLegacy,
    /// A plan in standard notation.
    Standard,
    /// A plan as Freecell Solver prints it, moves between boards.
    Replay,
    /// A plan in our own JSON.
    PlanJson,
    /// A plan for a task in PDDL.
    IpcPlan,
}

/// What a format is, for listings.
const ABOUT: [(Format, &str, &str); 11] = [
    (Format::FcSolve, "fc-solve", "a board as Freecell Solver reads it, a column a line"),
    (Format::Json, "json", "our JSON: any game, any deck, any position"),
    (Format::Solvitaire, "solvitaire", "the deal JSON of Solvitaire"),
    (Format::Pddl, "pddl", "a task of the planning competitions' FreeCell domain (IPC 2000, 2002)"),
    (
        Format::CardJson,
        "card-json",
        "Spider as the thesis of Laubersheimer (2024) writes it: an array of cards a pile",
    ),
    (
        Format::Kpat,
        "kpat",
        "a saved game of KPatience with its history; for a plan, all its moves but the winning one, to undo and redo",
    ),
    (Format::KpatLegacy, "kpat-legacy", "a position in KPatience's legacy dialect (*.kpatience)"),
    (Format::Standard, "standard", "a plan in standard notation, two characters a move"),
    (Format::Replay, "replay", "a plan as Freecell Solver prints it (-p -t -sam)"),
    (Format::PlanJson, "plan-json", "a plan in our JSON: any game"),
    (Format::IpcPlan, "ipc-plan", "a plan for a task in PDDL, an action of one card a line"),
];

impl Format {
    /// All formats: positions first, then plans.
    pub const ALL: [Format; 11] = [
        Format::FcSolve,
        Format::Json,
        Format::Solvitaire,
        Format::Pddl,
        Format::CardJson,
        Format::Kpat,
        Format::KpatLegacy,
        Format::Standard,
        Format::Replay,
        Format::PlanJson,
        Format::IpcPlan,
    ];

    fn entry(self) -> &'static (Format, &'static str, &'static str) {
        &ABOUT[self as usize]
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// What it is, in a line.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.entry().2
    }

    /// Whether it holds plans, not positions.
    #[must_use]
    pub fn is_plan(self) -> bool {
        matches!(self, Format::Standard | Format::Replay | Format::PlanJson | Format::IpcPlan)
    }

    /// Whether a plan can be written in it: a format of plans, or one of games with a history.
    #[must_use]
    pub fn writes_plans(self) -> bool {
        self.is_plan() || self == Format::Kpat
    }

    /// The format that this content has.
    ///
    /// # Errors
    /// If it is empty, no text, or has the shape of no format.
    pub fn sniff(bytes: &[u8]) -> Result<Format, FormatError> {
        sniff::sniff(sniff::text(bytes)?)
    }

    /// An error that lists the formats which would do here.
    fn wrong(self, expected: &str, plan: bool) -> FormatError {
        let names = Format::ALL
            .into_iter()
            .filter(|format| if plan { format.writes_plans() } else { !format.is_plan() });
        let names = itertools::join(names.map(Format::name), ", ");
        FormatError::unexpected(self.about(), format!("{expected} ({names})"))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.name() == lower).ok_or_else(|| {
            let names = itertools::join(Format::ALL.map(Format::name), ", ");
            format!("unknown format '{text}': expected one of {names}")
        })
    }
}

/// Reads a game; the format is `from`, or told from the content.
///
/// # Errors
/// What is wrong with the file, or that it holds a plan.
pub fn read_instance(bytes: &[u8], from: Option<Format>, hints: &Hints) -> Result<Instance, FormatError> {
    let text = sniff::text(bytes)?;
    let format = match from {
        Some(format) => format,
        None => sniff::sniff_instance(text)?,
    };
    match format {
        Format::FcSolve => fcsolve::read(text, hints),
        Format::Json => json::read(text, hints),
        Format::Solvitaire => solvitaire::read(text, hints),
        Format::Pddl => pddl::read(text, hints),
        Format::CardJson => card_json::read(text, hints),
        Format::Kpat => kpat::read(text, hints),
        Format::KpatLegacy => kpat::read_legacy(text, hints),
        Format::Standard | Format::Replay | Format::PlanJson | Format::IpcPlan => {
            Err(format.wrong("a game", false))
        }
    }
}

/// Writes a game.
///
/// # Errors
/// If the format cannot say this position, or is one for plans.
pub fn write_instance(instance: &Instance, to: Format) -> Result<String, FormatError> {
    match to {
        Format::FcSolve => fcsolve::write(instance),
        Format::Json => json::write(instance),
        Format::Solvitaire => solvitaire::write(instance),
        Format::Pddl => pddl::write(instance),
        Format::CardJson => card_json::write(instance),
        Format::Kpat => kpat::write(instance),
        Format::KpatLegacy => kpat::write_legacy(instance),
        Format::Standard | Format::Replay | Format::PlanJson | Format::IpcPlan => {
            Err(to.wrong("a format of games", false))
        }
    }
}

/// Reads the rules of a game: ours, as `patsat games NAME` prints them, or Solvitaire's.
///
/// # Errors
/// What is wrong with the file, or cannot be played here.
pub fn read_rules(bytes: &[u8]) -> Result<Rules, FormatError> {
    let text = sniff::text(bytes)?;
    if sniff::is_our_rules(text)? { json::read_rules(text) } else { solvitaire::read_rules(text) }
}

/// Writes rules as Solvitaire's JSON.
///
/// # Errors
/// If Solvitaire cannot say them.
pub fn write_solvitaire_rules(rules: &Rules) -> Result<String, FormatError> {
    solvitaire::write_rules(rules)
}

/// Reads a plan for this game, in the format that its content has.
///
/// The plan is what the text says: an illegal move in it is no error here but for
/// [`crate::verify::replay`] to find.
///
/// # Errors
/// What is wrong with the file, or that it holds a game.
pub fn read_plan(bytes: &[u8], instance: &Instance) -> Result<Plan, FormatError> {
    read_plan_as(bytes, None, instance)
}

/// As [`read_plan`]; the format is `from`, or told from the content.
///
/// # Errors
/// As [`read_plan`].
pub fn read_plan_as(bytes: &[u8], from: Option<Format>, instance: &Instance) -> Result<Plan, FormatError> {
    let text = sniff::text(bytes)?;
    let format = match from {
        Some(format) => format,
        None => sniff::sniff_plan(text)?,
    };
    match format {
        Format::Standard => notation::read(&without_report(text), instance),
        Format::Replay => replay::read(text, instance),
        Format::PlanJson => plan_json::read(text, instance),
        Format::IpcPlan => pddl::read_plan(text, instance),
        Format::Kpat => kpat::read_plan(text, instance),
        Format::FcSolve
        | Format::Json
        | Format::Solvitaire
        | Format::Pddl
        | Format::CardJson
        | Format::KpatLegacy => Err(format.wrong("a plan", true)),
    }
}

/// The plan in a report that `solve` printed: what stands above it becomes empty lines, so that
/// lines keep their numbers. Any other text stays as it is.
fn without_report(text: &str) -> Cow<'_, str> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(verdict) = lines.iter().position(|line| line.starts_with("Solved: ")) else {
        return text.into();
    };
    let Some(blank) = lines[verdict..].iter().position(|line| line.trim().is_empty()) else {
        return text.into();
    };
    let above = verdict + blank;
    ("\n".repeat(above) + &lines[above..].join("\n")).into()
}

/// How many moves each step of a plan has, the steps being those of the encoding that found it;
/// nothing where the file does not say. Only our JSON can.
///
/// # Errors
/// What is wrong with the file.
pub fn read_steps(bytes: &[u8]) -> Result<Vec<usize>, FormatError> {
    let text = sniff::text(bytes)?;
    match sniff::sniff_plan(text) {
        Ok(Format::PlanJson) => plan_json::read_steps(text),
        _ => Ok(Vec::new()),
    }
}

/// As [`write_plan`] in our JSON, with the number of moves of each step.
///
/// # Errors
/// As [`write_plan`].
pub fn write_plan_with_steps(
    instance: &Instance,
    plan: &Plan,
    steps: &[usize],
) -> Result<String, FormatError> {
    plan_json::write_with_steps(instance, plan, steps)
}

/// The game behind an instance that was read from a saved game with a history: where it began, and
/// the moves up to its position. `None` if nothing was played.
///
/// # Errors
/// If the history cannot be played by these rules.
pub fn played(instance: &Instance) -> Result<Option<(Instance, Plan)>, FormatError> {
    kpat::played(instance)
}

/// Writes a plan for this game.
///
/// # Errors
/// If the format cannot say this game or plan, the plan is not legal (standard notation and
/// replay text leave out what only the board tells), or the format is one for games.
pub fn write_plan(instance: &Instance, plan: &Plan, to: Format) -> Result<String, FormatError> {
    match to {
        Format::Standard => notation::write(instance, plan),
        Format::Replay => replay::write(instance, plan),
        Format::PlanJson => plan_json::write(instance, plan),
        Format::IpcPlan => pddl::write_plan(instance, plan),
        Format::Kpat => kpat::write_plan(instance, plan),
        Format::FcSolve
        | Format::Json
        | Format::Solvitaire
        | Format::Pddl
        | Format::CardJson
        | Format::KpatLegacy => Err(to.wrong("a format of plans", true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_every_format_in_order() {
        for format in Format::ALL {
            assert_eq!(format.entry().0, format);
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert!("pdf".parse::<Format>().unwrap_err().contains("solvitaire"));
    }
}
