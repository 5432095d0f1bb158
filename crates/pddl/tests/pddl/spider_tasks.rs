//! Tasks of the competition's Spider: their plans by both roads, and what is wrong with broken ones.

use super::strips::World;
use super::tasks::{file, small_games, tasks, third_party};
use super::{error, read};
use patsat_base::Limits;
use patsat_formats::{Format, read_plan, write_instance, write_plan};
use patsat_game::cards::{Deal, DeckSpec, Pile};
use patsat_game::rules::{Home, Layout, Move, Rules, Stock};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};

fn solved(instance: &Instance, by: &str, nodes: u64) -> Option<Plan> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = (strategy(by).unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits));
    match report.end {
        SearchEnd::Solved(plan) => Some(replay(instance, plan).unwrap().into_inner()),
        _ => None,
    }
}

/// Writes a plan, has the interpreter play it at the cost that it states, reads it back.
fn check_plan(instance: &Instance, plan: &Plan, worlds: &[World]) -> String {
    let text = write_plan(instance, plan, Format::IpcPlan).unwrap();
    assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::IpcPlan));
    for world in worlds {
        let cost = world.play(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(cost, plan.moves.len());
        assert!(text.ends_with(&format!("; cost = {cost} (general cost)\n")), "{text}");
    }
    assert_eq!(read_plan(text.as_bytes(), instance).unwrap(), *plan);
    assert_eq!(text.to_lowercase(), text);
    text
}

#[test]
fn tasks_of_the_competition_of_2018_are_solved() {
    let Some(folder) = third_party("ipc2018-spider") else { return };
    let domain = file(&folder, "domain.pddl");
    let costs = file(&folder, "costs.csv");
    let mut short = 0;
    for (name, text) in tasks(&folder) {
        let instance = read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let worlds = [&domain, patsat_pddl::domain(&instance)].map(|domain| World::new(domain, &text));
        let task = name.rsplit('/').next().unwrap().trim_end_matches(".pddl").to_owned();
        let known = costs.lines().find_map(|line| line.strip_prefix(&format!("{task},"))?.split(',').next());
        // The smallest, by a search that finds the fewest moves: the optimum that planners proved.
        if ["p01", "p07", "p14"].contains(&&*task) {
            let plan = solved(&instance, "breadth-first", 2_000_000).unwrap();
            let optimum: f64 = known.unwrap().parse().unwrap();
            assert_eq!(plan.moves.len() as f64, optimum, "{name}");
            check_plan(&instance, &plan, &worlds);
            short += 1;
        }
        if let Some(plan) = solved(&instance, "best-first", 20_000) {
            check_plan(&instance, &plan, &worlds);
            short += 1;
        }
    }
    assert!(short > 8, "{short}");
}

#[test]
fn plans_of_small_tasks_are_valid_both_ways_and_broken_ones_not() {
    let (mut plans, mut bad, mut good) = (0, 0, 0);
    for instance in small_games() {
        let text = write_instance(&instance, Format::Pddl).unwrap();
        let instance = read(&text).unwrap();
        let Some(plan) = solved(&instance, "breadth-first", 100_000) else { continue };
        plans += 1;
        let world = World::new(patsat_pddl::domain(&instance), &text);
        let text = check_plan(&instance, &plan, std::slice::from_ref(&world));
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('(')).collect();
        let both = |plan: &str| match read_plan(plan.as_bytes(), &instance) {
            Ok(plan) => replay(&instance, plan).is_ok(),
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
            for plan in [less.join("\n"), swapped.join("\n")] {
                let theirs = world.play(&plan).is_ok();
                // What the domain accepts our rules accept; they know nothing of its bookkeeping.
                assert!(!theirs || both(&plan), "{plan}");
                if theirs { good += 1 } else { bad += 1 }
            }
        }
    }
    assert!(plans > 6 && bad > 200, "{plans} plans, {bad} bad, {good} good");
}

fn ipc(deck: DeckSpec, columns: &[&str], stock: &str) -> Instance {
    let cards = |text: &&str| text.split_whitespace().map(|card| card.parse().unwrap()).collect::<Vec<_>>();
    let rules = Rules {
        deck,
        columns: columns.len() as u16,
        layout: Layout::open(),
        ..Rules::preset("ipc-spider").unwrap()
    };
    let columns: Vec<Pile> = columns.iter().map(|text| cards(text).into()).collect();
    Instance::new(rules, Deal { columns, stock: cards(&stock), ..Deal::default() }).unwrap()
}

