//! A live line on a terminal; prints nothing elsewhere.

use crate::context::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// Writes the pieces per second, as a whole number.
fn rate(state: &ProgressState, out: &mut dyn Write) {
    // A failed write leaves only the live line incomplete.
    let _ = write!(out, "{:.0}/s", state.per_sec());
}

/// A live line, cut to the width of the terminal; hidden unless stderr is a terminal.
#[derive(Debug)]
pub struct LiveLine(ProgressBar);

impl LiveLine {
    /// A live line for a search of unknown length.
    #[must_use]
    pub fn search(context: &Context) -> LiveLine {
        LiveLine::new(context, ProgressBar::no_length(), "{spinner} {elapsed} {wide_msg}")
    }

    /// A live line for `pieces` pieces of work.
    #[must_use]
    pub fn pieces(context: &Context, pieces: u64) -> LiveLine {
        LiveLine::new(
            context,
            ProgressBar::new(pieces),
            "{bar:20} {human_pos}/{human_len}, {elapsed} {wide_msg}",
        )
    }

    /// A live line for `pieces` pieces of work, with the remaining time.
    #[must_use]
    pub fn long(context: &Context, pieces: u64) -> LiveLine {
        LiveLine::new(
            context,
            ProgressBar::new(pieces),
            "{bar:20} {human_pos}/{human_len}, {eta} left {wide_msg}",
        )
    }

    /// A live line for `pieces` pieces of work, with their rate and the remaining time.
    #[must_use]
    pub fn paced(context: &Context, pieces: u64) -> LiveLine {
        let template = "{bar:20} {human_pos}/{human_len} {rate}, {eta} left {wide_msg}";
        LiveLine::new(context, ProgressBar::new(pieces), template)
    }

    fn new(context: &Context, bar: ProgressBar, template: &str) -> LiveLine {
        let shown = context.shows_progress();
        bar.set_draw_target(if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate));
        }
        LiveLine(bar)
    }

    /// Shows a message; `text` is called only if the line is visible.
    pub fn message(&self, text: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(text());
            self.0.tick();
        }
    }

    /// Prints a note above the live line.
    pub fn note(&self, context: &Context, text: &str) {
        self.0.suspend(|| context.note(text));
    }

    /// The time since the line was created.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Updates the clock and the spinner.
    pub fn tick(&self) {
        self.0.tick();
    }

    /// Starts at `pieces` finished pieces, which do not count for the remaining time.
    pub fn start_at(&self, pieces: u64) {
        self.0.set_position(pieces);
        self.0.reset_eta();
    }

    pub fn done_so_far(&self, pieces: u64) {
        self.0.set_position(pieces);
    }

    /// Adds `pieces` finished pieces.
    pub fn advance(&self, pieces: u64) {
        self.0.inc(pieces);
    }

    /// Hides the line while `print` runs.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Removes the line.
    pub fn done(self) {
        self.0.finish_and_clear();
    }
}
