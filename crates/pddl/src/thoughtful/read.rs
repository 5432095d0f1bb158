//! Reading a task: from facts to a position.

use super::check_expressible;
use super::ring::Ring;
use crate::caller::{self, TaskHints, preset};
use crate::cards::Cards;
use crate::columns::PlacedCards;
use crate::facts::{Fact, Facts};
use crate::read::{count, equal_goals, homes, names};
use crate::suits;
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{EmptyColumn, FaceUp, Layout, Rules, Sizes};
use patsat_game::state::Instance;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reads a task of the thoughtful domain.
pub(crate) fn read(facts: &Facts, hints: &TaskHints<'_>) -> Result<Instance, FormatError> {
    let cards = Cards::read(facts)?;
    let (heights, goals) = homes(facts, &cards)?;
    let ranks = equal_goals(facts, &cards, &goals)?;
    let in_play = |card: &Card| card.rank.0 > heights[usize::from(card.suit.0)];
    let deck = DeckSpec::new(ranks, cards.suits.len() as u16, 1);
    let mut placed = PlacedCards::new(facts, &cards, &in_play);
    let columns = placed.columns()?;
    let ring = Ring::read(facts, &cards, &mut placed)?;
    placed.check_all("home, in a column or in the talon")?;
    let empty = Cards::number(facts, "colspace", &cards.columns)?;
    let columns_in_all = count("columns", columns.len() + empty, &cards.columns)?;
    let empty_column = fills_columns(facts, &cards, ranks)?;
    let in_play: BTreeSet<Card> = cards.card.values().copied().filter(|card| in_play(card)).collect();
    let (build, step, order) = suits::rule_of_building(facts, &cards, &in_play, deck)?;

    // From here on suits are ours: `order` says which one each suit of the file is.
    let ours = |card: Card| Card::new(card.rank.0, order[usize::from(card.suit.0)]);
    let list = |cards: Vec<Card>| cards.into_iter().map(ours).collect::<Vec<Card>>();
    let like = preset("klondike-draw-one")?;
    let mut rules = Rules { deck, columns: columns_in_all, build, step, empty_column, ..like };
    let piles = face_up(facts, &cards, columns, &|upper, lower| rules.fits(ours(upper), ours(lower)))?;
    let piles = piles.into_iter().map(|pile| Pile { cards: list(pile.cards), ..pile });
    let columns: Vec<Pile> = piles.collect();
    rules.layout = layout(&rules, &columns, ring.cards.len());
    check_expressible(&rules)?;
    caller::check(&rules, hints, facts.domain, "klondike-draw-one")?;
    let mut foundations = vec![0; heights.len()];
    for (suit, height) in heights.into_iter().enumerate() {
        foundations[usize::from(order[suit])] = height;
    }
    let (waste, stock) = ring.waste_and_stock();
    let (waste, stock) = (list(waste), list(stock));
    let deal = Deal { columns, foundations, waste, stock, ..Deal::default() };
    let mut found = Instance::new(rules, deal).map_err(FormatError::content)?;
    let counted = [usize::from(columns_in_all) + 1, 0];
    found.names = Some(Arc::new(names(facts, &cards, &order, counted)));
    Ok(found)
}

/// The layout of a fresh deal: Klondike's where that leaves enough cards for the talon, else that of the columns.
fn layout(rules: &Rules, columns: &[Pile], talon: usize) -> Layout {
    let klondike = Sizes::Listed((1..=u32::from(rules.columns)).collect());
    let found = columns.iter().map(|pile| pile.cards.len() as u32);
    let missing = usize::from(rules.columns) - columns.len();
    let found = Sizes::Listed(found.chain(std::iter::repeat_n(0, missing)).collect());
    let layout = |sizes| Layout { sizes, face_up: FaceUp::Top, ..Layout::open() };
    let fits = |layout: &Layout| {
        let rules = Rules { layout: layout.clone(), ..rules.clone() };
        rules.check().is_ok() && rules.dealt_stock().is_some_and(|stock| stock >= talon)
    };
    Some(layout(klondike)).filter(fits).unwrap_or_else(|| layout(found))
}

/// Which cards fill an empty column: those of the highest rank, or none.
fn fills_columns(facts: &Facts, cards: &Cards, ranks: u32) -> Result<EmptyColumn, FormatError> {
    let expected = "(king CARD) for the cards of the highest rank, or for none";
    let mut kings = BTreeSet::new();
    for fact in facts.of("king") {
        let card = cards.get(facts, fact, 0)?;
        if card.rank.0 != ranks {
            let found = format!("(king {})", quoted(facts.name(fact.args[0])));
            return Err(FormatError::unexpected(found, expected).at(fact.line));
        }
        kings.insert(card);
    }
    let missing = cards.card.iter().find(|(_, card)| card.rank.0 == ranks && !kings.contains(card));
    match missing {
        None => Ok(EmptyColumn::TopRank),
        Some(_) if kings.is_empty() => Ok(EmptyColumn::Nothing),
        Some((&object, _)) => {
            let found = format!("no (king {})", quoted(facts.name(object)));
            Err(FormatError::unexpected(found, expected).at(facts.line_of(object)))
        }
    }
}

/// Turns up the cards that the file says lie face up: in each column the top one, and those that it is built on.
fn face_up(
    facts: &Facts,
    cards: &Cards,
    columns: Vec<Vec<Card>>,
    fits: &dyn Fn(Card, Card) -> bool,
) -> Result<Vec<Pile>, FormatError> {
    let mut up: BTreeMap<Card, &Fact> = BTreeMap::new();
    for fact in facts.of("faceup") {
        up.insert(cards.get(facts, fact, 0)?, fact);
    }
    let name = |card: Card| {
        let object = cards.card.iter().find(|(_, known)| **known == card);
        quoted(object.map_or("", |(&object, _)| facts.name(object)))
    };
    let mut piles = Vec::with_capacity(columns.len());
    for cards in columns {
        let face_down = cards.iter().rposition(|card| !up.contains_key(card)).map_or(0, |below| below + 1);
        if face_down == cards.len() {
            let found = format!("{} on top of a column but not face up", name(cards[face_down - 1]));
            return Err(FormatError::unexpected(found, "(faceup CARD) for the top of each column"));
        }
        let mut pairs = cards[face_down..].windows(2);
        if let Some(pair) = pairs.find(|pair| !fits(pair[1], pair[0])) {
            let found = format!("{} face up beneath {}", name(pair[0]), name(pair[1]));
            let expected = "face-up cards of a column that may be put on each other";
            return Err(FormatError::unexpected(found, expected).at(up[&pair[0]].line));
        }
        up.retain(|card, _| !cards[face_down..].contains(card));
        piles.push(Pile { cards, face_down });
    }
    match up.values().min_by_key(|fact| fact.line) {
        Some(fact) => {
            let found = format!("{} face up", quoted(facts.name(fact.args[0])));
            let expected = "(faceup CARD) for the cards on top of columns only";
            Err(FormatError::unexpected(found, expected).at(fact.line))
        }
        None => Ok(piles),
    }
}
