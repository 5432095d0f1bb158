//! From words on the command line to rules, instances and ranges.

use super::args::GameArgs;
use super::source::{Source, deal_range};
use patsat_console::context::remark;
use patsat_console::exit::Failure;
use patsat_console::input::{about, name, read};
use patsat_formats::pddl::strips::World;
use patsat_formats::{self as formats, Format, Hints, PlanText};
use patsat_game::cards::number::DealRange;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{FaceUp, PRESETS, Rules, Stock};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Fault;
use std::path::Path;
use std::sync::Arc;

/// The rules of a game by name.
pub(super) fn preset(name: &str) -> Result<Rules, Failure> {
    let known = || PRESETS.iter().map(|p| p.name);
    Rules::preset(name).map_err(|unknown| Failure::unknown(unknown, name, known()))
}

/// The rules of a file.
pub(super) fn rules_file(path: &Path) -> Result<Rules, Failure> {
    let shown = path.display().to_string();
    let bytes = read(path, "a file of rules, or - for standard input")?;
    formats::read_rules(&bytes).map_err(|e| Failure::from(e.with_file(name(&shown))))
}

/// The rules that --game or --rules ask for.
fn asked(args: &GameArgs) -> Result<Option<Rules>, Failure> {
    match (&args.game, &args.rules) {
        (Some(game), _) => preset(game).map(Some),
        (None, Some(file)) => rules_file(file).map(Some),
        (None, None) => Ok(None),
    }
}

/// What the options say of a game.
fn hints(args: &GameArgs, game: Option<Rules>) -> Hints {
    let GameArgs { columns, cells, ranks, flip, .. } = *args;
    Hints { game, columns, cells, ranks, flip, lines: args.lines() }
}

/// The rules for a deal by number: those of its game, changed as the options say.
fn rules_for(id: &DealId, args: &GameArgs) -> Result<Rules, Failure> {
    let mut rules = match (id.game().map(preset).transpose()?, asked(args)?) {
        (Some(own), Some(asked)) => {
            if own != asked {
                let option = if args.game.is_some() { "--game" } else { "--rules" };
                let text = format!("{id} is a deal of {}: expected no {option}, or the same one", own.name);
                return Err(Failure::input(text));
            }
            own
        }
        (Some(rules), None) | (None, Some(rules)) => rules,
        (None, None) => preset("freecell")?,
    };
    hints(args, None).change(&mut rules);
    set_suits(&mut rules, args)?;
    set_strict(&mut rules, args)?;
    if args.face_up {
        rules.layout.face_up = FaceUp::All;
    }
    Ok(rules)
}

/// In games of complete runs the deck keeps its size, and a number means KPatience's suits.
fn set_suits(rules: &mut Rules, args: &GameArgs) -> Result<(), Failure> {
    let Some(suits) = args.suits else { return Ok(()) };
    let runs = rules.foundations();
    rules.deck.suits = suits;
    if rules.home.of_runs() {
        if let Suits::First(n) = suits {
            rules.deck.suits = Suits::of_spider(n);
        }
        let listed = rules.deck.suits.len();
        if !runs.is_multiple_of(listed) {
            let text =
                format!("--suits {suits}: {listed} suits do not divide the {runs} runs of {}", rules.name);
            return Err(Failure::input(text));
        }
        rules.deck.copies = (runs / listed) as u16;
    }
    Ok(())
}

fn set_strict(rules: &mut Rules, args: &GameArgs) -> Result<(), Failure> {
    match &mut rules.stock {
        Stock::Rows { onto_empty } => *onto_empty &= !args.strict_deal,
        _ if args.strict_deal => {
            let text = format!("--strict-deal: {} deals no rows, expected a game such as spider", rules.name);
            return Err(Failure::input(text));
        }
        _ => {}
    }
    Ok(())
}

/// The instance that a deal's name, a file or `-` stands for.
pub(super) fn instance(text: &str, args: &GameArgs, from: Option<Format>) -> Result<Instance, Failure> {
    board(text, args, from)?.complete().map_err(|e| Failure::from(e.with_file(name(text))))
}

