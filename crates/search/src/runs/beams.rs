//! The beams of the default strategy, in order, and the weights by which each judges positions.
//!
//! A deal that one beam loses is mostly won by another one of the same width under other weights. So for games of two
//! decks there are many narrow ones before a wide one. Their weights and their order were found on KPatience's
//! four-suit deals 3001 to 4200 and a hundred between 3001 and 9300 that 300,000 positions had not won. The candidates
//! were a hundred weights, drawn at random around two sets found before, and widths of 15 to 3,000. By and large, that
//! beam comes next which wins most of the remaining deals for the positions that it visits. (A schedule made greedily
//! is within a constant of the best one: Streeter and Golovin, NIPS 2008.)

use super::layer::BeamSettings;
use super::score::Weights;
use crate::varied::{MANY as VARIED, vary, width};
use std::ops::Range;

/// In the order of the fields.
const fn weights(values: [i32; 11]) -> Weights {
    let [link, mixed, gap, inversion, hidden, unopened, king, base, empty, home, step] = values;
    Weights { link, mixed, gap, inversion, hidden, unopened, king, base, empty, home, step }
}

/// Found by random search on those of KPatience's four-suit deals 1001 to 1060 that others had left open. A card on the
/// next rank of another suit counts as worse than one that does not fit at all.
pub(super) const WARY: Weights = weights([-3, 19, 11, 15, 8, -21, -4, -2, -25, -21, 2]);

/// The same without a price for the way.
const WARY_ANY_WAY: Weights = Weights { step: 0, ..WARY };

/// Found on deals as they come.
const TIDY: Weights = weights([-4, 9, 11, 14, 2, -6, -3, -4, -25, -26, 0]);

// The weights that the greedy schedule took of the hundred.
const A: Weights = weights([-4, 22, 13, 15, 7, -9, -4, -4, -14, -33, 2]);
const B: Weights = weights([-3, 17, 11, 12, 4, -9, -2, -3, -13, -32, 0]);
const C: Weights = weights([-2, 11, 6, 13, 2, -6, -4, -2, -22, -16, 0]);
const D: Weights = weights([-4, 17, 10, 12, 5, -10, -4, -2, -16, -26, 0]);
const E: Weights = weights([-2, 18, 13, 12, 7, -13, -2, -2, -16, -19, 3]);
const F: Weights = weights([-4, 17, 14, 12, 6, -11, -3, -1, -27, -31, 1]);
const G: Weights = weights([-2, 11, 10, 16, 8, -14, -1, -1, -34, -4, 1]);
const H: Weights = weights([-3, 17, 15, 1, 7, -12, -6, -5, -13, -28, 0]);
const I: Weights = weights([-2, 18, 9, 9, 6, -9, -5, -3, -34, -29, 0]);

/// The weights that others are varied around: seven, so that wider beams, every eighth, come to each of them.
const AROUND: [Weights; 7] = [WARY, B, C, D, E, F, G];

/// Returns the beam of that number, with weights varied around those above in turn. In one of nine runs are split
/// freely.
pub(super) fn varied(number: u64) -> (BeamSettings, Weights) {
    let of = AROUND.len() as u64;
    let varied = weights(vary(AROUND[(number % of) as usize].numbers(), number / of));
    let settings = BeamSettings { width: width(number), patience: 12, splits: number % 9 == 8 };
    (settings, varied)
}

const fn beam(width: usize, patience: u32) -> BeamSettings {
    BeamSettings { width, patience, splits: false }
}

/// A beam that splits runs freely.
const fn splitting(width: usize, patience: u32) -> BeamSettings {
    BeamSettings { width, patience, splits: true }
}

/// The cards of two decks.
const TWO_DECKS: usize = 104;

/// Number of varied beams before wide ones: some five million positions of four suits.
const BEFORE_WIDE: u64 = 512;

/// Returns the beams for a game of `cards` cards.
pub(super) fn beams(cards: usize) -> Box<dyn Iterator<Item = (BeamSettings, Weights)>> {
    if cards < TWO_DECKS {
        return Box::new(FEW.iter().copied());
    }
    let varied = |numbers: Range<u64>| numbers.map(varied);
    let wide = WIDE.iter().copied();
    Box::new(
        MANY.iter().copied().chain(varied(0..BEFORE_WIDE)).chain(wide).chain(varied(BEFORE_WIDE..VARIED)),
    )
}

/// For games of less than two decks: most are won by the first, and a complete search comes after them.
const FEW: &[(BeamSettings, Weights)] = &[
    (beam(60, 12), WARY),
    (beam(150, 12), TIDY),
    (beam(400, 12), WARY),
    (splitting(400, 12), WARY),
    (beam(1000, 12), TIDY),
    (beam(2500, 16), WARY_ANY_WAY),
    (splitting(2500, 16), TIDY),
    (beam(6000, 12), WARY),
    (splitting(5000, 16), WARY),
    (beam(10_000, 20), TIDY),
    (beam(20_000, 20), WARY_ANY_WAY),
    (splitting(30_000, 20), WARY),
];

/// For those of two decks, where a complete search is hopeless: these, then varied ones and wide ones.
const MANY: &[(BeamSettings, Weights)] = &[
    (beam(60, 12), WARY),
    (beam(15, 8), A),
    (beam(30, 8), B),
    (beam(30, 8), C),
    (beam(30, 8), D),
    (beam(60, 8), C),
    (beam(60, 8), E),
    (beam(150, 10), F),
    (beam(150, 10), G),
    (beam(400, 12), B),
    (beam(400, 12), H),
    (splitting(400, 12), WARY),
    (beam(400, 12), G),
    (beam(1000, 12), B),
    (beam(1000, 12), E),
    (beam(3000, 14), B),
    (splitting(3000, 14), F),
    (beam(3000, 12), E),
    (beam(3000, 12), I),
    (beam(3000, 12), C),
    (beam(6000, 12), B),
    (beam(6000, 12), WARY),
    (splitting(5000, 16), WARY),
];

/// Wide ones, for deals that varied ones do not win.
const WIDE: &[(BeamSettings, Weights)] = &[
    (beam(10_000, 20), TIDY),
    (beam(20_000, 20), WARY_ANY_WAY),
    (splitting(30_000, 20), WARY),
    (beam(50_000, 12), WARY),
    (splitting(100_000, 16), TIDY),
    (splitting(200_000, 16), WARY),
];
