//! Who may import whom, in both packages: an upward `crate::` path fails this test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Table = &'static [(&'static str, &'static [&'static str])];

/// The modules of the program and what each may import, beside itself.
const PROGRAM: Table = &[
    ("cards", &[]),
    ("rules", &["cards"]),
    ("state", &["cards", "rules"]),
    ("verify", &["cards", "rules", "state"]),
    ("theory", &["cards", "rules", "state"]),
    ("search", &["cards", "rules", "state", "theory"]),
    ("reductions", &["cards", "rules", "state", "theory"]),
    ("solve", &[]),
    ("tiles", &["solve"]),
    ("formats", &["cards", "rules", "state", "reductions", "tiles"]),
    ("encode", &["cards", "rules", "state"]),
    ("decode", &["cards", "rules", "state", "encode"]),
    ("optimum", &["solve"]),
    ("autostart", &["cards", "rules", "solve"]),
    ("prove", &["cards", "rules", "state", "search", "encode", "solve"]),
    ("campaign", &["cards"]),
    ("pipeline", BELOW_PIPELINE),
    ("report", BELOW_REPORT),
    ("cli", BELOW_CLI),
    ("main", &["cli"]),
];

const BELOW_PIPELINE: &[&str] = &[
    "cards",
    "rules",
    "state",
    "verify",
    "search",
    "theory",
    "reductions",
    "formats",
    "encode",
    "solve",
    "decode",
    "optimum",
    "tiles",
    "prove",
    "campaign",
];

const BELOW_REPORT: &[&str] = &[
    "cards",
    "rules",
    "state",
    "verify",
    "search",
    "theory",
    "reductions",
    "formats",
    "encode",
    "solve",
    "decode",
    "optimum",
    "prove",
    "autostart",
    "tiles",
    "campaign",
    "pipeline",
];

const BELOW_CLI: &[&str] = &[
    "cards",
    "rules",
    "state",
    "verify",
    "search",
    "theory",
    "reductions",
    "formats",
    "encode",
    "solve",
    "decode",
    "optimum",
    "prove",
    "autostart",
    "tiles",
    "campaign",
    "pipeline",
    "report",
];

/// The modules of `encodings`.
const ENCODINGS: Table = &[
    ("task", &[]),
    ("beyond", &[]),
    ("formula", &["beyond"]),
    ("options", &[]),
    ("constraints", &["beyond", "formula", "options"]),
    ("unroll", &["task", "formula", "options"]),
    ("fluents", &["task", "formula", "options", "constraints", "unroll"]),
    ("steps", &["task", "formula", "options", "constraints", "unroll", "fluents"]),
    ("timeless", &["task", "beyond", "formula", "options", "constraints", "unroll"]),
    ("rests", &["task", "unroll"]),
    ("qbf", &["task", "formula", "options", "constraints", "unroll", "fluents", "steps"]),
    ("schemes", &["task", "formula", "options", "unroll", "fluents", "steps", "timeless"]),
    (
        "smt",
        &[
            "task",
            "beyond",
            "formula",
            "options",
            "constraints",
            "unroll",
            "fluents",
            "steps",
            "timeless",
            "schemes",
        ],
    ),
    ("emit", &["formula"]),
    ("cubes", &["formula"]),
];

/// Modules that may not name the other package.
const WITHOUT_ENCODINGS: &[&str] =
    &["cards", "rules", "state", "verify", "search", "theory", "reductions", "formats", "report", "main"];

#[test]
fn the_program_imports_downwards() {
    check_package("src", PROGRAM);
}

#[test]
fn encodings_imports_downwards() {
    check_package("encodings/src", ENCODINGS);
}

