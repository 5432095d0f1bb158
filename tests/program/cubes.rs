//! Cubes on the command line: from a folder to one verdict, and input that gives no verdict.

use assert_cmd::Command;
use patsat_testkit::cli::result;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A small game whose shortest plan has 18 moves.
const GAME: [&str; 7] = ["ms:3", "--ranks", "4", "--cells", "1", "--columns", "4"];
const NO: [&str; 4] = ["--encoding", "sequential", "--horizon", "17"];
const YES: [&str; 4] = ["--encoding", "exists-loose", "--horizon", "12"];

fn run_with(arguments: &[&str], env: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env("COLUMNS", "10000");
    for name in ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "HQ_TASK_ID"] {
        command.env_remove(name);
    }
    let output = command.args(arguments).envs(env.iter().copied()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    run_with(arguments, &[])
}

/// What must fail: code 2, nothing on stdout, one sentence on stderr that says this.
fn refused(arguments: &[&str], message: &str) {
    let (code, out, err) = run(arguments);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert!(patsat_testkit::cli::is_sentence(&err), "{arguments:?}: {err}");
    assert!(err.contains(message), "{arguments:?}: expected '{message}' in: {err}");
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn encode(formula: &[&str], cubes: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("cubes");
    let (code, _, err) =
        run(&[&["encode"], &GAME[..], formula, &["--cubes", cubes, "-o", name(&path)]].concat());
    assert_eq!(code, 0, "{err}");
    (folder, path)
}

/// A folder whose cubes are all refuted, by two tasks.
fn conquered() -> (TempDir, PathBuf) {
    let (temp, path) = encode(&NO, "5");
    for shard in ["0/2", "1/2"] {
        let (code, _, err) = run(&["conquer", name(&path), "--shard", shard]);
        assert_eq!(code, 0, "{err}");
    }
    (temp, path)
}

fn edit(path: &Path, change: impl Fn(String) -> String) -> String {
    let before = fs::read_to_string(path).unwrap();
    let after = change(before.clone());
    assert_ne!(after, before);
    fs::write(path, after).unwrap();
    before
}

#[test]
fn the_folder_explains_what_to_do() {
    let (_temp, path) = encode(&NO, "5");
    for file in ["formula.cnf", "cubes.txt", "instance.json", "job.sbatch", "README.txt"] {
        assert!(path.join(file).is_file(), "{file}");
    }
    let cubes = fs::read_to_string(path.join("cubes.txt")).unwrap();
    let mut lines = cubes.lines();
    assert_eq!(lines.next(), Some("c patsat cubes 1"));
    let header: Value = serde_json::from_str(lines.next().unwrap().strip_prefix("c ").unwrap()).unwrap();
    assert_eq!((&header["name"], &header["bound"]), (&"ms:3".into(), &17.into()));
    assert_eq!(header["cubes"], lines.clone().count());
    assert!(lines.all(|line| line.starts_with("a ") && line.ends_with(" 0")));
    let formula = fs::read_to_string(path.join("formula.cnf")).unwrap();
    assert!(formula.contains(&format!("c formula {}", header["formula"].as_str().unwrap())));
    assert!(formula.contains("c var ") && formula.contains("\np cnf "));
    // The same input gives the same folder.
    let (_other, again) = encode(&NO, "5");
    for file in ["formula.cnf", "cubes.txt", "instance.json", "README.txt"] {
        assert_eq!(fs::read(path.join(file)).unwrap(), fs::read(again.join(file)).unwrap(), "{file}");
    }
}

#[test]
fn no_plan_within_is_proved_cube_by_cube() {
    let (_temp, path) = conquered();
    let (code, out, err) = run(&["conquer", name(&path), "--merge"]);
    assert_eq!(code, 21, "{out}{err}");
    assert!(out.starts_with("No plan within 17 moves of encoding sequential ("), "{out}");
    assert!(out.contains("cover all cases"), "{out}");
    let (code, out, _) = run(&["conquer", name(&path), "--merge", "--format", "json", "--jobs", "2"]);
    assert_eq!((code, &result(&out)["verdict"]), (21, &"no_plan_within".into()));
    let (code, out, _) = run(&["conquer", name(&path), "--merge", "--format", "solver"]);
    assert_eq!((code, out.lines().last()), (21, Some("s UNKNOWN")));
    let (code, out, err) = run(&[&["verify"], &GAME[..1], &[name(&path)], &GAME[1..]].concat());
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.starts_with("valid: no plan within 17 moves of encoding sequential"), "{out}");
    let game = path.join("instance.json");
    assert_eq!(run(&["verify", name(&game), name(&path)]).0, 0);
    // Too little memory says nothing of the proofs.
    let (code, out, err) = run(&["verify", name(&game), name(&path), "--memory-limit", "1"]);
    assert!(code == 5 && out.starts_with("undecided: "), "{code} {out}{err}");
    // The same verdict in one piece.
    let (code, ..) = run(&[&["solve"], &GAME[..], &["--by", "sat"], &NO[..]].concat());
    assert_eq!(code, 21);
}

