//! Lower bounds from circles of waiting cards: checked, exact where they should be, and
//! never above the fewest moves.

use patsat_base::Limits;
use patsat_encodings::lower_bound::Waits;
use patsat_game::cards::{Card, DealId, DeckSpec};
use patsat_game::rules::{Build, Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::{BoundFault, check_bound, replay};
use patsat_lowering::lower::lower;
use patsat_planning::hitting_set::circles;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_solvers::{BackendOptions, Control, backend};

fn found(instance: &Instance) -> (usize, Vec<Vec<Card>>) {
    let lowered = lower(instance).unwrap();
    let mut solver =
        backend("varisat").unwrap().start(&BackendOptions::default(), Control::default()).unwrap();
    let found = circles(&lowered.task, solver.as_mut()).unwrap();
    let waits = Waits::of(&lowered.task).unwrap();
    for circle in &found.circles {
        assert!((0..circle.len()).all(|n| waits.waits(circle[n], circle[(n + 1) % circle.len()])));
    }
    let card = |card: &patsat_encodings::task::CardId| lowered.cards[card.index()];
    (found.hits, found.circles.iter().map(|circle| circle.iter().map(card).collect()).collect())
}

fn ms(number: u64) -> Instance {
    Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(number)).unwrap()
}

fn small(seed: u64) -> Instance {
    let build = [Build::AlternateColour, Build::SameSuit, Build::AnySuit][seed as usize % 3];
    let rules = Rules {
        deck: DeckSpec::new(4 + (seed % 2) as u32, 4, 1),
        columns: 3 + (seed % 3) as u16,
        cells: 2 + (seed % 4) as u16,
        build,
        ..Rules::preset("freecell").unwrap()
    };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// The expected figures are from another implementation, in Python.
#[test]
fn the_first_deals_have_the_known_bounds() {
    for (number, known) in [(1, 74), (2, 68), (3, 70), (4, 73), (5, 78)] {
        let (hits, circles) = found(&ms(number));
        assert_eq!(52 + hits, known, "ms:{number}");
        let bound = check_bound(&ms(number), &circles).unwrap();
        assert_eq!((bound.moves, bound.aside), (known, hits), "ms:{number}");
    }
}

#[test]
fn no_bound_is_above_the_fewest_moves() {
    let (mut solved, mut tight) = (0, 0);
    for seed in 0..150 {
        let game = small(seed);
        let (hits, circles) = found(&game);
        let bound = check_bound(&game, &circles).unwrap();
        assert_eq!(bound.aside, hits, "{seed}");
        let options = SearchOptions { cost: Cost::M1, ..SearchOptions::default() };
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let run = strategy("optimal").unwrap().run;
        if let SearchEnd::Solved(plan) = run(&game, &options, &mut Budget::new(limits)).end {
            let fewest = replay(&game, plan).unwrap().cost(&game.table(), Cost::M1).unwrap();
            assert!(bound.moves <= fewest, "{seed}: {} > {fewest}", bound.moves);
            solved += 1;
            tight += usize::from(bound.moves == fewest);
        }
    }
    assert!(solved >= 60 && tight >= 20, "{solved} solved, {tight} tight");
}

/// The smallest set, by trying all sets of cards, on the circles that were found.
#[test]
fn the_count_is_exact() {
    for seed in 0..12 {
        let game = small(2 * seed);
        let (hits, circles) = found(&game);
        let cards: Vec<Card> = game.deal.cards_in_play().collect();
        assert!(cards.len() == 16);
        let meets = |set: u32| {
            let chosen = |card: &Card| set >> cards.iter().position(|c| c == card).unwrap() & 1 == 1;
            circles.iter().all(|circle| circle.iter().any(chosen))
        };
        let least = (0..1u32 << 16).filter(|&set| meets(set)).map(u32::count_ones).min().unwrap();
        assert_eq!(least as usize, hits, "{seed}");
    }
}

#[test]
fn circles_that_are_none_are_refused() {
    let game = ms(1);
    let (_, circles) = found(&game);
    let mut refused = 0;
    for n in 0..circles.len() {
        for at in 0..circles[n].len() {
            let mut tampered = circles.clone();
            tampered[n].remove(at);
            if circles[n].len() == 1 {
                assert_eq!(check_bound(&game, &tampered), Err(BoundFault::Empty(n + 1)));
            }
            refused += usize::from(check_bound(&game, &tampered).is_err());
            let other = circles[(n + 1) % circles.len()][0];
            tampered[n].insert(at, other);
            refused += usize::from(check_bound(&game, &tampered).is_err());
        }
        // Fewer circles prove less, never more.
        let fewer = check_bound(&game, &circles[..n]).unwrap();
        assert!(fewer.moves <= 74);
    }
    assert!(refused > 20, "{refused}");
    assert!(check_bound(&ms(2), &circles).is_err());
    let spider = Instance::from_id(Rules::preset("spider").unwrap(), DealId::Random { game: None, seed: 1 });
    let error = check_bound(&spider.unwrap(), &[]).unwrap_err().to_string();
    assert!(error.starts_with("the argument is for games of one deck"), "{error}");
}
