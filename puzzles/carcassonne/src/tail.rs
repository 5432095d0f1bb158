//! The first rows by search, the last ones by SAT.
//!
//! A search that prefers plentiful classes fills most of a large board without a step back, and then
//! fails for want of the right tiles. A formula of the whole board is large, most of all its counters.
//! So here the search fills all rows but the last ones and keeps the classes in proportion. A solver
//! fills the last rows, the rest, with the tiles that are left; the last row of the search is the upper
//! side of its frame. If the solver finds no rest within its limit, the next search begins in another
//! order. The rest grows by one row every few tries. This finds boards that use every tile of several
//! sets; it proves nothing.

use super::board::{Grid, Question, Shape};
use super::sat::{Answer, Problem};
use super::search::{End, Frame, Search};
use super::tile::{Class, TileSet};
use patsat_base::Limit;
use patsat_solvers::{BackendChoice, BackendError, BackendOptions, Control};

/// The least number of cells that the solver fills in the first tries.
const CELLS: usize = 120;
/// The conflict limit of the solver for a rest.
const CONFLICTS: u64 = 20_000;
/// The node limit of a search for the first rows.
const NODES: u64 = 200_000;
/// The number of tries before the rest grows by one row.
const TRIES: u64 = 3;

/// Searches for a board in at most `tries` tries.
///
/// # Errors
/// If the solver fails.
pub fn search(
    set: &TileSet,
    question: &Question,
    (backend, seed): (&BackendChoice, u64),
    tries: Option<u64>,
    control: Control<'_>,
) -> Result<End, BackendError> {
    let shape = question.shape;
    if set.len() < shape.area() {
        return Ok(End::None);
    }
    let classes = set.classes(question.rotation);
    let frame = Frame::new(shape, question.border);
    for number in 0..tries.unwrap_or(u64::MAX) {
        if let Some(limit) = control.check() {
            return Ok(End::Stopped(limit));
        }
        let rows = CELLS.div_ceil(shape.width) + (number / TRIES) as usize;
        let body = shape.height.saturating_sub(rows.max(2));
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let mut search = Search::new(&classes, shape, &frame, Some(seed));
        match search.run(body * shape.width, NODES, control) {
            Some(Ok(true)) => {}
            Some(Err(limit)) => return Ok(End::Stopped(limit)),
            _ => continue,
        }
        let rest = Shape { width: shape.width, height: shape.height - body };
        let mut inner = Frame::new(rest, question.border);
        if body > 0 {
            let last = &search.cells[(body - 1) * shape.width..];
            inner.top = last.iter().map(|(_, tile)| Some(tile.bottom)).collect();
        }
        let left: Vec<Class> = classes
            .iter()
            .zip(&search.left)
            .filter(|&(_, &copies)| copies > 0)
            .map(|(class, &copies)| Class { copies, ..class.clone() })
            .collect();
        let Ok(problem) = Problem::framed(&left, rest, &inner, false, control.memory_mib) else {
            return Ok(End::Stopped(Limit::Memory));
        };
        let most = Control { conflicts: Some(CONFLICTS), ..control };
        let mut solver = backend.start(&BackendOptions { seed }, most)?;
        if let Answer::Board(grid) = problem.solve(&mut *solver, control)? {
            let mut cells: Vec<_> = search.cells.iter().map(|&(_, tile)| tile).collect();
            cells.extend(grid.cells);
            return Ok(End::Found(Grid { shape, cells }));
        }
    }
    Ok(End::Stopped(Limit::GaveUp))
}
