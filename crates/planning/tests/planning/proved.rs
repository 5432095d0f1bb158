//! The encoding `proved` writes the clauses of the encoder that is proved in Coq and extracted (`proofs/`), and the lower
//! bound of the checker of shortest plans is the proved one.

use patsat_encodings::emit::write_clauses;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::schemes::encoding;
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_game::verify::LeastCost;
use patsat_lowering::lower::lower;
use patsat_testkit::{Dice, proved, small_game};
use tempfile::TempDir;

/// The clauses of a game in DIMACS; `None` if the encoding does not express it.
fn clauses(instance: &Instance, bound: u32) -> Option<String> {
    let task = lower(instance).ok()?.task;
    let mut formula = Formula::default();
    let mut unrolling = (encoding("proved").unwrap().start)(&task, &Options::default()).ok()?;
    let goal = unrolling.grow(bound, &mut formula).unwrap();
    formula.add(&[goal]);
    let mut text = format!("p cnf {} {}\n", formula.size().variables, formula.size().clauses).into_bytes();
    write_clauses(&mut text, &formula).unwrap();
    Some(String::from_utf8(text).unwrap())
}

fn same_clauses(seeds: std::ops::Range<u64>) {
    let Some(program) = proved::program() else { return };
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game");
    let (mut compared, mut covered) = (0, 0);
    for seed in seeds.clone() {
        let (instance, bound) = (small_game(seed), Dice::new(seed).below(25) as u32);
        let (ours, game) = (clauses(&instance, bound), proved::plain(&instance));
        covered += u32::from(game.is_some());
        let (Some(ours), Some(game)) = (ours, game) else { continue };
        std::fs::write(&file, game).unwrap();
        let (code, theirs) = proved::run(&program, &["encode", file.to_str().unwrap(), &bound.to_string()]);
        assert_eq!(code, 0, "seed {seed}: {theirs}");
        assert!(ours == theirs, "seed {seed}, bound {bound}: the clauses differ");
        compared += 1;
    }
    // Some games cannot be expressed because a card could never leave.
    assert!(compared * 10 > covered * 9 && covered as usize * 2 > seeds.count(), "{compared} of {covered}");
}

#[test]
fn clauses_are_those_of_the_proved_encoder() {
    same_clauses(0..200);
}

#[test]
#[ignore = "half a minute; the nightly list runs it"]
fn clauses_are_those_of_the_proved_encoder_at_length() {
    same_clauses(200..3200);
}

#[test]
fn lower_bounds_are_the_proved_ones() {
    let Some(program) = proved::program() else { return };
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game");
    let mut compared = 0;
    for seed in 0..200 {
        let instance = small_game(seed);
        let Some(game) = proved::plain(&instance) else { continue };
        std::fs::write(&file, game).unwrap();
        let ours = LeastCost::new(&instance, Cost::M1).unwrap().from(&instance.table());
        let (code, out) = proved::run(&program, &["least", file.to_str().unwrap()]);
        assert_eq!((code, out), (0, format!("valid: no plan of fewer than {ours} single moves wins\n")));
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
