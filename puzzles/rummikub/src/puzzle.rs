//! A position: the rack, and the table where there is one.

use super::goal::Objective;
use super::meld::{Meld, MeldError};
use super::names::Palette;
use super::shape::{Shape, ShapeError};
use super::tile::Piece;
use std::fmt;

/// Most sets on a table.
const MOST_SETS: usize = 10_000;

/// A position. All tiles of the table must stay in play, in any sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    shape: Shape,
    rack: Pieces,
    /// Tiles of the table, those of the sets among them.
    table: Pieces,
    sets: Vec<Meld>,
    palette: Palette,
}

/// Numbers of each tile, by [`Shape::kind`], and of jokers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pieces {
    tiles: Vec<u8>,
    jokers: u8,
}

/// The reason why a position is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// Numbers out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// More of a tile than there are.
    #[error("found {found} copies of {piece}, expected at most {most}")]
    Copies {
        /// The tile.
        piece: Piece,
        /// The number found.
        found: u32,
        /// The number in the game.
        most: u8,
    },
    /// More jokers than there are.
    #[error("found {found} jokers, expected at most {most}")]
    Jokers {
        /// The number found.
        found: u32,
        /// The number in the game.
        most: u8,
    },
    /// A tile of another game.
    #[error("found {0}, expected a tile of this game")]
    Stray(Piece),
    /// Tiles on the table that are not a set.
    #[error(transparent)]
    Meld(#[from] MeldError),
    /// Too many sets.
    #[error("found more than {MOST_SETS} sets on the table, expected fewer")]
    Sets,
}

impl Pieces {
    fn none(shape: &Shape) -> Pieces {
        Pieces { tiles: vec![0; shape.kind_count()], jokers: 0 }
    }

    fn count(&self) -> u32 {
        self.tiles.iter().map(|&count| u32::from(count)).sum::<u32>() + u32::from(self.jokers)
    }

    fn list(&self, shape: &Shape) -> Vec<Piece> {
        let tiles = shape.kinds().zip(&self.tiles);
        let tiles = tiles.flat_map(|(tile, &count)| std::iter::repeat_n(Piece::Tile(tile), count.into()));
        tiles.chain(std::iter::repeat_n(Piece::Joker, self.jokers.into())).collect()
    }
}

impl Puzzle {
    /// An empty position.
    ///
    /// # Errors
    /// If the numbers are out of range.
    pub fn new(shape: Shape) -> Result<Puzzle, PuzzleError> {
        shape.check()?;
        let none = Pieces::none(&shape);
        Ok(Puzzle { shape, rack: none.clone(), table: none, sets: Vec::new(), palette: Palette::new(&shape) })
    }

    /// Adds a piece to the rack.
    ///
    /// # Errors
    /// If the game has no more of this piece.
    pub fn add_to_rack(&mut self, piece: Piece) -> Result<(), PuzzleError> {
        self.room_for(piece)?;
        add(&mut self.rack, &self.shape, piece);
        Ok(())
    }

    /// Adds a piece to the table that must stay in play, in an unknown set.
    ///
    /// # Errors
    /// If the game has no more of this piece.
    pub fn add_loose(&mut self, piece: Piece) -> Result<(), PuzzleError> {
        self.room_for(piece)?;
        add(&mut self.table, &self.shape, piece);
        Ok(())
    }

    /// Adds a set to the table.
    ///
    /// # Errors
    /// If it is not a set, there are too many sets, or the game has not enough of its tiles.
    pub fn add_set(&mut self, set: Meld) -> Result<(), PuzzleError> {
        set.check(&self.shape)?;
        if self.sets.len() == MOST_SETS {
            return Err(PuzzleError::Sets);
        }
        set.0.iter().try_for_each(|laid| self.add_loose(laid.piece()))?;
        self.sets.push(set);
        Ok(())
    }