#[test]
fn a_plan_of_one_cube_is_a_plan() {
    let (_temp, path) = encode(&YES, "4");
    let (code, out, err) = run(&["conquer", name(&path)]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("has a plan"), "{out}");
    let (code, out, _) = run(&["conquer", name(&path), "--merge"]);
    assert_eq!(code, 10);
    assert!(out.starts_with("Solved (plan verified)."), "{out}");
    let plan = path.join("merged.json");
    let (code, ..) = run(&["conquer", name(&path), "--merge", "--format", "plan-json", "-o", name(&plan)]);
    assert_eq!(code, 10);
    for file in [&plan, &path.join("plan.json")] {
        let (code, out, _) = run(&[&["verify"], &GAME[..1], &[name(file)], &GAME[1..]].concat());
        assert_eq!(code, 0, "{out}");
    }
    let (code, out, _) = run(&["conquer", name(&path), "--merge", "--format", "solver"]);
    assert!(code == 10 && out.contains("s SATISFIABLE\nv ") && out.ends_with(" 0\n"), "{out}");
    // A later task has nothing to do.
    let other = path.join("part-9.jsonl");
    let (code, _, err) = run(&["conquer", name(&path), "-o", name(&other)]);
    assert_eq!((code, fs::read_to_string(&other).unwrap().lines().count()), (0, 1), "{err}");
    // A changed plan is refused.
    let part = path.join("part-0.jsonl");
    edit(&part, |text| text.replace("\"count\":1", "\"count\":3"));
    refused(&["conquer", name(&path), "--merge"], "is not valid: ");
}

#[test]
fn what_is_no_whole_answer_is_refused() {
    let (_temp, path) = conquered();
    let merge = ["conquer", name(&path), "--merge"];
    let part = |n: u32| path.join(format!("part-{n}.jsonl"));
    refused(&[&merge[..], &[name(&part(0))]].concat(), "cubes are missing: 2, 4");
    // The last line of a part is missing, or cut.
    let before = edit(&part(1), |text| text.lines().take(2).map(|line| format!("{line}\n")).collect());
    refused(&merge, "cubes are missing: 4");
    fs::write(part(1), &before[..before.len() - 9]).unwrap();
    refused(&merge, "cubes are missing: 4");
    // Two answers of one cube.
    let lines: Vec<&str> = before.lines().collect();
    let plan = lines[1].replace("\"refuted\"", "\"plan\"");
    fs::write(part(1), format!("{}\n{}\n{plan}\n", lines[0], lines[1])).unwrap();
    refused(&merge, "line 3: cube 2 has two answers");
    fs::write(part(1), &before).unwrap();
    fs::write(path.join("other.jsonl"), format!("{}\n{plan}\n", lines[0])).unwrap();
    refused(&merge, "cube 2 has two answers, in '");
    fs::remove_file(path.join("other.jsonl")).unwrap();
    // Parts of other cubes, of another formula, of nothing.
    for (from, to, message) in [
        ("\"formula\":\"", "\"formula\":\"0", "is a part of other cubes: formula 0"),
        ("\"list\":\"", "\"list\":\"0", "is a part of other cubes: list of cubes 0"),
        ("\"version\":\"", "\"version\":\"9.", "is a part of other cubes: version 9."),
        ("{\"type\":\"begin\"", "{\"type\":\"start\"", "line 1: found no part"),
        ("\"cube\":2", "\"cube\":99", "line 2: expected the answer of a cube from 1 to 5"),
    ] {
        let before = edit(&part(1), |text| text.replacen(from, to, 1));
        refused(&merge, message);
        fs::write(part(1), before).unwrap();
    }
    refused(&[&merge[..], &[name(&path.join("none"))]].concat(), "there is no file");
    fs::write(path.join("empty"), "").unwrap();
    refused(&[&merge[..], &[name(&path.join("empty"))]].concat(), "found no part");
    assert_eq!(run(&merge).0, 21);
    // A refuted cube that is claimed to be open is open.
    edit(&part(1), |text| text.replacen("\"refuted\"", "\"open\",\"reason\":\"time\"", 1));
    let (code, out, _) = run(&merge);
    assert_eq!((code, out.as_str()), (0, "Unknown: 1 of 5 cubes are undecided: 2 (time).\n"));
}

