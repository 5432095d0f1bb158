//! A game and its task mean the same: the same steps, the same wins, the same positions; and
//! what is played on one can be played on the other.

use patsat_encodings::task::{self, CardId, KindId, Position, Step, Target};
use patsat_game::cards::{Card, DealId, DeckSpec};
use patsat_game::rules::{
    Build, EmptyColumn, FaceUp, FirstCard, Group, Home, Move, PRESETS, Preset, RankStep, Redeals, Rules,
    Sizes, Stock,
};
use patsat_game::state::{Instance, Table};
use patsat_lowering::decode::{DecodeError, Walk, decode, recode};
use patsat_lowering::lower::LoweredGame;
use patsat_lowering::lower::{SUPPORTED, lower};
use patsat_testkit::{Dice, freecell, small_game};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// A random small relative of a preset: fewer cards, other numbers of places, sometimes other rules.
pub(super) fn small_relative(name: &str, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset(name).unwrap();
    let ranks = 2 + dice.below(5) as u32;
    let suits = 1 + dice.below(if ranks > 4 { 2 } else { 4 }) as u16;
    let twice = rules.deck.copies > 1 || dice.below(4) == 0;
    let copies = if twice { 1 + dice.below(3) as u16 } else { 1 };
    rules.deck = DeckSpec::new(ranks, suits, copies);
    if seed.is_multiple_of(3) {
        // The same number of cards from a list of suits.
        let list = ["S", "HS", "HSS", "CHSS"][usize::from(suits) - 1];
        rules.deck.suits = list.parse().unwrap();
    }
    rules.columns = 1 + dice.below(5) as u16;
    rules.cells = if rules.cells > 0 { dice.below(4) as u16 } else { dice.below(6) as u16 / 4 };
    let (mut left, columns) = (rules.deck.len(), usize::from(rules.columns));
    let mut layout = rules.layout.clone();
    layout.aces_home = dice.below(5) == 0;
    if rules.home.of_runs() || dice.below(2) == 0 {
        layout.first_card = FirstCard::Dealt;
    }
    if layout.aces_home || layout.first_card != FirstCard::Dealt {
        left -= rules.deck.foundations();
    }
    if layout.first_card != FirstCard::Dealt {
        layout.aces_home = false;
    }
    layout.cells = dice.below(usize::from(rules.cells).min(left) + 1) as u16;
    left -= usize::from(layout.cells);
    layout.reserve = if dice.below(3) == 0 { dice.below(left.min(3) + 1) as u16 } else { 0 };
    left -= usize::from(layout.reserve);
    if rules.home.of_runs() {
        layout.aces_home = false;
    }
    layout.sizes = if rules.stock == Stock::None {
        Sizes::All
    } else {
        Sizes::Round(dice.below(left.min(columns * 3) + 1) as u32)
    };
    layout.face_up = dice.pick(&[layout.face_up.clone(), FaceUp::Top, FaceUp::All]);
    rules.layout = layout;
    if dice.below(2) == 0 {
        rules.empty_column = dice.pick(&[EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]);
        rules.build = dice.pick(&[
            Build::AlternateColour,
            Build::SameSuit,
            Build::AnySuit,
            rules.build,
            Build::Nothing,
        ]);
        if rules.step == RankStep::One {
            rules.group = dice.pick(&[
                Group::Single,
                Group::BySpaces,
                Group::SuitRun,
                Group::BuiltRun,
                Group::AnyFaceUp,
            ]);
        }
        rules.worrying_back = rules.home == Home::Foundations && dice.below(2) == 0;
    }
    rules.stock = match rules.stock {
        Stock::None | Stock::Hole => Stock::None,
        Stock::Waste { .. } => {
            let redeals = match dice.below(4) {
                0 => Redeals::Unlimited,
                n => Redeals::Number(n as u16 - 1),
            };
            let draw = if dice.below(2) == 0 { 1 } else { 1 + dice.below(4) as u16 };
            Stock::Waste { redeals, playable: draw == 1 && dice.below(2) == 0, draw }
        }
        Stock::Rows { .. } => Stock::Rows { onto_empty: dice.below(2) == 0 },
    };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Walks both sides at random; what differs first, or how many steps were made.
fn compare(
    instance: &Instance,
    lowered: &LoweredGame,
    length: usize,
    dice: &mut Dice,
) -> Result<Vec<Step>, String> {
    let mut walk = Walk::new(instance, lowered);
    let mut made = Vec::new();
    for _ in 0..length {
        let (table, position) = (walk.table(), walk.position());
        let expected: BTreeSet<Move> = table.moves().into_iter().collect();
        let steps = position.steps();
        let found: BTreeSet<Move> = steps.iter().filter_map(|&step| walk.locate(step)).collect();
        if found != expected || found.len() != steps.len() {
            return Err(format!("task {steps:?} as {found:?}, table {expected:?}"));
        }
        let back: Option<HashSet<Step>> = expected.iter().map(|&action| walk.step_of(action)).collect();
        if back != Some(steps.iter().copied().collect()) {
            return Err(format!("moves {expected:?} as steps {back:?}"));
        }
        if position.single_steps().len() != table.single_moves().len() {
            return Err("single moves differ".into());
        }
        if position.is_won() != table.is_won() {
            return Err(format!("won: task {}, table {}", position.is_won(), table.is_won()));
        }
        check_spots(position)?;
        if steps.is_empty() {
            break;
        }
        // Sometimes the latest step again, so that homes and groups are not rare.
        let step = dice.pick(&steps);
        let goes = |s: &Step| matches!(s, Step::Move { to: Target::Home, .. } | Step::Collect(_));
        let home = steps.iter().copied().find(goes);
        let step = home.filter(|_| dice.below(2) == 0).unwrap_or(step);
        walk.apply(step).map_err(|e| e.to_string())?;
        made.push(step);
    }
    Ok(made)
}

/// The games that can be lowered.
pub(crate) fn lowered_games() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| Rules::preset(preset.name).unwrap().unsupported(SUPPORTED).is_none())
}

