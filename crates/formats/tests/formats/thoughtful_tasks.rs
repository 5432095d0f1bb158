//! Thoughtful solitaire of the planning competitions: tables and the domain agree on every move, plans are accepted by
//! both, and so are verdicts of small tasks.

use super::read;
use super::strips::World;
use super::tasks::{file, piles, tasks, third_party};
use super::walk::{Lcg, random_walk};
use patsat_base::Limits;
use patsat_formats::pddl::strips::{Grounded, State};
use patsat_formats::{Format, Hints, read_instance, read_plan, read_plan_as, write_instance, write_plan};
use patsat_game::cards::{Card, DealId, DeckSpec};
use patsat_game::rules::{
    Build, EmptyColumn, FaceUp, Group, Layout, Move, Place, RankStep, Redeals, Rules, Sizes, Stock,
};
use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

fn klondike(deck: DeckSpec, columns: u16, build: Build) -> Rules {
    let like = Rules::preset("klondike-draw-one").unwrap();
    let sizes = Sizes::Listed((1..=u32::from(columns)).collect());
    Rules { deck, columns, build, layout: Layout { sizes, face_up: FaceUp::Top, ..Layout::open() }, ..like }
}

fn dealt(rules: Rules, seed: u64) -> Instance {
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Small decks of all sorts.
fn small_games(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Instance> {
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

fn task(instance: &Instance) -> (Instance, String) {
    let text = write_instance(instance, Format::Pddl).unwrap();
    assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::Pddl));
    (read(&text).unwrap_or_else(|e| panic!("{e}\n{text}")), text)
}

fn world(instance: &Instance, text: &str) -> World {
    World::new(patsat_formats::pddl::domain(instance), text)
}

/// Columns without the order of their places, talon from the bottom up, its playable card, foundations.
type Position = (BTreeSet<Vec<String>>, Vec<String>, Option<String>, BTreeSet<String>);

fn of_table(table: &Table, names: &BTreeMap<Card, String>) -> Position {
    let deal = table.deal();
    let name = |card: &Card| names[card].clone();
    let columns = deal.columns.iter().filter(|pile| !pile.cards.is_empty());
    let columns = columns.map(|pile| {
        let mut cards: Vec<String> = pile.cards.iter().map(name).collect();
        // What lies face down is part of the position.
        cards.insert(0, format!("{} face down", pile.face_down));
        cards
    });
    let talon: Vec<String> = deal.waste.iter().chain(deal.stock.iter().rev()).map(name).collect();
    let playable = talon.get(deal.waste.len().saturating_sub(1)).cloned();
    let home = (0..).zip(&deal.foundations).map(|(suit, &rank)| name(&Card::new(rank, suit)));
    (columns.collect(), talon, playable, home.collect())
}

fn of_state(state: &State) -> Position {
    let all = |predicate: &str| -> BTreeSet<String> {
        state.iter().filter(|atom| atom.0[0] == predicate).map(|atom| atom.0[1].clone()).collect()
    };
    let (bottoms, up) = (all("bottomcol"), all("faceup"));
    let mut columns = piles(state, |name| bottoms.contains(name));
    for bottom in &bottoms {
        let cards = columns.entry(bottom.clone()).or_default();
        cards.insert(0, bottom.clone());
        let down = cards.iter().filter(|card| !up.contains(*card)).count();
        assert!(cards[..down].iter().all(|card| !up.contains(card)), "{cards:?}");
        cards.insert(0, format!("{down} face down"));
    }
    let upon: BTreeMap<String, String> = (state.iter())
        .filter(|atom| atom.0[0] == "ontalon")
        .map(|atom| (atom.0[2].clone(), atom.0[1].clone()))
        .collect();
    let first = all("bottomtalon").into_iter().next();
    let talon: Vec<String> = std::iter::successors(first, |card| upon.get(card).cloned()).collect();
    assert_eq!(talon.len(), upon.len() + usize::from(!talon.is_empty()));
    assert_eq!(talon.last(), all("toptalon").first());
    (columns.into_values().collect(), talon, all("talonplayable").into_iter().next(), all("home"))
}

/// The moves of a table that are actions of the domain: no aces but to their foundations, no renaming of columns.
fn moves(table: &Table) -> Vec<Move> {
    let moves = table.moves().into_iter().filter(|&action| match action {
        Move::Cards { from, to, count } => {
            let card = match from {
                Place::Column(n) => {
                    let cards = &table.columns()[usize::from(n)].cards;
                    cards[cards.len() - count as usize]
                }
                _ => table.top(from).unwrap(),
            };
            // Where an ace is a king too, it may fill columns.
            let rules = table.rules();
            let ace = card.rank == rules.first_rank() && card.rank != rules.last_rank();
            let whole = matches!(from, Place::Column(n)
                if table.columns()[usize::from(n)].cards.len() == count as usize);
            let renames = whole && matches!(to, Place::Column(_)) && table.top(to).is_none();
            !renames && (!ace || matches!(to, Place::Foundation(_)))
        }
        _ => true,
    });
    moves.collect()
}

/// The names that a task uses, in lower case.
fn names(instance: &Instance) -> BTreeMap<Card, String> {
    let names = instance.names.as_ref().unwrap();
    names.cards.iter().map(|(&card, name)| (card, name.to_lowercase())).collect()
}

/// Walks at random and compares both sides at every step; the positions seen.
fn walk(instance: &Instance, world: &World, steps: usize, seed: u64) -> usize {
    let (names, mut rng) = (names(instance), Lcg::new(seed));
    let (mut table, mut state) = (instance.table(), world.0.start());
    for step in 0..steps {
        assert_eq!(of_table(&table, &names), of_state(&state), "step {step}");
        assert_eq!(world.0.missing(&state).is_none(), table.is_won());
        // The bottom card of the ring is playable before it is drawn.
        if table.deal().waste.is_empty() {
            let _ = table.apply(Move::Draw);
        }
        let all = moves(&table);
        let mut after: BTreeMap<Position, Move> = BTreeMap::new();
        for &action in &all {
            let mut next = table.clone();
            next.apply(action).unwrap();
            after.insert(of_table(&next, &names), action);
        }
        let found: BTreeMap<Position, State> = world
            .0
            .successors(&state)
            .into_iter()
            .map(|(_, after, cost)| {
                assert_eq!(cost, 1);
                (of_state(&after), after)
            })
            .collect();
        // To turn a ring of one card changes nothing, and needs no redeal.
        let here = of_table(&table, &names);
        let others = |position: &&Position| **position != here;
        assert!(
            found.keys().filter(others).eq(after.keys().filter(others)),
            "step {step}: {:?}\n{:?}",
            found.keys(),
            after.keys()
        );
        if all.is_empty() {
            return step + 1;
        }
        let rare: Vec<Move> =
            all.iter().copied().filter(|action| matches!(action, Move::Cards { .. })).collect();
        let action = if rare.is_empty() || rng.below(3) == 0 {
            all[rng.below(all.len())]
        } else {
            rare[rng.below(rare.len())]
        };
        table.apply(action).unwrap();
        let there = of_table(&table, &names);
        if there != here {
            state = found[&there].clone();
        }
    }
    steps
}

#[test]
fn tables_and_the_thoughtful_domain_agree_on_every_move() {
    let mut seen = 0;
    for (n, instance) in (0..).zip(small_games(0..12)) {
        let (back, text) = task(&instance);
        seen += walk(&back, &world(&back, &text), 60, n);
    }
    assert!(seen > 2000, "{seen}");
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
fn is_solvable(grounded: &Grounded) -> bool {
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

#[test]
fn verdicts_of_small_tasks_are_those_of_the_domain() {
    let (mut won, mut lost) = (0, 0);
    let decks = [(3, 2, 2), (3, 2, 3), (2, 3, 3), (3, 1, 2), (6, 1, 3), (2, 4, 3), (4, 2, 3), (3, 3, 3)];
    for seed in 0..25 {
        for (ranks, suits, columns) in decks {
            let build = [Build::AlternateColour, Build::SameSuit, Build::Nothing][seed as usize % 3];
            let instance = dealt(klondike(DeckSpec::new(ranks, suits, 1), columns, build), seed);
            let (back, text) = task(&instance);
            let world = world(&back, &text);
            let (grounded, never) = world.0.grounded_with_goal().unwrap();
            match solved(&back, "auto", u64::MAX) {
                SearchEnd::Solved(plan) => {
                    assert!(never.is_none());
                    check_plan(&back, &plan, &[world]);
                    won += 1;
                }
                SearchEnd::Exhausted => {
                    assert!(never.is_some() || !is_solvable(&grounded), "{text}");
                    lost += 1;
                }
                _ => panic!("{text}"),
            }
        }
    }
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

#[test]
fn what_the_thoughtful_domain_cannot_say_is_not_written() {
    let fine = dealt(klondike(DeckSpec::new(4, 4, 1), 3, Build::AlternateColour), 1);
    let error = |change: &dyn Fn(&mut Rules)| {
        let mut rules = (*fine.rules).clone();
        change(&mut rules);
        let instance = Instance::new(rules, fine.deal.clone()).unwrap();
        write_instance(&instance, Format::Pddl).unwrap_err().to_string()
    };
    let waste = |redeals, draw| Stock::Waste { redeals, playable: false, draw };
    for (found, text) in [
        ("a game with draws of several cards", error(&|r| r.stock = waste(Redeals::Unlimited, 3))),
        ("a game with a limited number of redeals", error(&|r| r.stock = waste(Redeals::Number(2), 1))),
        ("a game with a limited number of redeals", error(&|r| r.stock = waste(Redeals::NONE, 1))),
        ("a game whose cards stay on the foundations", error(&|r| r.worrying_back = false)),
        ("a game in which cards move one at a time", error(&|r| r.group = Group::Single)),
        ("a game in which any card fills an empty column", error(&|r| r.empty_column = EmptyColumn::Any)),
        ("a game with cells", error(&|r| r.cells = 1)),
    ] {
        let expected = "what the thoughtful domain can say (the rules of klondike-draw-one)";
        assert_eq!(text, format!("found {found}, expected {expected}"));
    }
}

#[test]
fn broken_thoughtful_tasks_are_refused_with_their_line() {
    let instance = dealt(klondike(DeckSpec::new(3, 4, 1), 3, Build::AlternateColour), 3);
    let (back, text) = task(&instance);
    assert_eq!(back.deal, instance.deal);
    let fact = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).unwrap().trim();
    let card =
        |start: &str, n: usize| fact(start).trim_end_matches(')').split(' ').nth(n).unwrap().to_owned();
    let (bottom, top, playable, up) =
        (fact("(bottomtalon"), fact("(toptalon"), fact("(talonplayable"), fact("(faceup"));
    let (below, above) = (card("(ontalon", 2), card("(ontalon", 1));
    let second = text.lines().filter(|line| line.contains("(ontalon")).nth(1).unwrap().trim();
    for (from, to, says) in [
        ("(:domain thoughtful-typed)", "(:domain klondike)", ""),
        ("(:domain thoughtful-typed)", "(:domain)", "found a domain without a name"),
        (bottom, "", "found no (bottomtalon CARD), expected one"),
        (top, "", "found no (toptalon CARD), expected one"),
        (playable, "", "found no (talonplayable CARD), expected one"),
        (bottom, &format!("{bottom} (bottomtalon {above})"), "found a second (bottomtalon CARD)"),
        (top, &format!("(toptalon {below})"), "expected the card that no other lies on"),
        (playable, "(talonplayable ca)", "playable, which is not in the talon"),
        (second, "", "on top of the talon, expected the card that no other lies on"),
        (bottom, &format!("(bottomtalon {above})"), "on a card that is not in the talon"),
        (up, "", "on top of a column but not face up"),
        (
            up,
            &format!("{up} (faceup {below})"),
            "expected (faceup CARD) for the cards on top of columns only",
        ),
        ("(king c3)", "", "found no (king 'c3')"),
        ("(king c3)", "(king c2)", "found (king 'c2'), expected (king CARD) for the cards of the highest"),
        ("(colspace coln0)", "(colspace coln1)", "expected numbers enough to count 4 columns"),
        ("(colspace coln0)", "", "found no (colspace NUMBER)"),
        ("(home c3)", "(home c2)", "expected a goal of every card home"),
        ("(canstack c2 d3)", "(canstack c2 s3)", "(canstack ...) facts of one rule of building"),
        (playable, "(incell ca)", "('incell' ...), expected a fact of the thoughtful domain: on, ace"),
        (up, "(faceup)", "found (faceup) with 0 arguments, expected 1"),
        (up, "(faceup coln0)", "of type num, expected an object of type card"),
    ] {
        assert!(text.contains(from), "{from}\n{text}");
        let changed = text.replacen(from, to, 1);
        match read(&changed) {
            // The facts say which domain it is, too.
            Ok(same) => assert_eq!((same.deal, says), (instance.deal.clone(), "")),
            Err(error) => {
                let error = error.to_string();
                assert!(!says.is_empty() && error.contains(says), "{from} -> {to}: {error}");
                assert_eq!(error.lines().count(), 1);
            }
        }
    }
    // Cut off anywhere, it is a sentence.
    for end in (1..text.len()).step_by(37) {
        let cut = read(&text[..end]).map(|_| end).unwrap_err().to_string();
        assert!(!cut.is_empty() && cut.lines().count() == 1, "{cut}");
    }
    // What the caller says must be as the task says.
    let with =
        |hints: &Hints| read_instance(text.as_bytes(), None, hints).map(drop).map_err(|e| e.to_string());
    let game = |name: &str| Hints { game: Some(Rules::preset(name).unwrap()), ..Hints::default() };
    assert_eq!(with(&game("klondike-draw-one")), Ok(()));
    let error = with(&game("klondike")).unwrap_err();
    assert!(error.contains("whose rules are not those of klondike"), "{error}");
    let error = with(&Hints { columns: Some(4), ..Hints::default() }).unwrap_err();
    assert!(error.contains("found a task of 3 columns, expected 4, as --columns says"), "{error}");
}

#[test]
fn actions_for_another_board_are_refused_with_their_line() {
    let (game, text) = task(&dealt(klondike(DeckSpec::new(3, 4, 1), 3, Build::AlternateColour), 3));
    let fact = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).unwrap().trim();
    let (playable, bottom) = (fact("(talonplayable"), fact("(bottomtalon"));
    let name = |fact: &str| fact.trim_end_matches(')').split(' ').nth(1).unwrap().to_owned();
    assert_eq!(name(playable), name(bottom));
    let turn = format!("(turn-deck-a {} {})", name(playable), name(bottom));
    for (plan, says) in [
        (&*turn, "expected the card on top of the talon to be playable"),
        ("(turn-deck c1 c2)", "line 1: found (turn-deck c1 c2), expected (turn-deck "),
        (
            "\n(tal-to-home-d c0 c0 c n1 n0)",
            "line 2: found (tal-to-home-d c0 c0 c n1 n0), expected 'c0' to be",
        ),
        ("(move-col-to-col x y z)", "line 1: found (move-col-to-col x y z), expected 'x' to lie in a column"),
        ("(home-to-col c3 c2 d4 c n3 n2)", "expected 'c3' to be the last card home"),
        ("(turn-deck ca)", "line 1: found turn-deck with 1 arguments, expected 2"),
        ("(move c4 d5 h5)", "line 1: found the action 'move', expected one of move-col-to-col, "),
    ] {
        let error = read_plan_as(plan.as_bytes(), Some(Format::IpcPlan), &game).unwrap_err().to_string();
        assert!(error.contains(says), "{plan}: {error}");
    }
}

#[test]
fn generated_tasks_of_the_published_sizes_are_solved() {
    let mut won = 0;
    for (ranks, columns, talon) in [(5, 4, 10), (11, 6, 23), (13, 7, 24)] {
        for seed in 0..4 {
            let rules = klondike(DeckSpec::new(ranks, 4, 1), columns, Build::AlternateColour);
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
        let own = patsat_formats::pddl::domain(&instance);
        let worlds = [&domain, own].map(|domain| World::new(domain, &text));
        check_plan(&instance, &plan, &worlds);
        let (back, again) = task(&instance);
        assert_eq!(back, instance);
        check_plan(&back, &plan, &[World::new(own, &again)]);
    }
}
