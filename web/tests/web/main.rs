//! The module without a browser: JSON in and JSON out.

mod hidden;

use patsat_web::answer;
use serde_json::{Value, json};

/// The answer to a question, and the progress events.
fn reply_and_progress(question: &Value) -> (Value, Vec<String>) {
    let mut lines = Vec::new();
    let text = answer(&question.to_string(), &mut |line| lines.push(line.to_owned()));
    (serde_json::from_str(&text).unwrap(), lines)
}

fn answer_to(question: &Value) -> Value {
    let (reply, _) = reply_and_progress(question);
    assert!(reply.get("answer").is_some(), "{question}: {reply}");
    reply["answer"].clone()
}

fn refused(question: &Value) -> String {
    let (reply, _) = reply_and_progress(question);
    reply["refused"].as_str().unwrap_or_else(|| panic!("{question}: {reply}")).to_owned()
}

/// The start of a deal, as the page holds it.
fn start(text: &str) -> String {
    answer_to(&json!({"ask": "open", "text": text}))["start"].as_str().unwrap().to_owned()
}

#[test]
fn what_is_no_question_is_refused_in_a_sentence() {
    for text in ["", "{}", "[]", r#"{"ask":"nothing"}"#, r#"{"ask":"board"}"#] {
        let reply: Value = serde_json::from_str(&answer(text, &mut |_| {})).unwrap();
        assert!(reply["refused"].as_str().unwrap().starts_with("not a question: "), "{reply}");
    }
    let damaged = refused(&json!({"ask": "board", "start": "{\"schema\":1}"}));
    assert!(!damaged.is_empty() && !damaged.contains('\n'), "{damaged}");
}

#[test]
fn every_game_of_the_list_opens() {
    let games = answer_to(&json!({"ask": "games"}));
    let mut opened = 0;
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let board = answer_to(&json!({"ask": "open", "text": format!("random:{name}:1")}));
        let film = &board["board"]["film"];
        let piles = film["start"].as_array().unwrap().iter();
        let cards: usize = piles.map(|pile| pile.as_array().unwrap().len()).sum();
        assert_eq!(cards, film["cards"].as_array().unwrap().len(), "{name}");
        opened += 1;
    }
    assert!(opened > 15, "{opened}");
}

#[test]
fn fields_change_the_rules_and_the_title() {
    let game = answer_to(&json!({"ask": "open", "text": "41", "cells": 1}));
    assert_eq!(game["title"], "FreeCell, deal 41, 1 cell");
    let other = refused(&json!({"ask": "open", "text": "kpat:spider4:1", "game": "freecell"}));
    assert!(other.contains("expected no other game"), "{other}");
}

#[test]
fn a_plan_is_one_that_wins() {
    let start = start("ms:617");
    let mut question = json!({"ask": "solve", "by": "search", "start": start});
    let answer = answer_to(&question);
    assert_eq!(answer["verdict"], "solved");
    let board = answer_to(&json!({"ask": "board", "start": start, "moves": answer["plan"]}));
    assert_eq!(board["won"], true);
    // The same from the middle: the plan goes on from there.
    let plan = answer["plan"].as_array().unwrap();
    question["moves"] = json!(plan[..20]);
    let rest = answer_to(&question);
    let moves = [&plan[..20], &rest["plan"].as_array().unwrap()[..]].concat();
    assert_eq!(answer_to(&json!({"ask": "board", "start": start, "moves": moves}))["won"], true);
    // An illegal move is no game.
    let twice =
        refused(&json!({"ask": "board", "start": start, "moves": [plan[0], plan[0], plan[0], plan[0]]}));
    assert!(twice.contains("move "), "{twice}");
}

#[test]
fn a_certificate_is_checked_and_a_damaged_one_refused() {
    let open = json!({"ask": "open", "text": "ms:1", "ranks": 4, "columns": 4, "cells": 0});
    let start = answer_to(&open)["start"].clone();
    let answer = answer_to(&json!({"ask": "solve", "by": "search", "start": start, "certify": true}));
    assert_eq!(answer["verdict"], "unwinnable");
    let file = answer["certificate"]["base64"].as_str().unwrap();
    let check = |file: &str| answer_to(&json!({"ask": "verify", "start": start, "base64": file}));
    assert_eq!(check(file)["valid"], true);
    let damaged: String = file.chars().rev().collect::<String>().replace('=', "");
    let damaged = &damaged[..damaged.len() / 4 * 4];
    assert_eq!(check(damaged)["valid"], false);
    let moves = json!({"ask": "verify", "start": start, "base64": "MWggMmg="});
    assert!(answer_to(&moves)["says"].as_str().unwrap().starts_with("Not valid: "));
}

