//! Folders of instances for competitions, from a recipe: found, proved, described, measured.
//!
//! 1. `find`: of each family, seed by seed, a size is looked for by bisection at which the question is as hard as
//!    the recipe's band says, in work that is counted (conflicts, positions), never in seconds. So the choice is the
//!    same on every machine.
//! 2. `question`: each chosen question is written and decided, its model checked or its proof followed.
//! 3. `solvers`: those that are installed are run on every file, each in a process of its own; an answer that
//!    contradicts ours ends the work.
//! 4. `folder`: manifest, description, figure.
//!
//! What is done is kept in a journal in the folder until the end, so that a run that was broken off goes on. But for
//! recorded times the same recipe makes the same folder byte for byte, on any number of threads.

mod clauses;
mod describe;
mod figure;
mod find;
mod folder;
mod formulas;
mod formulation;
mod header;
mod journal;
mod model;
mod pddl;
mod qbf;
mod question;
mod recipe;
mod recipe_question;
mod solvers;
mod squeeze;

pub use model::{Manifest, Row, Status};
pub use recipe::{Recipe, RecipeError, SHIPPED};

use crate::harness::Load;
use journal::{Journal, JournalError};
use model::Case;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// For which kind of solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Track {
    /// SAT solvers: DIMACS.
    Sat,
    /// QBF solvers: QDIMACS.
    Qbf,
    /// MaxSAT solvers: WCNF.
    Maxsat,
    /// SMT solvers: SMT-LIB.
    Smt,
    /// Planners: PDDL.
    Pddl,
}

impl Track {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Track::Sat => "sat",
            Track::Qbf => "qbf",
            Track::Maxsat => "maxsat",
            Track::Smt => "smt",
            Track::Pddl => "pddl",
        }
    }

    /// What difficulty is counted in.
    #[must_use]
    pub fn work(self) -> &'static str {
        match self {
            Track::Sat | Track::Smt => "conflicts",
            Track::Maxsat => "conflicts of all questions down to the optimum",
            Track::Qbf => "plans of the second player",
            Track::Pddl => "positions",
        }
    }
}

#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has no picture")]
pub struct Submission<'a> {
    pub recipe: &'a Recipe,
    pub folder: &'a Path,
    /// Cases that are looked at side by side. Solvers are measured one after the other.
    pub jobs: usize,
    pub load: Load<'a>,
    /// Whether a folder with other content may be overwritten.
    pub force: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{0}: {1}")]
    Question(String, String),
    #[error(
        "family '{family}': of seeds {first} to {last} only {found} of {wanted} instances {status} are within the band: \
         expected more seeds, other sizes or a wider band"
    )]
    TooFew { family: String, first: u64, last: u64, found: usize, wanted: usize, status: &'static str },
    #[error("cannot write '{path}': {1}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error("cannot start the workers: {0}")]
    Threads(#[from] io::Error),
    #[error("{0}")]
    SelfCheck(String),
}

#[derive(Clone, Debug)]
pub enum PackEvent<'a> {
    Note(&'a str),
    /// What is being done, and how far that is.
    Doing(&'static str, usize, usize),
}

#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Whole(Box<Manifest>),
    /// Interrupted; the same call continues.
    Stopped,
}

/// Makes a folder, or goes on with one.
///
/// # Errors
/// The first reason why it cannot be made; what was done before is kept.
pub fn run(
    submission: &Submission<'_>,
    stop: &AtomicBool,
    on_event: &(dyn Fn(PackEvent<'_>) + Sync),
) -> Result<End, Failure> {
    let recipe = submission.recipe;
    solvers::check(submission)?;
    let journal = Journal::open(submission.folder, &recipe.digest, submission.force)?;
    let Some(chosen) = find::all(submission, &journal, stop, on_event)? else { return Ok(End::Stopped) };
    let Some(made) = folder::make_all(submission, &journal, &chosen, stop, on_event)? else {
        return Ok(End::Stopped);
    };
    let Some(measured) = solvers::run_all(submission, &journal, &made, stop, on_event)? else {
        return Ok(End::Stopped);
    };
    let manifest = folder::finish(submission, &journal, made, &measured)?;
    journal.done()?;
    Ok(End::Whole(Box::new(manifest)))
}

impl Submission<'_> {
    fn case(&self, family: usize, size: u32, seed: u64) -> Case<'_> {
        let recipe = self.recipe;
        let of = &recipe.family[family];
        Case { recipe, family: of, size, seed, load: self.load }
    }
}
