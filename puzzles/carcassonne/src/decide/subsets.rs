//! Decides for every choice of N tiles of a set whether it makes a square.
//!
//! Tiles of one class stand for each other, so a choice is how many of each class are left out. 8 of the source's 72
//! tiles can be left out in 550,520 ways, few enough to decide each.

use super::{DecideError, Decider, Decision, Ground};
use crate::{Class, Shape, TileSet};
use patsat_solvers::{BackendChoice, Control};
use rayon::prelude::*;

/// The results for the choices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Choices that make the square, each with a checked board.
    pub found: u64,
    /// Choices that do not, with the reason.
    pub none: Vec<(TileSet, Ground)>,
    /// Choices that stayed open.
    pub open: Vec<TileSet>,
    /// Choices that were not decided because of a limit or an interrupt.
    pub left: u64,
}

/// Copies of each class that are left out, for every choice.
#[must_use]
pub fn choices(classes: &[Class], left_out: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for (n, class) in classes.iter().enumerate() {
        let later: usize = classes[n + 1..].iter().map(|class| class.copies).sum();
        let mut next = Vec::new();
        for choice in all {
            let left = left_out - choice.iter().sum::<usize>();
            for out in left.saturating_sub(later)..=class.copies.min(left) {
                let mut more: Vec<usize> = choice.clone();
                more.push(out);
                next.push(more);
            }
        }
        all = next;
    }
    all
}

/// Decides for each choice of `side * side` tiles whether it makes a square of this side. Calls `progress` after every
/// thousand choices.
///
/// # Errors
/// If a solver fails, or the checkers refuse what was found.
pub fn every_subset(
    set: &TileSet,
    side: usize,
    (backend, seed): (&BackendChoice, u64),
    control: Control<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Tally, DecideError> {
    let classes = set.classes(true);
    let Some(left_out) = set.len().checked_sub(side * side) else { return Ok(Tally::default()) };
    let all = choices(&classes, left_out);
    let decide_choice = |choice: &Vec<usize>, tally: &mut Tally| -> Result<(), DecideError> {
        if control.check().is_some() {
            tally.left += 1;
            return Ok(());
        }
        let tiles = classes
            .iter()
            .zip(choice)
            .flat_map(|(class, out)| std::iter::repeat_n(class.tile, class.copies - out));
        let subset = TileSet { tiles: tiles.collect() };
        let decider = Decider {
            set: &subset,
            rotation: true,
            border: None,
            method: super::Method::Portfolio,
            backend,
            seed,
            restarts: false,
            nodes: None,
            control,
        };
        match decider.decide(Shape::square(side))? {
            Decision::Board(_) => tally.found += 1,
            Decision::None(ground) => tally.none.push((subset, ground)),
            Decision::Unknown(_) => tally.open.push(subset),
        }
        Ok(())
    };
    let pieces = all.par_chunks(1000).map(|piece| {
        let mut tally = Tally::default();
        piece.iter().try_for_each(|choice| decide_choice(choice, &mut tally))?;
        progress(piece.len() as u64);
        Ok(tally)
    });
    pieces.try_reduce(Tally::default, |mut sum, more| {
        sum.found += more.found;
        sum.left += more.left;
        sum.none.extend(more.none);
        sum.open.extend(more.open);
        Ok(sum)
    })
}