#[test]
fn a_solver_reports_progress_while_it_works() {
    let open = json!({"ask": "open", "text": "ms:1", "ranks": 5});
    let start = answer_to(&open)["start"].clone();
    let (reply, lines) =
        reply_and_progress(&json!({"ask": "solve", "by": "sat", "start": start, "until": {"seconds": 60}}));
    assert_eq!(reply["answer"]["verdict"], "solved", "{reply}");
    assert!(lines.iter().any(|line| line.contains("variables") && line.contains("stays")), "{lines:?}");
    assert!(reply["answer"]["rounds"][0].as_str().unwrap().contains("conflicts"), "{reply}");
}

#[test]
fn a_link_holds_what_was_played() {
    for text in ["ms:617", "kpat:spider4:1", "solvitaire:forty-thieves:6", "7D TD\nAC 5H\n\n\n\n\n\n"] {
        let (reply, _) = reply_and_progress(&json!({"ask": "open", "text": text}));
        let Some(start) = reply["answer"].get("start") else { continue };
        let link = answer_to(&json!({"ask": "link", "start": start}));
        assert_eq!(answer_to(&json!({"ask": "from-link", "link": link}))["start"], *start, "{link}");
        let plan =
            answer_to(&json!({"ask": "solve", "by": "search", "start": start, "until": {"seconds": 20}}));
        let moves = json!(plan["plan"].as_array().unwrap()[..5]);
        let link = answer_to(&json!({"ask": "link", "start": start, "moves": moves}));
        assert!(link.as_str().unwrap().starts_with("g="), "{link}");
        let opened = answer_to(&json!({"ask": "from-link", "link": link}));
        assert_eq!((&opened["start"], &opened["moves"]), (start, &moves));
    }
    // Links by name, in words and as patsat's other programs write them.
    for (link, name) in [("freecell-617", "ms:617"), ("spider-4-1", "kpat:spider4:1")] {
        let start = &answer_to(&json!({"ask": "from-link", "link": link}))["start"];
        assert_eq!(start, &answer_to(&json!({"ask": "from-link", "link": name}))["start"]);
        assert_eq!(answer_to(&json!({"ask": "link", "start": start})), link);
    }
    for broken in ["g=", "g=AAAA", "g=!", "ms:0", "nothing", "g=eJw"] {
        assert!(!refused(&json!({"ask": "from-link", "link": broken})).contains('\n'));
    }
}

#[test]
fn limits_end_in_unknown() {
    let start = start("kpat:spider4:3");
    for until in [json!({"seconds": 0.05}), json!({"nodes": 100}), json!({"memory_mib": 1})] {
        for question in ["judge", "why"] {
            let answer = answer_to(&json!({"ask": question, "start": start, "until": until}));
            assert!(
                ["unknown", "solved"].contains(&answer["verdict"].as_str().unwrap()),
                "{question} {until}"
            );
        }
        let shortest = answer_to(&json!({"ask": "solve", "by": "shortest", "start": start, "until": until}));
        assert_eq!(shortest["verdict"], "unknown", "{until}");
    }
}

#[test]
fn another_deal_keeps_the_rules_of_this_one() {
    let open = json!({"ask": "open", "text": "FreeCell 41", "cells": 1});
    let start = answer_to(&open)["start"].clone();
    for (which, title) in [("next", "FreeCell, deal 42, 1 cell"), ("previous", "FreeCell, deal 40, 1 cell")] {
        assert_eq!(answer_to(&json!({"ask": "another", "start": start, "which": which}))["title"], title);
    }
    let any = |fraction: f64| {
        answer_to(&json!({"ask": "another", "start": start, "which": {"any": fraction}}))["number"].clone()
    };
    assert_eq!((any(0.0), any(0.5), any(1.0)), (json!("1"), json!("500000"), json!("1000000")));
    let first = self::start("ms:1");
    refused(&json!({"ask": "another", "start": first, "which": "previous"}));
}

