//! Formulas as FreeCell deals, for any number of cells.
//!
//! That FreeCell with any fixed number of cells is NP-complete is a theorem of Helmert
//! (Complexity results for standard benchmark domains in planning, Artificial Intelligence
//! 143(2), 2003, section 4.3). The construction and the proof here are this project's own:
//! they share with his the idea that a truth value is a choice between two equal cards of
//! which one finds a place. Clauses may have any number of literals, none at all included, and
//! literals may repeat.
//!
//! # The deal
//!
//! Variables `1..=n`, clauses `1..=m`, clause `j` with `k_j` literals, `c` cells. Clubs (C) and
//! spades (S) are black, diamonds (D) and hearts (H) red. The ranks, upwards:
//!
//! * 1, the aces;
//! * `2i` and `2i + 1` for each variable `i`: its *heads* and its *selector*;
//! * `b_j ..= b_j + 2 k_j` for each clause `j`;
//! * a *blocker* for each of the `q = 3n + sum of k_j` columns other than the critical one;
//! * `c` *sinks*.
//!
//! With `T` for the last rank of the last clause the deck has `T + q + c` ranks of four suits.
//! For `m` clauses of three literals this is `5n + 10m + 1 + c`. The columns, deepest card
//! first:
//!
//! | column | cards |
//! |---|---|
//! | literal `x_i` | its blocker D; for every place `t` (from 0) of a clause `j` where the literal stands, `b_j + 2t + 1` S, lowest on top; head `2i` C |
//! | literal `not x_i` | the same with head `2i` S |
//! | selector `x_i` | its blocker D; `2i + 1` H |
//! | clause `j`, place `t` | its blocker D; `b_j + 2t + 1` C; `b_j + 2t + 2` H |
//! | critical column | the *rest*: every card not named elsewhere, by falling rank, aces on top; the *critical cards* `b_j` H of all clauses; the sinks, D |
//!
//! # An assignment wins
//!
//! Put the sinks into the cells. For each variable move the head of its true literal onto the
//! selector, and all spades that lay below it onto their hearts: `b_j + 2t + 1` S onto
//! `b_j + 2t + 2` H. In clause `j` let `t` be the first place whose literal is true. Move
//! `b_j + 2t` H (on top of place `t - 1`) onto `b_j + 2t + 1` S, then `b_j + 2t - 2` H onto
//! `b_j + 2t - 1` C, which has just come free, and so on down to place 0; for `t = 0` nothing is
//! to be moved. Now a black `b_j + 1` lies open, and takes the critical card `b_j` H.
//!
//! After this all cards go home, rank by rank: suppose that all cards below rank `r` are home.
//! The cards of rank `r` in the critical column are its topmost. A head has nothing above it;
//! a selector nothing or a head; spades in the columns of false literals lie in order below
//! their head. Elsewhere a card of rank `r` has cards of lower ranks above it, with one
//! exception: `r` C with `r = b_j + 2t + 1` may have `r + 1` H on it. But `r` H belongs to the
//! rest, so it goes first, then `r + 1` H, then `r` C. Blockers lie at the ground and sinks in
//! cells. Every card goes home by one move and moves at most once before: the plan is linear.
//!
//! # A win has an assignment
//!
//! Consider a legal play up to the moment when the last critical card leaves its column. All aces
//! belong to the rest, so no card is home. Call blockers and sinks *stray*: they are red and the
//! black cards one rank higher, if there are any, belong to the rest. So a stray card lies in a
//! cell or at the ground of a column, or is a sink not yet moved. Once the last sink has left,
//! `q + c` stray cards share the grounds of `q` columns and `c` cells. Hence no column is empty and
//! no cell is free any more. Every other card of the `q` columns lies where it was dealt, with all
//! below it, or is on a card that it fits (no card fits the one it was dealt on). From here on:
//!
//! * A head fits only its selector, for the other red card of that rank belongs to the rest. So
//!   of the two heads of a variable at most one has moved.
//! * If the head of a literal has not moved, its spades have not moved either and are covered.
//! * A critical card goes onto a black `b_j + 1`. Suppose that no literal of clause `j` has a
//!   moved head. Then this card is `b_j + 1` C, so `b_j + 2` H has left it, for a black
//!   `b_j + 3`; that is C again, so `b_j + 4` H has left it, and so on, until `b_j + 2 k_j` H
//!   lies on a black `b_j + 2 k_j + 1`. But those belong to the rest: a contradiction. (With
//!   no literals at all the critical card itself has no place.)
//!
//! So the literals whose heads have moved are true together and each clause has one of them.
//! `lift` reads them off at that moment. Without blockers there would be empty columns, and
//! without sinks free cells: [`Parts`] leaves them out, to see that both are needed.

