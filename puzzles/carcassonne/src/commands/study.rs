//! `patsat puzzle carcassonne study`: what can be made of a set, and how the methods compare.

use super::{failure_of, tiles};
use crate::base::base72;
use crate::decide::study::{CONTENDERS, Family, Terms, Trial};
use crate::decide::subsets::every_subset;
use crate::decide::{Decider, Extent, Ground, Method, Objective, proof};
use crate::format as xml;
use crate::report;
use crate::{Side, TileSet};
use patsat_console::args::{MEMORY_MIB, SHARED, seconds};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::{Output, cannot_write};
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_puzzle::solvers::{control, sat};
use patsat_puzzle::{Answer, Question};
use patsat_solvers::{BackendChoice, Control};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Study a tile set: best boards with proofs, and a comparison of methods
///
/// Writes three results to the folder. The first is the largest squares and rectangles with and without rotation
/// and with borders of one colour (facts.md, boards as XML and SVG, certificates). The second compares all methods on
/// random subsets and random tiles (trials.csv, trials.md, times-*.svg). The third is the largest squares that SAT
/// alone solves within a minute (sat-limit.md).
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Tile set: an XML file, or - for standard input [default: the 72 tiles of the source]
    tiles: Option<String>,
    /// Seed of random sets and orders
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Random sets of each kind and size; six times this number for subsets of the set
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=1000))]
    sets: u64,
    /// Time limit per method and set
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    time_limit: Duration,
    /// Time limit of SAT alone per square; 0 skips this part
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    sat_limit: Duration,
    /// Also check every subset of as many tiles as the largest square has (minutes)
    #[arg(long)]
    every_subset: bool,
    /// Folder for tables, figures, boards and certificates
    #[arg(help_heading = SHARED, short, long, value_name = "FOLDER")]
    output: PathBuf,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        run(self, context).map(Answer::done)
    }
}

fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let set = args.tiles.as_deref().map_or_else(|| Ok(base72()), tiles)?;
    let folder = &args.output;
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let backend = sat(None)?;
    let put = |name: &str, text: &str| put(folder, name, text.as_bytes());
    let tables = facts(&set, &backend, folder)?;
    context.print(&tables)?;
    put("facts.md", &tables)?;
    let terms = Terms {
        base: &set,
        seed: args.seed,
        time: args.time_limit,
        backend: &backend,
        memory_mib: MEMORY_MIB,
        stop: signals::stop_flag(),
    };
    let trials = trials(args, &terms, context)?;
    if !trials.is_empty() {
        let table = report::markdown(&trials, args.time_limit);
        context.print(&format!("\n{table}"))?;
        put("trials.md", &table)?;
        put("trials.csv", &report::csv(&trials))?;
        for family in [Family::Spare, Family::Exact] {
            let figure = report::figures::times(&trials, family, args.time_limit);
            put(&format!("times-{}.svg", family.name()), &figure)?;
        }
    }
    if !args.sat_limit.is_zero() {
        let table = sat_limit(args, &terms)?;
        context.print(&format!("\n{table}"))?;
        put("sat-limit.md", &table)?;
    }
    if args.every_subset {
        let table = subsets(args, &terms, context)?;
        context.print(&format!("\n{table}"))?;
        put("subsets.md", &table)?;
    }
    if terms.stop.load(Ordering::Relaxed) {
        context.note("interrupted: what is missing was left out");
    }
    Ok(signals::unfinished(Exit::Done))
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    Output::open(Some(&folder.join(name)))?.write(bytes)
}

/// The largest squares and rectangles, with their files.
fn facts(set: &TileSet, backend: &BackendChoice, folder: &Path) -> Result<String, Failure> {
    let mut text = format!(
        "The largest of {} tiles, and why there is no larger one:\n\n| | rotation | largest | no larger one | time |\n|---|---|---|---|---|\n",
        set.len()
    );
    let borders = Side::ALL.map(Some);
    let questions = [(Objective::Square, None), (Objective::Rectangle, None)]
        .into_iter()
        .chain(borders.map(|border| (Objective::Square, border)));
    for (wanted, border) in questions {
        for rotation in [true, false] {
            let control = Control { memory_mib: Some(MEMORY_MIB), ..control(Some(Duration::from_secs(60))) };
            let method = Method::Portfolio;
            let (seed, restarts, nodes) = (0, false, None);
            let decider = Decider { set, rotation, border, method, backend, seed, restarts, nodes, control };
            let started = Instant::now();
            let largest = decider.largest(wanted).map_err(failure_of)?;
            let time = started.elapsed();
            let thing = if wanted == Objective::Square { "square" } else { "rectangle" };
            let of = border.map_or(String::new(), |side| format!("-{side}"));
            let name = format!("{thing}{of}{}", if rotation { "" } else { "-unturned" });
            let proved = match (largest.extent(), &largest.none[..]) {
                (Extent::AtLeast, _) => "not shown".to_owned(),
                (Extent::Proven, []) => "too few tiles".to_owned(),
                (Extent::Proven, none) => {
                    let file = proof::write(set, rotation, border, none).map_err(Failure::self_check)?;
                    put(folder, &format!("{name}.proof"), &file)?;
                    let counted = none.iter().filter(|(_, why)| matches!(why, Ground::Argument(..))).count();
                    format!("{counted} by counting, {} by SAT", none.len() - counted)
                }
            };
            let shape = match &largest.best {
                None => "none".to_owned(),
                Some((shape, board)) => {
                    let xml = xml::write_board(board).map_err(Failure::self_check)?;
                    put(folder, &format!("{name}.xml"), xml.as_bytes())?;
                    let svg = report::svg(board).map_err(Failure::self_check)?;
                    put(folder, &format!("{name}.svg"), svg.as_bytes())?;
                    shape.to_string()
                }
            };
            let what = border.map_or(thing.to_owned(), |side| format!("{thing}, border {side}"));
            let turned = if rotation { "yes" } else { "no" };
            text += &format!("| {what} | {turned} | {shape} | {proved} | {:.3} s |\n", time.as_secs_f64());
        }
    }
    Ok(text)
}

