//! A pack in other forms.

use super::{Entry, Recipe};
use patsat_game::cards::DealId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// A table for spreadsheets (RFC 4180).
    Csv,
    /// The numbers alone, one a line, as programs that ship lists of seeds read them.
    Seeds,
    /// One array of objects.
    Json,
}

#[must_use]
pub fn list(recipe: &Recipe, deals: &[Entry], form: List) -> String {
    match form {
        List::Seeds => deals
            .iter()
            .filter_map(|entry| entry.deal.parse::<DealId>().ok())
            .map(|id| format!("{}\n", id.number()))
            .collect(),
        List::Csv => {
            let head = "deal,level,score,moves,hint,plan\n".to_owned();
            deals.iter().fold(head, |text, entry| {
                let Entry { deal, level, score, m2, hint, plan } = entry;
                text + &format!("{deal},{level},{score},{m2},{},{}\n", quoted(hint), quoted(plan))
            })
        }
        List::Json => {
            let all = serde_json::json!({"game": recipe.rules.name, "deals": deals});
            format!("{all:#}\n")
        }
    }
}

/// A field that may hold commas.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
