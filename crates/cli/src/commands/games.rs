//! `patsat games` and `--list`: what there is, what it is, where it comes from.

use crate::load;
use clap::ValueEnum;
use patsat_base::filled;
use patsat_console::args::Shape;
use patsat_console::context::Context;
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_encodings::options::Options;
use patsat_encodings::schemes::ENCODINGS;
use patsat_formats::{self as formats, Format};
use patsat_game::rules::{PRESETS, Preset, Rules};
use patsat_planning::sat::{Schedule, schedule};
use patsat_search as search;
use patsat_smt as smt;
use patsat_solvers::smt::{self as smt_solvers, SmtKind};
use patsat_solvers::{BACKENDS, Kind};
use serde_json::{Value, json};
use std::path::PathBuf;

/// List the games, or print the rules of one
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat games
  patsat games forty-thieves --to solvitaire
  patsat games --rules rules.json               convert Solvitaire's rules
  patsat solve deal.json --rules rules.json")]
pub(crate) struct Args {
    /// Game whose rules are printed as JSON
    #[arg(conflicts_with = "rules")]
    game: Option<String>,
    /// Print the rules in this file instead, in our JSON or Solvitaire's
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Format of the list
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text", conflicts_with_all = ["game", "rules"])]
    format: Shape,
    /// Format of the rules
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = RulesFormat::Json)]
    to: RulesFormat,
}

/// How rules are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RulesFormat {
    /// JSON of this program
    Json,
    /// JSON of Solvitaire
    Solvitaire,
}

/// What `--list` lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum List {
    /// Games known by name
    Games,
    /// Search algorithms
    Strategies,
    /// Formats of files
    Formats,
    /// Dealers of numbered deals
    Dealers,
    /// Encodings of plans as formulas
    Encodings,
    /// Options of encodings
    Options,
    /// SAT and SMT solvers
    Backends,
    /// Schedules of horizons
    Schedules,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let rules = match (&args.game, &args.rules) {
        (Some(name), _) => load::preset(name)?,
        (None, Some(file)) => load::rules_file(file)?,
        (None, None) if args.format == Shape::Json => {
            let one = |p: &Preset| {
                let rules = Rules::preset(p.name).ok();
                json!({"name": p.name, "about": p.about, "source": p.source, "rules": rules})
            };
            let games: Vec<Value> = PRESETS.iter().map(one).collect();
            context.print(&envelope::lines("games", None, &json!({"games": games}), Exit::Done))?;
            return Ok(Exit::Done);
        }
        (None, None) if args.to == RulesFormat::Json => return list(List::Games, context),
        (None, None) => return Err(Failure::input("--to goes with a game or --rules FILE")),
    };
    let text = match args.to {
        RulesFormat::Json => serde_json::to_string_pretty(&rules).map_err(Failure::input)? + "\n",
        RulesFormat::Solvitaire => formats::write_solvitaire_rules(&rules)
            .map_err(|e| Failure::input(format!("cannot write {} as Solvitaire's rules: {e}", rules.name)))?,
    };
    context.print(&text)?;
    if args.to == RulesFormat::Solvitaire {
        note_differences(&rules, context);
    }
    Ok(Exit::Done)
}

/// Says what Solvitaire's preset of the same name plays otherwise.
pub(super) fn note_differences(rules: &Rules, context: &Context) {
    if let Some(differs) = formats::solvitaire_differs(rules) {
        let name = &rules.name;
        context
            .note(&format!("note: these are not the rules of Solvitaire's preset {name}: there {differs}"));
    }
}

