//! WCNF in the form of the MaxSAT evaluations since 2022: no `p` line, `h` before hard
//! clauses, the weight before soft ones.

use super::Legend;
use super::dimacs::write_clause;
use crate::formula::Formula;
use rustsat::types::Lit;
use std::io::{self, Write};

/// Writes a formula whose models are to make as few as possible of `costs` true.
///
/// # Errors
/// Those of the writer.
pub fn write_wcnf(out: &mut impl Write, legend: &Legend, formula: &Formula, costs: &[Lit]) -> io::Result<()> {
    let costs: Vec<(u64, Lit)> = costs.iter().map(|&cost| (1, cost)).collect();
    write_weighted_wcnf(out, legend, formula, &costs)
}

/// As the function above, where each cost has a weight of at least 1.
///
/// # Errors
/// Those of the writer.
pub fn write_weighted_wcnf(
    out: &mut impl Write,
    legend: &Legend,
    formula: &Formula,
    costs: &[(u64, Lit)],
) -> io::Result<()> {
    legend.write(out)?;
    for clause in formula.clauses_from(0) {
        out.write_all(b"h ")?;
        write_clause(out, clause)?;
    }
    for &(weight, cost) in costs {
        write!(out, "{weight} ")?;
        write_clause(out, &[!cost])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_and_soft_clauses_are_distinguished() {
        let mut formula = Formula::default();
        let (a, b) = (formula.new_lit(), formula.new_lit());
        formula.add(&[a, b]);
        let mut text = Vec::new();
        write_wcnf(&mut text, &Legend::default(), &formula, &[a, b]).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "h 1 2 0\n1 -1 0\n1 -2 0\n");
    }
}
