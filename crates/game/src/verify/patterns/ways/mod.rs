//! The single moves that lead out of a pattern, and the assumptions that hold after each.
//!
//! A move can affect a pattern only if it moves a card that the pattern names, or a card beneath that
//! takes the named card along. A card that is taken along still lies on the same card, so its fact stays
//! true. Hence there are four kinds of ways out:
//!
//! * a named card goes to another place, as the deepest card that moves;
//! * a complete run leaves with a named card in it;
//! * the waste is turned back with a named card in it;
//! * a row is dealt, and the pattern has a card of the row in the stock.
//!
//! A complete run that leaves, at once or collected, is a move of its own here. Where runs leave at once,
//! no other move is made while one lies open at the end of a column. Every move of the game is then one
//! or more of these.
//!
//! Most preconditions of a move are known before any card is placed. Once every card has its place, the
//! move is made on a table ([`Way::leads_to`]).

mod play;
mod preconditions;

pub(super) use self::play::lie_as_dealt_there;
use self::preconditions::{deal, leave, left};
use super::engine::{Conflict, Engine};
use super::space::{Chain, Space};
use crate::state::patterns::{CardNo, Cards, Fact, Pattern, Spot};

/// One way out of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// A card that the pattern names moves.
    Card {
        /// The card.
        card: CardNo,
        /// Where the pattern has it.
        from: Spot,
        /// Where it goes.
        to: Spot,
        /// Whether the run on it goes along.
        run: bool,
    },
    /// A complete run leaves with these cards of the pattern in it.
    Leaves {
        /// The cards.
        cards: Vec<CardNo>,
        /// The deepest card of the run, which the pattern need not name.
        king: CardNo,
        /// The place that this card has left.
        stood: Spot,
    },
    /// The waste is turned back, with these cards of the pattern in it.
    Redeal(Vec<CardNo>),
    /// A row is dealt, with these cards of the pattern in it.
    Row {
        /// Its number, from 0 at the start.
        row: usize,
        /// The cards.
        cards: Vec<CardNo>,
    },
}

/// The most choices of named cards that may leave with a run of one suit.
const MOST_RUNS: usize = 1 << 16;

/// Returns the moves of named cards, by card, then the other ways; `None` if there are too many.
pub(super) fn ways(cards: &Cards, space: &Space, pattern: &Pattern) -> Option<Vec<Way>> {
    let mut ways = Vec::new();
    for fact in pattern.facts() {
        ways.extend(moves(cards, space, fact.card, fact.spot));
    }
    if space.runs_leave {
        runs(cards, space, pattern, &mut ways)?;
    }
    let in_waste: Vec<CardNo> =
        pattern.facts().iter().filter(|f| Spot::Waste.covers(f.spot)).map(|f| f.card).collect();
    if matches!(space.chain, Some(Chain::Again(_))) && !in_waste.is_empty() {
        ways.push(Way::Redeal(in_waste));
    }
    for (row, dealt) in space.rows.iter().enumerate() {
        let waits = |fact: &&Fact| fact.spot == Spot::Stock && dealt.contains(&fact.card.0);
        let cards: Vec<CardNo> = pattern.facts().iter().filter(waits).map(|fact| fact.card).collect();
        if !cards.is_empty() {
            ways.push(Way::Row { row, cards });
        }
    }
    Some(ways)
}

fn moves(cards: &Cards, space: &Space, card: CardNo, from: Spot) -> Vec<Way> {
    let stock = Spot::Stock.covers(from);
    if from == Spot::Home {
        return Vec::new();
    }
    let legal = |to: Spot| match to {
        // A card cannot move onto the hidden card under it, which is turned only after the card has left.
        _ if from.covers(to) || from.below().is_some() && from.below() == to.below() => false,
        // A card of the stock is drawn onto the waste, or played where the rules allow it.
        Spot::Waste => stock,
        _ if stock && !space.playable_stock => false,
        Spot::On(below) => cards.rules().fits(cards.card(card), cards.card(below)),
        Spot::Bottom | Spot::BottomOf(_) => space.may_fill[card.index()],
        Spot::Home => !space.runs_leave,
        Spot::Cell => true,
        Spot::OnHidden(_) | Spot::Reserve | Spot::Stock | Spot::StockLeft(_) | Spot::WasteLeft(_) => false,
    };
    let values = space.values(card.0).map(|value| space.spots[value as usize]);
    // A draw does not change the number of redeals left.
    let drawn = match (from, space.chain) {
        (Spot::StockLeft(left), _) => Some(Spot::WasteLeft(left)),
        (Spot::Stock, Some(Chain::Again(_))) => Some(Spot::Waste),
        _ => None,
    };
    let run = |to: Spot| space.groups && from.in_a_column() && to.in_a_column();
    let way = |to| Way::Card { card, from, to, run: run(to) };
    values.filter(|&to| legal(to)).chain(drawn).map(way).collect()
}

