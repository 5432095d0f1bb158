//! Certificates of shortest plans that were changed, against the checkers in Rust and in Coq.

use crate::optimal::exhaustive;
use crate::shortest::{counted, forge, make};
use patsat_game::rules::Cost;
use patsat_game::state::closed_set::{Claim, ClosedSetError, ClosedSetFile, Token};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::{ClosedSetFault, LeastCost, check_closed_set, check_none_shorter};
use patsat_search::CertifyError;
use patsat_testkit::{freecell, proved, small_game};
use std::collections::HashMap;

/// Where the subtree ends that begins with the item `from`, with the way up from it.
fn end_of(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0;
    let end = tokens[from..].iter().position(|token| {
        depth += if *token == Token::Up { -1 } else { 1 };
        depth == 0
    });
    end.map_or(tokens.len(), |end| from + end + 1)
}

/// For each item the table before it and what the way there costs, the key of the position after it and what the way there costs.
fn followed(instance: &Instance, cost: Cost, tokens: &[Token]) -> Vec<((Table, u32), (StateKey, u32))> {
    let bound = LeastCost::new(instance, cost).unwrap();
    let mut start = instance.table();
    let mut path = vec![(bound.settle(&mut start), start)];
    let mut seen = Vec::new();
    for &token in tokens {
        let (so_far, table) = path[path.len() - 1].clone();
        match token {
            Token::Up => drop(path.pop()),
            Token::Down(action) => {
                let mut after = table.clone();
                after.apply(action).unwrap();
                let price = bound.of_move(action) + bound.settle(&mut after);
                path.push((so_far + price, after));
            }
        }
        let (now, after) = &path[path.len() - 1];
        seen.push(((table, so_far), (after.key(), *now)));
    }
    seen
}

/// The checker that is proved in Coq accepts what ours does: whole sets, none that is said to show more, and none of
/// which the last position is left out, if it was needed.
#[test]
fn the_proved_checker_agrees() {
    let Some(program) = proved::program() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (mut checks, mut expected) = (Vec::new(), Vec::new());
    for seed in 0..300 {
        let instance = small_game(seed);
        let Some(plain) = proved::plain(&instance) else { continue };
        let Some(found) = exhaustive(&instance, Cost::M1, 3000) else { continue };
        let least = found.unwrap_or(9) as u32;
        let file = make(&instance, Cost::M1, least).unwrap();
        let claim = |least| Claim::NoneShorter { cost: Cost::M1, least };
        let more = forge(&instance, &file, claim(least + 1), |_| {});
        let open = forge(&instance, &file, claim(least), |tokens| {
            if let Some(last) = tokens.iter().rposition(|token| matches!(token, Token::Down(_))) {
                tokens.truncate(last);
            }
        });
        for (n, file) in [file, more, open].iter().enumerate() {
            let name = folder.path().join(format!("{seed}-{n}"));
            std::fs::write(&name, file).unwrap();
            checks.push(format!("{plain}shortest {}\nend\n", name.display()));
            expected.push(check_none_shorter(&instance, file).is_ok());
        }
    }
    let answers = proved::batch(&program, &checks, folder.path());
    assert!(answers.iter().filter(|a| **a).count() > 100 && answers.iter().filter(|a| !**a).count() > 50);
    for (n, (answer, expected)) in answers.iter().zip(&expected).enumerate() {
        assert_eq!(answer, expected, "{}", checks[n]);
    }
}

/// A FreeCell deal of a small set, with its optimum and certificate in m1.
fn deal_3() -> (Instance, Claim, Vec<u8>) {
    let (instance, cost, least) = (freecell(3), Cost::M1, 73);
    let file = make(&instance, cost, least).unwrap();
    (instance, Claim::NoneShorter { cost, least }, file)
}

