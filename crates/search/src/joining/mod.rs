//! Random play that joins what it can: for games of complete runs with very many columns.
//!
//! The idea: where every rank has its place, as in deals made of formulas, nearly every join is
//! right and a few are choices. So joins are made in random order while there are any. Then, if
//! there is an empty column, the highest of the columns that are out of order gives its last run to
//! it, and so on. If all columns come to fall in suit the game is won ([`patsat_states::theory::sorted`]).
//! Otherwise the same starts again. A join costs the cards that it moves, however many columns
//! there are.
//!
//! It never splits a run, so it proves nothing about a game that it does not win.

mod board;

use super::{Budget, Limit};
use board::Board;
use patsat_base::{SplitMix64, mixed};
use patsat_game::rules::{Build, EmptyColumn, Group, Home, RankStep};
use patsat_game::state::{Instance, Plan, Table};
use patsat_states::theory::{Spider, sorted};

/// How a series of plays ended.
#[derive(Debug)]
pub(super) enum Played {
    /// A win.
    Won(Plan),
    /// The quota of moves was used up without a win.
    Quota,
    /// A limit.
    Limit(Limit),
}

/// Random play from one position, again and again.
#[derive(Debug)]
pub(super) struct Joining {
    table: Table,
    start: Board,
    numbers: SplitMix64,
}

impl Joining {
    /// Prepares the play of an instance; `None` if its rules are others, or not all cards lie open
    /// in columns.
    pub(super) fn new(instance: &Instance, seed: u64) -> Option<Joining> {
        let (rules, table) = (&instance.rules, instance.table());
        let fits = rules.home == Home::Runs
            && matches!(rules.build, Build::AnySuit | Build::SameSuit)
            && rules.group == Group::SuitRun
            && rules.step == RankStep::One
            && rules.empty_column == EmptyColumn::Any
            && table.columns().iter().all(|pile| pile.face_down == 0)
            && Spider::new(&table).is_ok_and(|game| game.without_stock());
        fits.then(|| Joining { start: Board::new(&table), table, numbers: SplitMix64::new(mixed(seed)) })
    }

    /// Plays until a win, or for about `quota` moves.
    pub(super) fn play(&mut self, quota: u64, budget: &mut Budget<'_>) -> Played {
        let mut made = 0;
        while made < quota {
            let mut board = self.start.clone();
            while !board.is_sorted() && self.step(&mut board) {
                budget.stats.generated += 1;
                if let Some(limit) = budget.expand(0) {
                    return Played::Limit(limit);
                }
            }
            if board.is_sorted()
                && let Some(plan) = self.finish(&board)
            {
                return Played::Won(plan);
            }
            made += 1 + board.moves.len() as u64;
        }
        Played::Quota
    }

    /// Makes a move, a join if there is one.
    fn step(&mut self, board: &mut Board) -> bool {
        while !board.ready.is_empty() {
            let at = self.numbers.below(board.ready.len());
            let card = board.ready.swap_remove(at);
            if board.join(card, |count| self.numbers.below(count)) {
                return true;
            }
        }
        board.set_aside()
    }

    /// The plan of a play that has sorted all columns.
    fn finish(&self, board: &Board) -> Option<Plan> {
        let mut table = self.table.clone();
        board.moves.iter().try_for_each(|&action| table.apply(action)).ok()?;
        let rest = sorted::plan(&Spider::new(&table).ok()?)?;
        Some(board.moves.iter().copied().chain(rest.moves).collect::<Vec<_>>().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, SearchEnd, SearchOptions, classic};
    use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
    use patsat_game::rules::{Layout, Rules, Stock};

    /// Open games of one or two suits, by a shuffle of the seed.
    fn game(seed: u64) -> Instance {
        let mut numbers = SplitMix64::new(seed);
        let mut below = |count: usize| numbers.below(count);
        let (ranks, suits, columns) = (3 + below(3) as u32, 1 + below(2) as u16, 3 + below(4) as u16);
        let mut rules = Rules::preset("spider").unwrap();
        (rules.deck, rules.columns) = (DeckSpec::new(ranks, suits, 2), columns);
        (rules.layout, rules.stock) = (Layout::open(), Stock::None);
        let mut cards: Vec<Card> = rules.deck.all_cards().collect();
        let mut piles = vec![Pile::default(); columns.into()];
        while !cards.is_empty() {
            let card = cards.swap_remove(below(cards.len()));
            piles[below(columns.into())].cards.push(card);
        }
        Instance::new(rules, Deal { columns: piles, ..Deal::default() }).unwrap()
    }

    #[test]
    fn what_it_wins_is_won() {
        let (mut won, mut lost) = (0, 0);
        for seed in 0..300 {
            let instance = game(seed);
            let mut budget = Budget::new(Limits::default());
            match Joining::new(&instance, seed).unwrap().play(2000, &mut budget) {
                Played::Won(plan) => {
                    let mut table = instance.table();
                    plan.moves.iter().for_each(|&action| table.apply(action).unwrap());
                    assert!(table.is_won());
                    won += 1;
                }
                Played::Quota => {
                    let limits = Limits { nodes: Some(3000), ..Limits::default() };
                    let mut budget = Budget::new(limits);
                    let table = instance.table();
                    let end = classic::best_first(&table, &SearchOptions::default(), &mut budget).end;
                    lost += u32::from(end == SearchEnd::Exhausted);
                }
                Played::Limit(limit) => panic!("{limit}"),
            }
        }
        assert!(won > 50 && lost > 5, "{won} {lost}");
    }

    #[test]
    fn other_games_are_left_alone() {
        for preset in ["freecell", "spider", "spiderette", "forty-thieves"] {
            let rules = Rules::preset(preset).unwrap();
            let id = patsat_game::cards::DealId::Random { game: None, seed: 1 };
            assert!(Joining::new(&Instance::from_id(rules, id).unwrap(), 0).is_none(), "{preset}");
        }
    }
}