/// Adds every choice of the named cards that a complete run may take along, and of its place.
fn runs(cards: &Cards, space: &Space, pattern: &Pattern, ways: &mut Vec<Way>) -> Option<()> {
    let next = |card: CardNo, below: CardNo| cards.rules().in_sequence(cards.card(below), cards.card(card));
    for suit in cards.rules().deck.suits.iter() {
        let mut choices: Vec<Vec<CardNo>> = vec![Vec::new()];
        for fact in pattern.facts().iter().filter(|fact| cards.card(fact.card).suit.0 == suit) {
            let card = cards.card(fact.card);
            let fits = match fact.spot {
                spot if spot.in_a_column() && card.rank == cards.rules().last_rank() => true,
                Spot::On(below) => next(fact.card, below),
                _ => false,
            };
            if !fits {
                continue;
            }
            let with: Vec<Vec<CardNo>> = (choices.iter())
                .filter(|chosen| chosen.iter().all(|&other| cards.card(other) != card))
                .map(|chosen| chosen.iter().copied().chain([fact.card]).collect())
                .collect();
            choices.extend(with);
            if choices.len() > MOST_RUNS {
                return None;
            }
        }
        for chosen in choices.into_iter().filter(|chosen| !chosen.is_empty() && agree(cards, pattern, chosen))
        {
            for (king, stood) in stands(cards, space, pattern, suit, &chosen) {
                ways.push(Way::Leaves { cards: chosen.clone(), king, stood });
            }
        }
    }
    Some(())
}

/// Returns whether these cards can leave in one run: the cards beneath leave with them, one card a rank.
fn agree(cards: &Cards, pattern: &Pattern, chosen: &[CardNo]) -> bool {
    let is_king = |card: CardNo| cards.card(card).rank == cards.rules().last_rank();
    let lain_on = |&card: &CardNo| if is_king(card) { None } else { pattern.spot(card)?.below() };
    let mut left: Vec<CardNo> = chosen.iter().copied().chain(chosen.iter().filter_map(lain_on)).collect();
    left.sort_unstable();
    left.dedup();
    // Twins have numbers next to each other.
    left.windows(2).all(|pair| cards.card(pair[0]) != cards.card(pair[1]))
}

/// Returns the deepest cards that a run with these cards may have, each with its possible places.
fn stands(
    cards: &Cards,
    space: &Space,
    pattern: &Pattern,
    suit: u16,
    chosen: &[CardNo],
) -> Vec<(CardNo, Spot)> {
    let is_king = |card: CardNo| cards.card(card).rank == cards.rules().last_rank();
    let fact = |card: CardNo| pattern.facts().iter().find(|fact| fact.card == card);
    if let Some(fact) = chosen.iter().filter(|&&card| is_king(card)).find_map(|&card| fact(card)) {
        return vec![(fact.card, fact.spot)];
    }
    // A chosen card that lies on a king determines the king.
    let on_a_king = chosen.iter().find_map(|&card| match fact(card)?.spot {
        Spot::On(below) if is_king(below) => Some(below),
        _ => None,
    });
    let may = |&king: &CardNo| {
        cards.card(king).suit.0 == suit
            && is_king(king)
            && fact(king).is_none()
            && on_a_king.is_none_or(|known| known == king)
    };
    let places = |king: CardNo| {
        let values = space.values(king.0).map(|value| space.spots[value as usize]);
        values.filter(|spot| spot.in_a_column()).map(move |spot| (king, spot))
    };
    cards.all().filter(may).flat_map(places).collect()
}

/// Ways with equal preconditions that differ only in the target of one card.
#[derive(Clone, Debug)]
pub(super) struct Bunch {
    pub(super) ways: Vec<Way>,
}

