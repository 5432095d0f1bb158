//! Counts the learned clauses in a varisat proof that comes by in pieces.
//!
//! The format is the one of crate `varisat-internal-proof`: a step is a code followed by single
//! numbers and by lists, a list being its length and its items. A number has as many bytes
//! as it has trailing zero bits at its start, and one more, but never above ten.

/// Where in the stream the counter is.
#[derive(Debug, Default)]
pub(super) struct StepCounter {
    /// Bytes of the present number still to come.
    missing: u32,
    /// Whether the last byte was a zero that begins a number.
    zero_before: bool,
    /// Its bits so far, and how many.
    value: u64,
    bits: u32,
    /// Numbers of the present step still to come, known so far.
    numbers: u64,
    /// How many numbers an item has, for each list still to come.
    lists: [u64; 2],
}

impl StepCounter {
    /// Reads on; how many learned clauses began.
    pub(super) fn count(&mut self, bytes: &[u8]) -> u64 {
        bytes.iter().map(|&byte| u64::from(self.byte(byte))).sum()
    }

    fn byte(&mut self, byte: u8) -> bool {
        if self.zero_before {
            // A number of nine or ten bytes is a hash: only where it ends matters.
            self.zero_before = false;
            (self.missing, self.value, self.bits) = (if byte & 1 == 1 { 7 } else { 8 }, 0, 0);
            return false;
        }
        if self.missing == 0 {
            if byte == 0 {
                self.zero_before = true;
                return false;
            }
            self.missing = byte.trailing_zeros();
            (self.value, self.bits) = (u64::from(byte) >> (self.missing + 1), 7 - self.missing);
        } else {
            self.missing -= 1;
            self.value |= u64::from(byte).checked_shl(self.bits).unwrap_or(0);
            self.bits += 8;
        }
        self.missing == 0 && self.number(self.value)
    }

    /// Takes a whole number; whether it begins a learned clause.
    fn number(&mut self, number: u64) -> bool {
        if self.numbers > 0 {
            self.numbers -= 1;
            return false;
        }
        if self.lists[0] > 0 {
            self.numbers = number.saturating_mul(self.lists[0]);
            self.lists = [self.lists[1], 0];
            return false;
        }
        (self.numbers, self.lists) = match number {
            0 | 2 => (2, [0, 0]),
            1 | 3..=6 | 13 => (1, [0, 0]),
            7 | 8 | 17 => (0, [1, 1]),
            9 => (0, [2, 0]),
            10..=12 | 14..=16 => (0, [1, 0]),
            _ => (0, [0, 0]),
        };
        matches!(number, 7 | 8)
    }
}
