//! DIMACS CNF.

use super::Legend;
use crate::formula::Formula;
use rustsat::types::Lit;
use std::io::{self, Write};

/// Writes a formula as DIMACS CNF.
///
/// # Errors
/// Those of the writer.
pub fn write_dimacs(out: &mut impl Write, legend: &Legend, formula: &Formula) -> io::Result<()> {
    legend.write(out)?;
    let size = formula.size();
    writeln!(out, "p cnf {} {}", size.variables, size.clauses)?;
    write_clauses(out, formula)
}

/// Writes the clauses alone, one a line: what two files of the same formula share.
///
/// # Errors
/// Those of the writer.
pub fn write_clauses(out: &mut impl Write, formula: &Formula) -> io::Result<()> {
    formula.clauses_from(0).try_for_each(|clause| write_clause(out, clause))
}

pub(super) fn write_clause(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    // By `write!` all of `encode`, which makes the formula too, takes 1.6 times as long.
    let mut number = itoa::Buffer::new();
    for lit in clause {
        out.write_all(number.format(lit.to_ipasir()).as_bytes())?;
        out.write_all(b" ")?;
    }
    out.write_all(b"0\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::instances::SatInstance;
    use std::io::Cursor;

    #[test]
    fn what_is_written_is_read_by_another_reader() {
        let mut formula = Formula::default();
        let lits: Vec<Lit> = (0..5).map(|_| formula.new_lit()).collect();
        formula.add(&[lits[0], !lits[4]]);
        formula.add(&[!lits[1]]);
        formula.imply(&[lits[2], lits[3]], &[lits[4]]);
        let names = vec![(lits[0].var(), "zero".to_owned())];
        let legend = Legend { header: vec!["two\nlines".into()], names };
        let mut text = Vec::new();
        write_dimacs(&mut text, &legend, &formula).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("c two\nc lines\nc var 1 zero\np cnf 5 3\n1 -5 0\n-2 0\n"), "{text}");
        let mut reader = Cursor::new(text.as_bytes());
        let instance: SatInstance = SatInstance::from_dimacs(&mut reader).unwrap();
        let read: Vec<Vec<Lit>> = instance.cnf().iter().map(|c| c.iter().copied().collect()).collect();
        let written: Vec<Vec<Lit>> = formula.clauses_from(0).map(<[Lit]>::to_vec).collect();
        assert_eq!(read, written);
    }
}
