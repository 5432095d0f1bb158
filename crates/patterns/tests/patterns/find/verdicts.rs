//! Verdicts against exhaustive search.

use super::*;

/// Compares verdict and certificate with exhaustive search; returns whether the game is lost, `None` if
/// search does not end.
fn compare(instance: &Instance, seed: u64, strict: bool) -> Option<bool> {
    let expected = winnable(instance)?;
    let steps = if seed.is_multiple_of(2) { Steps::Single } else { Steps::Exists };
    // The results of native search change no verdict, regardless of how much of them is used.
    let regions = [Regions::BySize, Regions::Divided(1), Regions::One, Regions::Unknown];
    let options =
        Options { seed, steps: Some(steps), regions: regions[(seed / 2 % 4) as usize], ..Options::default() };
    Some(match patsat_patterns::find(instance, &options, &mut Budget::new(Limits::default()), &mut |_| {}) {
        Ok(patterns) => {
            assert!(!expected, "{instance:?}: patterns for a game that can be won");
            let checked = check_patterns(instance, &patterns);
            checked.as_ref().unwrap_or_else(|e| panic!("{e}: {instance:?}"));
            if strict {
                let proof = refuted(instance, &patterns).unwrap_or_else(|e| panic!("{e}: {instance:?}"));
                check_closure_proof(instance, &patterns, &proof.bytes, 4096).unwrap();
            }
            true
        }
        Err(PatternSearchError::Winnable) => {
            assert!(expected, "{instance:?}: a lost game was missed");
            false
        }
        // Won or lost before the first move, for a reason that is no position.
        Err(PatternSearchError::Dead(_)) => !expected,
        Err(other) => panic!("{other}: {instance:?}"),
    })
}

/// Whether a game that is small is lost.
fn lost(instance: &Instance, seed: u64, strict: bool) -> bool {
    compare(instance, seed, strict).expect("exhaustive search ends")
}

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    verdicts(20, 30);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn verdicts_are_those_of_exhaustive_search_at_length() {
    verdicts(50, 100);
}

/// Checks `presets` games of each preset, and `any` games of any rules.
fn verdicts(presets: u64, any: u64) {
    let mut counts = [0; GAMES.len()];
    for seed in 0..presets {
        for (count, name) in counts.iter_mut().zip(GAMES) {
            *count += usize::from(lost(&small(name, seed), seed, seed.is_multiple_of(5)));
        }
    }
    assert!(counts.iter().all(|&count| count > 0 && count < presets as usize), "{counts:?}");
    // One or two of these have millions of positions.
    let lost_games: Vec<bool> = (0..any).filter_map(|seed| compare(&small_game(seed), seed, false)).collect();
    assert!(lost_games.len() >= any as usize * 9 / 10, "{}", lost_games.len());
    let count = lost_games.iter().filter(|&&lost| lost).count();
    assert!(count >= any as usize / 10 && count < any as usize * 9 / 10, "{count}");
}

