//! Checks of our proofs by third-party programs.
//!
//! The same clauses in the same order go to `rate` as DRAT, so without our hints, and to
//! `veripb` as a pseudo-Boolean proof, with them. Both must also refuse what is no proof. Each
//! test is skipped, with a message, where its program is missing.

use patsat_testkit::Dice;
use patsat_testkit::formulas::{Clauses, pigeons};
use patsat_testkit::proofs::{proof, provers, refutable};
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// One step of a binary LRAT proof, read without the program's own reader.
enum Line {
    Add { id: u64, literals: Vec<i64>, hints: Vec<i64> },
    Delete(Vec<u64>),
}

fn lines(proof: &[u8]) -> Vec<Line> {
    fn list(bytes: &mut impl Iterator<Item = u8>) -> Vec<u64> {
        let mut number = || {
            let (mut value, mut shift) = (0u64, 0);
            loop {
                let byte = bytes.next().unwrap();
                value |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    return value;
                }
            }
        };
        std::iter::from_fn(|| Some(number()).filter(|&n| n != 0)).collect()
    }
    let signed = |n: &u64| (n / 2) as i64 * if n.is_multiple_of(2) { 1 } else { -1 };
    let mut bytes = proof.iter().copied();
    let mut lines = Vec::new();
    while let Some(kind) = bytes.next() {
        let items = list(&mut bytes);
        if kind == b'd' {
            lines.push(Line::Delete(items.iter().map(|id| id / 2).collect()));
        } else {
            let literals = items[1..].iter().map(signed).collect();
            let hints = list(&mut bytes).iter().map(signed).collect();
            lines.push(Line::Add { id: items[0] / 2, literals, hints });
        }
    }
    lines
}

fn numbers(clause: &[rustsat::types::Lit]) -> Vec<i64> {
    clause.iter().map(|l| i64::from(l.to_ipasir())).collect()
}

fn dimacs(clauses: &Clauses) -> String {
    let variables = clauses.iter().flatten().map(|l| l.vidx() + 1).max().unwrap_or(0);
    let clause = |c: &Vec<_>| itertools::join(numbers(c), " ") + " 0\n";
    format!("p cnf {variables} {}\n{}", clauses.len(), clauses.iter().map(clause).collect::<String>())
}

/// The clauses and deletions of a proof, without hints: a DRAT proof.
fn drat(formula: &Clauses, proof: &[u8]) -> String {
    let mut alive: HashMap<u64, Vec<i64>> = (1..).zip(formula.iter().map(|c| numbers(c))).collect();
    let mut text = String::new();
    let show = |clause: &[i64]| clause.iter().map(|l| format!("{l} ")).collect::<String>() + "0\n";
    for line in lines(proof) {
        match line {
            Line::Delete(ids) => {
                for clause in ids.iter().map(|id| alive.remove(id).unwrap()) {
                    // Checkers of DRAT keep units, and call their deletion a mistake.
                    if clause.len() > 1 {
                        text += &format!("d {}", show(&clause));
                    }
                }
            }
            Line::Add { id, literals, .. } => {
                text += &show(&literals);
                alive.insert(id, literals);
            }
        }
    }
    text
}

/// Writes the proof as a pseudo-Boolean one of version 3. A clause becomes "the sum of its literals
/// is at least 1". It follows by unit propagation over its hints alone. Where hints are resolved
/// with, it keeps satisfiability instead, with its first literal as the witness. Clauses are
/// renumbered without gaps.
fn pseudo_boolean(formula: &Clauses, proof: &[u8]) -> String {
    let literal = |l: &i64| format!("{}x{}", if *l < 0 { "~" } else { "" }, l.abs());
    let mut number: HashMap<u64, u64> = (1..=formula.len() as u64).map(|n| (n, n)).collect();
    let mut last = formula.len() as u64;
    let mut text = format!("pseudo-Boolean proof version 3.0\nf {last};\n");
    for line in lines(proof) {
        match line {
            Line::Delete(ids) => {
                let ids: Vec<u64> = ids.iter().map(|id| number.remove(id).unwrap()).collect();
                text += &format!("del id {};\n", itertools::join(ids, " "));
            }
            Line::Add { id, literals, hints } => {
                let sum: String = literals.iter().map(|l| format!("1 {} ", literal(l))).collect();
                let reason = if hints.iter().any(|&hint| hint < 0) {
                    let (witness, value) = (literals[0], u8::from(literals[0] > 0));
                    format!("red {sum}>= 1 : x{} -> {value};\n", witness.abs())
                } else {
                    let hints = hints.iter().map(|hint| number[&hint.unsigned_abs()]);
                    format!("rup {sum}>= 1 : ~ {};\n", itertools::join(hints, " "))
                };
                text += &reason;
                last += 1;
                number.insert(id, last);
            }
        }
    }
    format!("{text}output NONE;\nconclusion UNSAT : {last};\nend pseudo-Boolean proof;\n")
}

