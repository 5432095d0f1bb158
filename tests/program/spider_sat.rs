//! Spider by SAT: the default encoding, the output without a plan, and proofs that no plan exists.

use patsat_encodings::options::Options;
use patsat_encodings::schemes::encoding;
use patsat_formats::{Format, write_instance};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{FaceUp, Layout, Rules, Sizes, Stock};
use patsat_game::state::Instance;
use patsat_lowering::lower::lower;
use patsat_planning::LazyTask;
use patsat_planning::formula::{FormulaGoal, FormulaRequest};
use patsat_planning::proof::{BoundProof, ProofError, check_bound_proof};
use patsat_planning::sat::usual_encoding;
use patsat_solvers::{BackendOptions, Control, backend};
use patsat_testkit::Dice;

/// A small deal of Spider, with two rows to come or none.
fn small_spider(seed: u64, rows: bool) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("spider").unwrap();
    let (ranks, suits) = (3 + dice.below(2) as u32, 1 + dice.below(2) as u16);
    rules.deck = DeckSpec::new(ranks, suits, 4 / suits);
    rules.columns = 4;
    let sizes = if rows { Sizes::Round(rules.deck.len() as u32 - 7) } else { Sizes::All };
    rules.stock = if rows { Stock::Rows { onto_empty: true } } else { Stock::None };
    rules.layout = Layout { sizes, face_up: FaceUp::Top, ..Layout::open() };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

