//! What a person or a script leans on: exit codes that mean one thing, files that nothing overwrites, answers that are
//! not mixed into files.

use patsat_testkit::cli::{one_sentence, run};

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};

const LOST: &[&str] = &["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];

fn refused(args: &[&str], expected: &str) {
    one_sentence(args, run(args), expected);
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn board(file: &str) -> String {
    format!("{}/instances/boards/{file}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn no_plan_within_a_bound_is_not_lost() {
    let won =
        ["solve", "ms:1", "--by", "sat", "--encoding", "exists", "--horizon", "2", "--format", "solver"];
    let (code, out, _) = run(&won);
    assert!(code == 21 && out.contains("\ns UNKNOWN\n") && !out.contains("UNSATISFIABLE"), "{code} {out}");
    let (code, out, _) = run(&[&["solve"], LOST, &["--format", "solver"]].concat());
    assert!(code == 20 && out.contains("\ns UNSATISFIABLE\n"), "{code} {out}");
}

/// A survey under way, killed when it is dropped.
#[cfg(unix)]
struct Running(std::process::Child);

#[cfg(unix)]
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
fn begun(args: &[&str], file: &Path) -> Running {
    use std::process::{Command, Stdio};
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("patsat"));
    let running = Running(command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let started = std::time::Instant::now();
    while fs::metadata(file).map_or(0, |m| m.len()) == 0 && started.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    running
}

#[cfg(unix)]
#[test]
fn two_surveys_do_not_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.jsonl");
    let args = ["survey", "random:eight-off:1..40000000", "-j", "1", "-o", name(&file)];
    let running = begun(&args, &file);
    let holder = format!("'{}' is being written by process {} on ", file.display(), running.0.id());
    refused(&[&args[..], &["--resume"]].concat(), &holder);
    refused(&[&args[..], &["--force"]].concat(), &holder);
    drop(running);
    // A killed one holds nothing.
    let (code, _, err) =
        run(&[&["survey", "random:eight-off:1..40000000"], &args[2..], &["--resume", "--shard", "0/2"]]
            .concat());
    assert!(code == 2 && err.contains("was made with"), "{err}");
}

#[cfg(unix)]
#[test]
fn two_campaigns_do_not_write_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (campaign, out) = (folder.path().join("slow.toml"), folder.path().join("r"));
    let text = "title = \"Slow\"\nlimits = { cpu_s = 60 }\n[[approach]]\nname = \"sleeper\"\n\
                command = \"sleep 50\"\n[[group]]\nname = \"one\"\ninstances = [\"ms:1..2\"]\n\
                approaches = [\"sleeper\"]\n";
    fs::write(&campaign, text).unwrap();
    let args = ["bench", name(&campaign), "--trust", "-o", name(&out)];
    let running = begun(&args, &out.join("runs.jsonl"));
    refused(&args, &format!("runs.jsonl' is being written by process {} on ", running.0.id()));
    // A killed bench takes its run along.
    #[cfg(target_os = "linux")]
    {
        let children = || {
            let all = fs::read_to_string(format!("/proc/{0}/task/{0}/children", running.0.id()))
                .unwrap_or_default();
            all.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        let sleeps = |pid: &String| {
            fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|comm| comm.trim() == "sleep")
        };
        let threads = fs::read_dir(format!("/proc/{}/task", running.0.id())).unwrap();
        let mut all = children();
        for thread in threads.flatten() {
            let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            all.extend(list.split_whitespace().map(str::to_owned));
        }
        let wait = |what: &dyn Fn() -> bool| {
            let started = std::time::Instant::now();
            while !what() && started.elapsed().as_secs() < 30 {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            what()
        };
        assert!(wait(&|| all.iter().any(sleeps)), "{all:?}");
        drop(running);
        if Command::new("setpriv").arg("--version").ok().is_ok() {
            assert!(wait(&|| !all.iter().any(sleeps)), "{all:?}");
        }
    }
}

#[test]
fn a_finished_file_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.jsonl");
    let survey = |range: &str, more: &[&str]| {
        run(&[&["survey", range, "-o", name(&file), "--ranks", "4", "--columns", "4"], more].concat())
    };
    assert_eq!(survey("ms:1..30", &[]).0, 0);
    let whole = fs::read(&file).unwrap();
    let (code, _, err) = survey("ms:1..10", &["--cells", "2"]);
    assert!(code == 2 && err.contains("holds a finished survey already"), "{err}");
    assert_eq!(fs::read(&file).unwrap(), whole);
    assert_eq!(survey("ms:1..10", &["--cells", "2", "--force"]).0, 0);
    assert_ne!(fs::read(&file).unwrap(), whole);
    let (code, _, err) = run(&["merge", name(&folder.path().join("none")), "-o", name(&file)]);
    assert!(code == 2 && err.contains("holds a finished survey already"), "{err}");
    fs::write(&file, "my diary\n").unwrap();
    let (code, _, err) = survey("ms:1..10", &[]);
    assert!(code == 2 && err.contains("something that is no survey"), "{err}");
    assert_eq!(fs::read(&file).unwrap(), b"my diary\n");
    // Nothing but the results is left.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_merged_file_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let shard = |n: usize| {
        let file = folder.path().join(format!("s{n}"));
        let part = format!("{n}/2");
        let args = ["survey", "ms:1..6", "-o", name(&file), "--ranks", "4", "--shard", &part];
        assert_eq!(run(&args).0, 0);
        file
    };
    let files: Vec<PathBuf> = (0..2).map(shard).collect();
    let all = folder.path().join("all");
    let merge =
        |more: &[&str]| run(&[&["merge", name(&files[0]), name(&files[1]), "-o", name(&all)], more].concat());
    assert_eq!(merge(&[]).0, 0);
    let (code, _, err) = merge(&[]);
    assert!(code == 2 && err.contains("holds a finished survey already"), "{err}");
    assert_eq!(merge(&["--force"]).0, 0);
    refused(&["merge", "nofile", "-o", "other"], "cannot read 'nofile'");
}

