//! How long an interrupt takes, and how far memory goes beyond its limit, over commands that would take minutes
//! or gigabytes.
//!
//! `cargo bench --bench interrupts_and_memory -- interrupts [WORD]`: each command gets SIGINT after a second and after three, and
//! must end within one more; the time that it took is printed, the longest first. `-- memory MIB [WORD]`: each
//! command gets this limit of memory and ten seconds; its peak of resident memory is printed, as the system counts
//! it when the process ends, the largest first. With a word only commands that have it. `cargo test --bench interrupts_and_memory
//! -- ...` does the same with the test's build. Deals made from formulas are interrupted only. Times are of a wall
//! clock: on a machine with other work they are too long.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::error::Error;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Commands that make files for those below; `DIR` is a folder of their own.
const FILES: &[&str] = &[
    "solve ms:11982 -q --proof DIR/closed",
    "solve ms:3 --optimal --cost m1 -q --proof DIR/bounded",
    "solve ms:5 --ranks 5 --cells 2 -q --format plan-json -o DIR/plan",
    "encode ms:1 --encoding sequential --horizon 30 --cubes 8 -o DIR/cubes",
    "solve ms:3 --ranks 5 --cells 1 --columns 5 --by sat --encoding sequential --horizon 22 -q --proof DIR/bound",
    "hard --game spider --vars 20 -q -o DIR/spider",
    "hard --game freecell --vars 20 -q -o DIR/freecell",
    "hard --game forty-thieves --vars 20 -q -o DIR/thieves",
];

/// Deals made from formulas, with hundreds of columns and thousands of cards: one step takes long.
const VAST: &[&str] = &[
    "solve DIR/spider/001.json --by search",
    "solve DIR/spider/001.json --by sat",
    "solve DIR/spider/001.json --by smt --horizon 5",
    "why DIR/spider/001.json",
    "fair DIR/spider/001.json",
    "solve DIR/freecell/001.json --by search",
    "solve DIR/freecell/001.json --by sat --horizon 20",
    "hint DIR/freecell/001.json",
    "rate DIR/freecell/001.json",
    "solve DIR/thieves/001.json --by search",
    "solve DIR/thieves/001.json --by sat",
    "hint DIR/thieves/001.json",
];

/// Strategies on games that they neither win nor exhaust soon.
const SEARCHES: &[&str] = &[
    "solve ms:41 --cells 1 --columns 9 --strategy auto --no-dominance",
    "solve ms:11982 --cells 5 --strategy breadth-first",
    "solve ms:11982 --cells 5 --strategy depth-bounded --depth 40",
    "solve ms:1 --strategy a-star --cells 2",
    "solve solvitaire:forty-thieves:15 --strategy best-first",
    "solve solvitaire:forty-thieves:15 --strategy depth-first",
    "solve solvitaire:forty-thieves:15 --strategy backtracking",
    "solve solvitaire:forty-thieves:15 --strategy wide-dives",
    "solve solvitaire:forty-thieves:15 --strategy staged-deepening --depth 9",
    "solve solvitaire:forty-thieves:15 --strategy staged-deepening-all --depth 9",
    "solve ms:1 --strategy beam --width 3000000",
    "solve ms:1 --short --width 3000000",
    "solve kpat:spider4:1 --strategy stages --width 1000000",
    "solve solvitaire:forty-thieves:1 --strategy layers --width 1000000",
    "solve solvitaire:forty-thieves:15",
    "solve ms:41 --cells 3 --columns 7 --strategy best-first",
    "solve solvitaire:king-albert:3",
    "solve ms:1 --optimal --cost m1",
    "solve ms:1 --optimal --cost m2",
    "solve ms:1 --optimal --cost m3",
    "solve kpat:spider1:1 --optimal",
    "survey ms:1..99 --cells 1 -o DIR/survey --force --no-dominance -j 1",
    "survey ms:1..99 --optimal -o DIR/survey-2 --force -j 2",
];

/// Formulas and solvers.
const FORMULAS: &[&str] = &[
    "solve ms:1 --by sat --encoding sequential --horizon 60",
    "solve ms:1 --by sat --encoding exists --horizon 30",
    "solve solvitaire:forty-thieves:3 --by sat --encoding exists-draws --options labels=5 --horizon 10 --backend minisat",
    "solve solvitaire:forty-thieves:3 --by sat --encoding exists-draws --options labels=5 --horizon 10 --backend batsat",
    "solve ms:1 --by sat --encoding exists-loose --horizon 30 --backend varisat",
    "solve ms:11982 --by sat",
    "solve ms:1 --by sat --optimal",
    "solve kpat:spider4:1 --by sat",
    "solve kpat:spider2:1 --by hybrid",
    "solve ms:1 --by smt --horizon 60",
    "solve ms:1 --by smt --encoding clauses-exists --horizon 30",
    "solve kpat:spider1:1 --by smt --encoding thesis --horizon 40",
    "encode ms:1 --encoding sequential --horizon 4000 -o DIR/formula",
    "encode ms:1 --encoding exists --horizon 4000 -o DIR/formula-2",
    "conquer DIR/cubes -o DIR/part --resume",
    "certify ms:1 -o DIR/certify",
];

