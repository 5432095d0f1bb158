//! How good a position of Forty Thieves' kind looks; less is better.

use crate::states::thieves::{MAX_CARDS, MAX_COLUMNS, NONE, Step, ThiefBoard, ThiefGame};

/// Number of features.
pub const FEATURES: usize = 24;

/// What each feature costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A card that is not home.
    pub away: i32,
    /// A card of a column on one that it continues.
    pub join: i32,
    /// The first empty column, and each further one.
    pub empty: [i32; 2],
    /// A card of a column over a lower one of its suit: it must move before that one goes home.
    pub inversion: i32,
    /// The same in the waste.
    pub waste_inversion: i32,
    /// A card of a column, for each card over it that does not continue it, by how soon it will be wanted.
    pub buried: [i32; 4],
    /// A card of the waste, for each card over it, likewise.
    pub waste_buried: [i32; 4],
    /// A card of the waste.
    pub waste: i32,
    /// A card of a column on one of lower or equal rank.
    pub misfit: i32,
    /// A column whose deepest card is of the highest rank.
    pub king: i32,
    /// A card of the highest rank that is not at the bottom of a column.
    pub late: i32,
    /// For each foundation, each card over the nearest one that it waits for, in a column ...
    pub reach: i32,
    /// ... or in the waste;
    pub waste_reach: i32,
    /// and what it costs if they are all still in the stock.
    pub stock_reach: i32,
    /// Groups of cards in the column that has the fewest, and in the next one.
    pub short: [i32; 2],
    /// A top card, that of the waste included, that could be put on another one.
    pub mobile: i32,
}

impl Weights {
    /// The same numbers in a row.
    #[must_use]
    pub fn numbers(&self) -> [i32; FEATURES] {
        let w = self;
        [
            w.away,
            w.join,
            w.empty[0],
            w.empty[1],
            w.inversion,
            w.waste_inversion,
            w.buried[0],
            w.buried[1],
            w.buried[2],
            w.buried[3],
            w.waste_buried[0],
            w.waste_buried[1],
            w.waste_buried[2],
            w.waste_buried[3],
            w.waste,
            w.misfit,
            w.king,
            w.late,
            w.reach,
            w.waste_reach,
            w.stock_reach,
            w.short[0],
            w.short[1],
            w.mobile,
        ]
    }

    /// Weights from such a row.
    #[must_use]
    pub const fn new(n: [i32; FEATURES]) -> Weights {
        Weights {
            away: n[0],
            join: n[1],
            empty: [n[2], n[3]],
            inversion: n[4],
            waste_inversion: n[5],
            buried: [n[6], n[7], n[8], n[9]],
            waste_buried: [n[10], n[11], n[12], n[13]],
            waste: n[14],
            misfit: n[15],
            king: n[16],
            late: n[17],
            reach: n[18],
            waste_reach: n[19],
            stock_reach: n[20],
            short: [n[21], n[22]],
            mobile: n[23],
        }
    }
}

/// What the piles say of the foundations.
struct Wanted {
    /// For each suit, ranks of which every copy is home.
    full: [u8; 4],
    /// For each suit, the least depth of a card of the rank wanted by its highest foundation, and
    /// by the lowest; `u8::MAX` where none is seen.
    nearest: [[i32; 2]; 4],
}