#[test]
fn tampered_certificates_are_refused() {
    let (_temp, path) = conquered();
    let proof = |n: u32| path.join("proofs").join(format!("cube-{n}.proof"));
    let verify = |message: &str| {
        refused(&["conquer", name(&path), "--merge"], message);
        let (code, out, _) = run(&[&["verify"], &GAME[..1], &[name(&path)], &GAME[1..]].concat());
        assert_eq!(code, 1, "{out}");
        assert!(out.starts_with("not valid: ") && out.contains(message), "{out}");
    };
    let good = fs::read(proof(3)).unwrap();
    let sealed = |mut bytes: Vec<u8>| {
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        bytes
    };
    let body = &good[..good.len() - 32];
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    fs::write(proof(3), &flipped).unwrap();
    verify("cube 3: the proof is damaged");
    fs::write(proof(3), &good[..20]).unwrap();
    verify("cube 3: the proof is cut short");
    fs::write(proof(3), "hello\n").unwrap();
    verify("cube 3: this is no such proof");
    fs::remove_file(proof(3)).unwrap();
    verify("cube 3: its proof");
    // That of another cube, as it is and under the name of this one.
    let other = fs::read(proof(2)).unwrap();
    fs::write(proof(3), &other).unwrap();
    verify("cube 3: the proof was made for another formula: it has cube 2");
    let header = |bytes: &[u8]| {
        let end = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0;
        bytes[..=end].to_vec()
    };
    // A proof that ends before the empty clause: the header of this cube, and an empty stream.
    fs::write(proof(3), sealed([header(body), vec![3, 0]].concat())).unwrap();
    verify("cube 3: the proof ends after 0 steps");
    fs::write(proof(3), &good).unwrap();
    assert_eq!(run(&["conquer", name(&path), "--merge"]).0, 21);
}

#[test]
fn changed_cubes_and_other_games_are_refused() {
    let (_temp, path) = conquered();
    let cubes = path.join("cubes.txt");
    let go = ["conquer", name(&path), "--merge"];
    let good = fs::read_to_string(&cubes).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let with = |text: String, message: &str| {
        fs::write(&cubes, text).unwrap();
        refused(&go, message);
    };
    with(lines[..lines.len() - 1].join("\n") + "\n", "it has 4 of 5 cubes");
    with(good[..good.len() - 4].to_owned(), "line 7: expected a cube");
    with(good.replacen("a ", "a 1 ", 1), "the hash of its cubes does not match");
    with(String::new(), "holds no cubes");
    with(good.replacen("\"bound\":17", "\"bound\":16", 1), "made for another formula");
    with(good.replacen("\"encoding\":\"sequential\"", "\"encoding\":\"x\"", 1), "unknown encoding 'x'");
    with(good.replacen("{\"version\"", "{\"versio\"", 1), "the header cannot be read");
    fs::write(&cubes, &good).unwrap();
    let (code, out, _) =
        run(&["verify", "ms:4", name(&path), "--ranks", "4", "--cells", "1", "--columns", "4"]);
    assert_eq!(code, 1);
    assert!(out.contains("other rules or another position"), "{out}");
    assert_eq!(run(&go).0, 21);
}