mod play;

pub use play::{lift, lower};

use super::{BuiltGame, Cnf, ReduceError};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile, Suits};
use patsat_game::rules::{Build, Group, MOST_PLACES, Rules};

const CLUBS: u16 = 0;
const DIAMONDS: u16 = 1;
const HEARTS: u16 = 2;
const SPADES: u16 = 3;

/// Parts of the construction that can be left out, to see what they are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The cards at the ground of the columns.
    pub blockers: bool,
    /// The cards that fill the cells.
    pub sinks: bool,
}

impl Parts {
    /// The construction as it is proved.
    pub const ALL: Parts = Parts { blockers: true, sinks: true };
}

/// The deal of a formula.
///
/// # Errors
/// If it would need more columns or ranks than a game can have.
pub fn build(formula: &Cnf, cells: u16) -> Result<BuiltGame, ReduceError> {
    build_parts(formula, cells, Parts::ALL)
}

/// The deal of a formula with parts left out; their cards then belong to the rest.
///
/// # Errors
/// As [`build`].
pub fn build_parts(formula: &Cnf, cells: u16, parts: Parts) -> Result<BuiltGame, ReduceError> {
    let shape = RankPlan::new(formula, cells)?;
    let mut maker =
        Maker { columns: Vec::new(), labels: Vec::new(), used: vec![0; shape.ranks as usize + 1] };
    let mut blocker = shape.first_blocker;
    let mut column = |maker: &mut Maker, label: String, cards: &mut dyn Iterator<Item = Card>| {
        maker.columns.push(Vec::new());
        maker.labels.push(label);
        if parts.blockers {
            maker.put(card(blocker, DIAMONDS));
        }
        blocker += 1;
        cards.for_each(|card| maker.put(card));
    };
    let spades = shape.spades(formula);
    for variable in 1..=formula.variables {
        for (positive, suit) in [(true, CLUBS), (false, SPADES)] {
            let name = if positive { format!("x{variable}") } else { format!("not x{variable}") };
            let below = spades[place_of(variable, positive)].iter().rev().map(|&rank| card(rank, SPADES));
            column(&mut maker, name, &mut below.chain([card(2 * variable, suit)]));
        }
        let selector = card(2 * variable + 1, HEARTS);
        column(&mut maker, format!("selector x{variable}"), &mut [selector].into_iter());
    }
    for (j, clause) in formula.clauses.iter().enumerate() {
        for (&literal, t) in clause.iter().zip(0..) {
            let rank = shape.bases[j] + 2 * t + 1;
            let name = format!("clause {}, literal {}: {}", j + 1, t + 1, in_words(literal));
            column(&mut maker, name, &mut [card(rank, CLUBS), card(rank + 1, HEARTS)].into_iter());
        }
    }
    let Maker { mut columns, mut labels, mut used } = maker;
    let on_top: Vec<Card> = shape.on_critical(parts.sinks).collect();
    on_top.iter().for_each(|card| used[card.rank.0 as usize] |= 1 << card.suit.0);
    let rest = (1..=shape.ranks).rev().flat_map(|rank| (0..4).map(move |suit| card(rank, suit)));
    let mut critical: Vec<Card> = rest.filter(|c| used[c.rank.0 as usize] >> c.suit.0 & 1 == 0).collect();
    critical.extend(on_top);
    columns.push(critical);
    labels.push("critical column".into());
    let deal = Deal { columns: columns.into_iter().map(Pile::from).collect(), ..Deal::default() };
    Ok(BuiltGame { rules: rules(&shape, cells), deal, labels })
}