/// Judges a position as a whole.
pub(super) fn score(weights: &Weights, game: &ThiefGame, board: &ThiefBoard) -> i32 {
    let mut total = weights.away * i32::from(board.left);
    let mut full = [0u8; 4];
    // The ranks that the highest and the lowest foundation of each suit wait for, from 0.
    let mut next = [[u8::MAX; 2]; 4];
    for suit in 0..game.suits {
        let kinds = suit * game.ranks..(suit + 1) * game.ranks;
        let copies = game.copies[usize::from(kinds.start)];
        let low = kinds.clone().take_while(|&kind| board.home(kind) == copies).count() as u8;
        let high = kinds.take_while(|&kind| board.home(kind) > 0).count() as u8;
        full[usize::from(suit)] = low;
        next[usize::from(suit)] = [high, if low < high { low } else { u8::MAX }];
    }
    let unseen = i32::MAX;
    let mut wanted = Wanted { full, nearest: [[unseen; 2]; 4] };
    let mut groups = [0u8; MAX_COLUMNS];
    let (mut empties, mut tops) = (0, 0u64);
    for column in 0..game.columns as u8 {
        if board.top(column) == NONE {
            empties += 1;
            continue;
        }
        tops |= 1 << game.kind(board.top(column));
        let number = &mut groups[usize::from(column)];
        total += pile::<false>(weights, game, board, column, &mut wanted, &next, number);
    }
    total += pile::<true>(weights, game, board, Step::WASTE, &mut wanted, &next, &mut 0);
    if empties > 0 {
        total += weights.empty[0] + weights.empty[1] * (empties - 1);
    }
    let reaches = next.iter().flatten().zip(wanted.nearest.iter().flatten());
    for (_, &reach) in reaches.filter(|&(&rank, _)| rank < game.ranks) {
        total += if reach == unseen { weights.stock_reach } else { reach };
    }
    let (mut least, mut second) = (20, 20);
    for &number in groups[..game.columns].iter().filter(|&&number| number > 0) {
        if number < least {
            (least, second) = (number, least);
        } else if number < second {
            second = number;
        }
    }
    total += weights.short[0] * i32::from(least) + weights.short[1] * i32::from(second);
    let tops_of = (0..game.columns as u8).chain([Step::WASTE]).map(|pile| board.top(pile));
    let mobile = tops_of.filter(|&top| top != NONE && game.onto[usize::from(game.kind(top))] & tops != 0);
    total + weights.mobile * mobile.count() as i32
}

fn pile<const WASTE: bool>(
    weights: &Weights,
    game: &ThiefGame,
    board: &ThiefBoard,
    pile: u8,
    wanted: &mut Wanted,
    next: &[[u8; 2]; 4],
    groups: &mut u8,
) -> i32 {
    let mut card = board.top(pile);
    let mut kinds = [0u8; MAX_CARDS];
    let mut count = 0;
    while card != NONE {
        kinds[count] = game.kind(card);
        count += 1;
        card = board.under(card);
    }
    let kinds = &kinds[..count];
    let mut total = 0;
    // Lowest rank of each suit at or below a depth, from the bottom up.
    let mut least = [u8::MAX; 4];
    let mut inversions = 0;
    for &kind in kinds.iter().rev() {
        let (suit, rank) = (usize::from(game.suit(kind)), game.rank(kind));
        inversions += i32::from(least[suit] < rank);
        least[suit] = least[suit].min(rank);
    }
    let (inversion, buried, reach) = match WASTE {
        true => (weights.waste_inversion, &weights.waste_buried, weights.waste_reach),
        false => (weights.inversion, &weights.buried, weights.reach),
    };
    total += inversions * inversion;
    let mut above = 0;
    for (n, &kind) in kinds.iter().enumerate() {
        let (suit, rank) = (usize::from(game.suit(kind)), game.rank(kind));
        let distance = usize::from(rank - 1 - wanted.full[suit].min(rank - 1));
        if let Some(cost) = buried.get(distance) {
            total += cost * above;
        }
        for (next, nearest) in next[suit].iter().zip(&mut wanted.nearest[suit]) {
            if next.wrapping_add(1) == rank {
                *nearest = (*nearest).min(reach * above);
            }
        }
        if WASTE {
            above += 1;
            total += if rank == game.ranks { weights.late } else { 0 };
            continue;
        }
        let below = kinds.get(n + 1).copied();
        match below {
            Some(below) if game.fits(kind, below) => total += weights.join,
            Some(below) => {
                total += if game.rank(below) <= rank { weights.misfit } else { 0 };
                above += 1;
            }
            None => above += 1,
        }
        if rank == game.ranks {
            total += if below.is_none() { weights.king } else { weights.late };
        }
    }
    if WASTE {
        total += weights.waste * above;
    }
    *groups = above as u8;
    total
}
