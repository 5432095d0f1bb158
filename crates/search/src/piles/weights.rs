//! The weights of a beam: a number for each feature of a position.

/// Number of features.
pub const FEATURES: usize = 26;

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
    /// A cell that is taken, and the last one.
    pub cells: [i32; 2],
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
            w.cells[0],
            w.cells[1],
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
            cells: [n[24], n[25]],
        }
    }
}
