//! Inputs made by dice: raw ones, and valid ones with a few things changed.
//!
//! What a reader refuses in its first line says nothing of the lines behind it. So most inputs are valid ones with one
//! to four changes: the small ones that a disk, an editor or a stranger makes (a bit, a number, a word, two lines
//! exchanged), and the large ones that look for limits (a piece a hundred times over, a number of twenty digits).
//! Without the coverage that cargo-fuzz goes by this is what makes inputs that get deep.

use patsat_testkit::Dice;

/// Inputs are not longer than this, unless a valid one is.
const MOST_BYTES: usize = 1 << 15;

/// Numbers at which something may happen.
const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "13",
    "14",
    "52",
    "64",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "1e400",
];

/// Any bytes, letters, or words that the format knows.
#[must_use]
pub fn raw(dice: &mut Dice, words: &[&str]) -> Vec<u8> {
    let most = dice.pick(&[8, 64, 64, 512, 4096]);
    let length = dice.below(most + 1);
    let mut bytes = Vec::with_capacity(length);
    match dice.below(if words.is_empty() { 2 } else { 4 }) {
        0 => bytes.extend((0..length).map(|_| dice.below(256) as u8)),
        1 => bytes.extend((0..length).map(|_| b' ' + dice.below(95) as u8)),
        _ => {
            while bytes.len() < length {
                match dice.below(8) {
                    0 => bytes.push(dice.below(256) as u8),
                    1 => bytes.extend(dice.pick(&NUMBERS).bytes()),
                    _ => bytes.extend(dice.pick(words).bytes()),
                }
                match dice.below(6) {
                    0 | 1 => bytes.push(b'\n'),
                    2 | 3 => bytes.push(b' '),
                    _ => {}
                }
            }
        }
    }
    bytes
}

/// One of the valid inputs with a few changes.
#[must_use]
pub fn changed(dice: &mut Dice, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    if seeds.is_empty() {
        return raw(dice, words);
    }
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    let most = MOST_BYTES.max(bytes.len());
    for _ in 0..dice.pick(&[1, 1, 1, 2, 2, 3, 4]) {
        change(dice, &mut bytes, seeds, words);
        bytes.truncate(most);
    }
    bytes
}

/// One change. Other fuzzers with inputs of their own call this too.
pub fn change(dice: &mut Dice, bytes: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[&str]) {
    if bytes.is_empty() {
        *bytes = raw(dice, words);
        return;
    }
    match dice.below(18) {
        0 => {
            let at = dice.below(bytes.len());
            bytes[at] ^= 1 << dice.below(8);
        }
        1 => {
            let at = dice.below(bytes.len());
            bytes[at] = dice.below(256) as u8;
        }
        2 => {
            let more: Vec<u8> = (0..=dice.below(8)).map(|_| dice.below(256) as u8).collect();
            insert(dice, bytes, &more);
        }
        3 => drop(bytes.drain(piece(dice, bytes.len()))),
        4 => {
            let copy = bytes[piece(dice, bytes.len())].to_vec();
            insert(dice, bytes, &copy);
        }
        5 | 6 => number(dice, bytes),
        7 | 8 if !words.is_empty() => {
            let word = dice.pick(words).as_bytes().to_vec();
            insert(dice, bytes, &word);
        }
        9..=11 => lines(dice, bytes),
        12 => {
            let other = &seeds[dice.below(seeds.len())];
            if !other.is_empty() {
                let (keep, from) = (dice.below(bytes.len()), dice.below(other.len()));
                bytes.truncate(keep);
                bytes.extend_from_slice(&other[from..]);
            }
        }
        13 => {
            let keep = dice.below(bytes.len());
            bytes.truncate(keep);
        }
        14 => {
            let copy = bytes[piece(dice, bytes.len().min(64))].to_vec();
            let times = dice.pick(&[2, 10, 100, 1000]);
            let room = MOST_BYTES / copy.len().max(1);
            insert(dice, bytes, &copy.repeat(times.min(room)));
        }
        15 => {
            // A number as programs store it.
            let value =
                dice.pick(&[0u64, 1, 0x7f, 0xff, 0x7fff_ffff, 0xffff_ffff, u64::MAX >> 1, u64::MAX, 1 << 60]);
            let size = dice.pick(&[1, 2, 4, 8]).min(bytes.len());
            let at = dice.below(bytes.len() - size + 1);
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        _ => tokens(dice, bytes, words),
    }
}

fn insert(dice: &mut Dice, bytes: &mut Vec<u8>, more: &[u8]) {
    let at = dice.below(bytes.len() + 1);
    bytes.splice(at..at, more.iter().copied());
}

/// A short piece, not empty.
fn piece(dice: &mut Dice, length: usize) -> std::ops::Range<usize> {
    let from = dice.below(length);
    let longest = (length - from).min(dice.pick(&[1, 4, 16, 256]));
    from..from + 1 + dice.below(longest)
}

/// Another number where there is one.
fn number(dice: &mut Dice, bytes: &mut Vec<u8>) {
    let start = dice.below(bytes.len());
    let Some(from) = (start..bytes.len()).chain(0..start).find(|&at| bytes[at].is_ascii_digit()) else {
        return;
    };
    let from = bytes[..from].iter().rposition(|b| !b.is_ascii_digit()).map_or(0, |at| at + 1);
    let end = bytes[from..].iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |at| from + at);
    let old: Option<u64> = std::str::from_utf8(&bytes[from..end]).ok().and_then(|text| text.parse().ok());
    let new = match (dice.below(4), old) {
        (0, Some(old)) => old.wrapping_add(1).to_string(),
        (1, Some(old)) => old.wrapping_sub(1).to_string(),
        (2, Some(_)) => dice.below(20).to_string(),
        _ => dice.pick(&NUMBERS).to_owned(),
    };
    bytes.splice(from..end, new.bytes());
}

/// A line taken out, doubled, or exchanged with another.
fn lines(dice: &mut Dice, bytes: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(4) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(other, lines[one]),
        2 => lines.insert(one, lines[one]),
        _ => lines.swap(one, other),
    }
    *bytes = lines.concat();
}

/// A word taken out, replaced or exchanged with another.
fn tokens(dice: &mut Dice, bytes: &mut Vec<u8>, words: &[&str]) {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-' || *b >= 0x80;
    let mut tokens: Vec<&[u8]> = bytes.chunk_by(|a, b| is_word(a) == is_word(b)).collect();
    let (one, other) = (dice.below(tokens.len()), dice.below(tokens.len()));
    match dice.below(4) {
        0 => drop(tokens.remove(one)),
        1 if !words.is_empty() => tokens[one] = dice.pick(words).as_bytes(),
        2 => tokens[one] = tokens[other],
        _ => tokens.swap(one, other),
    }
    *bytes = tokens.concat();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_makes_the_same_input_and_most_are_new() {
        let seeds = vec![b"p cnf 2 1\n1 -2 0\n".to_vec(), b"p cnf 1 0\n".to_vec()];
        let one = |n: u64| changed(&mut Dice::new(n), &seeds, &["cnf", "p"]);
        let all: std::collections::BTreeSet<Vec<u8>> = (0..1000).map(one).collect();
        assert!(all.len() > 700, "{}", all.len());
        assert!((0..100).all(|n| one(n) == one(n)));
        let raw: std::collections::BTreeSet<Vec<u8>> =
            (0..1000).map(|n| raw(&mut Dice::new(n), &["p"])).collect();
        assert!(raw.len() > 700, "{}", raw.len());
    }
}
