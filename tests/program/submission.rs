//! `patsat pack sat` and its sisters: folders of instances, held against the competitions' rules by a script that knows
//! nothing of the program (`tests/packs/check_pack.py`).

use patsat_testkit::cli::{CommandOutput, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs a script of `tests/packs`; `None` where there is no Python.
fn script(name: &str, args: &[&str]) -> Option<(bool, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs").join(name);
    let mut command = std::process::Command::new("python3");
    patsat_solvers::without_our_libraries(&mut command);
    match command.arg(script).args(args).env("PYTHONDONTWRITEBYTECODE", "1").output() {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            Some((output.status.success(), String::from_utf8(text).unwrap()))
        }
        Err(_) => {
            eprintln!("skipped: there is no python3");
            None
        }
    }
}

/// A folder must be accepted.
fn accepted(folder: &Path, more: &[&str]) {
    let args = [&[folder.to_str().unwrap()], more].concat();
    if let Some((ok, printed)) = script("check_pack.py", &args) {
        assert!(ok && printed.starts_with("accepted"), "{printed}");
    }
}

/// Four formulas, one of each question.
const TINY: &str = r#"
track = "sat"
title = "Tiny & small"
date = "2026-11-24"
band = [1, 3000]
[rules]
instances = 5
[runs]
solvers = ["minisat", "cadical"]
cpu_s = 20
[[family]]
name = "steps"
about = "steps"
sizes = [1, 16]
seeds = [1, 20]
yes = 1
no = 1
ask.plan = { deal = "ms:{seed}", args = ["--ranks", "5", "--cells", "1"], encoding = "exists", horizon = "{size}" }
[[family]]
name = "patterns"
about = "patterns"
seeds = [1, 20]
no = 1
ask.patterns = { deal = "ms:{seed}", args = ["--cells", "0"] }
[[family]]
name = "plain"
about = "plain"
sizes = [10, 60]
seeds = [1, 20]
yes = 1
ask.formula = { family = "random", variables = "{size}", dress = "plain" }
[[family]]
name = "dressed"
about = "dressed"
sizes = [3, 3]
seeds = [1, 40]
yes = 1
band = [0, 3000]
ask.formula = { family = "random", variables = "{size}", ratio = 1.0, dress = "freecell" }
"#;

fn recipe(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("recipe.toml");
    fs::write(&path, text).unwrap();
    path
}

fn pack(track: &str, recipe: &Path, out: &Path, more: &[&str]) -> CommandOutput {
    let args = ["pack", track, "--recipe", recipe.to_str().unwrap(), "-o", out.to_str().unwrap()];
    run(&[&args[..], more].concat())
}

/// A manifest must be what its schema says, and one with another word must not.
fn held_against_the_schema(manifest: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/reference/pack-manifest.schema.json");
    let mut schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    schema.as_object_mut().unwrap().remove("$id");
    let (mut compiler, mut schemas) = (boon::Compiler::new(), boon::Schemas::new());
    compiler.add_resource("http://schemas/manifest", schema).unwrap();
    let index = compiler.compile("http://schemas/manifest", &mut schemas).unwrap();
    let wrong = schemas.validate(manifest, index).err().map(|error| format!("{error:#}"));
    assert_eq!(wrong, None);
    for (pointer, value) in
        [("/track", "csp".into()), ("/instances/0/status", "maybe".into()), ("/schema", 2.into())]
    {
        let mut changed = manifest.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        assert!(schemas.validate(&changed, index).is_err(), "{pointer}");
    }
}