fn trials(args: &Args, terms: &Terms<'_>, context: &Context) -> Result<Vec<Trial>, Failure> {
    let mut chosen = Vec::new();
    for family in Family::ALL {
        for &side in family.sides() {
            let of_source = matches!(family, Family::Whole | Family::Subsets);
            let sets = if of_source { 6 * args.sets } else { args.sets };
            let enough = !of_source || terms.base.len() >= side * side;
            chosen.extend((0..sets).filter(|_| enough).map(|number| (family, side, number)));
        }
    }
    let live = LiveLine::pieces(context, (chosen.len() * CONTENDERS.len()) as u64);
    let mut done = Vec::new();
    // One after the other: times are to be compared.
    for which in chosen {
        for contender in CONTENDERS {
            if terms.stop.load(Ordering::Relaxed) {
                continue;
            }
            done.push(terms.trial(which, contender).map_err(failure_of)?);
            live.advance(1);
        }
    }
    live.done();
    Ok(done)
}

/// Larger and larger squares for SAT alone, until the time is not enough.
fn sat_limit(args: &Args, terms: &Terms<'_>) -> Result<String, Failure> {
    let limit = args.sat_limit.as_secs_f64();
    let mut text = format!(
        "SAT alone, {limit} s for each square of random tiles:\n\n| tiles | square | tiles in all | time |\n|---|---|---|---|\n"
    );
    let terms = Terms { time: args.sat_limit, ..*terms };
    for (family, name) in [(Family::Spare, "an eighth to spare"), (Family::Exact, "all needed")] {
        for side in (8..=40).step_by(4) {
            let trial = terms.trial((family, side, 0), ("sat", Method::Sat, false)).map_err(failure_of)?;
            let (tiles, time) = (trial.tiles, trial.time.as_secs_f64());
            let solved = trial.side >= side || trial.none;
            let time = if solved { format!("{time:.2} s") } else { format!("over {limit} s") };
            let none = if trial.none { ", none exists" } else { "" };
            text += &format!("| {name} | {side}x{side} | {tiles} | {time}{none} |\n");
            if !solved {
                break;
            }
        }
    }
    Ok(text)
}

fn subsets(args: &Args, terms: &Terms<'_>, context: &Context) -> Result<String, Failure> {
    let side = terms.base.len().isqrt();
    let control = Control { memory_mib: Some(MEMORY_MIB), ..control(None) };
    let total = crate::decide::subsets::choices(&terms.base.classes(true), terms.base.len() - side * side)
        .len() as u64;
    let live = LiveLine::pieces(context, total);
    let started = Instant::now();
    let tally =
        every_subset(terms.base, side, (terms.backend, args.seed), control, &|more| live.advance(more))
            .map_err(failure_of)?;
    live.done();
    let time = started.elapsed().as_secs_f64();
    let mut text = format!(
        "Every choice of {} of {} tiles (copies and turned tiles being equal): {total}.\n\n\
         * {} make a square of side {side}, each with a checked board.\n* {} make none.\n* {} stayed open, {} were not \
         asked for.\n\n{time:.0} s.\n",
        side * side,
        terms.base.len(),
        tally.found,
        tally.none.len(),
        tally.open.len(),
        tally.left
    );
    if let Some((subset, ground)) = tally.none.first() {
        let file = xml::write_tiles(subset).map_err(Failure::self_check)?;
        put(&args.output, "subset-without-square.xml", file.as_bytes())?;
        let shape = crate::Shape::square(side);
        if let Ok(file) = proof::write(subset, true, None, &[(shape, ground.clone())]) {
            put(&args.output, "subset-without-square.proof", &file)?;
        }
        text += "One without a square is in subset-without-square.xml, with its certificate.\n";
    }
    Ok(text)
}
