//! Surveys in blocks: the same from any number of workers, shards and breaks, and as a whole survey says.

use patsat_testkit::cli::run;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const GAME: [&str; 6] = ["--ranks", "5", "--cells", "1", "--columns", "4"];

fn survey(out: &Path, more: &[&str]) -> (i32, String, String) {
    run(&[&["survey", "ms:5..117", "-o", out.to_str().unwrap(), "--force"], &GAME[..], more].concat())
}

fn merge(files: &[&Path], out: &Path, more: &[&str]) -> (i32, String, String) {
    let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    run(&[&["merge", "--force", "-o", out.to_str().unwrap()], more, &names[..]].concat())
}

/// The lines without their times.
fn timeless(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let data = value["data"].as_object_mut().unwrap();
        let time = |key: &str| key == "time_ms" || key == "most_time_ms";
        data.retain(|key, _| !time(key));
        if let Some(tally) = data.get_mut("tally").and_then(Value::as_object_mut) {
            tally.retain(|key, _| !time(key));
        }
        value
    });
    lines.collect()
}

struct Files {
    _folder: tempfile::TempDir,
    path: Box<dyn Fn(&str) -> PathBuf>,
}

fn files() -> Files {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_owned();
    Files { _folder: folder, path: Box::new(move |name| root.join(name)) }
}

#[test]
fn blocks_sum_the_lines_of_a_whole_survey() {
    let files = files();
    let (whole, blocks, summed) = ((files.path)("whole"), (files.path)("blocks"), (files.path)("summed"));
    let (code, summary, err) = survey(&whole, &[]);
    assert_eq!(code, 0, "{err}");
    let (code, again, err) = survey(&blocks, &["--blocks", "20", "--jobs", "3"]);
    assert_eq!((code, &again), (0, &summary), "{err}");
    assert_eq!(merge(&[&whole], &summed, &["--blocks", "20"]).0, 0);
    let lines = timeless(&blocks);
    assert_eq!(lines, timeless(&summed));
    // Six blocks, the last of 13 deals; every deal that is not solved has its line.
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
    assert_eq!(of("block").len(), 6);
    assert_eq!(of("block")[5]["data"]["first"], "ms:105");
    let unsolved = timeless(&whole)
        .into_iter()
        .filter(|line| line["type"] == "result" && line["data"]["verdict"] != "solved");
    let unsolved: Vec<Value> = unsolved.collect();
    assert!(unsolved.len() > 3 && of("result").into_iter().eq(&unsolved));
}

