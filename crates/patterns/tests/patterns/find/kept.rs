//! The kept dead patterns of deals of Forty Thieves, whose moves ask where most of 104 cards may lie. The
//! checker on the rules and the formula with its proof share no code. They agree about these patterns, whole
//! and with a part taken away.

use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{Pattern, Patterns, read};
use patsat_game::verify::{PatternFault, check_patterns};
use patsat_patterns::ClosureError;
use patsat_planning::closure::{ClosureProof, ClosureProofError};
use patsat_solvers::{BackendOptions, Control, DEFAULT, backend};
use patsat_testkit::Dice;
use std::path::Path;

/// Whether patterns prove the deal lost, by both checkers.
fn both(instance: &Instance, patterns: &Patterns) -> bool {
    let (solver, options) = (backend(DEFAULT).unwrap(), BackendOptions::default());
    let strictly = match ClosureProof::make(instance, patterns, &solver, &options, Control::default()) {
        Ok(_) => true,
        Err(ClosureProofError::Open | ClosureProofError::Closure(ClosureError::Start(_))) => false,
        Err(other) => panic!("{other}"),
    };
    let here = match check_patterns(instance, patterns) {
        Ok(_) => true,
        Err(PatternFault::Escape { .. } | PatternFault::Start(_)) => false,
        Err(other) => panic!("{other}"),
    };
    assert_eq!(strictly, here, "{patterns:?}");
    here
}

/// Without a pattern, or without a fact of one.
fn less(patterns: &Patterns, dice: &mut Dice) -> Patterns {
    let mut less = patterns.clone();
    let n = dice.below(less.0.len());
    let mut facts = less.0[n].facts().to_vec();
    if dice.below(2) == 0 || facts.len() == 1 {
        less.0.remove(n);
    } else {
        facts.remove(dice.below(facts.len()));
        less.0[n] = Pattern::new(facts).unwrap();
    }
    less
}

fn agree(first: usize, every: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/forty-thieves");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|ext| ext == "txt")).collect();
    files.sort();
    let (mut dice, mut closed, mut open) = (Dice::new(1), 0, 0);
    for file in files.iter().skip(first).step_by(every) {
        let deal = format!("solvitaire:forty-thieves:{}", file.file_stem().unwrap().to_str().unwrap());
        let instance =
            Instance::from_id(Rules::preset("forty-thieves").unwrap(), deal.parse().unwrap()).unwrap();
        let patterns = read(&instance, &std::fs::read(file).unwrap()).unwrap();
        assert!(both(&instance, &patterns), "{deal}");
        closed += 1;
        for _ in 0..2 {
            let less = less(&patterns, &mut dice);
            open += usize::from(!both(&instance, &less));
        }
    }
    println!("{closed} kept sets, {open} with less that are not closed");
    assert!(closed > 8 && open > closed);
}

#[test]
fn two_checkers_accept_the_kept_patterns_and_nothing_less() {
    agree(0, 20);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn two_checkers_accept_exactly_the_kept_patterns_at_length() {
    agree(1, 5);
}
