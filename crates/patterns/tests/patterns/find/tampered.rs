//! What was tampered with is refused; shrinking; seeds.

use super::*;

/// A lost game with several patterns, all needed.
fn lost_game(small: impl Fn(u64) -> Instance, least: usize) -> (Instance, Patterns) {
    for seed in 0.. {
        let instance = small(seed);
        if let Ok(patterns) = find(&instance, seed, Steps::Single)
            && patterns.0.len() >= least
        {
            return (instance, patterns);
        }
    }
    unreachable!()
}

#[test]
fn what_was_tampered_with_is_refused_by_both_checkers() {
    let (instance, patterns) = lost_game(|seed| small("freecell", seed), 3);
    let proof = tamper(&instance, &patterns);
    let easier = Rules { cells: instance.rules.cells + 4, ..(*instance.rules).clone() };
    let easier = Instance::new(easier, instance.deal.clone()).unwrap();
    assert!(matches!(
        check_closure_proof(&easier, &patterns, &proof.bytes, 4096),
        Err(ClosureFault::Proof(_))
    ));
    // A byte of the file.
    for at in [0, 40, proof.bytes.len() / 2, proof.bytes.len() - 1] {
        let mut bytes = proof.bytes.clone();
        bytes[at] ^= 1;
        assert!(check_closure_proof(&instance, &patterns, &bytes, 4096).is_err());
    }
}

#[test]
fn tampered_patterns_are_refused_with_rows_and_redeals() {
    tampered_families(2);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn what_was_tampered_with_is_refused_in_all_families_at_length() {
    tampered_families(1);
}

/// Every family, or every second one.
fn tampered_families(step: usize) {
    for (_, small) in FAMILIES.into_iter().step_by(step) {
        let (instance, patterns) = lost_game(small, 2);
        tamper(&instance, &patterns);
    }
}

/// Changes patterns, each of them needed, in every way; neither checker may accept what is open.
fn tamper(instance: &Instance, patterns: &Patterns) -> ClosureProof {
    let proof = refuted(instance, patterns).unwrap();
    // A pattern removed: each is needed.
    for n in 0..patterns.0.len() {
        let mut fewer = patterns.clone();
        fewer.0.remove(n);
        assert!(check_patterns(instance, &fewer).is_err());
        assert!(matches!(
            refuted(instance, &fewer).unwrap_err(),
            ClosureProofError::Open | ClosureProofError::Closure(ClosureError::Start(_))
        ));
        assert!(check_closure_proof(instance, &fewer, &proof.bytes, 4096).is_err());
    }
    // A card exchanged for another, wherever it is named.
    let mut refusals = 0;
    let places = patterns.0.iter().enumerate().flat_map(|(n, p)| (0..p.facts().len()).map(move |k| (n, k)));
    for (n, k) in places {
        let mut facts = patterns.0[n].facts().to_vec();
        facts[k].card = CardNo((facts[k].card.0 + 1) % Cards::of(instance).len() as u32);
        let Ok(pattern) = Pattern::new(facts) else { continue };
        let mut changed = patterns.clone();
        changed.0[n] = pattern;
        assert!(check_closure_proof(instance, &changed, &proof.bytes, 4096).is_err());
        // Both checkers agree about what it says now.
        assert_eq!(check_patterns(instance, &changed).is_ok(), refuted(instance, &changed).is_ok());
        refusals += usize::from(check_patterns(instance, &changed).is_err());
    }
    assert!(refusals > 0);
    // Another deal, other rules.
    let other =
        Instance::from_id((*instance.rules).clone(), DealId::Random { game: None, seed: 99_999 }).unwrap();
    assert!(check_closure_proof(&other, patterns, &proof.bytes, 4096).is_err());
    proof
}

#[test]
fn shrinking_keeps_patterns_closed_and_never_grows_them() {
    let mut improved = 0;
    for seed in 0..40 {
        let instance = small("bakers-game", seed);
        let Ok(mut patterns) = find(&instance, seed, Steps::Single) else { continue };
        // Something needless: the start, card by card.
        let cards = Cards::of(&instance);
        let start = cards.all().map(|card| Fact { card, spot: cards.dealt(card) }).collect();
        patterns.0.push(Pattern::new(start).unwrap());
        if check_patterns(&instance, &patterns).is_err() {
            continue;
        }
        let mut reported = Vec::new();
        let options = Options { seed, seeds: 4, ..Options::default() };
        let small = patsat_patterns::shrink(
            &instance,
            &patterns,
            &options,
            &mut Budget::new(Limits::default()),
            &mut |better| reported.push((better.0.len(), better.facts())),
        )
        .unwrap();
        check_patterns(&instance, &small).unwrap();
        assert!((small.0.len(), small.facts()) <= (patterns.0.len(), patterns.facts()));
        assert!(reported.windows(2).all(|pair| pair[1] < pair[0]));
        improved += reported.len();
    }
    assert!(improved > 0);
}

#[test]
fn the_same_seed_gives_the_same_patterns() {
    let (instance, patterns) = lost_game(|seed| small("freecell", seed), 3);
    let again = (0..2).map(|_| find(&instance, 7, Steps::Single).unwrap());
    let again: Vec<Patterns> = again.collect();
    assert_eq!(again[0], again[1]);
    assert!(!patterns.0.is_empty());
}

#[test]
fn a_game_that_is_won_at_once_has_no_patterns() {
    let rules = Rules { empty_column: EmptyColumn::Nothing, ..Rules::preset("freecell").unwrap() };
    let won = Instance::from_id(
        Rules { deck: DeckSpec::new(1, 1, 1), ..rules },
        DealId::Random { game: None, seed: 1 },
    );
    assert!(matches!(find(&won.unwrap(), 0, Steps::Exists), Err(PatternSearchError::Winnable)));
}