/// The same for a file that may have unseen cards.
pub(super) fn board(text: &str, args: &GameArgs, from: Option<Format>) -> Result<formats::Read, Failure> {
    board_of(text, Source::of(text, args)?, args, from)
}

/// A planning task whose suits have unequal lengths, which no rules of ours express; `None` for other files.
pub(super) fn world_of_unequal_suits(
    text: &str,
    source: &Source,
    from: Option<Format>,
) -> Result<Option<World>, Failure> {
    let task = matches!(from, None | Some(Format::Pddl));
    let Some(bytes) = source.bytes().filter(|_| task) else { return Ok(None) };
    formats::pddl::world_of_unequal_suits(bytes).map_err(|e| Failure::from(e.with_file(name(text))))
}

/// The error for an option that a task whose suits have unequal lengths does not take.
pub(super) fn not_for_unequal_suits(text: &str, option: &str) -> Failure {
    let sentence = format!(
        "found {option}, expected no such option: suits of unequal length are no card game that patsat can express, \
         so the task's domain alone decides"
    );
    Failure::input(about(name(text), &sentence))
}

/// As [`board`], of a source that was read already.
pub(super) fn board_of(
    text: &str,
    source: Source,
    args: &GameArgs,
    from: Option<Format>,
) -> Result<formats::Read, Failure> {
    let bytes = match source {
        Source::File(bytes) => bytes,
        Source::Deal(deal) => {
            if let Some(option) = args.of_files() {
                return Err(Failure::input(format!(
                    "{option} is for boards in files: {text} is a deal by number"
                )));
            }
            let rules = rules_for(&deal.id, args)?;
            let instance =
                Instance::from_id(rules, deal.id).map_err(|e| Failure::input(format!("{text}: {e}")))?;
            return Ok(formats::Read { instance, unseen: Vec::new(), notes: Vec::new() });
        }
    };
    let mut game = asked(args)?;
    match &mut game {
        Some(rules) => set_suits(rules, args)?,
        None if args.suits.is_some() => {
            let what = "--suits needs --game, for instance --game spider, where the instance is a file";
            return Err(Failure::input(about(name(text), what)));
        }
        None => {}
    }
    let hints = hints(args, game);
    let bad = |e: formats::FormatError| Failure::from(e.with_file(name(text)));
    let mut board = formats::read(&bytes, from, &hints).map_err(bad)?;
    for note in &board.notes {
        remark(&format!("{}: {note}", name(text)));
    }
    let changed = &mut board.instance;
    let rules = Arc::make_mut(&mut changed.rules);
    set_strict(rules, args)?;
    if args.face_up {
        rules.layout.face_up = FaceUp::All;
        // What was dealt and saved face down is another game.
        changed.deal.columns.iter_mut().for_each(|pile| pile.face_down = 0);
        (changed.id, changed.saved) = (None, None);
    }
    Ok(board)
}

/// The plan of a file, and how it was read: a note where moves home were added that the text leaves out.
pub(super) fn plan(
    path: &Path,
    bytes: &[u8],
    format: Option<Format>,
    instance: &Instance,
) -> Result<PlanText, Failure> {
    let shown = path.display().to_string();
    formats::read_plan_text(bytes, format, instance).map_err(|e| Failure::from(e.with_file(name(&shown))))
}

/// Says on standard error how a plan was read, where moves home were added.
pub(super) fn note_reading(path: &Path, read: &PlanText) {
    if let Some(note) = read.note() {
        remark(&format!("{}: {note}", name(&path.display().to_string())));
    }
}

/// Why a plan is refused, and where no reading of it fits, which is the nearest.
pub(super) fn why_refused(fault: &Fault, read: &PlanText) -> String {
    match read.why_none() {
        None => format!("not valid: {fault}"),
        Some(readings) => format!("not valid: {fault}\n{readings}"),
    }
}

