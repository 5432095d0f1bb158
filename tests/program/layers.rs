//! Checks the allowed imports: between crates by their manifests, and between modules of the crates
//! whose internal order Cargo does not enforce.

use crate::imports::{Package, circles_beside};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Table = &'static [(&'static str, &'static [&'static str])];

/// The crates, lowest first, each with its dependencies.
const CRATES: Table = &[
    ("base", &[]),
    ("lrat", &[]),
    ("dealers", &[]),
    ("encodings", &[]),
    ("smt", &["encodings"]),
    ("game", &["dealers"]),
    ("states", &["base", "game"]),
    ("search", &["base", "game", "states"]),
    ("reductions", &["base", "game", "states"]),
    ("solvers", &["base", "lrat", "smt"]),
    ("pddl", &["base", "game"]),
    ("formats", &["base", "game", "pddl"]),
    ("blind", &["base", "formats", "game", "search", "states"]),
    ("lowering", &["encodings", "game"]),
    ("patterns", &["base", "encodings", "game", "lowering", "search", "solvers", "states"]),
    ("tasks", &["base", "pddl", "search"]),
    (
        "planning",
        &[
            "base",
            "encodings",
            "game",
            "lowering",
            "lrat",
            "patterns",
            "reductions",
            "search",
            "smt",
            "solvers",
            "states",
        ],
    ),
    ("cubes", &["base", "encodings", "formats", "game", "lrat", "planning", "solvers"]),
    (
        "analysis",
        &[
            "base",
            "blind",
            "encodings",
            "formats",
            "game",
            "lowering",
            "lrat",
            "patterns",
            "planning",
            "search",
            "solvers",
            "states",
        ],
    ),
    (
        "facade",
        &[
            "analysis",
            "base",
            "blind",
            "encodings",
            "formats",
            "game",
            "lrat",
            "patterns",
            "pddl",
            "planning",
            "reductions",
            "search",
            "smt",
            "solvers",
        ],
    ),
    ("report", &["analysis", "base", "blind", "formats", "game", "planning"]),
    ("console", &["base"]),
    (
        "experiments",
        &[
            "analysis",
            "base",
            "blind",
            "console",
            "cubes",
            "encodings",
            "formats",
            "game",
            "patterns",
            "pddl",
            "planning",
            "reductions",
            "report",
            "search",
            "smt",
            "solvers",
        ],
    ),
    ("puzzle", &["console", "solvers"]),
    ("carcassonne", &["base", "console", "encodings", "lrat", "puzzle", "solvers"]),
    ("rummikub", &["base", "console", "encodings", "puzzle", "smt", "solvers"]),
    // Its game is Forty Thieves: the one puzzle that uses cards.
    ("autostart", &["base", "console", "encodings", "formats", "game", "puzzle", "solvers"]),
    (
        "cli",
        &[
            "analysis",
            "autostart",
            "base",
            "blind",
            "carcassonne",
            "console",
            "cubes",
            "encodings",
            "experiments",
            "facade",
            "formats",
            "game",
            "pddl",
            "planning",
            "puzzle",
            "reductions",
            "report",
            "rummikub",
            "search",
            "smt",
            "solvers",
            "states",
            "tasks",
        ],
    ),
    // The rest comes through the facade, under the name of the root package.
    ("web", &["base", "report"]),
    ("testkit", &["analysis", "base", "game", "reductions", "search", "solvers"]),
    // Readers and checkers are everywhere, and so are their inputs.
    (
        "fuzzing",
        &[
            "analysis",
            "autostart",
            "base",
            "blind",
            "carcassonne",
            "console",
            "cubes",
            "encodings",
            "experiments",
            "formats",
            "game",
            "lrat",
            "patterns",
            "pddl",
            "planning",
            "reductions",
            "report",
            "rummikub",
            "search",
            "smt",
            "solvers",
            "testkit",
        ],
    ),
    // The same for cargo-fuzz, in a workspace of its own.
    ("fuzz-coverage", &["fuzzing"]),
    (
        "difftest",
        &[
            "base",
            "encodings",
            "formats",
            "game",
            "patterns",
            "planning",
            "search",
            "smt",
            "solvers",
            "testkit",
        ],
    ),
    // Beside the root package, the program's texts and its command.
    ("python", &["cli", "report"]),
    // Calls cargo and other programs.
    ("xtask", &[]),
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
    ("sums", &[]),
    ("formula", &["sums"]),
    ("options", &[]),
    ("constraints", &["sums", "formula", "options"]),
    ("unroll", &["task", "formula", "options"]),
    ("fluents", &["task", "formula", "options", "constraints", "unroll"]),
    ("steps", &["task", "formula", "options", "constraints", "unroll", "fluents"]),
    ("lower_bound", &["task", "unroll"]),
    ("objective", &["task", "formula", "options", "constraints", "unroll"]),
    ("qbf", &["task", "formula", "options", "constraints", "unroll", "fluents", "steps"]),
    ("schemes", &["task", "formula", "options", "unroll", "fluents", "steps"]),
    ("emit", &["formula"]),
    ("cubes", &["formula"]),
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
fn crates_have_the_dependencies_of_the_table() {
    let mut seen = BTreeSet::new();
    for manifest in manifests() {
        let name = manifest["package"]["name"].as_str().unwrap();
        let name = name.strip_prefix("patsat-").unwrap();
        let (_, expected) = CRATES.iter().find(|row| row.0 == name).unwrap_or_else(|| {
            panic!("crate '{name}' has no row in the table: add one with its dependencies")
        });
        let dependencies = manifest["dependencies"].as_table().unwrap().keys();
        let dependencies: BTreeSet<&str> =
            dependencies.filter_map(|key| key.strip_prefix("patsat-")).collect();
        assert_eq!(dependencies, expected.iter().copied().collect(), "dependencies of '{name}'");
        seen.insert(name.to_owned());
    }
    assert_eq!(seen.len(), CRATES.len(), "{seen:?}");
}

/// `.ci/run quick` finds the crate of a changed file by its folder.
#[test]
fn folders_have_the_names_of_their_crates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for folder in ["crates", "puzzles"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let Ok(text) = std::fs::read_to_string(path.join("Cargo.toml")) else { continue };
            let manifest: toml::Table = text.parse().unwrap();
            let expected = format!("patsat-{}", path.file_name().unwrap().to_str().unwrap());
            assert_eq!(manifest["package"]["name"].as_str(), Some(expected.as_str()));
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

/// `cargo run` starts the program because one package alone sets `default-run`.
#[test]
fn the_program_is_what_cargo_runs() {
    let root: toml::Table = include_str!("../../Cargo.toml").parse().unwrap();
    assert_eq!(root["package"]["default-run"].as_str(), Some("patsat"));
    for manifest in manifests() {
        assert!(manifest["package"].get("default-run").is_none(), "{:?}", manifest["package"]["name"]);
    }
}

#[test]
fn modules_import_downwards() {
    for (folder, table) in [("crates/game/src", GAME), ("encodings/src", ENCODINGS)] {
        let package = package(folder);
        for (module, file) in package.files() {
            let text = std::fs::read_to_string(file).unwrap();
            let wrong = upward(&package, module, &text, table);
            assert!(wrong.is_empty(), "{}: imports of {wrong:?}, which stand above it", file.display());
        }
        for (module, _) in table {
            assert!(
                package.files().any(|(own, _)| own.first().is_some_and(|first| first == module)),
                "{folder}: no {module}"
            );
        }
    }
}

fn package(folder: &str) -> Package {
    Package::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

/// The modules that a file with this text may not import. Modules without a row may import everything.
fn upward(package: &Package, module: &[String], text: &str, table: Table) -> BTreeSet<String> {
    let Some((own, allowed)) = module.first().and_then(|first| table.iter().find(|row| row.0 == first))
    else {
        return BTreeSet::new();
    };
    let tops = package.used(module, text).into_iter().filter_map(|used| used.first().cloned());
    tops.filter(|top| top != own && !allowed.contains(&top.as_str())).collect()
}

/// The folders `src` of all packages.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources: Vec<PathBuf> =
        ["src", "encodings/src", "python/src", "web/src", "web/pack/src", "xtask/src"]
            .iter()
            .map(|folder| root.join(folder))
            .collect();
    for folder in ["crates", "puzzles"] {
        sources.extend(
            std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path().join("src")),
        );
    }
    sources.retain(|source| source.is_dir());
    sources
}

/// A module with modules below it is a folder with a `mod.rs`.
#[test]
fn modules_with_modules_have_one_form() {
    let mut folders = 0;
    for source in sources() {
        let package = Package::read(&source);
        for (module, file) in package.files().filter(|(module, _)| !module.is_empty()) {
            let mut others = package.files();
            let is_leaf = others.all(|(other, _)| other == module || !other.starts_with(module));
            let is_folder = file.ends_with("mod.rs");
            assert!(is_leaf || is_folder, "{}: expected mod.rs in the folder", file.display());
            folders += usize::from(is_folder);
        }
    }
    assert!(folders > 100, "{folders}");
}

/// All crates: no module imports one beside it that imports it, directly or through others, at any depth. A module and
/// those inside it may import each other.
#[test]
fn no_modules_import_each_other() {
    let mut files = 0;
    for source in sources() {
        let package = Package::read(&source);
        files += package.files().count();
        let circles = circles_beside(&package.graph());
        assert!(circles.is_empty(), "{}: these modules import each other: {circles:?}", source.display());
    }
    assert!(files > 500, "{files}");
}

#[test]
fn the_tables_have_no_circle() {
    for table in [CRATES, GAME, ENCODINGS] {
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
    let package = package("crates/game/src");
    let count = |module: &[&str], text: &str| {
        let module: Vec<String> = module.iter().map(|&name| name.to_owned()).collect();
        upward(&package, &module, text, GAME).len()
    };
    for text in [
        "use crate::verify::Fault;",
        "use crate::{cards::Card, verify::{Fault, Verified}};",
        "use crate::{\n    rules::{Move, Place},\n    verify,\n};",
        "fn f() -> crate::verify::Fault { todo!() }",
        "pub use super::super::verify::replay;",
        "/* a */ use crate :: cards; use crate::verify::Fault; // b",
    ] {
        assert_eq!(count(&["state", "plan"], text), 1, "{text}");
    }
    for text in [
        "use crate::cards::{Card, verify};",
        "//! See [`crate::verify`].",
        "/* use crate::verify::Fault; */",
        "use super::verify;",
        "use mycrate::verify;",
        "#[cfg(test)]\nmod tests {\n    use crate::verify::replay;\n}",
    ] {
        assert_eq!(count(&["state", "plan"], text), 0, "{text}");
    }
    assert_eq!(count(&["state"], "use super::verify;"), 1);
    assert_eq!(count(&[], "use crate::verify;"), 0);
}

#[test]
fn planted_circles_are_caught() {
    let name = |path: &str| -> Vec<String> { path.split("::").map(str::to_owned).collect() };
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry(name(from)).or_default().insert(name(to));
            graph.entry(name(to)).or_default();
        }
        graph
    };
    assert_eq!(circles_beside(&graph(&[("a", "b"), ("b", "c"), ("c", "a")])).len(), 1);
    // Below different modules, so that the modules above import each other.
    assert_eq!(circles_beside(&graph(&[("a::x", "b"), ("b::y", "a::z")])).len(), 1);
    assert_eq!(circles_beside(&graph(&[("a::x", "a::y"), ("a::y", "a::x")])).len(), 1);
    assert!(circles_beside(&graph(&[("a", "a::x"), ("a::x", "a"), ("a::x", "b"), ("c", "a")])).is_empty());
}