/// Proofs, players, checkers, puzzles.
const OTHERS: &[&str] = &[
    "why solvitaire:forty-thieves:436",
    "why ms:27 --cells 1",
    "hint ms:11982 --cells 5 --node-limit 100000000",
    "survey ms:1..20 --rate -o DIR/survey-3 --force",
    "survey solvitaire:forty-thieves:519..519 --proofs KEPT/forty-thieves -o DIR/survey-4 --force",
    "shorten ms:5 DIR/plan --ranks 5 --cells 2",
    "best kpat:spider4:1 --goal runs",
    "fair kpat:spider4:1",
    "easy kpat:spider1:1 --k 4",
    "verify ms:11982 DIR/closed",
    "verify ms:3 DIR/bounded",
    "verify solvitaire:forty-thieves:15 KEPT/certificates/solvitaire-forty-thieves-15.closed-set",
    "verify ms:27 --cells 1 KEPT/certificates/ms-27-one-cell.patterns.txt",
    "verify ms:3 --ranks 5 --cells 1 --columns 5 DIR/bound",
    "puzzle carcassonne solve KEPT/carcassonne/base72.xml --square 8 --no-rotation --by sat",
    "puzzle carcassonne solve KEPT/carcassonne/base72.xml --square 8 --no-rotation --by exhaustive",
];

/// These have no limit of memory.
const WITHOUT_LIMIT: &[&str] = &[
    "pack deals ms:1 --games 900 --count 900 --level 9..10 -o DIR/pack --force",
    "bench thesis -o DIR/results",
    "puzzle autostart study --trials 90000 --at-least 15 -o DIR/autostart",
    "puzzle rummikub count --all --brute-force",
    "hard --game freecell --vars 40 --count 1000 -o DIR/hard",
    "estimate ms:1 --probes 100000000",
];

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let folder = tempfile::tempdir()?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["interrupts"] => interrupts(folder.path(), ""),
        ["interrupts", word] => interrupts(folder.path(), word),
        ["memory", mib] => memory(folder.path(), mib.parse()?, ""),
        ["memory", mib, word] => memory(folder.path(), mib.parse()?, word),
        _ => Err("expected 'interrupts [WORD]' or 'memory MIB [WORD]'".into()),
    }
}

fn start(line: &str, folder: &Path) -> Result<Child> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let put = |word: &str| {
        word.replace("DIR", &folder.display().to_string()).replace("KEPT", &kept.display().to_string())
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_patsat"));
    command.args(line.split_whitespace().map(put)).current_dir(folder);
    Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
}

fn make_files(folder: &Path) -> Result<()> {
    for line in FILES {
        let code = start(line, folder)?.wait()?.code();
        if !matches!(code, Some(0 | 10 | 20 | 21)) {
            return Err(format!("patsat {line}: ended with {code:?}").into());
        }
    }
    Ok(())
}

fn shown(line: &str) -> String {
    line.replace("DIR/", "").replace("KEPT/", "")
}

/// The commands with a word in them.
fn lines<'a>(groups: &[&'a [&'static str]], word: &'a str) -> Vec<&'static str> {
    groups.iter().flat_map(|group| group.iter().copied()).filter(|line| line.contains(word)).collect()
}

fn interrupts(folder: &Path, word: &str) -> Result<()> {
    make_files(folder)?;
    let mut rows = Vec::new();
    for line in lines(&[SEARCHES, FORMULAS, VAST, OTHERS, WITHOUT_LIMIT], word) {
        for after in [1, 3] {
            let mut child = start(line, folder)?;
            std::thread::sleep(Duration::from_secs(after));
            if let Some(status) = child.try_wait()? {
                println!("{}: over before {after} s, exit code {:?}", shown(line), status.code());
                break;
            }
            let began = Instant::now();
            kill(Pid::from_raw(child.id().try_into()?), Signal::SIGINT)?;
            let status = loop {
                match child.try_wait()? {
                    Some(status) => break status,
                    None if began.elapsed() > Duration::from_secs(60) => {
                        child.kill()?;
                        break child.wait()?;
                    }
                    None => std::thread::sleep(Duration::from_millis(1)),
                }
            };
            rows.push((began.elapsed().as_millis(), after, status.code(), shown(line)));
        }
    }
    rows.sort_by(|a, b| b.cmp(a));
    println!("| ms | after s | exit code | command |\n|---|---|---|---|");
    for (ms, after, code, line) in &rows {
        println!("| {ms} | {after} | {} | `{line}` |", code.map_or("killed".to_owned(), |c| c.to_string()));
    }
    let late = rows.iter().filter(|row| row.0 > 1000).count();
    println!("{} interrupts, {late} of them answered after more than a second", rows.len());
    Ok(())
}

/// What is resident at most while a command runs, in MiB, and its exit code.
fn peak(line: &str, folder: &Path) -> Result<(u64, Option<i32>)> {
    let used = start(line, folder)?.wait4()?;
    Ok((used.rusage.maxrss >> 20, used.status.code()))
}

fn memory(folder: &Path, mib: u64, word: &str) -> Result<()> {
    make_files(folder)?;
    let (program, _) = peak("solve ms:1 -q", folder)?;
    let mut rows = Vec::new();
    for line in lines(&[SEARCHES, FORMULAS, OTHERS], word) {
        let limit = if ["verify", "encode"].iter().any(|name| line.starts_with(name)) {
            ""
        } else {
            " --time-limit 10"
        };
        let (peak, code) = peak(&format!("{line} --memory-limit {mib}{limit}"), folder)?;
        // Each job has the limit for itself.
        let limit = if line.contains("-j 2") { 2 * mib } else { mib };
        rows.push((peak as f64 / limit as f64, peak, limit, code, shown(line)));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("| peak MiB | limit MiB | exit code | command |\n|---|---|---|---|");
    for (_, peak, limit, code, line) in &rows {
        println!("| {peak} | {limit} | {} | `{line}` |", code.map_or("killed".to_owned(), |c| c.to_string()));
    }
    let above = rows.iter().filter(|(_, peak, limit, ..)| *peak > program + limit + limit / 4).count();
    println!(
        "{} commands under a limit of {mib} MiB, {above} of them more than a quarter of it above it and the {program} \
         MiB of the program itself",
        rows.len()
    );
    Ok(())
}
