//! Writing a position as a task.

use super::check_expressible;
use super::names::Namer;
use patsat_base::FormatError;
use patsat_game::cards::Card;
use patsat_game::state::Instance;
use std::fmt::Write as _;

/// Writes the position as a problem of [`super::DOMAIN`].
pub(crate) fn write(instance: &Instance) -> Result<String, FormatError> {
    let (rules, deal) = (&*instance.rules, &instance.deal);
    check_expressible(rules)?;
    if !deal.reserve.is_empty() {
        return Err(FormatError::unexpected("cards in a reserve", "columns, cells and foundations only"));
    }
    if deal.columns.iter().any(|pile| pile.face_down > 0) {
        return Err(FormatError::unexpected("face-down cards", "every card face up"));
    }
    let namer = Namer::new(instance);
    let deck = rules.deck;
    let most = deck.ranks.max(rules.columns.into()).max(rules.cells.into());
    let card = |rank, suit| namer.card(Card::new(rank, suit));
    let list = |names: Vec<String>| names.join(" ");
    let suits = deck.suits.iter();

    let mut text = String::new();
    let size = format!("{}-{}-{}-{}", deck.ranks, deck.suits, rules.columns, rules.cells);
    // Writing to a string cannot fail.
    let mut line = |content: std::fmt::Arguments<'_>| _ = writeln!(text, "{content}");
    line(format_args!("(define (problem freecell-{size})\n(:domain freecell)\n(:objects"));
    for suit in suits.clone() {
        line(format_args!("  {} - card", list((0..=deck.ranks).map(|rank| card(rank, suit)).collect())));
    }
    let apart = namer.apart();
    let most = if apart { deck.ranks } else { most };
    line(format_args!("  {} - num", list((0..=most).map(|n| namer.number(n as usize)).collect())));
    let columns: Vec<String> = (0..=rules.columns).map(|n| namer.columns(n.into())).collect();
    let cells: Vec<String> = (0..=rules.cells).map(|n| namer.cells(n.into())).collect();
    if apart {
        line(format_args!("  {} - colnum\n  {} - cellnum", columns.join(" "), cells.join(" ")));
    }
    line(format_args!("  {} - suit)", list(suits.clone().map(|suit| namer.suit(suit)).collect())));
    line(format_args!("(:init"));
    for n in 1..=most as usize {
        line(format_args!("  (successor {} {})", namer.number(n), namer.number(n - 1)));
    }
    for (counts, numbers) in [("colsuccessor", &columns), ("cellsuccessor", &cells)] {
        for pair in numbers.windows(2).filter(|_| apart) {
            line(format_args!("  ({counts} {} {})", pair[1], pair[0]));
        }
    }
    let of_suit = if apart { "hassuit" } else { "suit" };
    for suit in suits.clone() {
        for rank in 0..=deck.ranks {
            let (name, number) = (card(rank, suit), namer.number(rank as usize));
            line(format_args!("  (value {name} {number}) ({of_suit} {name} {})", namer.suit(suit)));
        }
    }
    // Aces go home, and the Autoscale collection lets them go nowhere else in the tableau.
    for upper in deck.distinct_cards().filter(|card| !apart || card.rank.0 > 1) {
        for onto in rules.may_stand_on(upper) {
            line(format_args!("  (canstack {} {})", namer.card(upper), namer.card(onto)));
        }
    }
    for (suit, &height) in (0..).zip(&deal.foundations) {
        line(format_args!("  (home {})", card(height, suit)));
    }
    for pile in &deal.columns {
        let Some((bottom, top)) = pile.cards.first().zip(pile.cards.last()) else { continue };
        line(format_args!("  (bottomcol {})", namer.card(*bottom)));
        for pair in pile.cards.windows(2) {
            line(format_args!("  (on {} {})", namer.card(pair[1]), namer.card(pair[0])));
        }
        line(format_args!("  (clear {})", namer.card(*top)));
    }
    for &held in deal.cells.iter().flatten() {
        line(format_args!("  (incell {})", namer.card(held)));
    }
    let free = deal.cells.iter().filter(|cell| cell.is_none()).count();
    let empty = deal.columns.iter().filter(|pile| pile.cards.is_empty()).count();
    line(format_args!("  (cellspace {})\n  (colspace {}))", namer.cells(free), namer.columns(empty)));
    let goal = suits.map(|suit| format!("(home {})", card(deck.ranks, suit))).collect();
    line(format_args!("(:goal (and {})))", list(goal)));
    Ok(text)
}
