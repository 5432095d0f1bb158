//! Small games against the best that a player who does not see can do, by exhaustive search on [`Table`] alone.

use patsat_blind::klondike::{KlondikeOptions, KlondikePolicy, plays};
use patsat_blind::{AdviceOptions, Foresight, HiddenGame, View, advise, play};
use patsat_game::cards::Card;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Table};
use patsat_testkit::klondike::small_klondike;
use std::collections::HashMap;

/// A position of a set of completions that look alike: the table of each.
type Belief = Vec<Table>;

/// Counts the completions that the best common play wins.
struct ExhaustiveSearch {
    known: HashMap<Vec<String>, usize>,
    positions: usize,
}

impl ExhaustiveSearch {
    /// `None` if there are too many positions. `seen`: the cards that the player has seen so far.
    fn best(&mut self, belief: &Belief, seen: &[Card]) -> Option<usize> {
        let key: Vec<String> = belief.iter().map(|table| format!("{:?}", table.deal())).collect();
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        // All positions that moves without a new card lead to; the moves with one are valued.
        let (mut found, mut next, mut best) = (vec![belief.clone()], 0, 0);
        let mut visited = std::collections::HashSet::from([key.clone()]);
        while next < found.len() {
            self.positions += 1;
            if self.positions > 4_000 {
                return None;
            }
            let here = found[next].clone();
            next += 1;
            if here[0].is_won() {
                best = here.len();
                break;
            }
            for action in here[0].moves() {
                let after: Belief = here
                    .iter()
                    .map(|table| {
                        let mut table = table.clone();
                        table.apply(action).unwrap();
                        table
                    })
                    .collect();
                let mut groups: Vec<(Vec<Card>, Belief)> = Vec::new();
                for table in after {
                    let news: Vec<Card> =
                        face_up(&table).into_iter().filter(|card| !seen.contains(card)).collect();
                    match groups.iter_mut().find(|(known, _)| *known == news) {
                        Some((_, group)) => group.push(table),
                        None => groups.push((news, vec![table])),
                    }
                }
                if let [(news, group)] = &groups[..]
                    && news.is_empty()
                {
                    let key = group.iter().map(|table| format!("{:?}", table.deal())).collect();
                    if visited.insert(key) {
                        found.push(group.clone());
                    }
                    continue;
                }
                let mut kept = 0;
                for (news, group) in &groups {
                    kept += self.best(group, &[seen, news].concat())?;
                }
                best = best.max(kept);
            }
        }
        self.known.insert(key, best);
        Some(best)
    }
}

/// The cards that lie face up anywhere.
fn face_up(table: &Table) -> Vec<Card> {
    let deal = table.deal();
    let columns = deal.columns.iter().flat_map(|pile| pile.cards[pile.face_down..].iter());
    columns.chain(&deal.waste).copied().collect()
}

/// A view and all its completions, if they are few.
fn small(seed: u64) -> Option<(Instance, View, Belief)> {
    let game = small_klondike(seed);
    let mut hidden = HiddenGame::new(&game);
    if !plays(&game) {
        return None;
    }
    // The stock is looked through first.
    while hidden.play(Move::Draw).is_ok() {}
    let _ = hidden.play(Move::Redeal);
    let view = hidden.view();
    let completions = view.completions(24, 0);
    let tables: Belief = completions.positions.iter().map(Instance::table).collect();
    (view.knows_stock() && completions.all && tables.len() > 1).then_some((game, view, tables))
}

#[test]
fn common_ways_keep_what_exhaustive_search_keeps() {
    let (mut games, mut kept, mut most, mut differ) = (0, 0, 0, 0);
    for seed in 0..6000 {
        let Some((_, view, tables)) = small(seed) else { continue };
        let seen =
            face_up(&tables[0]).into_iter().chain(tables[0].deal().stock.iter().copied()).collect::<Vec<_>>();
        let mut exhaustive = ExhaustiveSearch { known: HashMap::new(), positions: 0 };
        let Some(best) = exhaustive.best(&tables, &seen) else { continue };
        let advice = advise(&view, &AdviceOptions { samples: 24, seed: 0 });
        assert!(advice.all && advice.foresight == Foresight::None);
        let found = advice.best().map_or(0, |best| best.kept as usize);
        assert!(found <= best, "seed {seed}: {found} of {best}");
        games += 1;
        kept += found;
        most += best;
        differ += usize::from(found != best);
        if games == 50 {
            break;
        }
    }
    assert!(games >= 40, "{games}");
    // Ways come from plans of players who see: the best common way may be missing.
    assert!(100 * kept >= 98 * most, "{kept} of {most}, {differ} of {games} games differ");
}

#[test]
fn small_games_are_won_as_often_as_counted() {
    let (mut counted, mut won, mut games) = (0, 0, 0);
    for seed in 0..3000 {
        let Some((game, view, _)) = small(seed) else { continue };
        let advice = advise(&view, &AdviceOptions { samples: 24, seed: 0 });
        counted += advice.best().map_or(0, |best| best.kept);
        // Every completion is played, from the deal on.
        let hidden = HiddenGame::new(&game).view();
        let columns = |instance: &Instance| instance.deal.columns.clone();
        for completion in view.completions(24, 0).positions {
            let start = Instance {
                deal: patsat_game::cards::Deal { columns: columns(&completion), ..game.deal.clone() },
                ..game.clone()
            };
            let mut policy = KlondikePolicy::new(KlondikeOptions::default());
            won += u64::from(play(&start, &mut policy).unwrap().won.is_some());
        }
        assert_eq!(hidden.table().columns().len(), columns(&game).len());
        games += 1;
        if games == 40 {
            break;
        }
    }
    assert!(games >= 30);
    assert!(won >= counted, "{won} of {counted}: a game is played no worse than its first decision counts");
}
