//! From a campaign to its runs: every instance with every approach.

use super::model::{Campaign, CampaignError, Group};
use patsat_base::printable;
use patsat_game::cards::DealId;
use patsat_game::cards::DealRange;
use std::collections::BTreeMap;

/// More runs than this are a slip.
const MOST_RUNS: usize = 1_000_000;

/// An instance of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it is called, its values included: `ms:1 ranks=4`.
    pub label: String,
    /// A deal's name or a file; empty where it is made.
    pub text: String,
    /// Arguments that refine it.
    pub args: Vec<String>,
    /// The values of the group's options.
    pub values: BTreeMap<String, String>,
    /// Arguments of the program that write it, and the file below `{folder}` that it is.
    pub make: Option<(Vec<String>, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its place in the matrix.
    pub n: usize,
    pub group: usize,
    pub item: Item,
    pub approach: usize,
    /// Which repetition, from 1.
    pub repeat: u32,
}

/// The number of choices of [`product`]; `None` if it overflows.
fn choices(matrix: &BTreeMap<String, Vec<String>>) -> Option<usize> {
    matrix.values().try_fold(1usize, |all, values| all.checked_mul(values.len()))
}

/// Whether there are more choices than a campaign has runs: they are counted before they are made.
pub(super) fn is_too_large(matrix: &BTreeMap<String, Vec<String>>) -> bool {
    choices(matrix).is_none_or(|all| all > MOST_RUNS)
}

/// What is wrong with such a matrix or campaign.
pub(super) fn too_many_runs() -> CampaignError {
    CampaignError(format!("it has over {MOST_RUNS} runs: expected fewer"))
}

/// All choices of one value for each key, the last key changing fastest.
#[must_use]
pub fn product(matrix: &BTreeMap<String, Vec<String>>) -> Vec<BTreeMap<String, String>> {
    let mut all = vec![BTreeMap::new()];
    for (key, values) in matrix {
        let with = |row: &BTreeMap<String, String>, value: &String| {
            let mut row = row.clone();
            row.insert(key.clone(), value.clone());
            row
        };
        all = all.iter().flat_map(|row| values.iter().map(move |value| with(row, value))).collect();
    }
    all
}

/// The word with the values in place of their names between braces.
#[must_use]
pub fn put(word: &str, values: &BTreeMap<String, String>) -> String {
    values.iter().fold(word.to_owned(), |word, (key, value)| word.replace(&format!("{{{key}}}"), value))
}

impl Group {
    /// Its instances.
    pub fn items(&self) -> Result<Vec<Item>, CampaignError> {
        let mut items = Vec::new();
        if is_too_large(&self.options) {
            return Err(too_many_runs());
        }
        let rows = product(&self.options);
        let label = |text: &str, values: &BTreeMap<String, String>| {
            let values: Vec<_> = values.iter().map(|(key, value)| format!("{key}={value}")).collect();
            [text]
                .into_iter()
                .filter(|t| !t.is_empty())
                .map(ToOwned::to_owned)
                .chain(values)
                .collect::<Vec<_>>()
        };
        if !self.make.is_empty() {
            for values in &rows {
                let make = self.make.iter().map(|word| put(word, values)).collect();
                items.push(Item {
                    label: label("", values).join(" "),
                    text: String::new(),
                    args: self.args.clone(),
                    values: values.clone(),
                    make: Some((make, put(&self.made, values))),
                });
            }
        }
        for text in &self.instances {
            let wrong = |e: String| CampaignError(printable(&format!("group '{}': {e}", self.name), 1_000));
            for text in deals(text).map_err(wrong)? {
                if items.len() + rows.len() > MOST_RUNS {
                    return Err(too_many_runs());
                }
                for values in &rows {
                    let mut args = self.args.clone();
                    for (key, value) in values {
                        args.extend([format!("--{key}"), value.clone()]);
                    }
                    items.push(Item {
                        label: label(&text, values).join(" "),
                        text: text.clone(),
                        args,
                        values: values.clone(),
                        make: None,
                    });
                }
            }
        }
        Ok(items)
    }
}

/// The deals of a range; anything else is one instance.
fn deals(text: &str) -> Result<Vec<String>, String> {
    if !DealId::looks_like_one(text) || !text.contains("..") {
        return Ok(vec![text.to_owned()]);
    }
    let range: DealRange = text.parse().map_err(|e| format!("{e}"))?;
    if range.len() > MOST_RUNS as u64 {
        return Err(format!("{text} has {} deals, expected at most {MOST_RUNS}", range.len()));
    }
    let name = |number| range.first.with_number(number).map(|id| id.to_string()).map_err(|e| e.to_string());
    (range.first.number()..=range.last).map(name).collect()
}

impl Campaign {
    /// All runs, repetitions last, so that what is cut short has each pair once first.
    pub fn jobs(&self) -> Result<Vec<Job>, CampaignError> {
        let mut jobs = Vec::new();
        for (group, of) in self.groups.iter().enumerate() {
            let items = of.items()?;
            let each = of.approaches.len().checked_mul(of.repeat as usize);
            let more = each.and_then(|each| each.checked_mul(items.len()));
            if more.is_none_or(|more| more > MOST_RUNS - jobs.len()) {
                return Err(too_many_runs());
            }
            for repeat in 1..=of.repeat {
                for item in &items {
                    for &approach in &of.approaches {
                        jobs.push(Job { n: jobs.len(), group, item: item.clone(), approach, repeat });
                    }
                }
            }
        }
        Ok(jobs)
    }
}
