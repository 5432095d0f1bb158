//! Questions that are clauses: SAT, MaxSAT, and SMT, whose scripts are decided by clauses of the same question.

use super::clauses::OutputClauses;
use super::formulation::{Formulation, formulate};
use super::header;
use super::model::{Case, Facts, Fault, Look, QuestionFiles, Status};
use super::recipe_question::RecipeQuestion;
use patsat_encodings::constraints::Count;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Cardinality;
use patsat_formats::{Format, write_plan};
use patsat_planning::proof_text::{Text, proof_text};
use patsat_solvers::proof_file::{MEMORY_MIB, follow};
use patsat_solvers::{
    BackendChoice, BackendOptions, BackendRow, Control, DEFAULT, RefutationResult, SolverAnswer, backend,
};
use rustsat::types::Lit;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// The solver that counts, and proves.
fn reference() -> Result<&'static BackendRow, Fault> {
    match backend(DEFAULT).map_err(Fault::input)? {
        BackendChoice::Row(row) => Ok(row),
        BackendChoice::Command(_) => Err(Fault::input("the built-in solver is not here")),
    }
}

fn stopped(error: &patsat_base::Limit) -> Fault {
    match error {
        patsat_base::Limit::Interrupted => Fault::Stopped,
        other => Fault::input(other),
    }
}

/// The result of a search and its work, and the model with its cost.
type SearchResult = (Look, Option<(Vec<bool>, u64)>);

/// Decides clauses; with costs, down to the optimum.
fn decide(clean: &OutputClauses, most: u64, stop: &AtomicBool) -> Result<SearchResult, Fault> {
    let control = Control { stop: Some(stop), conflicts: Some(most), ..Control::default() };
    let mut solver = reference()?.start(&BackendOptions::default(), control).map_err(Fault::input)?;
    for clause in &clean.clauses {
        solver.add(clause).map_err(Fault::input)?;
    }
    let mut assumed: Vec<Lit> = Vec::new();
    let mut best: Option<(Vec<bool>, u64)> = None;
    let mut counted: Option<Count> = None;
    loop {
        let answer = solver.solve(&assumed).map_err(Fault::input)?;
        let work = solver.stats().conflicts;
        match answer {
            SolverAnswer::Unknown(patsat_base::Limit::Interrupted) => return Err(Fault::Stopped),
            SolverAnswer::Unknown(_) => return Ok((Look { status: Status::Open, work }, None)),
            SolverAnswer::Unsatisfiable => {
                let status = if best.is_some() { Status::Yes } else { Status::No };
                return Ok((Look { status, work }, best));
            }
            SolverAnswer::Satisfiable(()) => {}
        }
        let model: Vec<bool> = (0..clean.variables).map(|n| solver.value(Lit::positive(n))).collect();
        if !clean.satisfied_by(&model) {
            return Err(Fault::broken("the built-in solver's model does not satisfy the clauses"));
        }
        let cost = clean.costs.iter().filter(|lit| model[lit.vidx()] != lit.is_neg()).count();
        if best.as_ref().is_some_and(|(_, before)| cost as u64 >= *before) {
            return Err(Fault::broken("the built-in solver's model is no better than the one before"));
        }
        best = Some((model, cost as u64));
        let look = Look { status: Status::Yes, work };
        if cost == 0 {
            return Ok((look, best));
        }
        if counted.is_none() {
            let (extended, count) = counting(clean, cost);
            for clause in extended.clauses_from(0) {
                solver.add(clause).map_err(Fault::input)?;
            }
            counted = Some(count);
        }
        match counted.as_ref().and_then(|count| count.at_least(cost)) {
            Some(as_bad) => assumed = vec![!as_bad],
            None => return Ok((look, best)),
        }
    }
}

/// Clauses that count costs up to a number; their variables come after those of the file.
fn counting(clean: &OutputClauses, most: usize) -> (Formula, Count) {
    let mut formula = Formula::default();
    for _ in 0..clean.variables {
        formula.new_lit();
    }
    let count = Count::new(&mut formula, Cardinality::Totalizer, &clean.costs, most);
    (formula, count)
}

