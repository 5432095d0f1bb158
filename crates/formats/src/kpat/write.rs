//! Writing the current dialect, as KPatience's saver does to the byte.
//!
//! A state lists the cards that are new in their place or turned, pile by pile in the order in
//! which the game made its piles; cards that came together and lie together are one `move`.

use super::cards;
use super::games::{self, PileLayout, Role};
use super::play;
use patsat_base::FormatError;
use patsat_game::cards::DealOrder;
use patsat_game::cards::dealers::kpat::{self, LAST};
use patsat_game::cards::{Card, Deal, DealId};
use patsat_game::rules::Home;
use patsat_game::state::{Instance, Plan, SavedCard, SavedGame, SavedState};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, Event};
use std::sync::Arc;

/// Writes a game with its history; one that has none gets its position as the deal.
pub(in super::super) fn write(instance: &Instance) -> Result<String, FormatError> {
    let layout = layout(instance)?;
    text(&layout, &saved(&layout, instance)?)
}

/// Writes a game whose undo history is this plan, made from the position on.
///
/// A won game cannot be looked at in KPatience, which allows no undo in it and does not save
/// it. So the move that wins is left to the player, and the current state is the one before.
pub(in super::super) fn write_plan(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    let layout = layout(instance)?;
    let mut saved = saved(&layout, instance)?;
    saved.states.truncate(saved.current + 1);
    let mut table = instance.table();
    for (step, &action) in plan.moves.iter().enumerate() {
        let wrong = |reason: String| {
            let found = format!("move {} ({action}), which is illegal ({reason})", step + 1);
            FormatError::unexpected(found, "a legal plan to write down")
        };
        table.apply(action).map_err(|illegal| wrong(illegal.to_string()))?;
        let made = saved.states.last().and_then(|last| play::play(&layout, last, action));
        saved.states.extend(made.ok_or_else(|| wrong("not in KPatience".into()))?);
    }
    let over =
        |state: &SavedState| layout.of_role(|role| role != Role::Home).all(|n| state.piles[n].is_empty());
    let played = saved.states.iter().position(over).unwrap_or(saved.states.len());
    saved.states.truncate(played.max(saved.current + 1));
    saved.current = saved.states.len() - 1;
    text(&layout, &saved)
}

/// The game of KPatience that an instance is.
fn layout(instance: &Instance) -> Result<PileLayout, FormatError> {
    Ok(PileLayout::new(games::of_rules(&instance.rules)?, Arc::clone(&instance.rules)))
}

/// The history of an instance.
fn saved(layout: &PileLayout, instance: &Instance) -> Result<SavedGame, FormatError> {
    if let Some(saved) = instance.saved.as_deref().filter(|saved| saved.game == layout.game) {
        return Ok(saved.clone());
    }
    let (deal_number, numbered) = match &instance.id {
        Some(DealId::KPatience { game, number }) if *game == layout.game => (*number, true),
        Some(DealId::Microsoft(number)) if *number <= LAST.into() && layout.game == kpat::Game::FreeCell => {
            (*number as u32, layout.rules.deck.ranks == 13)
        }
        _ => (0, false),
    };
    let state = if numbered {
        // The deal is laid out a second time with the cards' numbers in place of the cards.
        let numbers = kpat::order(layout.game, deal_number);
        let bare: Vec<Card> = numbers.iter().map(|&n| Card::new(u32::from(n) + 1, 0)).collect();
        let mut deal = layout.rules.lay_out(&bare, DealOrder::TableauFirst);
        deal.waste = deal.stock.split_off(deal.stock.len().saturating_sub(layout.game.turned()));
        deal.foundations = vec![0; layout.rules.foundations()];
        let face_down = instance.deal.columns.iter().map(|pile| pile.face_down);
        deal.columns.iter_mut().zip(face_down).for_each(|(pile, down)| pile.face_down = down);
        state(layout, &deal, |card| (card.rank.0 - 1) as u16)?
    } else {
        let mut free: Vec<u16> = (0..layout.cards() as u16).rev().collect();
        state(layout, &instance.deal, |card| {
            let at = free.iter().rposition(|&n| layout.game.card::<Card>(n) == card).unwrap_or_default();
            free.remove(at)
        })?
    };
    Ok(SavedGame { game: layout.game, deal_number, states: vec![state], current: 0 })
}

/// The piles of a position, its cards numbered by `number` in the order of piles.
fn state(
    layout: &PileLayout,
    deal: &Deal,
    mut number: impl FnMut(Card) -> u16,
) -> Result<SavedState, FormatError> {
    let mut card = |card: Card, face_up: bool| SavedCard { number: number(card), face_up };
    let stocks = layout.of_role(|role| role == Role::Stock).count();
    // Several piles of stock are rows: the last of them deepest, those dealt empty.
    let row = if stocks > 1 { usize::from(layout.rules.columns) } else { deal.stock.len().max(1) };
    if !deal.stock.len().is_multiple_of(row) || deal.stock.len() > row * stocks {
        let found = format!("{} cards in the stock", deal.stock.len());
        return Err(FormatError::unexpected(found, format!("at most {stocks} rows of {row}")));
    }
    let mut rows: Vec<&[Card]> = deal.stock.chunks(row).collect();
    rows.resize(stocks, &[]);
    let mut full = (0..).zip(&deal.foundations).filter(|(_, height)| **height > 0);
    let mut piles = Vec::with_capacity(layout.piles.len());
    for spec in &layout.piles {
        piles.push(match spec.role {
            Role::Stock => {
                let cards = rows.pop().unwrap_or_default();
                cards.iter().map(|&c| card(c, false)).collect()
            }
            Role::Column(n) => {
                let pile = &deal.columns[usize::from(n)];
                pile.cards.iter().zip(0..).map(|(&c, depth)| card(c, depth >= pile.face_down)).collect()
            }
            Role::Cell(n) => deal.cells[usize::from(n)].iter().map(|&c| card(c, true)).collect(),
            Role::Waste => deal.waste.iter().map(|&c| card(c, true)).collect(),
            Role::Home => {
                let Some((n, &height)) = full.next() else {
                    piles.push(Vec::new());
                    continue;
                };
                let suit = layout.rules.deck.suit_of_foundation(n);
                let up = (1..=height).map(|rank| Card::new(rank, suit));
                match layout.rules.home {
                    Home::Runs | Home::RunsByMove | Home::WholeColumns => {
                        up.rev().map(|c| card(c, true)).collect()
                    }
                    Home::Foundations | Home::Hole | Home::HoleAroundCorner => {
                        up.map(|c| card(c, true)).collect()
                    }
                }
            }
        });
    }
    let before = if deal.redeals_used > 0 { "1" } else { "0" };
    let data = super::position::noted(layout, &piles, before);
    Ok(SavedState { piles, data })
}

