//! One live line on a terminal, and nothing elsewhere.

use super::context::Context;
use crate::pipeline::sat::{Question, Round};
use crate::pipeline::survey::Tally;
use crate::prove;
use crate::search::Stats;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A live line; hidden unless stderr is a terminal.
pub(super) struct Live(ProgressBar);

impl Live {
    /// For one search.
    pub(super) fn search(context: &Context) -> Live {
        Live::new(context, ProgressBar::no_length(), "{spinner} {elapsed} {msg}")
    }

    /// For a survey of so many deals, of which some are done.
    pub(super) fn survey(context: &Context, deals: u64, done: u64) -> Live {
        let template = "{bar:20} {human_pos}/{human_len} {per_sec}, {eta} left {msg}";
        let live = Live::new(context, ProgressBar::new(deals), template);
        live.0.set_position(done);
        live.0.reset_eta();
        live
    }

    fn new(context: &Context, bar: ProgressBar, template: &str) -> Live {
        let shown = context.shows_progress();
        bar.set_draw_target(if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Live(bar)
    }

    /// Shows how a search stands.
    pub(super) fn stats(&self, stats: &Stats) {
        if self.0.is_hidden() {
            return;
        }
        let seconds = self.0.elapsed().as_secs_f64();
        let rate = if seconds > 0.0 { stats.expanded as f64 / seconds } else { 0.0 };
        let bounds = match (stats.lower_bound, stats.upper_bound) {
            (Some(lower), Some(upper)) => format!(", length {lower} to {upper}"),
            (Some(lower), None) => format!(", length at least {lower}"),
            (None, Some(upper)) => format!(", length at most {upper}"),
            (None, None) => String::new(),
        };
        let (states, rate) = (HumanCount(stats.expanded), HumanCount(rate as u64));
        let mib = stats.peak_bytes >> 20;
        self.0.set_message(format!("{states} positions, {rate}/s, {mib} MiB{bounds}"));
        self.0.tick();
    }

    /// Shows a question to a solver.
    pub(super) fn horizon(&self, question: &Question) {
        if !self.0.is_hidden() {
            let Question { horizon, unit, variables, clauses, backend, .. } = question;
            let (variables, clauses) =
                (HumanCount(u64::from(*variables)), HumanCount(u64::try_from(*clauses).unwrap_or(u64::MAX)));
            self.0.set_message(format!(
                "{horizon} {unit}: {variables} variables, {clauses} clauses, {backend}"
            ));
            self.0.tick();
        }
    }

    /// Shows how a question was answered.
    pub(super) fn answered(&self, round: &Round) {
        if !self.0.is_hidden() {
            let conflicts = HumanCount(round.conflicts);
            let (horizon, unit) = (round.question.horizon, round.question.unit);
            self.0.set_message(format!("{horizon} {unit}: {}, {conflicts} conflicts", round.answer.words()));
            self.0.tick();
        }
    }

    /// Shows how the search for dead patterns stands.
    pub(super) fn patterns(&self, progress: &prove::Progress) {
        if !self.0.is_hidden() {
            let (asked, patterns) = (
                HumanCount(progress.asked),
                HumanCount(u64::try_from(progress.patterns).unwrap_or(u64::MAX)),
            );
            self.0.set_message(format!("lost; {patterns} dead patterns so far, {asked} questions"));
            self.0.tick();
        }
    }

    /// Says, above the live line, that there are patterns, so few by now.
    pub(super) fn smaller(&self, context: &Context, patterns: usize, facts: usize) {
        let seconds = self.0.elapsed().as_secs();
        self.0
            .suspend(|| context.note(&format!("after {seconds} s: {patterns} dead patterns, {facts} facts")));
        self.0.set_message(format!("lost; {patterns} dead patterns, {facts} facts; looking for fewer"));
        self.0.tick();
    }

    /// Shows that time passes.
    pub(super) fn tick(&self) {
        self.0.tick();
    }

    /// Shows how a survey stands.
    pub(super) fn tally(&self, tally: &Tally) {
        if !self.0.is_hidden() {
            self.0.set_position(tally.deals());
            self.0.set_message(format!("({} unwinnable, {} unknown)", tally.unwinnable, tally.unknown));
        }
    }

    /// For so many pieces of work, with a message of the caller's.
    pub(super) fn pieces(context: &Context, pieces: u64) -> Live {
        Live::new(context, ProgressBar::new(pieces), "{bar:20} {human_pos}/{human_len}, {elapsed} {msg}")
    }

    /// For so many runs of a campaign.
    pub(super) fn campaign(context: &Context, runs: u64) -> Live {
        Live::new(context, ProgressBar::new(runs), "{bar:20} {human_pos}/{human_len}, {eta} left {msg}")
    }

    /// So many pieces were done before.
    pub(super) fn start_at(&self, pieces: u64) {
        self.0.set_position(pieces);
        self.0.reset_eta();
    }

    /// Shows how a run of a campaign ended.
    pub(super) fn ended(&self, status: &str, instance: &str, approach: &str) {
        self.0.inc(1);
        self.0.set_message(format!("({instance} by {approach}: {status})"));
    }

    /// So many pieces more are done.
    pub(super) fn advance(&self, pieces: u64) {
        self.0.inc(pieces);
    }

    /// Shows how many deals were made.
    pub(super) fn dealt(&self, deals: u64) {
        if !self.0.is_hidden() {
            self.0.set_message(format!("({} deals)", HumanCount(deals)));
        }
    }

    /// Shows how many sets of states a count has found.
    pub(super) fn sets(&self, sets: usize) {
        if !self.0.is_hidden() {
            self.0.set_message(format!("({} sets of states)", HumanCount(sets as u64)));
        }
    }

    /// Takes the line away for as long as `print` needs.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the line away.
    pub(super) fn done(self) {
        self.0.finish_and_clear();
    }
}