/// What must be the same each time: every file but those with recorded times, and the manifest without them.
fn same_each_time(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            let mut bytes = fs::read(&path).unwrap();
            match name.as_str() {
                "README.md" | "description.tex" | "times.svg" => continue,
                "manifest.json" => {
                    let mut manifest: Value = serde_json::from_slice(&bytes).unwrap();
                    for key in ["machine", "solvers", "hard"] {
                        manifest.as_object_mut().unwrap().remove(key).unwrap();
                    }
                    for row in manifest["instances"].as_array_mut().unwrap() {
                        row.as_object_mut().unwrap().remove("runs").unwrap();
                        row.as_object_mut().unwrap().remove("hard");
                    }
                    bytes = serde_json::to_vec(&manifest).unwrap();
                }
                _ => {}
            }
            files.insert(name, bytes);
        }
    }
    files
}

#[test]
fn a_folder_is_accepted_and_made_again_byte_for_byte() {
    let scratch = tempfile::tempdir().unwrap();
    let recipe = recipe(scratch.path(), TINY);
    let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
    let (code, out, err) = pack("sat", &recipe, &one, &["-j", "1"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("5 instances: 3 SATISFIABLE, 2 UNSATISFIABLE"), "{out}");
    accepted(&one, &["--solvers"]);
    held_against_the_schema(&serde_json::from_slice(&fs::read(one.join("manifest.json")).unwrap()).unwrap());
    // From the recipe in the folder itself, with more threads.
    let (code, _, err) = pack("sat", &one.join("recipe.toml"), &two, &["-j", "3"]);
    assert_eq!(code, 0, "{err}");
    let whole = same_each_time(&one);
    assert_eq!(whole, same_each_time(&two));
    assert!(whole.len() > 15 && whole.keys().any(|name| name.ends_with(".plan.json")), "{:?}", whole.keys());
    // A folder that is whole is not made again by itself, nor one of something else filled.
    let (code, _, err) = pack("sat", &recipe, &two, &[]);
    assert!(code == 2 && err.contains("is complete: expected another one"), "{err}");
    let (code, _, err) = pack("sat", &recipe, scratch.path(), &[]);
    assert!(code == 2 && err.contains("is not empty"), "{err}");
    assert_eq!(pack("sat", &recipe, &two, &["--force"]).0, 0);
    assert_eq!(whole, same_each_time(&two));
}

/// Interrupted as soon as something is kept, and continued, also after files were lost.
#[cfg(unix)]
#[test]
fn a_broken_off_folder_loses_nothing_and_changes_nothing() {
    use std::process::{Command, Stdio};
    let scratch = tempfile::tempdir().unwrap();
    let recipe = recipe(scratch.path(), TINY);
    let [whole, broken] = ["whole", "broken"].map(|name| scratch.path().join(name));
    assert_eq!(pack("sat", &recipe, &whole, &[]).0, 0);
    let journal = broken.join("journal.jsonl");
    let kept = |least: usize| fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() >= least);
    for least in [2, 12] {
        let args =
            ["pack", "sat", "--recipe", recipe.to_str().unwrap(), "-o", broken.to_str().unwrap(), "-j", "1"];
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("patsat"))
            .args(args)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while !kept(least) && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let ended = child.wait_with_output().unwrap();
        // A run that ended before the signal is complete.
        if ended.status.code() == Some(0) {
            assert_eq!(same_each_time(&whole), same_each_time(&broken));
            return;
        }
        assert_eq!(ended.status.code(), Some(130), "{}", String::from_utf8_lossy(&ended.stderr));
    }
    // A last line that was not written to its end, and a file that is gone.
    let mut text = fs::read_to_string(&journal).unwrap();
    text.push_str("{\"look\":{\"fam");
    fs::write(&journal, text).unwrap();
    let _ = fs::remove_dir_all(broken.join("witnesses"));
    // Another recipe does not go on with it.
    let other = scratch.path().join("other.toml");
    fs::write(&other, TINY.replace("Tiny", "Other")).unwrap();
    let (code, _, err) = pack("sat", &other, &broken, &[]);
    assert!(code == 2 && err.contains("begun with another recipe"), "{err}");
    let (code, _, err) = pack("sat", &recipe, &broken, &[]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(same_each_time(&whole), same_each_time(&broken));
}

