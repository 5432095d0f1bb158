//! Dead patterns in the checker that is proved in Coq. It accepts what enumeration finds closed, and nothing
//! else. It accepts each of the kept patterns of impossible deals. With a fact or a pattern taken away, it
//! accepts none that the other checkers refuse.

use super::*;
use patsat_game::cards::DealId;
use patsat_testkit::proved;
use std::path::Path;

/// The kinds of games that the proofs are about: one deck, foundations, no stock.
const KNOWN: usize = 4;

fn check(instance: &Instance, patterns: &Patterns) -> Option<String> {
    let text = write(instance, patterns);
    let facts = text.lines().filter(|line| {
        !["patsat dead-patterns", "game ", "deal ", "instance "].iter().any(|head| line.starts_with(head))
    });
    let lines: String = facts.map(|line| format!("{line}\n")).collect();
    Some(format!("{}patterns\n{lines}end\n", proved::plain(instance)?))
}

fn compare(program: &Path, sets: &[(Instance, Patterns, bool)]) -> [usize; 2] {
    let folder = tempfile::tempdir().unwrap();
    let checks: Vec<String> =
        sets.iter().map(|(instance, patterns, _)| check(instance, patterns).unwrap()).collect();
    let answers = proved::batch(program, &checks, folder.path());
    for ((&answer, &(_, _, expected)), check) in answers.iter().zip(sets).zip(&checks) {
        assert_eq!(answer, expected, "{check}");
    }
    let accepted = answers.iter().filter(|accepted| **accepted).count();
    [accepted, answers.len() - accepted]
}

fn small_games(each: usize, accepted: usize, refused: usize) {
    let Some(program) = proved::program() else { return };
    let mut sets = Vec::new();
    for n in 0..KNOWN * each {
        let mut dice = Dice::new(5 + 7919 * n as u64);
        let instance = game(n % KNOWN, &mut dice);
        if proved::plain(&instance).is_none() {
            continue;
        }
        let world = World::new(&instance);
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        let mut add = |patterns: Patterns| {
            let starts = patterns.matched(world.cards.start()).is_some();
            let won = patterns.matched(&vec![Spot::Home; world.cards.len()]).is_some();
            let closed = starts && !won && world.closed(&patterns);
            sets.push((instance.clone(), patterns, closed));
        };
        if dead[start] {
            let proof = world.prove(&dead, &mut dice);
            let mut fewer = proof.clone();
            fewer.0.remove(dice.roll(proof.0.len()));
            let mut weaker = proof.clone();
            let at = dice.roll(proof.0.len());
            let mut facts = proof.0[at].facts().to_vec();
            facts.remove(dice.roll(facts.len()));
            if let Ok(pattern) = Pattern::new(facts) {
                weaker.0[at] = pattern;
            }
            [proof, fewer, weaker].into_iter().filter(|set| !set.0.is_empty()).for_each(add);
        } else {
            let spots = &world.positions[start];
            let mut facts: Vec<Fact> =
                world.cards.all().map(|card| Fact { card, spot: spots[card.index()] }).collect();
            dice.shuffle(&mut facts);
            facts.truncate(1 + dice.roll(3));
            add(Patterns(vec![Pattern::new(facts).unwrap()]));
        }
    }
    let [yes, no] = compare(&program, &sets);
    println!("accepted {yes}, refused {no}");
    assert!(yes > accepted && no > refused, "accepted {yes}, refused {no}");
}

#[test]
fn the_proved_checker_accepts_exactly_what_is_closed() {
    small_games(150, 100, 200);
}

#[test]
#[ignore = "10,000 games, some minutes"]
fn the_proved_checker_accepts_exactly_closed_sets() {
    small_games(3_000, 2_000, 4_000);
}

fn kept(deals: &[u64], changes: usize) {
    let Some(program) = proved::program() else { return };
    let mut sets = Vec::new();
    for &deal in deals {
        let rules = Rules::preset("freecell").unwrap();
        let instance = Instance::from_id(rules, DealId::Microsoft(deal)).unwrap();
        let file = format!("{}/../../instances/impossible/ms-{deal}.txt", env!("CARGO_MANIFEST_DIR"));
        let patterns = read(&instance, &std::fs::read(file).unwrap()).unwrap();
        let mut dice = Dice::new(deal);
        for _ in 0..changes {
            let mut other = patterns.clone();
            let at = dice.roll(patterns.0.len());
            let mut facts = patterns.0[at].facts().to_vec();
            facts.remove(dice.roll(facts.len()));
            match Pattern::new(facts) {
                Ok(weaker) if dice.roll(2) == 0 => other.0[at] = weaker,
                _ => drop(other.0.remove(at)),
            }
            let closed = check_patterns(&instance, &other).is_ok();
            sets.push((instance.clone(), other, closed));
        }
        sets.push((instance, patterns, true));
    }
    let [accepted, refused] = compare(&program, &sets);
    println!("accepted {accepted}, refused {refused}");
    assert!(accepted >= deals.len() && refused > 0);
}

#[test]
fn kept_patterns_are_accepted_and_those_with_less_refused() {
    kept(&[2_607_073, 8_712_426], 2);
}

#[test]
#[ignore = "minutes: the eight deals of the first million"]
fn kept_patterns_are_accepted_and_smaller_ones_refused() {
    kept(&[11_982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948], 6);
}
