//! Runs every command of README and of the book as printed. Each page has a folder of its own and runs its commands in
//! order. The output must contain the lines below the command, in their order; times, and lines that a page elides
//! (`...`), may differ.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use tempfile::TempDir;

/// Prefixes of commands that take longer than a few seconds; the long tests run them too.
const LONG: [&str; 22] = [
    "patsat solve instances/boards/ending",
    "patsat encode instances/boards/ending",
    "patsat decode instances/boards/ending",
    "patsat encode instances/boards/small-spider.json --question fair",
    "patsat solve instances/text/unseen",
    "patsat solve solvitaire:forty-thieves",
    "patsat puzzle rummikub count --tiles 14",
    "patsat solve ms:1 --by sat",
    "patsat solve kpat:spider1:3 -q --by sat",
    "for i in 0 1 2 3; do patsat survey",
    "patsat merge s?.jsonl",
    "patsat encode ms:2 --encoding exists --horizon 30",
    "cadical f.cnf",
    "patsat puzzle carcassonne solve",
    "patsat puzzle carcassonne check",
    "patsat hard --game",
    "patsat why ms:41 --cells 1 --all",
    "patsat verify ms:41 --cells 1",
    "patsat why ms:517776",
    "patsat solve ms:11982 --by sat",
    "patsat verify ms:11982 p",
    "patsat solve lost.json --by sat",
];

/// Prefixes of commands that take minutes each.
const MINUTES: [&str; 5] = [
    "patsat survey ms:1..32000",
    "patsat bench quick",
    "patsat puzzle autostart study --trials",
    "patsat solve kpat:spider2:1 --by hybrid",
    "patsat shorten kpat:spider4:1",
];

/// Up to which length commands are run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LengthLimit {
    Short,
    Long,
    Minutes,
}

/// Programs of other people that a page calls.
const OTHERS: [&str; 6] = ["cadical", "cvc5", "depqbf", "minisat", "proofs/build/patsat-proved", "veripb"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A command and the lines printed below it.
#[derive(Debug)]
struct PrintedCommand {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// The commands of a page: lines that begin with `$ ` in its blocks.
fn printed(text: &str) -> Vec<PrintedCommand> {
    let mut all: Vec<PrintedCommand> = Vec::new();
    let (mut inside, mut open) = (false, false);
    for (n, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside;
            open = false;
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            all.push(PrintedCommand { line: n + 1, command: command.to_owned(), expected: Vec::new() });
            open = true;
        } else if let (true, Some(last)) = (inside && open, all.last_mut()) {
            last.expected.push(line.trim_end().to_owned());
        }
    }
    all
}

/// A line without its times.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let unit = |word: &&str| {
        ["s", "ms", "MiB", "seconds"].contains(&word.trim_end_matches([',', ';', '.', ')', ':']))
    };
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let shown = words
        .iter()
        .enumerate()
        .map(|(n, word)| if number(word) && words.get(n + 1).is_some_and(unit) { "#" } else { word });
    shown.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

/// The first expected line that the output does not have after those before it.
fn missing<'a>(expected: &'a [String], output: &str) -> Option<&'a String> {
    let mut lines = output.lines().map(timeless);
    expected.iter().filter(|line| !line.is_empty() && *line != "...").find(|line| {
        let wanted = timeless(line);
        // Of a line with "..." the parts around them are there.
        let parts: Vec<&str> = wanted.split("...").collect();
        !lines.any(|found| match &parts[..] {
            [all] => found == *all,
            [first, inner @ .., last] => {
                let rest = found.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
                rest.is_some_and(|mut rest| {
                    inner.iter().all(|part| {
                        let at = rest.find(part);
                        rest = at.map_or("", |at| &rest[at + part.len()..]);
                        at.is_some()
                    })
                })
            }
            [] => false,
        })
    })
}

/// Commands that take minutes.
fn takes_minutes(command: &str) -> bool {
    MINUTES.iter().any(|begin| command.starts_with(begin))
}

/// Commands that take longer than a few seconds, and no minutes.
fn is_long(command: &str) -> bool {
    !takes_minutes(command) && LONG.iter().any(|begin| command.starts_with(begin))
}

