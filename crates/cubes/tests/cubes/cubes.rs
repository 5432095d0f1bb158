//! A formula in cubes gives the verdict of the formula in one piece, with a proof for each cube.

use patsat_base::Limits;
use patsat_cubes::shard::Shard;
use patsat_cubes::{
    Conquer, End, MergeResult, Part, PartHeader, Split, Verdict, check, merge, parts_in, run, write,
};
use patsat_encodings::options::Options;
use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_lrat::check_cover;
use patsat_planning::formula::{BoundedFormula, FormulaGoal, FormulaRequest};
use patsat_solvers::{BackendChoice, BackendOptions, Control, RefutationResult, backend};
use patsat_testkit::thieves::small_thieves;
use patsat_testkit::{small_game, small_spider};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

const MIB: u64 = 256;

fn request(name: &str, horizon: u32) -> FormulaRequest {
    let (encoding, options) = (encoding(name).unwrap(), Options::default());
    FormulaRequest { encoding, options, horizon, wanted: FormulaGoal::Win, counted: false, memory_mib: MIB }
}

/// Whether there is a plan, decided by the undivided formula; `None` if there is no such formula.
fn undivided(instance: &Instance, request: FormulaRequest, solver: &BackendChoice) -> Option<bool> {
    let bounded = BoundedFormula::build(instance, request).ok()?;
    let (formula, options) = (bounded.formula(), BackendOptions::default());
    let answer = solver.refute(formula.clauses_from(0), formula.size().clauses, &options, Control::default());
    Some(matches!(answer.unwrap().0, RefutationResult::No(_)))
}

