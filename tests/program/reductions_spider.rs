//! Formulas as Spider deals from the command line: solved natively, and the quantified ones asked.

use assert_cmd::Command;
use std::path::Path;

fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    let output = Command::cargo_bin("patsat")
        .unwrap()
        .env("COLUMNS", "10000")
        .current_dir(folder)
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    (out, err)
}

const THESIS: &str = "p cnf 3 3\n1 2 3 0\n-1 2 3 0\n-1 -2 -3 0\n";

#[test]
fn the_thesis_example_is_solved_and_lifted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("f.cnf"), THESIS).unwrap();
    for suits in ["1", "2"] {
        let args = ["reduce", "f.cnf", "--to", "spider", "--suits", suits, "-o", "d.json"];
        let (_, out) = run(folder, &args, 0);
        assert!(out.contains("71 ranks") && out.contains("27 columns"), "{out}");
        std::fs::write(folder.join("model"), "s SATISFIABLE\nv -1 2 -3 0\n").unwrap();
        run(folder, &["lower", "d.json", "model", "--format", "plan-json", "-o", "own.json"], 0);
        run(folder, &["verify", "d.json", "own.json"], 0);
        let mut plans = vec!["own.json"];
        if suits == "1" {
            run(folder, &["solve", "d.json", "--format", "plan-json", "-o", "plan.json"], 10);
            plans.push("plan.json");
        }
        for plan in plans {
            let (lifted, _) = run(folder, &["lift", "d.json", plan], 0);
            assert!(lifted.contains("s SATISFIABLE"), "{lifted}");
        }
    }
    let contradiction = "p cnf 1 2\n1 1 1 0\n-1 -1 -1 0\n";
    std::fs::write(folder.join("f.cnf"), contradiction).unwrap();
    run(folder, &["reduce", "f.cnf", "--to", "spider", "-o", "d.json"], 0);
    run(folder, &["solve", "d.json"], 20);
}

#[test]
fn quantified_formulas_are_decided() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let quantified = "p cnf 2 1\na 1 0\ne 2 0\n1 2 2 0\n";
    std::fs::write(folder.join("f.qdimacs"), quantified).unwrap();
    let (_, out) = run(folder, &["reduce", "f.qdimacs", "--to", "easy", "-o", "easy.json"], 0);
    assert!(out.contains("ask 'patsat easy --k 1'"), "{out}");
    let (_, out) = run(folder, &["reduce", "f.qdimacs", "--to", "easy", "--as-printed", "-o", "e.json"], 0);
    assert!(out.contains("ask 'patsat easy --k 2'"), "{out}");
    let (_, out) = run(folder, &["reduce", "f.qdimacs", "--to", "fair", "-o", "fair.json"], 0);
    assert!(
        out.contains(
            "for all values of 1 variable there are values of 1 other: 1 clause (ask 'patsat fair --tops')"
        ),
        "{out}"
    );
    let (shown, _) = run(folder, &["show", "fair.json"], 0);
    assert!(shown.contains("gadget of x1") && shown.contains("choice 1"), "{shown}");
    // Short clauses are made longer, by variables of the second player if need be.
    std::fs::write(folder.join("f.qdimacs"), "p cnf 2 1\na 1 0\ne 2 0\n1 2 -1 -2 0\n").unwrap();
    run(folder, &["reduce", "f.qdimacs", "--to", "fair"], 2);
    run(folder, &["reduce", "f.qdimacs", "--to", "fair", "--to-3cnf"], 0);
    // False for one value: the order with that literal's card on top is lost.
    std::fs::write(folder.join("f.qdimacs"), "p cnf 1 1\na 1 0\n1 1 1 0\n").unwrap();
    run(folder, &["reduce", "f.qdimacs", "--to", "fair", "-o", "d.json"], 0);
    run(folder, &["fair", "d.json", "--tops"], 1);
    run(folder, &["reduce", "f.qdimacs", "--to", "easy", "-o", "d.json"], 0);
    run(folder, &["easy", "d.json", "--k", "1"], 1);
}
