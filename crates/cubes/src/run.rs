//! Solves the cubes of one task and checks each answer before it is written.
//!
//! The proof of a refuted cube is written to the folder before the cube's line. If the folder already has a valid proof
//! of a cube, from any task, the cube is not solved again. The first plan ends the task. Other tasks find the plan
//! before their next cube and end too, because one plan answers all cubes.

use super::part::{Part, Record, Verdict};
use super::{Split, certificate, write_whole};
use crate::shard::Shard;
use patsat_base::pool::{self, Out, Results, UNBOUNDED};
use patsat_base::{Limit, Limits};
use patsat_formats::{self as formats, Format, FormatError};
use patsat_game::verify::replay;
use patsat_planning::formula::BoundedFormula;
use patsat_planning::proof::ProofError;
use patsat_planning::sat::is_built_in;
use patsat_planning::{Failure, Files, MissingSolverError, SelfCheck, SolverError};
use patsat_solvers::proof_file::MEMORY_MIB;
use patsat_solvers::{
    self as solve, BackendChoice, BackendOptions, Control, RefutationResult, SolverAnswer, SolverStats,
    hand_over,
};
use rustsat::types::Lit;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::Instant;

/// The cubes of a task and the settings of their solver.
#[derive(Clone, Copy, Debug)]
pub struct Conquer<'a> {
    /// The cubes.
    pub split: &'a Split,
    /// Their formula, rebuilt from the instance.
    pub bounded: &'a BoundedFormula<'a>,
    /// The shard, if not all cubes are solved: the cubes whose number, from 0, modulo the number of shards is the
    /// shard's index. Neighbours in the tree are often alike, so they go to different tasks.
    pub shard: Option<Shard>,
    /// The solver.
    pub backend: &'a BackendChoice,
    pub seed: u64,
    /// Limits of each cube.
    pub limits: Limits,
    /// Cubes at a time.
    pub jobs: usize,
}

/// How a task ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every cube of the task was tried.
    Done,
    Plan,
    /// The task was interrupted.
    Interrupted,
}

impl Conquer<'_> {
    /// Returns the numbers, from 0, of the cubes of this task.
    #[must_use]
    pub fn own(&self) -> Vec<usize> {
        let of = |shard: Shard| (shard.index as usize, shard.of as usize);
        let (first, step) = self.shard.map_or((0, 1), of);
        (first..self.split.cubes.len()).step_by(step.max(1)).collect()
    }
}

/// Solves the cubes that have no answer in `part`. `watch` receives each finished record.
///
/// # Errors
/// The first failure. Records that were finished before it are in the file.
pub fn run(
    conquer: &Conquer<'_>,
    part: &mut Part,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Record),
) -> Result<End, Failure> {
    if part.records.values().any(|record| record.verdict == Verdict::Plan) {
        return Ok(End::Plan);
    }
    // The reader stops the workers only after the first answer, so a set flag is handled here.
    if stop.load(Ordering::Relaxed) {
        return Ok(End::Interrupted);
    }
    let answered = |cube: &usize| part.records.get(&(cube + 1)).is_some_and(|r| r.verdict != Verdict::Open);
    let todo: Vec<usize> = conquer.own().into_iter().filter(|cube| !answered(cube)).collect();
    type Answer = Result<CubeOutcome, Failure>;
    let jobs = conquer.jobs.clamp(1, todo.len().max(1));
    let work = |cube: usize, out: &Out<Answer>| {
        if let Some(answer) = one(conquer, cube, out.stop()).transpose() {
            out.send(answer);
        }
    };
    let mut plan = false;
    let halt = AtomicBool::new(false);
    let keep = |answers: &mut Results<Answer>| {
        let mut end = Ok(());
        for answer in answers.as_done(&halt) {
            let written = match answer {
                None => Ok(()),
                Some(Ok(CubeOutcome::Elsewhere)) => {
                    plan = true;
                    Ok(())
                }
                Some(Ok(CubeOutcome::Here(record))) => {
                    plan |= record.verdict == Verdict::Plan;
                    watch(&record);
                    part.append(*record)
                }
                Some(Err(failure)) => Err(failure),
            };
            let ends = plan || written.is_err() || stop.load(Ordering::Relaxed);
            halt.fetch_or(ends, Ordering::Relaxed);
            end = end.and(written);
        }
        end
    };
    let end = pool::run(jobs, UNBOUNDED, todo.into_iter(), work, keep);
    end.map_err(|e| SolverError::Thread(e.kind()))??;
    Ok(if plan {
        End::Plan
    } else if stop.load(Ordering::Relaxed) {
        End::Interrupted
    } else {
        End::Done
    })
}

enum CubeOutcome {
    Here(Box<Record>),
    /// Another task has left a plan.
    Elsewhere,
}

