//! A game of tracked cards, and the steps of its positions.

use super::TrackedFault;
use crate::cards::{Card, Pile};
use crate::rules::{EmptyColumn, Feature, Features, Group, Redeals, Rules, Stock};
use crate::state::Instance;

/// What the games of the theorem may use.
const SUPPORTED: Features = Features::of(&[
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::BuiltRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
    Feature::Waste,
    Feature::PlayableStock,
    Feature::Redeals,
    Feature::WorryingBack,
    Feature::DrawsOfSeveral,
    Feature::UnlimitedRedeals,
]);

/// A set of tracked cards, by their numbers.
type Set = u64;

/// A position, as far as the tracked cards say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Position {
    home: Set,
    /// Cards of the columns that lie where they were dealt, but for those that lie on an own card.
    dealt: Set,
    /// Cards of the list of waste and stock.
    listed: Set,
    /// Cards of the list that lie in the waste.
    waste: u16,
    redeals: u16,
}

/// The properties of a tracked card. Cards that are free are only counted.
#[derive(Debug)]
struct TrackedCard {
    is_king: bool,
    /// Those of its rank that carry the same cards and may be put on the same, itself among them.
    like: (Set, u32),
    /// Those that may be put on it.
    children: Set,
    /// Those that it may be put on.
    parents: (Set, u32),
    lower: Set,
    higher: Set,
    /// Those of which all must be home, so that it goes home at once.
    safe: Set,
}

/// A game of tracked cards.
#[derive(Debug)]
pub(super) struct Game {
    cards: Vec<TrackedCard>,
    /// The tracked cards of each column, deepest first, and whether each is own when it is the last.
    columns: Vec<Vec<(usize, bool)>>,
    /// The tracked cards of waste and stock, in the order in which they are drawn.
    list: Vec<usize>,
    /// Cards that a draw turns, and redeals; nothing if every card can be had at any time.
    draws: Option<(u16, Redeals)>,
    kings_fill: bool,
    worrying_back: bool,
    start: Position,
}

impl Game {
    pub(super) fn new(instance: &Instance, tracked: &[Card]) -> Result<Game, TrackedFault> {
        let (rules, table) = (&*instance.rules, instance.table());
        let deal = table.deal();
        supported(rules, deal.reserve.is_empty())?;
        let number = |card: &Card| tracked.iter().position(|other| other == card);
        let set = |wanted: &dyn Fn(Card) -> bool| -> (Set, u32) {
            rules.deck.all_cards().filter(|&card| wanted(card)).fold((0, 0), |(set, free), card| {
                number(&card).map_or((set, free + 1), |n| (set | 1 << n, free))
            })
        };
        let carried = |card: Card| -> Vec<Card> {
            rules.deck.all_cards().filter(|&other| rules.fits(other, card)).collect()
        };
        // The tracked cards of the suits of `on` that are at least `ranks` ranks lower than `card`.
        let beneath = |card: Card, on: &[Card], ranks: u32| {
            let suits: Vec<u16> = on.iter().map(|card| card.suit.0).collect();
            set(&move |other| suits.contains(&other.suit.0) && other.rank.0 + ranks <= card.rank.0).0
        };
        let of = |&card: &Card| {
            let alike = |other: Card| {
                other.rank == card.rank
                    && carried(other) == carried(card)
                    && rules.may_stand_on(other).eq(rules.may_stand_on(card))
            };
            let children = carried(card);
            let grandchildren: Vec<Card> = children.iter().flat_map(|&child| carried(child)).collect();
            TrackedCard {
                is_king: card.rank == rules.last_rank(),
                like: set(&alike),
                children: set(&|other| rules.fits(other, card)).0,
                parents: set(&|other| rules.fits(card, other)),
                lower: set(&|other| other.suit == card.suit && other.rank < card.rank).0,
                higher: set(&|other| other.suit == card.suit && other.rank > card.rank).0,
                safe: beneath(card, &children, 2) | beneath(card, &grandchildren, 3),
            }
        };
        let column = |pile: &Pile| {
            let of = |(depth, card): (usize, &Card)| {
                let joined = depth > pile.face_down && rules.fits(*card, pile.cards[depth - 1]);
                Some((number(card)?, !joined && (depth > 0 || card.rank != rules.last_rank())))
            };
            pile.cards.iter().enumerate().filter_map(of).collect::<Vec<_>>()
        };
        let columns: Vec<Vec<(usize, bool)>> = table.columns().iter().map(column).collect();
        let whole: Vec<&Card> = deal.waste.iter().chain(deal.stock.iter().rev()).collect();
        let list: Vec<usize> = whole.iter().filter_map(|card| number(card)).collect();
        let draws = match rules.stock {
            Stock::Waste { draw: 1, redeals: Redeals::Unlimited, .. } => None,
            Stock::Waste { draw, redeals, .. } if list.len() == whole.len() => Some((draw, redeals)),
            _ => None,
        };
        let is_home = |card: &Card| {
            let foundation = rules.deck.foundations_of(card.suit.0).start;
            card.rank.0 <= table.foundations()[foundation]
        };
        let start = Position {
            home: set(&|card| is_home(&card)).0,
            dealt: columns.iter().flatten().fold(0, |dealt, (n, _)| dealt | 1 << n),
            listed: list.iter().fold(0, |listed, n| listed | 1 << n),
            waste: if draws.is_some() { deal.waste.len() as u16 } else { 0 },
            redeals: if draws.is_some() { deal.redeals_used as u16 } else { 0 },
        };
        Ok(Game {
            cards: tracked.iter().map(of).collect(),
            columns,
            list,
            draws,
            kings_fill: rules.empty_column == EmptyColumn::TopRank,
            worrying_back: rules.worrying_back,
            start,
        })
    }

