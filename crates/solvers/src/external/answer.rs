//! What a solver claims: from its output, its result file and its exit code, which must agree.

use super::process::{RESULT, STDERR, STDOUT};
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitStatus;

/// What is wrong with a model that lacks values, to stand behind "the solver NAME".
pub(super) const CUT_SHORT: &str = "gave a model that is cut short";

/// What a solver claims.
pub(super) enum Claim {
    /// A model, as DIMACS literals, and whether a 0 ends it. Without one, it may be cut short.
    Satisfiable(Vec<i32>, bool),
    Unsatisfiable,
    /// It reports that it found no answer.
    Unknown,
}

/// Where a claim may stand.
pub(super) struct Sources {
    stdout: String,
    stderr: String,
    result: Option<String>,
    status: ExitStatus,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

fn word(text: &str) -> Option<Word> {
    match text.trim() {
        "SATISFIABLE" | "SAT" => Some(Word::Satisfiable),
        "UNSATISFIABLE" | "UNSAT" => Some(Word::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Word::Unknown),
        _ => None,
    }
}

/// Reads a solver's claim from its output, the result file that it wrote and its exit code, which must
/// agree; a model as DIMACS literals. The claim is not checked here.
///
/// # Errors
/// What is wrong, to stand behind "the solver NAME".
#[cfg(unix)]
pub fn read_output(
    stdout: &str,
    result: Option<&str>,
    code: u8,
) -> Result<crate::SolverAnswer<Vec<i32>>, String> {
    use std::os::unix::process::ExitStatusExt;
    let sources = Sources {
        stdout: stdout.to_owned(),
        stderr: String::new(),
        result: result.map(str::to_owned),
        status: ExitStatus::from_raw(i32::from(code) << 8),
    };
    Ok(match sources.claim()? {
        Claim::Satisfiable(model, true) => crate::SolverAnswer::Satisfiable(model),
        Claim::Satisfiable(_, false) => return Err(CUT_SHORT.into()),
        Claim::Unsatisfiable => crate::SolverAnswer::Unsatisfiable,
        Claim::Unknown => crate::SolverAnswer::Unknown(crate::Limit::GaveUp),
    })
}

impl Sources {
    pub(super) fn read(folder: &Path, status: ExitStatus) -> io::Result<Sources> {
        let text = |name| fs::read(folder.join(name)).map(|b| String::from_utf8_lossy(&b).into_owned());
        // A program may delete or never write its result file.
        Ok(Sources { stdout: text(STDOUT)?, stderr: text(STDERR)?, result: text(RESULT).ok(), status })
    }

    /// What they say together; else what is wrong, to stand behind "the solver 'name'".
    pub(super) fn claim(&self) -> Result<Claim, String> {
        let code = match self.status.code() {
            Some(10) => Some(Word::Satisfiable),
            Some(20) => Some(Word::Unsatisfiable),
            // Zero says nothing; others are errors, but for programs that number answers their own way.
            Some(_) => None,
            None => return Err(format!("crashed ({}){}", self.status, self.complaint())),
        };
        let mut stated: Option<Word> = None;
        let mut model: Option<Vec<i32>> = None;
        let mut whole = false;
        for line in self.stdout.lines() {
            if let Some(text) = line.strip_prefix("s ") {
                let found = word(text).ok_or_else(|| format!("answered '{}'", short(text)))?;
                if stated.is_some_and(|before| before != found) {
                    return Err("gave two answers".into());
                }
                stated = Some(found);
            } else if line.trim_end() == "v" || line.starts_with("v ") || line.starts_with("v\t") {
                whole |= literals(&line[1..], model.get_or_insert_default())?;
            }
        }
        let mut result = self.result.iter().flat_map(|text| text.lines());
        if let Some(first) = result.next() {
            let found = word(first).ok_or_else(|| format!("wrote '{}' as its result", short(first)))?;
            if stated.is_some_and(|before| before != found) {
                return Err("gave two answers".into());
            }
            stated = Some(found);
            for line in result {
                whole |= literals(line, model.get_or_insert_default())?;
            }
        }
        if code.is_some() && stated.is_some_and(|s| s != Word::Unknown && Some(s) != code) {
            return Err(format!("ended with exit code {}, which is not its answer", self.code()));
        }
        match stated.or(code) {
            Some(Word::Satisfiable) => match model {
                Some(model) => Ok(Claim::Satisfiable(model, whole)),
                None => Err("says 'satisfiable' but gave no model".into()),
            },
            Some(Word::Unsatisfiable) => Ok(Claim::Unsatisfiable),
            Some(Word::Unknown) => Ok(Claim::Unknown),
            None => Err(format!("gave no answer (exit code {}){}", self.code(), self.complaint())),
        }
    }

    fn code(&self) -> i32 {
        self.status.code().unwrap_or(-1)
    }

    /// The last thing it said about itself.
    fn complaint(&self) -> String {
        let line = self.stderr.lines().chain(self.stdout.lines()).rfind(|line| !line.trim().is_empty());
        line.map_or(String::new(), |line| format!(": {}", short(line.trim())))
    }
}

fn short(text: &str) -> String {
    let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    clean.take(120).collect()
}

/// Reads literals; whether the closing zero was there.
fn literals(text: &str, model: &mut Vec<i32>) -> Result<bool, String> {
    for item in text.split_ascii_whitespace() {
        match item.parse::<i32>() {
            Ok(0) => return Ok(true),
            Ok(literal) if literal != i32::MIN => model.push(literal),
            _ => return Err(format!("gave a model with '{}' in it", short(item))),
        }
    }
    Ok(false)
}