pub(crate) fn list(what: List, context: &Context) -> Result<Exit, Failure> {
    let entry = |name: &str, about: &str, source: &str| {
        let source = if source.is_empty() { String::new() } else { format!(" [{source}]") };
        (name.to_owned(), format!("{about}{source}"))
    };
    let rows: Vec<(String, String)> = match what {
        List::Games => PRESETS.iter().map(|p| entry(p.name, p.about, p.source)).collect(),
        List::Strategies => {
            let about = |complete: bool| if complete { "complete" } else { "incomplete" };
            search::strategies()
                .map(|s| entry(s.name, &format!("{} ({})", s.about, about(s.complete)), s.source))
                .collect()
        }
        List::Formats => formats().iter().map(|(name, about)| entry(name, about, "")).collect(),
        List::Encodings => (ENCODINGS.iter().map(|e| ("sat", e.name, e.about, e.unit, e.source)))
            .chain(smt::ENCODINGS.iter().map(|e| ("smt", e.name, e.about, e.unit, e.source)))
            .map(|(kind, name, about, unit, source)| {
                entry(name, &format!("{kind}  {about} (counts {})", unit.word(2)), source)
            })
            .collect(),
        List::Options => Options::list()
            .map(|(name, about, usual, expected)| {
                entry(name, &format!("{about}: {expected} (default: {usual})"), "")
            })
            .collect(),
        List::Backends => BACKENDS
            .iter()
            .map(|b| (b.name, b.about.to_owned() + how(&b.kind), b.source))
            .chain([("cmd:COMMAND", "any program that reads DIMACS, such as cmd:'kissat -q': from standard input, or from the file {in}".into(), "")])
            .map(|(name, about, source)| (name, format!("sat  {about}"), source))
            .chain(smt_backends())
            .map(|(name, about, source)| entry(name, &about, source))
            .collect(),
        List::Schedules => (Schedule::ALL.iter().map(|&(_, name, about)| (name, about)))
            .map(|(name, about)| (name, about.to_owned()))
            .chain(schedule::TABLES.iter().map(|t| (t.name, format!("{}; {}", t.about, t.costs()))))
            .map(|(name, about)| entry(name, &about, ""))
            .collect(),
        List::Dealers => DEALERS.iter().map(|(name, about, source)| entry(name, about, source)).collect(),
    };
    let width = rows.iter().map(|(name, _)| name.len() + 2).max().unwrap_or_default().max(18);
    let below = " ".repeat(width);
    let line = |(name, about): &(String, String)| {
        filled(about, 80, &format!("{name:<width$}"), &below).join("\n") + "\n"
    };
    let text: String = rows.iter().map(line).collect();
    context.print(&text)?;
    Ok(Exit::Done)
}

/// The SMT solvers: name, what it is, where it comes from.
fn smt_backends() -> Vec<(&'static str, String, &'static str)> {
    let how = |kind: &SmtKind| match kind {
        SmtKind::LeftOut(_) => " (left out of this build)",
        SmtKind::BuiltIn(_) | SmtKind::Program(_) => "",
    };
    let rows = smt_solvers::BACKENDS.iter();
    let mut all: Vec<_> =
        rows.map(|b| (b.name, format!("smt  {}{}", b.about, how(&b.kind)), b.source)).collect();
    let any = "smt  any program that reads SMT-LIB 2, such as cmd:'z3 -in': from standard input, or from the file {in}";
    all.push(("cmd:COMMAND", any.into(), ""));
    all
}

/// How a back-end is there, where that needs a word.
fn how(kind: &Kind) -> &'static str {
    match kind {
        Kind::BuiltIn(..) | Kind::Program(..) => "",
        Kind::LeftOut(_) => " (left out of this build)",
    }
}

const DEALERS: &[(&str, &str, &str)] = &[
    (
        "ms:N",
        "FreeCell deals 1 to 32000 of Microsoft Windows, on to 2^33-1, and -1 and -2",
        "Microsoft; FreeCell Pro",
    ),
    (
        "pysol:N",
        "deals of one deck and of Spider with 4 suits, 1 to 10^20; of FreeCell up to 32000 those of ms:N",
        "PySolFC",
    ),
    ("pysol-old:N", "the same deals of PySol before PySolFC, 1 to 2^64-1", "PySol"),
    (
        "kpat:G:N",
        "deals 1 to 2^31-1 of G = spider1, spider2, spider3, spider4, freecell, fortyeight, simplesimon, \
         klondike1, klondike3",
        "KPatience",
    ),
    (
        "klondike-solver:N",
        "deals 0 to 2^31-1 of Klondike, with draws of one card unless --game klondike",
        "Klondike-Solver (ShootMe)",
    ),
    ("greenfelt:N", "deals 1 to 2^31-2 of Klondike, likewise", "greenfelt.net; MinimalKlondike (ShootMe)"),
    ("solvitaire:G:N", "seeded deals of game G", "Solvitaire"),
    ("random:G:N", "seeded deals of game G, or of --game without one", "this project"),
];

/// The formats of files and of answers: name and what it is.
pub(super) fn formats() -> Vec<(&'static str, &'static str)> {
    let mut all = vec![
        ("text", "solve: board, verdict and plan as text"),
        ("json", "solve: JSON Lines, one event per line; convert: see below"),
        ("solver", "solve: c, s, v and o lines as in the SAT competition"),
    ];
    all.extend(Format::ALL.map(|format| (format.name(), format.about())));
    all
}