#[test]
fn verdicts_with_rows_and_redeals_match_exhaustive_search() {
    families(15);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn verdicts_with_redeals_match_exhaustive_search_at_length() {
    families(40);
}

fn families(games: u64) {
    for (name, small) in FAMILIES {
        let count = (0..games).filter(|&seed| lost(&small(seed), seed, seed.is_multiple_of(3))).count();
        assert!(count > 0 && count < games as usize, "{name}: {count}");
    }
}

/// A closed part of a guess, also of one that is mostly wrong.
#[test]
fn one_pattern_of_a_guess_is_found_of_lost_games_alone() {
    let (mut found, mut missed) = (0, 0);
    let of = |seed| GAMES.iter().map(move |name| small(name, seed));
    let all = (0..30)
        .flat_map(|seed| of(seed).chain(FAMILIES.map(|(_, small)| small(seed))).map(move |g| (seed, g)));
    for (seed, instance) in all {
        let Some(expected) = winnable(&instance) else { continue };
        let guess = Guess { games: 1 + seed as u32 % 20, least: 1 };
        match patsat_patterns::of_a_guess(&instance, guess, seed, &mut Budget::new(Limits::default())) {
            Ok(patterns) => {
                assert!(!expected, "{instance:?}");
                check_patterns(&instance, &patterns).unwrap_or_else(|e| panic!("{e}: {instance:?}"));
                found += 1;
            }
            Err(PatternSearchError::Restless | PatternSearchError::Dead(_)) => {
                missed += usize::from(!expected);
            }
            Err(other) => panic!("{other}: {instance:?}"),
        }
    }
    println!("{found} lost games by one pattern of a guess, {missed} others");
    assert!(found > 20, "{found} {missed}");
}

/// Guesses from few games, most of which are wrong: how often a game was lost or won with one.
fn guessed(games: u64) -> [usize; 2] {
    let mut counts = [0; 2];
    let small = |name, seed| if name == "rows" { small_rows(2, seed) } else { small(name, seed) };
    for (seed, name) in
        (0..games).flat_map(|seed| ["forty-thieves", "simple-simon", "rows"].map(|name| (seed, name)))
    {
        let instance = small(name, seed);
        let Some(expected) = winnable(&instance) else { continue };
        let guess = Some(Guess { games: 1 + seed as u32 % 4, least: 1 });
        let options = Options { seed, regions: Regions::One, sample: 2, guess, ..Options::default() };
        match patsat_patterns::find(&instance, &options, &mut Budget::new(Limits::default()), &mut |_| {}) {
            Ok(patterns) => {
                assert!(!expected, "{instance:?}");
                check_patterns(&instance, &patterns).unwrap_or_else(|e| panic!("{e}: {instance:?}"));
                counts[0] += 1;
            }
            Err(PatternSearchError::Winnable) => {
                assert!(expected, "{instance:?}");
                counts[1] += 1;
            }
            Err(PatternSearchError::Restless | PatternSearchError::Dead(_)) => {}
            Err(other) => panic!("{other}: {instance:?}"),
        }
    }
    counts
}

#[test]
fn guesses_which_cards_never_move_change_no_verdict() {
    let [lost, won] = guessed(60);
    assert!(lost > 20 && won > 10, "{lost} {won}");
}

#[test]
#[ignore = "3,000 games"]
fn guesses_change_no_verdict_in_thousands_of_games() {
    println!("{:?} lost and won", guessed(1000));
}

/// 2,000 games, each certificate held against both checkers.
fn thousands(name: &str, small: impl Fn(u64) -> Instance) {
    let (mut lost, mut open) = (0, 0);
    for seed in 100..2100 {
        match compare(&small(seed), seed, true) {
            Some(is_lost) => lost += u32::from(is_lost),
            None => open += 1,
        }
    }
    println!("{name}: {lost} of 2000 lost, none missed; {open} with more than a million positions left out");
    assert!(open < 100, "{name}: {open}");
}

macro_rules! thousands {
    ($($test:ident: $name:expr, $small:expr;)*) => {$(
        #[test]
        #[ignore = "2,000 games"]
        fn $test() {
            thousands($name, $small);
        }
    )*};
}

thousands! {
    thousands_of_relatives_of_freecell: "relatives of FreeCell", small_game;
    thousands_of_spider_1: FAMILIES[0].0, FAMILIES[0].1;
    thousands_of_spider_2: FAMILIES[1].0, FAMILIES[1].1;
    thousands_of_spider_4: FAMILIES[2].0, FAMILIES[2].1;
    thousands_of_forty_and_eight: FAMILIES[3].0, FAMILIES[3].1;
    thousands_of_klondike: FAMILIES[4].0, FAMILIES[4].1;
}

#[test]
#[ignore = "2,000 games of each rule set"]
fn thousands_of_each_rule_set() {
    GAMES.iter().for_each(|name| thousands(name, |seed| small(name, seed)));
}
