//! Swept sets, made by going through all positions of small random games with lists, before their checker.

use crate::sets::{after, games};
use patsat_game::cards::{Card, DealId};
use patsat_game::rules::{
    Build, EmptyColumn, Group, Home, Move, PRESETS, Place, RankStep, Redeals, Rules, Stock,
};
use patsat_game::state::swept_set::{SweptSet, SweptSetError};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::{SweptFault, check_swept_set};
use patsat_testkit::Dice;
use patsat_testkit::thieves::small_thieves;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const MOST: usize = 2_000;
const MIB: u64 = 1 << 20;

/// Each progress, with how many positions have it.
type Levels = Vec<(u64, u64)>;

/// Card by card: nothing for one in the stock, one for one on the waste, two elsewhere, three at home.
fn progress(table: &Table) -> u64 {
    let deal = table.deal();
    let cards = table.rules().deck.all_cards().count();
    let home = cards - deal.cards_in_play().count();
    let elsewhere = cards - home - deal.stock.len() - deal.waste.len();
    (3 * home + 2 * elsewhere + deal.waste.len() + deal.redeals_used * (3 * cards + 1)) as u64
}

/// A move home of a card that nothing in play goes home before in its suit, and that nothing in play may be put on.
fn safe(table: &Table) -> Option<Move> {
    let harmless = |card: Card| {
        let disturbs = |other: Card| {
            (other.suit == card.suit && other.rank < card.rank) || table.rules().fits(other, card)
        };
        !table.deal().cards_in_play().any(disturbs)
    };
    let home = |action: &Move| match *action {
        Move::Cards { from: from @ (Place::Column(_) | Place::Waste), to: Place::Foundation(_), .. } => {
            table.top(from).is_some_and(harmless)
        }
        _ => false,
    };
    table.moves().into_iter().find(home)
}

fn settle(mut table: Table, forced: bool) -> Table {
    while let Some(action) = forced.then(|| safe(&table)).flatten() {
        table.apply(action).unwrap();
    }
    table
}

/// How many positions there are of each progress, whether one is won, and how many moves they have; nothing if there
/// are too many, or if one is less far than the start.
fn levels(instance: &Instance, forced: bool) -> Option<(Levels, bool, u64)> {
    let start = instance.table();
    let from = progress(&start);
    let mut known: HashMap<StateKey, u64> = HashMap::new();
    let mut todo = vec![settle(start, forced)];
    let (mut won, mut made) = (false, 0);
    while let Some(table) = todo.pop() {
        won |= table.is_won();
        if known.insert(table.key(), progress(&table).checked_sub(from)?).is_some() {
            continue;
        }
        if known.len() > MOST {
            return None;
        }
        let moves = table.moves();
        made += moves.len() as u64;
        todo.extend(moves.into_iter().map(|action| settle(after(&table, action), forced)));
    }
    let mut levels: BTreeMap<u64, u64> = BTreeMap::new();
    known.into_values().for_each(|level| *levels.entry(level).or_default() += 1);
    Some((levels.into_iter().collect(), won, made))
}

fn check(instance: &Instance, set: &SweptSet) -> Result<(u64, u64), SweptFault> {
    let text = set.write(instance);
    assert_eq!(SweptSet::read(instance, text.as_bytes()).as_ref(), Ok(set));
    let found = check_swept_set(instance, text.as_bytes(), MIB, &mut |_, _| true)?;
    assert_eq!(found.safe_home, set.safe_home);
    Ok((found.positions, found.moves))
}

/// One number more or less, a level more or less, the levels of the other kind.
fn tampered(set: &SweptSet, dice: &mut Dice) -> Vec<SweptSet> {
    let (levels, at) = (&set.levels, dice.below(set.levels.len()));
    let with = |change: &dyn Fn(&mut Levels)| {
        let mut levels = levels.clone();
        change(&mut levels);
        SweptSet { levels, ..*set }
    };
    let last = levels[levels.len() - 1].0;
    let mut changed = vec![
        with(&|levels| levels[at].1 += 1),
        with(&|levels| levels.push((last + 1, 1))),
        with(&|levels| levels[at].0 += 1 + last),
    ];
    if let Some(gap) = (0..last).find(|&level| levels.iter().all(|(progress, _)| *progress != level)) {
        changed.push(with(&|levels| levels.push((gap, 1))));
    }
    if levels[at].1 > 1 {
        changed.push(with(&|levels| levels[at].1 -= 1));
    }
    if levels.len() > 1 {
        changed.push(with(&|levels| {
            levels.remove(at);
        }));
    }
    changed.iter_mut().for_each(|set| set.levels.sort_unstable());
    changed
}