/// Solves one shard of a folder.
fn task(split: &Split, solver: &BackendChoice, index: u64, of: u64) -> End {
    let bounded = split.build(MIB).unwrap();
    let shard = (of > 1).then_some(Shard { index, of });
    let path = split.folder.join(format!("part-{index}.jsonl"));
    let mut part = Part::open(&path, &PartHeader::of(split, shard), split.cubes.len(), true).unwrap();
    let conquer = Conquer {
        split,
        bounded: &bounded,
        shard,
        backend: solver,
        seed: index,
        limits: Limits::default(),
        jobs: 1 + index as usize % 2,
    };
    run(&conquer, &mut part, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn merged(folder: &Path) -> MergeResult {
    let split = Split::open(folder).unwrap();
    merge(&split, &split.build(MIB).unwrap(), &parts_in(folder).unwrap(), 2).unwrap()
}

/// Whether there is a plan, decided by cubes.
fn divided(
    instance: &Instance,
    request: FormulaRequest,
    count: usize,
    solver: &BackendChoice,
) -> Option<bool> {
    let folder = TempDir::new().unwrap();
    let written = match write(instance, "a game", request, count, folder.path()) {
        Ok(written) => written,
        Err(error) => {
            assert!(error.to_string().contains("falls into"), "{error}");
            return None;
        }
    };
    assert_eq!(written.header.cubes, count + written.closed);
    let split = Split::open(folder.path()).unwrap();
    assert_eq!(check_cover(&split.cubes).unwrap().cubes(), written.header.cubes);
    let of = 1 + count as u64 / 3;
    for index in 0..of {
        task(&split, solver, index, of);
    }
    match merged(folder.path()) {
        MergeResult::Plan { plan, .. } => {
            replay(instance, plan.into_inner()).unwrap();
            assert!(split.plan_file().exists());
            Some(true)
        }
        MergeResult::NoPlan(bundle) => {
            // The check needs only the game and the folder.
            let split = Split::open_for(folder.path(), instance).unwrap();
            assert_eq!(check(&split, &split.build(MIB).unwrap(), 1, MIB).unwrap(), bundle);
            assert_eq!(bundle.cover.cubes(), written.header.cubes);
            Some(false)
        }
        MergeResult::Open(open) => panic!("{open:?}"),
    }
}

fn solvers() -> Vec<BackendChoice> {
    let names: &[&str] = if patsat_solvers::HAS_CADICAL { &["cadical", "varisat"] } else { &["varisat"] };
    names.iter().map(|name| backend(name).unwrap()).collect()
}

/// The number of games with and without a plan, by encoding.
type VerdictCounts = BTreeMap<(&'static str, bool), u32>;

fn compare(instance: &Instance, bounds: &[u32], counts: &[usize], turn: usize, seen: &mut VerdictCounts) {
    let solvers = solvers();
    for (n, row) in ENCODINGS.iter().enumerate() {
        for &bound in bounds {
            let request = request(row.name, bound);
            let solver = &solvers[(turn + n) % solvers.len()];
            let Some(whole) = undivided(instance, request, solver) else { continue };
            let count = counts[(turn + n + bound as usize) % counts.len()];
            // A formula that unit propagation nearly decides has few cubes.
            let parts = divided(instance, request, count, solver);
            let Some(parts) = parts.or_else(|| divided(instance, request, 2, solver)) else { continue };
            assert_eq!(parts, whole, "{} within {bound}, {count} cubes, {instance:?}", row.name);
            *seen.entry((row.name, whole)).or_default() += 1;
            if whole {
                break;
            }
        }
    }
}

/// A deal of FreeCell with 12 to 16 cards.
fn small_freecell(seed: u64) -> Instance {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck.ranks = 3 + seed as u32 % 2;
    (rules.cells, rules.columns) = (1, 4);
    Instance::from_id(rules, format!("ms:{}", seed + 1).parse().unwrap()).unwrap()
}

fn games(seeds: std::ops::Range<u64>) -> VerdictCounts {
    let mut seen = VerdictCounts::new();
    for seed in seeds {
        let (turn, counts) = (seed as usize, [2, 3, 5]);
        let (instance, bounds): (_, &[u32]) = match seed % 4 {
            0 => (small_game(seed), &[1, 2, 4, 6, 9]),
            1 => (small_thieves(seed), &[1, 2, 3, 4, 6, 9]),
            2 => (small_spider(seed), &[1, 2, 4, 6, 9]),
            _ => (small_freecell(seed), &[2, 3, 4, 13]),
        };
        compare(&instance, bounds, &counts, turn, &mut seen);
    }
    seen
}

/// More than `least` games with a plan, and without.
fn give_the_verdict_of_the_whole(seeds: std::ops::Range<u64>, least: u32) -> VerdictCounts {
    let seen = games(seeds);
    let count = |plan: bool| seen.iter().filter(|(key, _)| key.1 == plan).map(|(_, n)| n).sum::<u32>();
    assert!(count(true) > least && count(false) > least, "{seen:?}");
    seen
}

#[test]
fn cubes_give_the_verdict_of_the_whole() {
    give_the_verdict_of_the_whole(0..8, 4);
}

#[test]
#[ignore = "long; CI runs it"]
fn cubes_give_the_verdict_of_the_whole_at_length() {
    let seen = give_the_verdict_of_the_whole(0..20, 12);
    for name in ["exists-loose", "exists-runs", "sequential"] {
        assert!(seen.contains_key(&(name, true)), "{name} never had a plan: {seen:?}");
        assert!(seen.contains_key(&(name, false)), "{name} never had none: {seen:?}");
    }
    assert!(seen.contains_key(&("exists-draws", true)), "{seen:?}");
}

#[test]
#[ignore = "long"]
fn cubes_give_the_verdict_of_the_whole_on_300_games() {
    games(20..336);
}

/// The encoding with one move a step against breadth-first search at the table.
#[test]
fn cubes_agree_with_search() {
    let solver = &solvers()[0];
    let mut queried = 0;
    for seed in 0..30 {
        let instance = small_spider(seed);
        let Some(plan) = patsat_testkit::spider::shortest(&instance.table()) else { continue };
        let length = plan.moves.len() as u32;
        if !(2..=10).contains(&length) {
            continue;
        }
        for (bound, expected) in [(length - 1, false), (length, true)] {
            if let Some(found) = divided(&instance, request("sequential", bound), 4, solver) {
                assert_eq!(found, expected, "seed {seed}, bound {bound}, {instance:?}");
                queried += 1;
            }
        }
    }
    assert!(queried >= 8, "{queried}");
}

/// A folder in which every cube is refuted: the shortest plan of its game has 18 moves.
fn refuted(count: usize) -> TempDir {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck.ranks = 4;
    (rules.cells, rules.columns) = (1, 4);
    let instance = Instance::from_id(rules, "ms:3".parse().unwrap()).unwrap();
    let (folder, request) = (TempDir::new().unwrap(), request("sequential", 17));
    write(&instance, "ms:3", request, count, folder.path()).unwrap();
    folder
}

#[test]
fn a_task_goes_on_where_it_was_killed() {
    let folder = refuted(6);
    let split = Split::open(folder.path()).unwrap();
    let solver = &solvers()[0];
    assert_eq!(task(&split, solver, 0, 1), End::Done);
    let path = folder.path().join("part-0.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 1 + split.cubes.len());
    // A task killed while writing: the file cut at every 37th byte.
    for cut in (0..whole.len()).step_by(37) {
        std::fs::write(&path, &whole[..cut]).unwrap();
        task(&split, solver, 0, 1);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 1 + split.cubes.len());
        assert!(matches!(merged(folder.path()), MergeResult::NoPlan(_)));
    }
    // Existing proofs are reused even without the file of answers.
    std::fs::remove_file(&path).unwrap();
    std::fs::remove_file(split.proof_file(2)).unwrap();
    task(&split, solver, 0, 1);
    let text = std::fs::read_to_string(&path).unwrap();
    let solved = text.lines().filter(|line| line.contains("\"cube\":") && !line.contains("\"solve_ms\":0.0"));
    assert_eq!(solved.count(), 1, "{text}");
}

#[test]
fn a_limit_leaves_cubes_open_and_a_later_run_closes_them() {
    let folder = refuted(4);
    let split = Split::open(folder.path()).unwrap();
    let bounded = split.build(MIB).unwrap();
    let path = folder.path().join("part-0.jsonl");
    let header = PartHeader::of(&split, None);
    let go = |time: Option<std::time::Duration>| {
        let mut part = Part::open(&path, &header, split.cubes.len(), true).unwrap();
        let limits = Limits { time, ..Limits::default() };
        let solver = &solvers()[0];
        let conquer = Conquer {
            split: &split,
            bounded: &bounded,
            shard: None,
            backend: solver,
            seed: 0,
            limits,
            jobs: 1,
        };
        run(&conquer, &mut part, &AtomicBool::new(false), &mut |_| {}).unwrap();
        part.records.values().filter(|record| record.verdict == Verdict::Open).count()
    };
    let all = split.cubes.len();
    assert_eq!(go(Some(std::time::Duration::ZERO)), all);
    let MergeResult::Open(open) = merged(folder.path()) else { panic!("not open") };
    let expected: Vec<(usize, String)> = (1..=all).map(|cube| (cube, "time".to_owned())).collect();
    assert_eq!(open, expected);
    assert_eq!(go(None), 0);
    assert!(matches!(merged(folder.path()), MergeResult::NoPlan(_)));
}

#[test]
fn a_stopped_task_writes_nothing_it_does_not_know() {
    let folder = refuted(4);
    let split = Split::open(folder.path()).unwrap();
    let bounded = split.build(MIB).unwrap();
    let path = folder.path().join("part-0.jsonl");
    let mut part = Part::open(&path, &PartHeader::of(&split, None), split.cubes.len(), false).unwrap();
    let (limits, solver) = (Limits::default(), &solvers()[0]);
    let conquer =
        Conquer { split: &split, bounded: &bounded, shard: None, backend: solver, seed: 0, limits, jobs: 2 };
    let end = run(&conquer, &mut part, &AtomicBool::new(true), &mut |_| {}).unwrap();
    assert_eq!((end, part.records.len()), (End::Interrupted, 0));
    let error = merge(&split, &bounded, &[path], 1).unwrap_err().to_string();
    assert!(error.starts_with("cubes are missing: 1, 2, 3"), "{error}");
}
