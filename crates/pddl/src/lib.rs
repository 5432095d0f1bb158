//! Tasks and plans of the planning competitions, in PDDL: FreeCell here, Spider in `spider`, Klondike in `thoughtful`.
//!
//! [`strips`], an interpreter of domains, checks their plans independently.
//!
//! A reader takes arbitrary text, never panics, and returns errors as a [`FormatError`], one sentence with the line.
//! `patsat-formats` detects tasks and plans among other files and calls this crate.
//!
//! ```
//! use patsat_game::{rules::Rules, state::Instance, verify::replay};
//! use patsat_pddl::{TaskHints, domain, read, read_plan, strips::{Domain, World}, write, write_plan};
//!
//! let mut rules = Rules::preset("freecell")?;
//! (rules.deck.ranks, rules.columns, rules.cells) = (1, 4, 0);
//! let game = Instance::from_id(rules, "random:1".parse()?)?;
//! let task = write(&game)?;
//! assert_eq!(read(&task, &TaskHints::default())?.deal, game.deal);
//!
//! // The four aces go home: by the rules of the game, and by those of the domain.
//! let moves = game.table().moves().into_iter().take(4).collect();
//! let plan = replay(&game, patsat_game::state::Plan { moves })?;
//! let text = write_plan(&game, &plan)?;
//! assert_eq!(read_plan(&text, &game)?, *plan);
//! let world = World::read(&Domain::read(domain(&game))?, &task)?;
//! assert_eq!(world.check_plan(&text)?.cost, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # FreeCell
//! Source: the domain of IPC 2000 (Bacchus; after Andres and Hillhouse), typed, and that of
//! IPC 2002 (Long), which differs in the names of its types only. A position is a set of
//! facts: which card lies on which, which cards are clear, at the bottom of a column, in a cell or home, and
//! how many cells and columns are free. The numbers are objects in a chain of successors.
//! The rule of building is a list of facts as well, so that the domain can express Baker's Game too.
//! The tasks of the Autoscale collection (Torralba, Seipp and Sievers, ICAPS 2021) count columns
//! and cells by types of their own.
//!
//! The reader uses facts, not names: ranks come from `value`, suits from `suit`, the
//! rule of building from `canstack`. Foreign names stay with the instance, because a
//! plan has to use them. The writer refuses what the domain cannot express: two equal cards, a stock, a
//! reserve, runs that move or leave as one, limits on what fills an empty column.

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod caller;
mod cards;
mod columns;
mod facts;
mod lines;
mod names;
mod plan;
mod read;
mod sexpr;
mod spider;
pub mod strips;
mod suits;
mod thoughtful;
mod vocabulary;
mod write;

pub use caller::TaskHints;
pub use patsat_base::FormatError;

use facts::Facts;
use patsat_game::cards::Suits;
use patsat_game::rules::{Feature, Features, Rules, Stock};
use patsat_game::state::{Instance, Plan};
use vocabulary::Domain;

/// The domain of FreeCell that our tasks and plans belong to, that of IPC 2000 and 2002.
pub const DOMAIN: &str = include_str!("domain.pddl");
/// The domain of FreeCell in the Autoscale collection, where columns and cells are counted apart.
const AUTOSCALE: &str = include_str!("autoscale.pddl");

/// The domains of our tasks and plans, by their names: FreeCell's two, Spider's and that of thoughtful solitaire.
pub const DOMAINS: [(&str, &str); 4] = [
    ("freecell", DOMAIN),
    ("autoscale", AUTOSCALE),
    ("spider", spider::DOMAIN),
    ("thoughtful", thoughtful::DOMAIN),
];

/// The domain that the task and the plans of an instance belong to.
#[must_use]
pub fn domain(instance: &Instance) -> &'static str {
    match domain_of(&instance.rules) {
        Domain::Spider => spider::DOMAIN,
        Domain::Thoughtful => thoughtful::DOMAIN,
        Domain::FreeCell if names::Namer::new(instance).apart() => AUTOSCALE,
        Domain::FreeCell => DOMAIN,
    }
}

/// Our domain for a task, by what its facts are.
///
/// # Errors
/// If it is no task of a domain that is read.
pub fn domain_of_task(task: &str) -> Result<&'static str, FormatError> {
    read(task, &TaskHints::default()).map(|instance| domain(&instance))
}

/// A task for the interpreter, with our domain that it belongs to.
///
/// The reader of tasks says only which domain that is. Its name in the task does not matter, nor does it
/// matter whether the task has types.
///
/// # Errors
/// If it is no task of a domain that is read.
pub fn world_of_task(task: &str) -> Result<strips::World, FormatError> {
    strips::World::read_any_name(&strips::Domain::read(domain_of_task(task)?)?, task)
}

