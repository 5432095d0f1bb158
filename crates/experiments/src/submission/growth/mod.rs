//! How families of questions grow: every size and seed of a study, by every solver that is installed.
//!
//! A submission looks for questions of one hardness (by bisection); a study asks how hardness grows, which solver
//! feels it least, and, where one formula comes as several games, which dress is hardest. Runs are made one after
//! the other, each in a process of its own, and kept a line each. A solver that leaves more than half of a size
//! unanswered is not asked about larger ones, unless the size is a horizon, where the largest are easy again.
//!
//! What is checked: solvers must agree, and so must all dresses of one formula.

#[cfg(test)]
mod committed;
mod figures;
mod kept;
mod page;
mod study;
mod text;

pub use study::{Kin, STUDIES, Study};

use super::ask::Ask;
use super::model::{Case, Fault, Status};
use super::solvers::{Solver, named, on_file, present};
use super::{Failure, PackEvent, RecipeError};
use crate::harness::Load;
use crate::harness::process::Allowed;
use kept::{Kept, Run};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a study is made.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has no picture")]
pub struct Growth<'a> {
    /// What is asked.
    pub study: &'a Study,
    /// Where the runs, the page and the figures go.
    pub folder: &'a Path,
    /// Reads deals.
    pub load: Load<'a>,
    /// Whether a folder with other content may be overwritten.
    pub force: bool,
}

/// Makes a study, or goes on with one; `None` if interrupted, else the number of runs.
///
/// # Errors
/// The first reason why it cannot be made; what was run before is kept.
pub fn run(
    growth: &Growth<'_>,
    stop: &AtomicBool,
    on_event: &(dyn Fn(PackEvent<'_>) + Sync),
) -> Result<Option<usize>, Failure> {
    let Growth { study, folder, .. } = *growth;
    let solvers = named(study.track, &study.solvers)?;
    let scratch = tempfile::Builder::new().prefix("patsat-growth-").tempdir();
    let scratch = scratch.map_err(|e| Failure::Io(std::env::temp_dir(), e))?;
    let (here, installed) = present(&solvers, scratch.path(), on_event);
    if here.is_empty() {
        let names = study.solvers.join(", ");
        let what = format!("none of its solvers is installed: expected one of {names}");
        return Err(RecipeError(what).into());
    }
    let recipe = study.questions();
    let mut kept = Kept::open(folder, &study.digest, growth.force)?;
    let all = study.family.iter().map(|kin| kin.sizes.len().saturating_mul(seeds(kin)));
    let all = all.fold(0, usize::saturating_add);
    let mut done = 0;
    for n in 0..study.family.len() {
        let kin = &study.family[n];
        let mut asked = here.clone();
        for &size in &kin.sizes {
            for seed in kin.seeds[0]..=kin.seeds[1] {
                let case = Case { recipe: &recipe, family: &recipe.family[n], size, seed, load: growth.load };
                if !question(study, &case, &asked, &mut kept, scratch.path(), stop)? {
                    return Ok(None);
                }
                done += 1;
                on_event(PackEvent::Doing("questions", done, all));
            }
            agree(study, &kept)?;
            if !kin.ask.grows_to_yes() {
                asked.retain(|solver| answers_half(&kept, &kin.name, size, solver.name));
            }
        }
    }
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| Failure::Io(path, e))
    };
    for (name, svg) in figures::all(study, kept.runs()) {
        write(&name, svg)?;
    }
    write("README.md", page::page(study, kept.runs(), &installed))?;
    Ok(Some(kept.runs().len()))
}

fn seeds(kin: &Kin) -> usize {
    usize::try_from(kin.seeds[1] - kin.seeds[0]).unwrap_or(usize::MAX).saturating_add(1)
}

/// Asks one question of those solvers that were not asked yet; `false` if interrupted.
fn question(
    study: &Study,
    case: &Case<'_>,
    asked: &[&'static Solver],
    kept: &mut Kept,
    scratch: &Path,
    stop: &AtomicBool,
) -> Result<bool, Failure> {
    let Case { family, size, seed, .. } = *case;
    let key = |solver: &Solver| (family.name.clone(), size, seed, solver.name.to_owned());
    let new: Vec<_> = asked.iter().filter(|solver| !kept.runs().contains_key(&key(solver))).collect();
    if new.is_empty() {
        return Ok(true);
    }
    let file = match text::of(case, stop) {
        Ok(file) => file,
        // Such as why a deal is lost that can be won: this seed has no question.
        Err(Fault::Nothing(_)) => return Ok(true),
        Err(Fault::Stopped) => return Ok(false),
        Err(Fault::Input(what)) => return Err(Failure::Question(case.name(), what)),
        Err(Fault::SelfCheck(what)) => return Err(Failure::SelfCheck(format!("{}: {what}", case.name()))),
    };
    let input = scratch.join(format!("question.{}", file.ending));
    fs::write(&input, &file.text).map_err(|e| Failure::Io(input.clone(), e))?;
    let allowed =
        Allowed { cpu_s: study.cpu_s, wall_s: 20.0 * study.cpu_s + 60.0, memory_mib: study.memory_mib };
    for solver in new {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let said = on_file(solver, &input, allowed, scratch, stop);
        let Some(said) = said.map_err(|e| Failure::Io(input.clone(), e))? else { return Ok(false) };
        kept.add(Run {
            family: family.name.clone(),
            size,
            seed,
            solver: solver.name.to_owned(),
            variables: file.variables,
            clauses: file.clauses,
            status: said.status,
            optimum: said.optimum,
            cpu_s: said.cpu_s,
            conflicts: said.conflicts,
        })?;
    }
    Ok(true)
}

/// Whether a solver answered at least half of what it was asked at a size.
fn answers_half(kept: &Kept, family: &str, size: u32, solver: &str) -> bool {
    let of = || kept.runs().values().filter(|run| run.family == family && run.size == size);
    let of = || of().filter(|run| run.solver == solver);
    let answered = of().filter(|run| run.status != Status::Open).count();
    2 * answered >= of().count()
}

/// All solvers must say the same of a question, and of all dresses of a formula.
fn agree(study: &Study, kept: &Kept) -> Result<(), Failure> {
    let mut said: BTreeMap<(String, u32, u64), &Run> = BTreeMap::new();
    for run in kept.runs().values().filter(|run| run.status != Status::Open) {
        let kin = study.family.iter().find(|kin| kin.name == run.family);
        // The same formula in another dress is the same question.
        let name = match kin.map(|kin| &kin.ask) {
            Some(Ask::Formula { family, variables, ratio, .. }) => {
                format!("{family:?} {variables:?} {ratio:?}")
            }
            _ => run.family.clone(),
        };
        let first = *said.entry((name, run.size, run.seed)).or_insert(run);
        if first.status != run.status || first.optimum != run.optimum {
            return Err(Failure::SelfCheck(format!(
                "size {}, seed {}: {} says {} of '{}' and {} says {} of '{}'",
                run.size,
                run.seed,
                first.solver,
                page::word(first),
                first.family,
                run.solver,
                page::word(run),
                run.family
            )));
        }
    }
    Ok(())
}
