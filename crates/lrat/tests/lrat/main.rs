//! The checker against a second one and against brute force, its reader byte by byte, its limits.

mod agreement;
mod formats;
mod limits;
mod naive;
mod proofs;

use naive::Step;
use patsat_lrat::{LratFault, Refutation, check_refutation};

/// A clause, as DIMACS has it.
type Clause = Vec<i32>;

fn checked(formula: &[Clause], proof: &[u8]) -> Result<Refutation, LratFault> {
    check_refutation(formula.iter().map(Vec::as_slice), proof)
}

/// A source of small numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The steps as text.
fn text(steps: &[Step]) -> Vec<u8> {
    let mut text = String::new();
    for step in steps {
        let words = |numbers: &[i64]| numbers.iter().map(|n| format!("{n} ")).collect::<String>();
        text += &match step {
            Step::Add { id, literals, hints } => {
                let literals: Vec<i64> = literals.iter().map(|&l| l.into()).collect();
                format!("{id} {}0 {}0\n", words(&literals), words(hints))
            }
            Step::Delete { ids } => format!("1 d {}0\n", words(ids)),
        };
    }
    text.into_bytes()
}

/// A number in base 128, low part first, after its sign went into the lowest bit.
fn number(n: i64) -> Vec<u8> {
    let mut rest = 2 * n.unsigned_abs() + u64::from(n < 0);
    let mut bytes = Vec::new();
    while rest > 127 {
        bytes.push(128 | (rest % 128) as u8);
        rest /= 128;
    }
    bytes.push(rest as u8);
    bytes
}

/// The steps in binary.
fn binary(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for step in steps {
        let ends = |numbers: &[i64]| [numbers.iter().flat_map(|&n| number(n)).collect(), vec![0]].concat();
        bytes.extend(match step {
            Step::Add { id, literals, hints } => {
                let literals: Vec<i64> = literals.iter().map(|&l| l.into()).collect();
                [b"a".to_vec(), number(*id as i64), ends(&literals), ends(hints)].concat()
            }
            Step::Delete { ids } => [b"d".to_vec(), ends(ids)].concat(),
        });
    }
    bytes
}
