//! The examples of the pages on boards and formats: each file is quoted as it is, each is read, each command prints
//! what stands below it.

use assert_cmd::Command;
use patsat_testkit::cli::{CommandOutput, output_of};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

const PAGES: [&str; 3] =
    ["docs/src/players/boards.md", "docs/src/players/hidden-cards.md", "docs/src/library/formats.md"];

/// The text of all pages.
fn page() -> String {
    PAGES.map(|page| std::fs::read_to_string(root().join(page)).unwrap()).concat()
}

fn run(args: &[&str]) -> CommandOutput {
    let mut command = Command::cargo_bin("patsat").unwrap();
    output_of(command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").current_dir(root()).args(args))
}

/// The fenced blocks of this kind.
fn blocks(kind: &str) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), None::<(String, String)>);
    for line in page().lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => open = Some((kind.to_owned(), String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some((_, text))) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    found.into_iter().filter(|(own, _)| own == kind).map(|(_, text)| text).collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("instances").join(folder))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files
}

#[test]
fn every_example_is_on_the_page_and_is_read() {
    let texts = blocks("");
    let mut boards = 0;
    for path in files("text") {
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        assert!(texts.contains(&text), "{name} is not on the page as it is");
        if name.ends_with(".txt") {
            let (code, shown, err) = run(&["show", &name]);
            assert_eq!((code, err.as_str()), (0, ""), "{name}");
            // A board of unseen cards may be written shorter than it is shown.
            assert!(name.contains("unseen") || shown == text, "{name}: {shown}");
            boards += 1;
        }
    }
    assert_eq!(boards, 3);
    let json = blocks("json");
    for path in files("rules") {
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        assert!(json.contains(&text), "{name} is not on the page as it is");
        assert_eq!(run(&["show", "ms:1", "--rules", &name]).0, 0, "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = |text: &str| {
        let path = folder.path().join("example.json").display().to_string();
        std::fs::write(&path, text).unwrap();
        path
    };
    let game = json.iter().find(|text| text.contains("\"deal\"")).unwrap();
    assert_eq!(run(&["convert", &kept(game), "--to", "json"]).1, *game);
    let plan = json.iter().find(|text| text.contains("\"moves\"")).unwrap();
    assert_eq!(run(&["verify", "ms:1", "--ranks", "1", &kept(plan)]).0, 0);
}

#[test]
fn commands_of_the_page_print_its_output() {
    let mut seen = 0;
    for block in blocks("") {
        let Some(command) = block.strip_prefix("$ patsat ") else { continue };
        let (line, expected) = command.split_once('\n').unwrap();
        if line.contains('|') || expected.is_empty() || expected.starts_with('$') {
            continue;
        }
        // As a reader sees it: in 80 columns.
        let mut command = Command::cargo_bin("patsat").unwrap();
        let output =
            command.env_remove("COLUMNS").current_dir(root()).args(line.split(' ')).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        match expected.split_once("...\n") {
            Some((start, end)) => {
                assert!(out.starts_with(start) && out.ends_with(end), "{line}\n{out}");
            }
            None => assert_eq!(out, expected, "{line}"),
        }
        seen += 1;
    }
    assert!(seen >= 4, "{seen}");
}

/// Every key of a written game and of written rules has its line in the tables.
#[test]
fn every_key_is_on_the_page() {
    let page = page();
    for preset in patsat_game::rules::PRESETS {
        let rules: serde_json::Value = serde_json::from_str(&run(&["games", preset.name]).1).unwrap();
        for key in rules.as_object().unwrap().keys() {
            assert!(page.contains(&format!("`{key}`")) || page.contains(&format!("`{key}.")), "{key}");
        }
        let layout = rules["layout"].as_object().unwrap().keys();
        layout.for_each(|key| assert!(page.contains(&format!("`layout.{key}`")), "{key}"));
        let game = run(&["convert", &format!("random:{}:1", preset.name), "--to", "json"]).1;
        let game: serde_json::Value = serde_json::from_str(&game).unwrap();
        let deal = game["deal"].as_object().unwrap().keys();
        deal.for_each(|key| assert!(page.contains(&format!("`deal.{key}`")), "{key}"));
    }
}
