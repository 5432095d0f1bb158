//! Random changes to certificates.

use patsat_game::rules::{Move, Place};
use patsat_game::state::patterns::{Fact, Pattern, Patterns};
use patsat_testkit::Dice;
use sha2::{Digest, Sha256};

/// Bytes of the checksum at the end of a file.
const DIGEST: usize = 32;

/// Recomputes the checksum of a changed file; otherwise checkers would reject it for the checksum alone.
pub(crate) fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    let body = file.len().saturating_sub(DIGEST);
    let digest: [u8; DIGEST] = Sha256::digest(&file[..body]).into();
    file.truncate(body);
    file.extend(digest);
    file
}

/// Changes, removes or doubles one byte of a file.
pub(crate) fn bytes(dice: &mut Dice, file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let at = dice.below(file.len());
    match dice.below(4) {
        0 => file[at] ^= 1 << dice.below(8),
        1 => file[at] = dice.below(256) as u8,
        2 => drop(file.remove(at)),
        _ => file.insert(at, file[at]),
    }
    file
}

/// Removes, doubles or changes a move of a plan, swaps two moves, or cuts the plan short.
pub(crate) fn plan(dice: &mut Dice, moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    if moves.is_empty() {
        return vec![Move::Draw];
    }
    let at = dice.below(moves.len());
    match dice.below(5) {
        0 => drop(moves.remove(at)),
        1 => moves.insert(at, moves[at]),
        2 => moves.swap(at, (at + 1).min(dice.below(at + 1))),
        3 => moves.truncate(at),
        _ => {
            if let Move::Cards { from, to, count } = &mut moves[at] {
                match dice.below(3) {
                    0 => *from = place(dice),
                    1 => *to = place(dice),
                    _ => *count = 1 + dice.below(4) as u32,
                }
            } else {
                moves[at] = Move::Collect { column: dice.below(4) as u16 };
            }
        }
    }
    moves
}

fn place(dice: &mut Dice) -> Place {
    let n = dice.below(5) as u16;
    dice.pick(&[
        Place::Column(n),
        Place::Cell(n),
        Place::Reserve(n),
        Place::Foundation(n),
        Place::Waste,
        Place::Stock,
    ])
}

/// Removes a pattern or a fact of one, or replaces the spot of a fact by that of another fact.
pub(crate) fn patterns(dice: &mut Dice, patterns: &Patterns) -> Patterns {
    let mut all = patterns.0.clone();
    let at = dice.below(all.len());
    let facts = all[at].facts().to_vec();
    match dice.below(3) {
        0 => drop(all.remove(at)),
        1 => {
            let mut fewer = facts;
            fewer.remove(dice.below(fewer.len()));
            match Pattern::new(fewer) {
                Ok(pattern) => all[at] = pattern,
                Err(_) => drop(all.remove(at)),
            }
        }
        _ => {
            let others: Vec<Fact> = all.iter().flat_map(|pattern| pattern.facts().to_vec()).collect();
            let mut changed = facts;
            let fact = dice.below(changed.len());
            changed[fact].spot = dice.pick(&others).spot;
            if let Ok(pattern) = Pattern::new(changed) {
                all[at] = pattern;
            }
        }
    }
    Patterns(all)
}
