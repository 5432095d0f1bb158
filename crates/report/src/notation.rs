//! Plans in the formats that other programs read: verified ones only.

use patsat_base::FormatError;
use patsat_formats::{self as formats, Format};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;

/// The plan in standard notation, ten moves a line; `None` for a game that it cannot say.
#[must_use]
pub fn standard(instance: &Instance, plan: &Verified<Plan>) -> Option<String> {
    let text = formats::write_plan(instance, plan, Format::Standard).ok()?;
    Some(if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" })
}

/// Explains the signs that a plan in standard notation uses, on one line; `None` for a plan without moves.
#[must_use]
pub fn legend(instance: &Instance, plan: &str) -> Option<String> {
    let words = || plan.split_whitespace();
    let between = |word: &&str| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let between = words().find(between);
    let signs = |sign: &'static str, meaning: &str| plan.contains(sign).then(|| format!("{sign} {meaning}"));
    let cells = match instance.rules.cells {
        0 => None,
        1 => Some("a the cell".to_owned()),
        n @ 2..=7 => Some(format!("a-{} cells", char::from(b'a' + n as u8 - 1))),
        _ => Some("other letters cells".to_owned()),
    };
    let parts = [
        between.map(|word| format!("{word} column {} to column {}", &word[..1], &word[1..])),
        cells,
        signs("h", "home"),
        words().find_map(several),
        plan.split_once("(1")
            .map(|(_, rest)| format!("(1{0}) column 1{0}", &rest[..rest.find(')').unwrap_or(0)])),
        plan.contains("(r").then(|| "(r1) place 1 of the reserve".to_owned()),
        signs("W", "waste"),
        signs("D", "a draw from the stock to the waste"),
        signs("T", "the waste back to the stock"),
        signs("R", "a row from the stock"),
    ];
    let parts = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    words().next().map(|_| format!("Notation: {parts}; -v adds words.\n"))
}

/// Explains the number of cards of a move such as `74v2`, which is hexadecimal.
fn several(word: &str) -> Option<String> {
    let (_, hex) = word.split_once('v')?;
    u32::from_str_radix(hex, 16).ok().map(|cards| format!("v{hex} {cards} cards"))
}

/// The plan in any format of plans. Our JSON also keeps how many moves each step of the encoding
/// has, where `steps` gives it.
///
/// # Errors
/// If the format cannot say this game.
pub fn write(
    instance: &Instance,
    plan: &Verified<Plan>,
    to: Format,
    steps: &[usize],
) -> Result<String, FormatError> {
    match to {
        Format::PlanJson => formats::write_plan_with_steps(instance, plan, steps),
        _ => formats::write_plan(instance, plan, to),
    }
}
