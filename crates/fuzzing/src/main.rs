//! Runs inputs on targets, counts them, and keeps those that break something.

use anyhow::Context;
use clap::Parser;
use patsat_fuzzing::run::{Order, Tally, supervise, worker};
use patsat_fuzzing::{Kind, Target, run, targets};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Give readers and checkers of patsat inputs by the million
#[derive(Debug, Parser)]
#[command(before_help = "\
Examples:
  patsat-fuzz all --seconds 60 --out runs      a minute of each target
  patsat-fuzz dimacs lrat-text --inputs 10000000 --out runs --resume
  patsat-fuzz game-kpat --file runs/failures/game-kpat-raw-panic-17")]
struct Args {
    /// Targets, or all
    #[arg(required_unless_present_any = ["work", "list", "tallies"])]
    targets: Vec<String>,
    /// Inputs of each kind and target
    #[arg(long, default_value_t = 10_000_000)]
    inputs: u64,
    /// CPU seconds of each target, half of them for each kind
    #[arg(long)]
    seconds: Option<u64>,
    /// One kind of inputs only
    #[arg(long)]
    kind: Option<Kind>,
    /// Decides which inputs are made
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder for tallies and for inputs that break something
    #[arg(long, default_value = "fuzz/runs")]
    out: PathBuf,
    /// Go on behind the inputs of earlier runs with this seed
    #[arg(long)]
    resume: bool,
    /// Run this input, and no other
    #[arg(long)]
    file: Vec<PathBuf>,
    /// Write the valid inputs to a folder for each target, as cargo-fuzz takes them
    #[arg(long)]
    write_seeds: Option<PathBuf>,
    /// List the targets
    #[arg(long)]
    list: bool,
    /// Print the tallies of earlier runs as a table
    #[arg(long)]
    tallies: bool,
    /// What a process made for it is to do
    #[arg(long, hide = true)]
    work: Option<String>,
}

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    if let Some(order) = &args.work {
        let order: Order = serde_json::from_str(order)?;
        let target = targets::named(&order.target).context("no such target")?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == order.kind).context("no such kind")?;
        println!("{}", serde_json::to_string(&worker(target, kind, &order)?)?);
        return Ok(ExitCode::SUCCESS);
    }
    if args.list {
        targets::all().for_each(|target| println!("{:20} {}", target.name, target.about));
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.out.join("tallies.json");
    if args.tallies {
        print_table(&tallies(&path)?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut wanted: Vec<&Target> = Vec::new();
    for name in &args.targets {
        match name.as_str() {
            "all" => wanted.extend(targets::all()),
            name => wanted
                .push(targets::named(name).with_context(|| format!("unknown target '{name}': see --list"))?),
        }
    }
    if let Some(folder) = &args.write_seeds {
        return write_seeds(&wanted, folder).map(|()| ExitCode::SUCCESS);
    }
    if !args.file.is_empty() {
        for path in &args.file {
            let input = std::fs::read(path).with_context(|| path.display().to_string())?;
            wanted.iter().for_each(|target| (target.run)(&input));
            println!("{}: nothing breaks", path.display());
        }
        return Ok(ExitCode::SUCCESS);
    }
    campaign(&args, &wanted, &path)
}

/// Tallies by target, kind and seed.
type Tallies = BTreeMap<String, Tally>;

fn tallies(path: &Path) -> anyhow::Result<Tallies> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).with_context(|| path.display().to_string())?),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Tallies::new()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

fn campaign(args: &Args, wanted: &[&Target], path: &Path) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(&args.out)?;
    println!("seed {}", args.seed);
    let mut failures = 0;
    for target in wanted {
        for kind in Kind::ALL.into_iter().filter(|&kind| args.kind.is_none_or(|wanted| wanted == kind)) {
            let key = format!("{} {} {}", target.name, kind.name(), args.seed);
            let before = tallies(path)?.remove(&key).filter(|_| args.resume).unwrap_or_default();
            let order = Order {
                target: target.name.to_owned(),
                kind: kind.name().to_owned(),
                seed: args.seed,
                first: before.inputs,
                end: before.inputs.max(args.inputs),
                cpu_ms: args.seconds.map(|seconds| seconds * 1000 / if args.kind.is_some() { 1 } else { 2 }),
                at: args.out.join(format!("{}-{}.at", target.name, kind.name())),
                failures: args.out.join("failures"),
            };
            let mut found = before.clone();
            for order in in_pieces(order) {
                found = sum(&found, &supervise(target, kind, order)?);
                let mut all = tallies(path)?;
                all.insert(key.clone(), found.clone());
                std::fs::write(path, serde_json::to_vec_pretty(&all)?)?;
                if args.seconds.is_some() || found.crashes + found.hangs >= run::KEPT as u64 {
                    break;
                }
            }
            failures += found.failures() - before.failures();
            println!("{}", line(&found));
        }
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What is broken off loses a piece at most.
fn in_pieces(order: Order) -> impl Iterator<Item = Order> {
    let size = if order.cpu_ms.is_some() { u64::MAX } else { 250_000 };
    let mut first = order.first;
    std::iter::from_fn(move || {
        let end = order.end.min(first.saturating_add(size));
        let piece = (first < end).then(|| Order { first, end, ..order.clone() });
        first = end;
        piece
    })
}

fn sum(one: &Tally, other: &Tally) -> Tally {
    let mut all = other.clone();
    all.add(one);
    all
}

fn line(tally: &Tally) -> String {
    format!(
        "{:16} {:10} {:>10} inputs {:>8.1} CPU s, slowest {:>5} ms, peak {:>4} MiB: {} panics, {} hangs, {} crashes",
        tally.target,
        tally.kind,
        tally.inputs,
        tally.cpu_ms as f64 / 1000.0,
        tally.slowest_ms,
        tally.peak_mib,
        tally.panics,
        tally.hangs,
        tally.crashes
    )
}

fn print_table(all: &Tallies) {
    let mut rows: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
    for tally in all.values() {
        let row = rows.entry((&tally.target, &tally.kind)).or_default();
        *row = sum(row, tally);
    }
    println!(
        "| target | raw inputs | structured inputs | CPU s | slowest ms | peak MiB |\n|---|---|---|---|---|---|"
    );
    for target in targets::all() {
        let of = |kind: Kind| rows.get(&(target.name, kind.name())).cloned().unwrap_or_default();
        let (raw, structured) = (of(Kind::Raw), of(Kind::Structured));
        let both = sum(&raw, &structured);
        println!(
            "| {} | {} | {} | {:.0} | {} | {} |",
            target.name,
            raw.inputs,
            structured.inputs,
            both.cpu_ms as f64 / 1000.0,
            both.slowest_ms,
            both.peak_mib
        );
    }
}

fn write_seeds(wanted: &[&Target], folder: &Path) -> anyhow::Result<()> {
    run::note_panics();
    for target in wanted {
        let folder = folder.join(target.name);
        std::fs::create_dir_all(&folder)?;
        for (number, seed) in (target.seeds)().into_iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
        for (name, input) in target.kept() {
            std::fs::write(folder.join(name), input)?;
        }
    }
    Ok(())
}
