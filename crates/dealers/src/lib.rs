//! How other programs turn a deal number into an order of cards, one dealer a file, and the names of
//! such deals.
//!
//! Every dealer returns the cards in dealing order. The layout of the game decides where each card goes, and this
//! crate does not depend on it. A card is any type that converts from a rank (from 1) and a suit (from 0: clubs,
//! diamonds, hearts, spades), so the crate of the games can depend on this one. A certificate lists the cards of the
//! position, so checking one does not require trust in the dealers.
//!
//! ```
//! use patsat_dealers::{DealId, microsoft};
//!
//! let deal: DealId = "ms:1".parse()?;
//! let cards: Vec<(u32, u16)> = microsoft::order(deal.number());
//! assert_eq!(cards[..2], [(11, 1), (2, 1)], "the jack of diamonds, then the two");
//! # Ok::<(), patsat_dealers::DealIdError>(())
//! ```
#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod deal_id;
pub mod klondike_solver;
pub mod kpat;
pub mod microsoft;
pub mod pysol;
pub mod random;
pub mod solvitaire;

pub use deal_id::{DealId, DealIdError, DealOrder, DealRange};