fn solve(instance: &Instance, more: &[&str]) -> (i32, String) {
    let mut command = assert_cmd::Command::cargo_bin("patsat").unwrap();
    command.env("COLUMNS", "10000");
    let text = write_instance(instance, Format::Json).unwrap();
    let args = [&["solve", "-", "--by", "sat"], more].concat();
    let output = command.args(args).write_stdin(text).output().unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn spider_is_solved_in_its_own_encoding() {
    let mut won = 0;
    for seed in 0..6 {
        let instance = small_spider(seed, seed % 2 == 0);
        assert_eq!(usual_encoding(&LazyTask::new(&instance)).name, "exists-runs");
        let (code, out) = solve(&instance, &["--time-limit", "60"]);
        assert!(code == 10 || code == 21, "{code} {out}");
        if code == 10 {
            won += 1;
            assert!(out.contains("(plan verified)"), "{out}");
        } else {
            assert!(out.contains("No plan within") && !out.contains("nwinnable"), "{out}");
        }
    }
    assert!(won > 0);
    // Spider itself and its kin are said by it, FreeCell is not.
    for (game, name) in [
        ("spider", "exists-runs"),
        ("spider1", "exists-runs"),
        ("simple-simon", "exists-runs"),
        ("freecell", "exists-loose"),
    ] {
        let id = format!("random:{game}:1").parse().unwrap();
        let instance = Instance::from_id(Rules::preset(game).unwrap(), id).unwrap();
        assert_eq!(usual_encoding(&LazyTask::new(&instance)).name, name, "{game}");
        let task = lower(&instance).unwrap().task;
        let start = encoding("exists-runs").unwrap().start;
        assert_eq!(start(&task, &Options::default()).is_ok(), name == "exists-runs", "{game}");
    }
}

#[test]
fn a_chain_finds_plans_and_gives_no_other_verdict() {
    let (mut won, mut lost) = (0, 0);
    for seed in [0, 2, 4, 6, 8, 10] {
        let instance = small_spider(seed, true);
        let arguments = ["--schedule", "chain", "--format", "json", "--time-limit", "60"];
        let (code, out) = solve(&instance, &arguments);
        let (again, other) = solve(&instance, &arguments);
        let without_times = |out: &str| -> Vec<serde_json::Value> {
            let mut lines: Vec<serde_json::Value> =
                out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            for line in &mut lines {
                let data = line["data"].as_object_mut().unwrap();
                data.retain(|name, _| !name.ends_with("_ms"));
                if let Some(round) =
                    line["data"].pointer_mut("/sat/decided_by").and_then(|r| r.as_object_mut())
                {
                    round.retain(|name, _| !name.ends_with("_ms"));
                }
            }
            lines
        };
        assert_eq!((code, without_times(&out)), (again, without_times(&other)), "{seed}");
        assert!(out.contains("\"answer\":\"committed\""), "{out}");
        match code {
            10 => won += 1,
            0 => lost += 1,
            _ => panic!("{code} {out}"),
        }
    }
    assert!(won > 1, "{won} won, {lost} not");
    let (code, out) = solve(&small_spider(0, true), &["-q", "--schedule", "chain"]);
    assert_eq!(code, 10, "{out}");
    assert!(out.contains("Found by a chain of "), "{out}");
    let refused = assert_cmd::Command::cargo_bin("patsat")
        .unwrap()
        .env("COLUMNS", "10000")
        .args(["solve", "kpat:fortyeight:1", "--by", "sat", "--schedule", "chain"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("'exists-runs' cannot express"));
}

#[test]
fn streamliners_are_named_where_nothing_is_found() {
    let instance = small_spider(1, true);
    let (code, out) = solve(&instance, &["--horizon", "1", "--options", "perm,phase-steps=0"]);
    assert_eq!(code, 21, "{out}");
    let expected =
        "within 1 step a phase of encoding exists-runs with perm=on,phase-steps=0 (perm leaves out plans) (";
    assert!(out.contains(expected), "{out}");
    let (code, out) = solve(&instance, &["--horizon", "1"]);
    assert_eq!(code, 21, "{out}");
    assert!(out.contains("within 1 step a phase of encoding exists-runs ("), "{out}");
}

#[test]
fn no_plan_within_is_proved() {
    let mut proofs = 0;
    for seed in 0..8 {
        let instance = small_spider(seed, seed % 2 == 0);
        let solvers: &[&str] =
            if patsat_solvers::HAS_CADICAL { &["cadical", "varisat"] } else { &["varisat"] };
        let row = backend(solvers[seed as usize / 2 % solvers.len()]).unwrap();
        for (bound, text) in [(0, ""), (1, ""), (2, "perm,link,phase-steps=1"), (2, "labels=2")] {
            let (encoding, options) = (encoding("exists-runs").unwrap(), text.parse::<Options>().unwrap());
            let request = FormulaRequest {
                encoding,
                options,
                horizon: bound,
                wanted: FormulaGoal::Win,
                counted: false,
                memory_mib: 512,
            };
            match BoundProof::make(&instance, request, &row, &BackendOptions::default(), Control::default()) {
                Ok(proof) => {
                    let shown = check_bound_proof(&instance, &proof.bytes, 512).unwrap();
                    assert_eq!((shown.request.horizon, shown.request.options), (bound, options));
                    proofs += 1;
                }
                Err(ProofError::Satisfiable) => {}
                Err(error) => panic!("seed {seed}, {bound}, {text}: {error}"),
            }
        }
    }
    assert!(proofs > 8, "{proofs}");
}

#[test]
fn that_no_plan_has_so_few_moves_is_proved() {
    let sequential = encoding("sequential").unwrap();
    let mut proofs = 0;
    for seed in 0..12 {
        let instance = small_spider(seed, seed % 2 == 0);
        let Some(plan) = patsat_testkit::spider::shortest(&instance.table()) else { continue };
        let Some(less) = (plan.moves.len() as u32).checked_sub(1).filter(|&n| n < 9) else { continue };
        let prove = |horizon| {
            let options = Options::default();
            let request = FormulaRequest {
                encoding: sequential,
                options,
                horizon,
                wanted: FormulaGoal::Win,
                counted: false,
                memory_mib: 512,
            };
            let row = backend(if seed % 3 == 0 { "varisat" } else { patsat_solvers::DEFAULT }).unwrap();
            BoundProof::make(&instance, request, &row, &BackendOptions::default(), Control::default())
        };
        let proof = prove(less).unwrap();
        let shown = check_bound_proof(&instance, &proof.bytes, 512).unwrap();
        assert_eq!(shown.request.horizon, less);
        assert!(matches!(prove(less + 1), Err(ProofError::Satisfiable)), "seed {seed}");
        // It is no proof for another deal.
        assert!(check_bound_proof(&small_spider(seed + 100, seed % 2 == 0), &proof.bytes, 512).is_err());
        proofs += 1;
    }
    assert!(proofs > 2, "{proofs}");
}
