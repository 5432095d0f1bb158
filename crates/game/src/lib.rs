//! Solitaire card games as data, and the checkers that every answer rests on.
//!
//! This crate is the trusted base of the project. It contains no search, no formula and no solver, links no C, and
//! draws no random numbers. Read it in this order; each module builds only on those above it.
//!
//! 1. [`cards`]: a card, a deck, a deal. It trusts nothing. [`patsat_dealers`] maps the number of a deal to cards; a
//!    certificate lists the cards of the position, so it does not depend on that mapping.
//! 2. [`rules`]: a game is a value of [`rules::Rules`]. The module has the named games, the dealing of cards, and the
//!    questions about single cards (what fits on what, what goes home next).
//! 3. [`state`]: [`state::Table`] is the plain state, and the only definition of a legal move. The canonical key, plans
//!    and supermoves are derived from it. Two kinds of certificate are here as data: closed sets
//!    ([`state::closed_set`]) and dead patterns ([`state::patterns`]).
//! 4. [`verify`]: the only module that can make [`verify::Verified`] values. It replays plans, and checks closed sets
//!    and dead patterns move by move. Each check trusts the rules and `Table` alone.
//!
//! ```
//! use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
//! use patsat_game::rules::{Move, Place, Rules};
//! use patsat_game::state::{Instance, Plan};
//! use patsat_game::verify::replay;
//!
//! // FreeCell with the three lowest clubs, one column and one cell; deepest card first.
//! let rules = Rules { deck: DeckSpec::new(3, 1, 1), columns: 1, cells: 1, ..Rules::preset("freecell")? };
//! let column: Vec<Card> = vec!["2C".parse()?, "AC".parse()?, "3C".parse()?];
//! let game = Instance::new(rules, Deal { columns: vec![Pile::from(column)], ..Deal::default() })?;
//!
//! // A few moves. What breaks a rule is refused, with the rule.
//! let aside = Move::one(Place::Column(0), Place::Cell(0));
//! let home = Move::one(Place::Column(0), Place::Foundation(0));
//! let mut table = game.table();
//! let refused = table.apply(home).unwrap_err();
//! assert_eq!(refused.to_string(), "3C is not next on foundation 1, which holds 0 cards of suit 1");
//! table.apply(aside)?;
//! assert_eq!(table.cells(), [Some("3C".parse()?)]);
//!
//! // A plan counts once it has been replayed from the rules and the deal.
//! let last = Move::one(Place::Cell(0), Place::Foundation(0));
//! let plan = replay(&game, Plan::from(vec![aside, home, home, last]))?;
//! assert_eq!(plan.moves.len(), 4);
//!
//! // Games with a name and deals with a number.
//! let game = Instance::from_id(Rules::preset("freecell")?, "ms:11982".parse()?)?;
//! assert_eq!(game.deal.columns.len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub mod cards;
pub mod rules;
pub mod state;
pub mod verify;
