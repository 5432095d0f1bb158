//! Thoughtful solitaire of the planning competitions: plans are accepted by tables and by the domain, and verdicts of
//! small tasks agree.

use super::read;
use super::strips::World;
use super::tasks::{file, tasks, third_party};
use super::walk::random_walk;
use patsat_base::Limits;
use patsat_formats::{Format, Hints, read_plan, read_plan_as, write_instance, write_plan};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, FaceUp, Layout, Move, Place, RankStep, Rules, Sizes};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::replay;
use patsat_pddl::strips::GroundTask;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::collections::{HashSet, VecDeque};

pub(super) fn klondike(deck: DeckSpec, columns: u16, build: Build) -> Rules {
    let like = Rules::preset("klondike-draw-one").unwrap();
    let sizes = Sizes::Listed((1..=u32::from(columns)).collect());
    Rules { deck, columns, build, layout: Layout { sizes, face_up: FaceUp::Top, ..Layout::open() }, ..like }
}

pub(super) fn dealt(rules: Rules, seed: u64) -> Instance {
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Small decks of all sorts.
pub(super) fn small_games(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Instance> {
    let decks = [(3, 4, 3), (4, 4, 4), (5, 2, 3), (3, 3, 3), (2, 4, 2), (6, 1, 3), (1, 4, 2), (4, 2, 2)];
    let builds = [Build::AlternateColour, Build::SameSuit, Build::AnySuit, Build::Nothing];
    seeds.flat_map(move |seed| {
        decks.into_iter().enumerate().map(move |(n, (ranks, suits, columns))| {
            let build = if seed % 2 == 0 { builds[0] } else { builds[(seed as usize / 2 + n) % 4] };
            let mut rules = klondike(DeckSpec::new(ranks, suits, 1), columns, build);
            if seed % 5 == 4 {
                rules.empty_column = EmptyColumn::Nothing;
            }
            if seed % 7 == 6 && build != Build::Nothing {
                rules.step = RankStep::Any;
            }
            dealt(rules, seed)
        })
    })
}

pub(super) fn task(instance: &Instance) -> (Instance, String) {
    let text = write_instance(instance, Format::Pddl).unwrap();
    assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::Pddl));
    (read(&text).unwrap_or_else(|e| panic!("{e}\n{text}")), text)
}

pub(super) fn world(instance: &Instance, text: &str) -> World {
    World::new(patsat_pddl::domain(instance), text)
}

#[test]
fn positions_in_the_middle_of_a_game_survive_their_task() {
    let mut seen = 0;
    for (n, start) in (0..).zip(small_games(0..10)) {
        let (back, _) = task(&start);
        assert_eq!((&back.deal, back.rules.deck), (&start.deal, start.rules.deck));
        for seed in 0..3 {
            let (_, mut table) = random_walk(&back, 25, seed + n);
            // One card in the waste and none are the same ring.
            if table.deal().waste.len() == 1 {
                table.apply(Move::Draw).or_else(|_| table.apply(Move::Redeal)).unwrap();
            }
            let there = Instance::new((*back.rules).clone(), table.deal().clone()).unwrap();
            let (again, text) = task(&there);
            assert_eq!(again.table().key(), there.table().key(), "{text}");
            assert_eq!(task(&again), (again.clone(), text));
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

fn solved(instance: &Instance, by: &str, nodes: u64) -> SearchEnd {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    (strategy(by).unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits)).end
}

/// Writes a plan, has the interpreter play it at the cost that it states, and reads it back.
fn check_plan(instance: &Instance, plan: &Plan, worlds: &[World]) -> String {
    let text = write_plan(instance, plan, Format::IpcPlan).unwrap();
    assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::IpcPlan), "{text}");
    for world in worlds {
        let cost = world.play(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(text.ends_with(&format!("; cost = {cost} (unit cost)\n")), "{text}");
    }
    let back = read_plan(text.as_bytes(), instance).unwrap();
    assert_eq!(write_plan(instance, &back, Format::IpcPlan).unwrap(), text);
    replay(instance, back).unwrap_or_else(|e| panic!("{e}\n{text}"));
    text
}

/// Whether the goal can be reached, by breadth-first search on sets of facts.
fn is_solvable(grounded: &GroundTask) -> bool {
    let words = grounded.facts.len().div_ceil(64);
    let set = |facts: &[usize]| {
        let mut set = vec![0u64; words];
        facts.iter().for_each(|&fact| set[fact / 64] |= 1 << (fact % 64));
        set
    };
    let holds =
        |state: &[u64], facts: &[u64]| state.iter().zip(facts).all(|(have, need)| have & need == *need);
    let actions: Vec<[Vec<u64>; 3]> = (grounded.actions.iter())
        .map(|action| [set(&action.needs), set(&action.adds), set(&action.deletes)])
        .collect();
    let goal = set(&grounded.goal);
    let start = set(&grounded.start);
    let mut seen: HashSet<Vec<u64>> = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        if holds(&state, &goal) {
            return true;
        }
        for [needs, adds, deletes] in &actions {
            if holds(&state, needs) {
                let next: Vec<u64> = (0..words).map(|n| state[n] & !deletes[n] | adds[n]).collect();
                if seen.insert(next.clone()) {
                    open.push_back(next);
                }
            }
        }
    }
    false
}

