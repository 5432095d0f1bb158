//! Depth first over classes of tiles, row by row.
//!
//! Each cell gets a class and a way to lie that fits the tiles above and to the left (and the border),
//! until all cells are full. Tiles of one class are one choice, so two boards that differ only in
//! the names of tiles are not both tried.
//!
//! A bad first tile shows only at the end of a board. So [`with_restarts`] begins again and again, with
//! limits by Luby, Sinclair and Zuckerman (1993). It prefers classes of which a large share is left, to
//! keep rare tiles for the places that need them. [`exhaust`] does neither. It returns a board, or
//! that no board exists.

use super::board::{Grid, Question, Shape};
use super::tile::{Class, Side, Tile, TileSet};
use patsat_base::Limit;
use patsat_solvers::Control;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With a board.
    Found(Grid),
    None,
    Stopped(Limit),
}

/// The colours that the outer sides of a rectangle must show; `None` where any is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Above, from the left.
    pub top: Vec<Option<Side>>,
    /// Below, from the left.
    pub bottom: Vec<Option<Side>>,
    /// To the left, from the top.
    pub left: Vec<Option<Side>>,
    /// To the right, from the top.
    pub right: Vec<Option<Side>>,
}

impl Frame {
    /// Returns the frame with the same border everywhere.
    #[must_use]
    pub fn new(shape: Shape, border: Option<Side>) -> Frame {
        let [row, column] = [vec![border; shape.width], vec![border; shape.height]];
        Frame { top: row.clone(), bottom: row, left: column.clone(), right: column }
    }
}

/// The number of nodes between two checks of the limits.
const LOOK_EVERY: u64 = 1 << 12;
/// Nodes of the shortest run.
const RUN: u64 = 4_000;

/// The ways in which tiles fit, by the colours that the four sides require.
#[derive(Clone, Debug)]
struct Fits {
    lists: Vec<Vec<(u16, Tile)>>,
}

/// The index of a side that may have any colour.
const ANY: usize = 3;

fn index(sides: [Option<Side>; 4]) -> usize {
    sides.into_iter().fold(0, |sum, side| 4 * sum + side.map_or(ANY, |side| side as usize))
}

impl Fits {
    fn new(classes: &[Class]) -> Fits {
        let mut lists = vec![Vec::new(); 256];
        for (n, class) in classes.iter().enumerate() {
            for &way in &class.ways {
                for open in 0..16 {
                    let mut sides = way.sides().map(Some);
                    for (side, wanted) in sides.iter_mut().enumerate() {
                        if open >> side & 1 == 1 {
                            *wanted = None;
                        }
                    }
                    lists[index(sides)].push((n as u16, way));
                }
            }
        }
        Fits { lists }
    }
}

