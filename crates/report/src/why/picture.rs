//! What is to be seen of a pattern: the start's board if the pattern holds there, else the cards
//! whose places it forces.

use patsat_game::rules::Home;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, Pattern, Spot, TrackedTable};
use patsat_game::verify::implied;

/// A card that is seen, or a gap where others may lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    /// The card; `None`: any cards.
    pub(super) card: Option<CardNo>,
    /// Whether the pattern names it.
    pub(super) marked: bool,
}

/// What is to be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    /// Whether every card is seen, not only those whose places are known.
    pub(super) whole: bool,
    /// Deepest card first.
    pub(super) columns: Vec<Vec<Slot>>,
    /// One slot a cell; `None`: empty or unknown.
    pub(super) cells: Vec<Option<Slot>>,
    /// Cards known to be home: the highest of each foundation on the whole board, else those named.
    pub(super) home: Vec<Slot>,
    pub(super) reserve: Vec<Slot>,
    /// The next card first; long ones are cut, marked cards kept.
    pub(super) stock: Vec<Slot>,
    pub(super) waste: Vec<Slot>,
}

impl Picture {
    /// What is to be seen of a pattern; `None` if no position matches it.
    pub(super) fn of(instance: &Instance, cards: &Cards, pattern: &Pattern) -> Option<Picture> {
        if pattern.matches(cards.start()) {
            Some(Picture::start(cards, pattern))
        } else {
            Picture::sketch(instance, cards, pattern)
        }
    }

    fn start(cards: &Cards, pattern: &Pattern) -> Picture {
        Picture::whole(cards, &|card| pattern.spot(card).is_some())
    }

    /// The board at the start, no card marked.
    pub(super) fn board(cards: &Cards) -> Picture {
        Picture::whole(cards, &|_| false)
    }

    fn whole(cards: &Cards, marked: &dyn Fn(CardNo) -> bool) -> Picture {
        let start: TrackedTable = cards.track();
        let slot = |&card: &CardNo| Slot { card: Some(card), marked: marked(card) };
        Picture {
            whole: true,
            columns: start.columns().iter().map(|column| column.iter().map(slot).collect()).collect(),
            cells: start.cells().iter().map(|cell| cell.as_ref().map(slot)).collect(),
            home: Vec::new(),
            reserve: start.reserve().iter().map(slot).collect(),
            stock: start.stock().iter().rev().map(slot).collect(),
            waste: start.waste().iter().rev().map(slot).collect(),
        }
    }

    fn sketch(instance: &Instance, cards: &Cards, pattern: &Pattern) -> Option<Picture> {
        let implied = implied(instance, pattern)?;
        let slot = |card: CardNo| Slot { card: Some(card), marked: pattern.spot(card).is_some() };
        let gap = Slot { card: None, marked: false };
        // A fact that leaves several places open is still what is known.
        let spot = |card: CardNo| implied.spots[card.index()].or_else(|| pattern.spot(card));
        let mut above = vec![None; cards.len()];
        for card in cards.all() {
            if let Some(below) = spot(card).and_then(Spot::below) {
                above[below.index()] = Some(card);
            }
        }
        let start = cards.track();
        // Columns that still begin as dealt keep their place; the others come after them.
        let mut columns: Vec<Vec<Slot>> = start.columns().iter().map(|_| Vec::new()).collect();
        let home_column = |card: CardNo| start.columns().iter().position(|column| column.contains(&card));
        for card in cards.all() {
            let deepest = match spot(card) {
                Some(Spot::Bottom | Spot::BottomOf(_)) => true,
                Some(at) => at.below().is_some_and(|below| !spot(below).is_some_and(Spot::in_a_column)),
                None => false,
            };
            if !deepest {
                continue;
            }
            let mut column = Vec::new();
            let mut next = Some(card);
            if let Some(below) = spot(card).and_then(Spot::below) {
                column.extend([gap, slot(below)]);
            }
            while let Some(card) = next {
                column.push(slot(card));
                next = above[card.index()];
            }
            let own = match spot(card) {
                Some(Spot::BottomOf(column)) => Some(usize::from(column)),
                at => home_column(card).filter(|_| at == Some(cards.dealt(card))),
            };
            let free = |n: &usize| columns[*n].is_empty();
            let at = own.filter(free).or_else(|| (0..columns.len()).rev().find(free));
            match at {
                Some(at) => columns[at] = column,
                None => columns.push(column),
            }
        }
        let lies = move |wanted: Spot| move |card: &CardNo| spot(*card).is_some_and(|at| wanted.covers(at));
        let of = |wanted: Spot| cards.all().filter(lies(wanted)).map(slot);
        let mut cells: Vec<Option<Slot>> = of(Spot::Cell).map(Some).collect();
        cells.resize(cells.len().max(start.cells().len()), None);
        let named_home = |slot: &Slot| slot.marked || cards.rules().home == Home::Foundations;
        Some(Picture {
            whole: false,
            columns,
            cells,
            home: of(Spot::Home).filter(named_home).collect(),
            reserve: of(Spot::Reserve).collect(),
            stock: of(Spot::Stock).filter(|slot| slot.marked).collect(),
            waste: of(Spot::Waste).collect(),
        })
    }
}
