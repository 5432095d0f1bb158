//! DRAT proofs of other solvers, given to `verify`.

use assert_cmd::Command;
use patsat_testkit::cli::{CommandOutput, file, is_installed, output_of, run};
use std::path::Path;
use tempfile::TempDir;

const GAME: [&str; 5] = ["ms:2", "--ranks", "3", "--cells", "2"];
const WHICH: [&str; 4] = ["--encoding", "sequential", "--horizon", "6"];

fn verify(proof: &str, which: &[&str]) -> CommandOutput {
    let [deal, game @ ..] = GAME;
    run(&[&["verify", deal, proof], &game[..], which].concat())
}

/// The formula of a horizon, and CaDiCaL's proof about it: text, or in its binary form.
fn proof(folder: &Path, which: &[&str], binary: bool) -> Vec<u8> {
    let (formula, proof) = (folder.join("f.cnf"), folder.join("f.drat"));
    let (code, _, err) = run(&[&["encode"], &GAME[..], which, &["-o", formula.to_str().unwrap()]].concat());
    assert_eq!(code, 0, "{err}");
    let mut solver = std::process::Command::new("cadical");
    solver.arg("-q").args((!binary).then_some("--no-binary"));
    let ended = solver.args([&formula, &proof]).output().unwrap();
    assert_eq!(ended.status.code(), Some(20), "{ended:?}");
    std::fs::read(proof).unwrap()
}

#[test]
fn a_drat_proof_is_completed_and_checked() {
    if !is_installed("cadical") || !is_installed("rate") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("proof");
    let name = path.to_str().unwrap();
    for binary in [false, true] {
        let bytes = proof(folder.path(), &WHICH, binary);
        std::fs::write(&path, &bytes).unwrap();
        let (code, out, err) = verify(name, &WHICH);
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.starts_with("valid: no plan within 6 moves of encoding sequential"), "{out}");
        // The formula that it is about must be named.
        let (code, out, err) = verify(name, &[]);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains("found a DRAT proof, expected --encoding and --horizon"), "{err}");
        // It is no proof about a formula that has a model.
        let (code, out, err) = verify(name, &["--encoding", "sequential", "--horizon", "40"]);
        assert_eq!(code, 1, "{out}{err}");
        assert!(out.starts_with("not valid: 'rate' refuses the DRAT proof"), "{out}");
    }
    // A part of a proof does not suffice.
    let text = String::from_utf8(proof(folder.path(), &WHICH, false)).unwrap();
    let added: Vec<&str> = text.lines().filter(|line| !line.starts_with('d')).collect();
    assert!(added.len() > 3, "the formula is refuted by propagation alone");
    for wrong in
        ["0\n".to_owned(), "1 0\n-1 0\n0\n".to_owned(), format!("{}\n", added[0]), "d 1 2 0\n0\n".to_owned()]
    {
        let proof = file(folder.path(), "wrong", &wrong);
        let (code, out, err) = verify(&proof, &WHICH);
        assert_eq!(code, 1, "{wrong}: {out}{err}");
        assert!(out.starts_with("not valid: "), "{out}");
    }
}

#[test]
fn without_a_checker_the_error_explains_the_lrat_route() {
    let folder = TempDir::new().unwrap();
    let proof = file(folder.path(), "p.drat", "1 -2 0\nd 1 2 3 0\n0\n");
    let [deal, game @ ..] = GAME;
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env("PATH", folder.path()).args(["verify", deal, &proof]).args(game).args(WHICH);
    let (code, out, err) = output_of(&mut command);
    assert_eq!((code, out.as_str()), (4, ""), "{err}");
    assert!(err.contains("neither 'rate' nor 'drat-trim' is installed"), "{err}");
    assert!(err.contains("drat-trim formula.cnf proof -L proof.lrat") && err.lines().count() == 1, "{err}");
}

/// A deal made from a formula: the proof is about that formula.
#[test]
fn a_drat_proof_about_the_formula_of_a_deal() {
    if !is_installed("cadical") || !is_installed("rate") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let every = |n: u32| (0..3).map(move |v| if n >> v & 1 == 1 { -(v + 1) } else { v + 1 });
    let clauses: String = (0..8).map(|n| itertools::join(every(n), " ") + " 0\n").collect();
    let cnf = file(folder.path(), "u.cnf", &format!("p cnf 3 8\n{clauses}"));
    let game = folder.path().join("deal.json");
    let game = game.to_str().unwrap();
    let (code, _, err) = run(&["reduce", &cnf, "--to", "freecell", "--cells", "0", "-o", game]);
    assert_eq!(code, 0, "{err}");
    for binary in [false, true] {
        let proof = folder.path().join("p.drat");
        let mut solver = std::process::Command::new("cadical");
        solver.arg("-q").args((!binary).then_some("--no-binary")).arg(&cnf).arg(&proof);
        assert_eq!(solver.output().unwrap().status.code(), Some(20));
        let (code, out, err) = run(&["verify", game, proof.to_str().unwrap()]);
        assert_eq!(code, 0, "{out}{err}");
        assert!(
            out.starts_with("valid: the formula of this deal is unsatisfiable; refuted: 8 clauses"),
            "{out}"
        );
    }
    let wrong = file(folder.path(), "w.drat", "0\n");
    assert_eq!(run(&["verify", game, &wrong]).0, 1);
}
