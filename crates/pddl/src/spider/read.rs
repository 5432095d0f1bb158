//! Reading a task: from facts to a position.

use super::deck::Cards;
use super::places::Places;
use crate::caller::{self, TaskHints, preset};
use crate::facts::{Facts, Object};
use patsat_base::FormatError;
use patsat_game::cards::{Card, Deal, Pile};
use patsat_game::rules::{Layout, MOST_PLACES, Rules, Sizes, Stock};
use patsat_game::state::{Instance, Names};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Reads a task of the spider domain.
pub(crate) fn read(facts: &Facts, hints: &TaskHints<'_>) -> Result<Instance, FormatError> {
    let cards = Cards::read(facts)?;
    let like = preset("ipc-spider")?;
    let (build, step) = cards.building(facts, &like)?;
    let places = Places::read(facts, &cards)?;
    let card = |object: &Object| cards.card[object];
    let columns: Vec<Pile> = (places.columns.iter())
        .map(|column| Pile::from(column.iter().map(card).collect::<Vec<Card>>()))
        .collect();
    let columns_in_all =
        u16::try_from(columns.len()).ok().filter(|&n| n <= MOST_PLACES).ok_or_else(|| {
            FormatError::unexpected(format!("{} piles", columns.len()), format!("at most {MOST_PLACES}"))
        })?;
    let sizes = Sizes::Listed(columns.iter().map(|pile| pile.cards.len() as u32).collect());
    let round = Sizes::Round(columns.iter().map(|pile| pile.cards.len() as u32).sum());
    let mut rules = Rules { deck: cards.deck, columns: columns_in_all, build, step, ..like };
    rules.layout = Layout { sizes: round, ..Layout::open() };
    let even = rules.check().is_ok() && lies_round(&columns);
    if !even {
        rules.layout.sizes = sizes;
    }
    if places.rows.is_empty() && places.discarded.is_empty() {
        rules.stock = Stock::None;
    }
    caller::check(&rules, hints, facts.domain, "ipc-spider")?;
    let mut stock: Vec<Card> = places.rows.iter().flatten().map(card).collect();
    stock.reverse();
    let foundations = foundations(&rules, places.discarded.iter().map(card));
    let deal = Deal { columns, stock, foundations, ..Deal::default() };
    let mut found = Instance::new(rules, deal).map_err(FormatError::content)?;
    found.names = Some(Arc::new(names(facts, &cards, &places)));
    Ok(found)
}

/// Whether the piles are as high as cards dealt round them make them.
fn lies_round(columns: &[Pile]) -> bool {
    let (high, low) = (columns.first(), columns.last());
    let sizes = columns.iter().map(|pile| pile.cards.len());
    let most = high.map_or(0, |pile| pile.cards.len());
    sizes.is_sorted_by(|a, b| a >= b) && low.is_none_or(|pile| pile.cards.len() + 1 >= most)
}

/// The heights of the foundations: as many of a suit are full as the cards of each rank allow; what is
/// left over makes the position one that the deck does not have, and is refused there.
fn foundations(rules: &Rules, discarded: impl Iterator<Item = Card>) -> Vec<u32> {
    let mut count: BTreeMap<Card, usize> = BTreeMap::new();
    discarded.for_each(|card| *count.entry(card).or_default() += 1);
    let mut heights = vec![0; rules.foundations()];
    for suit in rules.deck.suits.iter() {
        let own = rules.deck.foundations_of(suit);
        let of = |rank| count.get(&Card::new(rank, suit)).copied().unwrap_or(0);
        let runs = (1..=rules.deck.ranks).map(of).min().unwrap_or(0);
        heights[own].iter_mut().take(runs).for_each(|height| *height = rules.deck.ranks);
    }
    heights
}

/// The names of the file: a plan for it must use them.
fn names(facts: &Facts, cards: &Cards, places: &Places) -> Names {
    let name = |&object: &Object| facts.name(object).to_owned();
    let mut names = Names {
        columns: places.piles.iter().map(name).collect(),
        rows: places.deals.iter().map(name).collect(),
        ..Names::default()
    };
    let objects = places.columns.iter().flatten().chain(places.rows.iter().flatten());
    for object in objects.chain(&places.discarded) {
        names.copies.entry(cards.card[object]).or_default().push(name(object));
    }
    names
}
