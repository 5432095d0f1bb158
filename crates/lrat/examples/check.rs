//! Checks that an LRAT proof shows a DIMACS file to have no model.
//!
//! ```text
//! cargo run -p patsat-lrat --example check -- FORMULA.cnf PROOF.lrat
//! ```
//! Exit code 0: it does; 1: it does not, and the reason is printed with the number of the step; 2: a
//! file cannot be read.

use patsat_lrat::check_refutation;
use std::fs::{self, File};
use std::io::BufReader;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [formula, proof] = &arguments[..] else {
        eprintln!("usage: check FORMULA.cnf PROOF.lrat");
        return ExitCode::from(2);
    };
    let (clauses, proof) = match (read(formula), open(proof)) {
        (Ok(clauses), Ok(proof)) => (clauses, proof),
        (Err(error), _) | (_, Err(error)) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    match check_refutation(clauses.iter().map(Vec::as_slice), proof) {
        Ok(found) => {
            let (derived, hints) = (found.derived(), found.hints());
            println!(
                "valid: {} clauses have no model, by {derived} derived ones and {hints} hints",
                found.clauses()
            );
            ExitCode::SUCCESS
        }
        Err(fault) => {
            println!("not valid: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn open(path: &str) -> Result<BufReader<File>, String> {
    Ok(BufReader::new(File::open(path).map_err(|e| format!("{path}: {e}"))?))
}

fn read(path: &str) -> Result<Vec<Vec<i32>>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    clauses(&text).map_err(|what| format!("{path}: {what}"))
}

/// The clauses of a DIMACS file, in its order: that is how proofs number them.
fn clauses(text: &str) -> Result<Vec<Vec<i32>>, String> {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head = lines.find(|line| !line.trim().is_empty()).ok_or("it is empty")?;
    let words: Vec<&str> = head.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, count] = words[..] else {
        return Err(format!("expected 'p cnf VARIABLES CLAUSES', found '{head}'"));
    };
    let number = |word: &str| word.parse::<u32>().map_err(|_| format!("'{word}' is no number of them"));
    let (variables, count) = (number(variables)?, number(count)?);
    let (mut clauses, mut clause) = (Vec::new(), Vec::new());
    for word in lines.flat_map(str::split_ascii_whitespace) {
        match word.parse::<i32>().map_err(|_| format!("'{word}' is no literal"))? {
            0 => clauses.push(std::mem::take(&mut clause)),
            literal if literal.unsigned_abs() <= variables => clause.push(literal),
            literal => return Err(format!("literal {literal} in a formula of {variables} variables")),
        }
    }
    if !clause.is_empty() || clauses.len() != count as usize {
        return Err(format!("expected {count} clauses that end with 0, found {}", clauses.len()));
    }
    Ok(clauses)
}
