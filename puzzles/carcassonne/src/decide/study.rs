//! A study of the methods: how often and how fast each finds the largest square.
//!
//! Every method has the same sets, the same goal (the side of the largest square that there are tiles for) and the
//! same time. There are three kinds of sets: all of the source's tiles in an order by the seed, a random choice of
//! them, and random tiles. Each side of a random tile is as likely to be field, city or road. Sets of random tiles
//! have an eighth more tiles than the square needs, or exactly the number that it needs.

use super::{DecideError, Decider, Decision, Method};
use crate::random::{Dice, subset, uniform};
use crate::{Shape, TileSet};
use patsat_solvers::{BackendChoice, Control};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The contenders: a name, a method, and whether it uses restarts.
pub const CONTENDERS: [(&str, Method, bool); 7] = [
    ("accurate", Method::Accurate, false),
    ("city-first", Method::CityFirst, false),
    ("blocks", Method::Blocks, false),
    ("accurate, restarts", Method::Accurate, true),
    ("search", Method::Search, false),
    ("tail", Method::Tail, false),
    ("sat", Method::Sat, false),
];

/// The origin of a set.
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

    /// Sides of the squares that the study searches for.
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

/// The result of one contender on one set.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The origin of the set.
    pub family: Family,
    pub tiles: usize,
    /// Its number.
    pub set: u64,
    /// The side of the requested square.
    pub goal: usize,
    /// The name of the contender.
    pub contender: &'static str,
    /// The side that was reached: the best of the source's algorithms; for others `goal` or 0.
    pub side: usize,
    /// Whether the contender ruled out such a square.
    pub none: bool,
    /// The running time.
    pub time: Duration,
}

/// The settings that all trials of a study share.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The tiles that subsets are of.
    pub base: &'a TileSet,
    /// For sets and orders.
    pub seed: u64,
    /// For each trial.
    pub time: Duration,
    /// The solver.
    pub backend: &'a BackendChoice,
    /// Most memory, MiB.
    pub memory_mib: u64,
    /// Set by the user.
    pub stop: &'a AtomicBool,
}

impl Terms<'_> {
    /// Runs a contender on a set.
    ///
    /// # Errors
    /// If a solver fails, or the checker refuses a board.
    pub fn trial(
        &self,
        (family, goal, number): (Family, usize, u64),
        (contender, method, restarts): (&'static str, Method, bool),
    ) -> Result<Trial, DecideError> {
        let set = family.set(self.base, goal, self.seed, number);
        let started = Instant::now();
        let control = Control {
            stop: Some(self.stop),
            deadline: Some(started + self.time),
            memory_mib: Some(self.memory_mib),
            ..Control::default()
        };
        let (seed, backend) = (self.seed.wrapping_add(number), self.backend);
        let decider = Decider {
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
            true => {
                (decider.largest(super::Objective::Square)?.best.map_or(0, |(shape, _)| shape.width), false)
            }
            false => match decider.decide(Shape::square(goal))? {
                Decision::Board(_) => (goal, false),
                Decision::None(_) => (0, true),
                Decision::Unknown(_) => (0, false),
            },
        };
        let time = started.elapsed();
        Ok(Trial { family, tiles: set.len(), set: number, goal, contender, side, none, time })
    }
}
