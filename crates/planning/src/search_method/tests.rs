use super::*;
use crate::answer::Basis;
use crate::job::LazyTask;
use patsat_base::Limits;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Cost, Move, Place, Rules};
use patsat_game::state::Instance;
use patsat_search::{CertifyError, SearchOptions, SearchReport, Strategy, strategy as strategy_named};
use std::sync::atomic::AtomicBool;

fn small(ranks: u32, cells: u16, deal: u64) -> Instance {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck.ranks = ranks;
    rules.cells = cells;
    rules.columns = 4;
    Instance::from_id(rules, DealId::Microsoft(deal)).unwrap()
}

fn job<'a>(game: &'a LazyTask<'a>) -> Job<'a> {
    Job { game, limits: Limits::default(), certify: false }
}

fn answer_by(
    instance: &Instance,
    strategy: &'static Strategy,
    change: impl FnOnce(&mut Job<'_>, &mut SearchMethod),
) -> Result<Answer, SelfCheck> {
    let game = LazyTask::new(instance);
    let mut job = job(&game);
    let mut method = SearchMethod { strategy, ..SearchMethod::default() };
    change(&mut job, &mut method);
    solve(&job, &method, &mut Monitor::default())
}

fn strategy(
    run: fn(&Instance, &SearchOptions, &mut Budget<'_>) -> SearchReport,
    complete: bool,
) -> &'static Strategy {
    Box::leak(Box::new(Strategy { name: "test", about: "", source: "", complete, run }))
}

fn report(end: SearchEnd, budget: &Budget<'_>) -> SearchReport {
    SearchReport::new(end, budget.stats)
}

#[test]
fn a_plan_is_replayed_and_counted() {
    let game = small(3, 2, 1);
    let answer = answer_by(&game, strategy_named("breadth-first").unwrap(), |_, _| {}).unwrap();
    let Outcome::Solved(plan, Optimality::NotRequested) = &answer.outcome else { panic!("{answer:?}") };
    let lengths = answer.lengths.unwrap();
    assert_eq!(lengths.m1 as usize, plan.moves.len());
    assert_eq!((lengths.m2, lengths.m3), (lengths.m1, lengths.m1 - 12));
}

#[test]
fn lengths_are_those_of_the_plan_with_supermoves_and_without() {
    let auto = strategy_named("auto").unwrap();
    let mut supermoves = 0;
    for (game, deal) in [("freecell", 1), ("freecell", 617), ("bakers-game", 1), ("simple-simon", 2)] {
        let rules = Rules::preset(game).unwrap();
        let id = DealId::Random { game: None, seed: deal };
        let game = Instance::from_id(rules, id).unwrap();
        let answer = answer_by(&game, auto, |r, _| r.limits.nodes = Some(100_000)).unwrap();
        let Outcome::Solved(plan, _) = &answer.outcome else { continue };
        let start = game.table();
        for cost in [Cost::M1, Cost::M2, Cost::M3] {
            assert_eq!(plan.cost(&start, cost), Ok(answer.lengths.unwrap().get(cost) as usize));
        }
        supermoves += usize::from(answer.lengths.unwrap().m1 > answer.lengths.unwrap().m2);
    }
    assert!(supermoves > 0, "no plan with a supermove among the examples");
}

#[test]
fn a_plan_that_does_not_replay_is_a_self_check_failure() {
    let liar = strategy(
        |_, _, budget| {
            let action = Move::one(Place::Column(0), Place::Foundation(0));
            report(SearchEnd::Solved(Plan::from(vec![action])), budget)
        },
        true,
    );
    let error = answer_by(&small(3, 2, 1), liar, |_, _| {}).unwrap_err();
    assert!(matches!(error, SelfCheck::Plan { .. }), "{error}");
    let early = strategy(|_, _, budget| report(SearchEnd::Solved(Plan::default()), budget), true);
    assert!(matches!(answer_by(&small(3, 2, 1), early, |_, _| {}), Err(SelfCheck::Plan { .. })));
}

#[test]
fn only_a_complete_search_reports_unwinnable() {
    let exhausted = |complete| strategy(|_, _, budget| report(SearchEnd::Exhausted, budget), complete);
    let game = small(3, 2, 1);
    let verdict = |s: &'static Strategy| answer_by(&game, s, |_, _| {}).unwrap().outcome;
    assert_eq!(verdict(exhausted(true)), Outcome::Unwinnable(Basis::Search { without: None }));
    assert_eq!(verdict(exhausted(false)), Outcome::Unknown(Limit::GaveUp));
    let gave_up = strategy(|_, _, budget| report(SearchEnd::GaveUp, budget), true);
    assert_eq!(verdict(gave_up), Outcome::Unknown(Limit::GaveUp));
}

#[test]
fn unwinnable_is_certified_and_a_false_claim_is_caught() {
    let lost = small(4, 0, 1);
    let auto = strategy_named("auto").unwrap();
    let outcome = answer_by(&lost, auto, |r, _| r.certify = true).unwrap().outcome;
    let Outcome::Unwinnable(Basis::ClosedSet(certificate)) = outcome else { panic!("{outcome:?}") };
    assert!(certificate.checked.positions > 1);
    assert!(verify::check_closed_set(&lost, &certificate.bytes).is_ok());
    let exhausted = strategy(|_, _, budget| report(SearchEnd::Exhausted, budget), true);
    let error = answer_by(&small(3, 2, 1), exhausted, |r, _| r.certify = true).unwrap_err();
    assert_eq!(error, SelfCheck::Winnable);
    let limited = answer_by(&lost, exhausted, |r, _| {
        r.certify = true;
        r.limits.nodes = Some(1);
    });
    let without = Some(CertifyError::Limit(Limit::Nodes));
    assert_eq!(limited.unwrap().outcome, Outcome::Unwinnable(Basis::Search { without }));
}

#[test]
fn what_finds_no_room_as_a_closed_set_is_swept() {
    let mut rules = Rules::preset("forty-thieves").unwrap();
    (rules.deck.ranks, rules.columns) = (7, 6);
    let lost = Instance::from_id(rules, "random:3".parse().unwrap()).unwrap();
    let exhausted = strategy(|_, _, budget| report(SearchEnd::Exhausted, budget), true);
    let outcome = |strategy, memory_mib| {
        let answer = answer_by(&lost, strategy, |r, _| {
            r.certify = true;
            r.limits.memory_mib = Some(memory_mib);
        });
        answer.unwrap().outcome
    };
    for (strategy, memory_mib) in [(exhausted, 2), (strategy_named("sweep").unwrap(), 1000)] {
        let outcome = outcome(strategy, memory_mib);
        let Outcome::Unwinnable(Basis::SweptSet(certificate)) = outcome else { panic!("{outcome:?}") };
        assert_eq!((certificate.checked.positions, certificate.checked.safe_home), (8829, true));
    }
    let Outcome::Unwinnable(Basis::ClosedSet(closed)) = outcome(exhausted, 1000) else { panic!("closed") };
    // Without safe moves home a swept set has the positions of the closed one.
    let left = answer_by(&lost, strategy_named("sweep").unwrap(), |r, m| {
        (r.certify, m.options.no_dominance) = (true, true);
    });
    let outcome_left = left.unwrap().outcome;
    let Outcome::Unwinnable(Basis::SweptSet(left)) = outcome_left else { panic!("{outcome_left:?}") };
    assert_eq!((left.checked.positions, left.checked.safe_home), (closed.checked.positions, false));
    let without = Some(CertifyError::Limit(Limit::Memory));
    assert_eq!(outcome(exhausted, 0), Outcome::Unwinnable(Basis::Search { without }));
}

#[test]
fn limits_end_in_unknown() {
    let game = small(5, 0, 1);
    let auto = strategy_named("breadth-first").unwrap();
    let nodes = answer_by(&game, auto, |r, _| r.limits.nodes = Some(3)).unwrap().outcome;
    assert_eq!(nodes, Outcome::Unknown(Limit::Nodes));
    let stopped = strategy(
        |_, _, budget| {
            let limit = budget.check(0);
            report(limit.map_or(SearchEnd::GaveUp, SearchEnd::Limit), budget)
        },
        true,
    );
    let game = LazyTask::new(&game);
    let method = SearchMethod { strategy: stopped, ..SearchMethod::default() };
    let stop = AtomicBool::new(true);
    let answer = solve(&job(&game), &method, &mut Monitor::default().stopped_by(&stop)).unwrap();
    assert_eq!(answer.outcome, Outcome::Unknown(Limit::Interrupted));
}

/// A breadth-first search whose claimed lower bound is the plan's length plus `OFF`.
fn bounded<const OFF: i32>(i: &Instance, o: &SearchOptions, b: &mut Budget<'_>) -> SearchReport {
    let mut found = (strategy_named("breadth-first").unwrap().run)(i, o, b);
    let SearchEnd::Solved(plan) = &found.end else { return found };
    let length = plan.moves.len() as u32;
    let claim = |length: u32| Some(length.saturating_add_signed(OFF));
    match o.depth.filter(|&depth| depth < length) {
        Some(depth) => {
            found.stats.lower_bound = claim(depth + 1);
            found.end = SearchEnd::GaveUp;
        }
        None => found.stats.lower_bound = claim(length),
    }
    found
}

#[test]
fn shortest_plans_of_collected_runs_are_proven() {
    let mut rules = Rules::preset("ipc-spider").unwrap();
    (rules.deck, rules.columns) = (DeckSpec::new(5, 1, 4), 4);
    let mut shortest = 0;
    for seed in 1..=8 {
        let game = Instance::from_id(rules.clone(), format!("random:{seed}").parse().unwrap()).unwrap();
        let method = SearchMethod::named("optimal").unwrap();
        let mut bounds = Vec::new();
        let mut on_progress = |progress: &ProgressEvent| {
            if let ProgressEvent::Searched(stats) = progress {
                bounds.extend(stats.lower_bound);
            }
        };
        let game = LazyTask::new(&game);
        let answer =
            solve(&job(&game), &method, &mut Monitor::default().watched_by(&mut on_progress)).unwrap();
        match answer.outcome {
            Outcome::Solved(plan, Optimality::Shortest { cost: Cost::M2, length }) => {
                assert_eq!(plan.moves.len() as u32, length);
                assert!(bounds.is_sorted() && bounds.last() <= Some(&length));
                shortest += 1;
            }
            outcome => assert_eq!(outcome, Outcome::Unwinnable(Basis::Search { without: None })),
        }
    }
    assert!(shortest >= 2, "{shortest}");
}

#[test]
fn bounds_are_claimed_on_request_and_compared_with_the_plan() {
    let game = small(3, 2, 1);
    let optimality = |run, optimal| {
        let answer = answer_by(&game, strategy(run, true), |_, m| {
            m.optimal = optimal;
            m.options.cost = Cost::M1;
        });
        answer.map(|a| match a.outcome {
            Outcome::Solved(_, optimality) => optimality,
            other => panic!("{other:?}"),
        })
    };
    let Ok(Optimality::Shortest { cost: Cost::M1, length }) = optimality(bounded::<0>, true) else {
        panic!("not proved")
    };
    let between = Optimality::Between { cost: Cost::M1, lower: length - 2, upper: length, limit: None };
    assert_eq!(optimality(bounded::<-2>, true), Ok(between));
    assert_eq!(optimality(bounded::<0>, false), Ok(Optimality::NotRequested));
    assert!(matches!(optimality(bounded::<1>, true), Err(SelfCheck::Bound { .. })));
}

#[test]
fn the_bound_of_short_plans_is_a_claim_too() {
    let short = |run| {
        let named = Strategy { name: "short", ..*strategy(run, true) };
        answer_by(&small(3, 2, 1), Box::leak(Box::new(named)), |_, m| m.options.cost = Cost::M1)
    };
    let outcome = short(bounded::<-2>).unwrap().outcome;
    let Outcome::Solved(_, Optimality::Between { lower, upper, .. }) = outcome else { panic!("{outcome:?}") };
    assert_eq!(lower + 2, upper);
    // A plan shorter than the bound.
    assert!(matches!(short(bounded::<1>), Err(SelfCheck::Bound { .. })));
    let spider = Instance::from_id(Rules::preset("spider1").unwrap(), "kpat:spider1:1".parse().unwrap());
    let spider = spider.unwrap();
    let width = |_: &mut Job<'_>, m: &mut SearchMethod| m.options.width = Some(20);
    let outcome = answer_by(&spider, strategy_named("short").unwrap(), width).unwrap().outcome;
    let Outcome::Solved(_, Optimality::Between { lower, upper, .. }) = outcome else { panic!("{outcome:?}") };
    assert!(lower > 60 && upper > lower, "{lower} to {upper}");
}

#[test]
fn the_best_plan_at_a_limit_is_an_answer_and_is_verified_too() {
    fn stopped(i: &Instance, o: &SearchOptions, b: &mut Budget<'_>, spoil: bool) -> SearchReport {
        let mut found = bounded::<-3>(i, o, b);
        let SearchEnd::Solved(mut plan) = found.end else { panic!("unsolved") };
        if spoil {
            plan.moves.pop();
        }
        found.best = Some(plan);
        found.end = SearchEnd::Limit(Limit::Time);
        found
    }
    let game = small(3, 2, 1);
    let answer_by = |run| answer_by(&game, strategy(run, true), |_, m| m.optimal = true);
    let answer = answer_by(|i, o, b| stopped(i, o, b, false)).unwrap();
    let Outcome::Solved(_, Optimality::Between { limit, .. }) = answer.outcome else { panic!("{answer:?}") };
    assert_eq!(limit, Some(Limit::Time));
    assert!(matches!(answer_by(|i, o, b| stopped(i, o, b, true)), Err(SelfCheck::Plan { .. })));
}

#[test]
fn a_depth_bound_excludes_lengths_and_not_the_win() {
    let game = small(3, 2, 1);
    let within = |run, optimal| {
        answer_by(&game, strategy(run, true), |_, m| {
            m.options.depth = Some(5);
            m.options.cost = Cost::M1;
            m.optimal = optimal;
        })
        .unwrap()
        .outcome
    };
    let of = Measure::Cost(Cost::M1);
    assert_eq!(within(bounded::<0>, true), Outcome::NoPlanWithin { bound: 5, of, proof: None });
    assert_eq!(within(bounded::<-1>, true), Outcome::Unknown(Limit::GaveUp));
    assert_eq!(within(bounded::<0>, false), Outcome::Unknown(Limit::GaveUp));
}
