//! Microsoft's FreeCell numbers, with the extensions of FreeCell Pro.
//!
//! Source: Jim Horne's description of the Windows 3.1 program, and the behaviour of
//! `make-microsoft-freecell-board` of Freecell Solver for numbers beyond 2^31, which
//! the tests compare with ours. The two deals with negative numbers are those of the published source
//! of the Windows program; the second was described by R. Turpin in sci.math (July 1994) as one that
//! cannot be won.

/// The largest number that FreeCell Pro deals.
pub const LAST: u64 = (1 << 33) - 1;

/// The new deck: rank by rank, clubs, diamonds, hearts, spades.
fn deck() -> impl Iterator<Item = (u32, u16)> {
    (1..=13).flat_map(|rank| (0..4).map(move |suit| (rank, suit)))
}

/// The 52 cards of deal `number` in dealing order (round-robin over the columns).
#[must_use]
pub fn order<C: From<(u32, u16)>>(number: u64) -> Vec<C> {
    let mut dealt = Vec::with_capacity(52);
    deal(number, |_, card| {
        dealt.push(card);
        true
    });
    dealt
}

/// The generator of deal `number`, which is taken modulo 2^32 as its seed; which bits of its state make a
/// number depends on whether `number` is below 2^31, below 2^32, or above.
pub(crate) fn generator(number: u64) -> impl FnMut() -> u32 {
    let mut state = number as u32;
    move || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        let low = (state >> 16) & 0x7fff;
        match number {
            0..0x8000_0000 => low,
            0x8000_0000..0x1_0000_0000 => low | 0x8000,
            _ => (state >> 16) + 1,
        }
    }
}

/// Deals the 52 cards one by one.
///
/// Calls `take` with the number of cards dealt before and the card, and stops when it returns `false`. Returns
/// whether `take` accepted all 52 cards.
pub fn deal<C: From<(u32, u16)>>(number: u64, mut take: impl FnMut(usize, C) -> bool) -> bool {
    let mut next = generator(number);
    let mut deck: [u8; 52] = std::array::from_fn(|n| n as u8);
    (0..52).all(|dealt| {
        let left = 52 - dealt;
        let pick = next() as usize % left;
        let card = deck[pick];
        deck[pick] = deck[left - 1];
        take(dealt, (u32::from(card / 4) + 1, u16::from(card % 4)).into())
    })
}

/// The cards of the deal with the number -1 (for 1) or -2 (for another) in dealing order.
#[must_use]
pub fn negative<C: From<(u32, u16)>>(number: u8) -> Vec<C> {
    let rank = |wanted: u32| deck().filter(move |&(rank, _)| rank == wanted);
    let cards: Vec<(u32, u16)> = match number {
        // Odd ranks upwards from the ace in the left columns, even ones downwards from the queen in the right.
        1 => (0..7).flat_map(|row| rank(2 * row + 1).chain(rank(12 - 2 * row))).collect(),
        // The aces, then from the king down in the left columns; the rest on in the right ones.
        _ => {
            let backwards = |n: u32| rank(n).collect::<Vec<_>>().into_iter().rev();
            let row = |row: u32| backwards(if row == 0 { 1 } else { 14 - row }).chain(backwards(7 - row));
            (0..7).flat_map(|n| row(n).take(if n < 6 { 8 } else { 4 })).collect()
        }
    };
    cards.into_iter().map(C::from).collect()
}