#[test]
fn what_is_no_recipe_is_one_sentence() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    for (from, to, message) in [
        ("track = \"sat\"", "track = \"csp\"", "line 2: unknown variant `csp`"),
        (
            "track = \"sat\"",
            "track = \"qbf\"",
            "family 'steps': its question is for track sat: expected one for qbf",
        ),
        ("instances = 5", "instances = 6", "its families make 5 instances: expected 6"),
        ("date = \"2026-11-24\"", "date = \"24.11.2026\"", "expected a day as YYYY-MM-DD"),
        ("name = \"plain\"", "name = \"steps\"", "family 'steps' is defined twice"),
        ("name = \"plain\"", "name = \"Plain/..\"", "expected a name of small letters"),
        ("sizes = [10, 60]", "sizes = [60, 10]", "from the least to the largest"),
        ("\"exists\"", "\"exist\"", "unknown encoding 'exist'"),
        ("ms:{seed}\", args = [\"--ranks\"", "mx:{seed}\", args = [\"--ranks\"", "mx:"),
        ("horizon = \"{size}\"", "horizon = \"{size}x\"", "expected a number"),
        ("[\"minisat\", \"cadical\"]", "[\"minisat\", \"z3\"]", "there is no solver 'z3' for track sat"),
        (
            "[\"--cells\", \"0\"]",
            "[\"--cells\", \"4\"]",
            "family 'patterns': of seeds 1 to 20 only 0 of 1 instances UNSATISFIABLE",
        ),
        ("band = [1, 3000]", "band = [3000, 1]", "expected the least work first"),
        ("cpu_s = 20", "cpu_s = 20\nwall_s = 3", "line 11: unknown field `wall_s`"),
        ("dress = \"plain\"", "dress = \"tie\"", "unknown variant `tie`"),
    ] {
        let text = TINY.replacen(from, to, 1);
        assert_ne!(text, TINY, "{from}");
        // Only the family that is changed is looked at.
        let recipe = recipe(scratch.path(), &text);
        let (code, printed, err) = pack("sat", &recipe, &out, &["--force"]);
        assert!(code == 2 && printed.is_empty() && err.contains(message), "{to}: {code} {err}");
        assert!(patsat_testkit::cli::is_sentence(&err), "{err}");
    }
    for (args, message) in [
        (&["pack", "sat", "--recipe", "smal", "-o", "x"][..], "there is no recipe 'smal'"),
        (&["pack", "qbf", "--recipe", "small", "-o", "x"], "it is for 'patsat pack sat'"),
        (&["pack", "sat", "--recipe", "small", "-o", "-"], "expected a folder"),
        (&["pack", "sat", "--recipe", "small"], "--output"),
    ] {
        let (code, _, err) = run(args);
        assert!(code == 2 && err.contains(message), "{args:?}: {err}");
    }
}

#[test]
fn recipes_that_come_along_are_listed_and_printed() {
    let mut listed = Vec::new();
    for track in ["sat", "qbf", "maxsat", "smt", "pddl"] {
        let (code, out, _) = run(&["pack", track, "--list"]);
        assert_eq!(code, 0);
        listed.extend(out.lines().map(|line| (track, line.split(' ').next().unwrap().to_owned())));
        let (code, text, _) = run(&["pack", track, "--print"]);
        assert!(code == 0 && text.contains(&format!("track = \"{track}\"")), "{text}");
    }
    assert_eq!(listed.len(), 5, "{listed:?}");
}

