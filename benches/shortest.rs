//! Shortest plans and their certificates:
//! `cargo bench --bench shortest -- [FIRST LAST] [m1|m2|m3 ...] [--check] [--open] [--plans] [--nodes N] [--out FILE]`.
//!
//! For each Microsoft deal FIRST to LAST (1 to 32) and each cost (m1 and m2), one search finds a shortest plan and
//! makes the certificate that no plan is shorter. It prints one line per deal and cost: moves, positions and bytes of
//! the certificate, CPU seconds for search and certificate and for the check, and the peak memory so far.
//!
//! A search uses at most 4 GiB and, with `--nodes N`, expands at most N positions. If a limit stops the search, the
//! line shows an interval that contains the optimum. Its upper end is the best known plan, which may come from a beam
//! of 4,000 positions.
//!
//! With `--out`, each result is appended to FILE as a line of JSON. It contains the plan, the certificate's SHA-256,
//! and whether the certificate was checked. Results already in FILE are skipped, with three exceptions:
//!
//! - `--open` repeats searches that a limit stopped;
//! - `--plans` runs only the beam for them;
//! - `--check` makes unchecked certificates again, compares their digests with FILE, and checks them.
//!
//! An interrupted run loses only its current deal. FILE is sorted at the start and at the end.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

mod cpu;

use cpu::cpu_s;
use nix::sys::resource::{UsageWho, getrusage};
use patsat_base::Limits;
use patsat_formats::{Format, write_plan};
use patsat_game::cards::DealId;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{check_none_shorter, replay};
use patsat_search::{Budget, SearchEnd, SearchOptions, shortest_certified, strategies};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The memory limit of a search.
const LIMITS: Limits = Limits { time: None, memory_mib: Some(4096), nodes: None };

/// The lines of a file, by deal and cost.
type Lines = BTreeMap<(u64, String), Value>;

/// The command line.
struct Arguments {
    deals: (u64, u64),
    costs: Vec<Cost>,
    check: bool,
    open: bool,
    plans: bool,
    limits: Limits,
    out: Option<PathBuf>,
}

impl Arguments {
    fn of(args: &[String]) -> Arguments {
        let value = |name| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
        let nodes = value("--nodes").map(|nodes| nodes.parse().unwrap());
        let named = |n: usize| n > 0 && args[n - 1] == "--nodes";
        let numbers = (0..args.len()).filter(|&n| !named(n)).filter_map(|n| args[n].parse().ok());
        let numbers: Vec<u64> = numbers.collect();
        let mut costs: Vec<Cost> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
        if costs.is_empty() {
            costs = vec![Cost::M1, Cost::M2];
        }
        let has = |name| args.iter().any(|arg| arg == name);
        Arguments {
            deals: if let [first, last, ..] = numbers[..] { (first, last) } else { (1, 32) },
            costs,
            check: has("--check"),
            open: has("--open"),
            plans: has("--plans"),
            limits: Limits { nodes, ..LIMITS },
            out: value("--out").map(PathBuf::from),
        }
    }

    /// Whether a deal has work left, given its line in the file, if any.
    fn wants(&self, line: Option<&Value>) -> bool {
        line.is_none_or(|line| {
            let certified = line.get("sha256").is_some();
            if certified {
                self.check && line["checked"] != true
            } else {
                self.open || self.plans || line.get("moves").is_some()
            }
        })
    }
}

/// The peak resident memory of the process, in MiB.
fn peak_mib() -> i64 {
    getrusage(UsageWho::RUSAGE_SELF).unwrap().max_rss() >> 10
}

/// Replays a plan; returns its cost and its text.
fn text_of(instance: &Instance, plan: Plan, cost: Cost) -> (usize, String) {
    let plan = replay(instance, plan).unwrap();
    let moves = plan.cost(&instance.table(), cost).unwrap();
    (moves, write_plan(instance, &plan, Format::Standard).unwrap())
}

/// Runs a beam search on an open deal, and stores its plan in the line if it is the best one known.
fn with_better_plan(instance: &Instance, cost: Cost, line: &mut Map<String, Value>) {
    let beam = strategies().find(|strategy| strategy.name == "beam").unwrap();
    let options = SearchOptions { width: Some(4000), ..SearchOptions::default() };
    let report = (beam.run)(instance, &options, &mut Budget::new(LIMITS));
    let SearchEnd::Solved(plan) = report.end else { return };
    let (upper, plan) = text_of(instance, plan, cost);
    if line.get("upper").and_then(Value::as_u64).is_none_or(|known| (upper as u64) < known) {
        line.insert("upper".to_owned(), json!(upper));
        line.insert("plan".to_owned(), json!(plan));
    }
}

