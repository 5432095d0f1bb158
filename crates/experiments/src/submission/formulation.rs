//! What each question is as clauses, and the words for it.

use super::header;
use super::model::{Case, Fault};
use super::recipe_question::{CraftedFamily, Dress, RecipeQuestion};
use patsat_analysis::variants::{VariantQuestion, variant_formula};
use patsat_analysis::why::{self, WhyRequest};
use patsat_base::Limits;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_game::state::patterns::Patterns;
use patsat_game::state::{Goal, Instance};
use patsat_planning::formula::{BoundedFormula, FormulaRequest};
use patsat_planning::lock_formula::lock_formula;
use patsat_planning::locks::Locks;
use patsat_planning::smt::script::{BoundedScript, ScriptRequest};
use patsat_planning::{Method, Monitor, Request};
use patsat_reductions::families::{Family, THRESHOLD};
use patsat_reductions::{Form, Target, reduce_any};
use patsat_smt as smt;
use rustsat::types::Lit;
use std::sync::atomic::AtomicBool;

/// Most positions and questions that finding dead patterns may take.
const PATTERN_NODES: u64 = 1_000_000;

/// Memory for a formula.
const MEMORY_MIB: u64 = 4096;

/// Clauses, and what they say.
#[derive(Default)]
pub(super) struct Formulation {
    pub(super) formula: Formula,
    pub(super) costs: Vec<Lit>,
    /// Where a model is a plan.
    pub(super) bounded: Option<BoundedFormula<'static>>,
    pub(super) instance: Option<Instance>,
    pub(super) question: String,
    pub(super) about: Vec<String>,
    pub(super) command: Option<String>,
    /// The logic, and declarations and assertions.
    pub(super) script: Option<(&'static str, String)>,
}

impl Formulation {
    pub(super) fn clauses(&self) -> &Formula {
        match &self.bounded {
            Some(bounded) => bounded.formula(),
            None => &self.formula,
        }
    }

