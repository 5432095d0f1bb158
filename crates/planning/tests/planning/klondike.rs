//! Small games of Klondike's kind by formulas: verdicts are those of exhaustive search at the table.

use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_encodings::unroll::Encoding;
use patsat_game::state::Instance;
use patsat_lowering::lower::lower;
use patsat_planning::proof::check_bound_proof;
use patsat_planning::sat::{Horizon, SatMethod};
use patsat_planning::{Answer, Basis, Method, Outcome, Request};
use patsat_testkit::Dice;
use patsat_testkit::klondike::small_klondike;
use patsat_testkit::positions::{all_positions, sampled};

fn answer_of(instance: &Instance, encoding: &'static Encoding, horizon: Horizon) -> Answer {
    let method = Method::Sat(SatMethod::with(encoding, horizon));
    Request { certify: true, ..Request::new(instance, method) }
        .run()
        .unwrap_or_else(|e| panic!("{e}: {instance:?}"))
}

#[derive(Default, Debug)]
struct VerdictCounts {
    won: u32,
    lost: u32,
    open: u32,
}

fn compare(seeds: std::ops::Range<u64>, most: usize) -> VerdictCounts {
    let counts = encoding("exists-klondike").unwrap();
    let mut seen = VerdictCounts::default();
    for seed in seeds {
        let instance = small_klondike(seed);
        let Some(positions) = all_positions(&instance, most) else { continue };
        let mut dice = Dice::new(seed);
        for sample in 0..6 {
            let (table, left) = sampled(&positions, sample, &mut dice);
            let here = Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap();
            let task = lower(&here).unwrap().task;
            if (counts.start)(&task, &"".parse().unwrap()).is_err() {
                // In some deals the face-up cards of a column are no run.
                continue;
            }
            let horizon = if here.rules.worrying_back { Horizon::One(30) } else { Horizon::Auto };
            let answer = answer_of(&here, counts, horizon);
            match (&answer.outcome, left) {
                (Outcome::Solved(..), Some(_)) => seen.won += 1,
                (Outcome::Unwinnable(Basis::Bound { proof, bound, .. }), None) => {
                    let proof = proof.as_ref().unwrap();
                    let shown = check_bound_proof(&here, &proof.bytes, 256).unwrap();
                    assert!(shown.every_plan && shown.request.horizon == *bound);
                    seen.lost += 1;
                }
                (Outcome::NoPlanWithin { .. }, None) if here.rules.worrying_back => seen.open += 1,
                (outcome, left) => panic!("{outcome:?}, {left:?} moves in {here:?}"),
            }
            // Move by move, as far as that is quick.
            if let Some(left @ 1..=12) = *left {
                let sequential = encoding("sequential").unwrap();
                let answer = answer_of(&here, sequential, Horizon::One(left));
                assert!(matches!(answer.outcome, Outcome::Solved(..)), "{:?} in {here:?}", answer.outcome);
                if let Some(less @ 1..) = left.checked_sub(1) {
                    let answer = answer_of(&here, sequential, Horizon::One(less));
                    assert!(matches!(answer.outcome, Outcome::NoPlanWithin { .. }), "{here:?}");
                }
            }
        }
    }
    seen
}

#[test]
fn verdicts_of_formulas_are_those_of_exhaustive_search() {
    let seen = compare(0..80, 5_000);
    assert!(seen.won > 30 && seen.lost > 30 && seen.open > 10, "{seen:?}");
}

#[test]
#[ignore = "minutes"]
fn verdicts_of_formulas_match_exhaustive_search_at_length() {
    let seen = compare(1_000..6_000, 20_000);
    println!("{seen:?}");
}

#[test]
fn a_bound_that_is_too_short_proves_no_loss() {
    let sample = (0..).map(small_klondike).find(|instance| {
        let lost = || all_positions(instance, 5_000).is_some_and(|all| all[0].1.is_none());
        let other_encoding = || {
            ENCODINGS.iter().find(|e| (e.start)(&lower(instance).unwrap().task, &"".parse().unwrap()).is_ok())
        };
        !instance.rules.worrying_back
            && other_encoding().is_some_and(|e| e.name == "exists-klondike")
            && lost()
    });
    let sample = sample.unwrap();
    let counts = encoding("exists-klondike").unwrap();
    let short = answer_of(&sample, counts, Horizon::One(2));
    let Outcome::NoPlanWithin { proof: Some(proof), .. } = short.outcome else {
        panic!("{:?}", short.outcome)
    };
    assert!(!check_bound_proof(&sample, &proof.bytes, 256).unwrap().every_plan);
    let whole = answer_of(&sample, counts, Horizon::Auto);
    assert!(matches!(whole.outcome, Outcome::Unwinnable(Basis::Bound { .. })), "{:?}", whole.outcome);
}