#[test]
fn a_whole_deal_is_certified() {
    let (instance, claim, file) = deal_3();
    let checked = check_none_shorter(&instance, &file).unwrap();
    assert_eq!(claim, Claim::NoneShorter { cost: checked.cost, least: checked.least });
    assert!(checked.positions > 10_000 && file.len() < 20_000, "{checked:?}, {} bytes", file.len());
    assert_eq!(make(&instance, Cost::M1, checked.least + 1), Err(CertifyError::Shorter));
    assert_eq!(check_closed_set(&instance, &file), Err(ClosedSetFault::Claim));
    let other = check_none_shorter(&freecell(4), &file).unwrap_err();
    assert_eq!(other, ClosedSetFault::File(ClosedSetError::OtherInstance));
}

#[test]
fn one_changed_byte_is_refused_wherever_it_is() {
    let (instance, _, file) = deal_3();
    for place in (0..file.len()).step_by(7) {
        let mut tampered = file.clone();
        tampered[place] ^= 1 << (place % 8);
        assert!(check_none_shorter(&instance, &tampered).is_err(), "byte {place}");
        assert!(check_none_shorter(&instance, &file[..place]).is_err(), "cut at {place}");
    }
}

#[test]
fn forged_sets_are_refused_for_the_right_reason() {
    let (instance, claim, file) = deal_3();
    let verdict_on = |file: &[u8]| check_none_shorter(&instance, file);
    assert!(verdict_on(&forge(&instance, &file, claim, |_| {})).is_ok());
    // Subtrees cut out, each with the sum of positions put right.
    let tokens: Vec<Token> =
        ClosedSetFile::open(&file, &instance).unwrap().tokens().map(Result::unwrap).collect();
    let downs: Vec<usize> = (0..tokens.len()).filter(|&n| matches!(tokens[n], Token::Down(_))).collect();
    for &from in downs.iter().step_by(downs.len() / 12) {
        let cut = forge(&instance, &file, claim, |tokens| {
            tokens.drain(from..end_of(tokens, from));
        });
        assert!(matches!(verdict_on(&cut), Err(ClosedSetFault::Open { .. })), "from item {from}");
    }
    // A leaf of the tree hung where the way to it is longer, so that its cost is raised.
    let steps = followed(&instance, Cost::M1, &tokens);
    let is_leaf =
        |at: usize| tokens[at] != Token::Up && tokens.get(at + 1).is_none_or(|&next| next == Token::Up);
    let leaves: HashMap<&StateKey, usize> =
        (0..tokens.len()).filter(|&at| is_leaf(at)).map(|at| (&steps[at].1.0, at)).collect();
    let bound = LeastCost::new(&instance, Cost::M1).unwrap();
    let mut raised = 0;
    for at in (0..tokens.len()).filter(|&at| tokens[at] != Token::Up) {
        let (table, before) = &steps[at].0;
        for action in counted(table, Cost::M1) {
            let mut after = table.clone();
            after.apply(action).unwrap();
            let dearer = before + bound.of_move(action) + bound.settle(&mut after);
            let Some(&leaf) = leaves.get(&after.key()) else { continue };
            if raised == 5 || leaf <= at || steps[leaf].1.1 >= dearer {
                continue;
            }
            let dearer = forge(&instance, &file, claim, |tokens| {
                tokens.drain(leaf..end_of(tokens, leaf));
                tokens.splice(at..at, [Token::Down(action), Token::Up]);
            });
            assert!(
                matches!(verdict_on(&dearer), Err(ClosedSetFault::Open { .. })),
                "{:?}",
                verdict_on(&dearer)
            );
            raised += 1;
        }
    }
    assert!(raised > 0);
    // More moves, or another count of them.
    let Claim::NoneShorter { cost, least } = claim else { unreachable!() };
    let more = forge(&instance, &file, Claim::NoneShorter { cost, least: least + 1 }, |_| {});
    assert!(matches!(verdict_on(&more), Err(ClosedSetFault::Open { .. })));
    let in_m3 = forge(&instance, &file, Claim::NoneShorter { cost: Cost::M3, least }, |_| {});
    assert!(verdict_on(&in_m3).is_err());
    let lost = forge(&instance, &file, Claim::Lost, |_| {});
    assert_eq!(verdict_on(&lost), Err(ClosedSetFault::Claim));
}
