//! The rule that a move breaks, as a sentence for a player.

use crate::text::{STYLE, sentence};
use patsat::formats::CardStyle;
use patsat::game::cards::{Card, Colour};
use patsat::game::rules::{Build, EmptyColumn, RankStep, Rules};
use patsat::game::state::{MoveError, Table};

/// Names the rule that this move on this table breaks.
pub(crate) fn broken(table: &Table, illegal: &MoveError) -> String {
    let rules = table.rules();
    let name = |card: &Card| STYLE.card(*card, 0);
    match illegal {
        MoveError::DoesNotFit { onto, .. } => goes_on(rules, *onto),
        MoveError::EmptyColumn(_) if rules.empty_column == EmptyColumn::TopRank => {
            format!("Only a {} may fill an empty column.", rank(rules.last_rank().0))
        }
        MoveError::EmptyColumn(_) => "No card may fill an empty column in this game.".into(),
        MoveError::NotNext { card, .. } => match next_home(table, *card) {
            Some(next) => format!("{} goes home before {}.", name(&next), name(card)),
            None => format!("{} cannot go home.", name(card)),
        },
        MoveError::StaysHome(_) => "Cards that are home stay there.".into(),
        MoveError::HomeToHome => "A card comes back only to a column or a cell.".into(),
        MoveError::HoleRank { onto, .. } => {
            format!("Only a card one rank above or below {} goes into the hole.", name(onto))
        }
        MoveError::WholeColumn { .. } => "In this game only whole columns move to other columns.".into(),
        MoveError::PartOfRun(beneath) => {
            format!("A part of a run moves only if {} can then go home.", name(beneath))
        }
        MoveError::Taken { card, .. } => format!("A cell holds one card, and {} is in this one.", name(card)),
        MoveError::Capacity { count, capacity } => {
            format!("The empty cells and columns are enough to move {capacity} cards, not {count}.")
        }
        MoveError::NotARun { lower, upper } => {
            format!("{} on {} is not a run, so these cards do not move together.", name(upper), name(lower))
        }
        other => sentence(&other.to_string()),
    }
}

/// What the rules let be put on this card of a column.
fn goes_on(rules: &Rules, onto: Card) -> String {
    let on = STYLE.card(onto, 0);
    let Some(below) = rules.previous_rank(onto.rank) else { return format!("No card goes on {on}.") };
    let one = rules.step == RankStep::One;
    let rank = if one { rank(below.0) } else { "lower card".to_owned() };
    let other = match onto.colour() {
        Colour::Red => "black",
        Colour::Black => "red",
    };
    match rules.build {
        Build::AlternateColour => format!("Only a {other} {rank} goes on {on}."),
        Build::SameColour => {
            let own = if onto.colour() == Colour::Red { "red" } else { "black" };
            format!("Only a {own} {rank} goes on {on}.")
        }
        Build::SameSuit if one => {
            format!("Only {} goes on {on}.", STYLE.card(Card::new(below.0, onto.suit.0), 0))
        }
        Build::SameSuit => format!("Only a lower card of the same suit goes on {on}."),
        Build::AnySuit => {
            let article = if rank == "8" || rank == "ace" { "an" } else { "a" };
            format!("Only {article} {rank} goes on {on}.")
        }
        Build::Nothing => "No card goes on another in the columns of this game.".into(),
    }
}

fn rank(rank: u32) -> String {
    match rank {
        1 => "ace".into(),
        11 => "jack".into(),
        12 => "queen".into(),
        13 => "king".into(),
        n => n.to_string(),
    }
}

/// The next card of this suit that goes home.
fn next_home(table: &Table, card: Card) -> Option<Card> {
    let rules = table.rules();
    let heights = rules.deck.foundations_of(card.suit.0).map(|n| table.foundations()[n]);
    rules.next_home(card.suit.0, heights.min()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_of_each_game_is_named() {
        let cards = |onto: &str| onto.parse::<Card>().unwrap();
        for (game, onto, expected) in [
            ("freecell", "3D", "Only a black 2 goes on 3\u{2666}."),
            ("freecell", "KS", "Only a red queen goes on K\u{2660}."),
            ("freecell", "AS", "No card goes on A\u{2660}."),
            ("bakers-game", "3D", "Only 2\u{2666} goes on 3\u{2666}."),
            ("spider", "9D", "Only an 8 goes on 9\u{2666}."),
            ("spider", "2D", "Only an ace goes on 2\u{2666}."),
            ("hanoi-spider", "9D", "Only a lower card goes on 9\u{2666}."),
        ] {
            assert_eq!(goes_on(&Rules::preset(game).unwrap(), cards(onto)), expected, "{game}");
        }
    }
}
