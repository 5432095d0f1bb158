//! Settings that every command shares: verbosity and colour.

use super::args::SHARED;
use super::exit::Failure;
use super::output::Output;
use clap::{ArgAction, Args, ColorChoice, ValueEnum};
use patsat_base::{Style, wrapped};
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
pub struct GlobalArgs {
    /// Print more
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = SHARED)]
    verbose: u8,
    /// Print only the result and errors
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = SHARED)]
    quiet: bool,
    /// Use colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    #[arg(help_heading = SHARED)]
    color: ColorChoice,
}

/// Always, never, or on a terminal only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Verbosity and colour.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Whether to print details.
    pub verbose: bool,
    /// Whether to print only the result and errors.
    pub quiet: bool,
    color: ColorChoice,
}

impl Context {
    /// The context that the options describe.
    #[must_use]
    pub fn new(global: &GlobalArgs) -> Context {
        QUIET.store(global.quiet, Ordering::Relaxed);
        Context { verbose: global.verbose > 0, quiet: global.quiet, color: global.color }
    }

    /// The style of text for stdout, or for `file` if given.
    pub fn style(&self, file: Option<&Path>, symbols: When) -> Style {
        let terminal = file.is_none_or(|f| f == "-") && stdout().is_terminal();
        let colour = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && wants_colour(&stdout()),
        };
        let symbols = match symbols {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal && supports_unicode(),
        };
        Style { colour, symbols }
    }

    /// The width of the terminal at stdout. Without a terminal, the value of `COLUMNS`, or 80.
    pub fn width(&self, file: Option<&Path>) -> usize {
        let terminal = file.is_none_or(|f| f == "-") && stdout().is_terminal();
        let size = terminal.then(terminal_size::terminal_size).flatten();
        let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
        size.map(|(width, _)| usize::from(width.0)).or_else(columns).filter(|&width| width > 0).unwrap_or(80)
    }

    /// Prints sentences to stdout, wrapped to the width of the terminal.
    ///
    /// # Errors
    /// As [`Context::print`].
    pub fn print_wrapped(&self, text: &str) -> Result<(), Failure> {
        self.print(&wrapped(text, self.width(None)))
    }

    /// Whether a live line may be shown.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && stderr().is_terminal()
    }

    /// Prints a note to stderr, unless `quiet` is set.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            talk(text);
        }
    }

    /// Prints a detail to stderr if `verbose` is set.
    pub fn detail(&self, text: &str) {
        if self.verbose {
            self.note(text);
        }
    }

    /// Prints a failure: its sentence, and its next step on a line of its own.
    pub fn failure(&self, failure: &Failure) {
        self.error(&failure.text);
        if let Some(help) = &failure.help {
            self.labelled("help:", anstyle::AnsiColor::Cyan, help);
        }
    }

    /// Prints an error.
    pub fn error(&self, text: &str) {
        self.labelled("error:", anstyle::AnsiColor::Red, text);
    }

    fn labelled(&self, label: &str, colour: anstyle::AnsiColor, text: &str) {
        let coloured = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => stderr().is_terminal() && wants_colour(&stderr()),
        };
        let look = anstyle::Style::new().bold().fg_color(Some(colour.into()));
        let label = Style { colour: coloured, symbols: false }.paint(label, look);
        // Text of a library or a file must not control the terminal.
        let text: String = text.chars().map(|c| if c.is_control() && c != '\n' { '?' } else { c }).collect();
        talk(&format!("{label} {text}"));
    }

    /// Prints a finished text to stdout.
    ///
    /// # Errors
    /// If the text cannot be written; a closed pipe is no failure.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        Output::stdout().write(text.as_bytes())
    }
}

/// Whether `--quiet` is set.
static QUIET: AtomicBool = AtomicBool::new(false);

/// As [`Context::note`], for code that reads files and has no context.
pub fn remark(text: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        talk(text);
    }
}

/// Prints to stderr: wrapped on a terminal, else a sentence a line.
fn talk(text: &str) {
    let size = stderr().is_terminal().then(|| terminal_size::terminal_size_of(stderr())).flatten();
    // If stderr is closed there is nothing to do.
    let _ = match size {
        Some((width, _)) => writeln!(stderr(), "{}", wrapped(text, width.0.into())),
        None => writeln!(stderr(), "{text}"),
    };
}

fn wants_colour(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// Whether the locale is a Unicode one.
fn supports_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    locale.is_some_and(|l| l.to_ascii_lowercase().replace('-', "").contains("utf8"))
}
