//! The file of a pack: the recipe, a line a deal, and how many deals were looked at.

use super::Failure;
use crate::lines::{LineFault, Lines, LockedFile, difference};
use patsat_formats::read_plan;
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Version of the lines. New fields may appear under the same number; old ones never change.
pub const SCHEMA: u32 = 1;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
pub enum Line {
    Begin(Recipe),
    Result(Entry),
    /// The last one of a full pack.
    End {
        looked_at: u64,
    },
}

/// All that a pack depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    pub schema: u32,
    /// The first deal that is looked at; the others follow by number.
    pub first: String,
    pub rules: Rules,
    pub count: u64,
    /// Lowest and highest level, from 1 to 10.
    pub level: [u8; 2],
    /// Games that each weak player plays.
    pub games: u32,
    pub seed: u64,
    /// Positions that the search for a plan may expand.
    pub node_limit: u64,
}

impl Recipe {
    pub(super) fn dealer(&self) -> DealId {
        // A recipe is made from a deal's name, and refused where it is read and the name is invalid.
        self.first.parse().unwrap_or(DealId::Microsoft(1))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its name, dealer and number.
    pub deal: String,
    /// How hard it is for people, from 1 to 10.
    pub level: u8,
    /// The same from 0 to 1, finer.
    pub score: f64,
    /// Moves of the plan, a supermove being one.
    pub m2: u32,
    /// The first move of the plan in words.
    pub hint: String,
    /// The plan in standard notation.
    pub plan: String,
}

/// A pack that is being filled.
#[derive(Debug)]
pub struct Pack {
    /// What it is to hold.
    pub recipe: Recipe,
    lines: Lines,
    kept: u64,
    /// The number of the next deal to look at, and of the last one kept.
    next: u64,
    last: u64,
    full: bool,
}

impl Pack {
    /// Starts a file.
    ///
    /// # Errors
    /// If it cannot be written, another process writes it, or it is there already and not `force`.
    pub fn create(path: &Path, recipe: Recipe, force: bool) -> Result<Pack, Failure> {
        if !force && path.exists() {
            let what = "the file is there already: add --resume to go on with it, or --force to start again";
            return Err(LineFault::new(path, None, what).into());
        }
        let lines = LockedFile::take(path)?.open(0, &Line::Begin(recipe.clone()))?;
        Ok(Pack::new(recipe, lines))
    }

    fn new(recipe: Recipe, lines: Lines) -> Pack {
        let next = recipe.dealer().number();
        Pack { recipe, lines, kept: 0, next, last: next, full: false }
    }

    /// Goes on with a file that was broken off, or starts it. A last line that was not written to its end is dropped.
    ///
    /// # Errors
    /// If it cannot be read and written, holds something else, or a pack of another recipe.
    pub fn resume(path: &Path, recipe: Recipe) -> Result<Pack, Failure> {
        let held = LockedFile::take(path)?;
        let begin = Line::Begin(recipe.clone());
        let whole = held.whole(&begin)?;
        let found = if whole.is_empty() { None } else { Some(lines(path, &whole)?) };
        if let Some(difference) = found.as_ref().and_then(|found| difference(&found.recipe, &recipe)) {
            let what = format!("made with {difference}: expected the same recipe");
            return Err(LineFault::new(path, 1, what).into());
        }
        let open = held.open(whole.len() as u64, &begin)?;
        let mut pack = Pack::new(recipe, open);
        if let Some(found) = found {
            pack.kept = found.entries.len() as u64;
            pack.full = found.full;
            if let Some((id, _)) = found.entries.last() {
                (pack.last, pack.next) = (id.number(), id.number() + 1);
            }
        }
        Ok(pack)
    }

    #[must_use]
    pub fn kept(&self) -> u64 {
        self.kept
    }

    pub(super) fn next(&self) -> u64 {
        self.next
    }

    pub(super) fn passed(&mut self, number: u64) {
        self.next = number + 1;
    }

    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        self.lines.add(&Line::Result(entry.clone()))?;
        self.last = entry.deal.parse::<DealId>().map_or(self.last, |id| id.number());
        self.kept += 1;
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        if self.full {
            return Ok(());
        }
        self.full = true;
        let looked_at = self.last - self.recipe.dealer().number() + 1;
        Ok(self.lines.add(&Line::End { looked_at })?)
    }
}

struct PackContents {
    recipe: Recipe,
    entries: Vec<(DealId, Entry)>,
    full: bool,
}

/// Reads a file; plans are not looked at.
fn lines(path: &Path, text: &str) -> Result<PackContents, LineFault> {
    let (mut recipe, mut entries, mut full) = (None, Vec::new(), false);
    for (n, line) in (1..).zip(text.lines()) {
        let bad = |what: String| LineFault::new(path, n, what);
        let line: Line = serde_json::from_str(line).map_err(|e| {
            bad(format!("expected a line of a pack of deals: {}", e.to_string().replacen("line 1 ", "", 1)))
        })?;
        match line {
            Line::Begin(found) if n == 1 => {
                if found.schema != SCHEMA {
                    return Err(bad(format!("schema {} is not known: expected {SCHEMA}", found.schema)));
                }
                found.first.parse::<DealId>().map_err(|e| bad(e.to_string()))?;
                recipe = Some(found);
            }
            Line::Result(entry) if recipe.is_some() && !full => {
                let id: DealId = entry.deal.parse().map_err(|e| bad(format!("{e}")))?;
                entries.push((id, entry));
            }
            Line::End { .. } if recipe.is_some() && !full => full = true,
            _ => return Err(bad("expected the recipe first, then deals, then the end".to_owned())),
        }
    }
    let recipe =
        recipe.ok_or_else(|| LineFault::new(path, None, "expected a pack of deals, found nothing"))?;
    Ok(PackContents { recipe, entries, full })
}

/// The recipe of a pack, which makes it again.
///
/// # Errors
/// The first line that is invalid.
pub fn recipe(path: &Path, text: &str) -> Result<Recipe, LineFault> {
    lines(path, text).map(|found| found.recipe)
}

/// Reads a pack, and replays the plan of every deal in it.
///
/// # Errors
/// The first line that is invalid, or whose plan does not win.
pub fn read(path: &Path, text: &str) -> Result<(Recipe, Vec<Entry>), LineFault> {
    let PackContents { recipe, entries, .. } = lines(path, text)?;
    let mut deals = Vec::with_capacity(entries.len());
    for (n, (id, entry)) in (2..).zip(entries) {
        let bad = |what: String| LineFault::new(path, n, format!("{}: {what}", entry.deal));
        let instance = Instance::from_id(recipe.rules.clone(), id).map_err(|e| bad(e.to_string()))?;
        let plan = read_plan(entry.plan.as_bytes(), &instance).map_err(|e| bad(e.to_string()))?;
        replay(&instance, plan).map_err(|e| bad(format!("the plan does not win: {e}")))?;
        deals.push(entry);
    }
    Ok((recipe, deals))
}