/// The first level that differs, and how many positions are claimed to have it.
fn first_difference(set: &SweptSet, changed: &SweptSet) -> (u64, u64) {
    let number = |set: &SweptSet, level: u64| {
        set.levels.iter().find(|(progress, _)| *progress == level).map_or(0, |(_, number)| *number)
    };
    let all: BTreeSet<u64> =
        set.levels.iter().chain(&changed.levels).map(|(progress, _)| *progress).collect();
    let first = all.into_iter().find(|&level| number(set, level) != number(changed, level)).unwrap();
    (first, number(changed, first))
}

/// Accepted are exactly the right numbers of games without a win, and safe moves change no verdict.
#[test]
fn swept_sets_are_accepted_iff_right_and_the_game_is_lost() {
    let (mut won, mut lost, mut fewer, mut refused, mut back) = (0, 0, 0, 0, 0);
    let thieves = (0..600).map(small_thieves);
    for instance in games(0..200).chain(thieves) {
        let Some((all, is_won, made)) = levels(&instance, false) else { continue };
        let mut sets = vec![(SweptSet { safe_home: false, levels: all }, made)];
        let is_thieves =
            check(&instance, &SweptSet { safe_home: true, ..sets[0].0.clone() }) != Err(SweptFault::Game);
        if is_thieves {
            let (settled, settled_won, made) = levels(&instance, true).unwrap();
            assert_eq!(settled_won, is_won, "{:?}", instance.id);
            fewer += u32::from(settled != sets[0].0.levels);
            sets.push((SweptSet { safe_home: true, levels: settled }, made));
        }
        let rules = &instance.rules;
        let fits = matches!(rules.stock, Stock::Waste { .. })
            && rules.home == Home::Foundations
            && rules.step == RankStep::One
            && rules.empty_column == EmptyColumn::Any
            && (rules.cells, instance.deal.reserve.len()) == (0, 0)
            && (rules.base, rules.layout.stacked, rules.build != Build::SameColour) == (1, false, true)
            && !matches!(rules.group, Group::WholeColumn | Group::PartForHome);
        assert_eq!(is_thieves, fits);
        let mut dice = Dice::new(1);
        for (set, made) in sets {
            let found = check(&instance, &set);
            // Where cards or the whole waste come back, a move may make progress less, and levels are no longer those
            // of a sweep.
            let comes_back = rules.worrying_back || rules.stock.redeals() == Redeals::Unlimited;
            assert!(comes_back || !matches!(found, Err(SweptFault::Back { .. })));
            if comes_back && !matches!(found, Ok(_) | Err(SweptFault::Won(_))) {
                back += 1;
                continue;
            }
            if is_won {
                let Err(fault @ SweptFault::Won(_)) = found else { panic!("{found:?}") };
                assert!(fault.board().unwrap().is_won());
                won += 1;
                continue;
            }
            assert_eq!(found.unwrap(), (set.positions(), made), "{:?}", instance.id);
            lost += 1;
            for changed in tampered(&set, &mut dice) {
                let found = check(&instance, &changed);
                let Err(SweptFault::Count { progress, claimed, .. }) = found else {
                    panic!("{found:?} {set:?} {changed:?}");
                };
                assert_eq!((progress, claimed), first_difference(&set, &changed), "{set:?} {changed:?}");
                refused += 1;
            }
        }
    }
    let seen = [won > 300, lost > 300, fewer > 50, refused > 1200, back > 0];
    assert_eq!(seen, [true; 5], "{won} {lost} {fewer} {refused} {back}");
}

/// On walks through whole deals of every game, of which many have twins, rows, runs and face-down cards.
#[test]
fn keys_restore_positions_and_no_move_lowers_progress() {
    let (mut seen, mut dice) = (0, Dice::new(7));
    for preset in PRESETS {
        let rules = Rules::preset(preset.name).unwrap();
        for seed in 1..4 {
            let id = DealId::Random { game: None, seed };
            let start = Instance::from_id(rules.clone(), id).unwrap().table();
            let (mut table, mut back) = (start.clone(), start.clone());
            for _ in 0..60 {
                let key = table.key();
                assert!(back.set_key(&key));
                assert_eq!(back.key(), key);
                assert_eq!((back.is_won(), back.moves().len()), (table.is_won(), table.moves().len()));
                assert_eq!(
                    (back.progress(), table.progress() as i64 - start.progress() as i64),
                    (table.progress(), progress(&table) as i64 - progress(&start) as i64)
                );
                let moves = table.moves();
                if moves.is_empty() {
                    break;
                }
                let next = after(&table, moves[dice.below(moves.len())]);
                let comes_back = rules.worrying_back || rules.stock.redeals() == Redeals::Unlimited;
                assert!(comes_back || next.progress() >= table.progress(), "{}", preset.name);
                (table, seen) = (next, seen + 1);
            }
        }
    }
    assert!(seen > 3000, "{seen}");
}