/// Cubes that leave a case out, in a file whose hashes are right, with every proof in order.
#[test]
fn a_case_left_out_is_found() {
    let (_temp, path) = conquered();
    let cubes = path.join("cubes.txt");
    let good = fs::read_to_string(&cubes).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let kept: Vec<String> = lines[2..6].iter().map(|line| format!("{line}\n")).collect();
    let hash: String = Sha256::digest(kept.concat()).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut header: Value = serde_json::from_str(lines[1].strip_prefix("c ").unwrap()).unwrap();
    (header["cubes"], header["list"]) = (4.into(), hash.as_str().into());
    fs::write(&cubes, format!("{}\nc {header}\n{}", lines[0], kept.concat())).unwrap();
    let (code, out, _) = run(&["verify", name(&path.join("instance.json")), name(&path)]);
    assert_eq!(code, 1, "{out}");
    assert!(out.starts_with("not valid: the cubes are no tree of decisions: "), "{out}");
    for n in 0..2 {
        let part = path.join(format!("part-{n}.jsonl"));
        let old: Value =
            serde_json::from_str(fs::read_to_string(&part).unwrap().lines().next().unwrap()).unwrap();
        let text = fs::read_to_string(&part).unwrap().replace(old["data"]["list"].as_str().unwrap(), &hash);
        let text: String =
            text.lines().filter(|l| !l.contains("\"cube\":5")).map(|l| format!("{l}\n")).collect();
        fs::write(&part, text).unwrap();
    }
    refused(&["conquer", name(&path), "--merge"], "the cubes are no tree of decisions");
}

#[test]
fn bad_input_is_one_sentence() {
    let temp = TempDir::new().unwrap();
    let new = temp.path().join("new");
    let encode = |more: &[&str]| {
        [&["encode"], &GAME[..], more].concat().iter().map(|&s| s.to_owned()).collect::<Vec<String>>()
    };
    let refuse = |arguments: Vec<String>, message: &str| {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        refused(&words, message);
    };
    let out = ["-o", name(&new)];
    let (code, _, err) = run(&[&["encode"], &GAME[..], &["--cubes", "0"], &out].concat());
    assert_eq!(code, 2);
    assert!(err.contains("expected a number from 1 to 100000"), "{err}");
    let many = [&NO[..2], &["--horizon", "1", "--cubes", "90000"], &out].concat();
    refuse(encode(&many), "fewer than 90000");
    assert!(!new.exists());
    refuse(encode(&["--cubes", "4"]), "--cubes needs -o");
    refuse(encode(&["--cubes", "4", "-o", "-"]), "--cubes needs -o");
    refuse(encode(&[&["--cubes", "4", "--to", "wcnf"], &out[..]].concat()), "--cubes is for --to dimacs");
    refuse(encode(&[&["--cubes", "4", "--question", "fair"], &out[..]].concat()), "--cubes is for");
    let file = temp.path().join("file");
    fs::write(&file, "x").unwrap();
    refuse(encode(&["--cubes", "4", "-o", name(temp.path())]), "is not empty");
    refuse(encode(&["--cubes", "4", "-o", name(&file)]), "is no folder: expected a new folder");
    refused(&["conquer", name(&new)], "expected a folder that 'patsat encode --cubes' made");
    refused(&["conquer", name(&file), "--merge"], "expected a folder that 'patsat encode --cubes' made");
    refused(&["verify", "ms:3", name(temp.path())], "is a folder without cubes.txt");
    let (_temp, path) = self::encode(&NO, "3");
    let folder = name(&path);
    refused(&["conquer", folder, "--merge"], "there are no parts");
    refused(&["conquer", folder, "--shard", "0/99"], "99 shards of 3 cubes");
    refused(&["conquer", folder, "--shard", "slurm"], "SLURM_ARRAY_TASK_ID is not set");
    refused(&["conquer", folder, "--backend", "cadicall"], "unknown back-end");
    refused(&["conquer", folder, "--node-limit", "3"], "--node-limit is for searches");
    let part = path.join("part-1.jsonl");
    let (code, ..) = run(&["conquer", folder, "--shard", "1/3"]);
    assert_eq!((code, part.exists()), (0, true));
    refused(&["conquer", folder, "--shard", "1/3"], "expected --resume");
    refused(
        &["conquer", folder, "--shard", "1/2", "--resume"],
        "was made with shard 1/3 instead of 1/2: expected another file",
    );
    fs::write(&part, "hello\n").unwrap();
    refused(&["conquer", folder, "--shard", "1/3", "--resume"], "line 1: found no part");
    edit(&path.join("instance.json"), |text| text.replacen("ms:3", "ms:4", 1));
    let (code, _, err) = run(&["conquer", folder]);
    assert_eq!(code, 2, "{err}");
    fs::remove_file(path.join("instance.json")).unwrap();
    refused(&["conquer", folder], "cannot read");
    let (code, _, err) = run(&["conquer", folder, "--shard", "0/2", "--merge"]);
    assert_eq!(code, 2, "{err}");
}

