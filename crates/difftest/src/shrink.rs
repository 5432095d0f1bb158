//! Shrinks a disagreement to a simple game and question that still show one of the same kind.
//!
//! Delta debugging by hand-picked steps (Zeller and Hildebrandt, *Simplifying and isolating failure-inducing
//! input*, IEEE TSE 28, 2002). A step removes the highest rank, a suit, a copy, a column or an empty cell. Other steps
//! move cards to a column, turn cards face up, simplify a rule, or reset an option to its default. A step is kept if
//! there is still a disagreement of the same kind; its text may change.

use crate::question::Question;
use crate::{Finding, Oracle, Settings, SystemUnderTest, Tally, certificates, check_answer};
use patsat_game::cards::{Card, Deal, DeckSpec, Suits};
use patsat_game::rules::{Build, EmptyColumn, Group, Home, RankStep, Redeals, Rules, Stock};
use patsat_game::state::Instance;

/// The most candidates that are tried, which bounds the running time.
const MOST_TRIES: usize = 3000;

#[must_use]
pub fn smallest(tested: &SystemUnderTest, found: &Finding, settings: &Settings) -> Finding {
    let (mut best, mut tries) = (found.clone(), 0);
    loop {
        let questions = best
            .question
            .iter()
            .flat_map(Question::simpler)
            .map(|question| Finding { question: Some(question), ..best.clone() });
        let games = simpler(&best.instance).into_iter().map(|instance| Finding { instance, ..best.clone() });
        let next = games.chain(questions).find_map(|candidate| {
            tries += 1;
            if tries > MOST_TRIES { None } else { still(tested, &candidate, settings) }
        });
        match next {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// Returns the candidate with its disagreement, if that is of the same kind.
fn still(tested: &SystemUnderTest, candidate: &Finding, settings: &Settings) -> Option<Finding> {
    let oracle = Oracle::of(&candidate.instance, settings.positions)?;
    let instance = &candidate.instance;
    let mut tally = Tally::default();
    let wrong = match &candidate.question {
        Some(question) => check_answer(tested, instance, &oracle, question, &mut tally).err(),
        // The changes depend on the seed and on the certificate, so several seeds are tried.
        None => {
            (0..20).find_map(|seed| certificates::compare(tested, instance, &oracle, seed, &mut tally).err())
        }
    };
    let disagreement = wrong.filter(|wrong| wrong.kind == candidate.disagreement.kind)?;
    Some(Finding { disagreement, ..candidate.clone() })
}

/// Returns the games that differ by one simplification, those with fewer cards first.
fn simpler(instance: &Instance) -> Vec<Instance> {
    let mut all = Vec::new();
    let mut add = |rules: Rules, deal: Deal| {
        if let Ok(game) = Instance::new(rules, deal)
            && (game.rules != instance.rules || game.deal != instance.deal)
        {
            all.push(game);
        }
    };
    let (rules, deal) = (&*instance.rules, &instance.deal);
    smaller_decks(rules, deal, &mut add);
    smaller_tables(rules, deal, &mut add);
    simpler_rules(rules, deal, &mut add);
    all
}

/// Adds games with fewer ranks, suits or copies.
fn smaller_decks(rules: &Rules, deal: &Deal, add: &mut impl FnMut(Rules, Deal)) {
    let deck = rules.deck;
    let mut decks = Vec::new();
    if deck.ranks > 1 {
        decks.push(DeckSpec { ranks: deck.ranks - 1, ..deck });
    }
    if deck.copies > 1 {
        decks.push(DeckSpec { copies: deck.copies - 1, ..deck });
    }
    for suit in deck.suits.iter().filter(|&suit| suit < 4) {
        let times: [u8; 4] = std::array::from_fn(|s| deck.suits.times(s as u16) as u8);
        let fewer = std::array::from_fn(|s| if s == usize::from(suit) { times[s] - 1 } else { times[s] });
        decks.extend(Suits::listed(fewer).map(|suits| DeckSpec { suits, ..deck }));
    }
    for smaller in decks {
        let mut left = vec![0; deck.kinds()];
        let mut deal = deal.clone();
        // Foundations are numbered by suit and copy: the last ones of a suit that has too many are dropped.
        deal.foundations = (smaller.suits.iter())
            .flat_map(|suit| {
                let of = deck.foundations_of(suit);
                of.take(smaller.copies_of(suit)).collect::<Vec<usize>>()
            })
            .map(|n| deal.foundations.get(n).copied().unwrap_or(0).min(smaller.ranks))
            .collect();
        for (n, &height) in deal.foundations.iter().enumerate() {
            let suit = smaller.suit_of_foundation(n);
            (1..=height).for_each(|rank| left[deck.index(Card::new(rank, suit))] += 1);
        }
        let mut stays = |card: Card| {
            let many = &mut left[deck.index(card)];
            *many += 1;
            smaller.contains(card) && *many <= smaller.copies_of(card.suit.0)
        };
        for pile in &mut deal.columns {
            let down = pile.face_down;
            let kept: Vec<(usize, Card)> =
                pile.cards.iter().copied().enumerate().filter(|&(_, card)| stays(card)).collect();
            let hidden = kept.iter().filter(|(n, _)| *n < down).count();
            pile.cards = kept.into_iter().map(|(_, card)| card).collect();
            pile.face_down = hidden.min(pile.cards.len().saturating_sub(1));
        }
        deal.cells.iter_mut().for_each(|cell| *cell = cell.filter(|&card| stays(card)));
        for cards in [&mut deal.reserve, &mut deal.stock, &mut deal.waste] {
            cards.retain(|&card| stays(card));
        }
        add(Rules { deck: smaller, ..rules.clone() }, deal);
    }
}

/// Adds games with fewer columns, cells, redeals, cards outside the columns or cards face down.
fn smaller_tables(rules: &Rules, deal: &Deal, add: &mut impl FnMut(Rules, Deal)) {
    for n in (0..deal.columns.len()).filter(|_| deal.columns.len() > 1) {
        let mut fewer = deal.clone();
        let pile = fewer.columns.remove(n);
        if pile.cards.is_empty() {
            add(Rules { columns: rules.columns - 1, ..rules.clone() }, fewer);
        } else {
            let to = n.min(fewer.columns.len() - 1);
            fewer.columns[to].cards.extend(pile.cards);
            add(Rules { columns: rules.columns - 1, ..rules.clone() }, fewer);
        }
    }
    if let Some(empty) = deal.cells.iter().position(Option::is_none) {
        let mut fewer = deal.clone();
        fewer.cells.remove(empty);
        add(Rules { cells: rules.cells - 1, ..rules.clone() }, fewer);
    }
    let pile = |deal: &mut Deal, cards: Vec<Card>| {
        if let Some(column) = deal.columns.first_mut() {
            column.cards.extend(cards);
        }
    };
    for n in 0..deal.cells.len() {
        let mut without = deal.clone();
        if let Some(card) = without.cells[n].take() {
            pile(&mut without, vec![card]);
            add(rules.clone(), without);
        }
    }
    type Part = fn(&mut Deal) -> &mut Vec<Card>;
    let parts: [Part; 3] = [|deal| &mut deal.reserve, |deal| &mut deal.stock, |deal| &mut deal.waste];
    for part in parts {
        let mut without = deal.clone();
        let cards = std::mem::take(part(&mut without));
        pile(&mut without, cards);
        add(rules.clone(), without);
    }
    let mut turned = deal.clone();
    turned.columns.iter_mut().for_each(|pile| pile.face_down = 0);
    add(rules.clone(), turned);
    add(rules.clone(), Deal { redeals_used: 0, ..deal.clone() });
}

/// Adds games with one rule simplified.
fn simpler_rules(rules: &Rules, deal: &Deal, add: &mut impl FnMut(Rules, Deal)) {
    let usual = rules.clone();
    let stock = match rules.stock {
        Stock::Waste { draw: 2.., redeals, playable } => Stock::Waste { draw: 1, redeals, playable },
        Stock::Waste { redeals, playable, .. } if redeals != Redeals::NONE => Stock::waste(0, playable),
        Stock::Waste { playable: true, .. } => Stock::waste(0, false),
        Stock::Rows { onto_empty: false } => Stock::Rows { onto_empty: true },
        _ => Stock::None,
    };
    for rules in [
        Rules { stock, ..usual.clone() },
        Rules { group: Group::Single, ..usual.clone() },
        Rules { step: RankStep::One, ..usual.clone() },
        Rules { build: Build::AnySuit, ..usual.clone() },
        Rules { build: Build::Nothing, ..usual.clone() },
        Rules { empty_column: EmptyColumn::Any, ..usual.clone() },
        Rules { home: Home::Foundations, ..usual.clone() },
        Rules { worrying_back: false, ..usual },
    ] {
        add(rules, deal.clone());
    }
}
