//! Games as planning tasks, each domain in a folder of its own, as planners are given them.
//!
//! Difficulty is counted in positions that the usual search of the program expands. A plan is replayed on the rules,
//! that no plan exists is a closed set of positions that was checked.

use super::header;
use super::model::{Case, Facts, Fault, Look, QuestionFiles, Status};
use super::recipe_question::RecipeQuestion;
use patsat_base::{Limit, Limits};
use patsat_formats::{Format, write_instance, write_plan};
use patsat_game::state::Instance;
use patsat_planning::{Answer, Basis, Method, Monitor, Outcome, Request, solve};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

fn decide(
    case: &Case<'_>,
    certify: bool,
    stop: &AtomicBool,
) -> Result<(Look, Answer, Instance, String), Fault> {
    let RecipeQuestion::Task { deal, args } = &case.family.ask else {
        return Err(Fault::broken("a question that is no planning task"));
    };
    let (instance, shown) = case.deal(deal, args)?;
    let limits = Limits { nodes: Some(case.most()), ..Limits::default() };
    let request = Request { limits, certify, ..Request::new(&instance, Method::default()) };
    let answer = solve(&request, &mut Monitor::default().stopped_by(stop))?;
    let status = match &answer.outcome {
        Outcome::Solved(..) => Status::Yes,
        Outcome::Unwinnable(_) => Status::No,
        Outcome::Unknown(Limit::Interrupted) => return Err(Fault::Stopped),
        Outcome::Unknown(_) | Outcome::NoPlanWithin { .. } => Status::Open,
    };
    let work = answer.stats.expanded;
    Ok((Look { status, work }, answer, instance, shown))
}

pub(super) fn look(case: &Case<'_>, stop: &AtomicBool) -> Result<Look, Fault> {
    decide(case, false, stop).map(|(look, ..)| look)
}

pub(super) fn make(case: &Case<'_>, stop: &AtomicBool) -> Result<QuestionFiles, Fault> {
    let (Look { status, work }, answer, instance, shown) = decide(case, true, stop)?;
    let name = case.name();
    let mut witnesses = Vec::new();
    let proved = match &answer.outcome {
        Outcome::Solved(plan, _) => {
            let text = write_plan(&instance, plan, Format::IpcPlan).map_err(Fault::input)?;
            let actions = text.lines().filter(|line| line.starts_with('(')).count();
            witnesses.push((format!("{name}.plan"), text.into_bytes()));
            format!("a plan of {actions} actions, made from one that was replayed on the rules")
        }
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => {
            witnesses.push((format!("{name}.closed-set"), certificate.bytes.clone()));
            "a closed set of positions without a win, checked by the rules (patsat verify)".to_owned()
        }
        Outcome::Unwinnable(Basis::HeightGame(certificate)) => {
            witnesses.push((format!("{name}.height-game"), certificate.bytes.clone()));
            "a height game without a win, checked by the rules (patsat verify)".to_owned()
        }
        Outcome::Unwinnable(_) => "a complete search, without a certificate".to_owned(),
        _ => "nothing".to_owned(),
    };
    let text = write_instance(&instance, Format::Pddl).map_err(Fault::input)?;
    let size = BTreeMap::from([("bytes".to_owned(), text.len() as u64)]);
    let command = Some(format!("patsat convert {shown} --to pddl"));
    let facts = Facts { status, work, optimum: None, size, proved, command };
    let question = header::question_text(&case.family.ask, &shown, "");
    let head = header::comments(";", &header::lines(case, &question, &facts, &[header::game(&instance)]));
    let folder = &case.family.name;
    let files = vec![
        (format!("{folder}/{name}.pddl"), (head + &text).into_bytes()),
        (format!("{folder}/domain.pddl"), patsat_pddl::domain(&instance).as_bytes().to_vec()),
    ];
    Ok(QuestionFiles { files, witnesses, facts })
}
