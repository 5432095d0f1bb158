//! `patsat hard`: deals with known verdicts, hard on purpose, for authors of solvers.

mod manifest;

use super::reduce::size;
use crate::target::{TargetArg, TargetArgs};
use manifest::{Entry, KnownVerdict, Manifest};
use patsat_console::args::{MEMORY_MIB, SHARED, seconds};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::{cannot_write, reason};
use patsat_console::signals;
use patsat_formats::{self as formats, Format};
use patsat_game::verify::replay;
use patsat_planning::decide::{FormulaVerdict, decide};
use patsat_reductions::dimacs::{Clauses, read_cnf, solver_lines, write_cnf};
use patsat_reductions::families::{Family, THRESHOLD};
use patsat_reductions::{Assignment, Cnf, Reduction, Target, lower, reduce, reduce_any};
use patsat_solvers::{BackendChoice, BackendRow, Control, DEFAULT, backend};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Make deals from hard formulas, with known verdicts
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat hard --game freecell --cells 1 --vars 20 --count 10 -o deals
  patsat hard --game forty-thieves --family parity --vars 30 -o deals
  patsat hard --game spider --from uf20-91 -o deals    a folder of DIMACS files")]
pub(crate) struct Args {
    /// Game of the deals
    #[arg(long, value_name = "GAME", value_parser = TargetArg::of_deals())]
    game: TargetArg,
    /// Family of formulas
    #[arg(long, value_name = "FAMILY", value_enum, default_value = "random", conflicts_with = "from")]
    family: FamilyName,
    /// Number of variables (pigeonhole, parity: an upper bound)
    #[arg(long, value_name = "N", required_unless_present = "from", conflicts_with = "from")]
    vars: Option<u32>,
    /// Clauses per variable (random, planted) [default: 4.26]
    #[arg(long, value_name = "R", conflicts_with = "from")]
    ratio: Option<f64>,
    /// Seed of the first formula; later ones count up
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "from")]
    seed: u64,
    /// Number of deals
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "from")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Use the formulas (*.cnf, *.dimacs) in this folder
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// Convert the formulas of --from to three literals a clause first
    #[arg(long, requires = "from")]
    to_3cnf: bool,
    /// SAT solver for the verdicts; it must write proofs
    #[arg(long, value_name = "NAME", default_value = DEFAULT)]
    backend: String,
    /// Time limit for each verdict; slower ones are 'unknown'
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    time_limit: Duration,
    #[command(flatten)]
    options: TargetArgs,
    /// Folder to write; it must be empty or absent
    #[arg(help_heading = SHARED, short, long, value_name = "FOLDER")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum FamilyName {
    /// Random 3-SAT
    Random,
    /// Random 3-SAT that a hidden assignment satisfies
    Planted,
    /// Pigeonhole formulas: one pigeon more than holes
    Pigeonhole,
    /// Parity constraints on a random graph (Tseitin, Urquhart)
    Parity,
}

impl FamilyName {
    fn family(self) -> (Family, &'static str) {
        match self {
            FamilyName::Random => (Family::Random, "random"),
            FamilyName::Planted => (Family::Planted, "planted"),
            FamilyName::Pigeonhole => (Family::Pigeonhole, "pigeonhole"),
            FamilyName::Parity => (Family::Parity, "parity"),
        }
    }
}

/// A formula and where it comes from.
struct Source {
    text: String,
    formula: Cnf,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let target = args.options.target(args.game)?;
    let target =
        target.ok_or_else(|| Failure::input("hard makes deals to win: expected no fair, no easy"))?;
    let row = match backend(&args.backend).map_err(Failure::input)? {
        BackendChoice::Row(row) if row.proves() => row,
        _ => {
            return Err(Failure::input(format!(
                "back-end '{}' writes no proofs: expected cadical or varisat",
                args.backend
            )));
        }
    };
    let count = match &args.from {
        None => args.count as usize,
        Some(folder) => files(folder)?.len(),
    };
    must_be_empty(&args.output)?;
    let digits = count.to_string().len().max(3);
    let mut entries = Vec::new();
    let mut refused = Vec::new();
    for n in 0..count {
        if signals::stop_flag().load(std::sync::atomic::Ordering::Relaxed) {
            context.note(&format!("interrupted after {n} of {count} deals"));
            break;
        }
        // Of many files one that is no formula costs that one.
        let source = match source(args, n).and_then(|source| Ok((deal(args, target, &source)?, source))) {
            Err(failure) if count > 1 && failure.exit == Exit::BadInput => {
                refused.push(failure.text);
                continue;
            }
            source => source?,
        };
        let name = format!("{:0digits$}", n + 1);
        let entry = one(args, row, &name, source)?;
        context.print(&entry.line())?;
        entries.push(entry);
    }
    refused.iter().for_each(|text| context.error(text));
    if entries.is_empty() && !refused.is_empty() {
        return Ok(Exit::BadInput);
    }
    let left = count - entries.len() - refused.len();
    let manifest = Manifest::new(target, row.name, entries);
    write(&args.output.join("manifest.json"), &manifest.text().map_err(Failure::self_check)?)?;
    Ok(match (left, refused.is_empty()) {
        (0, true) => Exit::Done,
        (0, false) => Exit::BadInput,
        _ => Exit::Interrupted,
    })
}

