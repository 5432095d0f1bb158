//! Files of positions and of plans, one format a file.
//!
//! A reader takes arbitrary bytes and never panics on them. It returns errors as a
//! [`FormatError`], one sentence with the line, to which the caller
//! adds the name of the file. The format is detected from the content ([`Format::sniff`]) or
//! given by the caller. All formats are rows of one table; a new format adds a file and a row.
//!
//! An [`Instance`] from a reader has passed the checks of its rules and
//! deck. A [`Plan`] from a reader may be illegal until [`patsat_game::verify`] has
//! played it. A reader restores the same game or plan from the output of its writer, and a writer
//! refuses what its format cannot express. This crate trusts only the rules.
//!
//! ```
//! use patsat_formats::{Format, Hints, read_instance, read_plan, write_instance};
//! use patsat_game::verify::replay;
//!
//! // A board as Freecell Solver reads it, in the middle of a game: two cards are not home.
//! let board = "Foundations: H-K C-K D-K S-J\n: QS KS\n";
//! // Such a file does not name its game, so it is FreeCell; the caller says how many columns.
//! let hints = Hints { columns: Some(1), ..Hints::default() };
//! let game = read_instance(board.as_bytes(), None, &hints)?;
//! let plan = replay(&game, read_plan(b"1a 1h ah", &game)?)?;
//! assert_eq!(plan.moves.len(), 3);
//!
//! let json = write_instance(&game, Format::Json)?;
//! assert_eq!(Format::sniff(json.as_bytes())?, Format::Json);
//! assert_eq!(read_instance(json.as_bytes(), None, &Hints::default())?.deal, game.deal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod automatic;
pub mod board;
mod card_style;
mod content;
mod deal_name;
mod fcsolve;
mod hints;
mod json;
mod klondike_solver;
mod kpat;
mod labels;
mod notation;
mod paste;
mod plan_json;
mod readings;
mod replay;
mod replayer;
mod sniff;
mod solvitaire;
mod table;
pub mod which;

pub use automatic::{AutomaticMoves, Reading, next_home};
pub use card_style::CardStyle;
pub use deal_name::{DealName, first_deal};
pub use hints::{HintError, Hints, Lines};
pub use paste::{PartialBoard, UnseenPlace};
pub use patsat_base::{FormatError, Problem, Style};
pub use readings::{FailedReading, PlanText};
pub use solvitaire::solvitaire_differs;
pub use table::Format;

use patsat_base::{printable, text};
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, Plan};
use patsat_pddl::strips::World;
use sniff::FileRole;
use std::fmt;
use std::str::FromStr;

impl Format {
    /// Detects the format of this content.
    ///
    /// # Errors
    /// If the content is empty, is no text, or matches no format.
    pub fn sniff(bytes: &[u8]) -> Result<Format, FormatError> {
        sniff::sniff(&decoded(bytes)?, None)
    }

    /// An error that lists the formats which are possible here.
    fn wrong(self, expected: &str, plan: bool) -> FormatError {
        let names = Format::ALL
            .into_iter()
            .filter(|format| if plan { format.writes_plans() } else { !format.is_plan() });
        let names = itertools::join(names.map(Format::name), ", ");
        FormatError::unexpected(self.about(), format!("{expected} ({names})"))
    }
}

/// The text of a file, without quotation marks of mails and Markdown around it.
fn decoded(bytes: &[u8]) -> Result<String, FormatError> {
    decoded_as(bytes, sniff::KNOWN)
}

/// The same for a file that should hold `expected`.
fn decoded_as(bytes: &[u8], expected: &str) -> Result<String, FormatError> {
    let text = text(bytes, expected)?;
    let text = paste::unwrapped(&text);
    if text.trim().is_empty() {
        return Err(FormatError::unexpected("an empty block", expected));
    }
    Ok(text.into_owned())
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
            format!("unknown format '{}': expected one of {names}", printable(text, 40))
        })
    }
}

/// Reads a game; the format is `from`, or detected from the content.
///
/// # Errors
/// If the file is malformed, contains a plan, or has an unseen card.
pub fn read_instance(bytes: &[u8], from: Option<Format>, hints: &Hints) -> Result<Instance, FormatError> {
    read(bytes, from, hints)?.complete()
}

/// As [`read_instance`], for boards that may have unseen cards; the notes list the conclusions of the reader.
///
/// The lenient reader reads boards as text, unless the caller names Freecell Solver's format.
///
/// # Errors
/// If the file or the hints are wrong, or the file contains a plan.
pub fn read(bytes: &[u8], from: Option<Format>, hints: &Hints) -> Result<PartialBoard, FormatError> {
    let of_file = hints.for_file().map_err(FormatError::content)?;
    let mut board = read_board(bytes, from, &of_file)?;
    hints.change_board(&mut board.instance).map_err(FormatError::content)?;
    Ok(board)
}

