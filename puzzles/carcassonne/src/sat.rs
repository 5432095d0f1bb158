//! The SAT encoding of a rectangle.
//!
//! As in Heule ("Solving edge-matching problems with satisfiability solvers", 2008), variables describe
//! the tiles of cells and the colours of edges. Each edge has one colour for the two tiles that share
//! it, so no clause compares two cells. Unlike his encoding, cells hold *classes* of tiles: copies need
//! no names, and each class is counted. So no clause requires that a tile lies only once. Compare
//! Ansótegui, Béjar, Fernández and Mateu, "On the hardness of solving edge matching puzzles as SAT or
//! CSP problems" (2013), where all tiles differ.
//!
//! Variables: `c(e, s)`, edge `e` shows side `s`; `w(x, y, t)`, the tile at `(x, y)` lies as `t`;
//! `k(x, y, k)`, it is of class `k`. Axioms:
//!
//! 1. Every edge shows exactly one side, every cell has exactly one way.
//! 2. `w(x, y, t)` implies the four sides of `t`, and these imply it (or nothing, if no tile lies so).
//! 3. `w(x, y, t)` implies the class of `t`; a class implies one of its ways.
//! 4. Of each class at most as many cells as copies, counted (Sinz 2005); not if it has as many
//!    copies as there are cells.
//! 5. The frame: colours of outer edges.
//! 6. Symmetry: if tiles may be turned, so may the board. Turn it until the lowest class that lies in a
//!    corner lies in the upper left one: a quarter each for squares, a half for rectangles. So no corner
//!    in reach has a lower class than the upper left one. (Not with a frame that differs by side.)

use super::board::{Grid, Question, Shape};
use super::search::Frame;
use super::tile::{Class, Side, Tile, TileSet};
use patsat_base::Limit;
use patsat_encodings::constraints::{Count, exactly_one};
use patsat_encodings::emit::Legend;
use patsat_encodings::formula::{Formula, FormulaSizeError};
use patsat_encodings::options::{AtMostOne, Cardinality};
use patsat_solvers::{Backend, BackendError, Control, SolverAnswer};
use rustsat::types::Lit;

/// A rectangle as a formula, with its variables.
#[derive(Clone, Debug)]
pub struct Problem {
    shape: Shape,
    formula: Formula,
    ways: Vec<Tile>,
    /// For each cell, row by row, a literal a way.
    lies: Vec<Vec<Lit>>,
    header: String,
}

/// The result of a solver query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A board, read from a model and not checked yet.
    Board(Grid),
    /// The solver reports that no board exists.
    None,
    Stopped(Limit),
}

impl Problem {
    /// Writes the formula of a question, with a limit on its memory.
    ///
    /// # Errors
    /// If it needs more.
    pub fn new(
        set: &TileSet,
        question: &Question,
        memory_mib: Option<u64>,
    ) -> Result<Problem, FormulaSizeError> {
        let frame = Frame::new(question.shape, question.border);
        let classes = set.classes(question.rotation);
        let symmetric = question.rotation;
        let mut problem = Problem::framed(&classes, question.shape, &frame, symmetric, memory_mib)?;
        problem.header = format!("Carcassonne Solitaire: {question} of {} tiles", set.len());
        Ok(problem)
    }

    /// Writes the formula of a rectangle in a frame; `symmetric`: the frame is the same when turned, and tiles
    /// may be.
    ///
    /// # Errors
    /// If it needs more memory than allowed.
    pub fn framed(
        classes: &[Class],
        shape: Shape,
        frame: &Frame,
        symmetric: bool,
        memory_mib: Option<u64>,
    ) -> Result<Problem, FormulaSizeError> {
        let mut writer = Writer { formula: Formula::with_limit(memory_mib), shape, classes };
        let edges = writer.edges(frame);
        let (ways, lies, kinds) = writer.cells(&edges)?;
        writer.counts(&kinds)?;
        if symmetric {
            writer.symmetry(&kinds);
        }
        writer.formula.check()?;
        Ok(Problem { shape, formula: writer.formula, ways, lies, header: String::new() })
    }

    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Returns the meaning of the variables, for the comments of a file.
    #[must_use]
    pub fn legend(&self) -> Legend {
        let mut names = Vec::new();
        for (cell, lits) in self.lies.iter().enumerate() {
            let (x, y) = (cell % self.shape.width, cell / self.shape.width);
            for (tile, lit) in self.ways.iter().zip(lits) {
                names.push((lit.var(), format!("the tile at ({x}, {y}) has {tile}")));
            }
        }
        Legend { header: vec![self.header.clone()], names }
    }

    /// Reads the grid from a model. `None` if some cell has no tile: then it is no model.
    #[must_use]
    pub fn read(&self, is_true: impl Fn(Lit) -> bool) -> Option<Grid> {
        let tile = |lits: &Vec<Lit>| lits.iter().position(|&lit| is_true(lit)).map(|way| self.ways[way]);
        let cells: Option<Vec<Tile>> = self.lies.iter().map(tile).collect();
        cells.map(|cells| Grid { shape: self.shape, cells })
    }

