//! The program called as users call it.

use assert_cmd::Command;
use std::path::Path;

/// Exit code, standard output, standard error.
pub type Said = (i32, String, String);

/// What a command says.
pub fn said(command: &mut Command) -> Said {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
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
