//! Runs the programs that complete DRAT proofs.

use super::process::{self, ProcessEnd, RESULT, STDERR, STDOUT};
use crate::drat_error::DratError;
use crate::{ClauseList, Control};
use rustsat::types::Lit;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Programs that turn DRAT into LRAT, each with its command lines. Units may be deleted or not: solvers write such
/// deletions, and checkers disagree on what they mean.
const CHECKERS: [(&str, &[&str]); 3] = [
    ("rate", &["rate", "-d", "{in}", "{proof}", "-L", "{out}"]),
    ("rate", &["rate", "{in}", "{proof}", "-L", "{out}"]),
    ("drat-trim", &["drat-trim", "{in}", "{proof}", "-L", "{out}"]),
];

/// The LRAT proof that the first installed program makes of a DRAT proof in text.
///
/// # Errors
/// If no program is there, or each refuses the proof.
pub(crate) fn lrat_of(
    clauses: ClauseList<'_, '_>,
    proof: &[u8],
    control: Control<'_>,
) -> Result<Vec<u8>, DratError> {
    let mut error = DratError::Missing;
    let Some((program, _)) = CHECKERS.iter().find(|(program, _)| process::is_installed(program)) else {
        return Err(error);
    };
    let broken = |what: io::Error| DratError::Broken { program, what: what.to_string() };
    let folder = tempfile::Builder::new().prefix("patsat-").tempdir().map_err(broken)?;
    let (input, file) = (folder.path().join("formula.cnf"), folder.path().join("proof.drat"));
    write_formula(&input, clauses).map_err(broken)?;
    fs::write(&file, proof).map_err(broken)?;
    let file = file.to_string_lossy();
    for (program, words) in CHECKERS.iter().filter(|(program, _)| process::is_installed(program)) {
        let broken = |what: io::Error| DratError::Broken { program, what: what.to_string() };
        let words: Vec<String> = words.iter().map(|word| word.replace("{proof}", &file)).collect();
        // What another program left is not this one's.
        let _ = fs::remove_file(folder.path().join(RESULT));
        match process::run(&words, folder.path(), &input, control).map_err(broken)? {
            ProcessEnd::Stopped(limit) => return Err(DratError::Limit(limit)),
            ProcessEnd::TooMuch => {
                error = DratError::Broken { program, what: "it printed without end".into() }
            }
            ProcessEnd::By(_) => {
                let text = |name| fs::read(folder.path().join(name)).map_err(broken);
                let message = String::from_utf8_lossy(&text(STDOUT)?).into_owned();
                // `drat-trim` ends with 0 or 1 by version; its words are the same in all.
                if message.lines().any(|line| line.trim() == "s VERIFIED") {
                    return text(RESULT);
                }
                let message = last_words(&message, &String::from_utf8_lossy(&text(STDERR)?));
                error = DratError::Refused { program, message };
            }
        }
    }
    Err(error)
}

/// The last line that is no comment; else the last one that is.
fn last_words(stdout: &str, stderr: &str) -> String {
    let lines = || stdout.lines().chain(stderr.lines()).map(str::trim).filter(|line| !line.is_empty());
    let line = lines().rfind(|line| !line.starts_with("c ")).or_else(|| lines().next_back());
    let clean = line.unwrap_or("it says nothing").chars().map(|c| if c.is_control() { ' ' } else { c });
    clean.take(120).collect()
}

fn write_formula(path: &Path, clauses: ClauseList<'_, '_>) -> io::Result<()> {
    let (mut body, mut variables, mut count) = (Vec::new(), 0, 0);
    for clause in clauses {
        for literal in clause.iter().map(|literal: &Lit| literal.to_ipasir()) {
            variables = variables.max(literal.unsigned_abs());
            write!(body, "{literal} ")?;
        }
        body.extend_from_slice(b"0\n");
        count += 1;
    }
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "p cnf {variables} {count}")?;
    file.write_all(&body)?;
    file.flush()
}
