//! Truth values: the lines of a SAT solver, or plain literals.

use super::literal;
use crate::Assignment;
use patsat_base::{FormatError, quoted, text};

/// Reads a value for each of the variables `1..=variables`.
///
/// Either what a solver prints (`s` and `v` lines, `c` comments) or literals alone; a 0 ends
/// a list. Where `first` variables are enough, the others may be left out together: the
/// assignment then has `first` values.
///
/// # Errors
/// A word that is no literal of a variable, a variable with two values or none, or a solver's
/// answer without a model.
pub fn read_assignment(bytes: &[u8], variables: u32, first: u32) -> Result<Assignment, FormatError> {
    let text = text(bytes, "an assignment: a solver's 's' and 'v' lines, or literals")?;
    let mut values: Vec<Option<bool>> = vec![None; variables as usize];
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        let (kind, rest) = match line.split_once(char::is_whitespace) {
            Some((kind @ ("c" | "s" | "v"), rest)) => (kind, rest.trim()),
            _ if matches!(line, "c" | "v") => continue,
            _ => ("v", line),
        };
        match (kind, rest) {
            ("c", _) | ("s", "SATISFIABLE") => {}
            ("s", _) => {
                let found = format!("a solver's answer {}", quoted(rest));
                return Err(FormatError::unexpected(found, "'s SATISFIABLE' and a model").at(number));
            }
            // The first line of MiniSat's result file, and what it prints on the screen.
            (_, "SAT" | "SATISFIABLE") => {}
            _ => {
                for word in rest.split_whitespace() {
                    take(word, &mut values).map_err(|e| e.at(number))?;
                }
            }
        }
    }
    let given = match values.iter().rposition(Option::is_some) {
        Some(last) if last < first as usize => first as usize,
        None => first as usize,
        _ => values.len(),
    };
    let found =
        |n: usize| FormatError::unexpected(format!("no value for variable {}", n + 1), expected(variables));
    let values = values[..given].iter().enumerate().map(|(n, value)| value.ok_or_else(|| found(n)));
    Ok(Assignment(values.collect::<Result<_, _>>()?))
}

fn expected(variables: u32) -> String {
    format!("one for each of the variables 1..{variables}")
}

fn take(word: &str, values: &mut [Option<bool>]) -> Result<(), FormatError> {
    let literal = literal(word, values.len() as u32)?;
    let Some(place) = (literal.unsigned_abs() as usize).checked_sub(1) else { return Ok(()) };
    if values[place].is_some_and(|value| value != (literal > 0)) {
        let found = format!("both {} and -{0}", place + 1);
        return Err(FormatError::unexpected(found, "one value for each variable"));
    }
    values[place] = Some(literal > 0);
    Ok(())
}

/// The assignment as a SAT solver prints a model: `s SATISFIABLE` and `v` lines ended by 0.
#[must_use]
pub fn solver_lines(assignment: &Assignment) -> String {
    let mut text = String::from("s SATISFIABLE\n");
    let mut line = String::from("v");
    for literal in assignment.literals().chain([0]) {
        let word = format!(" {literal}");
        // The competition's rules let no line be longer than this.
        if line.len() + word.len() > 78 {
            text += &line;
            text.push('\n');
            line.truncate(1);
        }
        line += &word;
    }
    text + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_and_people_are_understood() {
        let expected = Assignment(vec![true, false, true]);
        for text in
            ["c cadical\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "1 -2 3", "3\n-2\n1\n1\n0\n", "SAT\n1 -2 3 0\n"]
        {
            assert_eq!(read_assignment(text.as_bytes(), 3, 3).unwrap(), expected, "{text:?}");
        }
        let many = Assignment((0..100).map(|n| n % 3 == 0).collect());
        let lines = solver_lines(&many);
        assert!(lines.lines().all(|line| line.len() <= 78) && lines.ends_with(" 0\n"), "{lines}");
        assert_eq!(read_assignment(lines.as_bytes(), 100, 100).unwrap(), many);
        assert_eq!(solver_lines(&Assignment::default()), "s SATISFIABLE\nv 0\n");
        assert_eq!(read_assignment(b"v 0\n", 0, 0).unwrap(), Assignment::default());
    }

    #[test]
    fn the_last_variables_may_be_left_out_together() {
        let read = |text: &str| read_assignment(text.as_bytes(), 4, 2).map(|a| a.0.len());
        assert_eq!(read("1 2"), Ok(2));
        assert_eq!(read("1 2 3 4"), Ok(4));
        assert!(read("1 2 4").is_err() && read("1").is_err());
    }

    #[test]
    fn wrong_assignments_are_one_sentence() {
        for (text, expected) in [
            ("1 -2", "found no value for variable 3, expected one for each of the variables 1..3"),
            ("1 -2 3\n-1", "line 2: found both 1 and -1, expected one value"),
            ("1 -2 3 4", "line 1: found the literal 4, expected one of the variables 1..3"),
            ("1 -2 drei", "line 1: found 'drei', expected a literal"),
            ("s UNSATISFIABLE\n", "line 1: found a solver's answer 'UNSATISFIABLE', expected"),
            ("", "found an empty file, expected an assignment"),
            ("1 -2 99999999999", "line 1: found '99999999999'"),
        ] {
            let found = read_assignment(text.as_bytes(), 3, 3).unwrap_err().to_string();
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }
}
