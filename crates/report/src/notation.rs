//! Plans in the formats that other programs read: verified ones only.

use patsat_formats::{self as formats, Format};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_text::FormatError;

/// The plan in standard notation, ten moves a line; `None` for a game that it cannot say.
#[must_use]
pub fn standard(instance: &Instance, plan: &Verified<Plan>) -> Option<String> {
    let text = formats::write_plan(instance, plan, Format::Standard).ok()?;
    Some(if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" })
}

/// The plan in any format of plans. Our JSON also keeps how many moves each step of the encoding
/// has, where `steps` tells.
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
