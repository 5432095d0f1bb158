//! Gates over literals and constants: what is constant costs nothing.

use crate::formula::Formula;
use rustsat::types::Lit;

/// A truth value, known or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bit {
    Known(bool),
    Open(Lit),
}

pub(super) const FALSE: Bit = Bit::Known(false);
pub(super) const TRUE: Bit = Bit::Known(true);

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        match self {
            Bit::Known(value) => Bit::Known(!value),
            Bit::Open(lit) => Bit::Open(!lit),
        }
    }
}

/// Whether all are true.
pub(super) fn and(formula: &mut Formula, bits: impl IntoIterator<Item = Bit>) -> Bit {
    let mut lits: Vec<Lit> = Vec::new();
    for bit in bits {
        match bit {
            Bit::Known(true) => {}
            Bit::Known(false) => return FALSE,
            Bit::Open(lit) if lits.contains(&!lit) => return FALSE,
            Bit::Open(lit) if lits.contains(&lit) => {}
            Bit::Open(lit) => lits.push(lit),
        }
    }
    match lits.as_slice() {
        [] => TRUE,
        [lit] => Bit::Open(*lit),
        _ => {
            let all = formula.new_lit();
            lits.iter().for_each(|&lit| formula.add(&[!all, lit]));
            formula.imply(&lits, &[all]);
            Bit::Open(all)
        }
    }
}

/// Whether one is true.
pub(super) fn or(formula: &mut Formula, bits: impl IntoIterator<Item = Bit>) -> Bit {
    let bits: Vec<Bit> = bits.into_iter().map(|bit| !bit).collect();
    !and(formula, bits)
}

/// Whether at least `least` are true.
pub(super) fn at_least(formula: &mut Formula, bits: &[Bit], least: usize) -> Bit {
    // row[n]: at least n of the bits so far.
    let mut row = vec![TRUE];
    row.resize(least + 1, FALSE);
    for &bit in bits {
        for n in (1..=least).rev() {
            let more = and(formula, [row[n - 1], bit]);
            row[n] = or(formula, [row[n], more]);
        }
    }
    row[least]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_needs_no_clause() {
        let mut formula = Formula::default();
        let lit = formula.new_lit();
        let open = Bit::Open(lit);
        assert_eq!(and(&mut formula, [TRUE, open]), open);
        assert_eq!(and(&mut formula, [open, FALSE]), FALSE);
        assert_eq!(and(&mut formula, [open, !open]), FALSE);
        assert_eq!(or(&mut formula, [open, TRUE]), TRUE);
        assert_eq!(or(&mut formula, []), FALSE);
        assert_eq!(at_least(&mut formula, &[TRUE, FALSE, TRUE], 2), TRUE);
        assert_eq!(at_least(&mut formula, &[TRUE, FALSE, open], 2), open);
        assert_eq!(at_least(&mut formula, &[TRUE], 2), FALSE);
        assert_eq!(formula.size().clauses, 0);
    }
}