/// A FreeCell task whose suits have unequal lengths, for the interpreter; `None` for other texts.
///
/// Such tasks are no instances, whose suits have equally many ranks: their domain alone decides what may be
/// played. Source: the generator of FreeCell tasks in AI-Planning/pddl-generators, options `-0` to `-3`.
///
/// # Errors
/// If the facts of such a task describe no position, such as a card in two places.
pub fn world_of_unequal_suits(text: &str) -> Result<Option<strips::World>, FormatError> {
    if is_task(text) != Some(true) {
        return Ok(None);
    }
    let Ok(facts) = Facts::read(text) else { return Ok(None) };
    if facts.domain != Domain::FreeCell || !read::has_unequal_goals(&facts)? {
        return Ok(None);
    }
    let domain = if cards::counts_apart(&facts) { AUTOSCALE } else { DOMAIN };
    strips::World::read_any_name(&strips::Domain::read(domain)?, text).map(Some)
}

/// Reads a task, of whichever of the domains it is.
///
/// # Errors
/// If it is malformed, of another domain, or against the hints.
pub fn read(text: &str, hints: &TaskHints<'_>) -> Result<Instance, FormatError> {
    let facts = Facts::read(text)?;
    match facts.domain {
        Domain::FreeCell => read::read(&facts, hints),
        Domain::Spider => spider::read(&facts, hints),
        Domain::Thoughtful => thoughtful::read(&facts, hints),
    }
}

/// Writes a position as a task: of Spider's domain where runs are collected, of the thoughtful domain where cards are
/// drawn onto a waste, else of FreeCell's.
///
/// # Errors
/// If the domain cannot express the position.
pub fn write(instance: &Instance) -> Result<String, FormatError> {
    match domain_of(&instance.rules) {
        Domain::FreeCell => write::write(instance),
        Domain::Spider => spider::write(instance),
        Domain::Thoughtful => thoughtful::write(instance),
    }
}

/// Reads a plan for a task of such an instance. It may be illegal until [`patsat_game::verify`] has played it.
///
/// # Errors
/// If a line is no action, or does not fit the board.
pub fn read_plan(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    match domain_of(&instance.rules) {
        Domain::FreeCell => plan::read(text, instance),
        Domain::Spider => spider::read_plan(text, instance),
        Domain::Thoughtful => thoughtful::read_plan(text, instance),
    }
}

/// Writes a plan for a task of such an instance.
///
/// # Errors
/// If the domain cannot express the game, or the plan is not legal.
pub fn write_plan(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    match domain_of(&instance.rules) {
        Domain::FreeCell => plan::write(instance, plan),
        Domain::Spider => spider::write_plan(instance, plan),
        Domain::Thoughtful => thoughtful::write_plan(instance, plan),
    }
}

fn domain_of(rules: &Rules) -> Domain {
    match rules.stock {
        _ if rules.home.of_runs() => Domain::Spider,
        Stock::Waste { .. } => Domain::Thoughtful,
        _ => Domain::FreeCell,
    }
}

/// Whether a text is PDDL: a task, if it defines something, or else a plan. `None` if neither.
#[must_use]
pub fn is_task(text: &str) -> Option<bool> {
    let code = |line: &'_ str| line.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    let Some(first) = text.lines().map(code).find(|line| !line.is_empty()) else {
        return Some(false);
    };
    let inside = lines::untimed(&first).0.strip_prefix('(').map(|rest| rest.trim_start().to_owned());
    if inside.as_ref().is_some_and(|inside| inside.is_empty() || inside.starts_with("define")) {
        return Some(true);
    }
    let is_operator = |name: &str, arguments: usize| {
        let known = [plan::is_operator, spider::is_operator, thoughtful::is_operator];
        known.iter().any(|is_operator| is_operator(name, arguments))
    };
    if lines::any(text, is_operator) {
        return Some(false);
    }
    let inside = inside?;
    // Standard notation has parentheses too, as in `(12)a`, but no blanks in them.
    let word = inside.split([' ', '\t', '(', ')']).next().unwrap_or("");
    let operator = word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    operator.then_some(false)
}

/// What the FreeCell domain can express.
const SUPPORTED: Features = Features::of(&[
    Feature::Cells,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::AnyLowerRank,
    Feature::Supermoves,
    Feature::CardsGoHome,
]);

/// Checks that the domain can express these rules.
fn check_expressible(rules: &Rules) -> Result<(), FormatError> {
    let found = if rules.deck.even_copies() != Some(1) {
        "a deck with equal cards"
    } else if matches!(rules.deck.suits, Suits::Listed(_)) {
        "a deck that leaves out clubs or other suits before its last"
    } else if let Some(feature) = rules.unsupported(SUPPORTED) {
        &format!("a game with {feature}")
    } else {
        return Ok(());
    };
    Err(FormatError::unexpected(found, "what the FreeCell domain can express: columns, cells, foundations"))
}
