//! Measures and makes one question, by the code for its kind: formulas, two players, or a planning task.

use super::model::{Case, Fault, Look, QuestionFiles, Status};
use super::recipe_question::RecipeQuestion;
use super::{formulas, pddl, qbf};
use std::sync::atomic::AtomicBool;

pub(super) fn look(case: &Case<'_>, stop: &AtomicBool) -> Result<Look, Fault> {
    let look = match &case.family.ask {
        RecipeQuestion::Fair { .. } | RecipeQuestion::Easy { .. } => qbf::look(case, stop),
        RecipeQuestion::Task { .. } => pddl::look(case, stop),
        _ => formulas::look(case, stop),
    };
    match look {
        Err(Fault::Nothing(_)) => Ok(Look { status: Status::Open, work: 0 }),
        look => look,
    }
}

pub(super) fn make(case: &Case<'_>, stop: &AtomicBool) -> Result<QuestionFiles, Fault> {
    match &case.family.ask {
        RecipeQuestion::Fair { .. } | RecipeQuestion::Easy { .. } => qbf::make(case, stop),
        RecipeQuestion::Task { .. } => pddl::make(case, stop),
        _ => formulas::make(case, stop),
    }
}
