//! The module as the page asks it, JSON in and JSON out, without a browser.

use patsat_web::answer;
use serde_json::{Value, json};

/// The answer to a question, and what was told on the way.
fn told(question: &Value) -> (Value, Vec<String>) {
    let mut lines = Vec::new();
    let text = answer(&question.to_string(), &mut |line| lines.push(line.to_owned()));
    (serde_json::from_str(&text).unwrap(), lines)
}

fn ask(question: &Value) -> Value {
    let (reply, _) = told(question);
    assert!(reply.get("answer").is_some(), "{question}: {reply}");
    reply["answer"].clone()
}

fn refused(question: &Value) -> String {
    let (reply, _) = told(question);
    reply["refused"].as_str().unwrap_or_else(|| panic!("{question}: {reply}")).to_owned()
}

/// The start of a deal, as the page holds it.
fn start(text: &str) -> String {
    ask(&json!({"ask": "open", "text": text}))["start"].as_str().unwrap().to_owned()
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
    let games = ask(&json!({"ask": "games"}));
    let mut opened = 0;
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let board = ask(&json!({"ask": "open", "text": format!("random:{name}:1")}));
        let film = &board["board"]["film"];
        let piles = film["start"].as_array().unwrap().iter();
        let cards: usize = piles.map(|pile| pile.as_array().unwrap().len()).sum();
        assert_eq!(cards, film["cards"].as_array().unwrap().len(), "{name}");
        opened += 1;
    }
    assert!(opened > 15, "{opened}");
}

#[test]
fn fields_change_the_rules_and_the_title_says_so() {
    let game = ask(&json!({"ask": "open", "text": "41", "cells": 1}));
    assert_eq!(game["title"], "freecell ms:41, 1 cell");
    let other = refused(&json!({"ask": "open", "text": "kpat:spider4:1", "game": "freecell"}));
    assert!(other.contains("expected no other game"), "{other}");
}

#[test]
fn a_plan_is_one_that_wins() {
    let start = start("ms:617");
    let mut question = json!({"ask": "solve", "by": "search", "start": start});
    let answer = ask(&question);
    assert_eq!(answer["verdict"], "solved");
    let board = ask(&json!({"ask": "board", "start": start, "moves": answer["plan"]}));
    assert_eq!(board["won"], true);
    // The same from the middle: the plan goes on from there.
    let plan = answer["plan"].as_array().unwrap();
    question["moves"] = json!(plan[..20]);
    let rest = ask(&question);
    let moves = [&plan[..20], &rest["plan"].as_array().unwrap()[..]].concat();
    assert_eq!(ask(&json!({"ask": "board", "start": start, "moves": moves}))["won"], true);
    // An illegal move is no game.
    let twice =
        refused(&json!({"ask": "board", "start": start, "moves": [plan[0], plan[0], plan[0], plan[0]]}));
    assert!(twice.contains("move "), "{twice}");
}

#[test]
fn a_certificate_is_checked_and_a_damaged_one_refused() {
    let open = json!({"ask": "open", "text": "ms:1", "ranks": 4, "columns": 4, "cells": 0});
    let start = ask(&open)["start"].clone();
    let answer = ask(&json!({"ask": "solve", "by": "search", "start": start, "certify": true}));
    assert_eq!(answer["verdict"], "unwinnable");
    let file = answer["certificate"]["base64"].as_str().unwrap();
    let check = |file: &str| ask(&json!({"ask": "verify", "start": start, "base64": file}));
    assert_eq!(check(file)["valid"], true);
    let damaged: String = file.chars().rev().collect::<String>().replace('=', "");
    let damaged = &damaged[..damaged.len() / 4 * 4];
    assert_eq!(check(damaged)["valid"], false);
    let moves = json!({"ask": "verify", "start": start, "base64": "MWggMmg="});
    assert!(ask(&moves)["says"].as_str().unwrap().starts_with("Not valid: "));
}

#[test]
fn a_solver_is_heard_while_it_works() {
    let open = json!({"ask": "open", "text": "ms:1", "ranks": 5});
    let start = ask(&open)["start"].clone();
    let (reply, lines) =
        told(&json!({"ask": "solve", "by": "sat", "start": start, "until": {"seconds": 60}}));
    assert_eq!(reply["answer"]["verdict"], "solved", "{reply}");
    assert!(lines.iter().any(|line| line.contains("variables") && line.contains("stays")), "{lines:?}");
    assert!(reply["answer"]["rounds"][0].as_str().unwrap().contains("conflicts"), "{reply}");
}

#[test]
fn a_link_holds_what_was_played() {
    for text in ["ms:617", "kpat:spider4:1", "solvitaire:forty-thieves:6", "7D TD\nAC 5H\n\n\n\n\n\n"] {
        let (reply, _) = told(&json!({"ask": "open", "text": text}));
        let Some(start) = reply["answer"].get("start") else { continue };
        let link = ask(&json!({"ask": "link", "start": start}));
        assert_eq!(ask(&json!({"ask": "from-link", "link": link}))["start"], *start, "{link}");
        let plan = ask(&json!({"ask": "solve", "by": "search", "start": start, "until": {"seconds": 20}}));
        let moves = json!(plan["plan"].as_array().unwrap()[..5]);
        let link = ask(&json!({"ask": "link", "start": start, "moves": moves}));
        assert!(link.as_str().unwrap().starts_with("g="), "{link}");
        let opened = ask(&json!({"ask": "from-link", "link": link}));
        assert_eq!((&opened["start"], &opened["moves"]), (start, &moves));
    }
    for broken in ["g=", "g=AAAA", "g=!", "ms:0", "nothing", "g=eJw"] {
        assert!(!refused(&json!({"ask": "from-link", "link": broken})).contains('\n'));
    }
}

#[test]
fn limits_end_in_unknown() {
    let start = start("kpat:spider4:3");
    for until in [json!({"seconds": 0.05}), json!({"nodes": 100}), json!({"memory_mib": 1})] {
        for ask_for in ["judge", "why"] {
            let answer = ask(&json!({"ask": ask_for, "start": start, "until": until}));
            assert!(
                ["unknown", "solved"].contains(&answer["verdict"].as_str().unwrap()),
                "{ask_for} {until}"
            );
        }
        let shortest = ask(&json!({"ask": "solve", "by": "shortest", "start": start, "until": until}));
        assert_eq!(shortest["verdict"], "unknown", "{until}");
    }
}
