//! An external QBF solver (DepQBF) on patsat's QDIMACS has the same verdicts on `fair` and `easy` as breadth-first
//! search from every order and from every position.

use patsat_analysis::variants::{HiddenCards, VariantFormula, VariantQuestion, variant_formula};
use patsat_encodings::emit::write_qdimacs;
use patsat_encodings::options::{Cardinality, Options};
use patsat_game::state::Instance;
use patsat_testkit::spider::{Lengths, for_two_players};
use std::path::Path;
use std::process::{Command, Stdio};

fn formula(instance: &Instance, variant: VariantQuestion, horizon: u32, sequential: bool) -> VariantFormula {
    let mut options = Options::default();
    if sequential {
        options.cardinality = Cardinality::Sequential;
    }
    variant_formula(instance, "a game", variant, horizon, options, 1024).unwrap()
}

/// Whether the formula is true; `None` if the solver is not there.
fn depqbf(file: &Path, given: &VariantFormula) -> Option<bool> {
    let mut text = Vec::new();
    write_qdimacs(&mut text, &given.legend, &given.formula, &given.universal).unwrap();
    std::fs::write(file, text).unwrap();
    let output = match Command::new("depqbf").arg(file).stderr(Stdio::piped()).output() {
        Ok(output) => output,
        Err(_) => {
            eprintln!("skipped: the QBF solver 'depqbf' is not installed");
            return None;
        }
    };
    match output.status.code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        code => panic!("depqbf: {code:?} {}", String::from_utf8_lossy(&output.stderr)),
    }
}

/// Every choice has a plan within the horizon.
fn expected(lengths: &[Option<usize>], horizon: u32) -> bool {
    lengths.iter().all(|length| length.is_some_and(|n| n <= horizon as usize))
}

fn horizons(lengths: &[Option<usize>], n: usize) -> [u32; 2] {
    let longest = lengths.iter().flatten().max().copied().unwrap_or(0) as u32;
    [longest, longest.saturating_sub(1 + n as u32 % 2)]
}

fn fair(seeds: std::ops::Range<u64>, most_cards: usize) -> Option<[u32; 2]> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.qdimacs");
    let mut answers = [0; 2];
    for (n, instance) in seeds.filter_map(|seed| for_two_players(seed, most_cards)).enumerate() {
        let hidden = if n % 2 == 0 { HiddenCards::WithTops } else { HiddenCards::FaceDown };
        let count = hidden.cards(&instance.deal).len();
        if count > 3 || count == 0 || (count == 1 && n % 4 > 0) {
            continue;
        }
        let lengths = Lengths::default().of_orders(&instance, hidden);
        for horizon in horizons(&lengths, n) {
            let given = formula(&instance, VariantQuestion::Fair(hidden), horizon, n % 3 == 0);
            let answer = depqbf(&file, &given)?;
            assert_eq!(answer, expected(&lengths, horizon), "{horizon} {hidden:?} {instance:?}");
            answers[usize::from(answer)] += 1;
        }
    }
    Some(answers)
}

fn easy(seeds: std::ops::Range<u64>, most_cards: usize) -> Option<[u32; 2]> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.qdimacs");
    let mut answers = [0; 2];
    for (n, instance) in seeds.filter_map(|seed| for_two_players(seed, most_cards)).enumerate() {
        let k = n % 3;
        let lengths = Lengths::default().within(&instance.table(), k);
        if k > 0 && lengths[0].is_none() {
            continue;
        }
        for horizon in horizons(&lengths, n) {
            let given = formula(&instance, VariantQuestion::Easy(k as u32), horizon, n % 3 == 0);
            let answer = depqbf(&file, &given)?;
            assert_eq!(answer, expected(&lengths, horizon), "{k} {horizon} {instance:?}");
            answers[usize::from(answer)] += 1;
        }
    }
    Some(answers)
}

#[test]
fn another_solver_finds_the_same_fair_games() {
    let Some(answers) = fair(0..400, 6) else { return };
    println!("{answers:?}");
    assert!(answers.iter().all(|&n| n > 20), "{answers:?}");
}

#[test]
fn another_solver_finds_the_same_easy_games() {
    let Some(answers) = easy(0..200, 6) else { return };
    println!("{answers:?}");
    assert!(answers.iter().all(|&n| n > 20), "{answers:?}");
}

#[test]
#[ignore = "minutes"]
fn depqbf_agrees_on_larger_games() {
    println!("{:?} {:?}", fair(1000..2000, 8), easy(1000..1500, 8));
}
