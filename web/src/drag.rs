//! Cards that are dragged from pile to pile, as moves of the game.
//!
//! Piles are numbered as in the film that the page draws. Whether a move is legal the table says.

use crate::game::Game;
use crate::{QuestionError, rule};
use patsat::game::rules::{Home, Move, Place, Stock};
use patsat::game::state::{MoveError, Table};
use patsat_report::replay::{PileKind, kinds};
use serde::{Deserialize, Serialize};

/// A card and all above it, dragged to a pile.
#[derive(Debug, Deserialize)]
pub(crate) struct Drag {
    #[serde(flatten)]
    game: Game,
    /// The pile, and how many of its cards lie beneath the lowest that is dragged.
    from: (usize, usize),
    /// `None`: why the card cannot be taken.
    to: Option<usize>,
}

/// Where a card and all above it may go.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Targets {
    from: (usize, usize),
    /// Piles, homes first, then columns with cards, then other places.
    to: Vec<usize>,
}

/// The ends of a move: the lowest card that moves, and the pile that it goes to.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Ends {
    from: (usize, usize),
    to: usize,
}

/// The drag that means this move.
pub(crate) fn ends(table: &Table, kinds: &[PileKind], action: Move) -> Option<Ends> {
    let (from, to) = match action {
        Move::Cards { from, to, .. } => (from, to),
        Move::Draw if table.rules().stock == Stock::Hole => (Place::Stock, Place::Hole),
        Move::Draw => (Place::Stock, Place::Waste),
        Move::Redeal => (Place::Waste, Place::Stock),
        Move::DealRow => (Place::Stock, Place::Column(0)),
        Move::Collect { column } => (Place::Column(column), Place::Foundation(0)),
    };
    let count = match action {
        Move::Cards { count, .. } => count as usize,
        Move::Collect { .. } => table.rules().deck.ranks as usize,
        _ => 1,
    };
    let pile_from = pile(kinds, from)?;
    let index = if let Place::Reserve(n) = from
        && !table.rules().layout.stacked
    {
        n.into()
    } else {
        cards(table, kinds, pile_from).1.saturating_sub(count)
    };
    Some(Ends { from: (pile_from, index), to: pile(kinds, to)? })
}

impl Drag {
    /// The move, if it is legal.
    pub(crate) fn answer(&self) -> Result<Move, QuestionError> {
        let game = self.game.opened()?;
        let (table, kinds) = (&game.played.table, kinds(&game.start));
        let Some(to) = self.to else { return Err(QuestionError(held(table, &kinds, self.from))) };
        // Whichever home a card is dropped on, it goes to one of its suit.
        let homes = || (0..kinds.len()).filter(|&n| matches!(kinds[n], PileKind::Home(_)));
        let dropped_home = matches!(kinds.get(to), Some(PileKind::Home(_)));
        let other = homes().filter(|_| dropped_home).find_map(|to| legal(table, &kinds, self.from, to));
        if let Some(action) = legal(table, &kinds, self.from, to).or(other) {
            return Ok(action);
        }
        let action = named(table, &kinds, self.from, to)
            .ok_or_else(|| QuestionError("No move takes that card there.".into()))?;
        table.check(action).map_err(|illegal| QuestionError(rule::broken(table, &illegal)))?;
        Ok(action)
    }
}

/// Why a card that no move takes stays where it is.
fn held(table: &Table, kinds: &[PileKind], from: (usize, usize)) -> String {
    let (pile, index) = from;
    if matches!(kinds.get(pile), Some(PileKind::Home(_) | PileKind::Hole)) && !table.rules().worrying_back {
        return "Cards that are home stay there.".into();
    }
    let (up, all) = cards(table, kinds, pile);
    if index + up < all {
        return "This card lies face down.".into();
    }
    let columns = (0..kinds.len()).filter(|&to| to != pile && matches!(kinds[to], PileKind::Column));
    let moves = columns.filter_map(|to| named(table, kinds, from, to));
    let together = |illegal: &MoveError| matches!(illegal, MoveError::NotARun { .. } | MoveError::OneAtATime);
    match moves.filter_map(|action| table.check(action).err()).find(together) {
        Some(illegal) => rule::broken(table, &illegal),
        None if all == 0 => "No card lies here.".into(),
        None => "No place takes this card now.".into(),
    }
}

/// The place of a pile's card, or of the pile.
fn place(kinds: &[PileKind], pile: usize, index: usize) -> Option<Place> {
    let kind = kinds.get(pile)?;
    let same = |other: &&PileKind| std::mem::discriminant(*other) == std::mem::discriminant(kind);
    let n = u16::try_from(kinds[..pile].iter().filter(same).count()).ok()?;
    Some(match kind {
        PileKind::Cell => Place::Cell(n),
        PileKind::Home(_) => Place::Foundation(n),
        PileKind::Hole => Place::Hole,
        PileKind::Reserve => Place::Reserve(u16::try_from(index).ok()?),
        PileKind::Stock => Place::Stock,
        PileKind::Waste => Place::Waste,
        PileKind::Column => Place::Column(n),
    })
}

pub(crate) fn pile(kinds: &[PileKind], wanted: Place) -> Option<usize> {
    let index = if let Place::Reserve(n) = wanted { n.into() } else { 0 };
    (0..kinds.len()).find(|&pile| place(kinds, pile, index) == Some(wanted))
}

