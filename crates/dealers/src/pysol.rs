//! PySolFC's numbered deals of one deck and of two.
//!
//! Source: the Python package `pysol_cards` 0.24 (Fish), which deals as PySolFC does. This module was compared with
//! it, deal by deal. Numbers up to 32,000 use Microsoft's generator, and with one deck they mean Microsoft's deal.
//! Larger numbers use Python's generator: a Mersenne Twister whose key is the number in words of 32 bits. A draw below
//! `n` is `n` times a fraction of 53 bits, rounded down. A deck lists clubs, spades, hearts, diamonds, each from the
//! ace up. The decks are shuffled as one from the end (Fisher and Yates) and dealt from the end.
//!
//! PySolFC's numbers go up to 10^20. The numbers of PySol itself, before PySolFC, go up to 2^64 - 1. Its numbers
//! beyond 32,000 use a linear congruential generator of 64 bits (Knuth); 31 bits of its state are the fraction of a
//! draw.

use crate::microsoft;
use rand_mt::Mt;

/// The last number that means Microsoft's deal.
const LAST_MICROSOFT: u64 = 32_000;
/// The order of suits in the new deck.
const SUITS: [u16; 4] = [0, 3, 2, 1];

/// The largest number.
pub const LAST: u128 = 10u128.pow(20);

/// The 52 cards of deal `number` in dealing order.
#[must_use]
pub fn order<C: From<(u32, u16)>>(number: u128) -> Vec<C> {
    match microsoft_number(number) {
        Some(number) => microsoft::order(number),
        None => shuffled(1, twister(number)),
    }
}

/// The 104 cards of deal `number` of two decks in dealing order.
#[must_use]
pub fn two_decks<C: From<(u32, u16)>>(number: u128) -> Vec<C> {
    match microsoft_number(number) {
        Some(number) => microsoft_two_decks(number),
        None => shuffled(2, twister(number)),
    }
}

/// The 52 cards of deal `number` of PySol, before PySolFC, in dealing order.
#[must_use]
pub fn old_order<C: From<(u32, u16)>>(number: u64) -> Vec<C> {
    match microsoft_number(number.into()) {
        Some(number) => microsoft::order(number),
        None => shuffled(1, congruential(number)),
    }
}

/// The 104 cards of deal `number` of two decks of PySol, before PySolFC, in dealing order.
#[must_use]
pub fn old_two_decks<C: From<(u32, u16)>>(number: u64) -> Vec<C> {
    match microsoft_number(number.into()) {
        Some(number) => microsoft_two_decks(number),
        None => shuffled(2, congruential(number)),
    }
}

fn microsoft_number(number: u128) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number <= LAST_MICROSOFT)
}

fn microsoft_two_decks<C: From<(u32, u16)>>(number: u64) -> Vec<C> {
    let mut next = microsoft::generator(number);
    shuffled(2, |below| next() as usize % below)
}

/// Returns new decks, shuffled from the end. `draw(n)` returns a number below `n`.
fn shuffled<C: From<(u32, u16)>>(decks: usize, mut draw: impl FnMut(usize) -> usize) -> Vec<C> {
    let deck = || SUITS.iter().flat_map(|&suit| (1..=13).map(move |rank| (rank, suit)));
    let mut cards: Vec<(u32, u16)> = (0..decks).flat_map(|_| deck()).collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, draw(last + 1));
    }
    cards.into_iter().rev().map(C::from).collect()
}

/// Python's generator with the number as its seed.
fn twister(number: u128) -> impl FnMut(usize) -> usize {
    let words = (128 - number.leading_zeros()).div_ceil(32).max(1);
    let mut twister = Mt::new_with_key((0..words).map(|n| (number >> (32 * n)) as u32));
    move |below| {
        let (high, low) = (twister.next_u32() >> 5, twister.next_u32() >> 6);
        let fraction = (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0;
        (fraction * below as f64) as usize
    }
}

/// PySol's generator with the number as its seed.
fn congruential(number: u64) -> impl FnMut(usize) -> usize {
    let mut state = number;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let fraction = (state >> 21) & 0x7fff_ffff;
        ((fraction * below as u64) >> 31) as usize
    }
}

/// Reorders PySolFC's deal of Klondike to the order of our layout.
///
/// PySolFC deals the columns from the right: six rows of face-down cards, each a column shorter than the one before,
/// then a face-up card to each column. Our layout deals row by row from the left. The other cards are the stock.
#[must_use]
pub fn klondike<T: Copy>(dealt: &[T]) -> Vec<T> {
    let (columns, stock) = dealt.split_at(28);
    let (face_down, face_up) = columns.split_at(21);
    // The rows of face-down cards from row `row` on begin with that of the last column.
    let start = |row: usize| (0..row).map(|n| 6 - n).sum::<usize>();
    let card = |row: usize, column: usize| {
        if row == column { face_up[6 - column] } else { face_down[start(row) + 6 - column] }
    };
    let rows = (0..7).flat_map(|row| (row..7).map(move |column| (row, column)));
    rows.map(|(row, column)| card(row, column)).chain(stock.iter().copied()).collect()
}

/// The number of cards that PySolFC deals to each column of Spider.
pub const SPIDER: [u32; 10] = [6, 5, 5, 6, 5, 5, 6, 5, 5, 6];

/// Reorders PySolFC's deal of Spider to the order of our layout.
///
/// PySolFC deals four rows of ten, a card more on the four high columns, and a row of ten. Our layout deals row by
/// row. The other cards are the stock.
#[must_use]
pub fn spider<T: Copy>(dealt: &[T]) -> Vec<T> {
    let high = |column: usize| SPIDER[column] == 6;
    let (rows, rest) = dealt.split_at(40);
    let (more, rest) = rest.split_at(4);
    let (last, stock) = rest.split_at(10);
    let mut more = more.iter();
    let fifth = (0..10).filter_map(|column| if high(column) { more.next() } else { last.get(column) });
    let sixth = (0..10).filter(|&column| high(column)).map(|column| &last[column]);
    rows.iter().chain(fifth).chain(sixth).chain(stock).copied().collect()
}
