//! The height game: no game that exhaustive search wins has one that is lost, and altered files are refused.

use patsat_base::Limits;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, Group, Layout, Rules, Sizes};
use patsat_game::state::Instance;
use patsat_game::state::height_game::{HeightGame, HeightGameError};
use patsat_game::verify::{HeightFault, HeightLoss, check_height_game, explore_height_game};
use patsat_search::{Budget, SearchEnd, SearchOptions, certify_heights, strategy};
use patsat_testkit::Dice;
use patsat_testkit::positions::all_positions;

fn explore(instance: &Instance) -> Result<HeightLoss, HeightFault> {
    explore_height_game(instance, 20_000, 64, &mut |_, _| true)
}

fn file(instance: &Instance, positions: u64) -> Vec<u8> {
    HeightGame { positions }.write(instance).into_bytes()
}

fn check(instance: &Instance, file: &[u8]) -> Result<u64, HeightFault> {
    check_height_game(instance, file, 64, &mut |_, _| true).map(|loss| loss.positions)
}

/// A random small game with up to four suits, eight ranks, five columns and three cells.
fn small(seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("freecell").unwrap();
    let suits = 1 + dice.below(4) as u16;
    rules.deck = DeckSpec::new(3 + dice.below([6, 4, 3, 3][usize::from(suits) - 1]) as u32, suits, 1);
    rules.columns = 2 + dice.below(4) as u16;
    rules.cells = dice.below(4) as u16;
    let builds =
        [Build::AlternateColour, Build::AlternateColour, Build::SameSuit, Build::AnySuit, Build::Nothing];
    rules.build = dice.pick(&builds);
    let empty = [EmptyColumn::Any, EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing];
    rules.empty_column = dice.pick(&empty);
    rules.group = dice.pick(&[Group::BySpaces, Group::Single]);
    rules.worrying_back = dice.below(4) == 0;
    let room = rules.deck.len() > 6;
    rules.layout = Layout {
        sizes: Sizes::All,
        cells: if room { dice.below(usize::from(rules.cells) + 1) as u16 } else { 0 },
        reserve: if room { dice.pick(&[0, 0, 0, 1, 2]) } else { 0 },
        ..Layout::open()
    };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Compares starts and positions on the way with exhaustive search; lost ones that are proved, other lost ones, won ones.
fn agree(seeds: std::ops::Range<u64>, most: usize) -> [u32; 3] {
    let mut found = [0; 3];
    for seed in seeds {
        let instance = small(seed);
        let Some(positions) = all_positions(&instance, most) else { continue };
        let mut dice = Dice::new(seed);
        for sample in 0..6 {
            let (table, left) = &positions[dice.below(if sample == 0 { 1 } else { positions.len() })];
            let here = Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap();
            match explore(&here) {
                Ok(HeightLoss { positions, .. }) => {
                    assert!(left.is_none(), "lost by its heights, but won: {here:?}");
                    assert_eq!(check(&here, &file(&here, positions)), Ok(positions));
                    found[0] += 1;
                }
                Err(fault) => {
                    assert_eq!(fault, HeightFault::Won);
                    found[if left.is_some() { 2 } else { 1 }] += 1;
                }
            }
        }
    }
    found
}

#[test]
fn lost_height_games_are_those_of_lost_games() {
    let [proved, open, won] = agree(0..3_000, 2_000);
    println!("{proved} proved, {open} lost, {won} won");
    assert!(proved > 1_000 && won > 1_000, "{proved} proved, {open} lost, {won} won");
}

#[test]
#[ignore = "takes minutes"]
fn lost_height_games_are_those_of_lost_games_at_length() {
    let [proved, open, won] = agree(10_000..60_000, 50_000);
    println!("{proved} proved, {open} lost, {won} won");
    assert!(proved > 10_000 && won > 10_000, "{proved} proved, {open} lost, {won} won");
}

fn deal(cells: u16, name: &str) -> Instance {
    let rules = Rules { cells, ..Rules::preset("freecell").unwrap() };
    Instance::from_id(rules, name.parse().unwrap()).unwrap()
}

#[test]
fn altered_height_games_are_refused() {
    let lost = deal(1, "ms:11982");
    let text = certify_heights(&lost, 20_000, &mut Budget::new(Limits::default())).unwrap();
    let positions = check(&lost, text.as_bytes()).unwrap();
    for claimed in [0, 1, positions - 1, positions + 1, 100_000] {
        let fault = check(&lost, &file(&lost, claimed)).unwrap_err();
        assert!(matches!(fault, HeightFault::Count { .. }), "{claimed}: {fault}");
    }
    assert_eq!(check(&lost, &file(&lost, 100_001)), Err(HeightFault::TooMany(100_000)));
    let refused = |from: &str, to: &str, message: &str| {
        assert!(text.contains(from));
        let fault = check(&lost, text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
        assert!(fault.contains(message), "{from} -> {to}: {fault}");
    };
    let line = format!("positions {positions}\n");
    refused("positions ", "positions x", "is no number of positions");
    refused("positions ", "positions -", "is no number of positions");
    refused(&line, "", "no line 'positions'");
    refused(&line, &format!("{line}{line}"), "expected one line 'positions'");
    refused(&line, &format!("heights 3\n{line}"), "found 'heights'");
    refused("instance ", "instance 0", "is no digest");
    refused("instance ", "positions 1\ninstance ", "names no instance");
    refused("height-game 1", "height-game 2", "expected a file that starts");
    let other = HeightFault::File(HeightGameError::OtherInstance);
    for wrong in [deal(1, "ms:1"), deal(2, "ms:11982")] {
        assert_eq!(check(&wrong, text.as_bytes()), Err(other.clone()));
    }
}

#[test]
fn other_games_have_no_height_game() {
    for name in ["klondike", "spider", "forty-thieves"] {
        let game =
            Instance::from_id(Rules::preset(name).unwrap(), DealId::Random { game: None, seed: 1 }).unwrap();
        assert!(matches!(check(&game, &file(&game, 10)), Err(HeightFault::Game(_))), "{name}");
    }
    let mut many = deal(4, "ms:1");
    many.rules = Rules { cells: 65, ..(*many.rules).clone() }.into();
    assert_eq!(check(&many, &file(&many, 10)), Err(HeightFault::Game("more than 64 cells")));
}

/// The numbers of lost deals of 1 to 200 and of lost height games among them; the book has them.
#[test]
fn the_book_has_the_numbers_of_lost_height_games() {
    let counts = [1, 2].map(|cells| {
        let [mut lost, mut by_heights] = [0, 0];
        for number in 1..=200 {
            let game = deal(cells, &format!("ms:{number}"));
            let by_search = (strategy("auto").unwrap().run)(
                &game,
                &SearchOptions::default(),
                &mut Budget::new(Limits::default()),
            );
            lost += usize::from(matches!(by_search.end, SearchEnd::Exhausted));
            by_heights += usize::from(explore(&game).is_ok());
        }
        (by_heights, lost)
    });
    let [(one, of_one), (two, of_two)] = counts;
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/trust/certificates.md");
    let page = std::fs::read_to_string(page).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = format!(
        "The height game proves {one} of the {of_one} losses of `ms:1..200` with one cell, and {two} of {of_two} with two."
    );
    assert!(page.contains(&sentence), "expected in docs/src/trust/certificates.md: {sentence}");
}

fn is_won(instance: &Instance) -> bool {
    let mut budget = Budget::new(Limits { nodes: Some(200_000), ..Limits::default() });
    let report = (strategy("auto").unwrap().run)(instance, &SearchOptions::default(), &mut budget);
    matches!(report.end, SearchEnd::Solved(_))
}

#[test]
fn files_for_won_deals_are_refused() {
    let mut refused = 0;
    for (cells, numbers) in [(1, 1..=100), (2, 1..=150), (4, 1..=900)] {
        for number in numbers {
            let won = deal(cells, &format!("ms:{number}"));
            if is_won(&won) {
                let fault = check(&won, &file(&won, 2_000)).unwrap_err();
                assert!(matches!(fault, HeightFault::Won | HeightFault::Count { .. }), "{number}: {fault}");
                refused += 1;
            }
        }
    }
    assert!(refused >= 1_000, "{refused}");
}

/// How many of the first 200 deals are proved lost, and the most positions that took.
fn proved(cells: u16) -> (usize, u64) {
    let found = (1..=200).filter_map(|number| explore(&deal(cells, &format!("ms:{number}"))).ok());
    found.fold((0, 0), |(proved, most), loss| (proved + 1, loss.positions.max(most)))
}

#[test]
fn known_losses_have_lost_height_games() {
    let positions = |number: u64| explore(&deal(4, &format!("ms:{number}"))).map(|loss| loss.positions);
    assert_eq!((positions(495_505), positions(517_776)), (Ok(6_411), Ok(8_251)));
    assert_eq!(positions(11_982), Err(HeightFault::Won));
    assert_eq!((proved(1), proved(2)), ((130, 2_958), (22, 3_141)));
}