/// The effect of `col-to-home` that the competition has another one beside.
const HOME: &str = "(and (home ?card)";

#[test]
fn verdicts_of_small_tasks_are_those_of_the_domain() {
    let (mut won, mut lost, mut loose) = (0, 0, 0);
    let decks = [(3, 2, 2), (3, 2, 3), (2, 3, 3), (3, 1, 2), (6, 1, 3), (2, 4, 3), (4, 2, 3), (3, 3, 3)];
    for seed in 0..25 {
        for (ranks, suits, columns) in decks {
            let build = [Build::AlternateColour, Build::SameSuit, Build::Nothing][seed as usize % 3];
            let instance = dealt(klondike(DeckSpec::new(ranks, suits, 1), columns, build), seed);
            let (back, text) = task(&instance);
            let world = world(&back, &text);
            let (grounded, never) = world.0.grounded_with_goal().unwrap();
            // As the competition has it, a card that comes back from home lies on two cards.
            let own = patsat_pddl::domain(&back);
            let there =
                World::new(&own.replacen(HOME, &HOME.replace(")", ") (on ?card ?homecard)"), 1), &text);
            match solved(&back, "auto", u64::MAX) {
                SearchEnd::Solved(plan) => {
                    assert!(never.is_none());
                    check_plan(&back, &plan, &[world, there]);
                    won += 1;
                }
                SearchEnd::Exhausted => {
                    assert!(never.is_some() || !is_solvable(&grounded), "{text}");
                    lost += 1;
                    let (grounded, never) = there.0.grounded_with_goal().unwrap();
                    loose += usize::from(never.is_none() && is_solvable(&grounded));
                }
                _ => panic!("{text}"),
            }
        }
    }
    eprintln!("{won} won, {lost} lost, {loose} of them not in the competition's domain");
    assert!(won > 100 && lost > 20, "{won} {lost}");
}

#[test]
fn plans_are_valid_by_both_roads_and_broken_ones_by_neither() {
    let (mut plans, mut bad, mut good) = (0, 0, 0);
    for instance in small_games(0..6) {
        let (back, text) = task(&instance);
        let SearchEnd::Solved(plan) = solved(&back, "auto", 200_000) else { continue };
        plans += 1;
        let world = world(&back, &text);
        let text = check_plan(&back, &plan, std::slice::from_ref(&world));
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('(')).collect();
        let rules = |plan: &str| match read_plan_as(plan.as_bytes(), Some(Format::IpcPlan), &back) {
            Ok(plan) => replay(&back, plan).is_ok(),
            Err(error) => {
                assert!(error.line.is_some(), "{error}");
                false
            }
        };
        for n in 0..lines.len() {
            let mut less = lines.clone();
            less.remove(n);
            let mut swapped = lines.clone();
            swapped.swap(n, (n + 1) % lines.len());
            for plan in [less.join("\n"), swapped.join("\n")].into_iter().filter(|plan| !plan.is_empty()) {
                let domain = world.play(&plan).is_ok();
                assert_eq!(domain, rules(&plan), "{plan}");
                if domain { good += 1 } else { bad += 1 }
            }
        }
    }
    assert!(plans > 20 && bad > 300, "{plans} plans, {bad} bad, {good} good");
}