/// These games one after the other, again and again.
pub(crate) fn nth_game(n: u64) -> &'static Preset {
    lowered_games().nth(n as usize % lowered_games().count()).unwrap()
}

fn check_spots(position: &Position<'_>) -> Result<(), String> {
    for (n, column) in (0..).zip(position.columns()) {
        for (depth, &card) in column.iter().enumerate() {
            let below = depth.checked_sub(1).map(|d| column[d]);
            let expected = below.map_or(task::Spot::Base(n), task::Spot::On);
            if position.spot(card) != expected || position.column_of(card) != Some((n, depth)) {
                return Err(format!("card {card:?} is lost"));
            }
        }
    }
    Ok(())
}

fn check_game(instance: &Instance, walks: usize, length: usize, dice: &mut Dice) {
    let lowered = lower(instance).unwrap();
    lowered.task.check().unwrap_or_else(|e| panic!("{e}: {instance:?}"));
    for _ in 0..walks {
        let steps = compare(instance, &lowered, length, dice).unwrap_or_else(|e| panic!("{e}\n{instance:?}"));
        let plan = decode(instance, &lowered, &steps).unwrap();
        assert_eq!(recode(instance, &lowered, &plan).unwrap(), steps);
        // A game in the middle is lowered like one at the start.
        let mut table = instance.table();
        plan.moves.iter().for_each(|&action| table.apply(action).unwrap());
        let middle = Instance::new(table.rules().clone(), table.deal().clone()).unwrap();
        let again = lower(&middle).unwrap();
        again.task.check().unwrap();
        compare(&middle, &again, 6, dice).unwrap_or_else(|e| panic!("{e}\n{middle:?}"));
    }
}

