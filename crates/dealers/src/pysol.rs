//! PySolFC's numbered deals of one deck and of two.
//!
//! Source: the Python package `pysol_cards` 0.24 (Fish), which deals as PySolFC does; what is here was
//! compared with it, deal by deal. Up to 32,000 Microsoft's generator draws, and a number of one deck means
//! Microsoft's deal. Beyond, Python's does: the Mersenne Twister, its key the number in words of 32 bits,
//! and a draw below `n` is `n` times a fraction of 53 bits, rounded down. A deck lists clubs, spades, hearts,
//! diamonds, each from the ace up; the decks are shuffled as one from the end (Fisher and Yates) and dealt
//! from the end.
//!
//! PySolFC's numbers go up to 10^20, ours to 2^64 - 1.

use crate::microsoft;
use rand_mt::Mt;

/// The last number that means Microsoft's deal.
const LAST_MICROSOFT: u64 = 32_000;
/// The order of suits in the new deck.
const SUITS: [u16; 4] = [0, 3, 2, 1];

/// The 52 cards of deal `number` in dealing order.
#[must_use]
pub fn order<C: From<(u32, u16)>>(number: u64) -> Vec<C> {
    if number <= LAST_MICROSOFT {
        return microsoft::order(number);
    }
    shuffled(1, twister(number))
}

/// The 104 cards of deal `number` of two decks in dealing order.
#[must_use]
pub fn two_decks<C: From<(u32, u16)>>(number: u64) -> Vec<C> {
    if number <= LAST_MICROSOFT {
        let mut next = microsoft::generator(number);
        return shuffled(2, |below| next() as usize % below);
    }
    shuffled(2, twister(number))
}

/// New decks, shuffled by a generator of numbers below what it is told, from their end.
fn shuffled<C: From<(u32, u16)>>(decks: usize, mut draw: impl FnMut(usize) -> usize) -> Vec<C> {
    let deck = || SUITS.iter().flat_map(|&suit| (1..=13).map(move |rank| (rank, suit)));
    let mut cards: Vec<(u32, u16)> = (0..decks).flat_map(|_| deck()).collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, draw(last + 1));
    }
    cards.into_iter().rev().map(C::from).collect()
}

/// Python's generator with the number as its seed.
fn twister(number: u64) -> impl FnMut(usize) -> usize {
    let (low, high) = (number as u32, (number >> 32) as u32);
    let mut twister = Mt::new_with_key([low, high].into_iter().take(if high == 0 { 1 } else { 2 }));
    move |below| {
        let (high, low) = (twister.next_u32() >> 5, twister.next_u32() >> 6);
        let fraction = (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0;
        (fraction * below as f64) as usize
    }
}

/// How many cards PySolFC deals to each column of Spider.
pub const SPIDER: [u32; 10] = [6, 5, 5, 6, 5, 5, 6, 5, 5, 6];

/// Spider is dealt in four rows of ten, a card more on the four high columns, and a row of ten; ours are
/// dealt row by row. What is left is the stock.
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
