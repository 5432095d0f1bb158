//! Our own JSON: every game, any deck, any position.
//!
//! ```json
//! {
//!   "schema": 1,
//!   "rules": "freecell",
//!   "id": "ms:617",
//!   "deal": { "columns": [ { "cards": ["7D", "AD"] } ], "foundations": [1, 0, 0, 0] }
//! }
//! ```
//!
//! `rules` is the name of a preset or an object with the fields of [`Rules`]. `deal` has the
//! fields of [`Deal`]; without it the deal is dealt from `id`. With both, they must agree:
//! an id names a fresh deal, so a position in the middle of a game has none. Unknown fields
//! are errors. `schema` is raised when a field changes its meaning.
//!
//! A deal that encodes another problem has two more fields, which do not change the game.
//! `labels` lists the meaning of each column. `reduction` describes the problem; its
//! fields are those of the crate `patsat-reductions`.

use super::Hints;
use super::hints::instance;
use patsat_base::{FormatError, Problem, printable};
use patsat_game::cards::{Card, Deal, DealId};
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, Origin};
use serde::de::{Error, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::sync::Arc;

/// The only schema so far.
pub(super) const SCHEMA: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(deserialize_with = "schema")]
    #[expect(dead_code, reason = "read to be checked")]
    schema: u32,
    rules: RulesField,
    #[serde(default, deserialize_with = "deal_id")]
    id: Option<DealId>,
    deal: Option<Deal>,
    #[serde(default)]
    labels: Vec<String>,
    #[serde(default)]
    reduction: serde_json::Value,
}

/// Reads a schema number, which must be ours.
pub(super) fn schema<'de, D: Deserializer<'de>>(d: D) -> Result<u32, D::Error> {
    match u32::deserialize(d)? {
        SCHEMA => Ok(SCHEMA),
        other => Err(Error::custom(format!("found schema {other}, expected {SCHEMA}"))),
    }
}

/// Reads the name of a deal.
pub(super) fn deal_id<'de, D: Deserializer<'de>>(d: D) -> Result<Option<DealId>, D::Error> {
    let Some(text) = Option::<String>::deserialize(d)? else { return Ok(None) };
    text.parse().map(Some).map_err(Error::custom)
}

/// Rules, or the name of a preset.
struct RulesField(Rules);

impl<'de> Deserialize<'de> for RulesField {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct NameOrRules;
        impl<'de> Visitor<'de> for NameOrRules {
            type Value = RulesField;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a game or an object of rules")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<RulesField, E> {
                Rules::preset(name).map(RulesField).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RulesField, A::Error> {
                Rules::deserialize(MapAccessDeserializer::new(map)).map(RulesField)
            }
        }
        d.deserialize_any(NameOrRules)
    }
}

/// Reads rules alone.
pub(super) fn read_rules(text: &str) -> Result<Rules, FormatError> {
    let rules: Rules = serde_json::from_str(text)?;
    rules.check().map_err(FormatError::content)?;
    Ok(rules)
}

/// Reads an instance; the caller's hints win over the file's rules.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let file: File = serde_json::from_str(text)?;
    let rules = hints.rules(|| Ok(file.rules.0))?;
    let origin = Origin { labels: file.labels, reduction: file.reduction };
    let mut read = position(rules, file.deal, file.id)?;
    let (labels, columns) = (origin.labels.len(), read.deal.columns.len());
    if labels > columns {
        return Err(FormatError::unexpected(format!("{labels} labels"), format!("one a column, {columns}")));
    }
    read.origin = (labels > 0 || !origin.reduction.is_null()).then(|| Arc::new(origin));
    Ok(read)
}

fn position(rules: Rules, deal: Option<Deal>, id: Option<DealId>) -> Result<Instance, FormatError> {
    match (deal, id) {
        (Some(deal), None) => instance(rules, deal),
        (None, Some(id)) => Ok(Instance::from_id(rules, id).map_err(FormatError::content)?),
        (Some(deal), Some(id)) => {
            let given = instance(rules.clone(), deal)?;
            let dealt = Instance::from_id(rules, id.clone()).map_err(FormatError::content)?;
            if given.deal != dealt.deal {
                let expected = format!(
                    "the deal {} (leave out the id of a changed deal)",
                    printable(&id.to_string(), 60)
                );
                return Err(FormatError::unexpected("another position", expected));
            }
            Ok(dealt)
        }
        (None, None) => Err(FormatError::unexpected("neither a deal nor an id", "one of them")),
    }
}

