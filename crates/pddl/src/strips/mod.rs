//! An interpreter of planning domains: an independent check of plans in PDDL.
//!
//! It reads a domain and a task of it, both as PDDL files, and applies actions to sets of facts as the
//! domain file defines them. It contains no code about cards or our rules, and shares with the
//! readers of tasks only the splitting of a text into words and parentheses. A plan that it accepts
//! is valid in the domain.
//!
//! It supports what the domains of card games use: types in a hierarchy, negative preconditions,
//! conditional effects, and costs that grow by constants. (Source: PDDL 2.1, Fox and Long, JAIR 20,
//! 2003; action costs as in PDDL 3.1.) If an effect adds and deletes the same fact, the fact is
//! added.

mod action;
mod domain;
mod ground;
mod ground_task;
mod plan;
mod world;

pub use domain::Domain;
pub use ground_task::{GroundTask, Operation};
pub use plan::{AcceptedPlan, PlanFault};
pub use world::{Atom, GroundAction, Refusal, State, World};

use super::sexpr::Expr;
use patsat_base::FormatError;

/// A name in lower case, its type if it has one, and its line.
type TypedName = (String, Option<String>, usize);

/// Names with types, `a b - t c`.
fn typed(items: &[Expr<'_>]) -> Result<Vec<TypedName>, FormatError> {
    typed_by(items, &|kind| Ok(Some(kind.word("the name of a type")?.to_ascii_lowercase())))
}

/// Objects with types. One of several, `(either t u)`, is no type of its own.
fn typed_objects(items: &[Expr<'_>]) -> Result<Vec<TypedName>, FormatError> {
    typed_by(items, &|kind| Ok(kind.word("").ok().map(str::to_ascii_lowercase)))
}

fn typed_by(
    items: &[Expr<'_>],
    read: &dyn Fn(&Expr<'_>) -> Result<Option<String>, FormatError>,
) -> Result<Vec<TypedName>, FormatError> {
    let expected = "names, with '- TYPE' after those of a type";
    let mut found: Vec<TypedName> = Vec::new();
    let mut untyped = 0;
    let mut items = items.iter();
    while let Some(item) = items.next() {
        let word = item.word(expected)?.to_ascii_lowercase();
        if word != "-" {
            found.push((word, None, item.line()));
            continue;
        }
        let Some(kind) = items.next() else {
            return Err(FormatError::unexpected("'-' without a type", expected).at(item.line()));
        };
        let kind = read(kind)?;
        for entry in &mut found[untyped..] {
            entry.1.clone_from(&kind);
        }
        untyped = found.len();
    }
    Ok(found)
}

/// Returns the parts of `(and ...)`, or the expression itself if it is no conjunction.
fn conjuncts<'a, 'b>(item: &'b Expr<'a>) -> Result<Vec<&'b Expr<'a>>, FormatError> {
    match item.head().as_str() {
        "and" => {
            let mut all = Vec::new();
            for part in &item.list("a list")?[1..] {
                all.extend(conjuncts(part)?);
            }
            Ok(all)
        }
        // `()` is the empty conjunction.
        "" if item.list("a list")?.is_empty() => Ok(Vec::new()),
        _ => Ok(vec![item]),
    }
}
