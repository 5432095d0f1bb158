/// Returns a number and the noun that it counts, in the plural unless the number is 1.
///
/// ```
/// assert_eq!(patsat_base::counted(1, "move"), "1 move");
/// assert_eq!(patsat_base::counted(30, "move"), "30 moves");
/// ```
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {noun}s", number(count as u64)) }
}

/// Returns a number with a comma between groups of three digits.
///
/// ```
/// assert_eq!(patsat_base::number(617), "617");
/// assert_eq!(patsat_base::number(1_096_548), "1,096,548");
/// ```
#[must_use]
pub fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
