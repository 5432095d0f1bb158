//! `patsat pack`: packs of rated deals, made again byte for byte.

use patsat_testkit::cli::{CommandOutput, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn pack(first: &str, path: &Path, more: &[&str]) -> CommandOutput {
    let args = ["pack", "deals", first, "--games", "20", "-o", path.to_str().unwrap()];
    run(&[&args[..], more].concat())
}

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_pack_holds_deals_of_the_levels_that_rate_gives() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.jsonl");
    let (code, out, err) = pack("ms:1", &path, &["--count", "5", "--level", "3..5"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let lines = lines(&path);
    assert_eq!((lines[0]["type"].as_str(), lines[6]["type"].as_str()), (Some("begin"), Some("end")));
    let deals: Vec<&Value> = lines[1..6].iter().map(|line| &line["data"]).collect();
    // Every deal up to the last one that has such a level is there, and no other.
    let numbers: Vec<u64> = deals.iter().map(|d| d["deal"].as_str().unwrap()[3..].parse().unwrap()).collect();
    let last = numbers[4];
    assert_eq!(lines[6]["data"]["looked_at"], last);
    let all: Vec<String> = (1..=last).map(|n| format!("ms:{n}")).collect();
    let rate = [
        &["rate", "--games", "20", "--format", "json"][..],
        &all.iter().map(String::as_str).collect::<Vec<_>>(),
    ]
    .concat();
    let rated = run(&rate).1;
    let rated: Vec<Value> = rated.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let levels: Vec<u64> = (rated.iter().filter(|line| line["type"] == "result"))
        .map(|line| line["data"]["level"].as_u64().unwrap_or(0))
        .collect();
    let expected: Vec<u64> = (1..=last).filter(|&n| (3..=5).contains(&levels[n as usize - 1])).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn a_pack_is_the_same_on_any_threads_and_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    for first in ["ms:1", "random:simple-simon:1"] {
        let [one, two] = ["1", "2"].map(|name| folder.path().join(name));
        let count = ["--count", "3", "--level", "2..10", "--force"];
        assert_eq!(pack(first, &one, &[&count[..], &["-j", "1"]].concat()).0, 0);
        assert_eq!(pack(first, &two, &[&count[..], &["-j", "3"]].concat()).0, 0);
        let whole = fs::read(&one).unwrap();
        assert_eq!(whole, fs::read(&two).unwrap());
        // Broken off in the middle of a line, and within the first one.
        for length in [whole.len() / 2, 10, 0] {
            fs::write(&two, &whole[..length]).unwrap();
            let (code, _, err) = pack(first, &two, &["--count", "3", "--level", "2..10", "--resume"]);
            assert_eq!(code, 0, "{err}");
            assert_eq!(whole, fs::read(&two).unwrap(), "{first} from {length}");
        }
        // A full one stays as it is.
        assert_eq!(pack(first, &two, &["--count", "3", "--level", "2..10", "--resume"]).0, 0);
        assert_eq!(whole, fs::read(&two).unwrap());
    }
}

#[test]
fn lists_match_the_pack_and_plans_that_do_not_win_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.jsonl");
    assert_eq!(pack("random:seahaven-towers:1", &path, &["--count", "3"]).0, 0);
    let file = path.to_str().unwrap();
    let list = |to: &str| run(&["pack", "list", file, "--to", to]);
    let (deals, csv) = (lines(&path), list("csv").1);
    assert_eq!(csv.lines().count(), 4);
    for (line, deal) in csv.lines().skip(1).zip(&deals[1..]) {
        assert!(line.starts_with(deal["data"]["deal"].as_str().unwrap()), "{line}");
        assert!(line.ends_with(&format!("{}\"", deal["data"]["plan"].as_str().unwrap())), "{line}");
    }
    let seeds = list("seeds").1;
    assert!(seeds.lines().count() == 3 && seeds.lines().all(|line| line.parse::<u64>().is_ok()), "{seeds}");
    let json: Value = serde_json::from_str(&list("json").1).unwrap();
    assert_eq!((json["deals"].as_array().unwrap().len(), &json["game"]), (3, &"seahaven-towers".into()));
    // A plan without its last move, another deal, an unknown field, another schema.
    let text = fs::read_to_string(&path).unwrap();
    let plan = deals[2]["data"]["plan"].as_str().unwrap();
    let shorter = plan.rsplit_once(' ').unwrap().0;
    for (changed, line) in [
        (text.replace(plan, shorter), 3),
        (text.replacen("towers:", "towers:9", 2), 2),
        (text.replacen("\"hint\"", "\"hunt\"", 1), 2),
        (text.replacen("\"schema\":1", "\"schema\":7", 1), 1),
    ] {
        assert_ne!(changed, text);
        fs::write(&path, changed).unwrap();
        let (code, out, err) = list("csv");
        assert!(code == 2 && out.is_empty() && err.contains(&format!("line {line}")), "{line}: {err}");
    }
}

#[test]
fn what_is_no_recipe_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.jsonl");
    assert_eq!(pack("ms:1", &path, &["--count", "1"]).0, 0);
    for (first, more, message) in [
        ("ms:1", &["--count", "1"][..], "--resume"),
        ("ms:1", &["--count", "2", "--resume"], "count 1 instead of 2"),
        ("ms:1", &["--count", "1", "--cells", "3", "--resume"], "other rules"),
        ("ms:1..5", &["--count", "1", "--force"], "the first deal alone"),
        ("ms:0", &["--count", "1", "--force"], "is not a deal number"),
        ("ms:1", &["--count", "1", "--level", "4..11", "--force"], "expected a level from 1 to 10"),
        ("ms:1", &["--count", "1", "--level", "5..3", "--force"], "expected a level from 1 to 10"),
        ("ms:8589934591", &["--count", "3", "--force"], "there are no more deals"),
    ] {
        let (code, out, err) = pack(first, &path, more);
        assert!(code == 2 && out.is_empty() && err.contains(message), "{more:?}: {err}");
    }
    fs::write(&path, "my notes").unwrap();
    let (code, _, err) = pack("ms:1", &path, &["--count", "1", "--resume"]);
    assert!(code == 2 && err.contains("holds something else"), "{err}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "my notes");
}

/// Interrupted as soon as there is a deal, and continued.
#[cfg(unix)]
#[test]
fn an_interrupt_loses_nothing_and_changes_nothing() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let [whole, broken] = ["whole", "broken"].map(|name| folder.path().join(name));
    let count = ["--count", "12", "--level", "3..10"];
    assert_eq!(pack("ms:1", &whole, &count).0, 0);
    let args = ["pack", "deals", "ms:1", "--games", "20", "-o", broken.to_str().unwrap(), "-j", "1"];
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("patsat"))
        .args([&args[..], &["--count", "100000", "--level", "3..10"]].concat())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&broken).map_or(0, |text| text.lines().count());
    while lines() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Two do not write one file.
    let (code, _, err) = pack("ms:1", &broken, &["--count", "100000", "--level", "3..10", "--resume"]);
    assert!(code == 2 && err.contains("is being written by process"), "{err}");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let err = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(err.contains("continue with --resume"), "{err}");
    // What is there are the first deals of the whole one, of a larger recipe.
    let deals =
        |path| fs::read_to_string(path).unwrap().lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (begun, all) = (deals(&broken), deals(&whole));
    let shared = begun.len().min(12);
    assert!(shared > 0 && begun[..shared] == all[..shared]);
    let text = fs::read_to_string(&broken).unwrap().replacen("\"count\":100000", "\"count\":12", 1);
    let first: Vec<&str> = text.lines().take(8).collect();
    fs::write(&broken, first.join("\n") + "\n").unwrap();
    assert_eq!(pack("ms:1", &broken, &[&count[..], &["--resume"]].concat()).0, 0);
    assert_eq!(fs::read(&broken).unwrap(), fs::read(&whole).unwrap());
}

