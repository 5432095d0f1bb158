//! What the live line shows of a search, of questions to solvers, of surveys.

use patsat_base::number;
use patsat_console::context::Context;
use patsat_console::progress::LiveLine;
use patsat_experiments::survey::Tally;
use patsat_planning::ProgressEvent;
use patsat_planning::sat::Question;
use patsat_search::Stats;

/// What is shown on a [`LiveLine`] line.
pub(crate) trait Shows {
    fn shows(&self, context: &Context, progress: &ProgressEvent);
    /// The state of a search.
    fn stats(&self, stats: &Stats);
    /// The state of a survey.
    fn tally(&self, tally: &Tally);
    /// The end of a run of a campaign.
    fn ended(&self, status: &str, instance: &str, approach: &str);
}

impl Shows for LiveLine {
    fn shows(&self, context: &Context, progress: &ProgressEvent) {
        match progress {
            ProgressEvent::Searched(stats) => self.stats(stats),
            ProgressEvent::Queried(question) => self.message(|| {
                let Question { horizon, unit, variables, clauses, backend, .. } = question;
                let (variables, clauses) = (number(u64::from(*variables)), number(*clauses as u64));
                format!("{horizon} {unit}: {variables} variables, {clauses} clauses, {backend}")
            }),
            ProgressEvent::Answered(round) => self.message(|| {
                let conflicts = number(round.conflicts);
                let (horizon, unit) = (round.question.horizon, round.question.unit);
                format!("{horizon} {unit}: {}, {conflicts} conflicts", round.answer.words())
            }),
            ProgressEvent::Patterns(progress) => self.message(|| {
                let (patterns, queried) = (number(progress.patterns as u64), number(progress.queried));
                format!("lost; {patterns} dead patterns so far, {queried} questions")
            }),
            ProgressEvent::Fewer { patterns, facts } => {
                let seconds = self.elapsed().as_secs();
                self.note(context, &format!("after {seconds} s: {patterns} dead patterns, {facts} facts"));
                self.message(|| format!("lost; {patterns} dead patterns, {facts} facts; looking for fewer"));
            }
            ProgressEvent::Checked { looked, of } => {
                self.message(|| format!("checking the certificate, {} of {}", number(*looked), number(*of)));
            }
            // While a solver works the line keeps the size of the formula; the clock shows that it goes on.
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
            let (states, rate) = (number(stats.expanded), number(rate as u64));
            let mib = stats.peak_bytes >> 20;
            format!("{states} positions, {rate}/s, {mib} MiB{bounds}")
        });
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