#[test]
fn a_check_stops_on_request_and_at_its_memory_limit() {
    let instance = Instance::from_id(
        Rules::preset("forty-thieves").unwrap(),
        "solvitaire:forty-thieves:15".parse().unwrap(),
    )
    .unwrap();
    let set = SweptSet { safe_home: true, levels: vec![(0, u64::MAX)] };
    let text = set.write(&instance);
    let mut looked = 0;
    let mut go_on = |now, of| {
        assert_eq!(of, u64::MAX);
        looked = now;
        false
    };
    let stopped = check_swept_set(&instance, text.as_bytes(), MIB, &mut go_on);
    assert!(matches!(stopped, Err(SweptFault::Stopped | SweptFault::Count { .. })), "{stopped:?}");
    let full = check_swept_set(&instance, text.as_bytes(), 0, &mut |_, _| true);
    assert_eq!(full, Err(SweptFault::Memory(0)));
    assert!(looked <= 1024);
}

#[test]
fn what_is_no_swept_set_is_refused_with_its_line() {
    let instance = small_thieves(3);
    let set = SweptSet { safe_home: true, levels: vec![(0, 1), (2, 4)] };
    let text = set.write(&instance);
    let read = |text: &str| SweptSet::read(&instance, text.as_bytes());
    assert_eq!(read(&text), Ok(set));
    assert_eq!(read(&format!("\n# by hand\n{text} # the end")).map(|set| set.positions()), Ok(5));
    assert_eq!(read("patsat dead-patterns 1"), Err(SweptSetError::Magic));
    assert_eq!(SweptSet::read(&instance, &[0xff]), Err(SweptSetError::Magic));
    assert_eq!(read("patsat swept-set 1\n0 1"), Err(SweptSetError::Unbound));
    assert_eq!(read("patsat swept-set 1\n"), Err(SweptSetError::Unbound));
    assert_eq!(SweptSet::read(&small_thieves(4), text.as_bytes()), Err(SweptSetError::OtherInstance));
    assert_eq!(read(text.split("0 1").next().unwrap()), Err(SweptSetError::None));
    let message = |from: &str, to: &str| read(&text.replace(from, to)).unwrap_err().to_string();
    let line = text.lines().count();
    assert_eq!(
        message("2 4", "2 0"),
        format!(
            "line {line}: expected a progress and how many positions have it, such as '2 4', found '2 0'"
        )
    );
    assert_eq!(message("2 4", "0 4"), format!("line {line}: expected a progress above 0, found 0"));
    assert_eq!(message("made", "\u{1b}no"), format!("line {}: '?no' is neither 'made' nor 'left'", line - 2));
    assert_eq!(
        message("safe-home made\n", ""),
        format!("line {}: expected 'safe-home made' or 'safe-home left', found '0 1'", line - 2)
    );
    assert!(message("instance ", "instance 0").contains("is no digest"));
}

/// The kept ones, by the numbers of their deals.
fn kept() -> BTreeMap<u32, (Instance, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/certificates");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let swept = files.filter(|path| path.extension().is_some_and(|kind| kind == "swept"));
    let of = |path: std::path::PathBuf| {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let number = stem.strip_prefix("solvitaire-forty-thieves-").unwrap().parse().unwrap();
        let rules = Rules::preset("forty-thieves").unwrap();
        let id = DealId::Solvitaire { game: None, seed: number };
        (number, (Instance::from_id(rules, id).unwrap(), std::fs::read(path).unwrap()))
    };
    swept.map(of).collect()
}

#[test]
fn kept_ones_belong_to_their_deals() {
    let positions: BTreeMap<u32, u64> = (kept().into_iter())
        .map(|(number, (instance, file))| (number, SweptSet::read(&instance, &file).unwrap().positions()))
        .collect();
    let known = [(15, 1_363_469), (97, 14_915_793), (114, 27_832_585), (448, 25_981_013), (494, 31_099_655)];
    assert!(known.iter().all(|(number, found)| positions[number] == *found), "{positions:?}");
}

#[test]
#[ignore = "most of a minute"]
fn the_kept_one_of_deal_15_is_accepted_at_length() {
    let (instance, file) = &kept()[&15];
    let found = check_swept_set(instance, file, 4096, &mut |_, _| true).unwrap();
    assert_eq!((found.positions, found.moves), (1_363_469, 3_245_675));
}
