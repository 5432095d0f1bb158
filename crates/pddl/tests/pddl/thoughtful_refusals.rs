//! Thoughtful solitaire: what the domain cannot say, and broken tasks and plans, are refused with a sentence.

use super::read;
use super::thoughtful_tasks::{dealt, klondike, task};
use patsat_formats::{Format, Hints, read_instance, read_plan_as, write_instance};
use patsat_game::cards::DeckSpec;
use patsat_game::rules::{Build, EmptyColumn, Group, Redeals, Rules, Stock};
use patsat_game::state::Instance;

#[test]
fn games_beyond_the_thoughtful_domain_are_not_written() {
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
        let expected = "what the thoughtful domain can express (the rules of klondike-draw-one)";
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
    for (from, to, message) in [
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
            Ok(same) => assert_eq!((same.deal, message), (instance.deal.clone(), "")),
            Err(error) => {
                let error = error.to_string();
                assert!(!message.is_empty() && error.contains(message), "{from} -> {to}: {error}");
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
    for (plan, message) in [
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
        assert!(error.contains(message), "{plan}: {error}");
    }
}
