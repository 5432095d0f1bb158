//! Games with a waste proved lost by a sweep: the file, its checker, surveys that keep and check such files.

use patsat_testkit::cli::{result, run};

use std::fs;
use std::path::Path;

const GAME: [&str; 4] = ["--ranks", "6", "--columns", "6"];
const LOST: &str = "random:forty-thieves:4";

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_lost_game_has_a_swept_set_that_the_checker_finds_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lost.swept");
    let sweep = ["--strategy", "sweep", "--proof", name(&file), "--format", "json"];
    let (code, out, err) = run(&[&["solve", LOST], &GAME[..], &sweep].concat());
    assert_eq!(code, 20, "{err}");
    let found = result(&out);
    assert_eq!(
        (&found["basis"], &found["certificate_positions"]),
        (&"swept-set".into(), &2500.into()),
        "{out}"
    );
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with("patsat swept-set 1\ngame forty-thieves\ndeal random:forty-thieves:4\n"),
        "{text}"
    );
    let numbers = text.lines().skip_while(|line| !line.starts_with("safe-home made")).skip(1);
    let sum: u64 = numbers.map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 2500);
    let all = folder.path().join("all.swept");
    let without = ["--strategy", "sweep", "--no-dominance", "--proof", name(&all)];
    assert_eq!(run(&[&["solve", LOST], &GAME[..], &without].concat()).0, 20);
    assert!(fs::read_to_string(&all).unwrap().contains("\nsafe-home left\n"));
    let verify = |deal: &str, file: &Path| run(&[&["verify", deal, name(file)], &GAME[..]].concat());
    let (code, out, _) = verify(LOST, &file);
    assert!(
        code == 0 && out.contains("visited (2500 of them, by ") && out.contains("cannot be won"),
        "{out}"
    );
    let (code, out, _) = verify("random:forty-thieves:5", &file);
    assert!(code == 1 && out.contains("made for other rules or another position"), "{out}");
    let (code, out, _) = verify(LOST, &all);
    assert!(code == 0 && !out.contains("safe cards"), "{out}");
    // A position more, and all positions where those were counted in which no safe card can go home.
    let last = text.lines().last().unwrap();
    let (progress, count) = last.split_once(' ').unwrap();
    let more = text.replace(last, &format!("{progress} {}", count.parse::<u64>().unwrap() + 1));
    for (changed, message) in [
        (more, "the file says"),
        (text.replace("made", "left"), "the file says"),
        (text.replace("made", "x"), "line"),
    ] {
        let path = folder.path().join("changed");
        fs::write(&path, changed).unwrap();
        let (code, out, _) = verify(LOST, &path);
        assert!(code == 1 && out.starts_with("not valid: ") && out.contains(message), "{out}");
    }
    let (code, out, _) = run(&[&["verify", LOST, name(&file), "--memory-limit", "1"], &GAME[..]].concat());
    assert!(code == 0 || out.starts_with("undecided: "), "{code} {out}");
}

#[test]
fn a_survey_checks_kept_files_instead_of_searching() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second, proofs) =
        (folder.path().join("a.jsonl"), folder.path().join("b.jsonl"), folder.path().join("proofs"));
    let range = ["survey", "random:forty-thieves:1..8"];
    let keep = ["--strategy", "sweep", "--certify", name(&proofs), "-o", name(&first)];
    let (code, _, err) = run(&[&range[..], &GAME, &keep].concat());
    assert_eq!(code, 0, "{err}");
    let kept: Vec<_> = fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(kept.len() >= 3 && kept.iter().all(|path| path.extension().is_some_and(|kind| kind == "swept")));
    let take = ["--node-limit", "1", "--proofs", name(&proofs), "-o", name(&second)];
    let (code, _, err) = run(&[&range[..], &GAME, &take].concat());
    assert_eq!(code, 0, "{err}");
    let lost = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().filter(|line| line.contains("\"verdict\":\"unwinnable\"")).count()
    };
    assert_eq!((lost(&first), lost(&second)), (kept.len(), kept.len()));
    fs::write(&kept[0], fs::read_to_string(&kept[0]).unwrap() + "99999 1\n").unwrap();
    let third = folder.path().join("c.jsonl");
    let take = ["--node-limit", "1", "--proofs", name(&proofs), "-o", name(&third)];
    let (code, _, err) = run(&[&range[..], &GAME, &take].concat());
    assert!(code == 2 && err.contains("found a proof that does not hold"), "{code} {err}");
}
