//! The actions of a plan file, in the forms in which planners print them.
//!
//! * VAL: `(move c4 d5 h5)`.
//! * LPG, popf, Metric-FF: the same with a time before it and a duration or costs after it
//!   (`0: (move c4 d5 h5) [0.001]`).
//! * FF: `step    0: MOVE C4 D5 H5`.
//! * Fast Downward's log: `move c4 d5 h5 (1)`.
//! * Unified Planning: `move(c4, d5, h5)`, also in a list.
//!
//! The lines around a plan are passed over if they are known: a line that is neither an action nor such a
//! remark is reported, so that no action is lost.

use patsat_base::{FormatError, quoted};

/// An action: its line, from 1, and its words in lower case, the operator first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Action {
    pub(super) line: usize,
    pub(super) words: Vec<String>,
}

/// A line that is no action: its number, from 1, and its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UnreadLine<'a> {
    pub(super) line: usize,
    pub(super) text: &'a str,
}

/// What a line is.
#[derive(PartialEq, Eq, Debug)]
enum Line {
    Remark,
    Actions(Vec<Vec<String>>),
    Other,
}

/// How the remarks of planners begin, in lower case.
const REMARKS: [&str; 45] = [
    "#",
    "//",
    "```",
    "...",
    "[t=",
    "action graph",
    "actual search time",
    "advancing to",
    "analyzing",
    "best first search",
    "begin plan",
    "checking",
    "computing",
    "cost:",
    "cost =",
    "cueing down",
    "domain '",
    "done",
    "duration:",
    "end plan",
    "evaluated",
    "expanded",
    "external",
    "ff:",
    "found legal plan",
    "found plan",
    "generated",
    "info ",
    "makespan",
    "metric",
    "no metric",
    "number of",
    "parsing",
    "partialorderplan",
    "plan:",
    "plan cost",
    "plan found",
    "plan length",
    "problem '",
    "quality",
    "search time",
    "solution",
    "task contains",
    "time spent",
    "total time",
];

/// The actions of a text; `known` says which words are operators.
pub(super) fn actions<'a>(
    text: &'a str,
    known: impl Fn(&str, usize) -> bool + 'a,
) -> impl Iterator<Item = Result<Action, UnreadLine<'a>>> + 'a {
    let lines = (1..).zip(text.lines()).map(move |(line, text)| (line, text, read(text, &known)));
    lines.flat_map(|(line, text, found)| match found {
        Line::Remark => Vec::new(),
        Line::Other => vec![Err(UnreadLine { line, text: text.trim() })],
        Line::Actions(all) => all.into_iter().map(|words| Ok(Action { line, words })).collect(),
    })
}

/// Checks that an action has one of these operators and its number of arguments.
pub(super) fn check(operators: &[(&str, usize)], words: &[&str]) -> Result<(), FormatError> {
    let name = words.first().copied().unwrap_or("");
    let Some(&(_, arity)) = operators.iter().find(|(known, _)| *known == name) else {
        let found = format!("the action {}", quoted(name));
        let known = itertools::join(operators.iter().map(|(name, _)| name), ", ");
        return Err(FormatError::unexpected(found, format!("one of {known}")));
    };
    if words.len() != arity + 1 {
        return Err(FormatError::unexpected(format!("{name} with {} arguments", words.len() - 1), arity));
    }
    Ok(())
}

/// Whether a text holds an action that is certainly one: of a known operator with its number of arguments.
pub(super) fn any(text: &str, known: impl Fn(&str, usize) -> bool) -> bool {
    let certain = |words: &Vec<String>| words.first().is_some_and(|name| known(name, words.len() - 1));
    text.lines().any(|line| match read(line, &known) {
        Line::Actions(all) => all.iter().all(certain),
        Line::Remark | Line::Other => false,
    })
}

fn read(line: &str, known: &impl Fn(&str, usize) -> bool) -> Line {
    let code = line.split(';').next().unwrap_or("").trim();
    if code.is_empty() {
        return Line::Remark;
    }
    let (rest, timed) = untimed(code);
    // The last line of FF's plans where costs are minimised.
    if timed && rest.eq_ignore_ascii_case("reach-goal") {
        return Line::Remark;
    }
    let found = if rest.starts_with('(') {
        in_parentheses(rest)
    } else if let Some(words) = logged(rest) {
        Some(vec![words])
    } else if rest.contains('(') {
        calls(rest)
    } else {
        let words = words(rest);
        let certain = words.first().is_some_and(|name| known(name, words.len() - 1));
        let possible = timed && words.len() > 1 && words[0].starts_with(|c: char| c.is_ascii_alphabetic());
        (certain || possible).then(|| vec![words])
    };
    match found {
        Some(actions) => Line::Actions(actions),
        None if is_remark(code) => Line::Remark,
        None => Line::Other,
    }
}