/// The job script as Slurm would run it, and a task of HyperQueue.
#[test]
fn engines_choose_the_cubes() {
    let (_temp, path) = encode(&NO, "5");
    let program = assert_cmd::cargo::cargo_bin("patsat");
    for task in ["1", "2"] {
        let status = std::process::Command::new("sh")
            .arg(path.join("job.sbatch"))
            .envs([
                ("SLURM_ARRAY_TASK_ID", task),
                ("SLURM_ARRAY_TASK_MIN", "0"),
                ("SLURM_ARRAY_TASK_MAX", "2"),
            ])
            .envs([("CUBES", name(&path)), ("PATSAT", name(&program)), ("OPTIONS", "--time-limit 60")])
            .output()
            .unwrap();
        assert!(status.status.success(), "{status:?}");
    }
    let part = path.join("part-0.jsonl");
    let env = [("HQ_TASK_ID", "0")];
    let (code, out, _) = run_with(
        &["conquer", name(&path), "--shard", "hyperqueue/3", "--resume", "-q", "-o", name(&part)],
        &env,
    );
    assert_eq!((code, out.as_str()), (0, "2 cubes: 2 refuted, 0 undecided by a limit, 0 not tried\n"));
    assert_eq!(run(&["conquer", name(&path), "--merge"]).0, 21);
}

/// Killed without warning while it solves, and run again.
#[test]
fn a_killed_task_goes_on() {
    let (_temp, path) = encode(&["--encoding", "sequential", "--horizon", "17"], "12");
    let part = path.join("part-0.jsonl");
    let program = assert_cmd::cargo::cargo_bin("patsat");
    let mut task = std::process::Command::new(program)
        .args(["conquer", name(&path), "-q"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // As soon as something is there, or when it is done anyway.
    for _ in 0..3000 {
        let lines = fs::read_to_string(&part).map_or(0, |text| text.lines().count());
        if lines > 2 || task.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let _ = task.kill();
    task.wait().unwrap();
    let before = fs::read_to_string(&part).unwrap();
    let kept: Vec<&str> = before.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
    let (code, _, err) = run(&["conquer", name(&path), "--resume"]);
    assert_eq!(code, 0, "{err}");
    let after = fs::read_to_string(&part).unwrap();
    assert!(after.starts_with(&kept.concat()), "{before}\n{after}");
    let (code, out, err) = run(&["conquer", name(&path), "--merge"]);
    let (whole, ..) =
        run(&[&["solve"], &GAME[..], &["--by", "sat", "--encoding", "sequential", "--horizon", "17"]]
            .concat());
    assert_eq!(code, whole, "{out}{err}");
}
