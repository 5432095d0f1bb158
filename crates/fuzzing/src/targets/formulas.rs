//! Readers of formulas and of assignments.

use super::file;
use crate::Target;
use crate::messages::sentence;
use patsat_lrat::check_cover;
use patsat_reductions::dimacs::{Clauses, read_assignment, read_cnf, read_qdimacs, solver_lines, write_cnf};

const WORDS: &[&str] = &[
    "p",
    "cnf",
    "c",
    "%",
    "0",
    "-1",
    "1",
    "a",
    "e",
    "v",
    "s",
    "SATISFIABLE",
    "UNSATISFIABLE",
    "SAT",
    "p cnf 3 2\n",
];

pub(super) const TARGETS: &[Target] = &[
    Target { name: "dimacs", about: "a formula in DIMACS", run: dimacs, seeds: formulas, words: WORDS },
    Target { name: "qdimacs", about: "a formula in QDIMACS", run: qdimacs, seeds: quantified, words: WORDS },
    Target {
        name: "assignment",
        about: "values of variables, as solvers print them or plain",
        run: assignment,
        seeds: assignments,
        words: WORDS,
    },
    Target {
        name: "cubes-cover",
        about: "cubes that are to leave no case out, against all assignments",
        run: cover,
        seeds: trees,
        words: &["1", "-1", "2", "-2", "3", "-3", ","],
    },
];

fn dimacs(bytes: &[u8]) {
    for kind in [Clauses::Any, Clauses::NotEmpty, Clauses::OfThree] {
        match read_cnf(bytes, kind) {
            Err(error) => sentence(error),
            Ok(formula) => {
                let again = read_cnf(write_cnf(&formula, &[]).as_bytes(), kind);
                assert_eq!(again.as_ref(), Ok(&formula), "what is written reads back");
                let three = formula.to_3cnf();
                assert!(three.clauses.iter().all(|clause| clause.len() == 3), "clauses of three");
            }
        }
    }
}

fn qdimacs(bytes: &[u8]) {
    match read_qdimacs(bytes) {
        Err(error) => sentence(error),
        Ok(formula) => {
            let named = |l: &i32| {
                formula.universal.contains(&l.unsigned_abs())
                    || formula.existential.contains(&l.unsigned_abs())
            };
            assert!(formula.clauses.iter().flatten().all(named), "a variable that no line names");
        }
    }
}

fn assignment(bytes: &[u8]) {
    for (variables, first) in [(8, 8), (8, 3), (0, 0)] {
        match read_assignment(bytes, variables, first) {
            Err(error) => sentence(error),
            Ok(values) => {
                assert!([variables, first].contains(&(values.0.len() as u32)));
                let again = read_assignment(solver_lines(&values).as_bytes(), variables, first);
                assert_eq!(again.as_ref(), Ok(&values), "what is written reads back");
            }
        }
    }
}

/// Reads cubes of six variables, one a line. Accepted ones are compared with all 64 assignments.
fn cover(bytes: &[u8]) {
    let literal = |word: &str| word.parse::<i32>().ok().filter(|l| (1..=6).contains(&l.unsigned_abs()));
    let cube = |line: &str| line.split_ascii_whitespace().filter_map(literal).collect::<Vec<i32>>();
    let text = String::from_utf8_lossy(bytes);
    let cubes: Vec<Vec<i32>> = text.split(['\n', ',']).take(200).map(cube).collect();
    match check_cover(&cubes) {
        Err(fault) => sentence(fault),
        Ok(found) => {
            assert_eq!(found.cubes(), cubes.len());
            for values in 0..64u32 {
                let holds = |l: &i32| (values >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0);
                assert!(cubes.iter().any(|cube| cube.iter().all(holds)), "a case is left out: {values:b}");
            }
        }
    }
}

fn formulas() -> Vec<Vec<u8>> {
    ["all-signs-3", "contradiction", "long-and-short", "thesis-example"]
        .map(|name| file(&format!("instances/cnf/{name}.cnf")))
        .into()
}

fn quantified() -> Vec<Vec<u8>> {
    [
        "p cnf 4 2\na 1 2 0\ne 3 4 0\n1 -3 4 0\n-2 3 -4 0\n",
        "c comment\np cnf 3 3\na 1 0\na 2 0\ne 3 0\n1 2 3 0\n-1 -2 -3 0\n1 -2 3 0\n",
        "p cnf 2 1\ne 1 2 0\n1 2 0\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

fn assignments() -> Vec<Vec<u8>> {
    [
        "s SATISFIABLE\nv 1 -2 3 -4\nv 5 6 7 -8 0\n",
        "c hello\nSAT\n1 2 3 4 -5 -6 -7 -8 0\n",
        "1 -2 3\n",
        "s UNSATISFIABLE\n",
        "v\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

fn trees() -> Vec<Vec<u8>> {
    [
        "1 2\n1 -2\n-1 3 4\n-1 3 -4\n-1 -3",
        "1\n-1 2\n-1 -2 3\n-1 -2 -3 4\n-1 -2 -3 -4",
        "",
        "6 5 1\n6 5 -1\n6 -5\n-6 2 3\n-6 2 -3\n-6 -2",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}