/// How many cards of a pile lie face up, and how many lie in all.
fn cards(table: &Table, kinds: &[PileKind], pile: usize) -> (usize, usize) {
    let deal = table.deal();
    match (kinds.get(pile), place(kinds, pile, 0)) {
        (Some(PileKind::Reserve), _) if table.rules().layout.stacked => {
            (deal.reserve.len().min(1), deal.reserve.len())
        }
        (Some(PileKind::Reserve), _) => (deal.reserve.len(), deal.reserve.len()),
        (Some(PileKind::Hole), _) => (0, deal.hole.len()),
        (_, Some(Place::Column(n))) => deal
            .columns
            .get(usize::from(n))
            .map_or((0, 0), |pile| (pile.cards.len() - pile.face_down, pile.cards.len())),
        (_, Some(Place::Stock)) => (0, deal.stock.len()),
        (_, Some(Place::Waste)) => (deal.waste.len().min(1), deal.waste.len()),
        (_, Some(place)) => (table.top(place).map_or(0, |_| 1), table.top(place).map_or(0, |_| 1)),
        (_, None) => (0, 0),
    }
}

/// The move that a drag means, legal or not.
fn named(table: &Table, kinds: &[PileKind], from: (usize, usize), to: usize) -> Option<Move> {
    let (pile, index) = from;
    let (mut source, target) = (place(kinds, pile, index)?, place(kinds, to, 0)?);
    let rules = table.rules();
    if let Place::Reserve(_) = source
        && rules.layout.stacked
    {
        // The top one alone is played, and the pile is one place.
        source = Place::Reserve(if index + 1 == table.deal().reserve.len() { 0 } else { 1 });
    }
    Some(match (source, target) {
        // A press on an empty stock turns the waste back.
        (Place::Stock, Place::Waste) if table.deal().stock.is_empty() => Move::Redeal,
        (Place::Stock, Place::Waste) => Move::Draw,
        (Place::Stock, Place::Hole) => Move::Draw,
        (Place::Waste, Place::Stock) => Move::Redeal,
        (Place::Stock, _) if matches!(rules.stock, Stock::Rows { .. }) => Move::DealRow,
        (Place::Column(column), Place::Foundation(_)) if rules.home == Home::RunsByMove => {
            Move::Collect { column }
        }
        _ => {
            let all = cards(table, kinds, pile).1;
            let column = matches!(source, Place::Column(_));
            let count = if column { u32::try_from(all.checked_sub(index)?).ok()? } else { 1 };
            Move::Cards { from: source, to: target, count }
        }
    })
}

fn legal(table: &Table, kinds: &[PileKind], from: (usize, usize), to: usize) -> Option<Move> {
    named(table, kinds, from, to).filter(|&action| table.check(action).is_ok())
}

/// Every card that may be dragged, and where to.
pub(crate) fn targets(table: &Table, kinds: &[PileKind]) -> Vec<Targets> {
    let mut all = Vec::new();
    for pile in 0..kinds.len() {
        let (up, cards) = cards(table, kinds, pile);
        // A stock is played by its top, an empty one by its place.
        let stock = matches!(kinds[pile], PileKind::Stock);
        let lowest = if stock { cards.saturating_sub(1) } else { cards - up };
        let last = if stock { lowest + 1 } else { cards };
        for index in lowest..last {
            let fits = |to: &usize| *to != pile && legal(table, kinds, (pile, index), *to).is_some();
            let mut to: Vec<usize> = (0..kinds.len()).filter(fits).collect();
            to.sort_by_key(|&to| match kinds[to] {
                PileKind::Home(_) | PileKind::Hole => 0,
                PileKind::Column if self::cards(table, kinds, to).1 > 0 => 1,
                PileKind::Waste => 2,
                PileKind::Cell => 3,
                _ => 4,
            });
            if !to.is_empty() {
                all.push(Targets { from: (pile, index), to });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every legal move can be made by hand, and nothing else.
    #[test]
    fn what_may_be_dragged_is_what_is_legal() {
        for name in [
            "ms:617",
            "kpat:spider4:1",
            "solvitaire:forty-thieves:6",
            "solvitaire:king-albert:1",
            "random:seahaven:3",
            "solvitaire:klondike:617",
            "random:yukon:1",
            "solvitaire:canfield:1",
            "random:golf:2",
            "random:worm-hole:1",
            "random:scorpion:1",
            "random:penguin:1",
        ] {
            let game = patsat::deal(name).unwrap();
            let (mut table, kinds) = (game.table(), kinds(&game));
            let mut seen = 0;
            for step in 0..60 {
                let moves = table.moves();
                let Some(&action) = moves.get(step % moves.len().max(1)) else { break };
                let dragged: BTreeSet<Move> = targets(&table, &kinds)
                    .iter()
                    .flat_map(|t| t.to.iter().map(|&to| named(&table, &kinds, t.from, to).unwrap()))
                    .collect();
                for action in &moves {
                    assert!(dragged.contains(action), "{name}: {action}");
                    let ends = ends(&table, &kinds, *action).unwrap();
                    assert_eq!(named(&table, &kinds, ends.from, ends.to), Some(*action), "{name}");
                }
                assert!(dragged.iter().all(|&action| table.check(action).is_ok()), "{name}");
                seen += moves.len();
                table.apply(action).unwrap();
            }
            assert!(seen > 40, "{name}: {seen}");
        }
    }

    #[test]
    fn a_pile_is_found_by_its_place() {
        let game = patsat::deal("solvitaire:king-albert:1").unwrap();
        let kinds = kinds(&game);
        for n in 0..kinds.len() {
            assert_eq!(pile(&kinds, place(&kinds, n, 0).unwrap()), Some(n));
        }
    }
}
