//! Runs the attempts of a chain, on one or several threads.
//!
//! On one thread the result depends only on the request, apart from time limits. Several threads share the attempts,
//! and the first plan found is the result.

use super::place::Place;
use super::stage::{Stage, Way};
use super::{Chain, Draws, QuerySettings};
use crate::failure::{Failure, Files, SelfCheck};
use crate::monitor::ProgressEvent;
use crate::sat::engine::ms_since;
use crate::sat::groups::grouped;
use crate::sat::{Question, Round, RoundEnd, StageEnd};
use patsat_base::Limit;
use patsat_base::threads::{self, Observer};
use patsat_encodings::task::Goal;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{Verified, replay};
use patsat_lowering::check::PlanFault;
use patsat_lowering::decode;
use patsat_lowering::lower::LoweredGame;
use patsat_solvers::{Control, SolverAnswer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use web_time::Instant;

/// The data that all attempts share.
#[derive(Clone, Copy)]
pub(in crate::sat) struct Work<'a> {
    pub(in crate::sat) instance: &'a Instance,
    pub(in crate::sat) lowered: &'a LoweredGame,
    pub(in crate::sat) chain: &'a Chain,
    pub(in crate::sat) seed: u64,
    pub(in crate::sat) stop: &'a AtomicBool,
    pub(in crate::sat) deadline: Option<Instant>,
    pub(in crate::sat) memory_mib: Option<u64>,
}

/// A verified plan and the number of moves of each step (`grouped`), or the limit that was reached.
pub(in crate::sat) type End = Result<Result<(Verified<Plan>, Vec<usize>), Limit>, Failure>;

/// The result of an attempt without a plan.
enum AttemptFailure {
    /// The attempt found no win within its conflicts; another may.
    Luck,
    /// As `Luck`, and no win exists within the steps from the committed end.
    Refuted,
    /// As `Luck`, and every other attempt would be refuted too, because no end was committed to.
    Certain,
    Limit(Limit),
}

impl Work<'_> {
    /// Runs attempts until a plan is found, a limit is reached, or the chain gives up.
    pub(in crate::sat) fn run(&self, threads: usize, watch: &mut dyn FnMut(&ProgressEvent)) -> End {
        let (done, result) = (AtomicBool::new(false), Mutex::new(None));
        let work = |thread: usize, observer: &dyn Observer<ProgressEvent>| {
            if let Some(end) = self.attempts(thread as u64, threads as u64, &done, observer) {
                let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
                // A plan takes precedence over the limits of other threads.
                if result.is_none() || matches!(end, Ok(Ok(_))) {
                    *result = Some(end);
                }
                done.store(true, Ordering::Relaxed);
            }
        };
        threads::observed(threads, &work, &ProgressEvent::Tick, watch);
        let result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.unwrap_or(Ok(Err(Limit::GaveUp)))
    }

    /// Runs the attempts of one thread; returns `None` if none succeeds.
    fn attempts(
        &self,
        first: u64,
        threads: u64,
        done: &AtomicBool,
        observer: &dyn Observer<ProgressEvent>,
    ) -> Option<End> {
        let (mut number, mut refuted) = (first, 0);
        while number < self.chain.attempts {
            match (Attempt { work: *self, number, done, observer }).run() {
                Ok(Ok(won)) => return Some(self.verified(&won).map(Ok)),
                Ok(Err(AttemptFailure::Luck)) => (number, refuted) = (number + threads, 0),
                Ok(Err(AttemptFailure::Refuted)) if refuted + 1 >= self.chain.refuted => return None,
                Ok(Err(AttemptFailure::Refuted)) => (number, refuted) = (number + threads, refuted + 1),
                Ok(Err(AttemptFailure::Certain)) => return None,
                Ok(Err(AttemptFailure::Limit(_))) if done.load(Ordering::Relaxed) => return None,
                Ok(Err(AttemptFailure::Limit(limit))) => return Some(Ok(Err(limit))),
                Err(failure) => return Some(Err(failure)),
            }
        }
        None
    }

    /// Removes useless moves and replays the plan; the unchanged plan must win too.
    fn verified(&self, won: &Place) -> Result<(Verified<Plan>, Vec<usize>), Failure> {
        let found = Plan { moves: won.moves.clone() };
        let plan = replay(self.instance, found).map_err(|fault| SelfCheck::model(fault, Files::default()))?;
        let tidied = decode::tidy_plan(self.instance, self.lowered, (*plan).clone());
        let steps = self.steps(&plan, &won.steps, &tidied);
        if tidied == *plan {
            return Ok((plan, steps));
        }
        let after = |fault| SelfCheck::model(PlanFault::Tidied(fault), Files::default());
        Ok((replay(self.instance, tidied).map_err(after)?, steps))
    }

    /// Returns the number of moves of the tidied plan in each step.
    fn steps(&self, found: &Plan, lengths: &[usize], tidied: &Plan) -> Vec<usize> {
        let Ok(made) = decode::recode(self.instance, self.lowered, found) else { return Vec::new() };
        let mut made = made.into_iter();
        let steps: Vec<_> = lengths.iter().map(|&n| made.by_ref().take(n).collect()).collect();
        grouped(self.instance, self.lowered, &steps, tidied)
    }
}