    pub(super) fn start(&self) -> Position {
        self.turned_up(self.start)
    }

    pub(super) fn is_won(&self, position: &Position) -> bool {
        position.home.count_ones() as usize == self.cards.len()
    }

    /// The own cards of the columns, and those that lie face up elsewhere in them.
    fn face_up(&self, position: &Position) -> (Set, Set) {
        let last = |column: &Vec<(usize, bool)>| {
            column.iter().rev().find(|(n, _)| position.dealt & 1 << n != 0).map_or(0, |(n, _)| 1 << n)
        };
        let own = self.columns.iter().map(last).fold(0, |own, card| own | card);
        let all = ((1u128 << self.cards.len()) as Set).wrapping_sub(1);
        (own, all & !(position.home | position.dealt | position.listed))
    }

    /// The same position, after cards that are never own have come up with the one beneath them that has.
    fn turned_up(&self, mut position: Position) -> Position {
        for column in &self.columns {
            let dealt = position.dealt;
            let left = column.iter().rev().filter(|(n, _)| dealt & 1 << n != 0);
            left.take_while(|(_, is_own)| !is_own).for_each(|(n, _)| position.dealt &= !(1 << n));
        }
        position
    }

    fn can_be_bared(&self, card: &TrackedCard, (own, up): (Set, Set)) -> bool {
        let (like, free) = card.like;
        ((own | up) & like).count_ones() + free > (up & card.children).count_ones()
    }

    fn has_room(&self, card: &TrackedCard, (own, up): (Set, Set)) -> bool {
        if card.is_king {
            let kings = self.cards.iter().enumerate().filter(|(n, card)| card.is_king && up & 1 << n != 0);
            return self.kings_fill && (own.count_ones() as usize) + kings.count() < self.columns.len();
        }
        let (parents, free) = card.parents;
        ((own | up) & parents).count_ones() + free > (up & card.like.0).count_ones()
    }

    /// The cards of the list that can be played, with what lies in the waste afterwards and the redeals used by then.
    fn playable(&self, position: &Position) -> Vec<(usize, u16, u16)> {
        let left: Vec<usize> = self.list.iter().copied().filter(|n| position.listed & 1 << n != 0).collect();
        let Some((draw, redeals)) = self.draws else {
            return left.into_iter().map(|n| (n, 0, 0)).collect();
        };
        let (cards, mut waste, mut used) = (left.len() as u16, position.waste, position.redeals);
        let (mut found, mut passes): (Vec<(usize, u16, u16)>, _) = (Vec::new(), 0);
        while passes < 2 {
            if let Some(top) = waste.checked_sub(1) {
                let card = left[usize::from(top)];
                if found.iter().all(|(other, ..)| *other != card) {
                    found.push((card, top, used));
                }
            }
            if waste < cards {
                waste = waste.saturating_add(draw).min(cards);
            } else if cards > 0 && redeals.allowed_after(used.into()) {
                (waste, passes) = (0, passes + 1);
                used += u16::from(redeals != Redeals::Unlimited);
            } else {
                break;
            }
        }
        found
    }

    /// The positions that one step leads to.
    pub(super) fn successors(&self, position: &Position, mut add: impl FnMut(Position)) {
        let face_up @ (own, up) = self.face_up(position);
        for (n, card) in self.cards.iter().enumerate() {
            let one = 1 << n;
            if (own | up) & one != 0 {
                let away = self.turned_up(Position { dealt: position.dealt & !one, ..*position });
                if card.lower & !position.home == 0 && self.can_be_bared(card, face_up) {
                    add(Position { home: away.home | one, ..away });
                }
                if own & one != 0 && self.has_room(card, face_up) {
                    add(away);
                }
            }
            let is_last = position.home & one != 0 && card.higher & position.home == 0;
            if self.worrying_back && is_last && self.has_room(card, face_up) {
                add(Position { home: position.home & !one, ..*position });
            }
        }
        for (n, waste, redeals) in self.playable(position) {
            let (card, one) = (&self.cards[n], 1 << n);
            let away = Position { listed: position.listed & !one, waste, redeals, ..*position };
            if card.lower & !position.home == 0 {
                add(Position { home: away.home | one, ..away });
            }
            if self.has_room(card, face_up) {
                add(away);
            }
        }
    }

    /// The position after all safe cards went home.
    pub(super) fn settled(&self, mut position: Position) -> Position {
        loop {
            let face_up @ (own, up) = self.face_up(&position);
            let anywhere = if self.draws.is_none() { position.listed } else { 0 };
            let safe = self.cards.iter().enumerate().find(|(n, card)| {
                let there = (own | up) & 1 << n != 0 && self.can_be_bared(card, face_up);
                (there || anywhere & 1 << n != 0) && (card.lower | card.safe) & !position.home == 0
            });
            let Some((n, _)) = safe else { return position };
            let Position { home, dealt, listed, .. } = position;
            let (home, dealt, listed) = (home | 1 << n, dealt & !(1 << n), listed & !(1 << n));
            position = self.turned_up(Position { home, dealt, listed, ..position });
        }
    }
}

/// Whether the theorem is about a game.
fn supported(rules: &Rules, no_reserve: bool) -> Result<(), TrackedFault> {
    if let Some(feature) = rules.unsupported(SUPPORTED) {
        return Err(TrackedFault::Game(feature.text()));
    }
    let fits = [
        (rules.group == Group::BuiltRun, "single cards that move"),
        (rules.empty_column != EmptyColumn::Any, "empty columns that take every card"),
        (no_reserve, "a reserve"),
        (rules.deck.len() <= 64, "more than 64 cards"),
    ];
    fits.into_iter().find(|(fits, _)| !fits).map_or(Ok(()), |(_, what)| Err(TrackedFault::Game(what)))
}
