//! What every way out of a pattern runs into, card by card.

use super::words::name;
use patsat_base::Style;
use patsat_game::cards::Card;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, Pattern, Spot};
use patsat_game::verify::{Explained, Implied, Way, WayAnswer, implied, may_be_free};
use std::collections::BTreeMap;
use std::fmt::Write;

/// `pattern 2`, `patterns 2, 5 or 7`.
pub(super) fn numbers(patterns: &[usize]) -> String {
    let words: Vec<String> = patterns.iter().map(|n| (n + 1).to_string()).collect();
    match words.split_last() {
        None => "nothing".into(),
        Some((last, [])) => format!("pattern {last}"),
        Some((last, others)) => format!("patterns {} or {last}", others.join(", ")),
    }
}

/// The ways out, a few lines a card.
pub(super) fn ways(
    instance: &Instance,
    cards: &Cards,
    pattern: &Pattern,
    explained: &[Explained],
    style: Style,
) -> String {
    let Some(implied) = implied(instance, pattern) else { return String::new() };
    let mut text = String::new();
    for fact in pattern.facts() {
        let of_card = |one: &&Explained| matches!(one.way, Way::Card { card, .. } if card == fact.card);
        let own: Vec<&Explained> = explained.iter().filter(of_card).collect();
        if !own.is_empty() {
            let move_text = card(cards, pattern, &implied, fact.card, &own, style);
            // Nothing is known to lie on it, and yet it cannot move.
            let why = match &move_text {
                move_text if !move_text.ends_with("cannot move") => "",
                _ if may_be_free(instance, pattern, fact.card) == Some(false) => {
                    ": the cards on it cannot all be moved away"
                }
                _ => ": no place can take it",
            };
            let _ = writeln!(text, "  {move_text}{why}");
        }
    }
    for one in explained.iter().filter(|one| !matches!(one.way, Way::Card { .. })) {
        let answer = match &one.answer {
            WayAnswer::Impossible => "impossible".into(),
            WayAnswer::Into(patterns) => numbers(patterns),
        };
        let _ = writeln!(text, "  {}: {answer}", one.way.in_words(cards));
    }
    text
}

/// What becomes of one card's moves.
fn card(
    cards: &Cards,
    pattern: &Pattern,
    implied: &Implied,
    card: CardNo,
    own: &[&Explained],
    style: Style,
) -> String {
    let shown = name(cards, card, style);
    // Targets with the same answer together, in the order of the first of them.
    let mut order: Vec<&Vec<usize>> = Vec::new();
    let mut groups: BTreeMap<&Vec<usize>, Vec<Spot>> = BTreeMap::new();
    let mut blocked: Vec<Spot> = Vec::new();
    for one in own {
        let Way::Card { to, .. } = one.way else { continue };
        match &one.answer {
            WayAnswer::Impossible => blocked.push(to),
            WayAnswer::Into(patterns) => {
                if !groups.contains_key(patterns) {
                    order.push(patterns);
                }
                groups.entry(patterns).or_default().push(to);
            }
        }
    }
    if order.is_empty() {
        let why = match on_top(implied, card) {
            Some(above) => format!(": {} lies on it", name(cards, above, style)),
            None => String::new(),
        };
        return format!("{shown} cannot move{why}");
    }
    let mut parts: Vec<String> = (order.iter())
        .map(|patterns| {
            let targets = targets(cards, &groups[*patterns], style);
            format!("{targets}: {}", numbers(patterns))
        })
        .collect();
    if blocked.contains(&Spot::Home) {
        let why = waits_for(cards, pattern, implied, card)
            .map_or_else(String::new, |lower| format!(" before {}", name(cards, lower, style)));
        parts.push(format!("not home{why}"));
    }
    let onto: Vec<Spot> = blocked.iter().copied().filter(|to| matches!(to, Spot::On(_))).collect();
    if !onto.is_empty() {
        let open = |to: &Spot| matches!(to, Spot::On(below) if on_top(implied, *below).is_none());
        let why = if onto.iter().any(open) { "" } else { " (covered)" };
        parts.push(format!("not {}{why}", targets(cards, &onto, style)));
    }
    for (spot, words) in [(Spot::Cell, "no cell is free"), (Spot::Bottom, "no column is free")] {
        // Of columns that differ, only if that is so of each.
        let open = groups.values().flatten().any(|&to| spot.covers(to));
        if !open && blocked.iter().any(|&to| spot.covers(to)) {
            parts.push(words.into());
        }
    }
    format!("{shown} {}", parts.join("; "))
}

/// `on 9D or 9H, to a cell or an empty column`.
fn targets(cards: &Cards, to: &[Spot], style: Style) -> String {
    let on: Vec<String> = (to.iter())
        .filter_map(|spot| match spot {
            Spot::On(below) => Some(name(cards, *below, style)),
            _ => None,
        })
        .collect();
    let mut parts = Vec::new();
    if let Some((last, others)) = on.split_last() {
        let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
        parts.push(format!("on {others}{last}"));
    }
    for spot in to {
        parts.push(match spot {
            Spot::On(_) => continue,
            Spot::Cell => "to a cell".to_owned(),
            Spot::Bottom => "to an empty column".to_owned(),
            Spot::BottomOf(column) => format!("to empty column {}", column + 1),
            Spot::Waste | Spot::WasteLeft(_) => "to the waste".to_owned(),
            other => cards.spot_in_words(*other),
        });
    }
    parts.join(", ")
}

/// The card that must lie on another.
fn on_top(implied: &Implied, card: CardNo) -> Option<CardNo> {
    let at = implied.spots.iter().position(|&spot| spot.and_then(Spot::below) == Some(card))?;
    Some(CardNo(at as u32))
}

/// The lowest card of its suit that cannot be home.
fn waits_for(cards: &Cards, pattern: &Pattern, implied: &Implied, card: CardNo) -> Option<CardNo> {
    let own = cards.card(card);
    let lower = (1..own.rank.0).flat_map(|rank| {
        let all: Vec<CardNo> = cards.numbers(Card::new(rank, own.suit.0)).collect();
        all
    });
    let stuck =
        |c: &CardNo| !implied.may_be_home[c.index()] || pattern.spot(*c).is_some_and(|s| s != Spot::Home);
    lower.into_iter().find(stuck)
}