struct Attempt<'a> {
    work: Work<'a>,
    /// From 0.
    number: u64,
    done: &'a AtomicBool,
    observer: &'a dyn Observer<ProgressEvent>,
}

impl Attempt<'_> {
    fn run(&self) -> Result<Result<Place, AttemptFailure>, Failure> {
        let mut place = Place::start(self.work.instance)?;
        if let Some(draws) = self.work.chain.draws(self.number).filter(|_| place.draws() > 0) {
            return self.drawn(place, draws);
        }
        let stages = place.rows() + 1;
        for stage in 1..stages {
            let end = match self.stage(&place, 0, (stage, stages))? {
                Ok(Some(end)) => end,
                Ok(None) => return Ok(Err(AttemptFailure::Luck)),
                Err(limit) => return Ok(Err(AttemptFailure::Limit(limit))),
            };
            let dealt = end.after(&[vec![Move::DealRow]])?;
            place = dealt.map_err(|what| SelfCheck::model(what, Files::default()))?;
        }
        let committed = stages > 1;
        self.win(place, stages, committed)
    }

    /// Plays on after the last row: queries the win, then improves the position, and repeats both.
    fn win(
        &self,
        mut place: Place,
        stages: u32,
        mut committed: bool,
    ) -> Result<Result<Place, AttemptFailure>, Failure> {
        let objective = self.work.chain.objective(self.number);
        // Whether the win was refuted from all positions so far, and from the last one.
        let (mut all_refuted, mut refuted) = (true, true);
        for turn in 0..=self.work.chain.more {
            refuted = match self.query_win(&place, (stages, stages))? {
                Ok(SolverAnswer::Satisfiable(won)) => return Ok(Ok(won)),
                Ok(answer) => matches!(answer, SolverAnswer::Unsatisfiable),
                Err(limit) => return Ok(Err(AttemptFailure::Limit(limit))),
            };
            all_refuted &= refuted;
            if turn == self.work.chain.more {
                break;
            }
            let end = match self.stage(&place, 0, (stages, stages))? {
                Ok(end) => end.filter(|end| end.value(&objective) < place.value(&objective)),
                Err(limit) => return Ok(Err(AttemptFailure::Limit(limit))),
            };
            let Some(end) = end else { break };
            (place, committed) = (end, true);
        }
        Ok(Err(match (all_refuted, committed, refuted) {
            (true, false, _) => AttemptFailure::Certain,
            (_, _, true) => AttemptFailure::Refuted,
            _ => AttemptFailure::Luck,
        }))
    }

    /// Runs stages of some draws each; queries the win when few enough draws are left.
    fn drawn(&self, mut place: Place, draws: Draws) -> Result<Result<Place, AttemptFailure>, Failure> {
        let stages = place.draws().div_ceil(draws.each) + 1;
        for stage in 1..stages {
            if place.draws() <= draws.win {
                match self.last(&place, &draws.last, (stage, stages))? {
                    SolverAnswer::Satisfiable(won) => return Ok(Ok(won)),
                    SolverAnswer::Unsatisfiable if stage == 1 => return Ok(Err(AttemptFailure::Luck)),
                    SolverAnswer::Unsatisfiable => return Ok(Err(AttemptFailure::Refuted)),
                    SolverAnswer::Unknown(Limit::Conflicts | Limit::GaveUp) => {}
                    SolverAnswer::Unknown(limit) => return Ok(Err(AttemptFailure::Limit(limit))),
                }
            }
            place = match self.stage(&place, draws.each.min(place.draws()), (stage, stages))? {
                Ok(Some(end)) => end,
                Ok(None) => return Ok(Err(AttemptFailure::Luck)),
                Err(limit) => return Ok(Err(AttemptFailure::Limit(limit))),
            };
        }
        self.win(place, stages, true)
    }

    /// Queries the win with each row of the chain; refuted if all of them are.
    fn query_win(
        &self,
        place: &Place,
        stage: (u32, u32),
    ) -> Result<Result<SolverAnswer<Place>, Limit>, Failure> {
        let mut refuted = true;
        for settings in self.work.chain.last {
            match self.last(place, settings, stage)? {
                won @ SolverAnswer::Satisfiable(_) => return Ok(Ok(won)),
                SolverAnswer::Unsatisfiable => {}
                SolverAnswer::Unknown(Limit::Conflicts | Limit::GaveUp) => refuted = false,
                SolverAnswer::Unknown(limit) => return Ok(Err(limit)),
            }
        }
        Ok(Ok(if refuted { SolverAnswer::Unsatisfiable } else { SolverAnswer::Unknown(Limit::Conflicts) }))
    }

    /// Returns the best end of a stage with this number of draws; `None` if the stage has no end.
    fn stage(
        &self,
        from: &Place,
        draws: u32,
        stage: (u32, u32),
    ) -> Result<Result<Option<Place>, Limit>, Failure> {
        let settings = self.work.chain.stage(self.number);
        let objective = self.work.chain.objective(self.number);
        let from = from.with_goal(Goal::Open(draws));
        let (way, began) = (self.way(settings)?, Instant::now());
        let mut formula = match Stage::new(&from, &way, Some(&objective), self.control())? {
            Ok(formula) => formula,
            Err(limit) => return Ok(Err(limit)),
        };
        let (question, encode_ms) = (self.queried(&formula), ms_since(began));
        let best = formula.best(&objective)?;
        let (answer, value, optimal) = match &best {
            Ok(Some(best)) => (RoundEnd::Committed, Some(best.value), best.optimal),
            Ok(None) => (RoundEnd::None, None, false),
            Err(limit) => (self.end_of(*limit), None, false),
        };
        let before = Some(from.value(&objective));
        let end =
            StageEnd { attempt: self.number + 1, stage: stage.0, stages: stage.1, before, value, optimal };
        self.answered(question, answer, formula.conflicts(), (encode_ms, ms_since(began)), end);
        Ok(best.map(|best| best.map(|best| best.place)))
    }

    /// Returns the won position, with the moves of the whole plan.
    fn last(
        &self,
        from: &Place,
        settings: &QuerySettings,
        (stage, stages): (u32, u32),
    ) -> Result<SolverAnswer<Place>, Failure> {
        let from = from.with_goal(Goal::Win);
        let (way, began) = (self.way(settings)?, Instant::now());
        let mut formula = match Stage::new(&from, &way, None, self.control())? {
            Ok(formula) => formula,
            Err(limit) => return Ok(SolverAnswer::Unknown(limit)),
        };
        let (question, encode_ms) = (self.queried(&formula), ms_since(began));
        let won = formula.win()?;
        let answer = match &won {
            SolverAnswer::Satisfiable(_) => RoundEnd::Plan,
            SolverAnswer::Unsatisfiable => RoundEnd::None,
            SolverAnswer::Unknown(limit) => self.end_of(*limit),
        };
        let end =
            StageEnd { attempt: self.number + 1, stage, stages, before: None, value: None, optimal: false };
        self.answered(question, answer, formula.conflicts(), (encode_ms, ms_since(began)), end);
        Ok(won)
    }

    fn way(&self, settings: &QuerySettings) -> Result<Way, Failure> {
        let config = self.work.chain.config(settings, self.work.seed.wrapping_add(self.number))?;
        Ok(Way { config, horizon: settings.horizon, conflicts: settings.conflicts, in_all: settings.in_all })
    }

    fn control(&self) -> Control<'_> {
        Control {
            stop: Some(self.work.stop),
            also: Some(self.done),
            deadline: self.work.deadline,
            conflicts: None,
            memory_mib: self.work.memory_mib,
            on_conflicts: None,
        }
    }

    /// Returns how a stage ended; an interrupt without the user's stop flag comes from a faster thread.
    fn end_of(&self, limit: Limit) -> RoundEnd {
        match limit {
            Limit::Interrupted if !self.work.stop.load(Ordering::Relaxed) => RoundEnd::Idle,
            limit => limit.into(),
        }
    }

    fn queried(&self, formula: &Stage<'_>) -> Question {
        let question = formula.question();
        self.observer.notify(ProgressEvent::Queried(question.clone()));
        question
    }

    fn answered(
        &self,
        question: Question,
        answer: RoundEnd,
        conflicts: u64,
        (encode_ms, time_ms): (f64, f64),
        end: StageEnd,
    ) {
        let round = Round { question, answer, conflicts, encode_ms, time_ms, stage: Some(end) };
        self.observer.notify(ProgressEvent::Answered(round));
    }
}