/// Refutes clauses; the proof is followed. Returns it as text and how many clauses it derives.
fn refuted(clauses: &[Vec<Lit>], stop: &AtomicBool) -> Result<(String, u64), Fault> {
    let control = Control { stop: Some(stop), ..Control::default() };
    let lists = || clauses.iter().map(Vec::as_slice);
    let attempt = reference()?.refute(lists(), clauses.len(), &BackendOptions::default(), control);
    match attempt.map_err(Fault::input)?.0 {
        RefutationResult::Yes(packed) => {
            let shown = follow(lists(), &packed, MEMORY_MIB).map_err(Fault::broken)?;
            let text = proof_text(&packed, Text::Lrat, lists()).map_err(Fault::broken)?;
            Ok((text, shown.derived()))
        }
        RefutationResult::No(_) => {
            Err(Fault::broken("the built-in solver says that there is no model, and that there is one"))
        }
        RefutationResult::Unknown(limit) => Err(stopped(&limit)),
    }
}

pub(super) fn look(case: &Case<'_>, stop: &AtomicBool) -> Result<Look, Fault> {
    let formulation = formulate(case, stop)?;
    let clean = OutputClauses::of(formulation.clauses(), &formulation.costs);
    Ok(decide(&clean, case.most(), stop)?.0)
}

pub(super) fn make(case: &Case<'_>, stop: &AtomicBool) -> Result<QuestionFiles, Fault> {
    let formulation = formulate(case, stop)?;
    let clean = OutputClauses::of(formulation.clauses(), &formulation.costs);
    let (Look { status, work }, best) = decide(&clean, case.most(), stop)?;
    let name = case.name();
    let mut witnesses = Vec::new();
    let mut proved = Vec::new();
    if let Some((model, _)) = &best {
        let maxsat = matches!(case.family.ask, RecipeQuestion::Shortest { .. } | RecipeQuestion::Best { .. });
        if formulation.script.is_none() {
            witnesses.push((format!("{name}.model"), model_lines(model, maxsat).into_bytes()));
            proved.push("a model that was checked clause by clause".to_owned());
        }
        if let (Some(bounded), Some(instance)) = (&formulation.bounded, &formulation.instance) {
            let plan = bounded.won(&|lit| clean.value(model, lit)).map_err(Fault::broken)?;
            let text = write_plan(instance, &plan, Format::PlanJson).map_err(Fault::broken)?;
            proved.push(format!("a plan of {} moves that was replayed on the rules", plan.moves.len()));
            witnesses.push((format!("{name}.plan.json"), text.into_bytes()));
        }
    }
    let optimum = best.as_ref().filter(|_| formulation.has_costs(case)).map(|(_, cost)| *cost);
    let bound = match (status, optimum) {
        (Status::No, _) => Some((clean.clauses.clone(), "its clauses")),
        (Status::Yes, Some(optimum)) if optimum > 0 => {
            Some((below(&clean, optimum as usize), "its hard clauses and a count below the optimum"))
        }
        _ => None,
    };
    if let Some((clauses, of)) = bound {
        let (text, derived) = refuted(&clauses, stop)?;
        let kept = text.len() as u64 <= case.recipe.proof_mib << 20;
        let file = if kept { "" } else { ", too long to be kept (proof_mib in the recipe)" };
        proved
            .push(format!("an LRAT proof that {of} have no model, checked: {derived} derived clauses{file}"));
        if kept && formulation.script.is_none() {
            if optimum.is_some() {
                let variables = clauses.iter().flatten().map(|lit| lit.vidx() as u32 + 1).max().unwrap_or(0);
                let bound = OutputClauses { variables, clauses, costs: Vec::new(), numbers: Vec::new() };
                let head = format!(
                    "c {name}: the hard clauses, and that fewer soft ones than the optimum are violated\n"
                );
                witnesses.push((format!("{name}.bound.cnf.xz"), bound.dimacs(&head).into_bytes()));
                witnesses.push((format!("{name}.bound.lrat.xz"), text.into_bytes()));
            } else {
                witnesses.push((format!("{name}.lrat.xz"), text.into_bytes()));
            }
        }
    }
    let mut size = BTreeMap::new();
    size.insert("variables".to_owned(), u64::from(clean.variables));
    size.insert("clauses".to_owned(), clean.clauses.len() as u64);
    if formulation.has_costs(case) {
        size.insert("soft".to_owned(), clean.costs.len() as u64);
    }
    let mut facts = Facts {
        status,
        work,
        optimum,
        size,
        proved: proved.join("; "),
        command: formulation.command.clone(),
    };
    let file = match (&formulation.script, &case.family.ask) {
        (Some((logic, script)), _) => {
            facts.proved = format!("by clauses of the same question: {}", facts.proved);
            facts.size.insert("bytes".to_owned(), script.len() as u64);
            let day = case.recipe.date.replace('-', "");
            (
                format!("non-incremental/{logic}/{day}-patsat/{}/{name}.smt2", case.family.name),
                smtlib(case, &formulation, &facts, logic, script),
            )
        }
        (_, RecipeQuestion::Shortest { .. } | RecipeQuestion::Best { .. }) => {
            let head = header::comments(
                "c",
                &header::lines(case, &formulation.question, &facts, &formulation.about),
            );
            (format!("{name}.wcnf.xz"), clean.wcnf(&head))
        }
        _ => {
            let head = header::comments(
                "c",
                &header::lines(case, &formulation.question, &facts, &formulation.about),
            );
            (format!("{name}.cnf.xz"), clean.dimacs(&head))
        }
    };
    Ok(QuestionFiles { files: vec![(file.0, file.1.into_bytes())], witnesses, facts })
}

