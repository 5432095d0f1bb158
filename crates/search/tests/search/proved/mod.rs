//! Plans and closed sets of this crate, checked by the program that is proved in Coq.

mod bad_certificates;
mod bad_files;
mod boards;
mod damage;
mod swept;

use super::certificates::forge;
use patsat_base::Limits;
use patsat_formats::{Format, write_plan};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::Token;
use patsat_game::verify::{check_closed_set, replay};
use patsat_search::{Budget, SearchEnd, SearchOptions, certify, strategy};
use patsat_testkit::{freecell, proved, small_game};
use std::path::Path;

fn check(instance: &Instance, kind: &str, name: &str, bytes: &[u8], folder: &Path) -> Option<String> {
    let file = folder.join(name);
    std::fs::write(&file, bytes).unwrap();
    Some(format!("{}{kind} {}\nend\n", proved::plain(instance)?, file.display()))
}

#[test]
fn it_accepts_what_is_closed_and_nothing_else() {
    let Some(program) = proved::program() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (mut checks, mut expected) = (Vec::new(), Vec::new());
    for seed in 0..1_000 {
        let instance = small_game(seed);
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let Ok(file) = certify(&instance, &mut Budget::new(limits)) else { continue };
        let Some(whole) = check(&instance, "closed-set", &format!("{seed}"), &file, folder.path()) else {
            continue;
        };
        checks.push(whole);
        expected.push(true);
        // Its last position left out.
        let open = forge(&instance, &file, |tokens| {
            if let Some(last) = tokens.iter().rposition(|t| matches!(t, Token::Down(_))) {
                tokens.truncate(last);
            }
        });
        checks.extend(check(&instance, "closed-set", &format!("{seed}-open"), &open, folder.path()));
        expected.push(check_closed_set(&instance, &open).is_ok());
    }
    let answers = proved::batch(&program, &checks, folder.path());
    assert!(answers.iter().filter(|a| **a).count() > 40 && answers.iter().filter(|a| !**a).count() > 40);
    for (n, (answer, expected)) in answers.iter().zip(&expected).enumerate() {
        assert_eq!(answer, expected, "{}", checks[n]);
    }
}

#[test]
fn it_accepts_plans_and_none_with_a_move_left_out() {
    let Some(program) = proved::program() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (mut checks, mut expected) = (Vec::new(), Vec::new());
    for instance in (0..200).map(small_game).chain((1..20).map(freecell)) {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let report =
            (strategy("auto").unwrap().run)(&instance, &SearchOptions::default(), &mut Budget::new(limits));
        let SearchEnd::Solved(plan) = report.end else { continue };
        let text = write_plan(&instance, &plan, Format::PlanJson).unwrap();
        let Some(whole) =
            check(&instance, "plan", &format!("{}", checks.len()), text.as_bytes(), folder.path())
        else {
            continue;
        };
        checks.push(whole);
        expected.push(true);
        let mut fewer = plan.clone();
        fewer.moves.remove(plan.moves.len() / 2);
        let lines: Vec<&str> = text.lines().collect();
        let moves: Vec<usize> = (0..lines.len()).filter(|&n| lines[n].contains("\"cards\"")).collect();
        let out = moves[plan.moves.len() / 2];
        let text: String =
            lines.iter().enumerate().filter(|&(n, _)| n != out).map(|(_, l)| format!("{l}\n")).collect();
        checks.extend(check(&instance, "plan", &format!("{}", checks.len()), text.as_bytes(), folder.path()));
        expected.push(replay(&instance, fewer).is_ok());
    }
    let answers = proved::batch(&program, &checks, folder.path());
    assert!(answers.len() > 100);
    for (n, (answer, expected)) in answers.iter().zip(&expected).enumerate() {
        assert_eq!(answer, expected, "{}", checks[n]);
    }
}
