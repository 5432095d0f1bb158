//! Selects the next bound to query.
//!
//! A plan within a bound is one within every larger bound, so the bounds fall into three parts: excluded ones, open
//! ones, and those from the best plan on. Every rule walks the open part. Planning systems query one bound after the
//! other (Kautz and Selman, ECAI 1992) or several at once (Rintanen, AIPS 2004: many short shares of time for growing
//! bounds), since a formula just too short is the hardest. Measured on whole FreeCell deals, one bound of enough steps
//! is as good as any. So [`Horizon::Auto`] starts with it; a longer one gets its turn only when the first has used its
//! share of the time.
//!
//! A bound without an answer within its time is neither excluded nor queried again.

use patsat_solvers::SolverAnswer;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use web_time::Duration;

/// The bounds that may be queried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Horizon {
    /// The first bound of the encoding, and longer ones if that is not enough.
    #[default]
    Auto,
    /// This one.
    One(u32),
    /// From the first to the second, both included.
    Range(u32, u32),
}

/// The order of the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// One bound.
    Fixed,
    /// One after the other.
    Ramp,
    /// Each half as large again as the one before.
    Geometric,
    /// The largest first, then halfway between the largest excluded bound and the smallest bound with a plan.
    Bisect,
}

impl Schedule {
    /// All orders, each with its name and a description.
    pub const ALL: &'static [(Schedule, &'static str, &'static str)] = &[
        (Schedule::Fixed, "fixed", "one horizon"),
        (Schedule::Ramp, "ramp", "horizons upwards one by one: finds the smallest one with a plan"),
        (Schedule::Geometric, "geometric", "horizons upwards, each 1.5 times the one before"),
        (
            Schedule::Bisect,
            "bisect",
            "longest horizon first, then bisection: finds the smallest one with a plan",
        ),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Schedule::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }
}

impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Horizon::Auto => f.write_str("auto"),
            Horizon::One(bound) => write!(f, "{bound}"),
            Horizon::Range(from, to) => write!(f, "{from}..{to}"),
        }
    }
}

/// Horizons and an order that do not fit, or text that is no horizon.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HorizonError {
    /// No number, no range.
    #[error("'{0}' is no horizon: expected a number from 1 on such as 30, a range such as 4..12, or auto")]
    Text(String),
    /// The range is empty.
    #[error("horizon {0}..{1} is empty: expected the smaller number first")]
    Empty(u32, u32),
    /// A range where one bound is expected.
    #[error(
        "--schedule fixed asks one horizon: expected --horizon N instead of a range, or another schedule"
    )]
    FixedRange,
}

impl FromStr for Horizon {
    type Err = HorizonError;

    fn from_str(text: &str) -> Result<Horizon, HorizonError> {
        let bad = || HorizonError::Text(text.chars().take(40).collect());
        let number = |text: &str| match text.parse() {
            Ok(0) | Err(_) => Err(bad()),
            Ok(number) => Ok(number),
        };
        if text == "auto" {
            return Ok(Horizon::Auto);
        }
        match text.split_once("..") {
            None => Ok(Horizon::One(number(text)?)),
            Some((from, to)) => match (number(from)?, number(to)?) {
                (from, to) if from > to => Err(HorizonError::Empty(from, to)),
                (from, to) => Ok(Horizon::Range(from, to)),
            },
        }
    }
}

/// The largest bound that is queried.
const LARGEST: u32 = 1 << 20;
/// The part of the time left that a bound gets while a longer one could follow.
const SHARE: f64 = 0.6;
/// The time of a bound if there is no time limit.
const SHARE_OF_ENDLESS: Duration = Duration::from_secs(600);

/// The bounds still to be queried.
#[derive(Clone, Debug)]
pub struct Horizons {
    rule: Schedule,
    /// Whether a longer bound follows one without an answer.
    escalates: bool,
    /// The next bound of a rule that goes upwards.
    cursor: u32,
    /// The largest bound, where there is one.
    last: Option<u32>,
    running: Vec<u32>,
    open: BTreeSet<u32>,
    excluded: u32,
    plan: Option<u32>,
}

impl Horizons {
    /// The bounds of `horizon` in the order of `schedule`, or in the order that fits best.
    ///
    /// `first` is the first bound of an encoding, `lower` a bound below which no plan exists. It shortens ranges, but
    /// does not change a single bound.
    ///
    /// # Errors
    /// If the two do not fit, if the range is empty, or if a bound is 0. (A won game would have a plan within 0, but no
    /// rule queries it.)
    pub fn new(
        horizon: Horizon,
        schedule: Option<Schedule>,
        first: u32,
        lower: u32,
    ) -> Result<Horizons, HorizonError> {
        match horizon {
            Horizon::One(0) | Horizon::Range(0, _) => return Err(HorizonError::Text(horizon.to_string())),
            Horizon::Range(from, to) if from > to => return Err(HorizonError::Empty(from, to)),
            _ => {}
        }
        let (from, last, usual) = match (horizon, schedule) {
            (Horizon::Auto, None) => (first.max(lower), None, Schedule::Geometric),
            (Horizon::Auto, Some(Schedule::Fixed)) => (first, Some(first), Schedule::Fixed),
            (Horizon::Auto, _) => (lower, None, Schedule::Geometric),
            (Horizon::One(bound), None | Some(Schedule::Fixed)) => (bound, Some(bound), Schedule::Fixed),
            (Horizon::One(bound), _) => (lower.min(bound), Some(bound), Schedule::Ramp),
            (Horizon::Range(..), Some(Schedule::Fixed)) => return Err(HorizonError::FixedRange),
            (Horizon::Range(from, to), _) => (from.max(lower).min(to), Some(to), Schedule::Ramp),
        };
        Ok(Horizons {
            rule: schedule.unwrap_or(usual),
            escalates: horizon == Horizon::Auto && schedule.is_none(),
            cursor: from.max(1),
            last,
            running: Vec::new(),
            open: BTreeSet::new(),
            excluded: from.max(1) - 1,
            plan: None,
        })
    }

