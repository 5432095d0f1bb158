//! Verdicts against exhaustive search.

use super::*;

/// Verdict and certificate of a game; whether it is lost.
fn compare(instance: &Instance, seed: u64, strict: bool) -> bool {
    let expected = winnable(instance);
    let steps = if seed.is_multiple_of(2) { Steps::Single } else { Steps::Exists };
    match find(instance, seed, steps) {
        Ok(patterns) => {
            assert!(!expected, "{instance:?}: patterns for a game that can be won");
            let checked = check_patterns(instance, &patterns);
            checked.as_ref().unwrap_or_else(|e| panic!("{e}: {instance:?}"));
            if strict {
                let proof = refuted(instance, &patterns).unwrap_or_else(|e| panic!("{e}: {instance:?}"));
                check_closure_proof(instance, &patterns, &proof.bytes).unwrap();
            }
            true
        }
        Err(NotFound::Winnable) => {
            assert!(expected, "{instance:?}: a lost game was missed");
            false
        }
        // Won or lost before the first move, for a reason that is no position.
        Err(NotFound::Dead(_)) => !expected,
        Err(other) => panic!("{other}: {instance:?}"),
    }
}

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let mut lost = [0; GAMES.len()];
    for seed in 0..50 {
        for (lost, name) in lost.iter_mut().zip(GAMES) {
            *lost += usize::from(compare(&small(name, seed), seed, seed.is_multiple_of(5)));
        }
    }
    assert!(lost.iter().all(|&lost| (3..50).contains(&lost)), "{lost:?}");
    let lost = (0..100).filter(|&seed| compare(&small_game(seed), seed, false)).count();
    assert!((10..90).contains(&lost), "{lost}");
}

#[test]
fn verdicts_with_rows_and_redeals_are_those_of_exhaustive_search() {
    for (name, small) in FAMILIES {
        let lost = (0..40).filter(|&seed| compare(&small(seed), seed, seed.is_multiple_of(3))).count();
        assert!((3..40).contains(&lost), "{name}: {lost}");
    }
}

#[test]
#[ignore = "2,000 games of each family"]
fn verdicts_of_thousands_with_rows_and_redeals_are_those_of_exhaustive_search() {
    for (name, small) in FAMILIES {
        let lost = (100..2100).filter(|&seed| compare(&small(seed), seed, true)).count();
        println!("{name}: {lost} of 2000 lost, none missed");
    }
}

#[test]
#[ignore = "2,000 games of each rule set"]
fn verdicts_of_thousands_are_those_of_exhaustive_search() {
    for name in GAMES {
        let lost = (100..2100).filter(|&seed| compare(&small(name, seed), seed, true)).count();
        println!("{name}: {lost} of 2000 lost, none missed");
    }
    let lost = (100..2100).filter(|&seed| compare(&small_game(seed), seed, true)).count();
    println!("relatives of FreeCell: {lost} of 2000 lost, none missed");
}