#[test]
fn a_played_game_is_watched_and_verified_from_its_deal() {
    let file = board("kpat-freecell-1-played.kpat");
    let (code, out, _) = run(&["replay", &file, &file, "--game", "freecell"]);
    assert_eq!(code, 0);
    let start = run(&["show", "ms:1"]).1;
    let first: String = start.lines().skip(2).take(8).map(|line| format!("{line}\n")).collect();
    assert!(out.contains(&first), "{out}\n{first}");
    let positions = out.matches("\nMove ").count().max(out.lines().filter(|l| l.contains(" of ")).count());
    assert!(positions > 5, "{out}");
    let (code, out, _) = run(&["verify", &file, &file, "--game", "freecell"]);
    // Its player has stopped halfway: all moves are legal, and the game is not won.
    assert!(code == 1 && out.contains("not valid"), "{code} {out}");
    assert!(!out.contains("move 1 "), "{out}");
}

#[test]
fn quiet_answers_have_no_board() {
    let (code, out, err) = run(&["solve", "ms:617", "-q"]);
    assert_eq!((code, err.as_str()), (10, ""));
    assert!(out.starts_with("Solved"), "{out}");
}

#[test]
fn a_file_on_standard_output_is_that_file_alone() {
    let (code, out, err) =
        run(&["puzzle", "rummikub", "count", "--values", "3", "--tiles", "3", "--svg", "-"]);
    assert!(code == 0 && out.starts_with("<svg") && out.trim_end().ends_with("</svg>"), "{out}");
    assert!(err.contains("hands of 3 tiles"), "{err}");
    let (code, out, err) = run(&[&["why"], LOST, &["--svg", "-"]].concat());
    assert!(code == 20 && out.starts_with("<svg") && out.trim_end().ends_with("</svg>"), "{out}");
    assert!(err.contains("Unwinnable"), "{err}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    assert_eq!(run(&[&["solve"], LOST, &["--proof", name(&file)]].concat()).0, 20);
    let mut command = Command::cargo_bin("patsat").unwrap();
    let output = command.args([&["solve"], LOST, &["--proof", "-"]].concat()).output().unwrap();
    assert_eq!(output.stdout, fs::read(&file).unwrap());
    assert!(String::from_utf8_lossy(&output.stderr).contains("Unwinnable"));
    refused(&["survey", "ms:1..3", "-o", "-"], "-o -: expected a file");
}

#[test]
fn sentences_name_what_was_expected() {
    refused(&["solve", "ms:1", "--cost", "m1"], "--cost needs --optimal");
    for args in [&["survey", "ms:1..3", "-o", "x", "-j", "0"][..], &["bench", "quick", "-o", "x", "-j", "0"]]
    {
        let (code, _, err) = run(args);
        assert!(code == 2 && err.contains("expected a whole number from 1 on"), "{err}");
    }
    let (code, _, err) = run(&["hard", "--game", "fair", "--vars", "3", "-o", "x"]);
    assert!(
        code == 2 && err.contains("[possible values: spider, freecell, forty-thieves, autostart]"),
        "{err}"
    );
    let (code, out, _) =
        run(&["solve", "random:freecell:1", "--ranks", "1", "--suits", "1", "--columns", "1", "-q"]);
    assert!(code == 10 && !out.contains("1 moves"), "{out}");
}

#[test]
fn lists_have_two_columns() {
    for what in ["encodings", "backends", "strategies", "options", "formats", "games", "schedules", "dealers"]
    {
        let (code, out, _) = run(&["--list", what]);
        assert_eq!(code, 0);
        let names: Vec<&str> = out.lines().filter(|line| !line.starts_with(' ')).collect();
        let column = |line: &&str| line.find("  ").map(|at| at + line[at..].find(|c| c != ' ').unwrap());
        let first = column(&names[0]).unwrap();
        assert!(
            names.iter().all(|line| line.as_bytes()[first - 1] == b' ' && line.as_bytes()[first] != b' '),
            "{out}"
        );
    }
}

#[test]
fn smt_takes_an_encoding_that_supports_the_game() {
    let small = [
        "solve",
        "ms:3",
        "--ranks",
        "2",
        "--cells",
        "1",
        "--columns",
        "3",
        "--by",
        "smt",
        "--format",
        "json",
    ];
    let (code, out, err) = run(&small);
    if code == 4 {
        eprintln!("skipped: {err}");
        return;
    }
    assert!(code == 10 && out.contains("\"encoding\":\"relational\""), "{code} {out} {err}");
}

#[test]
fn shell_completion_lists_the_names() {
    let (code, out, _) = run(&["completions", "bash"]);
    assert_eq!(code, 0);
    for name in ["forty-thieves", "exists-loose", "staged-deepening", "kpat"] {
        assert!(out.contains(name), "{name}");
    }
}

#[test]
fn read_only_commands_print_json_too() {
    let folder = tempfile::tempdir().unwrap();
    let [plan, cnf, model] = ["plan", "f.cnf", "model"].map(|name| folder.path().join(name));
    assert_eq!(run(&["solve", "ms:617", "-o", name(&plan)]).0, 10);
    let lines = |args: &[&str], code: i32| -> Vec<serde_json::Value> {
        let (found, out, err) = run(&[args, &["--format", "json"]].concat());
        assert_eq!(found, code, "{out}{err}");
        let lines: Vec<serde_json::Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["begin", "result", "end"]);
        assert_eq!((&lines[0]["data"]["schema"], &lines[2]["data"]["exit_code"]), (&2.into(), &code.into()));
        lines
    };
    assert_eq!(lines(&["verify", "ms:617", name(&plan)], 0)[1]["data"]["valid"], true);
    assert_eq!(lines(&["verify", "ms:618", name(&plan)], 1)[1]["data"]["valid"], false);
    let shown = lines(&["show", "ms:617"], 0);
    let file = folder.path().join("shown.json");
    fs::write(&file, shown[1]["data"]["instance"].to_string()).unwrap();
    assert_eq!(run(&["verify", name(&file), name(&plan)]).0, 0);
    let games = lines(&["games"], 0);
    assert!(games[1]["data"]["games"].as_array().unwrap().iter().any(|g| g["rules"]["cells"] == 4));
    let small = ["ms:1", "--ranks", "2", "--cells", "4", "--encoding", "sequential", "--horizon", "12"];
    assert_eq!(run(&[&["encode"], &small[..], &["-o", name(&cnf)]].concat()).0, 0);
    let Ok(output) = std::process::Command::new("cadical").args(["-q", name(&cnf)]).output() else {
        eprintln!("skipped: there is no 'cadical'");
        return;
    };
    fs::write(&model, output.stdout).unwrap();
    let decoded = lines(&[&["decode", "ms:1", name(&model)], &small[1..]].concat(), 0);
    assert!(decoded[1]["data"]["lengths"]["m1"].as_u64() >= Some(8));
}

#[test]
fn compressed_files_are_read() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let file = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    let text = "p cnf 2 2\n1 2 2 0\n-1 -2 -2 0\n";
    fs::write(file("f.cnf"), text).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    fs::write(file("f.cnf.gz"), packed.finish().unwrap()).unwrap();
    let reduce = |name: &str| run(&["reduce", &file(name), "--to", "freecell", "--cells", "0"]);
    let plain = reduce("f.cnf");
    assert_eq!(plain.0, 0);
    assert_eq!(reduce("f.cnf.gz"), plain);
    for (program, end) in [("xz", "xz"), ("bzip2", "bz2")] {
        match std::process::Command::new(program).args(["-k", &file("f.cnf")]).status() {
            Ok(_) => assert_eq!(reduce(&format!("f.cnf.{end}")), plain),
            Err(_) => eprintln!("skipped: there is no '{program}'"),
        }
    }
    let whole = fs::read(file("f.cnf.gz")).unwrap();
    fs::write(file("cut.gz"), &whole[..whole.len() - 9]).unwrap();
    let (code, _, err) = reduce("cut.gz");
    assert!(code == 2 && err.contains("is cut or not compressed by gzip"), "{err}");
}
