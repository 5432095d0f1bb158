//! Progress lines for the page.

use patsat::ProgressEvent;
use patsat::sat::{Question, Round};
use serde::Serialize;
use web_time::{Duration, Instant};

/// A progress event for the page.
#[derive(Serialize)]
struct ProgressLine {
    /// A line that the next one replaces.
    now: String,
    /// A line that stays: a formula, or its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    stays: Option<String>,
}

/// Whole numbers as a person reads them: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Describes the formula of a query.
pub(crate) fn size(question: &Question) -> String {
    let Question { encoding, horizon, unit, variables, clauses, backend, .. } = question;
    let (variables, clauses) = (grouped(u64::from(*variables)), grouped(*clauses as u64));
    format!("{encoding}, horizon {horizon} {unit}: {variables} variables, {clauses} clauses; {backend}")
}

/// Describes the formula of a query and its answer.
pub(crate) fn answered(round: &Round) -> String {
    let seconds = round.time_ms / 1e3;
    let conflicts = grouped(round.conflicts);
    format!("{}: {}, {conflicts} conflicts, {seconds:.1} s", size(&round.question), round.answer.words())
}

/// Converts a progress event to JSON; `None` for events that the page does not show.
pub(crate) fn line(progress: &ProgressEvent) -> Option<String> {
    let (now, stays) = match progress {
        ProgressEvent::Searched(stats) => {
            let bounds = match (stats.lower_bound, stats.upper_bound) {
                (Some(lower), Some(upper)) => format!(", length {lower} to {upper}"),
                (Some(lower), None) => format!(", length at least {lower}"),
                (None, Some(upper)) => format!(", length at most {upper}"),
                (None, None) => String::new(),
            };
            let mib = stats.peak_bytes >> 20;
            (format!("{} positions, {mib} MiB{bounds}", grouped(stats.expanded)), None)
        }
        ProgressEvent::Queried(question) => (format!("solving {}", size(question)), Some(size(question))),
        ProgressEvent::Solving { conflicts } => (format!("{} conflicts", grouped(*conflicts)), None),
        ProgressEvent::Answered(round) => (answered(round), Some(answered(round))),
        ProgressEvent::Patterns(stands) => {
            let (patterns, queried) = (grouped(stands.patterns as u64), grouped(stands.queried));
            (format!("lost; {patterns} dead patterns so far, {queried} questions to the solver"), None)
        }
        ProgressEvent::Fewer { patterns, facts } => {
            (format!("{patterns} dead patterns, {facts} facts; looking for fewer"), None)
        }
        ProgressEvent::Checked { looked, of } => {
            (format!("checking the certificate, {} of {} positions", grouped(*looked), grouped(*of)), None)
        }
        _ => return None,
    };
    serde_json::to_string(&ProgressLine { now, stays }).ok()
}

/// Minimum time between two lines of which the second replaces the first: messages to the page cost time.
const SEND_EVERY: Duration = Duration::from_millis(100);

/// A watcher that sends progress to the page.
pub(crate) fn progress_watcher(on_progress: &mut dyn FnMut(&str)) -> impl FnMut(&ProgressEvent) {
    let mut next = Instant::now();
    move |progress| {
        let stays = matches!(progress, ProgressEvent::Queried(_) | ProgressEvent::Answered(_));
        if !stays && Instant::now() < next {
            return;
        }
        if let Some(line) = line(progress) {
            next = Instant::now() + SEND_EVERY;
            on_progress(&line);
        }
    }
}

/// Sends a line that the next one replaces.
pub(crate) fn now(on_progress: &mut dyn FnMut(&str), text: &str) {
    if let Ok(json) = serde_json::to_string(&ProgressLine { now: text.to_owned(), stays: None }) {
        on_progress(&json);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
