//! The largest square or rectangle.
//!
//! A quick pass tries the rectangles from the largest down. The first one that a short search finds is a lower bound
//! (methods without a search have none at first). Then every rectangle that could be larger is decided, the smallest
//! first.
//!
//! With any border a rectangle contains all smaller ones. So if no square of side `n` exists, none of side `n + 1`
//! does. To exclude all rectangles of more than `A` tiles, it is enough to exclude the narrowest of them for each
//! height. A border of one colour is not inherited, so then each larger rectangle is decided.

use super::{DecideError, Decider, Decision, Ground};
use crate::check::{Argument, Verified, check_answer, check_argument};
use crate::{Board, Shape};
use patsat_base::Limit;

/// The quantity to maximise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The side of a square.
    Square,
    /// The number of tiles of a rectangle.
    Rectangle,
}

/// Whether the largest is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Proofs or arguments rule out everything larger.
    Proven,
    /// There may be larger ones.
    AtLeast,
}

/// The largest one found, and the results for larger ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LargestResult {
    /// The largest found, if there is one at all.
    pub best: Option<(Shape, Verified<Board>)>,
    /// What was ruled out; with any border also all that contain these.
    pub none: Vec<(Shape, Ground)>,
    /// What was not decided, and why.
    pub open: Vec<(Shape, Limit)>,
}

impl LargestResult {
    /// Whether nothing is larger.
    #[must_use]
    pub fn extent(&self) -> Extent {
        if self.open.is_empty() { Extent::Proven } else { Extent::AtLeast }
    }
}

/// The node limit of a search in the quick pass, in cells filled.
const QUICK: u64 = 150_000;

impl Decider<'_> {
    /// Finds the largest.
    ///
    /// # Errors
    /// If a solver fails, or the checkers refuse what was found.
    pub fn largest(&self, wanted: Objective) -> Result<LargestResult, DecideError> {
        let shapes: Vec<Shape> = match wanted {
            Objective::Square => (1..=self.most()).rev().map(Shape::square).collect(),
            Objective::Rectangle => self.shapes(),
        };
        let mut found = LargestResult { best: None, none: Vec::new(), open: Vec::new() };
        if self.method.grows() {
            return self.largest_grown(found);
        }
        self.look(&shapes, &mut found)?;
        // Each board found raises the lower bound, so this ends.
        while self.improve(&shapes, wanted, &mut found)? {}
        let best = found.best.as_ref().map_or(0, |(shape, _)| shape.area());
        found.none.retain(|(shape, _)| shape.area() > best);
        if self.border.is_none() {
            self.keep_what_is_needed(&mut found.none);
        }
        Ok(found)
    }

    fn largest_grown(&self, mut found: LargestResult) -> Result<LargestResult, DecideError> {
        let grown = self.grown(self.most());
        let shape = Shape::square(grown.side);
        if grown.side > 0 {
            let question = self.question(shape);
            let refused = |fault| DecideError::Board(question.to_string(), fault);
            let board = check_answer(&question, self.set, grown.board).map_err(refused)?;
            found.best = Some((shape, board));
        }
        if grown.side < self.most() {
            let limit = grown.stopped.unwrap_or(Limit::GaveUp);
            found.open = vec![(Shape::square(grown.side + 1), limit)];
        }
        Ok(found)
    }

    /// Runs the quick pass from the largest shape down.
    fn look(&self, shapes: &[Shape], found: &mut LargestResult) -> Result<(), DecideError> {
        // The argument against the last shape often rules out the next one.
        let mut last: Option<Argument> = None;
        for &shape in shapes {
            if self.excluded(shape, &found.none) {
                continue;
            }
            let again = last.take().and_then(|argument| {
                let checked = check_argument(self.set, &self.question(shape), &argument).ok()?;
                Some(Decision::None(Ground::Argument(argument, checked)))
            });
            let decision = again.map_or_else(|| self.quick(shape, QUICK), Ok)?;
            if let Decision::None(Ground::Argument(argument, _)) = &decision {
                last = Some(argument.clone());
            }
            match decision {
                Decision::Board(board) => {
                    found.best = Some((shape, board));
                    break;
                }
                Decision::None(ground @ Ground::Argument(..)) => found.none.push((shape, ground)),
                Decision::None(_) | Decision::Unknown(_) => {}
            }
            if self.control.check().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether a shape in `none` rules this one out too.
    fn excluded(&self, shape: Shape, none: &[(Shape, Ground)]) -> bool {
        none.iter().any(|&(other, _)| match self.border {
            Some(_) => shape == other,
            None => shape.contains(other) || self.rotation && shape.contains(other.turned()),
        })
    }

    /// Decides the shapes larger than the best. Returns whether a board was found.
    fn improve(
        &self,
        shapes: &[Shape],
        wanted: Objective,
        found: &mut LargestResult,
    ) -> Result<bool, DecideError> {
        found.open.clear();
        let best = found.best.as_ref().map_or(0, |(shape, _)| shape.area());
        let mut larger: Vec<Shape> = shapes.iter().copied().filter(|shape| shape.area() > best).collect();
        larger.reverse();
        if self.border.is_none() {
            larger = minimal(&larger, wanted);
        }
        for shape in larger {
            if self.excluded(shape, &found.none) {
                continue;
            }
            match self.decide(shape)? {
                Decision::Board(board) => {
                    found.best = Some((shape, board));
                    return Ok(true);
                }
                Decision::None(ground) => found.none.push((shape, ground)),
                Decision::Unknown(limit) => found.open.push((shape, limit)),
            }
        }
        Ok(false)
    }

    /// Drops the shapes that others exclude.
    fn keep_what_is_needed(&self, none: &mut Vec<(Shape, Ground)>) {
        none.sort_by_key(|(shape, _)| (shape.area(), *shape));
        let mut kept: Vec<(Shape, Ground)> = Vec::new();
        for (shape, ground) in none.drain(..) {
            if !self.excluded(shape, &kept) {
                kept.push((shape, ground));
            }
        }
        *none = kept;
    }
}

/// Those that contain no other one.
fn minimal(shapes: &[Shape], wanted: Objective) -> Vec<Shape> {
    match wanted {
        Objective::Square => shapes.iter().copied().min().into_iter().collect(),
        Objective::Rectangle => {
            let inner = |shape: Shape| shapes.iter().any(|&other| other != shape && shape.contains(other));
            shapes.iter().copied().filter(|&shape| !inner(shape)).collect()
        }
    }
}
