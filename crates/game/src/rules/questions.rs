//! Questions about single cards under the rules, and the only place where ranks are counted up or down.
//!
//! Code that calls these methods instead of comparing ranks needs no change for a game with
//! another order of ranks, such as one whose foundations start from a base rank.

use super::{Build, EmptyColumn, Group, Home, RankStep, Rules};
use crate::cards::{Card, Deal, DealError, Rank, Suit};

impl Rules {
    /// The rank that goes home first: that of the first card of a foundation.
    #[must_use]
    pub fn first_rank(&self) -> Rank {
        Rank(self.base)
    }

    /// The rank that goes home last, and that a complete run starts from.
    #[must_use]
    pub fn last_rank(&self) -> Rank {
        self.deck.rank_after(self.first_rank(), self.deck.ranks - 1)
    }

    /// How many ranks go home before this one.
    #[must_use]
    pub fn ranks_before(&self, rank: Rank) -> u32 {
        if rank.0 < self.base { rank.0 + self.deck.ranks - self.base } else { rank.0 - self.base }
    }

    /// The rank that goes home after this one; `None` after the last.
    #[must_use]
    pub fn next_rank(&self, rank: Rank) -> Option<Rank> {
        (rank != self.last_rank()).then(|| if rank.0 == self.deck.ranks { Rank(1) } else { Rank(rank.0 + 1) })
    }

    /// The rank that goes home before this one; `None` before the first.
    #[must_use]
    pub fn previous_rank(&self, rank: Rank) -> Option<Rank> {
        (rank != self.first_rank()).then(|| Rank(if rank.0 == 1 { self.deck.ranks } else { rank.0 - 1 }))
    }

    /// The card that goes next on a foundation of this suit with `height` cards; `None` if it is complete.
    #[must_use]
    pub fn next_home(&self, suit: u16, height: u32) -> Option<Card> {
        let rank = || self.deck.rank_after(self.first_rank(), height);
        (height < self.deck.ranks).then(|| Card { rank: rank(), suit: Suit(suit) })
    }

    /// The top card of a foundation of this suit and height; `None` if it is empty.
    #[must_use]
    pub fn last_home(&self, suit: u16, height: u32) -> Option<Card> {
        self.next_home(suit, height.checked_sub(1)?)
    }

    /// The cards on a foundation of this suit with `height` cards, the first one first.
    pub fn on_foundation(&self, suit: u16, height: u32) -> impl Iterator<Item = Card> + use<> {
        let (deck, base) = (self.deck, self.first_rank());
        (0..height).map(move |below| Card { rank: deck.rank_after(base, below), suit: Suit(suit) })
    }

    /// The ranks of a complete run, deepest card first.
    pub fn run_ranks(&self) -> impl Iterator<Item = Rank> + use<> {
        let (deck, base) = (self.deck, self.first_rank());
        (0..deck.ranks).rev().map(move |below| deck.rank_after(base, below))
    }

    /// Checks that a position holds exactly the deck.
    ///
    /// # Errors
    /// As of [`Deal::check`].
    pub fn check_deal(&self, deal: &Deal) -> Result<(), DealError> {
        deal.check(self.deck, self.first_rank())
    }

    /// Whether `card` may follow `last` into a hole.
    #[must_use]
    pub fn goes_into_hole(&self, card: Card, last: Card) -> bool {
        let (low, high) = (card.rank.min(last.rank), card.rank.max(last.rank));
        let around = self.home == Home::HoleAroundCorner && low.0 == 1 && high.0 == self.deck.ranks;
        high.0 - low.0 == 1 || (around && low != high)
    }

    /// Whether `card` may be put on `onto` in the tableau.
    #[must_use]
    pub fn fits(&self, card: Card, onto: Card) -> bool {
        let rank = match self.step {
            RankStep::One => self.next_rank(card.rank) == Some(onto.rank),
            RankStep::Any => self.ranks_before(card.rank) < self.ranks_before(onto.rank),
        };
        rank && match self.build {
            Build::AlternateColour => card.colour() != onto.colour(),
            Build::SameSuit => card.suit == onto.suit,
            Build::SameColour => card.colour() == onto.colour(),
            Build::AnySuit => true,
            Build::Nothing => false,
        }
    }

    /// The different cards that `card` may be put on in the tableau, lower ranks first.
    pub fn may_stand_on(&self, card: Card) -> impl Iterator<Item = Card> {
        let next = self.next_rank(card.rank);
        let last = match self.step {
            RankStep::One => next,
            RankStep::Any => Some(self.last_rank()),
        };
        let order = |rank| self.ranks_before(rank);
        let ranks = next.zip(last).into_iter().flat_map(move |(first, last)| order(first)..=order(last));
        let rank = |below| self.deck.rank_after(self.first_rank(), below);
        let cards = ranks.flat_map(move |below| self.deck.of_rank(rank(below).0));
        cards.filter(move |&onto| self.fits(card, onto))
    }

    /// Whether `upper`, lying on `lower`, continues a run of one suit without a gap.
    #[must_use]
    pub fn in_sequence(&self, lower: Card, upper: Card) -> bool {
        upper.suit == lower.suit && self.next_rank(upper.rank) == Some(lower.rank)
    }

    /// Whether `upper`, lying face up on `lower`, moves with it.
    #[must_use]
    pub fn moves_with(&self, lower: Card, upper: Card) -> bool {
        match self.group {
            Group::Single => false,
            Group::BySpaces | Group::BuiltRun | Group::WholeColumn | Group::PartForHome => {
                self.fits(upper, lower)
            }
            // Also where a card may lie on any higher one, cards move together only in sequence.
            Group::SuitRun => self.in_sequence(lower, upper) && self.fits(upper, lower),
            Group::AnyFaceUp => true,
        }
    }

    /// Whether `card` may fill an empty column.
    #[must_use]
    pub fn may_fill_column(&self, card: Card) -> bool {
        match self.empty_column {
            EmptyColumn::Any => true,
            EmptyColumn::TopRank => card.rank == self.last_rank(),
            EmptyColumn::Nothing => false,
            EmptyColumn::ReserveThenAny | EmptyColumn::ReserveThenWaste | EmptyColumn::WasteThenStock => true,
        }
    }
}
