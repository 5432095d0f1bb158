//! Who may import whom: between crates, as their manifests say, and in the crates whose modules
//! stand in an order that Cargo does not know.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Table = &'static [(&'static str, &'static [&'static str])];

/// The crates, lowest first, and which of them each may depend on.
const CRATES: Table = &[
    ("limits", &[]),
    ("text", &[]),
    ("lrat", &[]),
    ("dealers", &[]),
    ("encodings", &[]),
    ("game", &["dealers"]),
    ("search", &["game", "limits"]),
    ("reductions", &["game", "search", "text"]),
    ("solvers", &["encodings", "limits", "lrat"]),
    ("formats", &["game", "text"]),
    (
        "planning",
        &["encodings", "formats", "game", "limits", "lrat", "reductions", "search", "solvers", "text"],
    ),
    ("report", &["formats", "game", "planning", "search", "text"]),
    ("console", &["text"]),
    (
        "experiments",
        &["console", "encodings", "formats", "game", "planning", "reductions", "search", "solvers", "text"],
    ),
    ("carcassonne", &["console", "encodings", "lrat", "solvers", "text"]),
    ("rummikub", &["console", "encodings", "solvers", "text"]),
    // Its game is Forty Thieves: the one puzzle that knows cards.
    ("autostart", &["console", "encodings", "formats", "game", "solvers", "text"]),
    (
        "cli",
        &[
            "autostart",
            "carcassonne",
            "console",
            "encodings",
            "experiments",
            "formats",
            "game",
            "limits",
            "lrat",
            "planning",
            "reductions",
            "report",
            "rummikub",
            "search",
            "solvers",
            "text",
        ],
    ),
    // Of the rest it knows what the façade names again.
    ("web", &["report", "text"]),
    ("testkit", &["game", "planning", "reductions", "search", "solvers"]),
    // Readers and checkers are everywhere, and so are their inputs.
    (
        "fuzzing",
        &[
            "autostart",
            "carcassonne",
            "console",
            "encodings",
            "experiments",
            "formats",
            "game",
            "lrat",
            "planning",
            "reductions",
            "rummikub",
            "search",
            "solvers",
            "testkit",
        ],
    ),
    // The same for cargo-fuzz, in a workspace of its own.
    ("fuzz-coverage", &["fuzzing", "testkit"]),
    ("difftest", &["encodings", "formats", "game", "planning", "search", "solvers", "testkit"]),
    // Beside the façade, which has no word after its name, the program's texts and its command.
    ("python", &["cli", "report"]),
];

/// The modules of `game`: what one must trust, in the order in which it is read.
const GAME: Table = &[
    ("cards", &[]),
    ("rules", &["cards"]),
    ("state", &["cards", "rules"]),
    ("verify", &["cards", "rules", "state"]),
];

/// The modules of `encodings`.
const ENCODINGS: Table = &[
    ("task", &[]),
    ("theory", &[]),
    ("formula", &["theory"]),
    ("options", &[]),
    ("constraints", &["theory", "formula", "options"]),
    ("unroll", &["task", "formula", "options"]),
    ("fluents", &["task", "formula", "options", "constraints", "unroll"]),
    ("steps", &["task", "formula", "options", "constraints", "unroll", "fluents"]),
    ("timeless", &["task", "theory", "formula", "options", "constraints", "unroll"]),
    ("lower_bound", &["task", "unroll"]),
    ("objective", &["task", "formula", "options", "constraints", "unroll"]),
    ("qbf", &["task", "formula", "options", "constraints", "unroll", "fluents", "steps"]),
    ("schemes", &["task", "formula", "options", "unroll", "fluents", "steps", "timeless"]),
    (
        "smt",
        &[
            "task",
            "theory",
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

/// The modules of `planning` below the requests: none of them may know of a request, an answer or
/// a solver's schedule. Those above may import one another.
const PLANNING: Table = &[
    ("lower", &[]),
    ("decode", &["lower"]),
    ("check", &["decode", "lower"]),
    ("hitting_set", &[]),
    ("locks", &["lower"]),
    ("formula", &["check", "decode", "locks", "lower"]),
    ("proof_text", &[]),
    ("proof", &["formula", "proof_text"]),
    ("shard", &[]),
    ("prove", &["lower"]),
];

/// The manifests of all crates but the root's own.
fn manifests() -> Vec<toml::Table> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["crates", "puzzles", "."] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let Ok(text) = std::fs::read_to_string(entry.unwrap().path().join("Cargo.toml")) else {
                continue;
            };
            all.push(text.parse().unwrap());
        }
    }
    all
}

