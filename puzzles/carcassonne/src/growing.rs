//! The accurate algorithm of Rosiński and Janaszek (2011): the board grows tile by tile.
//!
//! A free place beside the board is the better the fewer *other* places have to be filled until the largest full
//! square is one larger. Places are tried from the best to the worst, in each every tile that fits
//! in every rotation, and so on recursively until the best possible score is reached.
//!
//! As printed the algorithm cannot run. These are all of the repairs:
//!
//! - `Next` collects the tiles that match *any* position before it places one: here each position
//!   has its own.
//! - `Next` never checks whether the score is reached, and `Main` calls it again for ever if it fails: here it
//!   returns whether it reached the score, and ends when everything was tried.
//! - Tiles placed are taken back when the recursion returns, and so are those set aside.
//! - Equal tiles in one place are tried once, which loses nothing.
//! - "A random element" is the first of an order by the seed, and so is the order of the tiles; equally good
//!   places are taken row by row.
//! - The board has an end: places further than twice the side of the best possible square from the
//!   first tile are not tried.
//!
//! "Worst case O(n³)" counts one path without a step back; the search is exponential. In practice it reaches the
//! largest square at once or almost never: it tries every place for tiles that cannot be placed where they are
//! missing. *Restarts*, our addition, are off by default. They begin again in another order after
//! [`Options::restart_after`] tiles.

use super::board::{Board, PlacedTile};
use super::random::{Dice, shuffled};
use super::tile::{Class, Side, Tile, TileSet};
use patsat_base::Limit;
use patsat_solvers::Control;

/// The settings of the algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether tiles may be turned.
    pub rotation: bool,
    /// The score at which it stops: the best possible one, or the requested one.
    pub goal: usize,
    /// For the order of the tiles.
    pub seed: u64,
    /// Tiles to place before the first restart; the number doubles with each. `None`: no restarts.
    pub restart_after: Option<u64>,
    /// Tiles to place in all.
    pub nodes: Option<u64>,
    /// First a city, then a square (see [`super::city_first`]).
    pub city_first: bool,
}

/// The best board so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrowthResult {
    /// The side of its largest full square.
    pub side: usize,
    /// The board when that square was complete.
    pub board: Board,
    /// Tiles placed in all.
    pub nodes: u64,
    /// The limit that stopped it; `None`: the goal was reached, or everything was tried.
    pub stopped: Option<Limit>,
}

/// Runs the algorithm.
#[must_use]
pub fn grow(set: &TileSet, options: &Options, control: Control<'_>) -> GrowthResult {
    let mut best = GrowthResult { side: 0, board: Board::default(), nodes: 0, stopped: None };
    let mut dice = Dice::new(options.seed);
    let mut run = options.restart_after;
    loop {
        let left = options.nodes.map(|most| most.saturating_sub(best.nodes));
        let mut growth = Growth::new(set, options, &mut dice, control);
        growth.most = [left, run].into_iter().flatten().min();
        let done = growth.first();
        best.nodes += growth.nodes;
        if growth.best.0 > best.side {
            best.side = growth.best.0;
            best.board = growth.best_board(set);
        }
        best.stopped = growth.stopped;
        let again = run.is_some() && growth.stopped == Some(Limit::GaveUp);
        if done || !again || options.nodes.is_some_and(|most| best.nodes >= most) {
            return best;
        }
        run = run.map(|run| run.saturating_mul(2));
    }
}

/// A place on the board by column and row.
type Place = (usize, usize);

struct Growth<'a> {
    options: &'a Options,
    control: Control<'a>,
    /// The tiles by class, in the order of the seed.
    classes: Vec<Class>,
    left: Vec<usize>,
    size: usize,
    cells: Vec<Option<Tile>>,
    placed: Vec<(Place, Tile)>,
    score: usize,
    best: (usize, Vec<(Place, Tile)>),
    nodes: u64,
    most: Option<u64>,
    stopped: Option<Limit>,
}

