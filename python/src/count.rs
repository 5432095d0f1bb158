//! Numbers in words.

/// The number of moves in words.
pub(crate) fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