/// Plans from random play put aces on cards and take them back; as actions they stay home.
#[test]
fn aces_go_home_in_plans_of_the_domain() {
    let (mut plans, mut shorter) = (0, 0);
    for (n, instance) in (0..).zip(small_games(0..10)) {
        let (back, text) = task(&instance);
        let (mut walk, table) = random_walk(&back, 40, n);
        let later = Instance::new((*back.rules).clone(), table.deal().clone()).unwrap();
        let SearchEnd::Solved(rest) = solved(&later, "auto", 100_000) else { continue };
        walk.moves.extend(rest.moves);
        let world = world(&back, &text);
        check_plan(&back, &walk, std::slice::from_ref(&world));
        plans += 1;
        let aces = |action: &&Move| {
            matches!(action, Move::Cards { from: Place::Foundation(_), to: Place::Column(_), .. })
        };
        shorter += walk.moves.iter().filter(aces).count();
    }
    assert!(plans > 30 && shorter > 20, "{plans} {shorter}");
}

/// The learning track of 2008 has each task with types and with facts in their place.
#[test]
fn a_thoughtful_task_is_the_same_with_types_and_without() {
    let (typed, text) = task(&dealt(klondike(DeckSpec::new(3, 4, 1), 3, Build::AlternateColour), 4));
    let mut facts = String::new();
    let mut untyped = String::new();
    for line in text.lines() {
        match line.trim_end_matches(')').split_once(" - ") {
            Some((names, kind)) => {
                let kind = kind.replace("suittype", "suit-type");
                names.split_whitespace().for_each(|name| facts += &format!("  ({kind} {name})\n"));
                untyped += &format!("{}\n", line.replace(&format!(" - {}", kind.replace('-', "")), ""));
            }
            None => untyped += &format!("{line}\n"),
        }
    }
    let untyped = untyped.replace("(:init\n", &format!("(:init\n{facts}"));
    let untyped = untyped.replace("(:domain thoughtful-typed)", "(:domain thoughtful-untyped)");
    assert!(untyped.contains("(suit-type h)") && !untyped.contains(" - "), "{untyped}");
    let there = read(&untyped).unwrap_or_else(|e| panic!("{e}\n{untyped}"));
    assert_eq!(there, typed);
    let SearchEnd::Solved(plan) = solved(&there, "auto", 100_000) else { panic!("{untyped}") };
    check_plan(&there, &plan, &[World(patsat_pddl::world_of_task(&untyped).unwrap())]);
}

#[test]
fn generated_tasks_of_the_published_sizes_are_solved() {
    let mut won = 0;
    for (ranks, columns, talon) in [(5, 4, 10), (11, 6, 23), (13, 7, 24)] {
        for seed in 0..4 {
            let mut rules = Rules::preset("klondike-draw-one").unwrap();
            let hints = Hints { ranks: Some(ranks), columns: Some(columns), ..Hints::default() };
            hints.change(&mut rules).unwrap();
            assert_eq!(rules, klondike(DeckSpec::new(ranks, 4, 1), columns, Build::AlternateColour));
            let instance = dealt(rules, seed);
            assert_eq!(instance.deal.stock.len(), talon);
            let (back, text) = task(&instance);
            assert_eq!((&back.deal, &*back.rules), (&instance.deal, &*instance.rules));
            if let SearchEnd::Solved(plan) = solved(&back, "auto", 100_000) {
                check_plan(&back, &plan, &[world(&back, &text)]);
                won += 1;
            }
        }
    }
    assert!(won > 8, "{won}");
}

#[test]
fn thoughtful_tasks_of_the_competitions_are_solved() {
    let Some(folder) = third_party("thoughtful") else { return };
    let domain = file(&folder, "domain.pddl");
    for (name, text) in tasks(&folder) {
        let instance = read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(instance.rules.name, "klondike-draw-one");
        assert_eq!(instance.deal.waste.len(), 3, "{name}");
        let SearchEnd::Solved(plan) = solved(&instance, "auto", 1_000_000) else {
            panic!("{name} not solved")
        };
        // Both the competition's domain and ours, by the same facts.
        let own = patsat_pddl::domain(&instance);
        let worlds = [&domain, own].map(|domain| World::new(domain, &text));
        check_plan(&instance, &plan, &worlds);
        let (back, again) = task(&instance);
        assert_eq!(back, instance);
        check_plan(&back, &plan, &[World::new(own, &again)]);
    }
}