#[test]
fn an_illegal_drag_names_the_rule() {
    // Columns are piles 8 to 15; the last column of deal 617 ends with a queen of hearts.
    let start = start("ms:617");
    let film = &answer_to(&json!({"ask": "board", "start": start}))["film"];
    let name = |pile: usize, index: usize| {
        let card = film["start"][pile][index].as_u64().unwrap() as usize;
        film["cards"][card]["name"].as_str().unwrap().to_owned()
    };
    assert_eq!((name(15, 5), name(13, 5)), ("QH".to_owned(), "6C".to_owned()));
    let drag = |from: [usize; 2], to: Value| {
        refused(&json!({"ask": "drag", "start": start, "from": from, "to": to}))
    };
    assert_eq!(drag([15, 5], json!(13)), "Only a red 5 goes on 6\u{2663}.");
    assert_eq!(drag([15, 5], json!(4)), "A\u{2665} goes home before Q\u{2665}.");
    assert!(drag([15, 0], Value::Null).contains("is not a run"), "{}", drag([15, 0], Value::Null));
}

#[test]
fn safe_cards_go_home_where_that_is_wanted() {
    let board = "Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n";
    let start = start(board);
    let plan = answer_to(&json!({"ask": "solve", "by": "search", "start": start}));
    let first = json!([plan["plan"][0]]);
    let plain = answer_to(&json!({"ask": "board", "start": start, "moves": first}));
    let home = answer_to(&json!({"ask": "board", "start": start, "moves": first, "home": true}));
    assert_eq!((&plain["won"], plain["added"].as_array().unwrap().len()), (&json!(false), 0));
    assert_eq!((&home["won"], home["added"].as_array().unwrap().len()), (&json!(true), 2));
}

#[test]
fn a_won_game_and_one_that_is_not_lost_are_named_so() {
    let start = start("ms:617");
    let why = answer_to(&json!({"ask": "why", "start": start}));
    assert_eq!(why["badge"], "Not lost");
    let moves = &why["plan"];
    for question in ["hint", "why", "solve"] {
        let answer = answer_to(&json!({"ask": question, "by": "search", "start": start, "moves": moves}));
        assert_eq!((&answer["badge"], &answer["says"]), (&json!("Won"), &json!("This game is already won.")));
    }
}

#[test]
fn a_hint_knows_that_a_deal_is_lost() {
    let hint = answer_to(&json!({"ask": "hint", "start": start("ms:11982")}));
    assert_eq!(hint["badge"], "Lost");
    assert!(hint["moves"].as_array().unwrap().iter().all(|one| one["mark"] == "losing"), "{hint}");
}

#[test]
fn hidden_cards_are_solved_whatever_they_are() {
    let text = include_str!("../../../instances/text/unseen.txt");
    let board = answer_to(&json!({"ask": "open", "text": text}));
    assert_eq!((&board["hidden"], &board["start"]), (&json!(true), &json!("")));
    let cards = board["board"]["film"]["cards"].as_array().unwrap();
    assert!(cards.iter().any(|card| card["rank"] == "?"));
    let (reply, progress) = reply_and_progress(&json!({"ask": "hidden", "text": text}));
    let lines = &reply["answer"]["lines"];
    assert!(lines[0].as_str().unwrap().contains("arrangement"), "{reply}");
    assert!(
        reply["answer"]["board"]["film"]["moves"].as_array().is_some_and(|moves| !moves.is_empty()),
        "{reply}"
    );
    assert!(progress.iter().any(|line| line.contains("arrangement")), "{progress:?}");
}

#[test]
fn the_number_of_a_board_is_found() {
    let text = answer_to(&json!({"ask": "board", "start": start("ms:24")}))["text"].clone();
    let start = answer_to(&json!({"ask": "open", "text": text}))["start"].clone();
    let found = answer_to(&json!({"ask": "which", "start": start}));
    assert_eq!(
        (&found["name"], &found["says"]),
        (&json!("freecell-24"), &json!("This board is FreeCell, deal 24."))
    );
    let spider = include_str!("../../../instances/text/unseen.txt");
    let found = answer_to(&json!({"ask": "which-hidden", "text": spider}));
    assert!(found["says"].as_str().is_some_and(|text| text.ends_with('.')), "{found}");
}

#[test]
fn a_rating_is_a_level_and_its_reasons() {
    let rated = answer_to(&json!({"ask": "rate", "start": start("ms:1")}));
    assert!(rated["says"].as_str().unwrap().starts_with("Level "), "{rated}");
    assert!(rated["lines"][0].as_str().unwrap().contains("careful "), "{rated}");
    let open = json!({"ask": "open", "text": "ms:1", "ranks": 4, "columns": 4, "cells": 0});
    let rated = answer_to(&json!({"ask": "rate", "start": answer_to(&open)["start"]}));
    assert_eq!(rated["badge"], "Unwinnable");
}
