//! The clauses: which sets are laid, of which tiles and jokers.
//!
//! Variables:
//!
//! * `x(S,i)`: set `S` is laid at least `i` times.
//! * `l(t,i)`: at least `i` copies of tile `t` come from the rack.
//! * `z(j,t)`: joker `j` stands for tile `t`.
//! * `y(j,w)`: the value of joker `j` is at least `w`.
//! * `k(T)`: set `T` of the table is kept, apart from the sets that the `x` lay.
//!
//! Axioms:
//!
//! 1. `x(S,i+1)` implies `x(S,i)`, and `l(t,i+1)` implies `l(t,i)`.
//! 2. Of each tile the copies in sets number the copies on the table, the copies from the rack and the jokers that
//!    stand for it.
//! 3. A joker stands for one tile at most; those of the table for one. `y(j,w)` needs a tile of such a value.
//! 4. A kept set with a joker for a tile needs a joker of its own that stands for it.
//!
//! Costs: a tile that stays on the rack costs its worth. A joker costs the difference between the highest value and its
//! own. Where sets are to be kept, each set that is not kept has a cost, with a weight below any other.

use super::super::goal::{Goal, Objective};
use super::super::meld::Meld;
use super::super::puzzle::Puzzle;
use super::super::tile::Tile;
use super::FormulaSizeError;
use super::candidates::candidates;
use patsat_encodings::constraints::{at_most_as_many, at_most_one};
use patsat_encodings::formula::Formula;
use patsat_encodings::options::{AtMostOne, Cardinality};
use rustsat::types::{Lit, Var};

/// Counts here are small.
const FORM: Cardinality = Cardinality::Totalizer;

/// The variables of a formula.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// Each set with a literal a copy.
    pub(super) sets: Vec<(Vec<Tile>, Vec<Lit>)>,
    /// For each kind, a literal a copy on the rack.
    pub(super) laid: Vec<Vec<Lit>>,
    /// For each joker, those of the table first, a literal a tile.
    pub(super) jokers: Vec<Vec<(Tile, Lit)>>,
    /// For each joker, that its value is at least 1, 2 ...
    pub(super) levels: Vec<Vec<Lit>>,
    /// For each set of the table, if such are to be kept.
    pub(super) keep: Vec<Lit>,
}

impl Sets {
    pub(super) fn write(
        formula: &mut Formula,
        puzzle: &Puzzle,
        goal: &Goal,
    ) -> Result<Sets, FormulaSizeError> {
        let shape = puzzle.shape();
        let mut sets = Vec::new();
        for candidate in candidates(puzzle)? {
            let copies = chain(formula, candidate.copies);
            sets.push((candidate.tiles, copies));
        }
        let laid = (0..shape.kind_count()).map(|kind| chain(formula, puzzle.on_rack(kind).into())).collect();
        let mut vars = Sets { sets, laid, jokers: Vec::new(), levels: Vec::new(), keep: Vec::new() };
        let kept = if goal.keep { puzzle.sets() } else { &[] };
        vars.keep = kept.iter().map(|_| formula.new_lit()).collect();
        let (rack_jokers, table_jokers) = puzzle.jokers();
        for joker in 0..rack_jokers + table_jokers {
            vars.joker(formula, puzzle, joker < table_jokers);
        }
        vars.tiles(formula, puzzle);
        Ok(vars)
    }

    /// Axiom 3.
    fn joker(&mut self, formula: &mut Formula, puzzle: &Puzzle, on_table: bool) {
        let stands: Vec<(Tile, Lit)> = puzzle.shape().kinds().map(|tile| (tile, formula.new_lit())).collect();
        let all: Vec<Lit> = stands.iter().map(|&(_, lit)| lit).collect();
        at_most_one(formula, AtMostOne::Ladder, &all);
        if on_table {
            formula.add(&all);
        }
        let levels = chain(formula, puzzle.shape().values.into());
        for (least, &level) in (1..).zip(&levels) {
            let high: Vec<Lit> =
                stands.iter().filter(|(tile, _)| tile.value >= least).map(|&(_, lit)| lit).collect();
            formula.imply(&[level], &high);
        }
        self.jokers.push(stands);
        self.levels.push(levels);
    }

