//! Tasks of the planning competitions, as a table plays them and as their domain files say: at every
//! position of random walks both allow the same moves, to the same positions.

use super::read;
use super::strips::World;
use super::walk::Lcg;
use patsat_formats::{Format, write_instance};
use patsat_game::cards::{Card, Deal, DeckSpec};
use patsat_game::rules::{Build, Home, Layout, Move, Place, RankStep, Rules, Sizes};
use patsat_game::state::{Instance, Names, Table};
use patsat_pddl::strips::{Atom, State};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder beside that of the competitions' FreeCell tasks, which `PATSAT_IPC` names. They are no
/// part of this repository.
pub(super) fn third_party(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/third-party/ipc");
    let folder = std::env::var_os("PATSAT_IPC").map_or_else(beside, PathBuf::from).with_file_name(name);
    let there = folder.is_dir();
    if !there {
        eprintln!("skipped: no {}", folder.display());
    }
    there.then_some(folder)
}

/// The tasks of a folder, with their names.
pub(super) fn tasks(folder: &Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| !path.ends_with("domain.pddl")).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "pddl"));
    files.sort();
    files.iter().map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap())).collect()
}

pub(super) fn file(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// What lies on what, as names: each pile of a position, deepest card first.
pub(super) fn piles(state: &State, bottoms: impl Fn(&str) -> bool) -> BTreeMap<String, Vec<String>> {
    let on: BTreeMap<&str, &str> = (state.iter())
        .filter(|atom| atom.0[0] == "on" && atom.0[2] != "discard")
        .map(|atom| (atom.0[2].as_str(), atom.0[1].as_str()))
        .collect();
    let all = on.keys().copied().filter(|place| bottoms(place));
    let pile = |bottom: &str| {
        let cards = std::iter::successors(on.get(bottom).copied(), |card| on.get(card).copied());
        (bottom.to_owned(), cards.map(str::to_owned).collect())
    };
    all.map(pile).collect()
}

/// The positions that one action of cost 1 leads to, whatever else follows from it at no cost.
fn settled(world: &World, state: &State) -> Vec<State> {
    let busy = |state: &State| state.iter().any(|atom| atom.0[0].starts_with("currently-"));
    let (mut open, mut seen, mut found) = (Vec::new(), BTreeSet::new(), Vec::new());
    for (_, after, cost) in world.0.successors(state) {
        assert_eq!(cost, 1);
        open.push(after);
    }
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        if !busy(&state) {
            found.push(state);
            continue;
        }
        for (_, after, cost) in world.0.successors(&state) {
            assert_eq!(cost, 0);
            open.push(after);
        }
    }
    found
}

/// Piles by their names and the number of rows dealt: all that there is to a position of Spider.
type Spider = (BTreeMap<String, Vec<String>>, String);

fn spider(world: &World, state: &State) -> Spider {
    let atom = |words: &[&str]| Atom(words.iter().map(|&word| word.to_owned()).collect());
    let is_pile = |name: &str| world.0.holds(state, &atom(&["part-of-tableau", name, name]));
    let current = state.iter().find(|atom| atom.0[0] == "current-deal").unwrap();
    (piles(state, is_pile), current.0[1].clone())
}

/// A table beside the names of its cards, moved by nothing but the moves.
#[derive(Clone)]
struct NamedTable {
    table: Table,
    columns: Vec<Vec<String>>,
    rows: Vec<Vec<String>>,
    home: Vec<(Card, String)>,
    /// The names of piles and deals.
    piles: Vec<String>,
    deals: Vec<String>,
}

impl NamedTable {
    fn new(instance: &Instance, world: &World) -> NamedTable {
        let state = world.0.start();
        let (all, current) = spider(world, &state);
        let own = instance.names.as_ref();
        let count = instance.deal.columns.len();
        let lower = |name: &String| name.to_lowercase();
        let piles: Vec<String> = match own {
            Some(names) => names.columns.iter().map(lower).collect(),
            None => (0..count).map(|n| format!("pile-{n}")).collect(),
        };
        let rows = instance.deal.stock.len() / count;
        let deals: Vec<String> = match own {
            Some(names) => names.rows.iter().map(lower).collect(),
            None => (0..=rows).map(|n| format!("deal-{n}")).collect(),
        };
        assert_eq!(deals[0], current);
        let stock = super::tasks::piles(&state, |name| deals.contains(&name.to_owned()));
        NamedTable {
            table: instance.table(),
            columns: piles.iter().map(|pile| all.get(pile).cloned().unwrap_or_default()).collect(),
            rows: deals[..rows].iter().map(|deal| stock[deal].iter().rev().cloned().collect()).collect(),
            home: Vec::new(),
            piles,
            deals,
        }
    }

