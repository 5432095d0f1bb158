//! Lost FreeCell deals proved by their heights: the file of `solve`, its checker, surveys, and the words of `why`.

use patsat_testkit::cli::{result, run};

use std::fs;
use std::path::Path;

const LOST: [&str; 3] = ["ms:21", "--cells", "2"];

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_lost_deal_has_a_short_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ms-21.heights");
    let (code, out, err) =
        run(&[&["solve"], &LOST[..], &["--proof", name(&file), "--format", "json"]].concat());
    assert_eq!(code, 20, "{err}");
    assert_eq!(result(&out)["basis"], "height-game", "{out}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("patsat height-game 1\ngame freecell\ndeal ms:21\n"), "{text}");
    let (code, out, _) = run(&[&["verify"], &LOST[..], &[name(&file)]].concat());
    assert_eq!(code, 0);
    assert!(out.starts_with("valid: the height game has "), "{out}");
    for (place, byte) in text.bytes().enumerate() {
        let is_comment = text[..place].lines().count() <= 3 && place > 20;
        if byte == b'\n' || is_comment || place % 3 > 0 {
            continue;
        }
        let mut changed = text.clone().into_bytes();
        changed[place] ^= 1;
        let other = folder.path().join("changed");
        fs::write(&other, changed).unwrap();
        let (code, out, err) = run(&[&["verify"], &LOST[..], &[name(&other)]].concat());
        assert!(code == 1 || code == 2, "byte {place}: {out}{err}");
    }
    let log = folder.path().join("log").display().to_string();
    let survey = ["survey", "ms:21..21", "--cells", "2", "-q", "--certify", name(folder.path()), "-o", &log];
    let (code, _, err) = run(&survey);
    assert_eq!(code, 0, "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_small_closed_set_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lost");
    let args =
        ["solve", "ms:1", "--ranks", "4", "--columns", "4", "--cells", "0", "--format", "json", "--proof"];
    let (code, out, _) = run(&[&args[..], &[name(&file)]].concat());
    assert_eq!((code, &result(&out)["basis"]), (20, &"closed-set".into()));
}

#[test]
fn why_has_heights_where_patterns_take_long() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("why");
    let (code, out, err) = run(&["why", "ms:517776", "-o", name(&file)]);
    assert_eq!(code, 20, "{err}");
    assert!(out.contains("Unwinnable (height game of 8,251 positions, verified)."), "{out}");
    assert!(out.contains("at most 33 can leave theirs"), "{out}");
    assert!(out.contains("column 1: "), "{out}");
    assert_eq!(run(&["verify", "ms:517776", name(&file)]).0, 0);
    // Patterns say more, and here they are found at once.
    let (_, out, _) = run(&["why", "ms:1", "--cells", "1"]);
    assert!(out.contains("1 dead pattern"), "{out}");
}
