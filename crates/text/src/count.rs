/// A number and what is counted, which takes an s if there is not one of it.
///
/// ```
/// assert_eq!(patsat_text::counted(1, "move"), "1 move");
/// assert_eq!(patsat_text::counted(30, "move"), "30 moves");
/// ```
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
