//! Whether moved cards find room: a count of chains, roots and cells.
//!
//! Cards of one *class* build on each other rank by rank: one colour on even ranks and the other on odd ones, or a
//! suit. Every card carries every card of its class that is one rank lower.

use crate::cards::Card;
use crate::rules::{Build, Rules};

/// The cards of one class and rank.
#[derive(Debug)]
pub(super) struct Level {
    /// The cards, as indices of the deck.
    pub cards: Vec<usize>,
    /// Whether the level before is of the same class and one rank higher.
    joined: bool,
    /// Whether its cards may fill an empty column.
    roots: bool,
}

/// The numbers of cards of a level that decide.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Counts {
    /// Moved cards that cannot be home; they carry cards.
    pub forced: u16,
    /// The card that has just moved, if it cannot be home; it carries nothing.
    pub moved_now: bool,
    /// Moved cards that may be home or in a chain.
    pub optional: u16,
    /// Cards where they were dealt, at the end of a column.
    pub ends: u16,
}

/// The levels of all classes, each class from the highest rank down.
pub(super) fn levels(rules: &Rules) -> Vec<Level> {
    let mut cards: Vec<(usize, Card)> =
        rules.deck.distinct_cards().map(|card| (class(rules, card), card)).collect();
    cards.sort_by_key(|&(class, card)| (class, std::cmp::Reverse(card.rank)));
    let mut levels: Vec<Level> = Vec::new();
    let mut last: Option<(usize, Card)> = None;
    for (class, card) in cards {
        let index = rules.deck.index(card);
        match (last, levels.last_mut()) {
            (Some((of, before)), Some(level)) if of == class && before.rank == card.rank => {
                level.cards.push(index);
            }
            _ => levels.push(Level {
                cards: vec![index],
                joined: last.is_some_and(|(of, before)| of == class && rules.fits(card, before)),
                roots: rules.may_fill_column(card),
            }),
        }
        last = Some((class, card));
    }
    levels
}

/// Cards that can be in one chain have the same class.
fn class(rules: &Rules, card: Card) -> usize {
    match rules.build {
        Build::AlternateColour => (card.rank.0 as usize + card.colour() as usize) % 2,
        Build::SameSuit => card.suit.0.into(),
        Build::SameColour => card.colour() as usize,
        Build::AnySuit => 0,
        Build::Nothing => rules.deck.index(card),
    }
}

/// Whether the forced cards fit into `cells` cells and into chains on ends of columns and in `columns` empty columns.
///
/// For each number of roots and of cells used so far it keeps the most cards of the level that carry nothing yet. More
/// of them never hurt, so this covers every arrangement.
pub(super) fn covers(levels: &[Level], counts: &[Counts], columns: usize, cells: usize) -> bool {
    let width = cells + 1;
    let mut best: Vec<Option<u16>> = vec![None; (columns + 1) * width];
    let mut next = best.clone();
    best[0] = Some(0);
    for (level, counts) in levels.iter().zip(counts) {
        next.fill(None);
        for (place, hosts) in best.iter().enumerate() {
            let Some(hosts) = *hosts else { continue };
            let hosts = if level.joined { hosts } else { 0 };
            let (roots, used) = (place / width, place % width);
            for now_in_cell in [false, true] {
                if now_in_cell && !counts.moved_now {
                    continue;
                }
                let now_in_chain = u16::from(counts.moved_now && !now_in_cell);
                let free_cells = cells - used;
                let Some(free_cells) = free_cells.checked_sub(now_in_cell.into()) else { continue };
                for in_cells in 0..=usize::from(counts.forced).min(free_cells) {
                    let least = counts.forced - in_cells as u16 + now_in_chain;
                    let most = least + counts.optional;
                    let wanted = if level.roots { usize::from(most.saturating_sub(hosts)) } else { 0 };
                    for added in 0..=wanted.min(columns - roots) {
                        let placed = most.min(hosts + added as u16);
                        if placed < least {
                            continue;
                        }
                        let open = placed - now_in_chain + counts.ends;
                        let to = (roots + added) * width + used + in_cells + usize::from(now_in_cell);
                        next[to] = next[to].max(Some(open));
                    }
                }
            }
        }
        std::mem::swap(&mut best, &mut next);
    }
    best.iter().any(Option::is_some)
}