    fn room_for(&self, piece: Piece) -> Result<(), PuzzleError> {
        let shape = &self.shape;
        match piece {
            Piece::Joker => match u32::from(self.rack.jokers) + u32::from(self.table.jokers) + 1 {
                found if found > shape.jokers.into() => {
                    Err(PuzzleError::Jokers { found, most: shape.jokers })
                }
                _ => Ok(()),
            },
            Piece::Tile(tile) => {
                if tile.colour >= shape.colours || !(1..=shape.values).contains(&tile.value) {
                    return Err(PuzzleError::Stray(piece));
                }
                let kind = shape.kind(tile);
                match u32::from(self.rack.tiles[kind]) + u32::from(self.table.tiles[kind]) + 1 {
                    found if found > shape.copies.into() => {
                        Err(PuzzleError::Copies { piece, found, most: shape.copies })
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// The position with other letters for its colours.
    #[must_use]
    pub fn with_palette(self, palette: Palette) -> Puzzle {
        Puzzle { palette, ..self }
    }

    /// The letters of its colours.
    #[must_use]
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Returns the position after these sets of the rack are laid on the table as loose tiles; `None` if the rack
    /// does not have these tiles.
    #[must_use]
    pub fn after(&self, sets: &[Meld]) -> Option<Puzzle> {
        let mut after = self.clone();
        for laid in sets.iter().flat_map(|set| &set.0) {
            let on_rack = match laid.piece() {
                Piece::Joker => &mut after.rack.jokers,
                Piece::Tile(tile) => &mut after.rack.tiles[self.shape.kind(tile)],
            };
            *on_rack = on_rack.checked_sub(1)?;
            add(&mut after.table, &self.shape, laid.piece());
        }
        Some(after)
    }

    /// Takes pieces off the rack, as far as they are there.
    pub fn take_off(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            let on_rack = match piece {
                Piece::Joker => &mut self.rack.jokers,
                Piece::Tile(tile) => &mut self.rack.tiles[self.shape.kind(*tile)],
            };
            *on_rack = on_rack.saturating_sub(1);
        }
    }

    /// Returns the position with the rack only: the opening meld is made of it.
    #[must_use]
    pub fn rack_alone(&self) -> Puzzle {
        Puzzle { table: Pieces::none(&self.shape), sets: Vec::new(), ..self.clone() }
    }

    /// Which tiles there are in the game.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    #[must_use]
    pub fn on_rack(&self, kind: usize) -> u8 {
        self.rack.tiles[kind]
    }

    #[must_use]
    pub fn on_table(&self, kind: usize) -> u8 {
        self.table.tiles[kind]
    }

    /// How many of a kind there are on rack and table.
    #[must_use]
    pub fn available(&self, kind: usize) -> u8 {
        self.rack.tiles[kind] + self.table.tiles[kind]
    }

    /// Jokers on the rack and on the table.
    #[must_use]
    pub fn jokers(&self) -> (u8, u8) {
        (self.rack.jokers, self.table.jokers)
    }

    /// The sets on the table.
    #[must_use]
    pub fn sets(&self) -> &[Meld] {
        &self.sets
    }

    /// Returns the pieces on the rack, in order.
    #[must_use]
    pub fn rack(&self) -> Vec<Piece> {
        self.rack.list(&self.shape)
    }

    /// Returns the pieces on the table that are in none of its sets, in order.
    #[must_use]
    pub fn loose(&self) -> Vec<Piece> {
        let mut loose = self.table.clone();
        for laid in self.sets.iter().flat_map(|set| &set.0) {
            match laid.piece() {
                Piece::Joker => loose.jokers -= 1,
                Piece::Tile(tile) => loose.tiles[self.shape.kind(tile)] -= 1,
            }
        }
        loose.list(&self.shape)
    }

    /// Returns an upper bound on the score: every piece is laid, and jokers stand for the highest value.
    #[must_use]
    pub fn most(&self, objective: Objective) -> u64 {
        if objective == Objective::Tiles {
            return self.rack_count().into();
        }
        let shape = &self.shape;
        let tiles =
            shape.kinds().map(|tile| u64::from(tile.value) * u64::from(self.available(shape.kind(tile))));
        let jokers = u64::from(self.rack.jokers) + u64::from(self.table.jokers);
        tiles.sum::<u64>() + u64::from(shape.values) * jokers
    }

    /// How many pieces are on the rack.
    #[must_use]
    pub fn rack_count(&self) -> u32 {
        self.rack.count()
    }

    /// How many pieces are on the table.
    #[must_use]
    pub fn table_count(&self) -> u32 {
        self.table.count()
    }
}

fn add(pieces: &mut Pieces, shape: &Shape, piece: Piece) {
    match piece {
        Piece::Joker => pieces.jokers += 1,
        Piece::Tile(tile) => pieces.tiles[shape.kind(tile)] += 1,
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rack = self.rack();
        for (n, piece) in rack.iter().enumerate() {
            write!(f, "{}{piece}", if n == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