/// Writes an instance, a column a line.
pub(super) fn write(instance: &Instance) -> Result<String, FormatError> {
    let (rules, deal) = (&*instance.rules, &instance.deal);
    let preset = Rules::preset(&rules.name).is_ok_and(|preset| preset == *rules);
    let rules = if preset { one_line(&rules.name)? } else { one_line(rules)? };
    let columns = deal.columns.iter().map(one_line).collect::<Result<Vec<String>, _>>()?;
    let mut parts = vec![format!("\"columns\": [\n      {}\n    ]", columns.join(",\n      "))];
    let mut part = |name: &str, wanted: bool, value: Result<String, FormatError>| {
        if wanted {
            parts.push(format!("\"{name}\": {}", value?));
        }
        Ok::<(), FormatError>(())
    };
    let cards = |cards: &[Card]| one_line(cards);
    part("cells", deal.cells.iter().any(Option::is_some), one_line(&deal.cells))?;
    part("reserve", !deal.reserve.is_empty(), cards(&deal.reserve))?;
    part("foundations", deal.foundations.iter().any(|&h| h > 0), one_line(&deal.foundations))?;
    part("stock", !deal.stock.is_empty(), cards(&deal.stock))?;
    part("waste", !deal.waste.is_empty(), cards(&deal.waste))?;
    part("hole", !deal.hole.is_empty(), cards(&deal.hole))?;
    part("redeals_used", deal.redeals_used > 0, one_line(&deal.redeals_used))?;
    let id = match &instance.id {
        Some(id) => format!("  \"id\": {},\n", one_line(&id.to_string())?),
        None => String::new(),
    };
    let deal = parts.join(",\n    ");
    let origin = instance.origin.as_deref().map_or_else(|| Ok(String::new()), origin)?;
    Ok(format!(
        "{{\n  \"schema\": {SCHEMA},\n  \"rules\": {rules},\n{id}  \"deal\": {{\n    {deal}\n  }}{origin}\n}}\n"
    ))
}

/// The fields of a made deal, a label and a clause a line.
fn origin(origin: &Origin) -> Result<String, FormatError> {
    let lines = |values: Vec<String>, blanks: usize| {
        let between = format!(",\n{:blanks$}", "");
        format!("[\n{:blanks$}{}\n{:less$}]", "", values.join(&between), "", less = blanks - 2)
    };
    let mut text = String::new();
    if !origin.labels.is_empty() {
        let labels = origin.labels.iter().map(one_line).collect::<Result<_, _>>()?;
        text += &format!(",\n  \"labels\": {}", lines(labels, 4));
    }
    let serde_json::Value::Object(fields) = &origin.reduction else {
        if !origin.reduction.is_null() {
            text += &format!(",\n  \"reduction\": {}", one_line(&origin.reduction)?);
        }
        return Ok(text);
    };
    // Short fields come first.
    let (long, short): (Vec<_>, Vec<_>) = fields.iter().partition(|(_, value)| listed(value).is_some());
    let mut parts = Vec::new();
    for (name, value) in short.into_iter().chain(long) {
        let value = match listed(value) {
            Some(list) => lines(list.iter().map(one_line).collect::<Result<_, _>>()?, 6),
            None => one_line(value)?,
        };
        parts.push(format!("{}: {value}", one_line(name)?));
    }
    Ok(text + &format!(",\n  \"reduction\": {{\n    {}\n  }}", parts.join(",\n    ")))
}

/// The elements of a list of lists.
fn listed(value: &serde_json::Value) -> Option<&Vec<serde_json::Value>> {
    value.as_array().filter(|list| list.iter().any(serde_json::Value::is_array))
}

/// A value as JSON with a blank after each comma and colon.
pub(super) fn one_line(value: &(impl serde::Serialize + ?Sized)) -> Result<String, FormatError> {
    let mut bytes = Vec::new();
    let mut writer = serde_json::Serializer::with_formatter(&mut bytes, SpacedFormatter);
    value.serialize(&mut writer)?;
    String::from_utf8(bytes).map_err(|e| Problem::Json(e.to_string()).into())
}

/// The compact layout with blanks.
struct SpacedFormatter;

impl serde_json::ser::Formatter for SpacedFormatter {
    fn begin_array_value<W: std::io::Write + ?Sized>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> std::io::Result<()> {
        if first { Ok(()) } else { w.write_all(b", ") }
    }

    fn begin_object_key<W: std::io::Write + ?Sized>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> std::io::Result<()> {
        if first { Ok(()) } else { w.write_all(b", ") }
    }

    fn begin_object_value<W: std::io::Write + ?Sized>(&mut self, w: &mut W) -> std::io::Result<()> {
        w.write_all(b": ")
    }
}
