//! Counts of winning hands as a table.

use crate::Shape;
use crate::count::Row;
use serde_json::{Value, json};
use std::fmt::Write;

/// Comma-separated: tiles, hands, winning hands, their ratio, deals, winning deals, their ratio, which is the
/// chance of a deal; with jokers also winning hands by the number of jokers in them.
#[must_use]
pub fn csv(shape: &Shape, rows: &[Row]) -> String {
    let mut text = String::from("tiles,hands,winning_hands,ratio,deals,winning_deals,chance");
    if shape.jokers > 0 {
        (0..=shape.jokers).for_each(|jokers| text.push_str(&format!(",winning_with_{jokers}_jokers")));
    }
    text.push('\n');
    for row in rows {
        // A string takes everything.
        let _ = write!(
            text,
            "{},{},{},{},{},{},{}",
            row.tiles,
            row.hands,
            row.winning,
            short(row.ratio()),
            row.deals,
            row.winning_deals,
            short(row.chance())
        );
        if shape.jokers > 0 {
            row.by_jokers.iter().for_each(|winning| text.push_str(&format!(",{winning}")));
        }
        text.push('\n');
    }
    text
}

/// The same as data; counts are texts, for they outgrow the numbers of most readers of JSON.
#[must_use]
pub fn json(shape: &Shape, rows: &[Row]) -> Value {
    let Shape { values, colours, copies, jokers, least } = *shape;
    let hands = rows.iter().map(|row| {
        json!({
            "tiles": row.tiles,
            "hands": row.hands.to_string(),
            "winning_hands": row.winning.to_string(),
            "ratio": row.ratio(),
            "deals": row.deals.to_string(),
            "winning_deals": row.winning_deals.to_string(),
            "chance": row.chance(),
            "winning_by_jokers": row.by_jokers.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    });
    json!({
        "values": values, "colours": colours, "copies": copies, "jokers": jokers, "least": least,
        "hands": hands.collect::<Vec<_>>(),
    })
}

/// One size of hand in sentences.
#[must_use]
pub fn text(shape: &Shape, row: &Row) -> String {
    let Shape { values, colours, copies, jokers, least } = *shape;
    let with = match jokers {
        0 => String::new(),
        1 => ", 1 joker".into(),
        more => format!(", {more} jokers"),
    };
    let mut text = format!(
        "{values} values, {colours} colours, {copies} copies{with}; sets of {least} or more\n\
         hands of {} tiles: {}\nwinning hands: {}\nratio: {}\nchance that a dealt hand wins: {}\n",
        row.tiles,
        row.hands,
        row.winning,
        short(row.ratio()),
        short(row.chance())
    );
    if jokers > 0 {
        for (used, winning) in row.by_jokers.iter().enumerate() {
            let jokers = if used == 1 { "joker" } else { "jokers" };
            let _ = writeln!(text, "winning hands with {used} {jokers}: {winning}");
        }
    }
    text
}

/// Six digits of a number.
fn short(number: f64) -> String {
    if number == 0.0 || (1e-3..=1.0).contains(&number) {
        let text = format!("{number:.6}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{number:.5e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [(0.0, "0"), (1.0, "1"), (0.25, "0.25"), (2.734_596_1e-7, "2.73460e-7")] {
            assert_eq!(short(number), text);
        }
    }
}