fn read_board(bytes: &[u8], from: Option<Format>, hints: &Hints) -> Result<PartialBoard, FormatError> {
    let text = decoded_as(bytes, sniff::BOARD)?;
    let format = match from {
        Some(format) => format,
        None => sniff::sniff(&text, Some(FileRole::Game))?,
    };
    let of_text = matches!(format, Format::Board | Format::FcSolve);
    // Without a format from the caller, a text in Freecell Solver's format may list rows instead of columns. The
    // lenient reader detects which.
    if of_text && (format == Format::Board || from.is_none() || hints.flip) {
        return paste::read_any(&text, hints);
    }
    let option = [
        (hints.flip, "columns are to be flipped"),
        (hints.lines.is_some(), "lines are to be rows or columns"),
    ];
    match (format.row().read_instance, option.iter().find(|(given, _)| *given)) {
        (Some(_), Some((_, why))) => {
            let found = format!("{}, which says where each card lies", format.about());
            Err(FormatError::unexpected(found, format!("a board as text where {why}")))
        }
        (Some(read), None) => {
            let instance = read(&text, hints)?;
            let of_deck =
                (format == Format::KlondikeSolver).then(|| klondike_solver::game_note(hints)).flatten();
            let notes = kpat::variant_note(&instance, hints).into_iter().chain(of_deck).collect();
            Ok(PartialBoard { instance, unseen: Vec::new(), notes })
        }
        (None, _) => Err(format.wrong("a game", false)),
    }
}

/// Writes a game.
///
/// # Errors
/// If the format cannot express this position, or is one for plans.
pub fn write_instance(instance: &Instance, to: Format) -> Result<String, FormatError> {
    match to.row().write_instance {
        Some(write) => write(instance),
        None => Err(to.wrong("a format of games", false)),
    }
}

/// Reads the rules of a game: ours, as `patsat games NAME` prints them, or Solvitaire's.
///
/// # Errors
/// If the file is malformed, or its game is not supported.
pub fn read_rules(bytes: &[u8]) -> Result<Rules, FormatError> {
    let text = decoded_as(bytes, sniff::RULES)?;
    if sniff::is_our_rules(&text)? { json::read_rules(&text) } else { solvitaire::read_rules(&text) }
}

/// Writes rules as Solvitaire's JSON.
///
/// # Errors
/// If Solvitaire cannot express them.
pub fn write_solvitaire_rules(rules: &Rules) -> Result<String, FormatError> {
    solvitaire::write_rules(rules)
}

/// Reads a plan for this game; the format is detected from the content.
///
/// If all moves of the text are legal, they are the plan, whether it wins or not. Otherwise the plan is as
/// [`read_plan_text`] reads it. [`patsat_game::verify::replay`] finds an illegal move in it, not this function.
///
/// # Errors
/// If the file is malformed, or contains a game.
pub fn read_plan(bytes: &[u8], instance: &Instance) -> Result<Plan, FormatError> {
    read_plan_as(bytes, None, instance)
}

/// As [`read_plan`]; the format is `from`, or detected from the content.
///
/// # Errors
/// As [`read_plan`].
pub fn read_plan_as(bytes: &[u8], from: Option<Format>, instance: &Instance) -> Result<Plan, FormatError> {
    Ok(read_plan_text(bytes, from, instance)?.so_far().plan)
}

/// Reads a plan that should win, and reports how the text was read. Texts in standard notation may leave out
/// automatic moves. All other formats list every move and are read as written.
///
/// # Errors
/// As [`read_plan`].
pub fn read_plan_text(
    bytes: &[u8],
    from: Option<Format>,
    instance: &Instance,
) -> Result<PlanText, FormatError> {
    let text = decoded_as(bytes, sniff::PLAN)?;
    let format = match from {
        Some(format) => format,
        None => sniff::sniff_plan(&text, instance)?,
    };
    match format.row().read_plan {
        Some(read) => read(&text, instance),
        None => Err(format.wrong("a plan", true)),
    }
}

/// Returns the number of moves of each step of the encoding that found the plan. The list is
/// empty if the file does not contain the steps; only our JSON can.
///
/// # Errors
/// If the file is malformed.
pub fn read_steps(bytes: &[u8]) -> Result<Vec<usize>, FormatError> {
    let text = decoded_as(bytes, sniff::PLAN)?;
    match sniff::sniff(&text, Some(FileRole::Plan)) {
        Ok(Format::PlanJson) => plan_json::read_steps(&text),
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

/// Returns the start of a saved game with a history, and the moves up to the position of `instance`.
/// `None` if no move was played.
///
/// # Errors
/// If the history cannot be played by these rules.
pub fn played(instance: &Instance) -> Result<Option<(Instance, Plan)>, FormatError> {
    kpat::played(instance)
}

/// As [`patsat_pddl::world_of_unequal_suits`], for the bytes of a file.
///
/// # Errors
/// If the facts of such a task describe no position, such as a card in two places.
pub fn world_of_unequal_suits(bytes: &[u8]) -> Result<Option<World>, FormatError> {
    let Ok(text) = decoded(bytes) else { return Ok(None) };
    patsat_pddl::world_of_unequal_suits(&text)
}

/// Writes a plan for this game.
///
/// # Errors
/// If the format cannot express this game or plan, the plan is not legal (standard notation and
/// replay text depend on the board), or the format is one for games.
pub fn write_plan(instance: &Instance, plan: &Plan, to: Format) -> Result<String, FormatError> {
    match to.row().write_plan {
        Some(write) => write(instance, plan),
        None => Err(to.wrong("a format of plans", true)),
    }
}
