//! Questions with two players: for every order of the hidden cards, or after any first moves, is there a plan?
//!
//! They are decided by two SAT solvers against each other ([`patsat_analysis::variants`]); difficulty is counted in
//! plans of the second player until nothing is left to the first. Every plan is replayed on the choice that it is
//! for. That no choice is left is reported by the first solver; solvers for QBF that are installed are held against it.

use super::header;
use super::model::{Case, Facts, Fault, Look, QuestionFiles, Status};
use super::recipe_question::RecipeQuestion;
use patsat_analysis::variants::{
    BySat, End, HiddenCards, StopReason, TwoPlayers, VariantQuestion, easy_by_sat, fair_by_sat,
    variant_formula,
};
use patsat_base::{Limit, Limits};
use patsat_encodings::emit::{Legend, write_qdimacs};
use patsat_encodings::options::Options;
use patsat_formats::{Format, write_instance};
use patsat_game::state::Instance;
use patsat_search::Budget;
use patsat_solvers::{BackendChoice, Control};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Most conflicts of one question of either player, and positions of a search for a longer plan.
const CONFLICTS: u64 = 100_000;
const NODES: u64 = 300_000;

/// Memory for a formula.
const MEMORY_MIB: u64 = 4096;

struct Question {
    instance: Instance,
    shown: String,
    variant: VariantQuestion,
    horizon: u32,
}

fn question(case: &Case<'_>) -> Result<Question, Fault> {
    let (deal, args, horizon, variant) = match &case.family.ask {
        RecipeQuestion::Fair { deal, args, horizon, tops } => (
            deal,
            args,
            horizon,
            VariantQuestion::Fair(if *tops { HiddenCards::WithTops } else { HiddenCards::FaceDown }),
        ),
        RecipeQuestion::Easy { deal, args, k, horizon } => {
            (deal, args, horizon, VariantQuestion::Easy(case.number(k)?))
        }
        _ => return Err(Fault::broken("a question of one player")),
    };
    let (instance, shown) = case.deal(deal, args)?;
    Ok(Question { instance, shown, variant, horizon: case.number(horizon)? })
}

fn decide(question: &Question, stop: &AtomicBool) -> Result<(Look, TwoPlayers), Fault> {
    let control = Control { stop: Some(stop), conflicts: Some(CONFLICTS), ..Control::default() };
    let backend = BackendChoice::default();
    let by = BySat { backend: &backend, seed: 0, horizon: Some(question.horizon), control };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut budget = Budget::new(limits).stopped_by(stop);
    let found = match question.variant {
        VariantQuestion::Fair(hidden) => fair_by_sat(&question.instance, hidden, by, &mut budget)?,
        VariantQuestion::Easy(k) => easy_by_sat(&question.instance, k, by, &mut budget)?,
        VariantQuestion::Best(_) => return Err(Fault::broken("a question of one player")),
    };
    let status = match &found.end {
        End::Yes => Status::Yes,
        End::No { .. } | End::NotWithin { .. } => Status::No,
        End::Unknown(StopReason::Search(Limit::Interrupted) | StopReason::Solver(Limit::Interrupted)) => {
            return Err(Fault::Stopped);
        }
        End::Unknown(_) => Status::Open,
    };
    Ok((Look { status, work: found.plans }, found))
}

pub(super) fn look(case: &Case<'_>, stop: &AtomicBool) -> Result<Look, Fault> {
    Ok(decide(&question(case)?, stop)?.0)
}

pub(super) fn make(case: &Case<'_>, stop: &AtomicBool) -> Result<QuestionFiles, Fault> {
    let question = question(case)?;
    let (Look { status, work }, found) = decide(&question, stop)?;
    let Question { instance, shown, variant, horizon } = &question;
    let name = case.name();
    let given = variant_formula(instance, shown, *variant, *horizon, Options::default(), MEMORY_MIB)?;
    let mut witnesses = Vec::new();
    let rest = "the encoder is trusted";
    let proved = match &found.end {
        End::Yes => format!(
            "two SAT solvers against each other: {work} plans, each replayed, leave no choice (reported by a solver); \
             {rest}"
        ),
        End::No { case: lost, .. } => {
            witnesses.push((format!("{name}.lost.json"), written(&lost.game)?));
            format!("a lost choice, with a verified closed set of positions; {rest}")
        }
        End::NotWithin { case: lost, .. } => {
            witnesses.push((format!("{name}.lost.json"), written(&lost.game)?));
            format!("a choice without a plan within the horizon (reported by a solver); {rest}")
        }
        End::Unknown(_) => "nothing".to_owned(),
    };
    let sizes = given.formula.size();
    let mut size = BTreeMap::new();
    size.insert("variables".to_owned(), u64::from(sizes.variables));
    size.insert("clauses".to_owned(), sizes.clauses as u64);
    size.insert("universal".to_owned(), given.universal.len() as u64);
    let (bound, option) = match variant {
        VariantQuestion::Easy(k) => {
            (format!("{horizon} moves after any first moves, {k} or fewer"), format!("easy --k {k}"))
        }
        VariantQuestion::Fair(HiddenCards::WithTops) => {
            (format!("{horizon} moves"), "fair --tops".to_owned())
        }
        _ => (format!("{horizon} moves"), "fair".to_owned()),
    };
    let command = Some(format!("patsat encode {shown} --question {option} --horizon {horizon} --to qdimacs"));
    let facts = Facts { status, work, optimum: None, size, proved, command };
    let sentence = header::question_text(&case.family.ask, shown, &bound);
    let legend = Legend {
        header: header::lines(case, &sentence, &facts, &[header::game(instance)]),
        names: Vec::new(),
    };
    let mut text = Vec::new();
    write_qdimacs(&mut text, &legend, &given.formula, &given.universal).map_err(Fault::broken)?;
    Ok(QuestionFiles { files: vec![(format!("{name}.qdimacs.gz"), text)], witnesses, facts })
}

fn written(instance: &Instance) -> Result<Vec<u8>, Fault> {
    write_instance(instance, Format::Json).map(String::into_bytes).map_err(Fault::broken)
}