/// A program that reads a formula and a proof.
struct Checker {
    program: &'static str,
    accepts: &'static str,
    write: fn(&Clauses, &[u8]) -> String,
    folder: TempDir,
}

impl Checker {
    fn new(program: &'static str) -> Option<Checker> {
        let (accepts, write): (_, fn(&Clauses, &[u8]) -> String) = match program {
            "rate" => ("s VERIFIED", drat),
            _ => ("s VERIFIED UNSATISFIABLE", pseudo_boolean),
        };
        if Command::new(program).arg("--version").output().is_err() {
            eprintln!("skipped: the proof checker '{program}' is not installed");
            return None;
        }
        Some(Checker { program, accepts, write, folder: tempfile::tempdir().unwrap() })
    }

    /// Whether it accepts, and its output.
    fn check(&self, formula: &Clauses, proof: &str) -> (bool, String) {
        let file = |name: &str, text: &str| -> PathBuf {
            let path = self.folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let files = [file("f.cnf", &dimacs(formula)), file("f.proof", proof)];
        let output = Command::new(self.program).args(files).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success() && out.lines().any(|line| line == self.accepts), out)
    }

    fn agrees(&self, seeds: std::ops::Range<u64>) {
        let mut formulas = refutable(seeds);
        formulas.push(pigeons(7, 6));
        for row in provers() {
            for formula in &formulas {
                let text = (self.write)(formula, &proof(row, formula));
                let (accepted, out) = self.check(formula, &text);
                assert!(accepted, "{} on a proof by {}: {out}\n{text}", self.program, row.name);
            }
        }
    }

    /// Checks that the proof of one formula is refused for a formula with a model.
    fn refuses_the_proof_of_another_formula(&self, seeds: std::ops::Range<u64>) {
        for row in provers() {
            for (n, formula) in refutable(seeds.clone()).iter().enumerate() {
                let text = (self.write)(formula, &proof(row, formula));
                let mut dice = Dice::new(n as u64);
                let mut other = formula.clone();
                while !patsat_testkit::formulas::satisfiable(&other, 12) {
                    let clause = dice.below(other.len());
                    // The clause keeps its place, so that the proof's numbers still mean the same
                    // clauses.
                    other[clause] = vec![rustsat::types::Lit::positive(11)];
                }
                let (accepted, out) = self.check(&other, &text);
                assert!(!accepted, "{} on a proof by {}: {out}\n{text}", self.program, row.name);
            }
        }
    }
}

#[test]
fn rate_agrees() {
    let Some(rate) = Checker::new("rate") else { return };
    rate.agrees(600..620);
    rate.refuses_the_proof_of_another_formula(640..650);
}

#[test]
fn veripb_agrees() {
    let Some(veripb) = Checker::new("veripb") else { return };
    veripb.agrees(600..620);
    veripb.refuses_the_proof_of_another_formula(640..650);
}

/// One number of a proof is changed: a hint is taken away, or a literal is left out.
#[test]
fn veripb_refuses_a_tampered_proof() {
    let Some(veripb) = Checker::new("veripb") else { return };
    let formula = pigeons(4, 3);
    for row in provers() {
        let text = (veripb.write)(&formula, &proof(row, &formula));
        assert!(veripb.check(&formula, &text).0);
        let changed = |change: &dyn Fn(&str) -> Option<String>| {
            let mut done = false;
            let lines = text.lines().map(|line| match change(line).filter(|_| !done) {
                Some(line) => {
                    done = true;
                    line
                }
                None => line.to_owned(),
            });
            let spoilt = itertools::join(lines, "\n");
            assert!(done, "{text}");
            spoilt
        };
        let hintless = changed(&|line| {
            Some(format!("{}: ~;", line.strip_prefix("rup ").map(|_| line.split_once(':'))??.0))
        });
        let shorter = changed(&|line| {
            let rest = line.strip_prefix("rup 1 ")?;
            Some(format!("rup {}", rest.split_once(' ')?.1))
        });
        let unfinished = text.replace("rup >= 1 ", "rup 1 x1 >= 1 ");
        for spoilt in [hintless, shorter, unfinished] {
            let (accepted, out) = veripb.check(&formula, &spoilt);
            assert!(!accepted, "{}: {out}\n{spoilt}", row.name);
        }
    }
}
