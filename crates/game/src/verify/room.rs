//! The memory limit of a check: a small file may expand to many positions.

use crate::state::StateKey;

/// Returns the approximate number of bytes of a position in a hash table of visited positions.
pub(super) fn of_key(key: &StateKey) -> u64 {
    64 + key.as_bytes().len() as u64
}

/// The limit, in MiB, that a check exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemoryError(pub(super) u64);

/// The memory that a check may still use.
#[derive(Debug)]
pub(super) struct Room {
    mib: u64,
    left: u64,
}

impl Room {
    pub(super) fn new(mib: u64) -> Room {
        Room { mib, left: mib.saturating_mul(1 << 20) }
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), MemoryError> {
        self.left = self.left.checked_sub(bytes).ok_or(MemoryError(self.mib))?;
        Ok(())
    }

    pub(super) fn give(&mut self, bytes: u64) {
        self.left = self.left.saturating_add(bytes);
    }
}
