//! A checker with its own implementation of the rules: it plays a plan card by card.
//!
//! This file shares only the types of tableaus and plans with the algorithms. Its state is piles
//! of cards, with a mark on those that had their intermediate move, and the foundations as the
//! ranks on top. It checks one move after the other.

use super::plan::{IntermediatePlace, Plan, Step};
use super::tableau::Tableau;
use patsat_game::cards::{Card, Suit};
use std::collections::BTreeMap;

/// A move that the rules do not allow, and the reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number} ({step}): {why}")]
pub struct MoveError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move.
    pub step: Step,
    /// What is wrong with it.
    pub why: MoveFault,
}

/// The fault of a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveFault {
    /// No such column.
    #[error("there is no column {0}")]
    NoColumn(usize),
    /// Nothing to move.
    #[error("column {0} is empty")]
    Nothing(usize),
    /// No foundation takes the card.
    #[error("no foundation takes {0}")]
    NotHome(Card),
    /// The card was moved before.
    #[error("{0} has had its intermediate move")]
    Again(Card),
    /// From a column to itself.
    #[error("{0} would stay where it is")]
    Stays(Card),
    /// The card below does not take it.
    #[error("{card} does not go onto {onto}")]
    NotOnto {
        card: Card,
        /// What it would lie on.
        onto: Card,
    },
    /// Empty columns take nothing in this variant.
    #[error("{0} may not go to an empty column here")]
    NotToEmpty(Card),
    /// There are no intermediate moves in this variant.
    #[error("{0} may only go home here")]
    OnlyHome(Card),
}

/// Plays a plan and counts the cards on the foundations.
///
/// # Errors
/// The first move that the rules do not allow.
pub fn check(tableau: &Tableau, rules: IntermediatePlace, plan: &Plan) -> Result<usize, MoveError> {
    check_columns(tableau.columns(), rules, plan)
}

/// The same for columns of any size, deepest card first: those of a reduction are larger than
/// any [`Tableau`].
///
/// # Errors
/// As [`check`].
pub fn check_columns(
    columns: &[Vec<Card>],
    rules: IntermediatePlace,
    plan: &Plan,
) -> Result<usize, MoveError> {
    let mut piles: Vec<Vec<(Card, bool)>> =
        columns.iter().map(|cards| cards.iter().map(|&card| (card, false)).collect()).collect();
    let mut foundations: BTreeMap<Suit, [u32; 2]> = BTreeMap::new();
    let mut home = 0;
    for (number, &step) in (1..).zip(&plan.0) {
        let refuse = |why| MoveError { number, step, why };
        match step {
            Step::Found { column } => {
                let (card, _) = top(&piles, column).map_err(refuse)?;
                let two = foundations.entry(card.suit).or_default();
                let place = two.iter_mut().find(|rank| **rank + 1 == card.rank.0);
                *place.ok_or_else(|| refuse(MoveFault::NotHome(card)))? += 1;
                piles[column].pop();
                home += 1;
            }
            Step::Place { from, to } => {
                let (card, moved) = top(&piles, from).map_err(refuse)?;
                let target = piles.get(to).ok_or_else(|| refuse(MoveFault::NoColumn(to + 1)))?;
                let wrong = match (rules, target.last()) {
                    _ if moved => Some(MoveFault::Again(card)),
                    _ if from == to => Some(MoveFault::Stays(card)),
                    (IntermediatePlace::None, _) => Some(MoveFault::OnlyHome(card)),
                    (IntermediatePlace::Suit, None) => Some(MoveFault::NotToEmpty(card)),
                    (IntermediatePlace::SuitOrEmpty, None) => None,
                    (_, Some(&(onto, _))) => {
                        let fits = onto.suit == card.suit && onto.rank.0 == card.rank.0 + 1;
                        (!fits).then_some(MoveFault::NotOnto { card, onto })
                    }
                };
                if let Some(why) = wrong {
                    return Err(refuse(why));
                }
                piles[from].pop();
                piles[to].push((card, true));
            }
        }
    }
    Ok(home)
}

fn top(piles: &[Vec<(Card, bool)>], column: usize) -> Result<(Card, bool), MoveFault> {
    let pile = piles.get(column).ok_or(MoveFault::NoColumn(column + 1))?;
    pile.last().copied().ok_or(MoveFault::Nothing(column + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use IntermediatePlace::{None, Suit, SuitOrEmpty};

    const fn home(column: usize) -> Step {
        Step::Found { column }
    }

    const fn place(from: usize, to: usize) -> Step {
        Step::Place { from, to }
    }

    #[test]
    fn plans_are_played_to_the_letter() {
        let tableau = Tableau::parse("2S AS\n3S\nKD 2S AS").unwrap();
        let played = |rules, steps: &[Step]| check(&tableau, rules, &Plan(steps.to_vec()));
        assert_eq!(played(None, &[home(0), home(0), home(1), home(2), home(2)]), Ok(5));
        assert_eq!(played(Suit, &[home(0), place(0, 1), home(2), home(1)]), Ok(3));
        assert_eq!(played(SuitOrEmpty, &[home(0), place(0, 1), home(2), place(2, 0)]), Ok(2));
        for (rules, steps, why) in [
            (Suit, vec![home(1)], "move 1 (2h): no foundation takes 3S"),
            (Suit, vec![home(0), home(0), home(0)], "move 3 (1h): column 1 is empty"),
            (Suit, vec![home(3)], "move 1 (4h): there is no column 4"),
            (Suit, vec![place(0, 12)], "move 1 (1(13)): there is no column 13"),
            (Suit, vec![place(0, 1)], "move 1 (12): AS does not go onto 3S"),
            (Suit, vec![home(0), place(0, 0)], "move 2 (11): 2S would stay where it is"),
            (None, vec![home(0), place(0, 1)], "move 2 (12): 2S may only go home here"),
            (Suit, vec![home(0), place(0, 1), place(1, 0)], "move 3 (21): 2S has had its intermediate move"),
            (Suit, vec![home(0), home(0), place(1, 0)], "move 3 (21): 3S may not go to an empty column here"),
        ] {
            assert_eq!(played(rules, &steps).unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn two_foundations_a_suit_and_no_more() {
        let tableau = Tableau::parse("2S\n2S\nAS").unwrap();
        let plan = Plan(vec![home(2), home(0), home(1)]);
        assert_eq!(
            check(&tableau, None, &plan).unwrap_err().to_string(),
            "move 3 (2h): no foundation takes 2S"
        );
    }
}
