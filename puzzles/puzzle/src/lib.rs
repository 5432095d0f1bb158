//! The interface of a puzzle: a name, a help text and commands.
//!
//! A command is a type of arguments that implements [`Question`]. Its [`Answer`] has a text and data; [`Puzzle::run`]
//! prints the one that `--format` asks for, and the JSON lines around the data.

#![warn(clippy::unwrap_used)]

pub mod solvers;

use clap::{Arg, ArgMatches, Command, value_parser};
use patsat_console::args::Shape;
use patsat_console::context::Context;
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use serde_json::Value;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A puzzle.
#[derive(Debug)]
pub struct Puzzle {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for the list of puzzles.
    pub about: &'static str,
    /// The paragraph below that line in the puzzle's own help.
    pub more: &'static str,
    /// Examples, which open the help.
    pub examples: &'static str,
    /// The commands.
    pub commands: &'static [PuzzleCommand],
}

/// A command of a puzzle.
#[derive(Debug)]
pub struct PuzzleCommand {
    name: &'static str,
    build: fn(Command) -> Command,
    run: fn(&ArgMatches, &Context) -> Result<Answer, Failure>,
    has_data: bool,
}

/// The arguments of a command, and how it answers.
pub trait Question: clap::Args {
    /// Answers the question.
    ///
    /// # Errors
    /// Bad input, or a contradiction of the program with itself.
    fn answer(&self, context: &Context) -> Result<Answer, Failure>;
}

/// What a command answers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The exit code.
    pub exit: Exit,
    /// The answer for people; empty if the command has written or printed everything.
    pub text: String,
    /// The same for programs.
    pub data: Value,
    /// The name of the position, in the JSON lines.
    pub title: Option<String>,
    /// Whether a file of the answer takes standard output, so that the answer goes to standard error.
    pub aside: bool,
}

impl Answer {
    /// An answer.
    #[must_use]
    pub fn new(exit: Exit, text: impl Into<String>, data: Value) -> Answer {
        Answer { exit, text: text.into(), data, title: None, aside: false }
    }

    /// The end of a command that has written and printed everything.
    #[must_use]
    pub fn done(exit: Exit) -> Answer {
        Answer::new(exit, "", Value::Null)
    }

    /// The answer about the position of this argument.
    #[must_use]
    pub fn about(self, argument: &str) -> Answer {
        Answer { title: Some(input::name(argument).to_owned()), ..self }
    }

    /// The answer beside a file that is written.
    #[must_use]
    pub fn beside(self, file: Option<&PathBuf>) -> Answer {
        Answer { aside: file.is_some_and(|path| path.as_os_str() == "-"), ..self }
    }
}

impl PuzzleCommand {
    /// A command whose answer has a text and data.
    #[must_use]
    pub const fn new<Q: Question>(name: &'static str) -> PuzzleCommand {
        PuzzleCommand { name, build: Q::augment_args, run: answered::<Q>, has_data: true }
    }

    /// A command that writes files or tables and has no data.
    #[must_use]
    pub const fn writing<Q: Question>(name: &'static str) -> PuzzleCommand {
        PuzzleCommand { has_data: false, ..PuzzleCommand::new::<Q>(name) }
    }
}

fn answered<Q: Question>(matches: &ArgMatches, context: &Context) -> Result<Answer, Failure> {
    Q::from_arg_matches(matches).map_err(Failure::self_check)?.answer(context)
}

impl Puzzle {
    /// The command line.
    #[must_use]
    pub fn command(&self) -> Command {
        let format = || {
            let parser = value_parser!(Shape);
            let arg = Arg::new("format").long("format").value_name("FORMAT").help("Output format");
            let arg = arg.help_heading(None::<&str>);
            arg.value_parser(parser).default_value("text")
        };
        let commands = self.commands.iter().map(|command| {
            let built = (command.build)(Command::new(command.name));
            if command.has_data { built.arg(format()) } else { built }
        });
        Command::new(self.name)
            .about(self.about)
            .long_about(format!("{}\n\n{}", self.about, self.more))
            .before_help(self.examples)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(commands)
    }

    /// Runs the command that was called, and prints its answer.
    ///
    /// # Errors
    /// Those of the command.
    pub fn run(&self, matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
        let called = matches.subcommand().and_then(|(name, matches)| {
            let command = self.commands.iter().find(|command| command.name == name)?;
            Some((command, matches))
        });
        let (command, matches) = called.ok_or_else(|| Failure::input("expected a command of the puzzle"))?;
        let Answer { exit, text, data, title, aside } = (command.run)(matches, context)?;
        let json = command.has_data && matches.get_one("format") == Some(&Shape::Json);
        let text = match json {
            true => {
                let name = format!("puzzle {} {}", self.name, command.name);
                envelope::lines(&name, title.as_deref(), &data, exit)
            }
            false => text,
        };
        let taken = aside.then_some(Path::new("-"));
        Output::beside(&[taken]).write(text.as_bytes())?;
        Ok(exit)
    }
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read, or is no UTF-8; `what` says what it should hold.
pub fn read_text(file: &Path, what: &str) -> Result<String, Failure> {
    let name = file.display().to_string();
    String::from_utf8(input::read(file, what)?)
        .map_err(|_| Failure::input(format!("{}: it is no text: expected {what}", input::name(&name))))
}

/// Opens a file that is written beside an answer, before the work begins.
///
/// # Errors
/// If it cannot be written to.
pub fn open(file: Option<&PathBuf>) -> Result<Option<Output>, Failure> {
    file.map(|path| Output::open(Some(path))).transpose()
}

/// The program contradicts itself: its own checker refuses an answer about `what`.
pub fn bug(what: &str, refused: impl Display) -> Failure {
    Failure::self_check(format!(
        "{}: {refused}. This is a bug of patsat, please report it",
        input::name(what)
    ))
}