    fn apply(&mut self, action: Move) {
        let before = self.table.clone();
        self.table.apply(action).unwrap();
        match action {
            Move::Cards { from: Place::Column(from), to: Place::Column(to), count } => {
                let cards = &mut self.columns[usize::from(from)];
                let moved = cards.split_off(cards.len() - count as usize);
                self.columns[usize::from(to)].extend(moved);
            }
            Move::DealRow => {
                let row = self.rows.remove(0);
                self.columns.iter_mut().zip(row).for_each(|(column, card)| column.push(card));
                self.deals.remove(0);
            }
            Move::Collect { column } => {
                let cards = &mut self.columns[usize::from(column)];
                let start = self.table.columns()[usize::from(column)].cards.len();
                let gone = before.columns()[usize::from(column)].cards[start..].iter().copied();
                self.home.extend(gone.zip(cards.drain(start..)));
            }
            _ => panic!("{action:?}"),
        }
    }

    fn position(&self) -> Spider {
        let piles = self.piles.iter().cloned().zip(self.columns.iter().cloned());
        (piles.filter(|(_, cards)| !cards.is_empty()).collect(), self.deals[0].clone())
    }

    /// Every legal move, those that only rename columns too.
    fn moves(&self) -> Vec<Move> {
        let count = self.columns.len() as u16;
        let mut all = vec![Move::DealRow];
        all.extend((0..count).map(|column| Move::Collect { column }));
        for from in 0..count {
            for to in 0..count {
                let most = self.columns[usize::from(from)].len() as u32;
                let (from, to) = (Place::Column(from), Place::Column(to));
                all.extend((1..=most).map(|count| Move::Cards { from, to, count }));
            }
        }
        all.retain(|&action| self.table.check(action).is_ok());
        all
    }

    /// The position as an instance with these names.
    fn instance(&self) -> Instance {
        let deal = self.table.deal().clone();
        let mut names = Names { columns: self.piles.clone(), rows: self.deals.clone(), ..Names::default() };
        let cards = deal.columns.iter().flat_map(|pile| &pile.cards).chain(deal.stock.iter().rev());
        let called = self.columns.iter().chain(&self.rows).flatten();
        let home = |(card, name): &(Card, String)| (*card, name.clone());
        for (card, name) in cards.copied().zip(called.cloned()).chain(self.home.iter().map(home)) {
            names.copies.entry(card).or_default().push(name);
        }
        let instance = Instance::new(self.table.rules().clone(), deal).unwrap();
        Instance { names: Some(Arc::new(names)), ..instance }
    }
}

/// Walks at random, and holds both sides against each other at every step; the positions seen.
fn walk(instance: &Instance, worlds: &[World], steps: usize, seed: u64, domain: &str) -> usize {
    let mut rng = Lcg::new(seed);
    let mut named = NamedTable::new(instance, &worlds[0]);
    let mut states: Vec<State> = worlds.iter().map(|world| world.0.start()).collect();
    for step in 0..steps {
        let moves = named.moves();
        let after: BTreeMap<Spider, Move> = (moves.iter())
            .map(|&action| {
                let mut next = named.clone();
                next.apply(action);
                (next.position(), action)
            })
            .collect();
        assert_eq!(after.len(), moves.len());
        let mut next: Vec<BTreeMap<Spider, State>> = Vec::new();
        for (world, state) in worlds.iter().zip(&states) {
            let all = settled(world, state);
            let found: BTreeMap<Spider, State> =
                all.iter().map(|state| (spider(world, state), state.clone())).collect();
            // All that the domain keeps beside the piles follows from them.
            assert_eq!(found.len(), all.len());
            assert!(found.keys().eq(after.keys()), "step {step}: {:?}\n{:?}", found.keys(), after.keys());
            next.push(found);
        }
        if step % 4 == 3 {
            check_written(&named, &states[0], domain);
        }
        if moves.is_empty() {
            return step + 1;
        }
        // Moves that change more than places are rare: one time in three such a one.
        let rare: Vec<Move> =
            moves.iter().copied().filter(|action| !matches!(action, Move::Cards { .. })).collect();
        let action = match rare.len() {
            0 => moves[rng.below(moves.len())],
            _ if rng.below(3) > 0 => moves[rng.below(moves.len())],
            n => rare[rng.below(n)],
        };
        named.apply(action);
        states = next.iter().map(|found| found[&named.position()].clone()).collect();
        for (world, state) in worlds.iter().zip(&states) {
            assert_eq!(world.0.missing(state).is_none(), named.table.is_won());
        }
    }
    steps
}

