//! Cubes as look-ahead solvers write them: a line `a 1 -2 0` each (iCNF; van der Tak, Heule, Biere,
//! "Concurrent cube-and-conquer", 2012).

use rustsat::types::Lit;
use std::fmt::Write;

/// One line.
#[must_use]
pub fn cube_line(cube: &[Lit]) -> String {
    let mut line = String::from("a ");
    for literal in cube {
        // Writing to a string never fails.
        let _ = write!(line, "{} ", literal.to_ipasir());
    }
    line + "0\n"
}

/// Reads a line of the form that [`cube_line`] writes, of a formula with `variables` variables; `None` for
/// other lines.
#[must_use]
pub fn read_cube_line(line: &str, variables: u32) -> Option<Vec<Lit>> {
    let mut words = line.strip_prefix("a ")?.split(' ');
    if words.next_back() != Some("0") {
        return None;
    }
    let literal = |word: &str| {
        let number: i32 = word.parse().ok()?;
        (1..=variables).contains(&number.unsigned_abs()).then(|| Lit::from_ipasir(number).ok())?
    };
    words.map(literal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back() {
        for text in ["a 0\n", "a 1 -2 0\n", "a -7 3 5 0\n"] {
            let cube = read_cube_line(text.trim_end(), 7).unwrap();
            assert_eq!(cube_line(&cube), text);
        }
        for text in ["", "a", "a ", "a 1", "a 8 0", "a -8 0", "a 1 0 0", "a x 0", "1 0", "a 1  0", "a 0 "] {
            assert_eq!(read_cube_line(text, 7), None, "{text}");
        }
        assert_eq!(read_cube_line("a -2147483648 0", 7), None);
    }
}