/// Solves one cube; returns `None` if it was interrupted.
fn one(conquer: &Conquer<'_>, cube: usize, stop: &AtomicBool) -> Result<Option<CubeOutcome>, Failure> {
    let Conquer { split, bounded, backend, seed, limits, jobs, .. } = *conquer;
    if has_plan(split) {
        return Ok(Some(CubeOutcome::Elsewhere));
    }
    let mut record = Record {
        cube: cube + 1,
        verdict: Verdict::Open,
        reason: None,
        plan: None,
        backend: backend.name().into(),
        conflicts: 0,
        derived: None,
        proof_bytes: None,
        solve_ms: 0.0,
        check_ms: 0.0,
    };
    let started = Instant::now();
    let path = split.proof_file(cube);
    if let Ok(file) = std::fs::read(&path)
        && let Ok(refutation) = certificate::check(split, bounded, cube, &file, MEMORY_MIB)
    {
        (record.verdict, record.derived) = (Verdict::Refuted, Some(refutation.derived()));
        (record.proof_bytes, record.check_ms) = (Some(file.len()), ms(started));
        return Ok(Some(CubeOutcome::Here(Box::new(record))));
    }
    let control = Control {
        stop: Some(stop),
        deadline: limits.time.and_then(|time| started.checked_add(time)),
        memory_mib: limits.memory_mib.map(|mib| mib.saturating_mul(jobs as u64)),
        ..Control::default()
    };
    let (answer, stats) = solve_cube(bounded, &split.cubes[cube], backend, BackendOptions { seed }, control)?;
    (record.conflicts, record.solve_ms) = (stats.conflicts, ms(started));
    let solved = Instant::now();
    match answer {
        RefutationResult::Unknown(Limit::Interrupted) => return Ok(None),
        RefutationResult::Unknown(limit) => record.reason = Some(limit.word().into()),
        RefutationResult::Yes(proof) => {
            let refutation = certificate::follow(bounded.formula(), &split.cubes[cube], &proof, MEMORY_MIB)
                .map_err(|fault| SelfCheck::from(Box::new(ProofError::Refused(fault.into()))))?;
            let file = certificate::file(split, cube, proof).map_err(|e| SolverError::from(Box::new(e)))?;
            write_whole(&path, &file)?;
            (record.verdict, record.derived) = (Verdict::Refuted, Some(refutation.derived()));
            record.proof_bytes = Some(file.len());
        }
        RefutationResult::No(model) => {
            let value = |l: Lit| model.get(l.vidx()).copied().unwrap_or(false) == l.is_pos();
            let plan = bounded.won(&value).map_err(|what| {
                let values = (1..).zip(&model).map(|(n, &v)| if v { n } else { -n });
                let text: String = values.map(|n: i64| format!("v {n}\n")).collect();
                let text = format!("s SATISFIABLE\n{text}v 0\n");
                SelfCheck::model(what, Files(vec![("model.txt", text)]))
            })?;
            let text = formats::write_plan(&split.instance, &plan, Format::PlanJson)
                .map_err(|e| SolverError::from(Box::new(e)))?;
            write_whole(&split.plan_file(), text.as_bytes())?;
            let value =
                serde_json::from_str(&text).map_err(|e| SolverError::from(Box::new(FormatError::from(e))))?;
            (record.verdict, record.plan) = (Verdict::Plan, Some(value));
        }
    }
    record.check_ms = ms(solved);
    Ok(Some(CubeOutcome::Here(Box::new(record))))
}

/// Runs a solver on one cube. External programs may write no proof or one in another format, so cubes that they refute
/// are refuted again by the built-in solver.
fn solve_cube(
    bounded: &BoundedFormula<'_>,
    cube: &[Lit],
    backend: &BackendChoice,
    options: BackendOptions,
    control: Control<'_>,
) -> Result<(RefutationResult, SolverStats), Failure> {
    let formula = bounded.formula();
    let clauses = || certificate::clauses(formula, cube);
    let prover = if is_built_in(backend) {
        backend.clone()
    } else {
        let mut solver = backend.start(&options, control)?;
        if let Some(limit) = hand_over(clauses(), &mut *solver, &control)? {
            return Ok((RefutationResult::Unknown(limit), solver.stats()));
        }
        match solver.solve(&[])? {
            SolverAnswer::Satisfiable(()) => {
                let variables = formula.size().variables;
                let model = (0..variables).map(|n| solver.value(Lit::positive(n))).collect();
                return Ok((RefutationResult::No(model), solver.stats()));
            }
            SolverAnswer::Unknown(limit) => return Ok((RefutationResult::Unknown(limit), solver.stats())),
            SolverAnswer::Unsatisfiable => {}
        }
        solve::backend(solve::DEFAULT).map_err(MissingSolverError::from)?
    };
    Ok(prover.refute(clauses(), formula.size().clauses + cube.len(), &options, control)?)
}

/// Whether some task has left a valid plan.
fn has_plan(split: &Split) -> bool {
    let Ok(bytes) = std::fs::read(split.plan_file()) else { return false };
    let plan = formats::read_plan_as(&bytes, Some(Format::PlanJson), &split.instance);
    plan.is_ok_and(|plan| replay(&split.instance, plan).is_ok())
}

fn ms(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 1e6).round() / 1e3
}
