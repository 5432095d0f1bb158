//! "No plan within N moves", made by the encoding `proved` and checked by the program that is extracted from Coq.

use patsat_testkit::cli::run;
use patsat_testkit::proved;
use std::fs;

/// A proof as this program writes it and one in LRAT are accepted; what is changed in them is refused.
#[test]
fn bounds_are_checked_by_the_proved_program() {
    let Some(program) = proved::program() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    let question = ["solve", "ms:2", "--by", "sat", "--encoding", "proved", "--horizon", "56", "--proof"];
    assert_eq!(run(&[&question[..], &[&file("proof")]].concat()).0, 21);
    assert_eq!(run(&[&question[..], &[&file("lrat"), "--proof-format", "lrat"]].concat()).0, 21);
    let check = |args: &[&str]| proved::run(&program, args);
    for proof in ["proof", "lrat"] {
        let (code, out) = check(&["bound", "ms:2", "56", &file(proof)]);
        assert!(code == 0 && out.contains("no plan of at most 56 single moves wins"), "{out}");
        for (deal, moves) in [("ms:2", "57"), ("ms:2", "80"), ("ms:3", "56")] {
            let (code, out) = check(&["bound", deal, moves, &file(proof)]);
            assert!(code == 1 && out.starts_with("not valid: "), "{deal} {moves}: {out}");
        }
    }
    // The formula is the one that the proved encoder writes.
    let (code, theirs) = check(&["encode", "ms:2", "56"]);
    let ours = fs::read_to_string(file("lrat.cnf")).unwrap();
    assert!(code == 0 && ours.lines().filter(|line| !line.starts_with('c')).eq(theirs.lines()));
    assert_eq!(check(&["lrat", &file("lrat.cnf"), &file("lrat")]).0, 0);
    assert_eq!(check(&["lrat", &file("lrat.cnf"), &file("lrat"), "--maps"]).0, 0);
    // The first hint of the last step is changed; a clause that it needs is replaced by another one.
    let proof = fs::read_to_string(file("lrat")).unwrap();
    let last = proof.lines().last().unwrap();
    let (start, hints) = last.split_once(" 0 ").unwrap();
    let (hint, rest) = hints.split_once(' ').unwrap();
    let other = if hint == "1" { "2" } else { "1" };
    fs::write(file("changed"), proof.replace(last, &format!("{start} 0 {other} {rest}"))).unwrap();
    let (code, out) = check(&["bound", "ms:2", "56", &file("changed")]);
    assert!(code == 1 && out.contains("does not follow"), "{out}");
    let goal = theirs.lines().count() - 1;
    let mut clauses: Vec<&str> = theirs.lines().collect();
    clauses[goal] = clauses[1];
    fs::write(file("without.cnf"), clauses.join("\n") + "\n").unwrap();
    assert_eq!(check(&["lrat", &file("without.cnf"), &file("lrat")]).0, 1);
    fs::write(file("cut"), &proof[..proof.len() / 2]).unwrap();
    assert_ne!(check(&["bound", "ms:2", "56", &file("cut")]).0, 0);
    let mut bytes = fs::read(file("proof")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(file("damaged"), bytes).unwrap();
    let (code, out) = check(&["bound", "ms:2", "56", &file("damaged")]);
    assert!(code == 1 && out.contains("checksum"), "{out}");
}

/// A proof that is kept: clauses and their order stay as they are.
#[test]
fn a_kept_proof_stays_valid() {
    let kept = "instances/certificates/ms-2-within-64.proof";
    let (code, out, err) = run(&["verify", "ms:2", kept]);
    assert!(code == 0 && out.contains("no plan within 64 moves of encoding proved"), "{out}{err}");
    let Some(program) = proved::program() else { return };
    for (moves, expected) in [("64", 0), ("63", 1), ("65", 1)] {
        assert_eq!(proved::run(&program, &["bound", "ms:2", moves, kept]).0, expected, "{moves}");
    }
}

/// What is no LRAT, no DIMACS or no number of moves gets a sentence.
#[test]
fn the_proved_program_reports_what_it_cannot_read() {
    let Some(program) = proved::program() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    let formula = "p cnf 2 2\n1 0\n-1 0\n";
    for (formula, proof, code, expected) in [
        (formula, "3 0 1 2 0\n", 0, "2 clauses have no model"),
        (formula, "c a remark\n\n3 2 0 1 2 0\n4 d 3 0\n5 0 1 2 0\n", 0, "by 2 derived ones"),
        (formula, "", 1, "ends after 0 steps"),
        (formula, "3 2 0 1 2 0\n", 1, "ends after 1 steps"),
        (formula, "3 0 2 0\n", 1, "step 1 of the proof does not follow"),
        (formula, "3 0 7 0\n", 1, "step 1 of the proof does not follow"),
        (formula, "3 1 0 -1 2 0\n", 1, "a step by RAT"),
        (formula, "x\n", 2, ":1: found 'x', expected the number of a clause"),
        (formula, "3 5 0 1 0\n", 2, ":1: found variable 5, expected at most 2"),
        (formula, "3 1\n", 2, ":1: found the end of the line, expected a literal"),
        (formula, "3 -0 0\n", 2, ":1: found '-0', expected a literal"),
        (formula, "3 1x 0\n", 2, ":1: found '1x', expected a literal"),
        (formula, "3 0 1 2 0 4\n", 2, ":1: found '4', expected the end of the line"),
        (formula, "3 0 1 2\n", 2, ":1: found the end of the line"),
        (formula, "99999999999999999 0\n", 2, "more than 15 digits"),
        ("p cnf 2 3\n1 0\n-1 0\n", "", 2, "found 2 clauses, expected 3"),
        ("p cnf 2\n1 0\n", "", 2, "without two numbers"),
        ("p cnf 1 1\n2 0\n", "", 2, ":2: found variable 2, expected at most 1"),
        ("1 0\n", "", 2, ":1: found '1', expected 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 1 1\n1\n", "", 2, "found the end of the file"),
    ] {
        fs::write(file("cnf"), formula).unwrap();
        fs::write(file("lrat"), proof).unwrap();
        let (found, out) = proved::run(&program, &["lrat", &file("cnf"), &file("lrat")]);
        assert!(found == code && out.contains(expected) && out.lines().count() == 1, "{formula}{proof}{out}");
    }
    let (code, out) = proved::run(&program, &["bound", "ms:2", "many", &file("lrat")]);
    assert!(code == 2 && out.contains("found 'many', expected a number of moves"), "{out}");
    let (code, out) = proved::run(&program, &["bound", "ms:2", "5", &file("none")]);
    assert!(code == 2 && out.contains("No such file"), "{out}");
}