/// The recipe for trying things on: twenty formulas, accepted by the published rules, refused when tampered with.
#[test]
#[ignore = "most of a minute; CI runs it"]
fn small_recipes_pass_and_tampered_folders_fail_at_length() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    let (code, printed, err) = run(&["pack", "sat", "--recipe", "small", "-o", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{printed}{err}");
    assert!(printed.contains("20 instances: 9 SATISFIABLE, 11 UNSATISFIABLE"), "{printed}");
    let manifest: Value = serde_json::from_slice(&fs::read(out.join("manifest.json")).unwrap()).unwrap();
    held_against_the_schema(&manifest);
    if manifest["hard"].is_null() {
        eprintln!("skipped: the solver 'minisat' is not installed");
        return;
    }
    accepted(&out, &["--solvers"]);
    // Its rules are scaled, which the competition does not take.
    if let Some((ok, printed)) = script("check_pack.py", &[out.to_str().unwrap(), "--strict"]) {
        assert!(!ok && printed.contains("its rules are scaled"), "{printed}");
        let (ok, printed) = script("tamper.py", &[out.to_str().unwrap()]).unwrap();
        assert!(ok && printed.lines().count() > 20, "{printed}");
    }
}

/// The other kinds of solvers, by recipes of a few instances each.
#[test]
#[ignore = "most of a minute; CI runs it"]
fn folders_of_all_tracks_are_accepted_at_length() {
    let scratch = tempfile::tempdir().unwrap();
    let head = |track: &str, band: &str, instances: u32, solvers: &str| {
        format!(
            "track = \"{track}\"\ntitle = \"t\"\ndate = \"2026-11-24\"\nband = {band}\n[rules]\ninstances = {instances}\n\
             [runs]\nsolvers = {solvers}\ncpu_s = 20\n"
        )
    };
    let family = |name: &str, sizes: &str, counts: &str, question: &str| {
        format!(
            "[[family]]\nname = \"{name}\"\nabout = \"a\"\nsizes = {sizes}\nseeds = [1, 60]\n{counts}\nask.{question}\n"
        )
    };
    let board =
        |name: &str| format!("deal = \"{}/instances/boards/{name}.json\"", env!("CARGO_MANIFEST_DIR"));
    let (ending, spider) = (board("ending-spider1-1-5"), board("small-spider"));
    let freecell =
        "deal = \"ms:{seed}\", args = [\"--ranks\", \"3\", \"--cells\", \"1\", \"--columns\", \"4\"]";
    let qbf = head("qbf", "[0, 500]", 3, "[\"depqbf\"]")
        + &family(
            "easy",
            "[3, 14]",
            "yes = 1\nno = 1",
            &format!("easy = {{ {ending}, k = 1, horizon = \"{{size}}\" }}"),
        )
        + &family("fair", "[6, 14]", "no = 1", &format!("fair = {{ {spider}, horizon = \"{{size}}\" }}"));
    let maxsat = head("maxsat", "[0, 5000]", 1, "[\"rc2\"]")
        + &family(
            "short",
            "[6, 12]",
            "yes = 1",
            &format!("shortest = {{ {freecell}, encoding = \"exists\", horizon = \"{{size}}\" }}"),
        );
    let smt = head("smt", "[0, 5000]", 2, "[\"z3\", \"cvc5\"]")
        + &family(
            "scripts",
            "[2, 24]",
            "yes = 1\nno = 1",
            &format!(
                "script = {{ {freecell}, encoding = \"relational\", decided_by = \"sequential\", horizon = \"{{size}}\" }}"
            ),
        );
    let pddl = head("pddl", "[2, 100000]", 2, "[]")
        + &family(
            "tasks",
            "[0, 1]",
            "yes = 1\nno = 1",
            "task = { deal = \"ms:{seed}\", args = [\"--ranks\", \"6\", \"--columns\", \"5\", \"--cells\", \"{size}\"] }",
        );
    for (track, text) in [("qbf", qbf), ("maxsat", maxsat), ("smt", smt), ("pddl", pddl)] {
        let (recipe, out) = (recipe(scratch.path(), &text), scratch.path().join(track));
        let (code, printed, err) = pack(track, &recipe, &out, &[]);
        assert_eq!(code, 0, "{track}: {printed}{err}");
        accepted(&out, &[]);
    }
}