    /// Whether its costs are to be few.
    pub(super) fn has_costs(&self, case: &Case<'_>) -> bool {
        matches!(case.family.ask, RecipeQuestion::Shortest { .. } | RecipeQuestion::Best { .. })
    }
}

pub(super) fn formulate(case: &Case<'_>, stop: &AtomicBool) -> Result<Formulation, Fault> {
    match &case.family.ask {
        RecipeQuestion::Plan { deal, args, encoding, options, horizon } => {
            let horizon = case.number(horizon)?;
            plan(case, (deal, args), encoding, options, horizon, false)
        }
        RecipeQuestion::Shortest { deal, args, encoding, options, horizon } => {
            let horizon = case.number(horizon)?;
            plan(case, (deal, args), encoding, options, horizon, true)
        }
        RecipeQuestion::Best { deal, args, goal, horizon } => {
            let (instance, shown) = case.deal(deal, args)?;
            let goal: Goal = goal.parse().map_err(Fault::input)?;
            let horizon = case.number(horizon)?;
            let given = variant_formula(
                &instance,
                &shown,
                VariantQuestion::Best(goal),
                horizon,
                Options::default(),
                MEMORY_MIB,
            )?;
            let bound = format!("{horizon} moves towards goal {}", goal.name());
            Ok(Formulation {
                question: header::question_text(&case.family.ask, &shown, &bound),
                about: vec![header::game(&instance)],
                command: Some(format!(
                    "patsat encode {shown} --question best --goal {} --horizon {horizon} --to wcnf",
                    goal.name()
                )),
                formula: given.formula,
                costs: given.costs,
                ..Formulation::default()
            })
        }
        RecipeQuestion::Script { deal, args, encoding, decided_by, horizon } => {
            let horizon = case.number(horizon)?;
            script(case, (deal, args), encoding, decided_by, horizon)
        }
        RecipeQuestion::Patterns { deal, args, without } => {
            let without = case.number(without)?;
            patterns(case, (deal, args), without, stop)
        }
        RecipeQuestion::Formula { family, variables, ratio, dress } => {
            let variables = case.number(variables)?;
            crafted(case, *family, variables, ratio.unwrap_or(THRESHOLD), *dress)
        }
        RecipeQuestion::Fair { .. } | RecipeQuestion::Easy { .. } | RecipeQuestion::Task { .. } => {
            Err(Fault::broken("a question that is not made of clauses"))
        }
    }
}

fn plan(
    case: &Case<'_>,
    (deal, args): (&str, &[String]),
    encoding: &str,
    options: &str,
    horizon: u32,
    counted: bool,
) -> Result<Formulation, Fault> {
    let (instance, shown) = case.deal(deal, args)?;
    let row = schemes::encoding(&case.put(encoding)).map_err(Fault::input)?;
    let changed: Options = case.put(options).parse().map_err(Fault::input)?;
    let request = FormulaRequest {
        options: changed,
        counted,
        memory_mib: MEMORY_MIB,
        ..FormulaRequest::new(row, horizon)
    };
    let bounded = BoundedFormula::build(&instance, request).map_err(Fault::input)?.into_owned();
    let bound = format!("{horizon} {}", row.unit.word(horizon));
    let more = if changed == Options::default() { String::new() } else { format!(" --options {changed}") };
    let to = if counted { "wcnf" } else { "dimacs" };
    Ok(Formulation {
        question: header::question_text(&case.family.ask, &shown, &bound),
        about: vec![header::game(&instance), bounded.describe()],
        command: Some(format!(
            "patsat encode {shown} --encoding {} --horizon {horizon}{more} --to {to}",
            row.name
        )),
        costs: if counted { bounded.costs() } else { Vec::new() },
        bounded: Some(bounded),
        instance: Some(instance),
        ..Formulation::default()
    })
}

fn script(
    case: &Case<'_>,
    (deal, args): (&str, &[String]),
    encoding: &str,
    decided_by: &str,
    horizon: u32,
) -> Result<Formulation, Fault> {
    let (instance, shown) = case.deal(deal, args)?;
    let row = smt::encoding(encoding).map_err(Fault::input)?;
    let by = schemes::encoding(decided_by).map_err(Fault::input)?;
    if row.unit != by.unit {
        return Err(Fault::input(format!(
            "encoding '{encoding}' counts {} and '{decided_by}' {}: expected two that count the same",
            row.unit.word(2),
            by.unit.word(2)
        )));
    }
    let request =
        ScriptRequest { encoding: row, options: Options::default(), horizon, memory_mib: MEMORY_MIB };
    let text = BoundedScript::build(&instance, request).map_err(Fault::input)?;
    if text.logic() == "ALL" {
        let what = format!(
            "encoding '{encoding}' names no logic of SMT-LIB: expected one that does, such as relational"
        );
        return Err(Fault::Input(what));
    }
    let script = (text.logic(), text.assertions().to_owned());
    let about = text.describe();
    let request = FormulaRequest { memory_mib: MEMORY_MIB, ..FormulaRequest::new(by, horizon) };
    let bounded = BoundedFormula::build(&instance, request).map_err(Fault::input)?.into_owned();
    let bound = format!("{horizon} {}", row.unit.word(horizon));
    Ok(Formulation {
        question: header::question_text(&case.family.ask, &shown, &bound),
        about: vec![header::game(&instance), about],
        command: Some(format!("patsat encode {shown} --encoding {encoding} --horizon {horizon} --to smtlib")),
        bounded: Some(bounded),
        instance: Some(instance),
        script: Some(script),
        ..Formulation::default()
    })
}

fn patterns(
    case: &Case<'_>,
    (deal, args): (&str, &[String]),
    without: u32,
    stop: &AtomicBool,
) -> Result<Formulation, Fault> {
    let (instance, shown) = case.deal(deal, args)?;
    let limits = Limits { nodes: Some(PATTERN_NODES), ..Limits::default() };
    let request = WhyRequest::new(Request { limits, ..Request::new(&instance, Method::default()) });
    let answer = why::why(&request, &mut Monitor::default().stopped_by(stop))?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(Fault::Stopped);
    }
    let proof = answer.patterns();
    let found = proof.map(|proof| proof.checked.patterns.clone());
    let Some(found) = found else {
        return Err(Fault::Nothing(format!("{shown}: there are no dead patterns that prove it lost")));
    };
    let count = found.0.len();
    let mut kept = found.0;
    if without > 0 {
        let n = without as usize - 1;
        if n >= kept.len() {
            let what = format!("{shown} has {count} patterns: expected one of them, found {without}");
            return Err(Fault::Nothing(what));
        }
        kept.remove(n);
    }
    let closure = patsat_patterns::closure(&instance, &Patterns(kept)).map_err(Fault::input)?;
    let bound = if without > 0 {
        format!(", but for pattern {without} of {count}")
    } else {
        format!(" ({count} of them)")
    };
    Ok(Formulation {
        question: header::question_text(&case.family.ask, &shown, &bound),
        about: vec![header::game(&instance)],
        command: (without == 0).then(|| format!("patsat why {shown} --proof FILE")),
        formula: closure.formula,
        ..Formulation::default()
    })
}

