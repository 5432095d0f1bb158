//! Swept sets, in small games with a waste whose answers are known.
//!
//! The target fills in the header that binds a file to its game, so that changes reach the numbers.

use super::chosen;
use crate::Target;
use crate::games::SolvedGame;
use crate::messages::sentence;
use patsat_base::Limits;
use patsat_game::state::swept_set::SweptSet;
use patsat_game::verify::check_swept_set;
use patsat_search::{Budget, certify_swept};
use patsat_testkit::thieves::small_thieves;
use std::sync::OnceLock;

pub(super) const TARGETS: &[Target] = &[Target {
    name: "swept-set",
    about: "numbers of positions of each progress: nothing that can be won is lost, and no wrong number is right",
    run: numbers,
    seeds: counted,
    words: &["safe-home made\n", "safe-home left\n", "0 1\n", "1 1\n", "2 4\n", "#"],
}];

/// A game and its correct numbers: with safe cards going home, and of all positions.
struct CountedGame {
    known: SolvedGame,
    /// Empty if the game can be won.
    sets: Vec<SweptSet>,
}

fn games() -> &'static [CountedGame] {
    static GAMES: OnceLock<Vec<CountedGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let (mut games, mut left) = (Vec::new(), [6, 6]);
        for known in (0..4000).filter_map(|seed| SolvedGame::of(small_thieves(seed))) {
            let left = &mut left[usize::from(known.winnable)];
            if *left == 0 || known.instance.table().moves().len() < 2 {
                continue;
            }
            *left -= 1;
            let set = |safe_home| {
                let text =
                    certify_swept(&known.instance, safe_home, &mut Budget::new(Limits::default())).ok()?;
                SweptSet::read(&known.instance, text.as_bytes()).ok()
            };
            let sets: Vec<SweptSet> = [true, false].into_iter().filter_map(set).collect();
            let expected = if known.winnable { 0 } else { 2 };
            assert_eq!(sets.len(), expected, "the sweep and a look at everything must agree");
            games.push(CountedGame { known, sets });
        }
        assert_eq!(games.len(), 12, "too few games");
        games
    })
}

fn numbers(bytes: &[u8]) {
    let (byte, lines) = chosen(bytes);
    let CountedGame { known, sets } = &games()[usize::from(byte) % games().len()];
    // Only the header is written; the numbers come from the input.
    let head = SweptSet { safe_home: true, levels: Vec::new() }.write(&known.instance);
    let mut text = head.trim_end_matches("safe-home made\n").as_bytes().to_vec();
    text.extend(lines);
    let set = match SweptSet::read(&known.instance, &text) {
        Ok(set) => set,
        Err(error) => return sentence(error),
    };
    let again = SweptSet::read(&known.instance, set.write(&known.instance).as_bytes());
    assert_eq!(again.as_ref(), Ok(&set), "what is written reads back");
    match check_swept_set(&known.instance, &text, 64, &mut |_, _| true) {
        Err(fault) => sentence(fault),
        Ok(_) => {
            assert!(!known.winnable, "a swept set is accepted of a game that can be won");
            assert!(sets.contains(&set), "numbers that are not those of the game");
        }
    }
}

fn counted() -> Vec<Vec<u8>> {
    let lines = |set: &SweptSet| {
        let numbers = set.levels.iter().map(|(progress, positions)| format!("{progress} {positions}\n"));
        let safe = if set.safe_home { "safe-home made\n" } else { "safe-home left\n" };
        [safe.to_owned()].into_iter().chain(numbers).collect::<String>()
    };
    let untrue = [SweptSet { safe_home: false, levels: vec![(0, 1), (1, 2), (3, 2)] }];
    let sets =
        |game: &'static CountedGame| if game.sets.is_empty() { untrue.to_vec() } else { game.sets.clone() };
    let all = (0u8..).zip(games()).flat_map(|(n, game)| sets(game).into_iter().map(move |set| (n, set)));
    all.map(|(n, set)| [&[n], lines(&set).as_bytes()].concat()).collect()
}