#[test]
fn games_beyond_the_spider_domain_are_not_written() {
    let fine = ipc(DeckSpec::new(2, 1, 2), &["2C AC", "2C"], "AC");
    let error = |change: &dyn Fn(&mut Rules, &mut Deal)| {
        let (mut rules, mut deal) = ((*fine.rules).clone(), fine.deal.clone());
        change(&mut rules, &mut deal);
        let instance = Instance::new(rules, deal).unwrap();
        write_instance(&instance, Format::Pddl).unwrap_err().to_string()
    };
    let expected = "expected what the spider domain can express";
    for (found, text) in [
        ("found a last row that is too short for the columns, ", error(&|_, _| {})),
        (
            "found face-down cards, ",
            error(&|_, deal| {
                deal.columns[0].face_down = 1;
                deal.columns[1].cards.extend(deal.stock.pop());
            }),
        ),
        (
            "found a game with rows dealt onto empty columns, ",
            error(&|rules, _| {
                rules.stock = Stock::Rows { onto_empty: true };
            }),
        ),
        ("found a game with cells, ", error(&|rules, _| rules.cells = 1)),
    ] {
        assert!(text.starts_with(found) && text.contains(expected), "{text}");
    }
    let spider = error(&|rules, _| rules.home = Home::Runs);
    assert!(spider.starts_with("found a game with complete runs that leave by themselves"), "{spider}");
}