impl<'a> Growth<'a> {
    fn new(set: &TileSet, options: &'a Options, dice: &mut Dice, control: Control<'a>) -> Growth<'a> {
        let order = shuffled(&set.tiles, dice);
        let mut classes = set.classes(options.rotation);
        let rank = |class: &Class| order.iter().position(|tile| class.ways.contains(tile));
        classes.sort_by_cached_key(rank);
        let size = 4 * options.goal.max(1) + 1;
        Growth {
            options,
            control,
            left: classes.iter().map(|class| class.copies).collect(),
            classes,
            size,
            cells: vec![None; size * size],
            placed: Vec::new(),
            score: 0,
            best: (0, Vec::new()),
            nodes: 0,
            most: None,
            stopped: None,
        }
    }

    /// Places the first tile and goes on. Returns whether the goal was reached.
    fn first(&mut self) -> bool {
        if self.classes.is_empty() || self.options.goal == 0 {
            return self.options.goal == 0;
        }
        let cities = |class: &Class| class.tile.count(Side::City);
        let first = match self.options.city_first {
            true => (0..self.classes.len()).rev().max_by_key(|&n| cities(&self.classes[n])).unwrap_or(0),
            false => 0,
        };
        let centre = (self.size / 2, self.size / 2);
        let way = self.classes[first].ways[0];
        self.place(first, centre, way, 1)
    }

    /// Places a tile that makes the score this, and goes on.
    fn place(&mut self, class: usize, (x, y): Place, way: Tile, score: usize) -> bool {
        self.nodes += 1;
        if self.most.is_some_and(|most| self.nodes >= most) {
            self.stopped = Some(Limit::GaveUp);
        } else if self.nodes.is_multiple_of(32) {
            self.stopped = self.control.check();
        }
        self.left[class] -= 1;
        self.cells[y * self.size + x] = Some(way);
        self.placed.push(((x, y), way));
        let before = std::mem::replace(&mut self.score, score);
        if score > self.best.0 {
            self.best = (score, self.placed.clone());
        }
        let done = score >= self.options.goal || (self.stopped.is_none() && self.next());
        self.score = before;
        self.placed.pop();
        self.cells[y * self.size + x] = None;
        self.left[class] += 1;
        done
    }

    fn next(&mut self) -> bool {
        let mut places = self.places();
        if self.options.city_first {
            let city = |growth: &Growth<'_>, place: Place| growth.around(place).contains(&Some(Side::City));
            let of_city: Vec<(usize, Place)> =
                places.iter().copied().filter(|&(_, place)| city(self, place)).collect();
            if of_city.iter().any(|&(_, place)| self.fits(place).next().is_some()) {
                places = of_city;
            }
        }
        for (others, place) in places {
            let score = self.score + usize::from(others == 0);
            let fits: Vec<(usize, Tile)> = self.fits(place).collect();
            for (class, way) in fits {
                if self.place(class, place, way, score) {
                    return true;
                }
                if self.stopped.is_some() {
                    return false;
                }
            }
        }
        false
    }

    /// Returns the sides that a tile in a place must have, by its neighbours.
    fn around(&self, (x, y): Place) -> [Option<Side>; 4] {
        let tile = |x: usize, y: usize| {
            (x < self.size && y < self.size).then(|| self.cells[y * self.size + x]).flatten()
        };
        [
            tile(x, y.wrapping_sub(1)).map(|tile| tile.bottom),
            tile(x + 1, y).map(|tile| tile.left),
            tile(x, y + 1).map(|tile| tile.top),
            tile(x.wrapping_sub(1), y).map(|tile| tile.right),
        ]
    }

    fn fits(&self, place: Place) -> impl Iterator<Item = (usize, Tile)> {
        let around = self.around(place);
        let there = self.classes.iter().enumerate().filter(|(n, _)| self.left[*n] > 0);
        let ways = there.flat_map(|(n, class)| class.ways.iter().map(move |&way| (n, way)));
        ways.filter(move |(_, way)| {
            way.sides()
                .into_iter()
                .zip(around)
                .all(|(side, wanted)| wanted.is_none_or(|wanted| side == wanted))
        })
    }

    /// The free places beside the board, each with the number of others that must be filled, the best first.
    fn places(&self) -> Vec<(usize, Place)> {
        let side = self.score + 1;
        // Nothing further out is in a square of this side with a tile in it.
        let range = |pick: fn(&Place) -> usize| {
            let ends = self.placed.iter().map(|(place, _)| pick(place));
            let (low, high) = ends.fold((usize::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
            (low.saturating_sub(side), (high + side).min(self.size - 1))
        };
        let ((x0, x1), (y0, y1)) = (range(|place| place.0), range(|place| place.1));
        let (width, height) = (x1 - x0 + 1, y1 - y0 + 1);
        // filled[y][x]: tiles above and to the left.
        let mut filled = vec![0; (width + 1) * (height + 1)];
        let at = |x: usize, y: usize| y * (width + 1) + x;
        for y in 0..height {
            for x in 0..width {
                let here = usize::from(self.cells[(y + y0) * self.size + x + x0].is_some());
                filled[at(x + 1, y + 1)] =
                    here + filled[at(x, y + 1)] + filled[at(x + 1, y)] - filled[at(x, y)];
            }
        }
        let tiles = |x: usize, y: usize| {
            filled[at(x + side, y + side)] + filled[at(x, y)]
                - filled[at(x + side, y)]
                - filled[at(x, y + side)]
        };
        let mut places = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let place = (x + x0, y + y0);
                let free = self.cells[place.1 * self.size + place.0].is_none();
                if !free || self.around(place).iter().all(Option::is_none) {
                    continue;
                }
                let corners = |at: usize, end: usize| (at + 1).saturating_sub(side)..=at.min(end - side);
                if width < side || height < side {
                    continue;
                }
                let most = corners(y, height)
                    .flat_map(|top| corners(x, width).map(move |left| (left, top)))
                    .map(|(left, top)| tiles(left, top))
                    .max();
                places.extend(most.map(|most| (side * side - most - 1, place)));
            }
        }
        places.sort_by_key(|&(others, (x, y))| (others, y, x));
        places
    }

    fn best_board(&self, set: &TileSet) -> Board {
        let middle = (self.size / 2) as i64;
        let place =
            |&((x, y), tile): &(Place, Tile)| PlacedTile { tile, x: x as i64 - middle, y: y as i64 - middle };
        let used: Vec<Tile> = self.best.1.iter().map(|(_, tile)| *tile).collect();
        Board {
            placed: self.best.1.iter().map(place).collect(),
            left_over: super::board::left_over(set, &used),
        }
    }
}
