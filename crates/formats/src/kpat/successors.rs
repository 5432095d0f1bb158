//! What KPatience calls one move, as moves of ours.

use patsat_game::rules::{Group, Home, Move, Place, Redeals, Rules};
use patsat_game::state::{Table, expand};
use std::sync::Arc;

/// One move of KPatience's: the moves of ours that it stands for, and where they lead.
pub(super) struct Successor {
    pub(super) moves: Vec<Move>,
    pub(super) after: Table,
}

/// Everything that one move leads to; with `shortcuts`, rules by which several cards move at once,
/// those moves as well, card by card.
pub(super) fn successors(table: &Table, shortcuts: Option<&Arc<Rules>>) -> impl Iterator<Item = Successor> {
    let played = shortcuts.map_or_else(|| table.clone(), |rules| table.with_rules(Arc::clone(rules)));
    let by_cards = shortcuts.is_some();
    let plain = candidates(table).into_iter().filter_map(move |action| {
        let mut after = played.clone();
        after.apply(action).ok()?;
        let moves = if by_cards { expand(&played, action) } else { vec![action] };
        Some(Successor { moves, after })
    });
    plain.chain(several_runs(table)).chain(last_of_the_waste(table))
}

/// Klondike's last card of the waste that goes home by itself: the next cards are drawn at once.
fn last_of_the_waste(table: &Table) -> Option<Successor> {
    if table.rules().stock.redeals() != Redeals::Unlimited || table.deal().waste.len() != 1 {
        return None;
    }
    (0..table.foundations().len() as u16).map(Place::Foundation).find_map(|to| {
        let moves = vec![Move::Cards { from: Place::Waste, to, count: 1 }, Move::Draw];
        let mut after = table.clone();
        moves.iter().try_for_each(|&action| after.apply(action)).ok()?;
        Some(Successor { moves, after })
    })
}

/// All places of a table that a card can leave or come to.
pub(super) fn places(table: &Table) -> Vec<Place> {
    let count = |n: usize| 0..n as u16;
    (count(table.columns().len()).map(Place::Column))
        .chain(count(table.cells().len()).map(Place::Cell))
        .chain(count(table.foundations().len()).map(Place::Foundation))
        .chain([Place::Waste])
        .collect()
}

/// Moves that may be legal.
fn candidates(table: &Table) -> Vec<Move> {
    let places = places(table);
    let mut found = vec![Move::DealRow, Move::Draw, Move::Redeal];
    for &from in places.iter().filter(|&&from| table.top(from).is_some()) {
        let most = match from {
            Place::Column(n) => table.columns()[usize::from(n)].cards.len().min(52) as u32,
            _ => 1,
        };
        for &to in places.iter().filter(|&&to| to != from) {
            found.extend((1..=most).map(|count| Move::Cards { from, to, count }));
        }
    }
    found
}

/// Where moves of several runs at once lead to (Simple Simon): as many as fit into the empty
/// columns when each move aside doubles them.
fn several_runs(table: &Table) -> Vec<Successor> {
    let rules = table.rules();
    if (rules.home, rules.group) != (Home::Runs, Group::SuitRun) || !table.deal().stock.is_empty() {
        return Vec::new();
    }
    let columns = table.columns();
    let mut found = Vec::new();
    for (from, pile) in (0u16..).zip(columns) {
        // Lengths of the runs of the group, the top one first.
        let mut runs: Vec<u32> = Vec::new();
        for start in (pile.face_down..pile.cards.len()).rev() {
            let group = &pile.cards[start..];
            if group.len() > 1 && !table.rules().fits(group[1], group[0]) {
                break;
            }
            match runs.last_mut() {
                Some(length) if group[1].suit == group[0].suit => *length += 1,
                _ => runs.push(1),
            }
            for (to, target) in (0u16..).zip(columns).filter(|&(to, _)| to != from) {
                let fits = target.cards.last().is_none_or(|&onto| table.rules().fits(group[0], onto));
                let empty = (0u16..).zip(columns).filter(|(n, c)| *n != to && c.cards.is_empty());
                let spare: Vec<u16> = empty.map(|(n, _)| n).collect();
                if runs.len() > 1 && fits && runs.len() as u64 <= 1 << spare.len().min(30) {
                    let mut deal = table.deal().clone();
                    let moved = deal.columns[usize::from(from)].cards.split_off(start);
                    deal.columns[usize::from(to)].cards.extend(moved);
                    let mut moves = Vec::new();
                    run_by_run(&runs, from, to, &spare, &mut moves);
                    found.push(Successor { moves, after: table.with_deal(deal) });
                }
            }
        }
    }
    found
}

/// Moves runs, the top one first, at most two to the power of the empty columns that are `spare`.
fn run_by_run(runs: &[u32], from: u16, to: u16, spare: &[u16], moves: &mut Vec<Move>) {
    match (runs, spare) {
        (&[count], _) => moves.push(Move::Cards { from: Place::Column(from), to: Place::Column(to), count }),
        (_, [aside, spare @ ..]) => {
            // As few aside as the rest can do with.
            let first = runs.len().saturating_sub(1 << spare.len().min(30)).max(1);
            run_by_run(&runs[..first], from, *aside, spare, moves);
            run_by_run(&runs[first..], from, to, spare, moves);
            run_by_run(&runs[..first], *aside, to, spare, moves);
        }
        _ => {}
    }
}
