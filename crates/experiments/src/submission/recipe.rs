//! A recipe as a file in TOML: what a folder of instances is made from, and nothing else.
//!
//! ```toml
//! track = "sat"
//! title = "FreeCell as bounded planning"
//! date = "2026-11-24"
//! band = [500, 50000]            # conflicts of the built-in solver
//!
//! [rules]                        # what the competition asks for
//! instances = 20
//! hard = 10                      # so many that the solver below does not do within its limit
//! too_easy = { solver = "minisat", cpu_s = 60 }
//!
//! [runs]
//! solvers = ["minisat", "cadical"]
//! cpu_s = 60
//!
//! [[family]]
//! name = "freecell"
//! about = "There is a plan within so many parallel steps."
//! sizes = [4, 30]
//! seeds = [1, 100]
//! yes = 5
//! no = 5
//! ask.plan = { deal = "ms:{seed}", args = ["--cells", "2"], encoding = "exists", horizon = "{size}" }
//! ```
//!
//! `{size}` and `{seed}` may stand in every text and number of a question. Sizes are looked through by bisection:
//! where the horizon is the size, towards the least one with a plan; else it is taken that larger is harder.

use super::Track;
use super::recipe_question::RecipeQuestion;
use crate::text::sha256;
use serde::Deserialize;

/// A recipe that is wrong, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct RecipeError(pub(super) String);

/// What a folder is made from.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    pub track: Track,
    pub title: String,
    #[serde(default = "anonymous")]
    pub author: String,
    /// The day, as YYYY-MM-DD. It is in the recipe so that the folder does not depend on the day it is made.
    pub date: String,
    /// Least and most work of the reference, in what [`Track::work`] says.
    pub band: [u64; 2],
    /// Largest proof that is kept beside its instance, in MiB before compression; others are checked and left out.
    #[serde(default = "some_mib")]
    pub proof_mib: u64,
    pub rules: Rules,
    pub runs: Runs,
    pub family: Vec<Family>,
    /// SHA-256 of the recipe's text, and the text.
    #[serde(skip)]
    pub digest: String,
    #[serde(skip)]
    pub text: String,
}

fn anonymous() -> String {
    "Anonymous".to_owned()
}

fn some_mib() -> u64 {
    8
}

/// What the competition asks for.
#[derive(Clone, PartialEq, Debug, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub instances: usize,
    /// How many of them must be hard, where the competition requires it.
    #[serde(default)]
    pub hard: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub too_easy: Option<EasinessFilter>,
    /// How these numbers differ from the competition's, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scaled: Option<String>,
}

/// A solver that is not to solve an instance within a limit.
#[derive(Clone, PartialEq, Debug, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct EasinessFilter {
    /// Its name in the table of reference solvers.
    pub solver: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Conflicts, which are the same on every machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
}

/// Which solvers are measured, each on every instance.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runs {
    pub solvers: Vec<String>,
    pub cpu_s: f64,
    #[serde(default = "four_gib")]
    pub memory_mib: u64,
}

fn four_gib() -> u64 {
    4096
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// Its name, of which files are named.
    pub name: String,
    /// What is asked, for the description.
    pub about: String,
    /// Least and largest size.
    #[serde(default = "no_size")]
    pub sizes: [u32; 2],
    /// First and last seed.
    pub seeds: [u64; 2],
    /// How many with a plan, a model, a win.
    #[serde(default)]
    pub yes: usize,
    /// How many without.
    #[serde(default)]
    pub no: usize,
    /// Another band than the recipe's.
    pub band: Option<[u64; 2]>,
    pub ask: RecipeQuestion,
}

fn no_size() -> [u32; 2] {
    [0, 0]
}

impl Recipe {
    /// Reads a recipe.
    pub fn read(text: &str) -> Result<Recipe, RecipeError> {
        let mut recipe: Recipe = crate::text::toml(text).map_err(RecipeError)?;
        recipe.digest = sha256(text);
        text.clone_into(&mut recipe.text);
        recipe.check()?;
        Ok(recipe)
    }

    fn check(&self) -> Result<(), RecipeError> {
        let wrong = |what: String| Err(RecipeError(what));
        let digits = |part: &str, n: usize| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
        let parts: Vec<&str> = self.date.split('-').collect();
        if !matches!(parts[..], [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2)) {
            return wrong(format!("date '{}': expected a day as YYYY-MM-DD", self.date));
        }
        let planned: usize = self.family.iter().map(|family| family.yes + family.no).sum();
        if planned != self.rules.instances {
            let expected = self.rules.instances;
            return wrong(format!(
                "its families make {planned} instances: expected {expected}, as its rules say"
            ));
        }
        if self.band[0] > self.band[1] {
            return wrong(format!("band {:?}: expected the least work first, then the most", self.band));
        }
        if planned == 0 {
            return wrong("it requests no instance: expected yes or no in a [[family]]".to_owned());
        }
        if self.rules.hard > planned {
            return wrong(format!(
                "{} hard instances of {planned}: expected no more than there are",
                self.rules.hard
            ));
        }
        if let Some(easy) = &self.rules.too_easy {
            if easy.cpu_s.is_some() == easy.conflicts.is_some() {
                return wrong("too_easy: expected either cpu_s or conflicts".to_owned());
            }
            if !self.runs.solvers.contains(&easy.solver) {
                return wrong(format!(
                    "too_easy names '{}', which is not among the solvers of runs",
                    easy.solver
                ));
            }
        }
        if !(self.runs.cpu_s > 0.0 && self.runs.cpu_s.is_finite()) {
            return wrong("runs: expected cpu_s above 0".to_owned());
        }
        for (n, family) in self.family.iter().enumerate() {
            family.check(self.track)?;
            if self.family[..n].iter().any(|other| other.name == family.name) {
                return wrong(format!("family '{}' is defined twice: expected unique names", family.name));
            }
        }
        Ok(())
    }

    /// The band of a family.
    #[must_use]
    pub fn band(&self, family: &Family) -> [u64; 2] {
        family.band.unwrap_or(self.band)
    }
}

impl Family {
    fn check(&self, track: Track) -> Result<(), RecipeError> {
        let wrong = |what: String| Err(RecipeError(format!("family '{}': {what}", self.name)));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.name.is_empty() || !self.name.chars().all(plain) {
            return wrong(
                "expected a name of small letters, digits and '-', for files are named after it".into(),
            );
        }
        if self.sizes[0] > self.sizes[1] || self.seeds[0] > self.seeds[1] {
            return wrong("expected sizes and seeds from the least to the largest".into());
        }
        if self.band.is_some_and(|[low, high]| low > high) {
            return wrong("expected a band from the least to the most".into());
        }
        if self.ask.track() != track {
            let (own, name) = (self.ask.track().name(), track.name());
            return wrong(format!("its question is for track {own}: expected one for {name}"));
        }
        Ok(())
    }
}

/// Recipes that come with the program.
pub const SHIPPED: [(&str, &str); 5] = [
    ("small", include_str!("../../recipes/small.toml")),
    ("qbf", include_str!("../../recipes/qbf.toml")),
    ("maxsat", include_str!("../../recipes/maxsat.toml")),
    ("smt", include_str!("../../recipes/smt.toml")),
    ("pddl", include_str!("../../recipes/pddl.toml")),
];
