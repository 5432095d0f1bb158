//! Certificates of shortest plans from the command line: written, checked again, and refused elsewhere.

use patsat_testkit::cli::run;

/// A game as it is named on the command line.
type Game<'a> = &'a [&'a str];

const SMALL: Game<'_> = &["ms:1", "--ranks", "5", "--columns", "5", "--cells", "2"];
const BAKER: Game<'_> = &["ms:2", "--game", "bakers-game", "--ranks", "4"];
const SPIDER: Game<'_> = &["instances/boards/small-spider.json"];
const TASK: Game<'_> = &["instances/boards/ipc-spider-4-ranks.pddl"];

#[test]
fn shortest_plans_are_certified_in_each_cost_and_family() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("shortest.proof").display().to_string();
    let mut files = Vec::new();
    for (game, costs) in [
        (SMALL, &["m1", "m2", "m3"][..]),
        (BAKER, &["m1", "m2", "m3"]),
        (SPIDER, &["m1", "m2"]),
        (TASK, &["m1", "m3"]),
    ] {
        for cost in costs {
            let solve = [&["solve"], game, &["-q", "--optimal", "--cost", cost, "--proof", &proof]].concat();
            let (code, out, err) = run(&solve);
            assert!(code == 10 && err.is_empty(), "{game:?} {cost}: {out}{err}");
            assert!(
                out.contains("(bounded closed set of ") && out.contains(", verified)."),
                "{game:?} {cost}: {out}"
            );
            let found = out.split("no plan has fewer than ").nth(1).unwrap().split(' ').next().unwrap();
            let (code, out, err) = run(&[&["verify"], game, &[&proof]].concat());
            let valid = format!("valid: no plan has fewer than {found} ");
            assert!(code == 0 && out.starts_with(&valid), "{game:?} {cost}: {out}{err}");
            assert!(out.contains(&format!("({cost})")), "{out}");
            files.push(std::fs::read(&proof).unwrap());
        }
    }
    // The certificate of another game, and one that was cut.
    let (code, out, _) = run(&[&["verify"], SMALL, &[&proof]].concat());
    assert_eq!(
        (code, out.trim()),
        (1, "not valid: the certificate was made for other rules or another position")
    );
    std::fs::write(&proof, &files[0][..files[0].len() - 1]).unwrap();
    let (code, out, _) = run(&[&["verify"], SMALL, &[&proof]].concat());
    assert!(code == 1 && out.contains("damaged"), "{out}");
}

#[test]
fn a_limit_leaves_the_plan_and_reports_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("shortest.proof").display().to_string();
    let game = ["solve", "ms:2", "--optimal", "--cost", "m1", "--proof", &proof];
    let (code, out, err) = run(&[&game[..], &["--node-limit", "40100"]].concat());
    assert!(code == 10 && out.contains("no plan has fewer than 75 single-card moves"), "{out}{err}");
    let labelled = out.contains("(reported by the search, not certified)")
        && err.contains("no proof written: node limit");
    assert!(labelled, "{out}{err}");
}
