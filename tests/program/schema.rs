//! What every command says as JSON, held against the schemas of `docs/src/reference/schema`.

use assert_cmd::Command;
use boon::{Compiler, SchemaIndex, Schemas};
use patsat_testkit::cli::{CommandOutput, output_of};
use patsat_testkit::formulas;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const COMMANDS: &str = include_str!("json_lines.txt");

fn folder_of_schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/reference/schema")
}

/// The schemas of all commands, by the command.
pub(super) struct All {
    schemas: Schemas,
    by_command: HashMap<String, SchemaIndex>,
}

impl All {
    pub(super) fn read() -> All {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let mut names = Vec::new();
        for file in fs::read_dir(folder_of_schemas()).unwrap() {
            let path = file.unwrap().path();
            let schema: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            assert_eq!(schema["$id"], name.as_str());
            compiler.add_resource(&format!("http://schemas/{name}"), without_id(schema)).unwrap();
            names.push(name);
        }
        let commands = names.iter().filter(|name| *name != "common.json");
        let by_command = commands
            .map(|name| {
                let index = compiler.compile(&format!("http://schemas/{name}"), &mut schemas).unwrap();
                (name.trim_end_matches(".json").replace('-', " "), index)
            })
            .collect();
        All { schemas, by_command }
    }

    /// What is wrong with a line.
    pub(super) fn fault(&self, command: &str, line: &Value) -> Option<String> {
        let Some(&schema) = self.by_command.get(command) else {
            return Some(format!("there is no schema of {command}"));
        };
        self.schemas.validate(line, schema).err().map(|error| format!("{error:#}"))
    }
}

/// The name by which a schema is found is the one it is read by.
fn without_id(mut schema: Value) -> Value {
    schema.as_object_mut().unwrap().remove("$id");
    schema
}

/// A folder with the instances and models that the commands name.
fn workplace() -> TempDir {
    let folder = TempDir::new().unwrap();
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    std::os::unix::fs::symlink(instances, folder.path().join("instances")).unwrap();
    for (name, answer) in [
        ("unsat.txt", "s UNSATISFIABLE\n"),
        ("unknown.txt", "s UNKNOWN\n"),
        ("false.txt", "s cnf 0 1 1\n"),
        ("turn.txt", "r10 b10 o10 k4\ntable: r4 b4 o4\n"),
    ] {
        fs::write(folder.path().join(name), answer).unwrap();
    }
    folder
}

fn run(args: &[&str], folder: &Path) -> CommandOutput {
    let mut command = Command::cargo_bin("patsat").unwrap();
    output_of(command.env("LC_ALL", "C.UTF-8").current_dir(folder).args(args))
}

/// What a solver says of a formula that has a model.
fn solved(formula: &Path) -> String {
    let model = formulas::model(&formulas::read(&fs::read_to_string(formula).unwrap())).unwrap();
    format!("s SATISFIABLE\nv {} 0\n", itertools::join(model, " "))
}

#[test]
fn every_line_matches_its_schema() {
    let (all, folder) = (All::read(), workplace());
    let mut seen = BTreeSet::new();
    for command in COMMANDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (prepared, to) = match command.strip_prefix("prepare ") {
            Some(rest) => rest.split_once(" > ").map_or((rest, None), |(args, to)| (args, Some(to))),
            None => (command, None),
        };
        let mut args: Vec<&str> = prepared.split(' ').collect();
        if let ["model", formula] = args[..] {
            fs::write(folder.path().join(to.unwrap()), solved(&folder.path().join(formula))).unwrap();
            continue;
        }
        if prepared != command {
            let (code, out, err) = run(&args, folder.path());
            assert!(![2, 3, 4, 101].contains(&code), "{command}: {err}");
            to.inspect(|to| fs::write(folder.path().join(to), out).unwrap());
            continue;
        }
        args.extend(["--format", "json"]);
        let (code, out, err) = run(&args, folder.path());
        if code == 4 {
            eprintln!("skipped: {command}: {err}");
            continue;
        }
        assert!([0, 1, 5, 10, 20, 21].contains(&code), "{command}: {code} {err}");
        let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
        assert_eq!((kinds[0], &kinds[kinds.len() - 2..]), ("begin", &["result", "end"][..]), "{command}");
        assert_eq!(lines.last().unwrap()["data"]["exit_code"], code, "{command}");
        let named = lines[0]["data"]["command"].as_str().unwrap().to_owned();
        assert!(command.starts_with(&named), "{command}");
        for line in &lines {
            assert!(all.fault(&named, line).is_none(), "{command}: {line}\n{:?}", all.fault(&named, line));
        }
        seen.insert(named);
    }
    let missed: Vec<&String> = all.by_command.keys().filter(|&command| !seen.contains(command)).collect();
    assert!(missed.is_empty(), "no line of {missed:?} was seen");
}

#[test]
fn every_command_with_json_output_has_a_schema() {
    let (all, folder) = (All::read(), workplace());
    let below = |args: &[&str]| -> Vec<String> {
        let (_, out, _) = run(&[args, &["--help"]].concat(), folder.path());
        // Commands stand under one heading or in groups; options follow them.
        let listed = out.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1);
        let listed = listed.filter(|line| !line.trim_start().starts_with(['-', '[', '<']));
        let names = listed.take_while(|line| !line.starts_with("Options:")).filter_map(|line| {
            let rest = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?;
            rest.split(' ').next().map(str::to_owned)
        });
        names.filter(|name| name != "help").collect()
    };
    let (mut speaking, mut open) = (BTreeSet::new(), below(&[]));
    while let Some(command) = open.pop() {
        let words: Vec<&str> = command.split(' ').collect();
        let inner = below(&words);
        if !inner.is_empty() {
            open.extend(inner.iter().map(|name| format!("{command} {name}")));
            continue;
        }
        let (_, _, err) = run(&[&words[..], &["--format", "nonsense"]].concat(), folder.path());
        if err.contains("json") {
            speaking.insert(command);
        }
    }
    let described: BTreeSet<String> = all.by_command.keys().cloned().collect();
    assert_eq!(speaking, described);
}

#[test]
fn lines_that_are_not_of_the_schema_are_found() {
    let (all, folder) = (All::read(), workplace());
    let (_, out, _) = run(&["solve", "ms:1", "--ranks", "3", "--format", "json"], folder.path());
    let result: Value = serde_json::from_str(out.lines().nth(1).unwrap()).unwrap();
    assert_eq!(all.fault("solve", &result), None);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut line = result.clone();
        change(&mut line);
        all.fault("solve", &line)
    };
    assert!(changed(&|line| line["type"] = json!("verdict")).is_some());
    assert!(changed(&|line| line["data"]["verdict"] = json!("won")).is_some());
    assert!(changed(&|line| line["data"]["surprise"] = json!(1)).is_some());
    assert!(changed(&|line| line["data"]["plan"][0]["cards"]["count"] = json!("one")).is_some());
    assert!(changed(&|line| drop(line["data"].as_object_mut().unwrap().remove("stats"))).is_some());
    assert!(all.fault("survey", &result).is_some());
}
