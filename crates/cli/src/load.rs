//! Reads rules, instances and ranges from command line arguments.

use super::args::GameArgs;
use super::source::{self, deal_range};
use patsat_console::context::remark;
use patsat_console::exit::Failure;
use patsat_console::input::{about, name, read};
use patsat_facade::{DealError, OpenedGame, Source, open_with};
use patsat_formats::{self as formats, Format, Hints, PlanText};
use patsat_game::cards::DealRange;
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Fault;
use patsat_pddl::strips::World;
use std::path::Path;
use std::sync::Arc;

/// The rules of a game by name.
pub(super) fn preset(name: &str) -> Result<Rules, Failure> {
    let known = || PRESETS.iter().map(|p| p.name);
    Rules::preset(name).map_err(|unknown| Failure::unknown(unknown, name, known()))
}

pub(super) fn rules_file(path: &Path) -> Result<Rules, Failure> {
    let shown = path.display().to_string();
    let bytes = read(path, "a file of rules, or - for standard input")?;
    formats::read_rules(&bytes).map_err(|e| Failure::from(e.with_file(name(&shown))))
}

/// The hints of the options.
fn hints(args: &GameArgs) -> Result<Hints, Failure> {
    let game = match (&args.game, &args.rules) {
        (Some(game), _) => Some(preset(game)?),
        (None, Some(file)) => Some(rules_file(file)?),
        (None, None) => None,
    };
    let GameArgs { columns, cells, ranks, suits, strict_deal, face_up, flip, .. } = *args;
    Ok(Hints { game, columns, cells, ranks, suits, strict_deal, face_up, flip, lines: args.lines() })
}

/// Converts the error of an instance that cannot be opened; the message names the options.
fn not_opened(text: &str, args: &GameArgs, error: DealError) -> Failure {
    let help = error.help();
    let failure = match error {
        DealError::Text(error) => Failure::input(error.with_file(name(text))),
        DealError::Instance(error) => Failure::input(format!("{text}: {error}")),
        DealError::OtherGame { id, own } => {
            let option = if args.game.is_some() { "--game" } else { "--rules" };
            Failure::input(format!("{id} is a deal of {own}: expected no {option}, or the same one"))
        }
        other => Failure::input(other),
    };
    Failure { help, ..failure }
}

/// The instance that a deal's name, a file or `-` stands for.
pub(super) fn instance(text: &str, args: &GameArgs, from: Option<Format>) -> Result<Instance, Failure> {
    board(text, args, from)?.complete().map_err(|e| Failure::from(e.with_file(name(text))))
}

/// The same for a file that may have unseen cards.
pub(super) fn board(
    text: &str,
    args: &GameArgs,
    from: Option<Format>,
) -> Result<formats::PartialBoard, Failure> {
    board_of(text, &source::read(text, args)?, args, from)
}

/// A planning task whose suits have unequal lengths, which no rules of ours express; `None` for other files.
pub(super) fn world_of_unequal_suits(
    text: &str,
    source: &Source<'_>,
    from: Option<Format>,
) -> Result<Option<World>, Failure> {
    let task = matches!(from, None | Some(Format::Pddl));
    let Some(bytes) = source.bytes().filter(|_| task) else { return Ok(None) };
    formats::world_of_unequal_suits(bytes).map_err(|e| Failure::from(e.with_file(name(text))))
}

/// The error for an option that a task whose suits have unequal lengths does not take.
pub(super) fn not_for_unequal_suits(text: &str, option: &str) -> Failure {
    let sentence = format!(
        "found {option}, expected no such option: suits of unequal length are no card game that patsat can express, \
         so the task's domain alone decides"
    );
    Failure::input(about(name(text), &sentence))
}

/// As [`board`], for a source that is already read.
pub(super) fn board_of(
    text: &str,
    source: &Source<'_>,
    args: &GameArgs,
    from: Option<Format>,
) -> Result<formats::PartialBoard, Failure> {
    if let (Source::Deal(_), Some(option)) = (source, args.of_files()) {
        return Err(Failure::input(format!("{option} is for boards in files: {text} is a deal by number")));
    }
    let board = open_with(source, from, &hints(args)?).map_err(|error| not_opened(text, args, error))?;
    for note in &board.notes {
        remark(&format!("{}: {note}", name(text)));
    }
    Ok(board)
}

