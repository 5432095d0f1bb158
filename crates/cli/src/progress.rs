//! What the live line shows of a search, of questions to solvers, of surveys.

use indicatif::HumanCount;
use patsat_console::context::Context;
use patsat_console::progress::Live;
use patsat_experiments::survey::Tally;
use patsat_patterns as prove;
use patsat_planning::ProgressEvent;
use patsat_planning::sat::{Question, Round};
use patsat_search::Stats;

/// What is shown on a [`Live`] line.
pub(crate) trait Shows {
    /// What was heard.
    fn shows(&self, context: &Context, progress: &ProgressEvent);
    /// How a search stands.
    fn stats(&self, stats: &Stats);
    /// A question to a solver.
    fn horizon(&self, question: &Question);
    /// How many conflicts the solver had.
    fn solving(&self, conflicts: u64);
    /// How a question was answered.
    fn answered(&self, round: &Round);
    /// How the search for dead patterns stands.
    fn patterns(&self, progress: &prove::Progress);
    /// Says, above the live line, that there are patterns, so few by now.
    fn smaller(&self, context: &Context, patterns: usize, facts: usize);
    /// How a survey stands.
    fn tally(&self, tally: &Tally);
    /// How a run of a campaign ended.
    fn ended(&self, status: &str, instance: &str, approach: &str);
}

impl Shows for Live {
    fn shows(&self, context: &Context, progress: &ProgressEvent) {
        match progress {
            ProgressEvent::Searched(stats) => self.stats(stats),
            ProgressEvent::Asked(question) => self.horizon(question),
            ProgressEvent::Solving { conflicts } => self.solving(*conflicts),
            ProgressEvent::Answered(round) => self.answered(round),
            ProgressEvent::Patterns(progress) => self.patterns(progress),
            ProgressEvent::Fewer { patterns, facts } => self.smaller(context, *patterns, *facts),
            ProgressEvent::Checked { looked, of } => self.message(|| {
                format!("checking the certificate, {} of {}", HumanCount(*looked), HumanCount(*of))
            }),
            _ => self.tick(),
        }
    }

    fn stats(&self, stats: &Stats) {
        self.message(|| {
            let seconds = self.elapsed().as_secs_f64();
            let rate = if seconds > 0.0 { stats.expanded as f64 / seconds } else { 0.0 };
            let bounds = match (stats.lower_bound, stats.upper_bound) {
                (Some(lower), Some(upper)) => format!(", length {lower} to {upper}"),
                (Some(lower), None) => format!(", length at least {lower}"),
                (None, Some(upper)) => format!(", length at most {upper}"),
                (None, None) => String::new(),
            };
            let (states, rate) = (HumanCount(stats.expanded), HumanCount(rate as u64));
            let mib = stats.peak_bytes >> 20;
            format!("{states} positions, {rate}/s, {mib} MiB{bounds}")
        });
    }

    fn horizon(&self, question: &Question) {
        self.message(|| {
            let Question { horizon, unit, variables, clauses, backend, .. } = question;
            let (variables, clauses) =
                (HumanCount(u64::from(*variables)), HumanCount(u64::try_from(*clauses).unwrap_or(u64::MAX)));
            format!("{horizon} {unit}: {variables} variables, {clauses} clauses, {backend}")
        });
    }

    fn solving(&self, _conflicts: u64) {
        // What stands there, the size of the formula, is worth more; the clock shows that it goes on.
        self.tick();
    }

    fn answered(&self, round: &Round) {
        self.message(|| {
            let conflicts = HumanCount(round.conflicts);
            let (horizon, unit) = (round.question.horizon, round.question.unit);
            format!("{horizon} {unit}: {}, {conflicts} conflicts", round.answer.words())
        });
    }

    fn patterns(&self, progress: &prove::Progress) {
        self.message(|| {
            let asked = HumanCount(progress.asked);
            let patterns = HumanCount(u64::try_from(progress.patterns).unwrap_or(u64::MAX));
            format!("lost; {patterns} dead patterns so far, {asked} questions")
        });
    }

    fn smaller(&self, context: &Context, patterns: usize, facts: usize) {
        let seconds = self.elapsed().as_secs();
        self.say(context, &format!("after {seconds} s: {patterns} dead patterns, {facts} facts"));
        self.message(|| format!("lost; {patterns} dead patterns, {facts} facts; looking for fewer"));
    }

    fn tally(&self, tally: &Tally) {
        self.done_so_far(tally.deals());
        self.message(|| format!("({} unwinnable, {} unknown)", tally.unwinnable, tally.unknown));
    }

    fn ended(&self, status: &str, instance: &str, approach: &str) {
        self.advance(1);
        self.message(|| format!("({instance} by {approach}: {status})"));
    }
}