fn crafted(
    case: &Case<'_>,
    family: CraftedFamily,
    variables: u32,
    ratio: f64,
    dress: Dress,
) -> Result<Formulation, Fault> {
    let (of, name) = match family {
        CraftedFamily::Random => (Family::Random, "random"),
        CraftedFamily::Planted => (Family::Planted, "planted"),
        CraftedFamily::Pigeonhole => (Family::Pigeonhole, "pigeonhole"),
        CraftedFamily::Parity => (Family::Parity, "parity"),
    };
    let cnf = of.formula(variables, ratio, case.seed).map_err(Fault::input)?;
    let shown = format!(
        "the {name} formula of seed {} with {} variables and {} clauses",
        case.seed,
        cnf.variables,
        cnf.clauses.len()
    );
    let (target, option) = match dress {
        Dress::Plain => {
            let mut formula = Formula::default();
            let lits: Vec<Lit> = (0..cnf.variables).map(|_| formula.new_lit()).collect();
            for clause in &cnf.clauses {
                let lit = |&l: &i32| {
                    if l > 0 { lits[l as usize - 1] } else { !lits[l.unsigned_abs() as usize - 1] }
                };
                formula.add(&clause.iter().map(lit).collect::<Vec<_>>());
            }
            return Ok(Formulation {
                question: header::question_text(&case.family.ask, &shown, ""),
                formula,
                ..Formulation::default()
            });
        }
        Dress::Freecell => (Target::Freecell { cells: 0 }, "freecell --cells 0"),
        Dress::Spider => (Target::Spider { suits: 1 }, "spider"),
        Dress::FortyThievesA => (Target::FortyThieves { form: Form::A }, "forty-thieves --form a"),
        Dress::FortyThievesB => (Target::FortyThieves { form: Form::B }, "forty-thieves --form b"),
    };
    let reduced = reduce_any(&cnf, target).map_err(Fault::input)?;
    let instance = reduced.instance;
    let locks = Locks::of(&instance).map_err(Fault::input)?;
    let request = lock_formula(&locks, &instance, None, &Options::default()).map_err(Fault::input)?;
    let bounded = BoundedFormula::build(&instance, request).map_err(Fault::input)?.into_owned();
    let bound = format!(", asked of its deal as {target}: do its locks leave within {}", bounded.describe());
    Ok(Formulation {
        question: header::question_text(&case.family.ask, &shown, &bound),
        about: vec![header::game(&instance)],
        command: Some(format!("patsat reduce FORMULA --to {option}; patsat encode DEAL --horizon complete")),
        bounded: Some(bounded),
        instance: Some(instance),
        ..Formulation::default()
    })
}
