//! `patsat play` with players that are programs of their own.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use patsat::blind::{Choice, Policy, View, play};
use patsat_testkit::cli::{file, is_sentence, one_sentence, run};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Takes move 7 n modulo their number in its nth decision, and gives up after 80.
const SHELL: &str = r#"
n=0
while read -r line; do
    n=$((n + 1)) count=0 rest=$line
    while case $rest in *'"words":'*) true ;; *) false ;; esac; do
        rest=${rest#*'"words":'} count=$((count + 1))
    done
    if [ $count = 0 ] || [ $n -gt 80 ]; then echo null; else echo $((7 * n % count)); fi
done
"#;

/// The same in Rust.
#[derive(Default)]
struct Sevens {
    decisions: usize,
}

impl Policy for Sevens {
    fn choose(&mut self, view: &View) -> Choice {
        self.decisions += 1;
        let moves = view.moves();
        if moves.is_empty() || self.decisions > 80 {
            return Choice::Resign;
        }
        Choice::Play(vec![moves[7 * self.decisions % moves.len()]])
    }
}

/// A script as a player.
fn player(folder: &Path, script: &str) -> String {
    format!("cmd:sh {}", file(folder, "player.sh", script))
}

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_program_makes_the_moves_of_the_same_policy_in_process() {
    let folder = tempfile::tempdir().unwrap();
    let player = player(folder.path(), SHELL);
    let path = folder.path().join("plays.jsonl");
    for game in ["klondike", "spider", "freecell", "canfield", "yukon"] {
        let results = path.to_str().unwrap();
        let args = ["play", game, "--blind", "--games", "4", "--player", &player, "-o", results, "--force"];
        let (code, out, err) = run(&args);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert!(out.contains(&format!("player {player}, seed 0")) && out.contains("of 4 games"), "{out}");
        let lines = lines(&path);
        assert_eq!(lines[0]["data"]["player"], player.as_str());
        assert_eq!(lines.len(), 5);
        for line in &lines[1..] {
            let record = &line["data"];
            let deal = patsat::deal(record["deal"].as_str().unwrap()).unwrap();
            let played = play(&deal, &mut Sevens::default()).unwrap();
            assert_eq!(record["moves"].as_u64(), Some(played.plan.moves.len() as u64));
            assert_eq!(record["decisions"].as_u64(), Some(played.decisions));
            let text: String = played.plan.moves.iter().map(|action| format!("{action}\n")).collect();
            let digest: String =
                Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(record["digest"], digest.as_str(), "{record}");
        }
    }
    let (code, out, err) = run(&["play", "random:klondike:1", "--blind", "--player", &player]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(out.contains("Given up after 80 moves and 81 decisions"), "{out}");
}

/// Lines that a player got are what the schema says.
#[test]
fn lines_fit_their_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/reference/player-line.schema.json");
    let schema = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let (mut compiler, mut schemas) = (boon::Compiler::new(), boon::Schemas::new());
    compiler.add_resource("http://schemas/line.json", schema).unwrap();
    let schema = compiler.compile("http://schemas/line.json", &mut schemas).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("lines");
    let script = format!("tee -a {} | sh {}", kept.display(), file(folder.path(), "sevens.sh", SHELL));
    let player = player(folder.path(), &script);
    for deal in ["klondike", "spider", "canfield", "golf", "eight-off", "king-albert", "spider1"] {
        let (code, out, err) = run(&["play", &format!("random:{deal}:2"), "--blind", "--player", &player]);
        assert!([0, 1].contains(&code), "{deal}: {out}{err}");
    }
    let lines = lines(&kept);
    assert!(lines.len() > 150, "{}", lines.len());
    for line in &lines {
        assert!(
            schemas.validate(line, schema).is_ok(),
            "{line}: {:#}",
            schemas.validate(line, schema).unwrap_err()
        );
    }
}

#[test]
fn the_seed_stands_in_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let player = player(folder.path(), "read -r line; echo \"seed $1\"") + " {seed}";
    let args = ["play", "random:klondike:1", "--blind", "--player", &player, "--seed", "41"];
    assert!(run(&args).2.contains("answered 'seed 41'"));
}

/// Fails with the exit code of external programs and one sentence.
fn broken(player: &str, more: &[&str], says: &str) {
    for deals in ["random:klondike:1", "random:klondike:1..3"] {
        let args = [&["play", deals, "--blind", "--player", player][..], more].concat();
        let begun = Instant::now();
        let (code, out, err) = run(&args);
        assert_eq!((code, out.as_str()), (4, ""), "{player}: {err}");
        assert!(is_sentence(&err) && err.contains(says), "{player}: expected '{says}' in: {err}");
        assert!(err.starts_with("error: random:klondike:"), "{err}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{player}");
    }
}

