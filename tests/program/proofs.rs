//! Proofs that others read: of deals made from formulas, and in the formats of the standard checkers.

use patsat_testkit::cli::run;
use std::fs;
use std::path::Path;

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn proofs_of_hard_deals_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (from, out) = (folder.path().join("from"), folder.path().join("deals"));
    fs::create_dir(&from).unwrap();
    let contradiction = "p cnf 2 4\n1 2 2 0\n1 -2 -2 0\n-1 2 2 0\n-1 -2 -2 0\n";
    fs::write(from.join("a.cnf"), contradiction).unwrap();
    fs::write(from.join("b.cnf"), "p cnf 2 1\n1 two 0\n").unwrap();
    fs::write(from.join("c.cnf"), "p cnf 3 1\n1 2 3 0\n").unwrap();
    let (code, printed, err) = run(&["hard", "--game", "freecell", "--from", name(&from), "-o", name(&out)]);
    // One bad file costs that file.
    assert!(code == 2 && err.contains("b.cnf, line 2"), "{err}");
    assert_eq!(printed.lines().count(), 2, "{printed}");
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    assert!(manifest.contains("001.json") && manifest.contains("003.json") && !manifest.contains("002.json"));
    let file = |name: &str| out.join(name).to_str().unwrap().to_owned();
    let (code, printed, _) = run(&["verify", &file("001.json"), &file("001.lrat")]);
    assert!(code == 0 && printed.contains("refuted: 4 clauses, 7 proof steps"), "{printed}");
    // Cut short, and of another deal.
    let proof = fs::read_to_string(file("001.lrat")).unwrap();
    let cut: String = proof.lines().take(1).map(|line| line.replace(" 0", " 1 0") + "\n").collect();
    fs::write(file("cut.lrat"), cut).unwrap();
    assert_eq!(run(&["verify", &file("001.json"), &file("cut.lrat")]).0, 1);
    assert_eq!(run(&["verify", &file("003.json"), &file("001.lrat")]).0, 1);
    // Clauses of any length: the proof is about those that were given.
    let (long, deals) = (folder.path().join("long"), folder.path().join("three"));
    fs::create_dir(&long).unwrap();
    let text = "p cnf 4 5\n1 2 3 4 0\n-1 0\n-2 0\n-3 0\n-4 0\n";
    fs::write(long.join("a.cnf"), text).unwrap();
    let args = ["hard", "--game", "freecell", "--from", name(&long), "--to-3cnf", "-o", name(&deals)];
    assert_eq!(run(&args).0, 0);
    let file = |name: &str| deals.join(name).to_str().unwrap().to_owned();
    let verify = |cnf: &str| run(&["verify", &file("001.json"), &file("001.lrat"), "--cnf", cnf]);
    assert_eq!(verify(&file("001.cnf")).0, 0);
    let (code, printed, _) = verify(&from.join("a.cnf").display().to_string());
    assert!(code == 1 && printed.contains("made from another formula"), "{printed}");
}

/// Checks formula and proof against what Lean's Mathlib reads (`lrat_proof`): a formula without comments, numbers apart by
/// white space, each list ended by 0, steps with positive hints alone.
fn follow_the_grammar(dimacs: &str, lrat: &str) {
    let plain: String =
        dimacs.lines().filter(|line| !line.starts_with('c')).map(|line| line.to_owned() + "\n").collect();
    let mut words = plain.strip_prefix("p cnf ").unwrap().split_ascii_whitespace();
    let mut natural = || words.next().unwrap().parse::<usize>().unwrap();
    let (variables, clauses) = (natural(), natural());
    let literals: Vec<i64> = words.map(|word| word.parse().unwrap()).collect();
    assert_eq!(literals.iter().filter(|&&literal| literal == 0).count(), clauses);
    assert!(literals.last() == Some(&0) && literals.iter().all(|l| l.unsigned_abs() as usize <= variables));
    let mut words = lrat.split_ascii_whitespace().peekable();
    let mut last = Vec::new();
    while let Some(step) = words.next() {
        assert!(step.parse::<u64>().is_ok_and(|step| step > 0), "{step}");
        let deletes = words.next_if_eq(&"d").is_some();
        let mut list = || -> Vec<i64> {
            let numbers = words.by_ref().map(|word| word.parse().unwrap());
            numbers.take_while(|&number| number != 0).collect()
        };
        let positive = if deletes {
            list()
        } else {
            last = list();
            list()
        };
        assert!(positive.iter().all(|&number| number > 0), "step {step}: {positive:?}");
    }
    assert!(last.is_empty());
}