/// The task of a position in the middle of a game holds the facts that the domain has come to.
fn check_written(named: &NamedTable, state: &State, domain: &str) {
    let instance = named.instance();
    let text = write_instance(&instance, Format::Pddl).unwrap();
    let back = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(back.deal, instance.deal);
    let written = World::new(domain, &text).0.start();
    // Deals that are over are not written again.
    let kept = |atom: &&Atom| {
        let over = atom.0.len() == 2 && atom.0[1].starts_with("deal-") && !named.deals.contains(&atom.0[1]);
        !over
    };
    let now: State = state.iter().filter(kept).cloned().collect();
    assert!(written == now, "{:?}\n{:?}", written.difference(&now), now.difference(&written));
}

#[test]
fn tables_and_the_spider_domain_of_2018_agree_on_every_move() {
    let Some(folder) = third_party("ipc2018-spider") else { return };
    let domain = file(&folder, "domain.pddl");
    let mut seen = 0;
    for (n, (name, text)) in (1..).zip(tasks(&folder)) {
        let instance = read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let own = patsat_pddl::domain(&instance);
        // Both the competition's domain file and ours, by the same facts.
        let worlds = [World::new(&domain, &text), World::new(own, &text)];
        let steps = if instance.deal.stock.len() > 12 { 8 } else { 30 };
        seen += walk(&instance, &worlds, steps, 77 + n, own);
        // What is written is read, and means the same.
        let back = read(&write_instance(&instance, Format::Pddl).unwrap()).unwrap();
        assert_eq!(back, instance, "{name}");
    }
    assert!(seen > 100, "{seen}");
}

/// Small games of the rules that the domain can express, many of them with complete runs in sight.
pub(super) fn small_games() -> Vec<Instance> {
    let mut games = Vec::new();
    let decks =
        [(2, "1", 4, 2, 2), (2, "2", 2, 3, 1), (3, "2", 1, 2, 2), (1, "3", 2, 2, 2), (3, "S", 2, 3, 1)];
    for (seed, &(ranks, suits, copies, columns, rows)) in (1u64..).zip(decks.iter().cycle().take(20)) {
        let deck = DeckSpec { ranks, suits: suits.parse().unwrap(), copies };
        let (build, step) = match seed % 4 {
            0 => (Build::SameSuit, RankStep::One),
            1 => (Build::AnySuit, RankStep::Any),
            _ => (Build::AnySuit, RankStep::One),
        };
        let like = Rules::preset("ipc-spider").unwrap();
        let left = deck.len() - rows * columns;
        let layout = Layout { sizes: Sizes::Round(left as u32), ..Layout::open() };
        let rules = Rules { deck, columns: columns as u16, build, step, layout, ..like };
        let mut cards: Vec<Card> = deck.all_cards().collect();
        let mut rng = Lcg::new(seed);
        (1..cards.len()).rev().for_each(|n| cards.swap(n, rng.below(n + 1)));
        let stock = cards.split_off(left);
        let mut piles = vec![Vec::new(); columns];
        cards.into_iter().enumerate().for_each(|(n, card)| piles[n % columns].push(card));
        let columns = piles.into_iter().map(Into::into).collect();
        games.push(Instance::new(rules, Deal { columns, stock, ..Deal::default() }).unwrap());
    }
    games
}

#[test]
fn our_own_small_tasks_agree_with_the_domain_too() {
    let (mut seen, mut won) = (0, 0);
    for (n, instance) in (1..).zip(small_games()) {
        assert_eq!(instance.rules.home, Home::RunsByMove);
        let text = write_instance(&instance, Format::Pddl).unwrap();
        let own = patsat_pddl::domain(&instance);
        let back = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        if instance.rules.deck.ranks > 1 {
            assert_eq!(back.deal, instance.deal);
        }
        if instance.rules.deck.ranks > 2 && instance.rules.deck.suits.count() > 1 {
            assert_eq!((back.rules.build, back.rules.step), (instance.rules.build, instance.rules.step));
        }
        for seed in 0..3 {
            seen += walk(&back, &[World::new(own, &text)], 40, 1000 * seed + n, own);
        }
        won += usize::from(instance.rules.deck.ranks == 2);
    }
    assert!(seen > 600 && won > 0, "{seen}");
}
