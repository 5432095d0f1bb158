//! Why a plan is a shortest one, for people.

use super::all_of;
use patsat_base::counted;
use patsat_pddl::strips::Atom;
use patsat_tasks::pseudo_boolean::{Certificate, OptimalityProof, Pattern};
use std::path::Path;

/// Patterns that are printed if not all are asked for.
const SHOWN: usize = 12;

/// The count and the patterns.
#[must_use]
pub fn text(shortest: &OptimalityProof<'_>, all: bool) -> String {
    let (length, count) = (shortest.length(), shortest.counted());
    let names = all_of(shortest.counts().into_iter().map(str::to_owned)).unwrap_or_default();
    let mut text = format!("No plan has fewer than {}.\n\n", counted(length, "action"));
    text += &format!(
        "{count}: this many facts of the start (of {names}) cannot hold at the goal, and no action removes more than \
         one.\n"
    );
    let patterns = shortest.patterns();
    if patterns.is_empty() {
        return text;
    }
    text += &format!(
        "{}: additional actions, because the start matches the first of these patterns. The number of a pattern is the \
         actions needed beyond its counted facts. An action that removes a counted fact leads to a pattern with the \
         same number or a higher one. Any other action lowers the number by at most 1.\n\n",
        length - count
    );
    let shown = if all { patterns.len() } else { patterns.len().min(SHOWN) };
    for pattern in &patterns[..shown] {
        text += &line(pattern);
    }
    if shown < patterns.len() {
        text += &format!("   and {} more (--all)\n", patterns.len() - shown);
    }
    text
}

fn line(Pattern { facts, price }: &Pattern) -> String {
    let facts: Vec<String> = facts.iter().map(words).collect();
    format!("{price:3}  {}\n", facts.join(", "))
}

/// A fact of the FreeCell domain in words; of another one as it stands there.
fn words(fact: &Atom) -> String {
    let parts: Vec<&str> = fact.0.iter().map(String::as_str).collect();
    match parts[..] {
        ["on", card, other] => format!("{card} on {other}"),
        ["incell", card] => format!("{card} in a cell"),
        ["bottomcol", card] => format!("{card} at a bottom"),
        _ => fact.to_string(),
    }
}

/// What was written.
#[must_use]
pub fn files(certificate: &Certificate, opb: &Path, pbp: &Path) -> String {
    let (constraints, derivations) = (certificate.constraints, certificate.derivations);
    let (opb, pbp) = (opb.display(), pbp.display());
    format!(
        "\n{opb}: {constraints} constraints; {pbp}: {derivations} derivations. Check them with: veripb {opb} {pbp}\n"
    )
}
