//! Differential tests of verdicts: random games under random rules, decided by every method.
//!
//! Model-based testing as CaDiCaL does it with its API (Biere, Fleury and Froleyks, *CadicalMBT*; Brummayer,
//! Lonsing and Biere, *Automated testing and debugging of SAT and QBF solvers*, SAT 2010). Questions are drawn at
//! random, rarely used options included. Each answer is compared with a simple model, and a disagreement is shrunk.
//! Here the model is brute force on the rules ([`Oracle`]). A share of the games is also decided by a second
//! implementation of the rules in Python ([`mod@reference`]).
//!
//! A game is identified by a number: the same seed and number give the same game and the same questions
//! ([`compare`]). [`run`] tests many games, in blocks that it records in a file.

#![warn(clippy::unwrap_used)]

pub mod certificates;
pub mod judge;
mod oracle;
pub mod question;
mod question_words;
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

/// The solver and the checkers under test. Tests replace them by wrong ones.
#[derive(Clone, Copy)]
pub struct SystemUnderTest {
    /// Answers a question.
    pub solve: fn(&Request<'_>) -> Result<Answer, Failure>,
    /// Check certificates.
    pub checkers: Checkers,
}

impl Default for SystemUnderTest {
    /// The program itself.
    fn default() -> SystemUnderTest {
        SystemUnderTest { solve: |request| request.run(), checkers: Checkers::default() }
    }
}

impl std::fmt::Debug for SystemUnderTest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SystemUnderTest").finish_non_exhaustive()
    }
}

/// A difference between two ways to decide the same game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The kind of question or of certificate that is wrong.
    pub kind: String,
    /// The wrong answer, and the expected one.
    pub message: String,
}

/// How large games are, and how many questions there are.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The most cards of a deck.
    pub cards: usize,
    /// The most positions of a game; one with more is counted and left out.
    pub positions: usize,
    /// The number of questions of each kind.
    pub mix: Mix,
    /// N: the certificates of one game in N are made and tampered with.
    pub certificates: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { cards: 10, positions: 1000, mix: Mix::default(), certificates: 8 }
    }
}

/// A disagreement with its game and question.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game.
    pub instance: Instance,
    /// The question; `None` where a certificate or the reference disagrees.
    pub question: Option<Question>,
    /// The disagreement.
    pub disagreement: Disagreement,
}

fn dice(seed: u64, number: u64) -> Dice {
    // Games of neighbouring numbers and seeds have nothing in common.
    Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03))
}

/// Returns the game of a number and its solution by brute force; `None` if it has too many positions.
#[must_use]
pub fn game(seed: u64, number: u64, settings: &Settings) -> Option<(Instance, Oracle)> {
    let instance = any_game(&mut dice(seed, number), settings.cards);
    let oracle = Oracle::of(&instance, settings.positions)?;
    Some((instance, oracle))
}

/// Tests all questions about the game of a number.
pub fn compare(
    tested: &SystemUnderTest,
    seed: u64,
    number: u64,
    settings: &Settings,
    tally: &mut Tally,
) -> Vec<Finding> {
    let Some((instance, oracle)) = game(seed, number, settings) else {
        tally.add("games: too many positions");
        return Vec::new();
    };
    tally.add("games");
    tally.add(if oracle.is_won() { "games: can be won" } else { "games: lost" });
    rules_of(&instance).into_iter().for_each(|part| tally.add(part));
    // Other dice than those of the game, so that a smaller game can get the same questions.
    let mut dice = dice(!seed, number);
    let mut all = Vec::new();
    for question in Question::some(&mut dice, &oracle, settings.mix) {
        if let Err(disagreement) = check_answer(tested, &instance, &oracle, &question, tally) {
            all.push(Finding { instance: instance.clone(), question: Some(question), disagreement });
        }
    }
    if dice.below(settings.certificates.max(1)) == 0 {
        let dice_seed = dice.below(1 << 20) as u64;
        if let Err(disagreement) = certificates::compare(tested, &instance, &oracle, dice_seed, tally) {
            all.push(Finding { instance, question: None, disagreement });
        }
    }
    all
}

/// Runs a question and compares the answer with brute force. A panic is a disagreement too.
///
/// # Errors
/// If the answer is wrong.
pub fn check_answer(
    tested: &SystemUnderTest,
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
    let panicked = |_| Disagreement { kind: question.kind().to_owned(), message: "a panic".to_owned() };
    judge::judge(instance, oracle, question, &answer.map_err(panicked)?, tally)
}

/// Returns the parts of the rules; the tally shows whether all of them were covered.
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
