//! A tester of verdicts: random games under random rules, asked of everything that decides them.
//!
//! Model-based testing as CaDiCaL does it with its API (Biere, Fleury and Froleyks, *CadicalMBT*; Brummayer,
//! Lonsing and Biere, *Automated testing and debugging of SAT and QBF solvers*, SAT 2010): what may be asked is
//! drawn at random, options that nobody uses included, what comes out is held against a model that is too simple
//! to be wrong, and what disagrees is made small. Here the model is brute force on the rules ([`Oracle`]), and a
//! share of the games is decided by rules that were written a second time in Python ([`mod@reference`]).
//!
//! A game is a number: the same seed and number give the same game and the same questions
//! ([`compare`]). [`run`] does many, in blocks that a file remembers.

#![warn(clippy::unwrap_used)]

pub mod certificates;
pub mod judge;
mod oracle;
pub mod question;
pub mod reference;
pub mod run;
pub mod shrink;
mod tally;
mod tamper;

pub use oracle::Oracle;
pub use tally::Tally;

use certificates::Checkers;
use patsat_game::state::Instance;
use patsat_planning::{Answer, Failure, Request};
use patsat_testkit::Dice;
use patsat_testkit::any_game::any_game;
use question::{Mix, Question};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is tested: whoever answers questions, and whoever checks certificates. Tests put wrong ones here.
#[derive(Clone, Copy)]
pub struct Tested {
    /// Answers a question.
    pub solve: fn(&Request<'_>) -> Result<Answer, Failure>,
    /// Check what was made.
    pub checkers: Checkers,
}

impl Default for Tested {
    /// The program itself.
    fn default() -> Tested {
        Tested { solve: |request| request.run(), checkers: Checkers::default() }
    }
}

impl std::fmt::Debug for Tested {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tested").finish_non_exhaustive()
    }
}

/// Something on which two ways to an answer do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Who is wrong: a kind of question, or of certificate.
    pub kind: String,
    /// What was said, and what is so.
    pub said: String,
}

/// How large games are, and how many questions there are.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The most cards of a deck.
    pub cards: usize,
    /// The most positions of a game; one with more is counted and left out.
    pub positions: usize,
    /// How many questions of each kind.
    pub mix: Mix,
    /// Of how many games one has its certificates made and tampered with.
    pub certificates: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { cards: 10, positions: 1000, mix: Mix::default(), certificates: 8 }
    }
}

/// A disagreement with where it came from.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game.
    pub instance: Instance,
    /// The question; none where a certificate is at fault.
    pub question: Option<Question>,
    /// What is wrong.
    pub disagreement: Disagreement,
}

/// The dice of a game.
fn dice(seed: u64, number: u64) -> Dice {
    // Games of neighbouring numbers and seeds have nothing in common.
    Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03))
}

/// The game of a number, and what brute force knows of it; none if it has too many positions.
#[must_use]
pub fn game(seed: u64, number: u64, settings: &Settings) -> Option<(Instance, Oracle)> {
    let instance = any_game(&mut dice(seed, number), settings.cards);
    let oracle = Oracle::of(&instance, settings.positions)?;
    Some((instance, oracle))
}

/// Asks all about the game of a number.
pub fn compare(
    tested: &Tested,
    seed: u64,
    number: u64,
    settings: &Settings,
    tally: &mut Tally,
) -> Vec<Found> {
    let Some((instance, oracle)) = game(seed, number, settings) else {
        tally.add("games: too many positions");
        return Vec::new();
    };
    tally.add("games");
    tally.add(if oracle.is_won() { "games: can be won" } else { "games: lost" });
    rules_of(&instance).into_iter().for_each(|part| tally.add(part));
    // Other dice than those of the game, so that a smaller game can be asked the same.
    let mut dice = dice(!seed, number);
    let mut all = Vec::new();
    for question in Question::some(&mut dice, &oracle, settings.mix) {
        if let Err(disagreement) = ask(tested, &instance, &oracle, &question, tally) {
            all.push(Found { instance: instance.clone(), question: Some(question), disagreement });
        }
    }
    if dice.below(settings.certificates.max(1)) == 0 {
        let dice_seed = dice.below(1 << 20) as u64;
        if let Err(disagreement) = certificates::compare(tested, &instance, &oracle, dice_seed, tally) {
            all.push(Found { instance, question: None, disagreement });
        }
    }
    all
}

/// Asks a question, and holds the answer against brute force. A panic is a disagreement too.
///
/// # Errors
/// What is wrong with the answer.
pub fn ask(
    tested: &Tested,
    instance: &Instance,
    oracle: &Oracle,
    question: &Question,
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let mut request = Request::new(instance, question.method.clone());
        (request.limits, request.certify) = (question.limits, question.certify);
        request.check()?;
        (tested.solve)(&request)
    }));
    let panicked = |_| Disagreement { kind: question.kind().to_owned(), said: "a panic".to_owned() };
    judge::judge(instance, oracle, question, &answer.map_err(panicked)?, tally)
}

/// The parts of the rules, for counting that all of them were met.
fn rules_of(instance: &Instance) -> Vec<String> {
    let rules = &instance.rules;
    let word = |value: serde_json::Result<serde_json::Value>| match value {
        Ok(serde_json::Value::String(word)) => word,
        Ok(serde_json::Value::Object(fields)) => {
            fields.get("kind").and_then(|kind| kind.as_str()).unwrap_or_default().to_owned()
        }
        _ => String::new(),
    };
    vec![
        format!("rules: build {}", word(serde_json::to_value(rules.build))),
        format!("rules: step {}", word(serde_json::to_value(rules.step))),
        format!("rules: group {}", word(serde_json::to_value(rules.group))),
        format!("rules: empty column {}", word(serde_json::to_value(rules.empty_column))),
        format!("rules: home {}", word(serde_json::to_value(rules.home))),
        format!("rules: stock {}", word(serde_json::to_value(rules.stock))),
    ]
}
