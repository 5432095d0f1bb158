//! Numbered deals of Klondike: those of Klondike-Solver and those of the site Greenfelt.
//!
//! Sources: ShootMe's Klondike-Solver (`Random.cpp`, `Shuffle1`, `Shuffle2`) and MinimalKlondike
//! (`ShuffleGreenFelt`). This module was compared with decks that Klondike-Solver printed, and with the numbers of
//! permutations that lonelybot's tests state for its own versions of both.
//!
//! Both begin with a deck in which suit follows suit, each from the ace up. Klondike-Solver swaps two drawn places 269
//! times; its generator has three words of state and no published origin. Greenfelt swaps each place with a drawn one,
//! seven times over, and deals from the end of the deck; it draws from the minimal standard generator (Park and Miller
//! 1988), so that 0 is no number of a deal.

/// The largest number of Klondike-Solver.
pub const LAST: u32 = i32::MAX as u32;

/// The largest number of Greenfelt.
pub const LAST_GREENFELT: u32 = GREENFELT_MODULUS - 1;

const GREENFELT_MODULUS: u32 = 0x7fff_ffff;

/// The 52 cards of Klondike-Solver's deal `number` in dealing order: rows of 7, 6, .. 1 cards, then the stock.
#[must_use]
pub fn order<C: From<(u32, u16)>>(number: u32) -> Vec<C> {
    let mut cards = deck([0, 1, 3, 2]);
    let mut random = Generator::new(number as i32);
    for _ in 0..269 {
        let (from, to) = (random.below(52), random.below(52));
        cards.swap(from, to);
    }
    cards.into_iter().map(C::from).collect()
}

/// The 52 cards of Greenfelt's deal `number` in dealing order: rows of 7, 6, .. 1 cards, then the stock.
#[must_use]
pub fn greenfelt<C: From<(u32, u16)>>(number: u32) -> Vec<C> {
    let mut cards = deck([0, 1, 2, 3]);
    let mut state = u64::from(number);
    for place in (0..52).cycle().take(7 * 52) {
        state = state * 16_807 % u64::from(GREENFELT_MODULUS);
        cards.swap(place, (state % 52) as usize);
    }
    cards.into_iter().rev().map(C::from).collect()
}

/// A new deck with the suits in this order.
fn deck(suits: [u16; 4]) -> Vec<(u32, u16)> {
    suits.iter().flat_map(|&suit| (1..=13).map(move |rank| (rank, suit))).collect()
}

/// Klondike-Solver's generator. Its words are signed, which shows where they are shifted to the right.
struct Generator {
    value: i32,
    mix: i32,
    twist: i32,
}

impl Generator {
    fn new(number: i32) -> Generator {
        let mut random = Generator { value: number, mix: 51_651_237, twist: 895_213_268 };
        (0..50).for_each(|_| random.step());
        random.value = 0x9417_b3af_u32 as i32 ^ number ^ (number >> 15);
        (0..950).for_each(|_| random.step());
        random
    }

    fn step(&mut self) {
        let Generator { value, mix, twist } = *self;
        let y = twist.wrapping_sub(mix) ^ twist ^ value ^ mix;
        self.mix = mix ^ twist ^ value;
        let value = value ^ twist.wrapping_sub(self.mix);
        self.twist = twist ^ value ^ y;
        self.value = value ^ (self.twist << 7) ^ (self.mix >> 16) ^ (y << 8);
    }

    fn below(&mut self, limit: usize) -> usize {
        self.step();
        (self.value & 0x7fff_ffff) as usize % limit
    }
}
