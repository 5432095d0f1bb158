//! QDIMACS 1.1: DIMACS CNF behind a prefix of quantifiers, here one block of each.

use super::Legend;
use super::dimacs::write_clauses;
use crate::formula::Formula;
use rustsat::types::Var;
use std::collections::HashSet;
use std::io::{self, Write};

/// Writes "for all values of `universal` there are values of the other variables" of a formula.
///
/// # Errors
/// Those of the writer.
pub fn write_qdimacs(
    out: &mut impl Write,
    legend: &Legend,
    formula: &Formula,
    universal: &[Var],
) -> io::Result<()> {
    legend.write(out)?;
    let size = formula.size();
    writeln!(out, "p cnf {} {}", size.variables, size.clauses)?;
    let outer: HashSet<u32> = universal.iter().map(|var| var.idx32()).collect();
    let inner = (0..size.variables).filter(|var| !outer.contains(var));
    write_block(out, 'a', universal.iter().map(|var| var.idx32()))?;
    write_block(out, 'e', inner)?;
    write_clauses(out, formula)
}

/// A block without variables may not be written.
fn write_block(out: &mut impl Write, quantifier: char, vars: impl Iterator<Item = u32>) -> io::Result<()> {
    let mut vars = vars.peekable();
    if vars.peek().is_none() {
        return Ok(());
    }
    write!(out, "{quantifier}")?;
    vars.try_for_each(|var| write!(out, " {}", u64::from(var) + 1))?;
    out.write_all(b" 0\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_names_every_variable_once() {
        let mut formula = Formula::default();
        let lits: Vec<_> = (0..4).map(|_| formula.new_lit()).collect();
        formula.add(&[lits[0], !lits[2]]);
        let written = |universal: &[Var]| {
            let mut text = Vec::new();
            write_qdimacs(&mut text, &Legend::default(), &formula, universal).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(written(&[lits[2].var(), lits[1].var()]), "p cnf 4 1\na 3 2 0\ne 1 4 0\n1 -3 0\n");
        assert_eq!(written(&[]), "p cnf 4 1\ne 1 2 3 4 0\n1 -3 0\n");
    }
}