/// Runs a page's commands; returns the number that ran, and each difference from the page.
fn run(page: &Path, most: LengthLimit) -> (usize, Vec<String>) {
    let text = fs::read_to_string(page).unwrap();
    let folder = TempDir::new().unwrap();
    for name in ["instances", "proofs"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let own = assert_cmd::cargo::cargo_bin("patsat");
    let path = format!("{}:{}", own.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let (mut ran, mut wrong) = (0, Vec::new());
    for PrintedCommand { line, command, expected } in printed(&text) {
        let place = format!("{}, line {line}: {command}", page.strip_prefix(root()).unwrap().display());
        let other =
            OTHERS.iter().find(|other| command.contains(*other) && !patsat_solvers::is_installed(other));
        if let Some(other) = other {
            eprintln!("skipped: there is no '{other}' for {place}");
            continue;
        }
        if most < LengthLimit::Minutes && takes_minutes(&command)
            || most < LengthLimit::Long && is_long(&command)
        {
            continue;
        }
        let mut shell = Command::new("sh");
        patsat_solvers::without_our_libraries(&mut shell);
        shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(folder.path()).env("PATH", &path);
        let started = std::time::Instant::now();
        let output = shell.env("LC_ALL", "C.UTF-8").env_remove("COLUMNS").output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout);
        eprintln!("{:6.1} s  {place}", started.elapsed().as_secs_f64());
        let code = output.status.code().unwrap();
        // 1, 10, 20, 21 are answers.
        if [2, 3, 4, 101, 127].contains(&code) {
            wrong.push(format!("{place}\nends with {code}:\n{out}"));
        } else if let Some(line) = missing(&expected, &out) {
            wrong.push(format!("{place}\ndoes not print\n{line}\nbut\n{out}"));
        }
        ran += 1;
    }
    (ran, wrong)
}

/// Runs the pages with commands that a shorter test leaves out; `least` is the number of commands that must run.
fn all(most: LengthLimit, least: usize) {
    let text = |page: &PathBuf| fs::read_to_string(page).unwrap();
    let has = |page: &PathBuf, of: fn(&str) -> bool| printed(&text(page)).iter().any(|p| of(&p.command));
    let mut pages = pages();
    pages.retain(|page| match most {
        LengthLimit::Short => true,
        LengthLimit::Long => has(page, is_long),
        LengthLimit::Minutes => has(page, takes_minutes),
    });
    // Pages are independent, so each processor takes the next one.
    let (left, found) = (Mutex::new(pages.iter()), Mutex::new(Vec::new()));
    let next = || left.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(page) = next() {
                    let faults = run(page, most);
                    found.lock().unwrap().push(faults);
                }
            });
        }
    });
    let (ran, wrong): (Vec<usize>, Vec<Vec<String>>) = found.into_inner().unwrap().into_iter().unzip();
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(ran.iter().sum::<usize>() >= least, "{ran:?}");
}

/// README, the page of `contrib`, and the pages of the book in all its folders.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("contrib/README.md")];
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

#[test]
fn commands_run_as_printed() {
    all(LengthLimit::Short, 80);
}

#[test]
#[ignore = "a minute or two; CI runs it"]
fn long_commands_run_as_printed_at_length() {
    all(LengthLimit::Long, 60);
}

#[test]
#[ignore = "half an hour"]
fn every_command_runs_as_printed() {
    all(LengthLimit::Minutes, 15);
}

#[test]
fn a_line_that_is_not_printed_is_found() {
    let page = "text\n```\n$ patsat x\nSolved in 3 s\n...\nend...!\n$ two\n```\n$ no command\n";
    let found = printed(page);
    assert_eq!(found.iter().map(|p| &p.command[..]).collect::<Vec<_>>(), ["patsat x", "two"]);
    let expected = &found[0].expected;
    assert_eq!(missing(expected, "a\nSolved in 0.25 s\nb\nended!\n"), None);
    assert_eq!(missing(expected, "ended!\nSolved in 0.25 s\nended\n"), Some(&"end...!".to_owned()));
    assert_eq!(missing(expected, "Solved in 4 moves\nended!\n"), Some(&"Solved in 3 s".to_owned()));
}