impl Bunch {
    /// Groups ways, so that the preconditions of a card's moves are propagated once.
    pub(super) fn all(ways: Vec<Way>) -> Vec<Bunch> {
        let mut bunches: Vec<Bunch> = Vec::new();
        let alike = |a: &Way, b: &Way| match (a, b) {
            (Way::Card { card: a, run: r, to: t, .. }, Way::Card { card: b, run: s, to: u, .. }) => {
                a == b && r == s && *t != Spot::Home && *u != Spot::Home
            }
            _ => false,
        };
        for way in ways {
            match bunches.iter_mut().find(|bunch| alike(&bunch.ways[0], &way)) {
                Some(bunch) => bunch.ways.push(way),
                None => bunches.push(Bunch { ways: vec![way] }),
            }
        }
        bunches
    }

    /// Assumes what holds after each of the moves.
    pub(super) fn assume(
        &self,
        cards: &Cards,
        engine: &mut Engine<'_>,
        pattern: &Pattern,
    ) -> Result<(), Conflict> {
        let [first, _, ..] = &self.ways[..] else {
            return self.ways.first().map_or(Err(Conflict), |way| way.assume(cards, engine, pattern));
        };
        let Way::Card { card, from, run, .. } = first else { return Err(Conflict) };
        others(engine, pattern, *card, *from, *run)?;
        for value in engine.space.values(card.0) {
            let spot = engine.space.spots[value as usize];
            let wanted = |way: &Way| matches!(way, Way::Card { to, .. } if to.covers(spot));
            if !self.ways.iter().any(wanted) {
                engine.lose(value)?;
            }
        }
        engine.propagate()
    }

    /// Returns the way that leads to this position.
    pub(super) fn that_leads_to(&self, after: &[Spot]) -> Way {
        let leads = |way: &&Way| matches!(way, Way::Card { card, to, .. } if to.covers(after[card.index()]));
        self.ways.iter().find(leads).unwrap_or(&self.ways[0]).clone()
    }
}

/// Assumes what holds after a card has moved, whatever its target.
fn others(
    engine: &mut Engine<'_>,
    pattern: &Pattern,
    card: CardNo,
    from: Spot,
    run: bool,
) -> Result<(), Conflict> {
    for fact in pattern.facts().iter().filter(|fact| fact.card != card) {
        engine.put_at(fact.card, fact.spot)?;
    }
    if run {
        engine.carry(card.0)?;
    } else {
        engine.bare(card.0)?;
    }
    left(engine, card, from)
}

impl Way {
    /// Assumes what holds after the move: the places of the pattern's cards, and the preconditions of the move.
    pub(super) fn assume(
        &self,
        cards: &Cards,
        engine: &mut Engine<'_>,
        pattern: &Pattern,
    ) -> Result<(), Conflict> {
        match self {
            Way::Card { card, from, to, run } => {
                others(engine, pattern, *card, *from, *run)?;
                engine.put_at(*card, *to)?;
                if *to == Spot::Home {
                    engine.went_home(engine.space.kind[card.index()])?;
                }
            }
            Way::Leaves { cards: leaving, king, stood } => {
                leave(cards, engine, pattern, leaving)?;
                engine.put_at(*king, Spot::Home)?;
                left(engine, *king, *stood)?;
            }
            Way::Redeal(turned) => {
                let Some(Chain::Again(most)) = engine.space.chain else { return Err(Conflict) };
                for fact in pattern.facts() {
                    let after = match fact.spot {
                        // The stock was empty.
                        spot if Spot::Stock.covers(spot) => return Err(Conflict),
                        Spot::Waste => Spot::Stock,
                        Spot::WasteLeft(left) => Spot::StockLeft(left.checked_sub(1).ok_or(Conflict)?),
                        spot => spot,
                    };
                    engine.put_at(fact.card, after)?;
                }
                debug_assert!(!turned.is_empty());
                let space = engine.space;
                for &card in &space.order {
                    engine.lose_at(card, Spot::Waste)?;
                    let full = space.value(CardNo(card), Spot::StockLeft(most));
                    full.map_or(Ok(()), |value| engine.lose(value))?;
                }
            }
            Way::Row { row, .. } => deal(engine, pattern, *row)?,
        }
        engine.propagate()
    }
}
