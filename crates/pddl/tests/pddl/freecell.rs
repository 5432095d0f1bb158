//! Tasks in PDDL and plans for them, held against an interpreter of the domain's operators.

use super::strips::World;
use super::walk::random_walk;
use super::{ms, random, read, rules};
use patsat_base::Limits;
use patsat_formats::{Format, Hints, read_instance, read_plan, write_instance, write_plan};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, Cost, PRESETS, RankStep, Rules};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::replay;
use patsat_pddl::DOMAIN;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};

pub(super) fn pddl(instance: &Instance) -> String {
    write_instance(instance, Format::Pddl).unwrap()
}

pub(super) fn solved(instance: &Instance, nodes: u64) -> Option<Plan> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    match (strategy("auto").unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits)).end {
        SearchEnd::Solved(plan) => Some(replay(instance, plan).unwrap().into_inner()),
        _ => None,
    }
}

/// Small games of every rule of building that the domain can express.
fn small_games() -> impl Iterator<Item = Instance> {
    let builds = [Build::AlternateColour, Build::SameSuit, Build::AnySuit, Build::Nothing];
    let steps = [RankStep::One, RankStep::Any];
    let all = builds.into_iter().flat_map(move |build| steps.map(|step| (build, step)));
    all.flat_map(|(build, step)| {
        [(5, 4, 5, 2), (4, 3, 4, 1), (15, 2, 4, 3), (3, 6, 5, 3)].map(|(ranks, suits, columns, cells)| {
            let deck = DeckSpec::new(ranks, suits, 1);
            let mut rules = Rules { deck, columns, cells, build, step, ..rules() };
            if step == RankStep::Any {
                rules.group = patsat_game::rules::Group::Single;
            }
            Instance::from_id(rules, DealId::Random { game: None, seed: u64::from(ranks) }).unwrap()
        })
    })
}

/// Writes a plan, has the interpreter play it, reads it back.
pub(super) fn check_plan(instance: &Instance, plan: &Plan, world: &World) -> String {
    let text = write_plan(instance, plan, Format::IpcPlan).unwrap();
    assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::IpcPlan));
    let actions = world.play(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let back = replay(instance, read_plan(text.as_bytes(), instance).unwrap()).unwrap();
    assert_eq!(back.cost(&instance.table(), Cost::M1).unwrap(), actions);
    assert_eq!(write_plan(instance, &back, Format::IpcPlan).unwrap(), text);
    text
}

#[test]
fn every_game_that_the_domain_supports_survives_it() {
    let mut plans = 0;
    for start in small_games().chain([ms(1)]) {
        for (steps, seed) in [(0, 0), (6, 1), (14, 2)] {
            let (_, table) = random_walk(&start, steps, seed);
            let instance = Instance::new((*start.rules).clone(), table.deal().clone()).unwrap();
            let text = pddl(&instance);
            assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::Pddl));
            let back = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert!(back.names.is_some());
            assert_eq!(back.table().key(), instance.table().key(), "{text}");
            assert_eq!((back.rules.deck, back.rules.columns), (start.rules.deck, start.rules.columns));
            assert_eq!(back.rules.cells, start.rules.cells);
            let all: Vec<_> = start.rules.deck.distinct_cards().collect();
            let in_play: Vec<_> = instance.deal.cards_in_play().collect();
            let (ours, theirs) = (instance.table(), back.table());
            for &card in all.iter().filter(|card| in_play.contains(card)) {
                for &onto in all.iter().filter(|card| in_play.contains(card)) {
                    assert_eq!(
                        ours.rules().fits(card, onto),
                        theirs.rules().fits(card, onto),
                        "{card} on {onto}\n{text}"
                    );
                }
            }
            assert_eq!(pddl(&back), text);
            if let Some(plan) = solved(&instance, 2_000) {
                check_plan(&instance, &plan, &World::new(DOMAIN, &text));
                plans += 1;
            }
        }
    }
    assert!(plans >= 40, "{plans}");
    let names = read(&pddl(&ms(1))).unwrap().names;
    assert_eq!(read(&pddl(&ms(1))).unwrap(), Instance { id: None, names, ..ms(1) });
    assert_eq!(read(&pddl(&random("bakers-game", 3))).unwrap().rules.name, "bakers-game");
}

#[test]
fn games_beyond_the_domain_are_not_written() {
    let mut written = Vec::new();
    for preset in PRESETS {
        match write_instance(&random(preset.name, 1), Format::Pddl) {
            Ok(_) => written.push(preset.name),
            Err(e) => assert!(e.to_string().contains(", expected "), "{e}"),
        }
    }
    let expected = "freecell bakers-game beleaguered-castle streets-and-alleys ipc-spider klondike-draw-one delta-star stronghold siegecraft";
    let expected: Vec<&str> = expected.split(' ').collect();
    assert_eq!(written, expected);
    let error = write_instance(&random("spider", 1), Format::Pddl).unwrap_err().to_string();
    let expected = "found a game with complete runs that leave by themselves, \
                    expected what the spider domain can express (the rules of ipc-spider)";
    assert_eq!(error, expected);
}

