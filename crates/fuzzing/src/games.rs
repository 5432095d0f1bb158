//! Games small enough to be solved by visiting all positions.
//!
//! Every card is an object of its own, so the solution relies neither on a search nor on the canonical key. The targets
//! compare the claims that a checker accepts with it.

use patsat_game::rules::{Cost, Group};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_testkit::any_game::{any_game, reached};
use patsat_testkit::{Dice, small_game, small_spider};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// The most positions of a game.
const MOST: usize = 250;

/// A game and its solution.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    /// The game.
    pub instance: Instance,
    /// Whether it can be won.
    pub winnable: bool,
    /// The least cost of a plan, in m1, m2 and m3.
    pub cheapest: Option<[u32; 3]>,
}

impl SolvedGame {
    /// Solves a game; returns `None` if it has too many positions.
    #[must_use]
    pub fn of(instance: Instance) -> Option<SolvedGame> {
        let all = reached(&instance, MOST)?;
        let winnable = all.iter().any(|position| position.table().is_won());
        let costs = [Cost::M1, Cost::M2, Cost::M3].map(|cost| cheapest(&instance, cost));
        assert_eq!(costs[0].is_some(), winnable, "two ways to look at everything must agree");
        let cheapest = match costs {
            [Some(m1), Some(m2), Some(m3)] => Some([m1, m2, m3]),
            _ => None,
        };
        Some(SolvedGame { instance, winnable, cheapest })
    }

    /// Returns the least cost of a plan, if there is one.
    #[must_use]
    pub fn cheapest(&self, cost: Cost) -> Option<u32> {
        let [m1, m2, m3] = self.cheapest?;
        Some(match cost {
            Cost::M1 => m1,
            Cost::M2 => m2,
            Cost::M3 => m3,
        })
    }
}

/// Some games, half of them lost: of `FreeCell`'s family, of Spider's, and of any rules.
pub fn games() -> &'static [SolvedGame] {
    static GAMES: OnceLock<Vec<SolvedGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut games = Vec::new();
        let any = |seed| any_game(&mut Dice::new(seed), 8);
        let kinds: [&dyn Fn(u64) -> Instance; 3] = [&small_game, &small_spider, &any];
        for kind in kinds {
            let mut room = BTreeMap::from([(false, 4), (true, 4)]);
            for known in (0..4000).filter_map(|seed| SolvedGame::of(kind(seed))) {
                if room.values().all(|&left| left == 0) {
                    break;
                }
                let start = known.instance.table();
                let Some(left) = room.get_mut(&known.winnable).filter(|left| **left > 0) else { continue };
                // A game that is won or stuck at its start tests little.
                if start.is_won() || start.moves().len() < 2 {
                    continue;
                }
                *left -= 1;
                games.push(known);
            }
            assert!(room.values().all(|&left| left == 0), "too few games");
        }
        games
    })
}

/// Returns the game that a byte selects.
pub fn game(byte: u8) -> &'static SolvedGame {
    let games = games();
    &games[usize::from(byte) % games.len()]
}

/// Returns the least cost of a plan, by uniform-cost search on the table.
fn cheapest(instance: &Instance, cost: Cost) -> Option<u32> {
    let single = cost == Cost::M1 && instance.rules.group == Group::BySpaces;
    let mut known: HashMap<StateKey, u32> = HashMap::new();
    let mut layers: BTreeMap<u32, Vec<Table>> = BTreeMap::from([(0, vec![instance.table()])]);
    while let Some((so_far, tables)) = layers.pop_first() {
        let mut open = tables;
        while let Some(table) = open.pop() {
            if known.get(&table.key()).is_some_and(|&before| before <= so_far) {
                continue;
            }
            known.insert(table.key(), so_far);
            if table.is_won() {
                return Some(so_far);
            }
            let moves = if single { table.single_moves() } else { table.moves() };
            for action in moves {
                let mut after = table.clone();
                after.apply(action).expect("a move of the table is legal");
                match u32::from(cost != Cost::M3 || !action.goes_home()) {
                    0 => open.push(after),
                    more => layers.entry(so_far + more).or_default().push(after),
                }
            }
        }
    }
    None
}
