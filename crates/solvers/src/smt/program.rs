//! Any SMT solver that reads SMT-LIB 2, as a program.
//!
//! The command is one line, words quoted as in a shell. `{in}` becomes the name of the script's
//! file; without it the script comes on standard input. `{seed}` becomes the seed, `{seconds}` and
//! `{ms}` the time that is left; without a time limit words with these are left out. The program is
//! killed with all that it started when it is time to stop, even if it ignores its own limit.

use super::{BackendError, SolverAnswer};
use crate::external::process::{self, ProcessEnd, STDERR, STDOUT};
use crate::{Control, Limit};
use patsat_smt::PlanScript;
use patsat_smt::Values;
use patsat_smt::answer::{Answer, AnswerError, read_answer};
use std::fs;
use std::io;
use web_time::{Duration, Instant};

/// Time that a solver gets beyond the time limit, so that this module stops it.
const GRACE: Duration = Duration::from_secs(1);

/// The words of a command whose program is there.
pub(super) fn words(command: &str) -> Result<Vec<String>, BackendError> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| {
        BackendError::Broken(format!(
            "'{command}' is no command line: expected a program and its arguments, quoted as in a shell"
        ))
    })?;
    if process::is_installed(&words[0]) { Ok(words) } else { Err(missing(&words[0])) }
}

fn missing(program: &str) -> BackendError {
    BackendError::Missing(format!("the SMT solver '{program}' is not installed here"))
}

/// Queries the program of a command.
pub(super) fn query(
    command: &str,
    bounded: &PlanScript,
    seed: u64,
    control: Control<'_>,
) -> Result<SolverAnswer<Values>, BackendError> {
    let words = words(command)?;
    let program = words[0].clone();
    let broken = |what: String| BackendError::Broken(format!("the SMT solver '{program}' {what}"));
    let words = filled(words, seed, control.deadline);
    let folder = tempfile::Builder::new().prefix("patsat-").tempdir();
    let folder = folder.map_err(|e| BackendError::Broken(format!("no folder for the script: {e}")))?;
    let input = folder.path().join("script.smt2");
    fs::write(&input, bounded.whole())
        .map_err(|e| BackendError::Broken(format!("the script cannot be written for a solver: {e}")))?;
    let status = match process::run(&words, folder.path(), &input, control) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(missing(&program)),
        Err(error) => return Err(broken(format!("cannot be run: {error}"))),
        Ok(ProcessEnd::Stopped(limit)) => return Ok(SolverAnswer::Unknown(limit)),
        Ok(ProcessEnd::TooMuch) => return Err(broken("printed without end".into())),
        Ok(ProcessEnd::By(status)) => status,
    };
    let text = |name| fs::read(folder.path().join(name)).map(|b| String::from_utf8_lossy(&b).into_owned());
    let printed = text(STDOUT).map_err(|e| broken(format!("left no readable answer: {e}")))?;
    match read_answer(&printed) {
        Ok(Answer::Satisfiable(values)) => Ok(SolverAnswer::Satisfiable(values)),
        Ok(Answer::Unsatisfiable) => Ok(SolverAnswer::Unsatisfiable),
        Ok(Answer::Unknown(reason)) => {
            let timed = reason.as_deref() == Some("timeout") && control.deadline.is_some();
            let limit = if timed { Limit::Time } else { Limit::GaveUp };
            Ok(SolverAnswer::Unknown(control.check().unwrap_or(limit)))
        }
        // A program that stops at its own time limit reports this in its own way, or not at all.
        Err(AnswerError::Nothing(stray)) => match control.check() {
            Some(limit) => Ok(SolverAnswer::Unknown(limit)),
            None => {
                let talk = text(STDERR).unwrap_or_default();
                let last = talk
                    .lines()
                    .rfind(|line| !line.trim().is_empty())
                    .map(|line| format!(": {}", short(line)));
                Err(broken(match status.code() {
                    Some(code) => format!("gave no answer (exit code {code}){}", last.unwrap_or(stray)),
                    None => format!("crashed ({status}){}", last.unwrap_or_default()),
                }))
            }
        },
        Err(AnswerError::Refused(what)) => Err(broken(format!("refuses the script: {what}"))),
        Err(error) => Err(broken(format!("gave what is no answer: {error}"))),
    }
}

/// The words with seed and limits in place.
fn filled(words: Vec<String>, seed: u64, deadline: Option<Instant>) -> Vec<String> {
    let left = deadline.map(|end| end.saturating_duration_since(Instant::now()) + GRACE);
    let timed = |word: &String| word.contains("{seconds}") || word.contains("{ms}");
    let fill = |word: String| {
        let word = word.replace("{seed}", &seed.to_string());
        match left {
            Some(left) => word
                .replace("{seconds}", &left.as_secs_f64().ceil().to_string())
                .replace("{ms}", &left.as_millis().to_string()),
            None => word,
        }
    };
    words.into_iter().filter(|word| left.is_some() || !timed(word)).map(fill).collect()
}

fn short(text: &str) -> String {
    let clean = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    clean.take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_passed_only_where_set() {
        let words = || ["a", "-T:{seconds}", "--tlimit={ms}", "{seed}"].map(str::to_owned).to_vec();
        assert_eq!(filled(words(), 7, None), ["a", "7"]);
        let filled = filled(words(), 7, Instant::now().checked_add(Duration::from_secs(10)));
        assert_eq!((filled[1].as_str(), filled.len()), ("-T:11", 4));
        assert!(filled[2].starts_with("--tlimit=10"), "{filled:?}");
    }
}
