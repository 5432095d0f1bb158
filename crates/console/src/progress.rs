//! One live line on a terminal, and nothing elsewhere.

use crate::context::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// Pieces a second, as a whole number.
fn rate(state: &ProgressState, out: &mut dyn Write) {
    // A live line that cannot be written is not shown.
    let _ = write!(out, "{:.0}/s", state.per_sec());
}

/// A live line, cut to the width of the terminal; hidden unless stderr is a terminal.
#[derive(Debug)]
pub struct Live(ProgressBar);

impl Live {
    /// For one search, whose end nobody knows.
    #[must_use]
    pub fn search(context: &Context) -> Live {
        Live::new(context, ProgressBar::no_length(), "{spinner} {elapsed} {wide_msg}")
    }

    /// For so many pieces of work.
    #[must_use]
    pub fn pieces(context: &Context, pieces: u64) -> Live {
        Live::new(context, ProgressBar::new(pieces), "{bar:20} {human_pos}/{human_len}, {elapsed} {wide_msg}")
    }

    /// For so many pieces of work, with the time that is left.
    #[must_use]
    pub fn long(context: &Context, pieces: u64) -> Live {
        Live::new(
            context,
            ProgressBar::new(pieces),
            "{bar:20} {human_pos}/{human_len}, {eta} left {wide_msg}",
        )
    }

    /// For so many pieces of work, with their rate and the time that is left.
    #[must_use]
    pub fn paced(context: &Context, pieces: u64) -> Live {
        let template = "{bar:20} {human_pos}/{human_len} {rate}, {eta} left {wide_msg}";
        Live::new(context, ProgressBar::new(pieces), template)
    }

    fn new(context: &Context, bar: ProgressBar, template: &str) -> Live {
        let shown = context.shows_progress();
        bar.set_draw_target(if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate));
        }
        Live(bar)
    }

    /// Shows a message, which is made only if somebody sees it.
    pub fn message(&self, text: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(text());
            self.0.tick();
        }
    }

    /// Says something above the live line.
    pub fn say(&self, context: &Context, text: &str) {
        self.0.suspend(|| context.note(text));
    }

    /// How long it has been there.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Shows that time passes.
    pub fn tick(&self) {
        self.0.tick();
    }

    /// So many pieces were done before.
    pub fn start_at(&self, pieces: u64) {
        self.0.set_position(pieces);
        self.0.reset_eta();
    }

    pub fn done_so_far(&self, pieces: u64) {
        self.0.set_position(pieces);
    }

    /// So many pieces more are done.
    pub fn advance(&self, pieces: u64) {
        self.0.inc(pieces);
    }

    /// Takes the line away for as long as `print` needs.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the line away.
    pub fn done(self) {
        self.0.finish_and_clear();
    }
}
