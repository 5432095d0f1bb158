//! Players that are programs of their own.
//!
//! Each game starts a process, so that what a player remembers of one game has no influence on another. For every decision
//! the process gets one line on standard input, what the player sees ([`patsat_report::view`]), and answers with one line on
//! standard output: the number of a move, or `null` to give up. After the game its input ends.

use super::process::{Process, Reply};
use patsat_blind::{Choice, PlayError, Playout, Policy, View, play};
use patsat_game::state::Instance;
use patsat_report::view;
use std::io;
use std::time::Duration;

/// A command that plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    command: String,
    words: Vec<String>,
    /// The longest time of a decision.
    pub patience: Duration,
}

/// Why a program did not play to the end.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    #[error("'{0}' is no command line: expected a program and its arguments, quoted as in a shell")]
    Command(String),
    #[error("the player '{0}' is not installed here")]
    Missing(String),
    #[error("the player '{program}' {what}")]
    Broken { program: String, what: String },
    #[error("the game was interrupted")]
    Stopped,
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

impl Program {
    /// Reads a command line, words quoted as in a shell.
    pub fn new(command: &str, patience: Duration) -> Result<Program, ProgramError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ProgramError::Command(command.to_owned()))?;
        Ok(Program { command: command.to_owned(), words, patience })
    }

    /// The name in results.
    #[must_use]
    pub fn name(&self) -> String {
        format!("cmd:{}", self.command)
    }

    /// Plays a game. `{seed}` in the command becomes the seed.
    pub fn play(
        &self,
        game: &Instance,
        seed: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Playout, ProgramError> {
        let words: Vec<String> =
            self.words.iter().map(|word| word.replace("{seed}", &seed.to_string())).collect();
        let process = Process::start(&words).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ProgramError::Missing(words[0].clone()),
            _ => self.broken(format!("cannot be started: {error}")),
        })?;
        let mut player = ProgramSession { program: self, process, is_stopped, failed: None };
        let played = play(game, &mut player);
        if let Some(error) = player.failed {
            return Err(error);
        }
        player.process.finish();
        Ok(played?)
    }

    fn broken(&self, what: String) -> ProgramError {
        ProgramError::Broken { program: self.command.clone(), what }
    }
}

/// A program in a game.
struct ProgramSession<'a> {
    program: &'a Program,
    process: Process,
    is_stopped: &'a dyn Fn() -> bool,
    failed: Option<ProgramError>,
}

impl ProgramSession<'_> {
    fn decide(&mut self, view: &View) -> Result<Choice, ProgramError> {
        let broken = |what| self.program.broken(what);
        let line = view::line(view).map_err(|error| broken(format!("got no position: {error}")))?;
        let reply = self.process.query(line, self.program.patience, self.is_stopped);
        let text = match reply {
            Reply::Line(text) => text,
            Reply::Stopped => return Err(ProgramError::Stopped),
            Reply::Late => {
                let seconds = self.program.patience.as_secs_f64();
                return Err(broken(format!("gave no answer within {seconds} s")));
            }
            Reply::Early(text) => return Err(broken(format!("wrote '{text}' before it got a line"))),
            Reply::Ended(how) => return Err(broken(format!("ended without an answer ({how})"))),
        };
        let moves = view.moves();
        let expected = match moves.len() {
            0 => "null, because no move is legal".to_owned(),
            n => format!("a number from 0 to {} or null", n - 1),
        };
        let wrong = || broken(format!("answered '{text}', expected {expected}"));
        if text.trim() == "null" {
            return Ok(Choice::Resign);
        }
        let number: usize = text.trim().parse().map_err(|_| wrong())?;
        moves.get(number).map(|&action| Choice::Play(vec![action])).ok_or_else(wrong)
    }
}

impl Policy for ProgramSession<'_> {
    fn choose(&mut self, view: &View) -> Choice {
        self.decide(view).unwrap_or_else(|error| {
            self.failed = Some(error);
            Choice::Resign
        })
    }
}
