//! A plan as JSON, exact for every game.
//!
//! ```json
//! {
//!   "schema": 1,
//!   "id": "ms:617",
//!   "base": 0,
//!   "moves": [
//!     { "cards": { "from": { "column": 0 }, "to": { "cell": 0 }, "count": 1 } },
//!     "draw"
//!   ]
//! }
//! ```
//!
//! A plan that was found as steps of several moves says how many moves each step has, `"steps": [3, 1]`;
//! what plays the moves does not need to know.
//!
//! Places count from `base`, which is 0. `id` is there if the instance has one; a plan for
//! another deal is refused. Moves that are no moves of cards are `draw`, `redeal`, `deal-row`;
//! the waste and the stock are the places `"waste"` and `"stock"`.

use super::json::{SCHEMA, deal_id, one_line, schema};
use patsat_base::{FormatError, printable};
use patsat_game::cards::DealId;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(deserialize_with = "schema")]
    #[expect(dead_code, reason = "read to be checked")]
    schema: u32,
    #[serde(default, deserialize_with = "deal_id")]
    id: Option<DealId>,
    #[serde(deserialize_with = "base")]
    #[expect(dead_code, reason = "read to be checked")]
    base: u64,
    moves: Vec<Move>,
    #[serde(default)]
    steps: Vec<usize>,
}

fn base<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
    match u64::deserialize(d)? {
        0 => Ok(0),
        other => Err(Error::invalid_value(Unexpected::Unsigned(other), &"places counted from 0")),
    }
}

/// Reads a plan for this instance.
pub(super) fn read(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    let file: File = serde_json::from_str(text)?;
    if let (Some(found), Some(expected)) = (&file.id, &instance.id)
        && found != expected
    {
        let [found, expected] = [found, expected].map(|id| printable(&id.to_string(), 80));
        return Err(FormatError::unexpected(format!("a plan for {found}"), format!("one for {expected}")));
    }
    Ok(Plan { moves: file.moves })
}

/// How many moves each step of a plan has; nothing where the plan does not say.
pub(super) fn read_steps(text: &str) -> Result<Vec<usize>, FormatError> {
    Ok(serde_json::from_str::<File>(text)?.steps)
}

/// Writes a plan, a move a line.
pub(super) fn write(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    write_with_steps(instance, plan, &[])
}

/// Writes a plan with the number of moves of each step, if it has steps.
pub(super) fn write_with_steps(
    instance: &Instance,
    plan: &Plan,
    steps: &[usize],
) -> Result<String, FormatError> {
    let moves = plan.moves.iter().map(|action| Ok(format!("    {}", one_line(action)?)));
    let moves = moves.collect::<Result<Vec<_>, FormatError>>()?.join(",\n");
    let id = match &instance.id {
        Some(id) => format!("  \"id\": {},\n", one_line(&id.to_string())?),
        None => String::new(),
    };
    let steps =
        if steps.is_empty() { String::new() } else { format!("  \"steps\": {},\n", one_line(&steps)?) };
    Ok(format!("{{\n  \"schema\": {SCHEMA},\n{id}  \"base\": 0,\n{steps}  \"moves\": [\n{moves}\n  ]\n}}\n"))
}