#[test]
fn crates_depend_downwards() {
    let mut seen = BTreeSet::new();
    for manifest in manifests() {
        let name = manifest["package"]["name"].as_str().unwrap();
        let name = name.strip_prefix("patsat-").unwrap();
        let (_, allowed) = CRATES.iter().find(|row| row.0 == name).unwrap_or_else(|| {
            panic!("crate '{name}' stands in no row of the table: say what it may depend on")
        });
        let dependencies = manifest["dependencies"].as_table().unwrap().keys();
        for lower in dependencies.filter_map(|key| key.strip_prefix("patsat-")) {
            assert!(allowed.contains(&lower), "'{name}' may not depend on '{lower}'");
        }
        seen.insert(name.to_owned());
    }
    assert_eq!(seen.len(), CRATES.len(), "{seen:?}");
}

/// `cargo run` takes the program where one package alone says what is run by default, be there other programs.
#[test]
fn the_program_is_what_cargo_runs() {
    let root: toml::Table = include_str!("../../Cargo.toml").parse().unwrap();
    assert_eq!(root["package"]["default-run"].as_str(), Some("patsat"));
    for manifest in manifests() {
        assert!(manifest["package"].get("default-run").is_none(), "{}", manifest["package"]["name"]);
    }
}

#[test]
fn modules_import_downwards() {
    check_package("crates/game/src", GAME);
    check_package("encodings/src", ENCODINGS);
    check_package("crates/planning/src", PLANNING);
}

fn check_package(folder: &str, table: Table) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    collect(&root, &mut files);
    let mut modules = BTreeSet::new();
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let wrong = violations(inside, &text, &root, table);
        assert!(wrong.is_empty(), "{}: {}", file.display(), wrong.join(", "));
        modules.insert(module_of(inside));
    }
    for (module, _) in table {
        assert!(modules.contains(*module), "{folder} has no module '{module}' any more");
    }
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

/// The module of a file below `src`.
fn module_of(inside: &Path) -> String {
    let first = inside.iter().next().and_then(|p| p.to_str()).unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// What is wrong with the imports of one file; `inside` is its path below `src`. Modules without
/// a row may import everything.
fn violations(inside: &Path, text: &str, root: &Path, table: Table) -> Vec<String> {
    let module = module_of(inside);
    let Some((_, allowed)) = table.iter().find(|row| row.0 == module) else { return Vec::new() };
    // In file `a/b.rs` the path `super::super` is the crate, in `a/mod.rs` it is `super`.
    let depth = inside.iter().filter(|p| *p != "mod.rs").count();
    let code = without_comments(text);
    let is_module = |name: &str| {
        !name.is_empty() && (root.join(name).is_dir() || root.join(format!("{name}.rs")).is_file())
    };
    let mut wrong = Vec::new();
    for start in ["crate::".to_owned(), "super::".repeat(depth)] {
        for at in paths(&code, &start) {
            for name in first_names(&code[at..]) {
                if name != module && is_module(&name) && !allowed.contains(&name.as_str()) {
                    wrong.push(format!("'{module}' may not import '{name}'"));
                }
            }
        }
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
fn the_tables_have_no_circle() {
    for table in [CRATES, GAME, ENCODINGS, PLANNING] {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/game/src");
    let count = |file: &str, text: &str| violations(Path::new(file), text, &root, GAME).len();
    for text in [
        "use crate::verify::Fault;",
        "use crate::{cards::Card, verify::{Fault, Verified}};",
        "use crate::{\n    rules::{Move, Place},\n    verify,\n};",
        "fn f() -> crate::verify::Fault { todo!() }",
        "pub use super::super::verify::replay;",
        "/* a */ use crate :: cards; use crate::verify::Fault; // b",
    ] {
        assert_eq!(count("state/plan.rs", text), 1, "{text}");
    }
    for text in [
        "use crate::cards::{Card, verify};",
        "//! See [`crate::verify`].",
        "/* use crate::verify::Fault; */",
        "use super::verify;",
        "use mycrate::verify;",
    ] {
        assert_eq!(count("state/plan.rs", text), 0, "{text}");
    }
    assert_eq!(count("state/mod.rs", "use super::verify;"), 1);
    assert_eq!(count("lib.rs", "use crate::verify;"), 0);
}