/// The hard clauses, and that fewer costs than a bound are true.
fn below(clean: &OutputClauses, optimum: usize) -> Vec<Vec<Lit>> {
    let (mut counted, count) = counting(clean, optimum);
    if let Some(as_bad) = count.at_least(optimum) {
        counted.add(&[!as_bad]);
    }
    let counts = counted.clauses_from(0).map(<[Lit]>::to_vec);
    clean.clauses.iter().cloned().chain(counts).collect()
}

/// A model as the competitions write it.
fn model_lines(model: &[bool], maxsat: bool) -> String {
    if maxsat {
        let bits: String = model.iter().map(|&value| if value { '1' } else { '0' }).collect();
        return format!("s OPTIMUM FOUND\nv {bits}\n");
    }
    patsat_reductions::dimacs::solver_lines(&patsat_reductions::Assignment(model.to_vec()))
}

/// A script with the head that SMT-LIB asks for.
fn smtlib(case: &Case<'_>, formulation: &Formulation, facts: &Facts, logic: &str, script: &str) -> String {
    let recipe = case.recipe;
    let lines = header::lines(case, &formulation.question, facts, &formulation.about);
    // A bar would end the text.
    let about: String = lines.iter().map(|line| line.replace('|', "/") + "\n").collect();
    let status = header::word(recipe.track, facts.status);
    format!(
        "(set-info :smt-lib-version 2.6)\n(set-logic {logic})\n(set-info :source |\nGenerated by: {}\n\
         Generated on: {}\nGenerator: patsat {}\nApplication: plans of patience games within a bound\n\
         Target solver: z3, cvc5\n{about}|)\n\
         (set-info :license \"https://creativecommons.org/licenses/by/4.0/\")\n(set-info :category \"crafted\")\n\
         (set-info :status {status})\n{script}(check-sat)\n(exit)\n",
        recipe.author.replace('|', "/"),
        recipe.date,
        env!("CARGO_PKG_VERSION"),
    )
}
