//! Parts of plans by SAT: whole deals of Spider by search and SAT together, plans made shorter.

use patsat_base::Limits;
use patsat_formats::{Format, write_instance, write_plan};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify::{Verified, replay};
use patsat_lowering::decode::gathered;
use patsat_planning::parts::{HybridMethod, ShortenRequest, ShortenResult, shorten};
use patsat_planning::{Method, Monitor, Outcome, ProgressEvent, Request, solve};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_solvers::{DEFAULT, backend};
use patsat_testkit::{freecell, small_game, small_spider};
use std::collections::{HashSet, VecDeque};

fn native(instance: &Instance, name: &str) -> Option<Verified<Plan>> {
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let report = (strategy(name).unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits));
    match report.end {
        SearchEnd::Solved(plan) => Some(replay(instance, plan).unwrap()),
        _ => None,
    }
}

/// The number of single-card moves of a shortest plan, if there are not too many positions.
fn shortest(instance: &Instance, most: usize) -> Option<u32> {
    let start = instance.table();
    let mut seen = HashSet::from([start.key()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((table, depth)) = queue.pop_front() {
        if table.is_won() {
            return Some(depth);
        }
        if seen.len() > most {
            return None;
        }
        for action in table.single_moves() {
            let mut next: Table = table.clone();
            next.apply(action).unwrap();
            if seen.insert(next.key()) {
                queue.push_back((next, depth + 1));
            }
        }
    }
    None
}

fn shorter(instance: &Instance, plan: &Verified<Plan>, window: Option<usize>) -> ShortenResult {
    shorter_within(instance, plan, window, 3000)
}

fn shorter_within(
    instance: &Instance,
    plan: &Verified<Plan>,
    window: Option<usize>,
    conflicts: u64,
) -> ShortenResult {
    let request = ShortenRequest {
        instance,
        plan,
        window,
        conflicts,
        backend: backend(DEFAULT).unwrap(),
        seed: 0,
        limits: Limits::default(),
    };
    shorten(&request, &mut Monitor::default()).unwrap()
}

/// A long plan: a depth-first search takes what comes.
fn wasteful(instance: &Instance) -> Option<Verified<Plan>> {
    native(instance, "depth-first").filter(|plan| plan.moves.len() <= 150)
}

#[test]
fn small_plans_become_shortest_in_one_window() {
    let (mut games, mut gave) = (0, 0);
    for seed in 0..60 {
        let instance = if seed % 2 == 0 { small_game(seed) } else { small_spider(seed) };
        let Some(least) = shortest(&instance, 3000).filter(|&n| n > 1) else { continue };
        let Some(plan) = wasteful(&instance) else { continue };
        let result = shorter(&instance, &plan, Some(500));
        assert!(replay(&instance, (*result.plan).clone()).is_ok());
        assert_eq!(plan.cost(&instance.table(), Cost::M1), Ok(result.before.m1 as usize));
        assert_eq!(result.plan.cost(&instance.table(), Cost::M1), Ok(result.lengths.m1 as usize));
        assert!(
            result.lengths.m1 >= least && result.lengths.m1 <= result.before.m1,
            "seed {seed}: {result:?}"
        );
        // One window over the whole plan, with more steps than a shortest plan has moves.
        if result.open == 0 && result.queried == 1 && result.before.m1 > 2 * least + 4 {
            assert_eq!(result.lengths.m1, least, "seed {seed}");
        }
        games += 1;
        gave += u32::from(result.gave > 0);
    }
    println!("{games} games, {gave} plans became shorter");
    assert!(games > 15 && gave > 5, "{games} games, {gave} shorter");
}

#[test]
fn windows_never_make_a_plan_longer() {
    for seed in 100..130 {
        let instance = if seed % 2 == 0 { small_game(seed) } else { small_spider(seed) };
        let Some(plan) = wasteful(&instance) else { continue };
        for window in [2, 5] {
            let result = shorter(&instance, &plan, Some(window));
            assert!(result.lengths.m1 <= result.before.m1, "seed {seed}, window {window}");
            let again = shorter(&instance, &result.plan, Some(window));
            assert!(again.lengths.m1 <= result.lengths.m1);
        }
    }
}

#[test]
fn plans_of_whole_deals_become_shorter() {
    let instance = freecell(1);
    let plan = native(&instance, "auto").unwrap();
    let result = shorter_within(&instance, &plan, Some(10), 300);
    assert!(result.gave > 0 && result.lengths.m1 < result.before.m1, "{result:?}");
    assert_eq!(result.encoding, "exists");
    assert!(replay(&instance, (*result.plan).clone()).is_ok());
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn a_plan_of_a_whole_spider_deal_becomes_shorter_at_length() {
    let spider =
        Instance::from_id(Rules::preset("spider").unwrap(), "kpat:spider4:1".parse().unwrap()).unwrap();
    let plan = native(&spider, "auto").unwrap();
    let result = shorter_within(&spider, &plan, Some(6), 300);
    assert!(result.gave > 0 && result.lengths.m1 < result.before.m1, "{result:?}");
    assert_eq!(result.encoding, "exists-runs");
}

#[test]
fn what_was_taken_apart_comes_together_again() {
    for deal in [1, 2, 617] {
        let instance = freecell(deal);
        let plan = native(&instance, "auto").unwrap();
        let start = instance.table();
        let single = plan.expanded(&start).unwrap();
        let together = replay(&instance, gathered(&instance, &single)).unwrap();
        let cost = |plan: &Plan, cost| plan.cost(&start, cost).unwrap();
        assert!(cost(&together, Cost::M2) <= cost(&plan, Cost::M2));
        assert!(cost(&together, Cost::M1) <= cost(&single, Cost::M1));
        assert!(together.moves.len() < single.moves.len());
    }
}

/// A Spider deal of two suits cut down: the whole of it takes seconds.
fn short_spider(seed: u64, ranks: u32) -> Instance {
    let mut rules = Rules::preset("spider2").unwrap();
    rules.deck = DeckSpec::new(ranks, 2, 2);
    rules.columns = 5;
    let dealt = rules.deck.len() as u32 - 10;
    rules.layout.sizes = patsat_game::rules::Sizes::Round(dealt);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

#[test]
fn search_and_sat_together_win_what_search_wins() {
    together_win(0..6, 2);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn search_and_sat_together_win_what_search_wins_at_length() {
    together_win(6..12, 2);
}

fn together_win(seeds: std::ops::Range<u64>, least: u32) {
    let mut won = 0;
    for seed in seeds {
        let instance = if seed % 2 == 0 { short_spider(seed, 6) } else { small_spider(seed) };
        let backend = backend(if seed % 3 == 0 { "varisat" } else { DEFAULT }).unwrap();
        let request = Request::new(&instance, Method::Hybrid(HybridMethod { backend, seed: 0 }));
        let mut events = 0;
        let mut watch = |_: &ProgressEvent| events += 1;
        let answer = solve(&request, &mut Monitor::default().watched_by(&mut watch)).unwrap();
        let Outcome::Solved(plan, _) = &answer.outcome else {
            assert!(answer.hybrid.is_none() && native(&instance, "auto").is_none(), "seed {seed}");
            continue;
        };
        let stats = answer.hybrid.unwrap();
        assert_eq!(stats.tried.len(), events);
        assert_eq!(stats.native_parts, 0, "seed {seed}: {stats:?}");
        let rows = plan.moves.iter().filter(|m| **m == patsat_game::rules::Move::DealRow).count();
        assert!(stats.boundaries as usize + 1 >= rows, "seed {seed}");
        assert!(replay(&instance, (**plan).clone()).is_ok());
        won += 1;
    }
    assert!(won > least, "{won}");
}

#[test]
fn a_game_of_another_kind_is_refused() {
    let instance = freecell(1);
    let request = Request::new(&instance, Method::Hybrid(HybridMethod::default()));
    let error = solve(&request, &mut Monitor::default()).unwrap_err();
    assert!(error.to_string().contains("exists-runs"), "{error}");
}

fn patsat(args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = assert_cmd::Command::cargo_bin("patsat").unwrap();
    command.env("COLUMNS", "10000");
    let output = command.args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_line_reports_what_found_the_plan() {
    let instance = short_spider(2, 6);
    let board = write_instance(&instance, Format::Json).unwrap();
    let (code, out, err) = patsat(&["solve", "-", "--by", "hybrid"], &board);
    assert_eq!(code, 10, "{out} {err}");
    assert!(out.contains("Hybrid: native search chose "), "{out}");
    assert!(out.contains("(plan verified)"), "{out}");
    let (code, again, _) = patsat(&["solve", "-", "--by", "hybrid"], &board);
    assert_eq!((code, again), (10, out));
    let (code, json, _) = patsat(&["solve", "-", "--by", "hybrid", "--format", "json"], &board);
    assert!(code == 10 && json.contains("\"native_moves\""), "{json}");
    for wrong in [["--horizon", "3"], ["--encoding", "exists"], ["--proof", "p"], ["--strategy", "beam"]] {
        let (code, _, err) = patsat(&[&["solve", "-", "--by", "hybrid"][..], &wrong].concat(), &board);
        assert!(code == 2 && err.contains(&format!("{} needs --by ", wrong[0])), "{err}");
    }
    let (code, _, err) = patsat(&["solve", "ms:1", "--by", "hybrid"], "");
    assert!(code == 2 && err.contains("cannot express"), "{err}");
}

#[test]
fn shorten_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let instance = freecell(1);
    let plan = native(&instance, "auto").unwrap();
    let plans = file("plan.json");
    std::fs::write(&plans, write_plan(&instance, &plan, Format::PlanJson).unwrap()).unwrap();
    let shorter = file("shorter.txt");
    let more = ["--window", "8", "--format", "standard", "-o", &shorter];
    let (code, _, err) = patsat(&[&["shorten", "ms:1", &plans][..], &more].concat(), "");
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("Shortened from ") && err.contains("single-card moves (m1)"), "{err}");
    let (code, out, _) = patsat(&["verify", "ms:1", &shorter], "");
    assert!(code == 0 && out.starts_with("valid: the plan wins"), "{out}");
    let (code, out, _) = patsat(&["shorten", "ms:1", &plans, "--time-limit", "0"], "");
    assert!(code == 0 && out.contains("Not shortened: the plan keeps its "), "{out}");
    // A plan of another deal, and one that does not win.
    let (code, _, err) = patsat(&["shorten", "ms:2", &plans], "");
    assert!(code == 2 && err.contains("found a plan for ms:1"), "{err}");
    let cut = Plan { moves: plan.moves[..9].to_vec() };
    std::fs::write(&plans, write_plan(&instance, &cut, Format::PlanJson).unwrap()).unwrap();
    let (code, out, _) = patsat(&["shorten", "ms:1", &plans], "");
    assert!(code == 1 && out.starts_with("not valid: "), "{out}");
    let (code, _, err) = patsat(&["shorten", "ms:1", &plans, "--window", "1"], "");
    assert!(code == 2 && err.contains("window"), "{err}");
    let (code, _, err) = patsat(&["shorten", "ms:1", &plans, "--node-limit", "1"], "");
    assert!(code == 2 && err.contains("--node-limit is for searches"), "{err}");
}
