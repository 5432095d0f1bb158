//! What every file says of itself: where it comes from, what it asks, what the answer is and why.

use super::Track;
use super::model::{Case, Facts, Status};
use super::recipe_question::RecipeQuestion;
use patsat_game::state::Instance;

/// The answer in the words of a track.
pub(super) fn word(track: Track, status: Status) -> &'static str {
    match (track, status) {
        (_, Status::Open) => "unknown",
        (Track::Sat, Status::Yes) => "SATISFIABLE",
        (Track::Sat, Status::No) => "UNSATISFIABLE",
        (Track::Qbf, Status::Yes) => "TRUE",
        (Track::Qbf, Status::No) => "FALSE",
        (Track::Maxsat, Status::Yes) => "OPTIMUM",
        (Track::Maxsat, Status::No) => "UNSATISFIABLE",
        (Track::Smt, Status::Yes) => "sat",
        (Track::Smt, Status::No) => "unsat",
        (Track::Pddl, Status::Yes) => "solvable",
        (Track::Pddl, Status::No) => "unsolvable",
    }
}

/// The answer with the optimum, where there is one.
pub(super) fn answer(track: Track, facts: &Facts) -> String {
    match facts.optimum {
        Some(optimum) => format!("{} {optimum}", word(track, facts.status)),
        None => word(track, facts.status).to_owned(),
    }
}

/// The lines at the head of a file.
pub(super) fn lines(case: &Case<'_>, question: &str, facts: &Facts, more: &[String]) -> Vec<String> {
    let Case { recipe, family, .. } = case;
    let track = recipe.track;
    let mut lines = vec![
        format!("{}", case.name()),
        format!("origin: {}, by {}, {}", recipe.title, recipe.author, recipe.date),
        format!("generator: patsat {}", env!("CARGO_PKG_VERSION")),
        format!("family: {}", family.name),
        format!("asks: {question}"),
        format!("status: {}", answer(track, facts)),
        format!("proved: {}", facts.proved),
        format!("work: {} {} of the reference", facts.work, track.work()),
    ];
    lines.extend(facts.command.iter().map(|command| format!("command: {command}")));
    lines.extend(more.iter().cloned());
    lines
}

pub(super) fn comments(mark: &str, lines: &[String]) -> String {
    lines.iter().flat_map(|line| line.lines()).map(|line| format!("{mark} {line}\n")).collect()
}

/// Whether a question is about a game whose rules go beyond a name.
pub(super) fn game(instance: &Instance) -> String {
    let table = instance.table();
    let cards: usize = table.deal().columns.iter().map(|pile| pile.cards.len()).sum();
    format!("game: {}, {cards} cards in {} columns", instance.rules.name, table.deal().columns.len())
}

/// What a question asks, in a sentence.
pub(super) fn question_text(question: &RecipeQuestion, shown: &str, bound: &str) -> String {
    match question {
        RecipeQuestion::Plan { .. } | RecipeQuestion::Script { .. } => {
            format!("is there a plan that wins {shown} within {bound}?")
        }
        RecipeQuestion::Patterns { .. } => {
            format!("does one move lead out of the dead patterns that prove {shown} lost{bound}?")
        }
        RecipeQuestion::Formula { .. } => format!("can {shown} be satisfied{bound}?"),
        RecipeQuestion::Fair { .. } => {
            format!("is {shown} won within {bound}, for every order of its hidden cards?")
        }
        RecipeQuestion::Easy { .. } => format!("is {shown} won within {bound}?"),
        RecipeQuestion::Shortest { .. } => {
            format!("the fewest single-card moves of a plan that wins {shown} within {bound}")
        }
        RecipeQuestion::Best { .. } => format!("the most that is reached in {shown} within {bound}"),
        RecipeQuestion::Task { .. } => format!("is there a plan that wins {shown}?"),
    }
}