/// Every other legal play is one of the domain too, and random tampering is refused.
#[test]
fn tampered_plans_are_refused_by_both_readers() {
    let instance = read(&pddl(
        &Instance::from_id(
            Rules { deck: DeckSpec::new(5, 4, 1), columns: 5, ..rules() },
            DealId::Random { game: None, seed: 4 },
        )
        .unwrap(),
    ))
    .unwrap();
    let world = World::new(DOMAIN, &pddl(&instance));
    let text = check_plan(&instance, &solved(&instance, 400_000).unwrap(), &world);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('(')).collect();
    let refused = |plan: &str| match read_plan(plan.as_bytes(), &instance) {
        Ok(plan) => replay(&instance, plan).is_err(),
        Err(error) => {
            assert!(error.line.is_some(), "{error}");
            true
        }
    };
    let (mut bad, mut good) = (0, 0);
    let mut hold = |plan: String| {
        let theirs = world.play(&plan).is_err();
        assert_eq!(refused(&plan), theirs, "{plan}");
        if theirs { bad += 1 } else { good += 1 }
    };
    for n in 0..lines.len() {
        let mut less = lines.clone();
        less.remove(n);
        hold(less.join("\n"));
        let mut swapped = lines.clone();
        swapped.swap(n, (n + 1) % lines.len());
        hold(swapped.join("\n"));
        let words: Vec<&str> = lines[n].trim_matches(['(', ')']).split(' ').collect();
        for at in 0..words.len() {
            for other in ["move", "sendtohome", "ca", "d5", "n0", "n3", "s", "h0"] {
                let mut changed = words.clone();
                changed[at] = other;
                let changed = format!("({})", changed.join(" "));
                let mut plan = lines.clone();
                plan[n] = &changed;
                hold(plan.join("\n"));
            }
        }
    }
    assert!(bad > 500 && good > 0, "{bad} {good}");
}

#[test]
fn the_competitions_first_format_of_plans_is_read() {
    let two = "AC\n: AD\n";
    let rules = Rules { deck: DeckSpec::new(1, 2, 1), columns: 2, ..rules() };
    let hints = Hints { game: Some(rules), ..Hints::default() };
    let instance = read_instance(two.as_bytes(), None, &hints).unwrap();
    let plan = "; a plan\n\n0: (SENDTOHOME-B CA C N1 C0 N0 N0 N1) [1]\n0.002: (sendtohome-b da d n1 d0 n0 n1 n2) [1.000]\n";
    replay(&instance, read_plan(plan.as_bytes(), &instance).unwrap()).unwrap();
    let error = |text: &str| read_plan(text.as_bytes(), &instance).unwrap_err().to_string();
    assert_eq!(
        error("(sendtohome-b ca c n1 c0 n0 n0 n1)\n(sendtohome-b da d n1 d0 n0 n0 n1)\n"),
        "line 2: found (sendtohome-b da d n1 d0 n0 n0 n1), expected (sendtohome-b da d n1 d0 n0 n1 n2) on that board"
    );
    assert_eq!(
        error("; none\n(sendtohome-b c5 c n1 c0 n0 n0 n1)\n"),
        "line 2: found (sendtohome-b c5 c n1 c0 n0 n0 n1), expected 'c5' to be on top of a column or in a cell"
    );
    assert!(error("(fly ca)\n").starts_with("line 1: found the action 'fly', expected one of move, "));
    assert_eq!(error("(move ca)\n"), "line 1: found move with 1 arguments, expected 3");
    assert_eq!(
        error("(move ca d2 h2\n"),
        "line 1: found '(move ca d2 h2', expected an action such as (move c4 d5 h5)"
    );
}

#[test]
fn tasks_with_other_names_keep_them() {
    // Clubs under names of their own, and a zero.
    let mut renamed = String::new();
    for word in pddl(&ms(2)).split_inclusive([' ', '(', ')', '\n']) {
        let (name, end) = word.split_at(word.len() - 1);
        let rank = name.strip_prefix('c').filter(|rank| "0 a 2 3 4 5 6 7 8 9 10 j q k".contains(rank));
        match rank.filter(|rank| !rank.is_empty()) {
            Some(rank) => renamed += &format!("Club-{rank}"),
            None if name == "n0" => renamed += "none",
            None => renamed += name,
        }
        renamed += end;
    }
    let instance = read(&renamed).unwrap_or_else(|e| panic!("{e}\n{renamed}"));
    assert_eq!((&instance.deal, &instance.rules), (&ms(2).deal, &ms(2).rules));
    assert!(instance.names.is_some());
    assert_eq!(pddl(&instance), renamed);
    let plan = check_plan(&instance, &solved(&instance, 400_000).unwrap(), &World::new(DOMAIN, &renamed));
    assert!(plan.contains("club-7"), "{plan}");
}