fn card(rank: u32, suit: u16) -> Card {
    Card::new(rank, suit)
}

fn in_words(literal: i32) -> String {
    let variable = literal.unsigned_abs();
    if literal > 0 { format!("x{variable}") } else { format!("not x{variable}") }
}

/// The place of a literal in lists over all literals.
fn place_of(variable: u32, positive: bool) -> usize {
    2 * (variable as usize - 1) + usize::from(!positive)
}

/// FreeCell, with this many ranks, columns and cells.
fn rules(shape: &RankPlan, cells: u16) -> Rules {
    let deck = DeckSpec { ranks: shape.ranks, suits: Suits::First(4), copies: 1 };
    Rules {
        cells,
        build: Build::AlternateColour,
        group: Group::BySpaces,
        ..Rules::plain("freecell", deck, shape.columns + 1)
    }
}

/// The ranks of the parts of the construction.
struct RankPlan {
    /// The first rank `b_j` of each clause.
    bases: Vec<u32>,
    /// The blocker of the first column; the others follow.
    first_blocker: u32,
    /// Number of columns beside the critical one, `q`.
    columns: u16,
    /// Number of cells and sinks, `c`.
    sinks: u16,
    ranks: u32,
}

impl RankPlan {
    fn new(formula: &Cnf, cells: u16) -> Result<RankPlan, ReduceError> {
        let literals: u64 = formula.clauses.iter().map(|clause| clause.len() as u64).sum();
        let needed = 3 * u64::from(formula.variables) + literals;
        let most = u64::from(MOST_PLACES) - 1;
        let columns = u16::try_from(needed).ok().filter(|&q| u64::from(q) <= most);
        let columns = columns.ok_or(ReduceError::TooLarge { what: "columns", needed, most })?;
        let clauses = formula.clauses.len() as u64;
        let needed =
            2 * u64::from(formula.variables) + 1 + 2 * literals + clauses + needed + u64::from(cells);
        let most = 1_000_000;
        if needed > most {
            return Err(ReduceError::TooLarge { what: "ranks", needed, most });
        }
        let mut next = 2 * formula.variables + 2;
        let bases = (formula.clauses.iter())
            .map(|clause| {
                let base = next;
                next += 2 * clause.len() as u32 + 1;
                base
            })
            .collect();
        let ranks = next - 1 + u32::from(columns) + u32::from(cells);
        Ok(RankPlan { bases, first_blocker: next, columns, sinks: cells, ranks })
    }

    /// The ranks of each literal's spades, rising.
    fn spades(&self, formula: &Cnf) -> Vec<Vec<u32>> {
        let mut spades = vec![Vec::new(); 2 * formula.variables as usize];
        for (clause, base) in formula.clauses.iter().zip(&self.bases) {
            for (&literal, t) in clause.iter().zip(0..) {
                spades[place_of(literal.unsigned_abs(), literal > 0)].push(base + 2 * t + 1);
            }
        }
        spades
    }

    /// What lies on the rest: the critical cards, the first clause's on top, and the sinks.
    fn on_critical(&self, sinks: bool) -> impl Iterator<Item = Card> {
        let first_sink = self.first_blocker + u32::from(self.columns);
        let sinks = if sinks { self.sinks } else { 0 };
        let critical = self.bases.iter().rev().map(|&base| card(base, HEARTS));
        critical.chain((0..u32::from(sinks)).map(move |n| card(first_sink + n, DIAMONDS)))
    }
}

/// Columns in the making.
struct Maker {
    columns: Vec<Vec<Card>>,
    labels: Vec<String>,
    /// For each rank a bit for each suit whose card is placed.
    used: Vec<u8>,
}

impl Maker {
    /// Puts a card onto the last column.
    fn put(&mut self, card: Card) {
        self.used[card.rank.0 as usize] |= 1 << card.suit.0;
        if let Some(column) = self.columns.last_mut() {
            column.push(card);
        }
    }
}