#[test]
fn small_games_of_every_preset_are_lowered_faithfully() {
    let mut dice = Dice::new(1);
    for (n, preset) in lowered_games().enumerate() {
        for seed in 0..250 {
            check_game(&small_relative(preset.name, seed * 100 + n as u64), 2, 40, &mut dice);
        }
    }
    for seed in 0..1000 {
        check_game(&small_game(seed), 1, 40, &mut dice);
    }
}

#[test]
fn whole_decks_of_every_preset_are_lowered_faithfully() {
    let mut dice = Dice::new(2);
    for preset in lowered_games() {
        for seed in 0..2 {
            let id = DealId::Random { game: None, seed };
            let instance = Instance::from_id(Rules::preset(preset.name).unwrap(), id).unwrap();
            check_game(&instance, 1, 150, &mut dice);
        }
    }
}

/// Positions by distance, for a game small enough.
fn levels<S: Clone, K: std::hash::Hash + Eq>(
    start: S,
    key: impl Fn(&S) -> K,
    next: impl Fn(&S) -> Vec<S>,
    won: impl Fn(&S) -> bool,
) -> (Vec<usize>, Option<usize>) {
    let mut seen = HashSet::from([key(&start)]);
    let mut queue = VecDeque::from([(start, 0)]);
    let (mut sizes, mut first) = (Vec::new(), None);
    while let Some((state, depth)) = queue.pop_front() {
        if sizes.len() == depth {
            sizes.push(0);
        }
        sizes[depth] += 1;
        if won(&state) && first.is_none() {
            first = Some(depth);
        }
        if seen.len() > 3000 {
            return (Vec::new(), None);
        }
        queue.extend(next(&state).into_iter().filter(|s| seen.insert(key(s))).map(|s| (s, depth + 1)));
    }
    (sizes, first)
}

fn followers<'t>(position: &Position<'t>) -> Vec<Position<'t>> {
    let step = |step| {
        let mut position = position.clone();
        position.apply(step).unwrap();
        position
    };
    position.steps().into_iter().map(step).collect()
}

