//! Sets of tiles: groups and runs. The code calls them melds, because a set is a data structure.

use super::shape::Shape;
use super::tile::{Piece, Tile};
use std::fmt;

/// A place in a set: the tile, or the tile that a joker stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LaidTile {
    pub tile: Tile,
    /// Whether a joker stands for it.
    pub joker: bool,
}

/// A set, its places in the order in which they are shown.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Meld(pub Vec<LaidTile>);

/// The reason why tiles make no set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MeldError {
    /// Too few.
    #[error("found a set of {found}, expected at least {least} tiles")]
    Short {
        /// How many.
        found: usize,
        /// How many there must be.
        least: u8,
    },
    /// Neither a group nor a run.
    #[error(
        "found '{0}', expected a group (one value, different colours) or a run (one colour, values one after the other)"
    )]
    Neither(String),
}

impl fmt::Display for LaidTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.joker { write!(f, "*{}", self.tile) } else { self.tile.fmt(f) }
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, laid) in self.0.iter().enumerate() {
            write!(f, "{}{laid}", if n == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl LaidTile {
    /// Returns the piece that lies there.
    #[must_use]
    pub fn piece(self) -> Piece {
        if self.joker { Piece::Joker } else { Piece::Tile(self.tile) }
    }
}

impl Meld {
    /// Whether all tiles have one value and no two one colour.
    #[must_use]
    pub fn is_group(&self) -> bool {
        let same = self.0.windows(2).all(|pair| pair[0].tile.value == pair[1].tile.value);
        let mut colours: Vec<u8> = self.0.iter().map(|laid| laid.tile.colour).collect();
        colours.sort_unstable();
        same && colours.windows(2).all(|pair| pair[0] < pair[1])
    }

    /// Whether all tiles have one colour and values one after the other, in whatever order.
    #[must_use]
    pub fn is_run(&self) -> bool {
        let same = self.0.windows(2).all(|pair| pair[0].tile.colour == pair[1].tile.colour);
        let mut values: Vec<u16> = self.0.iter().map(|laid| laid.tile.value).collect();
        values.sort_unstable();
        same && values.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    }

    /// Checks that the tiles are a set of a game.
    ///
    /// # Errors
    /// If they are not a set.
    pub fn check(&self, shape: &Shape) -> Result<(), MeldError> {
        if self.0.len() < usize::from(shape.least) {
            return Err(MeldError::Short { found: self.0.len(), least: shape.least });
        }
        let inside = |laid: &LaidTile| {
            laid.tile.colour < shape.colours && (1..=shape.values).contains(&laid.tile.value)
        };
        if self.0.iter().all(inside) && (self.is_group() || self.is_run()) {
            return Ok(());
        }
        Err(MeldError::Neither(self.to_string().chars().take(60).collect()))
    }

    /// The sum of the values, a joker counting as the tile it stands for.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.0.iter().map(|laid| u64::from(laid.tile.value)).sum()
    }

    /// Returns a key that two sets share exactly if one may lie in place of the other. It ignores the
    /// order of the tiles, and which of the missing colours a joker has in a group.
    #[must_use]
    pub fn key(&self) -> Vec<LaidTile> {
        let mut key = self.0.clone();
        if self.is_group() {
            for laid in key.iter_mut().filter(|laid| laid.joker) {
                laid.tile.colour = u8::MAX;
            }
        }
        key.sort_unstable();
        key
    }

    /// Returns the set of these places; `None` is a joker without a given tile.
    ///
    /// Such jokers take the places that they lie at in a run, then any places in a run, from
    /// its gaps upwards, then colours of a group that are missing.
    ///
    /// # Errors
    /// If they make no set.
    pub fn of(places: &[Option<LaidTile>], shape: &Shape) -> Result<Meld, MeldError> {
        let known: Vec<LaidTile> = places.iter().copied().flatten().collect();
        let all: Vec<Meld> = [
            run_in_order(places, shape),
            run_in_any_order(&known, places.len(), shape),
            group(&known, places.len(), shape),
        ]
        .into_iter()
        .flatten()
        .collect();
        if let Some(fits) = all.into_iter().find(|meld| meld.check(shape).is_ok()) {
            return Ok(fits);
        }
        if places.len() < usize::from(shape.least) {
            return Err(MeldError::Short { found: places.len(), least: shape.least });
        }
        let word = |place: &Option<LaidTile>| place.map_or_else(|| "*".into(), |laid| laid.to_string());
        let words: Vec<String> = places.iter().map(word).collect();
        Err(MeldError::Neither(words.join(" ").chars().take(60).collect()))
    }
}

fn joker(colour: u8, value: u16) -> LaidTile {
    LaidTile { tile: Tile { colour, value }, joker: true }
}

fn run_in_order(places: &[Option<LaidTile>], shape: &Shape) -> Option<Meld> {
    let first = places.iter().position(Option::is_some);
    let (colour, start) = match first {
        Some(at) => {
            let tile = places[at]?.tile;
            (tile.colour, usize::from(tile.value).checked_sub(at)?)
        }
        None => (0, (usize::from(shape.values) + 1).checked_sub(places.len())?),
    };
    let filled = places.iter().enumerate().map(|(n, place)| match place {
        Some(laid) => (usize::from(laid.tile.value) == start + n).then_some(*laid),
        None => u16::try_from(start + n).ok().map(|value| joker(colour, value)),
    });
    filled.collect::<Option<Vec<_>>>().map(Meld)
}

fn run_in_any_order(known: &[LaidTile], size: usize, shape: &Shape) -> Option<Meld> {
    let mut laid = known.to_vec();
    laid.sort_unstable();
    let first = laid.first()?.tile;
    let there = |laid: &[LaidTile], value| laid.iter().any(|l| l.tile.value == value);
    let upwards = first.value..=shape.values;
    let downwards = (1..first.value).rev();
    for value in upwards.chain(downwards) {
        if laid.len() < size && !there(&laid, value) {
            laid.push(joker(first.colour, value));
        }
    }
    laid.sort_unstable_by_key(|laid| laid.tile.value);
    (laid.len() == size).then_some(Meld(laid))
}

fn group(known: &[LaidTile], size: usize, shape: &Shape) -> Option<Meld> {
    let mut laid = known.to_vec();
    let value = laid.first().map_or(shape.values, |laid| laid.tile.value);
    for colour in 0..shape.colours {
        if laid.len() < size && !laid.iter().any(|l| l.tile.colour == colour) {
            laid.push(joker(colour, value));
        }
    }
    laid.sort_unstable();
    (laid.len() == size).then_some(Meld(laid))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<Option<LaidTile>> {
        let shape = Shape::default();
        let read = |word| crate::Palette::new(&shape).place(word, &shape).unwrap();
        text.split_whitespace().map(read).collect()
    }

    #[test]
    fn jokers_find_their_places() {
        for (text, meld) in [
            ("r5 r6 *", "r5 r6 *r7"),
            ("* r5 r6", "*r4 r5 r6"),
            ("r12 r13 *", "*r11 r12 r13"),
            ("r3 r1 *", "r1 *r2 r3"),
            ("r9 k9 *", "r9 *b9 k9"),
            ("r9 * * *", "r9 *r10 *r11 *r12"),
            ("* * *", "*r11 *r12 *r13"),
            ("r9 k9 *o9", "r9 *o9 k9"),
            ("r3 r2 r1", "r1 r2 r3"),
        ] {
            assert_eq!(Meld::of(&places(text), &Shape::default()).unwrap().to_string(), meld, "{text}");
        }
    }

    #[test]
    fn invalid_sets_are_reported() {
        for (text, message) in [
            ("r1 r2", "found a set of 2, expected at least 3 tiles"),
            ("r12 r13 r1", "found 'r12 r13 r1', expected a group"),
            ("r1 r1 b1", "expected a group"),
            ("r1 b1 o1 k1 *", "expected a group"),
            ("r1 r2 b3", "expected a group"),
            ("r1 r2 r2 r3", "expected a group"),
        ] {
            let error = Meld::of(&places(text), &Shape::default()).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn sets_that_look_the_same_are_the_same() {
        let meld = |text| Meld::of(&places(text), &Shape::default()).unwrap();
        assert_eq!(meld("r9 k9 *o9").key(), meld("r9 k9 *b9").key());
        assert_ne!(meld("r5 r6 *r7").key(), meld("r5 r6 r7").key());
        assert_eq!(meld("r7 r6 r5").key(), meld("r5 r6 r7").key());
    }
}
