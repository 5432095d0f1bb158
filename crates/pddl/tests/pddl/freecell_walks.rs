//! Tables and the FreeCell domains of planners agree on every move.

use super::read;
use super::strips::World;
use super::tasks::{file, piles, tasks, third_party};
use super::walk::Lcg;
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;
use patsat_pddl::strips::State;
use std::collections::{BTreeMap, BTreeSet};

/// Columns and cells without their names, and the last card home of each suit.
type FreeCell = (BTreeSet<Vec<String>>, BTreeSet<String>, BTreeSet<String>);

fn freecell_of_state(state: &State) -> FreeCell {
    let of = |predicate: &str| -> BTreeSet<String> {
        state.iter().filter(|atom| atom.0[0] == predicate).map(|atom| atom.0[1].clone()).collect()
    };
    let bottoms = of("bottomcol");
    let above = piles(state, |name| bottoms.contains(name));
    let column = |bottom: &String| {
        let mut column = vec![bottom.clone()];
        column.extend(above.get(bottom).cloned().unwrap_or_default());
        column
    };
    (bottoms.iter().map(column).collect(), of("incell"), of("home"))
}

fn freecell_of_table(table: &Table, name: &impl Fn(Card) -> String) -> FreeCell {
    let columns = table.columns().iter().filter(|pile| !pile.cards.is_empty());
    let names = |cards: &[Card]| cards.iter().map(|&card| name(card)).collect::<Vec<String>>();
    let heights = (0u16..).zip(table.foundations());
    (
        columns.map(|pile| names(&pile.cards)).collect(),
        table.cells().iter().flatten().map(|&card| name(card)).collect(),
        heights.map(|(suit, &height)| name(Card::new(height, suit))).collect(),
    )
}

#[test]
fn tables_and_the_freecell_domains_agree_on_every_move() {
    let mut seen = 0;
    let folders = ["ipc/ipc-2000-freecell-typed", "ipc/ipc-2002-freecell", "autoscale-freecell"];
    for folder in folders.into_iter().filter_map(third_party) {
        let domain = file(&folder, "domain.pddl");
        let inside = folder.join("instances");
        let all = tasks(if inside.is_dir() { &inside } else { &folder });
        for (n, (path, text)) in (1..).zip(&all) {
            let instance = read(text).unwrap_or_else(|e| panic!("{path}: {e}"));
            let (own, mut rng) = (patsat_pddl::domain(&instance), Lcg::new(n));
            let worlds = [World::new(&domain, text), World::new(own, text)];
            let name = |card: Card| {
                // Our own names are those of the competition of 2000.
                let rank = ["0", "a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"];
                let ours =
                    || ["c", "d", "h", "s"][usize::from(card.suit.0)].to_owned() + rank[card.rank.0 as usize];
                let names = instance.names.as_ref().map(|names| names.cards[&card].clone());
                names.unwrap_or_else(ours).to_lowercase()
            };
            let mut table = instance.table();
            let mut states = worlds.each_ref().map(|world| world.0.start());
            for _ in 0..25 {
                // The Autoscale collection lets no ace be put on a card.
                let ace_onto = |action: &Move| match action {
                    Move::Cards { from, to: to @ Place::Column(_), .. } => {
                        table.top(*to).is_some() && table.top(*from).is_some_and(|card| card.rank.0 == 1)
                    }
                    _ => false,
                };
                let apart = text.to_lowercase().contains("colsuccessor");
                let after: BTreeMap<FreeCell, Move> = (table.single_moves().into_iter())
                    .filter(|action| !apart || !ace_onto(action))
                    .map(|action| {
                        let mut next = table.clone();
                        next.apply(action).unwrap();
                        (freecell_of_table(&next, &name), action)
                    })
                    .collect();
                let next = [0, 1].map(|n| -> BTreeMap<FreeCell, State> {
                    let all = worlds[n].0.successors(&states[n]);
                    all.into_iter().map(|(_, state, _)| (freecell_of_state(&state), state)).collect()
                });
                for found in &next {
                    assert!(found.keys().eq(after.keys()), "{path}\n{:?}\n{:?}", found.keys(), after.keys());
                }
                seen += 1;
                let Some((position, &action)) = after.iter().nth(rng.below(after.len().max(1))) else {
                    break;
                };
                table.apply(action).unwrap();
                states = [0, 1].map(|n| next[n][position].clone());
            }
        }
        assert!(all.len() > 4, "{}", folder.display());
    }
    eprintln!("{seen} positions");
}