/// The text without a step number or a time before it and what planners write in brackets after it, and
/// whether there was a number.
pub(super) fn untimed(line: &str) -> (&str, bool) {
    let after_step =
        line.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).map_or(line, |_| &line[4..]);
    let is_time = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let (text, timed) = match after_step.split_once([':', ',']) {
        Some((time, rest)) if is_time(time.trim()) => (rest.trim(), true),
        _ => (line, false),
    };
    let text = match text.rfind(')') {
        Some(end) if text[end + 1..].trim_start().starts_with('[') => &text[..=end],
        _ => text,
    };
    (text, timed)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_ascii_lowercase).collect()
}

/// `(move c4 d5 h5)`, once or several times.
fn in_parentheses(text: &str) -> Option<Vec<Vec<String>>> {
    let (mut rest, mut found) = (text.trim(), Vec::new());
    while !rest.is_empty() {
        let (inside, after) = rest.strip_prefix('(')?.split_once(')')?;
        let words = words(inside);
        if words.is_empty() || inside.contains('(') {
            return None;
        }
        found.push(words);
        rest = after.trim_start_matches([',', ' ', '\t']);
    }
    Some(found)
}

/// `move c4 d5 h5 (1)`, an action and its cost, as Fast Downward logs it.
fn logged(text: &str) -> Option<Vec<String>> {
    let (action, cost) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let is_cost = !cost.is_empty() && cost.bytes().all(|b| b.is_ascii_digit());
    let words = words(action);
    let is_action = words.len() > 1 && !action.contains(['(', ')', ':', ',']);
    (is_cost && is_action).then_some(words)
}

/// `move(c4, d5, h5)`, once or several times, also in brackets.
fn calls(text: &str) -> Option<Vec<Vec<String>>> {
    let lower = text.to_ascii_lowercase();
    let inside =
        lower.strip_prefix("sequentialplan(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&lower);
    let list = inside.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(inside);
    let (mut rest, mut found) = (list.trim(), Vec::new());
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (arguments, after) = after.split_once(')')?;
        let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if !named || arguments.contains('(') {
            return None;
        }
        let arguments = arguments.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        found.push(std::iter::once(name).chain(arguments).map(str::to_owned).collect());
        rest = after.trim_start_matches([',', ' ', '\t']);
    }
    (!found.is_empty()).then_some(found)
}

/// Whether a line is what planners print around a plan.
fn is_remark(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    // Counts of FF's search, `8  [1]`, and the times that it spent.
    let counts = lower.bytes().all(|b| b.is_ascii_digit() || b" \t[].".contains(&b));
    let mut words = lower.split_whitespace();
    let seconds =
        words.next().is_some_and(|word| word.parse::<f64>().is_ok()) && words.next() == Some("seconds");
    let header = ["sequentialplan:", "timetriggeredplan:", "time:", "time: (action)"];
    let is_header = header.iter().any(|&start| lower == start) || lower.starts_with("time: (action)");
    counts || seconds || is_header || REMARKS.iter().any(|start| lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Result<String, usize>> {
        let known = |name: &str, arguments: usize| name == "move" && arguments == 3;
        let text_of = |found: Result<Action, UnreadLine<'_>>| match found {
            Ok(action) => Ok(action.words.join(" ")),
            Err(unread) => Err(unread.line),
        };
        actions(text, known).map(text_of).collect()
    }

    #[test]
    fn planners_print_actions_in_many_forms() {
        for line in [
            "(move c4 d5 h5)",
            "( MOVE C4 D5 H5 ) ; a comment",
            "0: (move c4 d5 h5)",
            "0.0003:   (MOVE C4 D5 H5) [1.000]",
            "0.000: (move c4 d5 h5)  [D:1.000; C:0.100]",
            "step    0: MOVE C4 D5 H5",
            "        1: MOVE C4 D5 H5",
            "move c4 d5 h5 (1)",
            "move c4 d5 h5",
            "    move(c4, d5, h5)",
            "[move(c4, d5, h5)]",
            "SequentialPlan([move(c4, d5, h5)])",
            "0.0: move(c4, d5, h5) [1.0]",
        ] {
            assert_eq!(of(line), [Ok("move c4 d5 h5".to_owned())], "{line}");
        }
        assert_eq!(of("(move a b c) (move c b a)").len(), 2);
        assert_eq!(of("[move(a, b, c), move(c, b, a)]").len(), 2);
    }

    #[test]
    fn remarks_are_passed_over() {
        for line in [
            "",
            "; cost = 8 (unit cost)",
            "plan cost: 49.931942",
            "SequentialPlan:",
            "Time: (ACTION) [action Duration; action Cost]",
            "ff: found legal plan as follows",
            "time spent:    0.00 seconds instantiating 5 easy, 0 hard action templates",
            "               0.00 seconds total time",
            "Cueing down from goal distance:    8 into depth [1]",
            "                                   7            [1]",
            "[t=0.002126s, 9876 KB] Plan length: 8 step(s).",
            "Plan found with cost: 8",
            "        9: REACH-GOAL",
        ] {
            assert_eq!(of(line), [], "{line}");
        }
    }

    #[test]
    fn other_lines_are_reported() {
        for line in ["(move c4 d5", "(move (c4) d5)", "()", "23 5a", "move c4 d5", "hello", "move(c4, d5"] {
            assert_eq!(of(line), [Err(1)], "{line}");
        }
    }
}
