//! What the program says of itself, in lines of JSON.

use crate::campaign::Run;
use patsat_game::rules::Move;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// One of our own lines.
#[derive(Deserialize)]
struct Event<D> {
    r#type: String,
    data: D,
}

/// A result and its plan, or why its line cannot be read.
pub(super) type OwnResult = Result<(Value, Vec<Move>), String>;

/// What it says. A plan may have millions of moves, so it is read as what it is at once.
#[derive(Deserialize)]
struct Data {
    plan: Option<Vec<Move>>,
    #[serde(flatten)]
    rest: serde_json::Map<String, Value>,
}

/// Reads the statistics of our own lines; returns the result.
pub(super) fn statistics(stdout: &str, run: &mut Run) -> Option<OwnResult> {
    let mut result = None;
    for line in stdout.lines() {
        let event = match serde_json::from_str::<Event<Data>>(line) {
            Ok(event) => event,
            Err(error) => {
                let kind = serde_json::from_str::<Event<IgnoredAny>>(line).map(|event| event.r#type);
                if kind.is_ok_and(|kind| kind == "result") {
                    result = Some(Err(error.to_string()));
                }
                continue;
            }
        };
        let (plan, data) = (event.data.plan.unwrap_or_default(), Value::Object(event.data.rest));
        match event.r#type.as_str() {
            "horizon" => {
                let number = |name: &str| data[name].as_u64();
                let text = |name: &str| data[name].as_str().map(ToOwned::to_owned);
                run.horizon = number("horizon").and_then(|n| u32::try_from(n).ok());
                (run.variables, run.clauses) = (number("variables"), number("clauses"));
                (run.encoding, run.options) = (text("encoding"), text("options"));
            }
            "result" => result = Some(Ok((data, plan))),
            _ => {}
        }
    }
    result
}