/// The first deals of each pack of the repository are made again from its recipe.
#[test]
fn packs_of_the_repository_are_made_again_from_their_recipes() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/packs");
    let mut packs = 0;
    for entry in fs::read_dir(kept).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_str().unwrap().ends_with(".jsonl.xz") {
            continue;
        }
        packs += 1;
        let again = folder.path().join("again.jsonl");
        let args = ["pack", "again", path.to_str().unwrap(), "--count", "6", "-o", again.to_str().unwrap()];
        let (code, _, err) = run(&[&args[..], &["--force"]].concat());
        assert_eq!(code, 0, "{err}");
        // The first deals are those of the file, whose plans are all replayed before it is listed.
        let csv = |file: &Path| run(&["pack", "list", file.to_str().unwrap(), "--to", "csv"]).1;
        let (few, all) = (csv(&again), csv(&path));
        assert!(few.lines().count() == 7 && all.starts_with(&few), "{few}");
        assert_eq!(all.lines().count(), 101);
    }
    assert!(packs > 0);
}

#[test]
fn a_pack_is_made_again_from_its_first_line_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let [one, head, two] = ["one", "head", "two"].map(|name| folder.path().join(name));
    for (first, more) in [("ms:1", &["--level", "2..9"][..]), ("random:bakers-game:7", &["--cells", "5"])] {
        assert_eq!(pack(first, &one, &[&["--count", "3", "--force"], more].concat()).0, 0);
        let whole = fs::read_to_string(&one).unwrap();
        fs::write(&head, format!("{}\n", whole.lines().next().unwrap())).unwrap();
        let again = ["pack", "again", head.to_str().unwrap(), "-o", two.to_str().unwrap(), "--force"];
        assert_eq!(run(&again).0, 0);
        assert_eq!(whole, fs::read_to_string(&two).unwrap());
    }
    let (code, _, err) = run(&["pack", "again", "README.md", "-o", two.to_str().unwrap(), "--force"]);
    assert!(code == 2 && err.contains("line 1: expected a line of a pack of deals"), "{err}");
}