    /// Queries a solver that has no clauses yet.
    ///
    /// # Errors
    /// If the solver breaks down.
    pub fn solve(&self, backend: &mut dyn Backend, control: Control<'_>) -> Result<Answer, BackendError> {
        for clause in self.formula.clauses_from(0) {
            backend.add(clause)?;
        }
        if let Some(limit) = control.check() {
            return Ok(Answer::Stopped(limit));
        }
        Ok(match backend.solve(&[])? {
            SolverAnswer::Satisfiable(()) => {
                let grid = self.read(|lit| backend.value(lit));
                let broken = || BackendError::Broken("the solver's model leaves a cell empty".into());
                Answer::Board(grid.ok_or_else(broken)?)
            }
            SolverAnswer::Unsatisfiable => Answer::None,
            SolverAnswer::Unknown(limit) => Answer::Stopped(limit),
        })
    }
}

/// The literals of an edge, one for each colour.
type Edge = [Lit; 3];

/// The edges: `across[y][x]` above cell `(x, y)`, `down[y][x]` to its left.
struct Edges {
    across: Vec<Vec<Edge>>,
    down: Vec<Vec<Edge>>,
}

struct Writer<'a> {
    formula: Formula,
    shape: Shape,
    classes: &'a [Class],
}

impl Writer<'_> {
    fn edges(&mut self, frame: &Frame) -> Edges {
        let Shape { width, height } = self.shape;
        let mut grid = |rows: usize, columns: usize| -> Vec<Vec<Edge>> {
            let mut edge = || {
                let edge = [(); 3].map(|()| self.formula.new_lit());
                exactly_one(&mut self.formula, AtMostOne::Pairwise, &edge);
                edge
            };
            (0..rows).map(|_| (0..columns).map(|_| edge()).collect()).collect()
        };
        let edges = Edges { across: grid(height + 1, width), down: grid(height, width + 1) };
        let mut show = |edge: &Edge, side: Option<Side>| {
            if let Some(side) = side {
                self.formula.add(&[edge[side as usize]]);
            }
        };
        for x in 0..width {
            show(&edges.across[0][x], frame.top[x]);
            show(&edges.across[height][x], frame.bottom[x]);
        }
        for y in 0..height {
            show(&edges.down[y][0], frame.left[y]);
            show(&edges.down[y][width], frame.right[y]);
        }
        edges
    }

    /// The ways to lie; for each cell a literal a way; and a literal a class.
    #[expect(clippy::type_complexity, reason = "three lists that are made together")]
    fn cells(
        &mut self,
        edges: &Edges,
    ) -> Result<(Vec<Tile>, Vec<Vec<Lit>>, Vec<Vec<Lit>>), FormulaSizeError> {
        let ways: Vec<Tile> = self.classes.iter().flat_map(|class| class.ways.iter().copied()).collect();
        let (mut lies, mut kinds) = (Vec::new(), Vec::new());
        for y in 0..self.shape.height {
            for x in 0..self.shape.width {
                let around =
                    [edges.across[y][x], edges.down[y][x + 1], edges.across[y + 1][x], edges.down[y][x]];
                let (own, classes) = self.cell(&ways, around);
                lies.push(own);
                kinds.push(classes);
            }
            self.formula.check()?;
        }
        Ok((ways, lies, kinds))
    }

    fn cell(&mut self, ways: &[Tile], around: [Edge; 4]) -> (Vec<Lit>, Vec<Lit>) {
        let own: Vec<Lit> = ways.iter().map(|_| self.formula.new_lit()).collect();
        self.formula.add(&own);
        for (&way, &lit) in ways.iter().zip(&own) {
            for (edge, side) in around.iter().zip(way.sides()) {
                self.formula.add(&[!lit, edge[side as usize]]);
            }
        }
        // The colours around the cell imply one of the ways; then two ways at once are impossible too.
        for number in 0..81_usize {
            let sides = [27, 9, 3, 1].map(|power| number / power % 3);
            let mut clause: Vec<Lit> = around.iter().zip(sides).map(|(edge, side)| !edge[side]).collect();
            let is_way = |way: &Tile| way.sides().map(|side| side as usize) == sides;
            clause.extend(ways.iter().position(is_way).map(|way| own[way]));
            self.formula.add(&clause);
        }
        let mut classes = Vec::new();
        let mut rest = &own[..];
        for class in self.classes {
            let (of_class, others) = rest.split_at(class.ways.len());
            rest = others;
            if let [only] = of_class {
                classes.push(*only);
                continue;
            }
            let kind = self.formula.new_lit();
            of_class.iter().for_each(|&way| self.formula.add(&[!way, kind]));
            self.formula.imply(&[kind], of_class);
            classes.push(kind);
        }
        (own, classes)
    }

    fn counts(&mut self, kinds: &[Vec<Lit>]) -> Result<(), FormulaSizeError> {
        for (n, class) in self.classes.iter().enumerate() {
            let inputs: Vec<Lit> = kinds.iter().map(|cell| cell[n]).collect();
            if class.copies < inputs.len() {
                let count = Count::new(&mut self.formula, Cardinality::Sequential, &inputs, class.copies + 1);
                count.at_most(&mut self.formula, class.copies);
                self.formula.check()?;
            }
        }
        Ok(())
    }

    fn symmetry(&mut self, kinds: &[Vec<Lit>]) {
        let Shape { width, height } = self.shape;
        let area = width * height;
        let corners = match width == height {
            true => vec![width - 1, area - width, area - 1],
            false => vec![area - 1],
        };
        for corner in corners.into_iter().filter(|&corner| corner > 0) {
            for first in 1..self.classes.len() {
                for lower in 0..first {
                    self.formula.add(&[!kinds[0][first], !kinds[corner][lower]]);
                }
            }
        }
    }
}