/// The text of a history.
fn text(layout: &PileLayout, saved: &SavedGame) -> Result<String, FormatError> {
    let mut xml = Writer::new_with_indent(Vec::new(), b'\t', 1);
    let failed = |e: std::io::Error| FormatError::unexpected(e, "memory to write to");
    let mut put = |event: Event<'_>| xml.write_event(event).map_err(failed);
    put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let (name, options) = games::names(layout.game);
    let mut root = BytesStart::new("kpat-game");
    root.push_attribute(("game-type", name));
    if let Some(options) = &options {
        root.push_attribute(("game-type-options", options.as_str()));
    }
    root.push_attribute(("deal-number", saved.deal_number.to_string().as_str()));
    put(Event::Start(root))?;
    let mut known: Vec<KnownCard> = vec![None; layout.cards()];
    let mut data = "";
    for (n, state) in saved.states.iter().enumerate() {
        let mut start = BytesStart::new("state");
        if state.data != data {
            start.push_attribute(("game-specific-state", state.data.as_str()));
            data = &state.data;
        }
        if n == saved.current {
            start.push_attribute(("current", "true"));
        }
        let changes = changes(layout, &state.piles, &mut known);
        if changes.is_empty() {
            put(Event::Empty(start))?;
            continue;
        }
        put(Event::Start(start))?;
        for change in changes {
            let mut start = BytesStart::new("move");
            start.push_attribute(("pile", layout.piles[change.pile].name.as_str()));
            start.push_attribute(("position", change.position.to_string().as_str()));
            put(Event::Start(start))?;
            for card in &state.piles[change.pile][change.position..change.position + change.count] {
                let (suit, rank) = cards::names(layout.game.card::<Card>(card.number));
                let mut start = BytesStart::new("card");
                start.push_attribute(("id", format!("{:07}", cards::id(layout.game, card.number)).as_str()));
                start.push_attribute(("suit", suit));
                start.push_attribute(("rank", rank));
                if change.turned {
                    start.push_attribute(("turn", if card.face_up { "face-up" } else { "face-down" }));
                }
                put(Event::Empty(start))?;
            }
            put(Event::End(BytesEnd::new("move")))?;
        }
        put(Event::End(BytesEnd::new("state")))?;
    }
    put(Event::End(BytesEnd::new("kpat-game")))?;
    let mut bytes = xml.into_inner();
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(|e| FormatError::unexpected(e, "text"))
}

/// A card as far as it is known.
type KnownCard = Option<CardState>;

/// How a card lies.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CardState {
    pile: usize,
    position: usize,
    face_up: bool,
    /// Whether its last move was from a foundation: KPatience lists such a card in a `move` of its own.
    taken_down: bool,
}

/// Cards that changed together.
struct Change {
    pile: usize,
    position: usize,
    count: usize,
    /// Whether they were turned, or are new.
    turned: bool,
}

/// What differs from what is known, which is brought up to date.
fn changes(layout: &PileLayout, piles: &[Vec<SavedCard>], known: &mut [KnownCard]) -> Vec<Change> {
    let is_home = |pile: usize| layout.piles[pile].role == Role::Home;
    let mut found: Vec<Change> = Vec::new();
    for (pile, cards) in piles.iter().enumerate() {
        // The first card of the last change of this pile: as it lay, and as it lies.
        let mut run: Option<(KnownCard, CardState)> = None;
        for (position, card) in cards.iter().enumerate() {
            let known = &mut known[usize::from(card.number)];
            let taken_down = known.is_some_and(|old| match old.pile == pile {
                true => old.taken_down,
                false => is_home(old.pile) && !is_home(pile),
            });
            let new = CardState { pile, position, face_up: card.face_up, taken_down };
            let old = known.replace(new);
            if old == Some(new) {
                continue;
            }
            let joins = match (run, found.last()) {
                (Some((first_old, first)), Some(change)) => {
                    let next =
                        |first: CardState| CardState { position: first.position + change.count, ..first };
                    (first.face_up, first.taken_down) == (new.face_up, taken_down)
                        && first_old.map(next) == old
                }
                _ => false,
            };
            if joins {
                if let Some(change) = found.last_mut() {
                    change.count += 1;
                }
            } else {
                run = Some((old, new));
                let turned = old.is_none_or(|old| old.face_up != card.face_up);
                found.push(Change { pile, position, count: 1, turned });
            }
        }
    }
    found
}
