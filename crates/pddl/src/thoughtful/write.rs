//! Writing a position as a task.

use super::check_expressible;
use super::ring::Ring;
use crate::names::Namer;
use patsat_base::FormatError;
use patsat_game::cards::Card;
use patsat_game::rules::EmptyColumn;
use patsat_game::state::Instance;
use std::fmt::Write as _;

/// Writes the position as a problem of [`super::DOMAIN`].
///
/// A face-up card that the next one does not continue is written as one that lies face down: it cannot move before it
/// is uncovered, and then it lies face up.
pub(crate) fn write(instance: &Instance) -> Result<String, FormatError> {
    let (rules, deal) = (&*instance.rules, &instance.deal);
    check_expressible(rules)?;
    if !deal.reserve.is_empty() {
        return Err(FormatError::unexpected("cards in a reserve", "columns, talon and foundations only"));
    }
    let namer = Namer::new(instance);
    let deck = rules.deck;
    let suits = deck.suits.iter();
    let card = |rank, suit| namer.card(Card::new(rank, suit));
    let list = |names: Vec<String>| names.join(" ");

    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |content: std::fmt::Arguments<'_>| _ = writeln!(text, "{content}");
    let size = format!("{}-{}-{}", deck.ranks, deck.suits, rules.columns);
    line(format_args!("(define (problem thoughtful-{size})\n(:domain thoughtful-typed)\n(:objects"));
    for suit in suits.clone() {
        line(format_args!("  {} - card", list((0..=deck.ranks).map(|rank| card(rank, suit)).collect())));
    }
    let columns: Vec<String> = (0..=rules.columns).map(|n| namer.empty_columns(n.into())).collect();
    line(format_args!("  {} - colnum", columns.join(" ")));
    line(format_args!("  {} - num", list((0..=deck.ranks).map(|n| namer.number(n as usize)).collect())));
    line(format_args!("  {} - suittype)", list(suits.clone().map(|suit| namer.suit(suit)).collect())));
    line(format_args!("(:init"));
    for pair in columns.windows(2) {
        line(format_args!("  (colsuccessor {} {})", pair[1], pair[0]));
    }
    for n in 1..=deck.ranks as usize {
        line(format_args!("  (successor {} {})", namer.number(n), namer.number(n - 1)));
    }
    for suit in suits.clone() {
        for rank in 0..=deck.ranks {
            let (name, number) = (card(rank, suit), namer.number(rank as usize));
            line(format_args!("  (value {name} {number}) (suit {name} {})", namer.suit(suit)));
        }
        if rules.empty_column == EmptyColumn::TopRank {
            line(format_args!("  (king {})", card(deck.ranks, suit)));
        }
    }
    // Aces go home.
    for upper in deck.distinct_cards().filter(|&card| card.rank != rules.first_rank()) {
        for onto in rules.may_stand_on(upper) {
            line(format_args!("  (canstack {} {})", namer.card(upper), namer.card(onto)));
        }
    }
    let empty = deal.columns.iter().filter(|pile| pile.cards.is_empty()).count();
    line(format_args!("  (colspace {})", namer.empty_columns(empty)));
    for pile in &deal.columns {
        let Some((bottom, top)) = pile.cards.first().zip(pile.cards.last()) else { continue };
        line(format_args!("  (bottomcol {})", namer.card(*bottom)));
        for pair in pile.cards.windows(2) {
            line(format_args!("  (on {} {})", namer.card(pair[1]), namer.card(pair[0])));
        }
        line(format_args!("  (clear {})", namer.card(*top)));
        let joined = pile.cards[pile.face_down..].windows(2).rev();
        let run = 1 + joined.take_while(|pair| rules.fits(pair[1], pair[0])).count();
        for &card in &pile.cards[pile.cards.len() - run..] {
            line(format_args!("  (faceup {})", namer.card(card)));
        }
    }
    let ring = Ring::of(&instance.table());
    if let Some((playable, (bottom, top))) = ring.card().zip(ring.cards.first().zip(ring.cards.last())) {
        line(format_args!("  (bottomtalon {})", namer.card(*bottom)));
        for pair in ring.cards.windows(2) {
            line(format_args!("  (ontalon {} {})", namer.card(pair[1]), namer.card(pair[0])));
        }
        line(format_args!("  (toptalon {})", namer.card(*top)));
        line(format_args!("  (talonplayable {})", namer.card(playable)));
    }
    for (suit, &height) in (0..).zip(&deal.foundations) {
        line(format_args!("  (home {})", card(height, suit)));
    }
    let goal = suits.map(|suit| format!("(home {})", card(deck.ranks, suit))).collect();
    line(format_args!(")\n(:goal (and {})))", list(goal)));
    Ok(text)
}