/// The formulas in a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |e| Failure::input(format!("cannot read the folder '{}': {}", folder.display(), reason(&e)));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if is_formula(&path) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::input(format!("there is no *.cnf or *.dimacs in '{}'", folder.display())));
    }
    Ok(files)
}

/// By its name: a formula in DIMACS, compressed perhaps.
fn is_formula(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let plain = [".gz", ".xz", ".bz2"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    plain.ends_with(".cnf") || plain.ends_with(".dimacs")
}

/// Nothing is written over. The folder is made once there is something to write.
fn must_be_empty(folder: &Path) -> Result<(), Failure> {
    if !folder.exists() {
        return Ok(());
    }
    let mut inside = std::fs::read_dir(folder).map_err(|e| cannot_write(folder, &e))?;
    match inside.next() {
        None => Ok(()),
        Some(_) => {
            let shown = folder.display();
            Err(Failure::input(format!("the folder '{shown}' is not empty: expected a new one")))
        }
    }
}

fn source(args: &Args, n: usize) -> Result<Source, Failure> {
    if let Some(folder) = &args.from {
        let path = &files(folder)?[n];
        let bytes = input::read(path, "a formula in DIMACS")?;
        let clauses = if args.to_3cnf { Clauses::Any } else { Clauses::OfThree };
        let formula = read_cnf(&bytes, clauses).map_err(|e| Failure::from(e.with_file(path.display())))?;
        let text = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Ok(Source { text, formula });
    }
    let seed = args.seed.wrapping_add(n as u64);
    let (family, name) = args.family.family();
    let variables = args.vars.unwrap_or(0);
    let ratio = args.ratio.unwrap_or(THRESHOLD);
    let formula = family.formula(variables, ratio, seed).map_err(Failure::input)?;
    let text = match family {
        Family::Random | Family::Planted => format!("family {name}, ratio {ratio}, seed {seed}"),
        Family::Pigeonhole | Family::Parity => format!("family {name}, seed {seed}"),
    };
    Ok(Source { text, formula })
}

/// The deal of a formula.
fn deal(args: &Args, target: Target, source: &Source) -> Result<Reduction, Failure> {
    let made =
        if args.to_3cnf { reduce_any(&source.formula, target) } else { reduce(&source.formula, target) };
    made.map_err(|e| Failure::input(format!("{}: {e}", source.text)))
}

/// Writes all files of one formula.
fn one(
    args: &Args,
    row: &BackendRow,
    name: &str,
    (reduced, source): (Reduction, Source),
) -> Result<Entry, Failure> {
    let Source { text, formula } = source;
    let folder = &args.output;
    let file = |suffix: &str| folder.join(format!("{name}{suffix}"));
    std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    write(&file(".cnf"), &write_cnf(&formula, &[format!("{text}; the deal is {name}.json")]))?;
    let deal = formats::write_instance(&reduced.instance, Format::Json).map_err(Failure::self_check)?;
    write(&file(".json"), &deal)?;
    let control = Control {
        stop: Some(signals::stop_flag()),
        deadline: Instant::now().checked_add(args.time_limit),
        memory_mib: Some(MEMORY_MIB),
        ..Control::default()
    };
    let known = match decide(&formula, row, 0, control).map_err(Failure::self_check)? {
        FormulaVerdict::Satisfiable(model) => {
            write(&file(".model"), &solver_lines(&model))?;
            let (text, moves) = plan(&reduced, &model)?;
            write(&file(".plan.json"), &text)?;
            KnownVerdict::Solved { model: format!("{name}.model"), plan: format!("{name}.plan.json"), moves }
        }
        FormulaVerdict::Unsatisfiable { lrat, .. } => {
            write(&file(".lrat"), &lrat)?;
            KnownVerdict::Unwinnable { proof: format!("{name}.lrat") }
        }
        FormulaVerdict::Unknown(_) => KnownVerdict::Unknown,
    };
    Ok(Entry {
        deal: format!("{name}.json"),
        formula: format!("{name}.cnf"),
        source: text,
        variables: formula.variables,
        clauses: formula.clauses.len(),
        size: size(&reduced.instance),
        known,
    })
}

/// The verified plan of a model, as JSON, and its length.
fn plan(reduced: &Reduction, model: &Assignment) -> Result<(String, usize), Failure> {
    let plan = lower(reduced, model).map_err(Failure::self_check)?;
    let plan = replay(&reduced.instance, plan).map_err(|fault| {
        Failure::self_check(format!(
            "the plan made from the assignment was refused by the verifier: {fault}. This is a bug of patsat, \
             please report it"
        ))
    })?;
    let text = crate::report::notation::write(&reduced.instance, &plan, Format::PlanJson, &[]);
    Ok((text.map_err(Failure::self_check)?, plan.moves.len()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| cannot_write(path, &e))
}
