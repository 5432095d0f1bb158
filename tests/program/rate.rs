//! `patsat rate`, and surveys that rate.

use patsat_testkit::cli::{result, run};
use serde_json::Value;
use std::fs;

fn level(out: &str) -> u64 {
    result(out)["level"].as_u64().unwrap()
}

#[test]
fn deals_that_people_know_to_be_hard_are_called_hard() {
    let (code, out, err) = run(&["rate", "ms:1", "ms:8", "ms:617", "ms:1941", "ms:11982"]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    let row = |deal: &str| out.lines().find(|line| line.split(' ').next() == Some(deal)).unwrap().to_owned();
    assert!(row("ms:8").contains("very easy"), "{out}");
    assert!(row("ms:617").contains("very hard") && row("ms:1941").contains("very hard"), "{out}");
    assert!(row("ms:11982").contains("unwinnable"), "{out}");
}

#[test]
fn ratings_are_reproducible_and_vary_little_with_the_seed() {
    let rate = |seed: &str| run(&["rate", "ms:7", "--seed", seed, "--format", "json"]).1;
    assert_eq!(result(&rate("3")), result(&rate("3")));
    let (one, other) = (rate("3"), rate("4"));
    assert_ne!(result(&one)["players"], result(&other)["players"]);
    assert!(level(&one).abs_diff(level(&other)) <= 1, "{one}{other}");
}

#[test]
fn fewer_cells_make_a_deal_harder() {
    let with = |cells: &str| level(&run(&["rate", "ms:8", "--cells", cells, "--format", "json"]).1);
    assert!(with("6") < with("3") && with("3") < with("1"));
}

#[test]
fn hidden_deals_are_rated_by_players_that_do_not_see_cards() {
    let (code, out, err) = run(&["rate", "solvitaire:klondike:5", "--games", "20", "--format", "json"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(result(&out)["players"]["blind"]["games"], 2, "{out}");
    let (_, out, _) = run(&["rate", "ms:8", "--games", "20"]);
    assert!(out.lines().nth(1).unwrap().contains("  -  "), "{out}");
}

#[test]
fn a_deal_that_is_not_decided_is_not_rated() {
    let (code, out, _) = run(&["rate", "ms:1", "--node-limit", "5"]);
    assert!(code == 5 && out.contains("undecided: node limit reached"), "{out}");
    let (code, out, _) = run(&["rate", "ms:1", "--node-limit", "5", "--format", "json"]);
    let data = result(&out);
    assert!(code == 5 && data["level"].is_null() && data["verdict"] == "unknown", "{out}");
}

#[test]
fn a_survey_rates_as_the_command_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.jsonl").display().to_string();
    let (code, out, err) = run(&["survey", "ms:1..4", "--rate=50", "-o", &path]);
    assert!(code == 0 && out.contains("\n  level "), "{out}{err}");
    let lines = fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rated: Vec<&Value> = lines.iter().filter(|line| line["type"] == "result").collect();
    assert_eq!(rated.len(), 4);
    for line in rated {
        let deal = line["data"]["deal"].as_str().unwrap();
        let alone = result(&run(&["rate", deal, "--games", "50", "--format", "json"]).1);
        assert_eq!((&alone["level"], &alone["score"]), (&line["data"]["level"], &line["data"]["score"]));
    }
    let (code, _, err) = run(&["survey", "ms:1..4", "--rate=60", "-o", &path, "--resume"]);
    assert!(code == 2 && err.contains("rate"), "{err}");
}