    /// Limits the bounds to `most` if the horizon has no end.
    #[must_use]
    pub fn up_to(self, most: Option<u32>) -> Horizons {
        Horizons { last: self.last.or(most.map(|most| most.max(self.cursor))), ..self }
    }

    /// Returns the next bound to query; `None` if none is left, or none beside the running ones.
    pub fn next_bound(&mut self) -> Option<u32> {
        let bound = match (self.rule, self.plan) {
            (Schedule::Bisect, Some(plan)) => self.between(plan)?,
            (_, Some(_)) => return None,
            // Another solver may query the same bound in parallel.
            (Schedule::Fixed, None) if self.excluded < self.cursor && self.open.is_empty() => self.cursor,
            (Schedule::Fixed, None) => return None,
            (Schedule::Bisect, None) if self.last.is_some() && !self.running.is_empty() => {
                self.between(self.last?)?
            }
            (Schedule::Bisect, None) => match self.last {
                Some(last) if self.excluded < last && !self.open.contains(&last) => last,
                // If the largest bound has no answer, the bounds below it follow.
                Some(last) => self.between(last)?,
                None => self.upwards()?,
            },
            (Schedule::Ramp | Schedule::Geometric, None) => self.upwards()?,
        };
        self.running.push(bound);
        Some(bound)
    }

    /// Returns the next larger bound.
    fn upwards(&mut self) -> Option<u32> {
        let last = self.last.unwrap_or(LARGEST);
        let bound = self.cursor.max(self.excluded + 1);
        if bound > last {
            return None;
        }
        let further =
            if self.rule == Schedule::Ramp { bound + 1 } else { (bound + 1).max(bound + bound / 2) };
        // The end of a range is not skipped.
        self.cursor = if bound < last { further.min(last) } else { further };
        Some(bound)
    }

    /// Returns the middle of the widest stretch below `plan` that is neither decided nor queried.
    fn between(&self, plan: u32) -> Option<u32> {
        let mut marks: Vec<u32> = self.running.iter().chain(&self.open).copied().collect();
        marks.retain(|&m| self.excluded < m && m < plan);
        marks.extend([self.excluded, plan]);
        marks.sort_unstable();
        let stretches = marks.windows(2).map(|pair| (pair[0], pair[1] - pair[0]));
        // Of equal stretches the upper one: longer bounds are more likely to have a plan, and plans are found faster.
        let (from, length) = stretches.max_by_key(|&(from, length)| (length, from))?;
        (length > 1).then_some(from + length / 2)
    }

    /// Records the answer for a running bound.
    pub fn record(&mut self, bound: u32, answer: SolverAnswer) {
        self.cancelled(bound);
        match answer {
            SolverAnswer::Satisfiable(()) => {
                self.plan = Some(self.plan.map_or(bound, |best| best.min(bound)));
            }
            SolverAnswer::Unsatisfiable => {
                self.excluded = self.excluded.max(bound);
                self.open.retain(|&open| open > bound);
            }
            SolverAnswer::Unknown(_) => {
                self.open.insert(bound);
            }
        }
    }

    /// Records that a bound is no longer running.
    pub fn cancelled(&mut self, bound: u32) {
        if let Some(at) = self.running.iter().position(|&r| r == bound) {
            self.running.swap_remove(at);
        }
    }

    /// Whether every bound is larger than those before.
    #[must_use]
    pub fn only_goes_up(&self) -> bool {
        self.rule != Schedule::Bisect
    }

    /// Whether there is only one bound.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.rule == Schedule::Fixed
    }

    /// Whether an answer for this bound would add no information.
    #[must_use]
    pub fn is_moot(&self, bound: u32) -> bool {
        bound <= self.excluded
            || match self.plan {
                Some(plan) => self.rule != Schedule::Bisect || bound >= plan,
                None => false,
            }
    }

    /// Returns the largest bound of the range, if the whole range is excluded.
    #[must_use]
    pub fn all_excluded(&self) -> Option<u32> {
        self.last.filter(|&last| self.excluded >= last)
    }

    /// Returns the time for the next bound, out of `left`: all of it, unless a longer bound could follow and no bound
    /// has used its share yet.
    #[must_use]
    pub fn share(&self, left: Option<Duration>) -> Option<Duration> {
        if !self.escalates || !self.open.is_empty() {
            return left;
        }
        Some(left.map_or(SHARE_OF_ENDLESS, |left| left.mul_f64(SHARE)))
    }
}

#[cfg(test)]
mod tests;