#[test]
fn broken_spider_tasks_are_refused_with_their_line() {
    let game = ipc(DeckSpec::new(2, 2, 1), &["2C", "2D"], "AC AD");
    let text = write_instance(&game, Format::Pddl).unwrap();
    assert_eq!(read(&text).unwrap().deal, game.deal);
    let line = |of: &str| 1 + text.lines().position(|l| l.contains(of)).unwrap();
    let error_for = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        let changed = text.replacen(from, to, 1);
        read(&changed).map(|_| changed).unwrap_err().to_string()
    };
    let on = "(on card-d0-s0-v1 pile-0)";
    for (from, to, at, message) in [
        ("(:domain spider)", "(:domain)", "(:domain", "found a domain without a name"),
        (on, "(on card-d0-s0-v1 card-d0-s0-v1)", on, "expected piles that stand on a tableau or on a deal"),
        (on, "(on card-d0-s0-v1 pile-1)", "(on card-d0-s1-v1", "found a second card on 'pile-1'"),
        (on, "(on card-d0-s0-v1 pile-9)", on, "found 'pile-9', expected an object that (:objects) lists"),
        (on, "(on pile-0 pile-0)", on, "found 'pile-0' of type tableau, expected an object of type card"),
        (on, "", "card-d0-s0-v1 - card", "found no place for 'card-d0-s0-v1'"),
        (
            "(movable card-d0-s1-v1)",
            "(movable card-d0-s1-v0)",
            "(movable card-d0-s1-v1)",
            "expected what follows",
        ),
        ("(movable card-d0-s1-v1)", "", "card-d0-s1-v1 - card", "found no fact (movable card-d0-s1-v1)"),
        (
            "(in-play card-d0-s1-v1)",
            "(currently-dealing)",
            "(in-play card-d0-s1-v1)",
            "a fact of the spider domain",
        ),
        ("(IS-ACE card-d0-s0-v0)", "", "card-d0-s0-v0 - card", "found 'card-d0-s0-v0' without a rank"),
        ("(IS-KING card-d0-s1-v1)", "", "card-d0-s1-v1 - card", "without (IS-KING ...)"),
        ("(IS-ACE card-d0-s0-v0)", "(IS-ACE card-d0-s0-v1)", "card-d0-s0-v0 - card", "without a rank"),
        (
            "card-d0-s1-v1 - card",
            "card-d0-s0-v1 - card",
            "card-d0-s1-v1 - card",
            "the object 'card-d0-s0-v1' again",
        ),
        (
            "(CAN-BE-PLACED-ON card-d0-s0-v0 card-d0-s1-v1)",
            "(CAN-BE-PLACED-ON card-d0-s0-v1 card-d0-s1-v0)",
            "(CAN-BE-PLACED-ON card-d0-s0-v0 card-d0-s1-v1)",
            "expected each card to go on each of the next higher rank",
        ),
        (
            "(CAN-CONTINUE-GROUP card-d0-s1-v0 card-d0-s1-v1)",
            "(CAN-CONTINUE-GROUP card-d0-s1-v0 card-d0-s0-v1)",
            "card-d0-s1-v1 - card",
            "found 'card-d0-s1-v1' without a rank",
        ),
        (
            "(NEXT-DEAL deal-0 deal-1)",
            "(NEXT-DEAL deal-0 deal-0)",
            "(NEXT-DEAL",
            "expected deals that follow one",
        ),
        ("pile-0 deal-0 card", "pile-1 deal-0 card", "pile-0 deal-0 card", "as the cards lie"),
        ("(current-deal deal-0)", "", "", "found no (current-deal NUMBER), expected one"),
        ("(on card-d0-s1-v1 discard)", "", "(:goal", "found no goal for 'card-d0-s1-v1'"),
        (
            "(on card-d0-s1-v1 discard)",
            "(on card-d0-s1-v1 pile-0)",
            "(on card-d0-s1-v1 discard)",
            "found the goal (on",
        ),
        ("(clear deal-0)\n", "(clear deal-1)\n", "", "found the goal (clear deal-1)"),
        (
            "(on card-d0-s1-v1 discard)",
            "(movable card-d0-s1-v1)",
            "(on card-d0-s1-v1 discard)",
            "found the goal (movable",
        ),
        (
            "minimize",
            "maximize",
            "(:metric",
            "found another metric, expected (:metric minimize (total-cost))",
        ),
    ] {
        let error = error_for(from, to);
        let place = if at.is_empty() { String::new() } else { format!("line {}: ", line(at)) };
        assert!(error.starts_with(&place) && error.contains(message), "{from} -> {to}: {error}");
    }
    // Two cards of one suit and rank where the others are one each.
    let third = text
        .replacen("    card-d0-s1-v1 - card", "    card-d0-s1-v1 - card\n    card-d1-s1-v0 - card", 1)
        .replacen("    (IS-ACE card-d0-s1-v0)", "    (IS-ACE card-d0-s1-v0)\n    (IS-ACE card-d1-s1-v0)\n    (CAN-CONTINUE-GROUP card-d1-s1-v0 card-d0-s1-v1)", 1);
    let twice = error(&third);
    assert!(
        twice.contains("of whose suit and rank there are 1 others, expected 1, as many")
            && twice.starts_with("line "),
        "{twice}"
    );
    // Cut off anywhere, it is a sentence.
    for end in (1..text.len()).step_by(37) {
        let cut = read(&text[..end]).map(|_| end).unwrap_err().to_string();
        assert!(!cut.is_empty() && cut.lines().count() == 1, "{cut}");
    }
}

#[test]
fn plans_for_another_board_are_refused_with_their_line() {
    let game = ipc(DeckSpec::new(2, 2, 1), &["2C", "2D"], "AC AD");
    let text = write_plan(&game, &vec![Move::DealRow].into(), Format::IpcPlan).unwrap();
    assert!(
        text.starts_with(
            "(start-dealing)\n(deal-card card-d0-s1-v0 card-d0-s0-v0 deal-0 card-d0-s0-v1 pile-0)"
        )
    );
    for (plan, message) in [
        ("(move-to-card card-d0-s0-v0 pile-0 card-d0-s0-v1 pile-0)", "line 1: found (move-to-card"),
        ("\n(move-to-tableau card-d0-s0-v1 pile-1 pile-0)", "line 2: found (move-to-tableau"),
        ("(start-collecting-deck card-d0-s0-v0)", "line 1: found (start-collecting-deck card-d0-s0-v0)"),
        ("(start-dealing now)", "line 1: found start-dealing with 1 arguments, expected 0"),
        ("(move c4 d5 h5)", "line 1: found the action 'move', expected one of move-to-card, "),
        ("deal now", "line 1: found 'deal now', expected an action such as (start-dealing)"),
    ] {
        let error = patsat_formats::read_plan_as(plan.as_bytes(), Some(Format::IpcPlan), &game).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}