/// A search under way.
pub(super) struct Search<'a> {
    shape: Shape,
    frame: &'a Frame,
    fits: Fits,
    copies: Vec<usize>,
    /// The copies of each class that are not on the board.
    pub(super) left: Vec<usize>,
    pub(super) cells: Vec<(u16, Tile)>,
    /// For each cell that was reached, the ways not tried yet, the best last.
    open: Vec<Vec<(u16, Tile)>>,
    random: Option<ChaCha8Rng>,
    /// Cells filled at most.
    pub(super) deepest: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(classes: &[Class], shape: Shape, frame: &'a Frame, seed: Option<u64>) -> Search<'a> {
        let copies: Vec<usize> = classes.iter().map(|class| class.copies).collect();
        Search {
            shape,
            frame,
            fits: Fits::new(classes),
            left: copies.clone(),
            copies,
            cells: Vec::with_capacity(shape.area()),
            open: vec![Vec::new(); shape.area()],
            random: seed.map(ChaCha8Rng::seed_from_u64),
            deepest: 0,
        }
    }

    /// Lists the ways that fit the next cell.
    fn expand(&mut self) {
        let (at, Shape { width, height }) = (self.cells.len(), self.shape);
        let (row, column) = (at / width, at % width);
        let top = if row == 0 { self.frame.top[column] } else { Some(self.cells[at - width].1.bottom) };
        let left = if column == 0 { self.frame.left[row] } else { Some(self.cells[at - 1].1.right) };
        let right = if column + 1 == width { self.frame.right[row] } else { None };
        let bottom = if row + 1 == height { self.frame.bottom[column] } else { None };
        let list = &self.fits.lists[index([top, right, bottom, left])];
        let open = &mut self.open[at];
        open.clear();
        open.extend(list.iter().filter(|(class, _)| self.left[usize::from(*class)] > 0));
        match &mut self.random {
            None => open.reverse(),
            Some(random) => {
                // By the share of the class that is left, up to some chance.
                let mut keyed: Vec<(u64, (u16, Tile))> = open
                    .iter()
                    .map(|&(class, tile)| {
                        let class_at = usize::from(class);
                        let share = self.left[class_at] * 1000 / self.copies[class_at];
                        let ways = open.iter().filter(|other| other.0 == class).count() as u64;
                        (share as u64 / ways.max(1) + u64::from(random.next_u32() % 700), (class, tile))
                    })
                    .collect();
                keyed.sort_unstable();
                open.clear();
                open.extend(keyed.into_iter().map(|(_, way)| way));
            }
        }
    }

    fn undo(&mut self) {
        if let Some((class, _)) = self.cells.pop() {
            self.left[usize::from(class)] += 1;
        }
    }

    /// Searches until `cells` cells are full. `None`: the node limit came first.
    pub(super) fn run(
        &mut self,
        cells: usize,
        mut nodes: u64,
        control: Control<'_>,
    ) -> Option<Result<bool, Limit>> {
        if self.cells.len() >= cells {
            return Some(Ok(true));
        }
        self.expand();
        loop {
            let at = self.cells.len();
            let Some(way) = self.open[at].pop() else {
                if at == 0 {
                    return Some(Ok(false));
                }
                self.undo();
                continue;
            };
            self.left[usize::from(way.0)] -= 1;
            self.cells.push(way);
            self.deepest = self.deepest.max(at + 1);
            if at + 1 == cells {
                return Some(Ok(true));
            }
            nodes = nodes.checked_sub(1)?;
            if nodes.is_multiple_of(LOOK_EVERY)
                && let Some(limit) = control.check()
            {
                return Some(Err(limit));
            }
            self.expand();
        }
    }

    /// Removes all tiles.
    pub(super) fn clear(&mut self) {
        while !self.cells.is_empty() {
            self.undo();
        }
    }

    fn grid(&self) -> Grid {
        Grid { shape: self.shape, cells: self.cells.iter().map(|&(_, tile)| tile).collect() }
    }
}

/// Searches everything.
#[must_use]
pub fn exhaust(set: &TileSet, question: &Question, nodes: Option<u64>, control: Control<'_>) -> End {
    if set.len() < question.shape.area() {
        return End::None;
    }
    let frame = Frame::new(question.shape, question.border);
    let mut search = Search::new(&set.classes(question.rotation), question.shape, &frame, None);
    match search.run(question.shape.area(), nodes.unwrap_or(u64::MAX), control) {
        Some(Ok(true)) => End::Found(search.grid()),
        Some(Ok(false)) => End::None,
        Some(Err(limit)) => End::Stopped(limit),
        None => End::Stopped(Limit::GaveUp),
    }
}

/// Searches in runs, each from an empty board and in another order.
#[must_use]
pub fn with_restarts(
    set: &TileSet,
    question: &Question,
    seed: u64,
    nodes: Option<u64>,
    control: Control<'_>,
) -> End {
    if set.len() < question.shape.area() {
        return End::None;
    }
    let frame = Frame::new(question.shape, question.border);
    let mut search = Search::new(&set.classes(question.rotation), question.shape, &frame, Some(seed));
    let mut left = nodes.unwrap_or(u64::MAX);
    for run in 1.. {
        if let Some(limit) = control.check() {
            return End::Stopped(limit);
        }
        let most = (RUN * luby(run)).min(left);
        left -= most;
        search.clear();
        match search.run(question.shape.area(), most, control) {
            Some(Ok(true)) => return End::Found(search.grid()),
            Some(Ok(false)) => return End::None,
            Some(Err(limit)) => return End::Stopped(limit),
            None if left == 0 => break,
            None => {}
        }
    }
    End::Stopped(Limit::GaveUp)
}

/// 1, 1, 2, 1, 1, 2, 4, ...
fn luby(run: u64) -> u64 {
    let mut run = run;
    loop {
        let size = (run + 1).next_power_of_two();
        if size == run + 1 {
            return size / 2;
        }
        run -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_as_long_as_they_should_be() {
        let lengths: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