/// The digest, computed here from the text of the whole survey.
#[test]
fn the_digest_is_that_of_the_lines_without_times() {
    use sha2::{Digest, Sha256};
    let files = files();
    let (whole, blocks) = ((files.path)("whole"), (files.path)("blocks"));
    survey(&whole, &[]);
    survey(&blocks, &["--blocks", "50"]);
    let text = fs::read_to_string(&whole).unwrap();
    let timeless = |line: &str| match line.split_once(r#""time_ms":"#) {
        Some((before, after)) => {
            let end = after.find([',', '}']).unwrap();
            format!("{before}\"time_ms\":0.0{}\n", &after[end..])
        }
        None => format!("{line}\n"),
    };
    let lines: Vec<String> = text.lines().map(timeless).collect();
    let digest = |lines: &[String]| {
        let bytes = Sha256::digest(lines.concat());
        bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let expected = [digest(&lines[1..51]), digest(&lines[51..101]), digest(&lines[101..114])];
    let found = self::timeless(&blocks).into_iter().filter(|line| line["type"] == "block");
    assert_eq!(
        found.map(|line| line["data"]["sha256"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn shards_of_blocks_merge_to_the_single_run() {
    let files = files();
    let (single, out) = ((files.path)("single"), (files.path)("out"));
    survey(&single, &["--blocks", "20"]);
    let shards: Vec<PathBuf> = (0..4).map(|index| (files.path)(&format!("s{index}"))).collect();
    for (index, shard) in shards.iter().enumerate() {
        assert_eq!(survey(shard, &["--blocks", "20", "--shard", &format!("{index}/4")]).0, 0);
    }
    let names: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
    let (code, printed, err) = merge(&names, &out, &[]);
    assert!(code == 0 && printed.contains("113 deals"), "{printed}{err}");
    assert_eq!(timeless(&out), timeless(&single));
    let (code, _, err) = survey(&out, &["--blocks", "20", "--shard", "0/7"]);
    assert!(code == 2 && err.contains("7 shards of 6 blocks"), "{err}");
    let (code, _, err) = merge(&[&single], &out, &["--blocks", "40"]);
    assert!(code == 2 && err.contains("has blocks already"), "{err}");
}

#[test]
fn a_survey_in_blocks_goes_on_after_a_torn_write() {
    let files = files();
    let (whole, torn) = ((files.path)("whole"), (files.path)("torn"));
    let summary = survey(&whole, &["--blocks", "20"]).1;
    let bytes = fs::read(&whole).unwrap();
    let resume = |more: &[&str]| {
        run(&[&["survey", "ms:5..117", "-o", torn.to_str().unwrap(), "--resume"], &GAME[..], more].concat())
    };
    for keep in [0, 10, bytes.len() / 3, bytes.len() / 2, bytes.len() - 5, bytes.len()] {
        fs::write(&torn, &bytes[..keep]).unwrap();
        let (code, out, err) = resume(&["--blocks", "20"]);
        assert_eq!((code, &out), (0, &summary), "{keep}: {err}");
        assert_eq!(timeless(&torn), timeless(&whole), "{keep}");
    }
    for other in [&["--blocks", "21"][..], &[]] {
        let (code, _, err) = resume(other);
        assert!(code == 2 && err.contains("blocks"), "{err}");
    }
}

#[test]
fn damaged_blocks_are_refused() {
    let files = files();
    let (whole, bad) = ((files.path)("whole"), (files.path)("bad"));
    survey(&whole, &["--blocks", "20"]);
    let text = fs::read_to_string(&whole).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let block = lines.iter().position(|line| line.contains(r#""type":"block""#)).unwrap();
    assert!(block > 1, "the first block has an unsolved deal");
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat().join("\n") + "\n";
    let solved: u64 =
        serde_json::from_str::<Value>(lines[block]).unwrap()["data"]["tally"]["solved"].as_u64().unwrap();
    let fewer =
        |n: u64| lines[block].replacen(&format!(r#""solved":{solved}"#), &format!(r#""solved":{n}"#), 1);
    for (content, message) in [
        (without(1), "expected those of its"),
        (with(block, &fewer(solved - 1)), "deals, expected 20"),
        (with(block, &lines[block].replace("ms:5\"", "ms:6\"")), "expected blocks of 20 deals from ms:5 on"),
        (
            with(block, &lines[block].replace("ms:24\"", "ms:25\"")),
            "expected blocks of 20 deals from ms:5 on",
        ),
        (with(1, lines[block + 1]), "line 3: found ms:"),
        (with(block, "garbage"), "found no record"),
    ] {
        fs::write(&bad, &content).unwrap();
        let args = ["survey", "ms:5..117", "-o", bad.to_str().unwrap(), "--resume", "--blocks", "20"];
        let (code, out, err) = run(&[&args[..], &GAME].concat());
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{message}: {err}");
        assert!(err.contains(message), "{message}: {err}");
        assert_eq!(fs::read_to_string(&bad).unwrap(), content);
    }
    let none = (files.path)("none");
    let (code, _, err) = survey(&none, &["--earlier", whole.to_str().unwrap()]);
    assert!(code == 2 && err.contains("line 1: found a survey in blocks"), "{err}");
}

/// The first block of the kept survey of ten million deals.
#[test]
#[ignore = "a minute"]
fn the_kept_survey_is_repeated_at_length() {
    let files = files();
    let (new, proofs) = ((files.path)("new"), (files.path)("proofs"));
    let args = ["survey", "ms:1..100000", "--blocks", "100000", "--certify", proofs.to_str().unwrap()];
    let (code, _, err) = run(&[&args[..], &["-o", new.to_str().unwrap()]].concat());
    assert_eq!(code, 0, "{err}");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/surveys/ms-1..10000000.jsonl");
    let (new, kept) = (timeless(&new), timeless(&kept));
    // Deal 11982 and the block.
    assert_eq!(new[1..3], kept[1..3]);
    assert_eq!((new.len(), &new[1]["data"]["deal"]), (4, &Value::from("ms:11982")));
}

/// One of 40 shards that are spread over all deals of FreeCell Pro: it has five lost deals, with numbers above 2^32.
#[test]
#[ignore = "a minute"]
fn a_kept_shard_of_all_deals_is_repeated_at_length() {
    let files = files();
    let (new, proofs) = ((files.path)("new"), (files.path)("proofs"));
    let args = ["survey", "ms:1..8589934591", "--blocks", "131072", "--shard", "57344/65536", "--certify"];
    let (code, _, err) = run(&[&args[..], &[proofs.to_str().unwrap(), "-o", new.to_str().unwrap()]].concat());
    assert_eq!(code, 0, "{err}");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/surveys/ms-spread.jsonl");
    let (mut new, kept) = (timeless(&new), timeless(&kept));
    let block = new.len() - 2;
    let tally = new[block]["data"]["tally"].as_object_mut().unwrap();
    tally.retain(|name, _| ["solved", "unwinnable", "unknown"].contains(&name.as_str()));
    // Without the lines of begin and end.
    let new = &new[1..new.len() - 1];
    assert!(new.len() == 6 && kept.windows(6).any(|part| part == new), "{new:?}");
}

/// The list of Pringle and Fish has 130 impossible deals up to ten million; `instances/impossible` has a proof of each.
#[test]
fn the_kept_survey_has_the_published_impossible_deals() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lines = timeless(&root.join("instances/surveys/ms-1..10000000.jsonl"));
    let lost = lines.iter().filter(|line| line["type"] == "result");
    let mut lost: Vec<String> = lost
        .map(|line| {
            assert_eq!(line["data"]["verdict"], "unwinnable");
            assert_eq!(line["data"]["certificate_sha256"].as_str().unwrap().len(), 64);
            line["data"]["deal"].as_str().unwrap().replace(':', "-") + ".txt"
        })
        .collect();
    let names = fs::read_dir(root.join("instances/impossible")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut proofs: Vec<String> = names.filter(|name| name.starts_with("ms-")).collect();
    lost.sort();
    proofs.sort();
    assert_eq!(lost, proofs);
    let end = &lines.last().unwrap()["data"];
    assert_eq!(
        (&end["solved"], &end["unwinnable"], &end["unknown"]),
        (&9_999_870.into(), &130.into(), &0.into())
    );
}