    /// Axioms 2 and 4.
    fn tiles(&self, formula: &mut Formula, puzzle: &Puzzle) {
        let shape = puzzle.shape();
        let mut members: Vec<Vec<Lit>> = vec![Vec::new(); shape.kind_count()];
        let mut joker_members = members.clone();
        for (tiles, copies) in &self.sets {
            tiles.iter().for_each(|&tile| members[shape.kind(tile)].extend(copies));
        }
        for (set, &lit) in puzzle.sets().iter().zip(&self.keep) {
            for laid in &set.0 {
                members[shape.kind(laid.tile)].push(lit);
                if laid.joker {
                    joker_members[shape.kind(laid.tile)].push(lit);
                }
            }
        }
        for kind in 0..shape.kind_count() {
            let stands: Vec<Lit> = self.jokers.iter().map(|stands| stands[kind].1).collect();
            let mut supply: Vec<Lit> = self.laid[kind].iter().chain(&stands).copied().collect();
            let on_table = usize::from(puzzle.on_table(kind));
            at_most_as_many(formula, FORM, &members[kind], &supply, on_table);
            for _ in 0..on_table {
                let certain = formula.new_lit();
                formula.add(&[certain]);
                supply.push(certain);
            }
            at_most_as_many(formula, FORM, &supply, &members[kind], 0);
            at_most_as_many(formula, FORM, &joker_members[kind], &stands, 0);
        }
    }

    /// The costs of an objective, with their weights.
    pub(super) fn costs(&self, puzzle: &Puzzle, objective: Objective) -> Vec<(u64, Lit)> {
        let by_value = objective == Objective::Value;
        let worth = |tile: Tile| if by_value { tile.value.into() } else { 1 };
        let tiles = puzzle.shape().kinds().zip(&self.laid);
        let tiles = tiles.flat_map(|(tile, lits)| lits.iter().map(move |&lit| (worth(tile), !lit)));
        let most = if by_value { usize::from(puzzle.shape().values) } else { 1 };
        let jokers = self.levels.iter().flat_map(|levels| levels[..most].iter().map(|&lit| (1, !lit)));
        tiles.chain(jokers).collect()
    }

    /// Returns the meaning of the variables.
    pub(super) fn names(&self, puzzle: &Puzzle) -> Vec<(Var, String)> {
        let shown = |tiles: &[Tile]| tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let mut names = Vec::new();
        for (tiles, copies) in &self.sets {
            for (n, lit) in (1..).zip(copies) {
                names.push((lit.var(), format!("set {} is laid {n} times or more", shown(tiles))));
            }
        }
        for (tile, lits) in puzzle.shape().kinds().zip(&self.laid) {
            for (n, lit) in (1..).zip(lits) {
                names.push((lit.var(), format!("{n} copies of {tile} or more come from the rack")));
            }
        }
        for (joker, stands) in (1..).zip(&self.jokers) {
            for (tile, lit) in stands {
                names.push((lit.var(), format!("joker {joker} stands for {tile}")));
            }
        }
        for (set, lit) in puzzle.sets().iter().zip(&self.keep) {
            names.push((lit.var(), format!("the table's set {} is kept", Meld::to_string(set))));
        }
        names
    }
}

/// New literals of which each implies the one before.
fn chain(formula: &mut Formula, length: u32) -> Vec<Lit> {
    let lits: Vec<Lit> = (0..length).map(|_| formula.new_lit()).collect();
    for pair in lits.windows(2) {
        formula.imply(&[pair[1]], &[pair[0]]);
    }
    lits
}
