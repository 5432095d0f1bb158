//! Closed-set certificates: made for exactly the games that cannot be won, and refused when tampered with.

use patsat_base::Limits;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{Build, Home, Rules, Sizes, Stock};
use patsat_game::state::closed_set::{Claim, ClosedSetError, ClosedSetFile, ClosedSetWriter, Token};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::{ClosedSetFault, check_closed_set};
use patsat_search::{Budget, CertifyError, certify};
use patsat_testkit::{freecell, small_game};
use std::collections::HashSet;

fn make(instance: &Instance) -> Result<Vec<u8>, CertifyError> {
    certify(instance, &mut Budget::new(Limits::default()))
}

/// Exhaustive search that knows nothing of the project's searches: winnable, and how many positions.
pub(crate) fn exhaust(instance: &Instance) -> (bool, usize) {
    let mut seen: HashSet<StateKey> = HashSet::new();
    let mut open: Vec<Table> = vec![instance.table()];
    seen.insert(open[0].key());
    let mut won = false;
    while let Some(table) = open.pop() {
        won |= table.is_won();
        for action in table.moves() {
            let mut after = table.clone();
            after.apply(action).unwrap();
            if seen.insert(after.key()) {
                open.push(after);
            }
        }
    }
    (won, seen.len())
}

#[test]
fn small_games_are_certified_exactly_when_lost() {
    certified(0..120, 15);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn small_games_are_certified_exactly_when_lost_at_length() {
    certified(0..400, 50);
}

fn certified(seeds: std::ops::Range<u64>, least: u32) {
    let (mut lost, mut won) = (0, 0);
    for seed in seeds {
        let instance = small_game(seed);
        if instance.rules.deck.len() > 12 {
            continue;
        }
        let (winnable, positions) = exhaust(&instance);
        match make(&instance) {
            Ok(file) => {
                assert!(!winnable, "seed {seed}");
                let checked = check_closed_set(&instance, &file).unwrap();
                assert_eq!(checked.positions, positions as u64, "seed {seed}");
                lost += 1;
            }
            Err(error) => {
                assert_eq!(error, CertifyError::Winnable);
                assert!(winnable, "seed {seed}");
                won += 1;
            }
        }
    }
    assert!(lost > least && won > least, "{lost} lost, {won} won");
}

/// A small game of another family, dealt by seed.
fn other_game(seed: u64) -> Instance {
    let (mut rules, columns) = match seed % 3 {
        0 => (Rules::preset("spider").unwrap(), 3),
        1 => (Rules::preset("forty-thieves").unwrap(), 2),
        _ => (Rules::preset("simple-simon").unwrap(), 3),
    };
    rules.deck.ranks = 3;
    rules.deck.suits = if seed.is_multiple_of(2) { Suits::First(2) } else { Suits::of_spider(2) };
    rules.deck.copies = if rules.home == Home::Runs && rules.stock == Stock::None { 1 } else { 2 };
    rules.columns = columns;
    rules.layout.sizes = if rules.stock == Stock::None { Sizes::All } else { Sizes::Round(6) };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

#[test]
fn games_without_a_packed_state_are_certified_too() {
    let (mut lost, mut won) = (0, 0);
    for seed in 0..150 {
        let instance = other_game(seed);
        let (winnable, positions) = exhaust(&instance);
        match make(&instance) {
            Ok(file) => {
                assert!(!winnable);
                assert_eq!(check_closed_set(&instance, &file).unwrap().positions, positions as u64);
                lost += 1;
            }
            Err(_) => {
                assert!(winnable);
                won += 1;
            }
        }
    }
    assert!(lost > 20 && won > 20, "{lost} lost, {won} won");
}

/// A lost game of some dozens of positions or more.
fn lost_game() -> (Instance, Vec<u8>) {
    (0..)
        .find_map(|seed| {
            let instance = small_game(seed);
            // Some of the games before it have millions of positions.
            let limits = Limits { nodes: Some(5_000), ..Limits::default() };
            let file = certify(&instance, &mut Budget::new(limits)).ok()?;
            (check_closed_set(&instance, &file).ok()?.positions > 60).then_some((instance, file))
        })
        .unwrap()
}

#[test]
fn one_changed_byte_is_refused_wherever_it_is() {
    let (instance, file) = lost_game();
    for place in 0..file.len() {
        let mut tampered = file.clone();
        tampered[place] ^= 1 << (place % 8);
        assert!(check_closed_set(&instance, &tampered).is_err(), "byte {place}");
        assert!(check_closed_set(&instance, &file[..place]).is_err(), "cut at {place}");
    }
    let mut longer = file.clone();
    longer.push(0);
    assert!(check_closed_set(&instance, &longer).is_err());
}

/// The certificate again with its checksum in order, after `change` had its way with the tokens.
pub(super) fn forge(instance: &Instance, file: &[u8], change: impl Fn(&mut Vec<Token>)) -> Vec<u8> {
    let mut tokens: Vec<Token> =
        ClosedSetFile::open(file, instance).unwrap().tokens().map(Result::unwrap).collect();
    change(&mut tokens);
    let mut writer = ClosedSetWriter::new(instance, Claim::Lost);
    for token in tokens {
        match token {
            Token::Down(action) => writer.down(action).unwrap(),
            Token::Up => writer.up().unwrap(),
        }
    }
    writer.finish().unwrap()
}

#[test]
fn forged_sets_are_refused_for_the_right_reason() {
    let (instance, file) = lost_game();
    assert!(check_closed_set(&instance, &forge(&instance, &file, |_| {})).is_ok());
    // Its last position left out: some move leads out of the rest.
    let open = forge(&instance, &file, |tokens| {
        let last = tokens.iter().rposition(|t| matches!(t, Token::Down(_))).unwrap();
        tokens.truncate(last);
    });
    assert!(matches!(check_closed_set(&instance, &open), Err(ClosedSetFault::Open { .. })));
    let empty = forge(&instance, &file, Vec::clear);
    assert!(matches!(check_closed_set(&instance, &empty), Err(ClosedSetFault::Open { .. })));
    let above = forge(&instance, &file, |tokens| tokens.insert(0, Token::Up));
    assert!(matches!(check_closed_set(&instance, &above), Err(ClosedSetFault::AboveRoot)));
    // A position twice: the number of different ones no longer fits.
    let twice = forge(&instance, &file, |tokens| {
        let first = tokens[0];
        tokens.splice(0..0, [first, Token::Up]);
    });
    assert!(matches!(check_closed_set(&instance, &twice), Err(ClosedSetFault::Count { .. })));
    let illegal = forge(&instance, &file, |tokens| {
        let first = tokens[0];
        tokens.splice(0..0, vec![first; 200]);
    });
    assert!(matches!(check_closed_set(&instance, &illegal), Err(ClosedSetFault::Illegal { .. })));
}

#[test]
fn a_winnable_game_is_never_proved_lost() {
    // The tree of a won game with its last move left out is open; with it, it holds a win.
    let instance = (0..).map(small_game).find(|i| exhaust(i).0 && exhaust(i).1 < 200).unwrap();
    let mut writer = ClosedSetWriter::new(&instance, Claim::Lost);
    let mut seen = HashSet::from([instance.table().key()]);
    fn visit(table: &Table, seen: &mut HashSet<StateKey>, writer: &mut ClosedSetWriter, wins: bool) {
        for action in table.single_moves() {
            let mut after = table.clone();
            after.apply(action).unwrap();
            if (wins || !after.is_won()) && seen.insert(after.key()) {
                writer.down(action).unwrap();
                visit(&after, seen, writer, wins);
                writer.up().unwrap();
            }
        }
    }
    visit(&instance.table(), &mut seen, &mut writer, false);
    assert!(matches!(
        check_closed_set(&instance, &writer.finish().unwrap()),
        Err(ClosedSetFault::Open { .. })
    ));
    let mut writer = ClosedSetWriter::new(&instance, Claim::Lost);
    visit(&instance.table(), &mut HashSet::from([instance.table().key()]), &mut writer, true);
    assert!(matches!(check_closed_set(&instance, &writer.finish().unwrap()), Err(ClosedSetFault::Won(_))));
}

#[test]
fn a_certificate_holds_for_its_own_game_only() {
    let (instance, file) = lost_game();
    let mut rules = (*instance.rules).clone();
    rules.build = if rules.build == Build::AnySuit { Build::SameSuit } else { Build::AnySuit };
    let other = Instance::new(rules, instance.deal.clone()).unwrap();
    assert_eq!(check_closed_set(&other, &file), Err(ClosedSetFault::File(ClosedSetError::OtherInstance)));
    let garbage = check_closed_set(&instance, b"\x00\xff garbage");
    assert_eq!(garbage, Err(ClosedSetFault::File(ClosedSetError::Magic)));
}

/// Freecell Solver and two other programs count 83,239 positions of this deal.
#[test]
fn deal_11982_has_the_published_number_of_positions() {
    let instance = freecell(11982);
    let file = make(&instance).unwrap();
    let checked = check_closed_set(&instance, &file).unwrap();
    assert_eq!(checked.positions, 83_239);
    assert!(file.len() < 300_000, "{} bytes", file.len());
}

/// A lost deal of Forty Thieves, with its certificate.
fn kept() -> (Instance, Vec<u8>) {
    let rules = Rules::preset("forty-thieves").unwrap();
    let id = "solvitaire:forty-thieves:15".parse().unwrap();
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../instances/certificates/solvitaire-forty-thieves-15.closed-set"
    );
    (Instance::from_id(rules, id).unwrap(), std::fs::read(file).unwrap())
}

#[test]
#[ignore = "10,324,907 positions: minutes, and 2.5 GB"]
fn the_kept_certificate_of_forty_thieves_is_accepted() {
    let (deal, file) = kept();
    let checked = check_closed_set(&deal, &file).unwrap();
    assert_eq!((checked.positions, checked.moves), (10_324_907, 25_176_777));
}

#[test]
fn the_kept_certificate_is_of_this_deal_and_of_no_other() {
    let (deal, file) = kept();
    assert!(ClosedSetFile::open(&file, &deal).is_ok());
    let other = Instance::from_id((*deal.rules).clone(), "solvitaire:forty-thieves:16".parse().unwrap());
    assert!(ClosedSetFile::open(&file, &other.unwrap()).is_err());
    let mut changed = file.clone();
    changed[file.len() / 2] ^= 4;
    assert!(ClosedSetFile::open(&changed, &deal).is_err());
}