/// Reads the plan of a file, with a note if the reader added moves home that the text leaves out.
pub(super) fn plan(
    path: &Path,
    bytes: &[u8],
    format: Option<Format>,
    instance: &Instance,
) -> Result<PlanText, Failure> {
    let shown = path.display().to_string();
    formats::read_plan_text(bytes, format, instance).map_err(|e| Failure::from(e.with_file(name(&shown))))
}

/// Prints to standard error how a plan was read if the reader added moves home.
pub(super) fn note_reading(path: &Path, read: &PlanText) {
    if let Some(note) = read.note() {
        remark(&format!("{}: {note}", name(&path.display().to_string())));
    }
}

/// Returns why a plan is not valid. If no reading of it is valid, the message describes the nearest one.
pub(super) fn why_refused(fault: &Fault, read: &PlanText) -> String {
    match read.why_none() {
        None => format!("not valid: {fault}"),
        Some(readings) => format!("not valid: {fault}\n{readings}"),
    }
}

/// Returns the instance of a plan. A saved game that is its own plan starts at its deal, not at the saved position.
pub(super) fn instance_of_plan(
    text: &str,
    plan: &Path,
    args: &GameArgs,
    from: Option<Format>,
) -> Result<Instance, Failure> {
    not_both_from_input(text, plan, "the instance and its plan")?;
    instance_of_plan_in(text, &source::read(text, args)?, plan, args, from)
}

/// Checks that standard input is not both `what`, such as "the instance and its plan".
pub(super) fn not_both_from_input(text: &str, file: &Path, what: &str) -> Result<(), Failure> {
    if text == "-" && file == Path::new("-") {
        return Err(Failure::input(format!("standard input cannot be both {what}")));
    }
    Ok(())
}

/// As [`instance_of_plan`], for a source that is already read.
pub(super) fn instance_of_plan_in(
    text: &str,
    source: &Source<'_>,
    plan: &Path,
    args: &GameArgs,
    from: Option<Format>,
) -> Result<Instance, Failure> {
    let board = board_of(text, source, args, from)?;
    let is_own_plan = Path::new(text) == plan;
    let instance =
        if is_own_plan { OpenedGame::try_from(board).map(|opened| opened.start) } else { board.complete() };
    instance.map_err(|e| Failure::from(e.with_file(name(text))))
}

/// Returns an instance, and the start of its game with the moves since then. The moves come from a file or from the
/// history of a saved game; without either, the second part is `None`.
pub(super) fn played(
    text: &str,
    args: &GameArgs,
    from: Option<Format>,
    moves: Option<&Path>,
    moves_format: Option<Format>,
) -> Result<(Instance, Option<(Instance, Plan)>), Failure> {
    not_both_from_input(text, moves.unwrap_or(Path::new("")), "the instance and the moves")?;
    played_on(text, board(text, args, from)?, moves, moves_format)
}

/// As [`played`], for a board that is already read.
pub(super) fn played_on(
    text: &str,
    board: formats::PartialBoard,
    moves: Option<&Path>,
    moves_format: Option<Format>,
) -> Result<(Instance, Option<(Instance, Plan)>), Failure> {
    let instance = board.complete().map_err(|e| Failure::from(e.with_file(name(text))))?;
    // A saved game that is also the file of moves contains both.
    let played = match moves.filter(|&file| file != Path::new(text)) {
        Some(file) => {
            let bytes = read(file, "a file with moves")?;
            let read = plan(file, &bytes, moves_format, &instance)?.so_far();
            note_reading(file, &read);
            Some((instance.clone(), read.plan))
        }
        None => formats::played(&instance).map_err(|e| Failure::from(e.with_file(name(text))))?,
    };
    Ok((instance, played))
}

/// A range of deals and their rules, checked on the first and the last deal.
pub(super) fn range(text: &str, args: &GameArgs) -> Result<(DealRange, Rules), Failure> {
    let range = deal_range(text)?;
    let first = open_with(&Source::Deal(range.first.clone()), None, &hints(args)?);
    let rules = first.map_err(|error| not_opened(text, args, error))?.instance.rules;
    Ok((range, Arc::unwrap_or_clone(rules)))
}
