//! A height game, and the steps of its positions.

use super::HeightFault;
use super::cover::{Counts, Level, covers, levels};
use crate::rules::{Feature, Features, Rules};
use crate::state::Instance;

/// What the games of the theorem may use.
const SUPPORTED: Features = Features::of(&[
    Feature::Cells,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::Supermoves,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
    Feature::WorryingBack,
]);

/// Most cards, and most columns and cells: the work for one position grows with their product.
const MOST: (usize, usize) = (512, 64);

/// How many cards of each pile lie where they were dealt.
pub(super) type Heights = Box<[u16]>;

/// A height game.
#[derive(Debug)]
pub(super) struct Game {
    /// Cards of each column, deepest first, as indices of the deck; then each card of the reserve as a pile of its own.
    piles: Vec<Vec<usize>>,
    /// How many of the piles are columns.
    columns: usize,
    cells: usize,
    levels: Vec<Level>,
    /// The level of each card.
    level_of: Vec<usize>,
    /// The cards of each suit, lowest first.
    suits: Vec<Vec<usize>>,
    /// The suit and the rank of each card, from 0.
    place: Vec<(usize, usize)>,
}

/// A position, as it matters for its steps.
struct StepPosition {
    /// How many cards of each suit may be home at most.
    homes: Vec<usize>,
    counts: Vec<Counts>,
    empty: usize,
}

impl Game {
    pub(super) fn new(instance: &Instance) -> Result<Game, HeightFault> {
        let (rules, table) = (&*instance.rules, instance.table());
        supported(rules)?;
        let deck = rules.deck;
        let columns = table.columns().iter();
        let mut piles: Vec<Vec<usize>> =
            columns.map(|pile| pile.cards.iter().map(|&card| deck.index(card)).collect()).collect();
        piles.extend(table.deal().reserve.iter().map(|&card| vec![deck.index(card)]));
        let suits: Vec<Vec<usize>> = (deck.suits.iter())
            .map(|suit| rules.on_foundation(suit, deck.ranks).map(|card| deck.index(card)).collect())
            .collect();
        let levels = levels(rules);
        let mut level_of = vec![0; deck.kinds()];
        for (n, level) in levels.iter().enumerate() {
            level.cards.iter().for_each(|&card| level_of[card] = n);
        }
        let mut place = vec![(0, 0); deck.kinds()];
        for (suit, cards) in suits.iter().enumerate() {
            cards.iter().enumerate().for_each(|(rank, &card)| place[card] = (suit, rank));
        }
        let (columns, cells) = (rules.columns.into(), rules.cells.into());
        Ok(Game { piles, columns, cells, levels, level_of, suits, place })
    }

    pub(super) fn start(&self) -> Heights {
        self.piles.iter().map(|pile| pile.len() as u16).collect()
    }

    /// The heights of the columns, without the reserve.
    pub(super) fn columns<'a>(&self, heights: &'a Heights) -> &'a [u16] {
        &heights[..self.columns]
    }

    fn here(&self, heights: &Heights) -> StepPosition {
        let mut dealt = vec![false; self.place.len()];
        let mut counts = vec![Counts::default(); self.levels.len()];
        for (n, (pile, &height)) in self.piles.iter().zip(heights).enumerate() {
            let left = &pile[..height.into()];
            left.iter().for_each(|&card| dealt[card] = true);
            if let (Some(&end), true) = (left.last(), n < self.columns) {
                counts[self.level_of[end]].ends += 1;
            }
        }
        let home = |suit: &Vec<usize>| suit.iter().take_while(|&&card| !dealt[card]).count();
        let homes: Vec<usize> = self.suits.iter().map(home).collect();
        for (suit, &home) in self.suits.iter().zip(&homes) {
            for (rank, &card) in suit.iter().enumerate() {
                let counts = &mut counts[self.level_of[card]];
                counts.optional += u16::from(rank < home);
                counts.forced += u16::from(rank >= home && !dealt[card]);
            }
        }
        let empty = self.columns(heights).iter().filter(|&&height| height == 0).count();
        StepPosition { homes, counts, empty }
    }

    /// The positions that one step leads to.
    pub(super) fn successors(&self, heights: &Heights, mut add: impl FnMut(Heights)) {
        let StepPosition { homes, mut counts, empty } = self.here(heights);
        for (n, pile) in self.piles.iter().enumerate() {
            let Some(left) = heights[n].checked_sub(1) else { continue };
            let card = pile[usize::from(left)];
            let level = self.level_of[card];
            let before = counts[level];
            let ((suit, rank), of_column) = (self.place[card], n < self.columns);
            counts[level].moved_now = homes[suit] < rank;
            counts[level].ends -= u16::from(of_column);
            if covers(&self.levels, &counts, empty, self.cells) {
                let mut after = heights.clone();
                after[n] = left;
                add(after);
            }
            counts[level] = before;
        }
    }
}

/// Whether the theorem is about a game.
fn supported(rules: &Rules) -> Result<(), HeightFault> {
    if let Some(feature) = rules.unsupported(SUPPORTED) {
        return Err(HeightFault::Game(feature.text()));
    }
    let (cards, places) = MOST;
    let fits = [
        (rules.deck.len() <= cards, "more than 512 cards"),
        (usize::from(rules.columns) <= places, "more than 64 columns"),
        (usize::from(rules.cells) <= places, "more than 64 cells"),
    ];
    fits.into_iter().find(|(fits, _)| !fits).map_or(Ok(()), |(_, what)| Err(HeightFault::Game(what)))
}