/// Proofs as the standard checkers read them: ours follows the text, and another solver finds the formula beside it
/// unsatisfiable.
#[test]
fn proofs_are_written_for_other_checkers() {
    let folder = tempfile::tempdir().unwrap();
    let file = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    let question = ["ms:3", "--ranks", "4", "--cells", "1", "--columns", "4", "--encoding", "sequential"];
    let solve = |format: &str, horizon: &str| {
        let more = ["--by", "sat", "--horizon", horizon, "--proof", &file(format), "--proof-format", format];
        run(&[&["solve"], &question[..], &more].concat())
    };
    let (code, _, err) = solve("lrat", "6");
    assert_eq!(code, 21, "{err}");
    let verify = |proof: &str, horizon: &str| {
        run(&[&["verify", "ms:3", proof, "--horizon", horizon], &question[1..]].concat())
    };
    let (code, out, _) = verify(&file("lrat"), "6");
    assert!(code == 0 && out.contains("no plan within 6 moves of encoding sequential"), "{out}");
    // Of a longer bound it says nothing, nor without one, nor cut.
    assert_eq!(verify(&file("lrat"), "7").0, 1);
    let (code, _, err) = run(&["verify", "ms:3", &file("lrat"), "--ranks", "4"]);
    assert!(code == 2 && err.contains("expected --encoding and --horizon"), "{err}");
    let text = fs::read_to_string(file("lrat")).unwrap();
    fs::write(file("cut"), &text[..text.len() / 2]).unwrap();
    assert_eq!(verify(&file("cut"), "6").0, 1);
    let dimacs = fs::read_to_string(file("lrat.cnf")).unwrap();
    assert!(dimacs.contains("\np cnf ") && dimacs.starts_with("c patsat "));
    // DRAT has the literals of the same steps.
    assert_eq!(solve("drat", "6").0, 21);
    let drat = fs::read_to_string(file("drat")).unwrap();
    let (added, deleted): (Vec<&str>, Vec<&str>) = drat.lines().partition(|line| !line.starts_with("d "));
    let (steps, forgotten): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.split(' ').nth(1) != Some("d"));
    assert_eq!(added.len(), steps.len());
    assert!(deleted.len() >= forgotten.len() && drat.lines().all(|line| line.ends_with('0')));
    assert_eq!(added.last(), Some(&"0"));
    assert_eq!(fs::read_to_string(file("drat.cnf")).unwrap(), dimacs);
    follow_the_grammar(&dimacs, &text);
    for checker in [["lrat-check", "lrat"], ["cake_lpr", "lrat"], ["drat-trim", "drat"]] {
        let args = [file(&format!("{}.cnf", checker[1])), file(checker[1])];
        match std::process::Command::new(checker[0]).args(&args).output() {
            Ok(output) => {
                assert!(String::from_utf8_lossy(&output.stdout).contains("VERIFIED"), "{checker:?}");
            }
            Err(_) => eprintln!("skipped: there is no '{}'", checker[0]),
        }
    }
    let (code, _, err) = run(&["solve", "ms:3", "--proof", &file("x"), "--proof-format", "drat"]);
    assert!(code == 2 && err.contains("are for --by sat"), "{err}");
}