/// The instance that a plan is for. A saved game that is its own plan is meant from its deal on, not from the
/// position that it was saved at.
pub(super) fn instance_of_plan(
    text: &str,
    plan: &Path,
    args: &GameArgs,
    from: Option<Format>,
) -> Result<Instance, Failure> {
    not_both_from_input(text, plan, "the instance and its plan")?;
    instance_of_plan_in(text, Source::of(text, args)?, plan, args, from)
}

/// Checks that standard input is not both `what`, such as "the instance and its plan".
pub(super) fn not_both_from_input(text: &str, file: &Path, what: &str) -> Result<(), Failure> {
    if text == "-" && file == Path::new("-") {
        return Err(Failure::input(format!("standard input cannot be both {what}")));
    }
    Ok(())
}

/// As [`instance_of_plan`], of a source that was read already.
pub(super) fn instance_of_plan_in(
    text: &str,
    source: Source,
    plan: &Path,
    args: &GameArgs,
    from: Option<Format>,
) -> Result<Instance, Failure> {
    let board = board_of(text, source, args, from)?;
    let instance = board.complete().map_err(|e| Failure::from(e.with_file(name(text))))?;
    if Path::new(text) != plan {
        return Ok(instance);
    }
    let played = formats::played(&instance).map_err(|e| Failure::from(e.with_file(name(text))))?;
    Ok(played.map_or(instance, |(start, _)| start))
}

/// An instance, and where it began with the moves since then: those of a file, or of a saved game's own
/// history. `None` where there are none.
pub(super) fn played(
    text: &str,
    args: &GameArgs,
    from: Option<Format>,
    moves: Option<&Path>,
    moves_format: Option<Format>,
) -> Result<(Instance, Option<(Instance, Plan)>), Failure> {
    not_both_from_input(text, moves.unwrap_or(Path::new("")), "the instance and the moves")?;
    let instance = instance(text, args, from)?;
    // A saved game named twice is one that was played.
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
    let rules = rules_for(&range.first, args)?;
    Instance::from_id(rules.clone(), range.first.clone())
        .map_err(|e| Failure::input(format!("{text}: {e}")))?;
    Ok((range, rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_change_the_rules_of_a_deal() {
        let args = |change: fn(&mut GameArgs)| {
            let mut args = GameArgs::default();
            change(&mut args);
            args
        };
        let two = instance("ms:1", &args(|a| a.cells = Some(2)), None).unwrap();
        assert_eq!((two.rules.cells, two.rules.columns), (2, 8));
        let spider = instance("random:spider:1", &args(|a| a.suits = Some(Suits::First(2))), None).unwrap();
        assert_eq!(spider.rules.deck, Rules::preset("spider2").unwrap().deck);
        let task = args(|a| (a.suits, a.ranks, a.columns) = (Some(Suits::First(2)), Some(9), Some(6)));
        let task = instance("random:ipc-spider:1", &task, None).unwrap();
        assert_eq!((task.deal.stock.len(), task.deal.columns[0].cards.len()), (12, 4));
        let three = instance("random:spider:1", &args(|a| a.suits = "CHSS".parse().ok()), None).unwrap();
        assert_eq!(three.rules.deck, Rules::preset("spider3").unwrap().deck);
        let strict = instance("random:spider:1", &args(|a| a.strict_deal = true), None).unwrap();
        assert_eq!(strict.rules.stock, Stock::Rows { onto_empty: false });
        let open = instance("random:spider:1", &args(|a| a.face_up = true), None).unwrap();
        assert!(open.deal.columns.iter().all(|pile| pile.face_down == 0));
        for (text, wrong) in [
            ("ms:1", args(|a| a.strict_deal = true)),
            ("random:spider:1", args(|a| a.suits = "HSS".parse().ok())),
            ("random:spider:1", args(|a| a.game = Some("freecell".into()))),
            ("ms:1", args(|a| a.game = Some("spider".into()))),
            ("ms:1", args(|a| a.ranks = Some(14))),
        ] {
            assert!(instance(text, &wrong, None).is_err(), "{text} {wrong:?}");
        }
    }
}