/// Solves and prints one deal in one cost; returns its line of JSON and, unless it is open, its figures for the means.
fn shortest(
    deal: u64,
    cost: Cost,
    arguments: &Arguments,
    known: Option<&Value>,
) -> (Value, Option<[f64; 5]>) {
    let instance = Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(deal)).unwrap();
    if let (true, false, Some(Value::Object(line))) = (arguments.plans, arguments.open, known)
        && line.get("sha256").is_none()
    {
        let mut line = line.clone();
        with_better_plan(&instance, cost, &mut line);
        println!("{deal:4} {cost} {}..{}", line["lower"], line["upper"]);
        return (line.into(), None);
    }
    let began = cpu_s();
    let (report, file) = shortest_certified(&instance, cost, &mut Budget::new(arguments.limits));
    let search = cpu_s() - began;
    let (stats, mut line) = (report.stats, Map::new());
    line.extend([("deal".to_owned(), json!(deal)), ("cost".to_owned(), json!(cost))]);
    let mut set = |key: &str, value: Value| _ = line.insert(key.to_owned(), value);
    let plan = match report.end {
        SearchEnd::Solved(plan) => plan,
        SearchEnd::Limit(limit) => {
            set("lower", json!(stats.lower_bound));
            set("limit", json!(limit.to_string()));
            if let Some((upper, plan)) = report.best.map(|plan| text_of(&instance, plan, cost)) {
                set("upper", json!(upper));
                set("plan", json!(plan));
            }
            with_better_plan(&instance, cost, &mut line);
            println!("{deal:4} {cost} {}..{} {limit}, {search:.2} s", line["lower"], line["upper"]);
            return (line.into(), None);
        }
        end => panic!("{deal} {cost}: {end:?}"),
    };
    let (moves, plan) = text_of(&instance, plan, cost);
    let file = file.unwrap().unwrap();
    let hash = Sha256::digest(&file).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    if let Some(there) = known.and_then(|line| line.get("sha256")) {
        assert_eq!(*there, hash, "{deal} {cost}: another certificate than the one that is in the file");
    }
    let began = cpu_s();
    if arguments.check {
        let checked = check_none_shorter(&instance, &file).unwrap();
        assert_eq!((checked.cost, checked.least as usize), (cost, moves));
    }
    let check = cpu_s() - began;
    // The head of the certificate contains this number.
    let positions = patsat_game::state::closed_set::ClosedSetFile::open(&file, &instance).unwrap().positions;
    for (key, value) in [
        ("moves", json!(moves)),
        ("positions", json!(positions)),
        ("bytes", json!(file.len())),
        ("sha256", json!(hash)),
        ("checked", json!(arguments.check)),
        ("plan", json!(plan)),
    ] {
        set(key, value);
    }
    println!(
        "{deal:4} {cost} {moves:5} {positions:9} {:9} {search:8.2} {check:8.2} {:6}",
        file.len(),
        peak_mib()
    );
    (line.into(), Some([moves as f64, positions as f64, file.len() as f64, search, check]))
}

/// Reads the lines of a file; a missing file counts as empty. Of two lines for one deal and cost the later one counts.
fn lines_of(path: &Path) -> Lines {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines
        .filter_map(|line| Some(((line["deal"].as_u64()?, line["cost"].as_str()?.to_owned()), line.clone())))
        .collect()
}

/// Writes the lines in order, to a temporary file that then replaces the old one.
fn put_in_order(path: &Path, lines: &Lines) {
    let beside = path.with_extension("new");
    let text: String = lines.values().map(|line| format!("{line}\n")).collect();
    std::fs::write(&beside, text).unwrap();
    std::fs::rename(beside, path).unwrap();
}

/// Prints a summary of all deals of a file.
fn print_table(lines: &Lines, costs: &[Cost]) {
    for cost in costs.iter().map(ToString::to_string) {
        let of = || lines.values().filter(|line| line["cost"] == cost);
        let sum = |key: &str| of().filter_map(|line| line[key].as_f64()).sum::<f64>();
        let count = |key: &str| of().filter(|line| line.get(key).is_some()).count();
        let (solved, certified) = (count("moves"), count("sha256"));
        println!(
            "in the file, {cost}: {} deals, {solved} solved, mean {:.2}; {certified} certificates, mean {:.0} positions; {} checked",
            of().count(),
            sum("moves") / solved as f64,
            sum("positions") / certified as f64,
            of().filter(|line| line["checked"] == true).count()
        );
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let arguments = Arguments::of(&args);
    let mut lines = arguments.out.as_deref().map(lines_of).unwrap_or_default();
    if let Some(path) = &arguments.out {
        put_in_order(path, &lines);
    }
    println!("deal cost moves positions     bytes search s  check s    MiB");
    let mut sums = vec![([0.0; 5], 0); arguments.costs.len()];
    for deal in arguments.deals.0..=arguments.deals.1 {
        for (&cost, (sum, count)) in arguments.costs.iter().zip(&mut sums) {
            let here = (deal, cost.to_string());
            if !arguments.wants(lines.get(&here)) {
                continue;
            }
            let (line, figures) = shortest(deal, cost, &arguments, lines.get(&here));
            if let Some(path) = &arguments.out {
                let mut file = OpenOptions::new().append(true).open(path).unwrap();
                writeln!(file, "{line}").unwrap();
            }
            lines.insert(here, line);
            if let Some(figures) = figures {
                sum.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
                *count += 1;
            }
        }
    }
    for (cost, (sum, count)) in arguments.costs.iter().zip(sums).filter(|(_, (_, count))| *count > 0) {
        let [moves, positions, bytes, search, check] = sum.map(|sum| sum / f64::from(count));
        println!(
            "mean {cost} {moves:.1} moves, {positions:.0} positions, {bytes:.0} bytes; CPU s: search and make {search:.2}, check {check:.2}"
        );
    }
    if let Some(path) = &arguments.out {
        put_in_order(path, &lines);
        print_table(&lines, &arguments.costs);
    }
}