fn check_package(folder: &str, table: Table) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        wrong
            .extend(violations(inside, &text, table).into_iter().map(|w| format!("{}: {w}", file.display())));
    }
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// What is wrong with the imports of one file; `inside` is its path below `src`.
fn violations(inside: &Path, text: &str, table: Table) -> Vec<String> {
    let parts: Vec<&str> =
        inside.iter().filter_map(|p| p.to_str()).map(|p| p.trim_end_matches(".rs")).collect();
    let module = parts[0];
    if ["lib", "build"].contains(&module) {
        return Vec::new();
    }
    let Some((_, allowed)) = table.iter().find(|row| row.0 == module) else {
        return vec![format!("module '{module}' stands in no row of the table")];
    };
    // In file `a/b.rs` the path `super::super` is the crate, in `a/mod.rs` it is `super`.
    let depth = parts.iter().filter(|&&p| p != "mod").count();
    let code = without_comments(text);
    let known: BTreeSet<&str> = table.iter().map(|row| row.0).collect();
    let mut wrong = Vec::new();
    let mut tell = |name: &str, how: &str| {
        if name != module && known.contains(name) && !allowed.contains(&name) {
            wrong.push(format!("'{module}' may not import '{name}' ({how})"));
        }
    };
    for start in ["crate::", "patsat::"] {
        for at in paths(&code, start) {
            first_names(&code[at..]).iter().for_each(|name| tell(name, start));
        }
    }
    let up = "super::".repeat(depth);
    for at in paths(&code, &up) {
        first_names(&code[at..]).iter().for_each(|name| tell(name, "super"));
    }
    if WITHOUT_ENCODINGS.contains(&module) && !paths(&code, "patsat_encodings::").is_empty() {
        wrong.push(format!("'{module}' may not import the package patsat_encodings"));
    }
    wrong
}

/// Where paths that begin with `start` go on, `start` being no end of a longer word.
fn paths(code: &str, start: &str) -> Vec<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(start)
        .filter(|(at, _)| !code[..*at].ends_with(word))
        .map(|(at, _)| at + start.len())
        .collect()
}

/// The first names of a path: one, or those of a group `{a, b::c, d::{e}}`.
fn first_names(path: &str) -> Vec<String> {
    let path = path.trim_start();
    let name = |text: &str| -> String {
        text.trim_start().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut names, mut depth, mut item) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                names.push(name(&group[item..at]));
                break;
            }
            ',' if depth == 0 => {
                names.push(name(&group[item..at]));
                item = at + 1;
            }
            _ => {}
        }
    }
    names.retain(|n| !n.is_empty());
    names
}

/// The text without comments: documentation may point anywhere.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    let mut code = lines.collect::<Vec<_>>().join("\n");
    while let Some(start) = code.find("/*") {
        let end = code[start..].find("*/").map_or(code.len(), |end| start + end + 2);
        code.replace_range(start..end, "");
    }
    code
}

#[test]
fn the_table_has_no_circle() {
    for table in [PROGRAM, ENCODINGS] {
        let mut below: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for &(module, allowed) in table {
            for lower in allowed {
                assert!(below.contains_key(lower), "{module} imports {lower}, which stands above it");
            }
            below.insert(module, allowed.iter().copied().collect());
        }
    }
}

#[test]
fn planted_upward_imports_are_caught() {
    let count = |file: &str, text: &str| violations(Path::new(file), text, PROGRAM).len();
    for text in [
        "use crate::search::Budget;",
        "use crate::{cards::Card, search::{Budget, Limit}};",
        "use crate::{\n    rules::{Move, Place},\n    formats,\n};",
        "fn f() -> crate::search::Limit { todo!() }",
        "pub use super::super::pipeline::solve;",
        "use super::super::{cards, cli};",
        "/* a */ use crate :: cards; use crate::report::Style; // b",
        "use patsat_encodings::Task;",
    ] {
        assert_eq!(count("verify/replay.rs", text), 1, "{text}");
    }
    for text in [
        "use crate::state::{Table, search};",
        "use crate::verify::search;",
        "//! See [`crate::search`].",
        "/* use crate::search::Budget; */",
        "use super::search;",
        "use mycrate::search;",
    ] {
        assert_eq!(count("verify/replay.rs", text), 0, "{text}");
    }
    assert_eq!(count("verify/mod.rs", "use super::search;"), 1);
    assert_eq!(count("verify.rs", "use super::search;"), 1);
    assert_eq!(count("main.rs", "patsat::search::strategies();"), 1);
    assert_eq!(count("main.rs", "patsat::cli::main();"), 0);
    assert_eq!(count("attic/mod.rs", ""), 1);
    let encodings = |text| violations(Path::new("task/mod.rs"), text, ENCODINGS).len();
    assert_eq!((encodings("use crate::schemes::Scheme;"), encodings("use crate::task::Step;")), (1, 0));
}
