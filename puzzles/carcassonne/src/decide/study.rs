//! A study: who finds the largest square, how often and how fast.
//!
//! Every method has the same sets, the same goal (the side of the largest square that there are tiles for) and the same
//! time. Sets are the source's, whose order by the seed is what differs, or random: some of the source's tiles, or tiles each side of which is as likely to be field,
//! city or road; with an eighth more tiles than the square needs, or with none to spare.

use super::{AskError, Asker, Decision, Method};
use crate::random::{Dice, subset, uniform};
use crate::{Shape, TileSet};
use patsat_solvers::{Chosen, Control};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Who takes part: a method, and whether it begins anew.
pub const CONTENDERS: [(&str, Method, bool); 7] = [
    ("accurate", Method::Accurate, false),
    ("city-first", Method::CityFirst, false),
    ("blocks", Method::Blocks, false),
    ("accurate, restarts", Method::Accurate, true),
    ("search", Method::Search, false),
    ("tail", Method::Tail, false),
    ("sat", Method::Sat, false),
];

/// Where sets come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Family {
    /// The source's tiles themselves, in another order each time.
    Whole,
    /// As many of the source's tiles as its largest square has.
    Subsets,
    /// Random sides, an eighth of the tiles to spare.
    Spare,
    /// Random sides, all tiles needed.
    Exact,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 4] = [Family::Whole, Family::Subsets, Family::Spare, Family::Exact];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["whole", "subsets", "spare", "exact"][self as usize]
    }

    /// Sides of the squares that are asked for.
    #[must_use]
    pub fn sides(self) -> &'static [usize] {
        match self {
            Family::Whole | Family::Subsets => &[8],
            Family::Spare => &[4, 6, 8, 10, 12, 16, 20, 24],
            Family::Exact => &[4, 6, 8, 10, 12, 16, 20],
        }
    }

    /// Set `number` for a square of this side.
    #[must_use]
    pub fn set(self, base: &TileSet, side: usize, seed: u64, number: u64) -> TileSet {
        let family = self as u64;
        let mut dice = Dice::new(seed ^ (number << 32) ^ ((side as u64) << 16) ^ (family << 8));
        let area = side * side;
        match self {
            Family::Whole => base.clone(),
            Family::Subsets => subset(base, area, &mut dice),
            Family::Spare => uniform(area + area / 8, &mut dice),
            Family::Exact => uniform(area, &mut dice),
        }
    }
}

/// What one contender did with one set.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Where the set comes from.
    pub family: Family,
    pub tiles: usize,
    /// Its number.
    pub set: u64,
    /// The side that was asked for.
    pub goal: usize,
    /// Who was asked.
    pub contender: &'static str,
    /// The side that was reached; the source's algorithms keep their best, others have all or nothing.
    pub side: usize,
    /// Whether it was shown that there is no such square.
    pub none: bool,
    /// How long it took.
    pub time: Duration,
}

/// What stays the same in a study.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The tiles that subsets are of.
    pub base: &'a TileSet,
    /// For sets and orders.
    pub seed: u64,
    /// For each trial.
    pub time: Duration,
    /// The solver.
    pub backend: &'a Chosen,
    /// Most memory, MiB.
    pub memory_mib: u64,
    /// Set by the user.
    pub stop: &'a AtomicBool,
}

impl Terms<'_> {
    /// Gives a set to a contender.
    ///
    /// # Errors
    /// If a solver fails, or the checker refuses a board.
    pub fn trial(
        &self,
        (family, goal, number): (Family, usize, u64),
        (contender, method, restarts): (&'static str, Method, bool),
    ) -> Result<Trial, AskError> {
        let set = family.set(self.base, goal, self.seed, number);
        let started = Instant::now();
        let control = Control {
            stop: Some(self.stop),
            deadline: Some(started + self.time),
            memory_mib: Some(self.memory_mib),
            ..Control::default()
        };
        let (seed, backend) = (self.seed.wrapping_add(number), self.backend);
        let asker = Asker {
            set: &set,
            rotation: true,
            border: None,
            method,
            backend,
            seed,
            restarts,
            nodes: None,
            control,
        };
        let (side, none) = match method.grows() {
            true => (asker.largest(super::Wanted::Square)?.best.map_or(0, |(shape, _)| shape.width), false),
            false => match asker.decide(Shape::square(goal))? {
                Decision::Board(_) => (goal, false),
                Decision::None(_) => (0, true),
                Decision::Unknown(_) => (0, false),
            },
        };
        let time = started.elapsed();
        Ok(Trial { family, tiles: set.len(), set: number, goal, contender, side, none, time })
    }
}
