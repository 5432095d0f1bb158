//! A study as a file in TOML: families, every size and seed of which is asked.
//!
//! ```toml
//! track = "sat"
//! title = "Random 3-SAT, plain and as FreeCell"
//! solvers = ["minisat", "kissat"]
//! cpu_s = 10                        # of each run
//!
//! [[family]]
//! name = "plain"
//! about = "The formula itself."
//! group = "random 3-SAT"            # families of one group are drawn into one figure
//! axis = "variables"                # what the size is
//! sizes = [50, 100, 150]
//! seeds = [1, 5]
//! ask.formula = { family = "random", variables = "{size}", dress = "plain" }
//! ```
//!
//! Questions are those of recipes, with `{size}` and `{seed}` put in.

use super::super::Track;
use super::super::ask::Ask;
use super::super::recipe::{self, Family, Recipe, RecipeError};
use serde::Deserialize;

/// Questions and solvers.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// For which kind of solvers.
    pub track: Track,
    /// What its page is called.
    pub title: String,
    /// By name, those of the track.
    pub solvers: Vec<String>,
    /// CPU seconds of each run.
    pub cpu_s: f64,
    /// Memory of each run.
    #[serde(default = "recipe::four_gib")]
    pub memory_mib: u64,
    /// What is asked.
    pub family: Vec<Kin>,
    /// SHA-256 of the text.
    #[serde(skip)]
    pub(super) digest: String,
}

/// Questions of one kind.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kin {
    /// Its name, of which its figure is named.
    pub name: String,
    /// What is asked, in a sentence.
    pub about: String,
    /// With which others it is compared.
    #[serde(default)]
    pub group: Option<String>,
    /// What the size is.
    pub axis: String,
    /// From the least to the largest.
    pub sizes: Vec<u32>,
    /// First and last seed.
    pub seeds: [u64; 2],
    /// The question.
    pub ask: Ask,
}

impl Study {
    /// Reads a study.
    ///
    /// # Errors
    /// If it is no TOML, says something unknown, or asks for what there is not.
    pub fn read(text: &str) -> Result<Study, RecipeError> {
        let mut study: Study = recipe::parse(text)?;
        let wrong = |what: String| Err(RecipeError(what));
        if study.track == Track::Pddl {
            return wrong(
                "track pddl: expected sat, qbf, maxsat or smt, whose questions are one file".into(),
            );
        }
        if study.family.is_empty() || study.solvers.is_empty() {
            return wrong("it has no questions: expected solvers and a [[family]]".into());
        }
        if !(study.cpu_s > 0.0 && study.cpu_s.is_finite()) {
            return wrong("expected cpu_s above 0".into());
        }
        for (n, kin) in study.family.iter().enumerate() {
            if kin.sizes.is_empty() || !kin.sizes.is_sorted_by(|a, b| a < b) {
                return wrong(format!("family '{}': expected sizes from the least to the largest", kin.name));
            }
            kin.family().check(study.track)?;
            if study.family[..n].iter().any(|other| other.name == kin.name) {
                return wrong(format!("family '{}' is defined twice: expected unique names", kin.name));
            }
        }
        study.digest = recipe::digest(text);
        Ok(study)
    }

    /// Its families as a recipe has them, for a question is one of a recipe.
    pub(super) fn questions(&self) -> Recipe {
        Recipe {
            track: self.track,
            title: self.title.clone(),
            author: String::new(),
            date: String::new(),
            band: [0, u64::MAX],
            proof_mib: 0,
            rules: recipe::Rules { instances: 0, hard: 0, too_easy: None, scaled: None },
            runs: recipe::Runs {
                solvers: self.solvers.clone(),
                cpu_s: self.cpu_s,
                memory_mib: self.memory_mib,
            },
            family: self.family.iter().map(Kin::family).collect(),
            digest: self.digest.clone(),
            text: String::new(),
        }
    }
}

impl Kin {
    fn family(&self) -> Family {
        Family {
            name: self.name.clone(),
            about: self.about.clone(),
            sizes: [self.sizes.first(), self.sizes.last()].map(|size| size.copied().unwrap_or(0)),
            seeds: self.seeds,
            yes: 0,
            no: 0,
            band: None,
            ask: self.ask.clone(),
        }
    }
}

/// Studies that come with the program.
pub const STUDIES: [(&str, &str); 4] = [
    ("families", include_str!("../../../recipes/families.toml")),
    ("qbf", include_str!("../../../recipes/families-qbf.toml")),
    ("maxsat", include_str!("../../../recipes/families-maxsat.toml")),
    ("smt", include_str!("../../../recipes/families-smt.toml")),
];