#[test]
fn keys_distinguish_the_same_positions() {
    keys(8, 32);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn keys_distinguish_the_same_positions_at_length() {
    keys(25, 100);
}

fn keys(seeds: u64, least: usize) {
    let mut compared = 0;
    for (n, preset) in lowered_games().enumerate() {
        for seed in 0..seeds {
            let instance = small_relative(preset.name, seed * 100 + n as u64 + 7);
            let lowered = lower(&instance).unwrap();
            let after = |table: &Table, action: Move| {
                let mut table = table.clone();
                table.apply(action).unwrap();
                table
            };
            let expected = levels(
                instance.table(),
                Table::key,
                |table| table.moves().into_iter().map(|action| after(table, action)).collect(),
                Table::is_won,
            );
            let found = levels(Position::new(&lowered.task), |p| p.key(), followers, |p| p.is_won());
            assert_eq!(found, expected, "{instance:?}");
            compared += usize::from(!expected.0.is_empty());
        }
    }
    assert!(compared > least, "{compared}");
}

#[test]
fn a_wrong_task_is_caught() {
    type Spoil = fn(&mut task::Task) -> bool;
    let spoils: [(&str, Spoil); 9] = [
        ("a relation lacks a pair", |t| {
            t.kinds.iter_mut().rev().any(|kind| kind.may_stand_on.pop().is_some())
        }),
        ("a kind stands on another", |t| {
            let (last, first) = (t.kinds.len() as u32 - 1, &mut t.kinds[0]);
            let new = !first.may_stand_on.contains(&KindId(last));
            first.may_stand_on.push(KindId(last));
            new
        }),
        ("a cell too many", |t| {
            t.cells += 1;
            true
        }),
        ("no empty column", |t| {
            std::mem::replace(&mut t.empty_column, task::EmptyColumn::Nothing) != task::EmptyColumn::Nothing
        }),
        ("groups of one", |t| std::mem::replace(&mut t.group, task::Group::Single) != task::Group::Single),
        ("two cards exchanged", |t| {
            let column = t.start.columns.iter_mut().find(|column| column.len() > 1);
            column.is_some_and(|column| {
                let last = column.len() - 1;
                column.swap(0, last);
                t.cards[column[0].index()] != t.cards[column[last].index()]
            })
        }),
        ("home without a predecessor", |t| match &mut t.home {
            task::Home::After(after) => after.iter_mut().any(|before| before.take().is_some()),
            task::Home::Runs(_) | task::Home::Collected(_) => false,
        }),
        ("one more home", |t| match &t.home {
            task::Home::After(_) => {
                t.kinds[0].home_at_start += 1;
                true
            }
            task::Home::Runs(_) | task::Home::Collected(_) => false,
        }),
        ("a card face down", |t| {
            let face_down = t.start.face_down.iter_mut().zip(&t.start.columns);
            let mut found = false;
            for (n, column) in face_down.filter(|(n, column)| **n == 0 && column.len() > 1) {
                *n = column.len() as u32 - 1;
                found = true;
            }
            found
        }),
    ];
    for (name, spoil) in spoils {
        let (mut tried, mut caught) = (0, 0);
        let mut dice = Dice::new(3);
        for seed in 0..60 {
            let instance = small_relative(nth_game(seed).name, seed + 5000);
            let mut lowered = lower(&instance).unwrap();
            if spoil(&mut lowered.task) {
                tried += 1;
                let differs = (0..10).any(|_| compare(&instance, &lowered, 40, &mut dice).is_err());
                caught += usize::from(differs);
            }
        }
        // Not every slip shows in every game, but it must show.
        assert!(caught * 5 >= tried && caught > 0, "{name}: {caught} of {tried} caught");
    }
}

#[test]
fn what_can_never_leave_is_named() {
    let pile = |text: &str| text.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>();
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck = DeckSpec::new(2, 2, 1);
    let mut instance = Instance::new(
        rules,
        patsat_game::cards::Deal {
            columns: vec![pile("AC 2C").into()],
            stock: pile("AD 2D"),
            ..Default::default()
        },
    )
    .unwrap();
    let error = lower(&instance).unwrap_err().to_string();
    assert_eq!(error, "2 cards lie in the stock, but this game has none: they can never leave");
    let mut rules = (*instance.rules).clone();
    rules.home = Home::Runs;
    instance = Instance::new(
        rules,
        patsat_game::cards::Deal {
            columns: vec![pile("2C AD 2D").into()],
            foundations: vec![1, 0],
            ..Default::default()
        },
    )
    .unwrap();
    let error = lower(&instance).unwrap_err().to_string();
    assert_eq!(error, "a foundation holds 1 cards, but cards leave this game only 2 at a time");
}

#[test]
fn wrong_steps_are_refused() {
    let instance = freecell(1);
    let lowered = lower(&instance).unwrap();
    let fault = |step| decode(&instance, &lowered, &[step]).unwrap_err();
    let home = Step::Move { card: CardId(51), to: Target::Home };
    assert!(matches!(fault(home), DecodeError::Refused { step: 0, .. }));
    let nowhere = Step::Move { card: CardId(0), to: Target::On(CardId(99)) };
    assert!(matches!(fault(nowhere), DecodeError::Refused { .. }));
    assert!(matches!(fault(Step::Move { card: CardId(52), to: Target::Cell }), DecodeError::Refused { .. }));
    assert!(fault(Step::Draw).to_string().starts_with("step 1 is not allowed: "));
    // A task of another deal is not followed.
    let other = lower(&freecell(2)).unwrap();
    let steps: Vec<Step> = Position::new(&other.task).steps();
    let refused = steps.iter().filter(|&&step| decode(&instance, &other, &[step]).is_err()).count();
    assert_eq!(refused, steps.len());
}
