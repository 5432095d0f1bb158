//! The program called as users call it.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

/// Exit code, standard output, standard error.
pub type Said = (i32, String, String);

/// What a command says.
pub fn said(command: &mut Command) -> Said {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// The data of the one result among JSON Lines, which begin and end as they must.
pub fn result(out: &str) -> Value {
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    let results = kinds.iter().filter(|&&kind| kind == "result").count();
    assert!(kinds.first() == Some(&"begin") && results == 1, "{kinds:?}");
    assert_eq!(kinds[kinds.len() - 2..], ["result", "end"]);
    lines[lines.len() - 2]["data"].clone()
}

/// Bad input: exit code 2 and one sentence.
pub fn one_sentence(args: &[&str], (code, out, err): Said, says: &str) {
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    assert!(err.starts_with("error: ") && err.lines().count() == 1, "{args:?}: {err}");
    assert!(err.contains(says), "{args:?}: expected '{says}' in: {err}");
}

/// A file of a test's own; its path.
pub fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(&path, content).unwrap();
    path
}