#[test]
fn a_program_that_fails_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let script = |text: &str| player(folder.path(), text);
    broken("cmd:no-such-player --fast", &[], "the player 'no-such-player' is not installed here");
    broken("cmd:false", &[], "the player 'false' ended without an answer (exit status: 1)");
    broken("cmd:true", &[], "ended without an answer (exit status: 0)");
    broken(&script("echo 'Traceback:' >&2; echo oops >&2; exit 3"), &[], "(exit status: 3: oops)");
    broken(&script("read -r line; kill -9 $$"), &[], "ended without an answer (signal: 9 (SIGKILL))");
    broken(&script("read -r line; echo 0; exit 0"), &[], "ended without an answer (exit status: 0)");
    broken(&script("exec >&-; sleep 100"), &[], "ended without an answer (it closed its output)");
    for answer in ["lost", "99", "-1", "1.5", "0 1", "", "null 1", "[0]", "00x"] {
        let text = format!("while read -r line; do echo '{answer}'; done");
        broken(&script(&text), &[], &format!("answered '{answer}', expected a number from 0 to "));
    }
    broken(&script("read -r line; tr '\\0' x < /dev/zero"), &[], "answered 'xxxxx");
    broken(&script("while read -r line; do printf '0\\n0\\n'; done"), &[], "wrote '0' before it got a line");
    broken("cmd:yes", &[], "'y'");
    broken(&script("sleep 100"), &["--move-time", "0.3"], "gave no answer within 0.3 s");
    broken(&script("while read -r line; do :; done"), &["--move-time", "0.3"], "gave no answer within 0.3 s");
    broken(&script("sleep 100 & wait"), &["--move-time", "0.3"], "gave no answer within 0.3 s");
}

#[test]
fn wrong_options_of_a_program_are_refused() {
    for (args, says) in [
        (&["cmd:true", "--samples", "9"][..], "--samples is for the built-in players"),
        (&["greedy", "--move-time", "9"], "--move-time is for a program"),
    ] {
        let args = [&["play", "klondike", "--blind", "--games", "2", "--player"], args].concat();
        one_sentence(&args, run(&args), says);
    }
    for (player, says) in [
        ("cmd:sh 'a", "'sh 'a' is no command line"),
        ("cmd:", "'' is no command line"),
        ("fast", "expected best, ways, tidy, sampled, greedy, random or cmd:COMMAND"),
    ] {
        let (code, out, err) = run(&["play", "klondike", "--blind", "--player", player]);
        assert!(code == 2 && out.is_empty() && err.starts_with("error: ") && err.contains(says), "{err}");
    }
}

/// What was played before a failure is in the file, and is continued once the player works.
#[test]
fn games_before_a_failure_are_kept_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let count = file(folder.path(), "count", "");
    let script = |most: usize| {
        let begin = format!("echo x >> {count}; [ $(wc -l < {count}) -gt {most} ] && exit 1\n");
        player(folder.path(), &(begin + SHELL))
    };
    let path = folder.path().join("plays.jsonl");
    let play = |player: &str, more: &str, jobs: &str| {
        let results = path.to_str().unwrap();
        run(&[
            "play", "klondike", "--blind", "--games", "6", "--player", player, "-o", results, more, "--jobs",
            jobs,
        ])
    };
    let (code, _, err) = play(&script(3), "--force", "1");
    assert!(code == 4 && err.contains("random:klondike:4: the player"), "{err}");
    assert_eq!(lines(&path).len(), 4);
    let (code, out, err) = play(&script(99), "--resume", "2");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let digests = |path: &Path| -> Vec<Value> {
        lines(path).iter().map(|line| line["data"]["digest"].clone()).collect()
    };
    let continued = digests(&path);
    assert_eq!(continued.len(), 7);
    assert_eq!(play(&script(99), "--force", "3").0, 0);
    assert_eq!(digests(&path), continued);
    let (code, _, err) = play("cmd:true", "--resume", "1");
    assert!(code == 2 && err.contains("was made with player"), "{err}");
}

#[test]
fn an_interrupt_ends_a_player_that_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let alive = folder.path().join("alive");
    let script = format!("echo $$ > {}; sleep 1000", alive.display());
    for deals in ["random:klondike:1", "random:klondike:1..9"] {
        let _ = fs::remove_file(&alive);
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("patsat"))
            .args(["play", deals, "--blind", "--jobs", "1", "--player", &player(folder.path(), &script)])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let process = loop {
            assert!(begun.elapsed() < Duration::from_secs(20), "the player does not start");
            std::thread::sleep(Duration::from_millis(20));
            let text = fs::read_to_string(&alive).unwrap_or_default();
            if let Ok(process) = text.trim().parse::<i32>() {
                break process;
            }
        };
        let begun = Instant::now();
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(begun.elapsed() < Duration::from_secs(5));
        assert!(kill(Pid::from_raw(process), None).is_err(), "the player goes on");
    }
}