#[test]
fn suits_without_meaning_get_the_colours_of_the_facts() {
    let rules = Rules { deck: DeckSpec::new(4, 4, 1), columns: 4, cells: 2, ..rules() };
    let instance = Instance::from_id(rules, DealId::Random { game: None, seed: 1 }).unwrap();
    // Clubs and hearts change places by name: no longer the colours of the names.
    let text = pddl(&instance).replace(" c)", " X)").replace(" h)", " c)").replace(" X)", " h)");
    let error_free = read(&text.replace("c d h s - suit", "h d c s - suit")).unwrap();
    assert_eq!(error_free.table().key(), instance.table().key());
    let strange = pddl(&instance)
        .replace(" c)", " red)")
        .replace(" d)", " blue)")
        .replace(" h)", " green)")
        .replace(" s)", " gold)")
        .replace("c d h s - suit", "gold blue red green - suit");
    let strange = read(&strange).unwrap_or_else(|e| panic!("{e}\n{strange}"));
    assert_eq!(solved(&strange, 100_000).is_some(), solved(&instance, 100_000).is_some());
}

#[test]
fn damaged_tasks_are_refused_with_their_line() {
    let text = pddl(
        &Instance::from_id(
            Rules { deck: DeckSpec::new(2, 4, 1), columns: 3, cells: 1, ..rules() },
            DealId::Random { game: None, seed: 4 },
        )
        .unwrap(),
    );
    let error = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        read(&text.replacen(from, to, 1)).map(|_| from.to_owned()).unwrap_err().to_string()
    };
    let line = |of: &str| 1 + text.lines().position(|l| l.contains(of)).unwrap();
    let at = |of: &str| format!("line {}: ", line(of));
    // The facts say which domain it is where the name does not.
    let other = text.replace("(:domain freecell)", "(:domain cards)");
    assert_eq!(read(&other).unwrap().deal, read(&text).unwrap().deal);
    assert_eq!(
        error("(cellspace n1)", "(cellspace n1"),
        format!(
            "line {}: found the end of the file inside the parenthesis of line 1, expected ')'",
            text.lines().count()
        )
    );
    assert!(error("(cellspace n1)", "").contains("found no (cellspace NUMBER), expected one"));
    assert_eq!(
        error("(cellspace n1)", "(cellspace n1) (cellspace n0)"),
        at("cellspace") + "found a second (cellspace NUMBER), expected one"
    );
    assert_eq!(
        error("(cellspace n1)", "(cellspace n9)"),
        at("cellspace") + "found 'n9', expected an object that (:objects) lists"
    );
    assert_eq!(
        error("(colspace n0)", "(colspace n1)"),
        "found numbers up to 3, expected numbers enough to count 4 columns"
    );
    for (from, to, expected) in [
        ("(home c0)", "(home c2)", "though it is home or stands for an empty foundation"),
        ("(home c0)", "", "found no card home of suit 'c', expected (home CARD) for each suit"),
        ("(:goal (and (home c2)", "(:goal (and (home ca)", "found goals of 1 and of 2 cards home"),
        ("(:goal (and (home c2)", "(:goal (and", "found no goal of suit 'c'"),
        ("(:goal (and (home c2)", "(:goal (and (clear c2)", "found the goal (clear ...)"),
        ("(value c2 n2)", "(value c2 n1)", "of the suit and value of"),
        ("(value c2 n2)", "", "'c2' without a value"),
        ("(suit c2 c)", "", "'c2' without a suit"),
        ("(successor n2 n1)", "(successor n2 n0)", "(successor ...) of 'n0' again"),
        ("(canstack ca d2)", "(canstack ca c2)", "'ca' that may be put on 'c2'"),
        ("(canstack ca d2)", "", "too few (canstack ...) facts"),
        ("(home c0)", "(house c0)", "('house' ...), expected a fact of the FreeCell domain: on, incell"),
        ("(home c0)", "(home c0 d0)", "(home) with 2 arguments, expected 1"),
        (":objects", ":things", "':things', expected :domain, :objects, :init or :goal"),
        ("(problem", "(domain", "found a domain, expected a problem of it"),
        ("- suit)", "- suit c0)", "the object 'c0' again"),
    ] {
        let found = error(from, to);
        assert!(found.contains(expected), "{from} -> {to}: {found}");
    }
    for (line, content) in
        (1..).zip(text.lines()).filter(|(_, l)| l.contains("(on ") || l.contains("(clear "))
    {
        let found = error(content, "");
        assert!(found.contains("found ") && found.contains(", expected "), "{line}: {found}");
    }
    for cut in (0..text.len() - 2).filter(|n| n % 7 == 0) {
        assert!(read(&text[..cut]).is_err());
    }
}
