//! Boards with unseen cards, held against exhaustive search of every completion.
//!
//! The completions are made here, from the definition of [`PartialBoard`], and searched on [`Table`] alone.

mod boards;

use boards::*;
use patsat_analysis::unseen::{AdvisedMove, CompletionCounts, Reach, judge, orders, rank_moves, reach};
use patsat_base::{Limits, Style};
use patsat_blind::{AdviceOptions, View};
use patsat_formats::{Hints, PartialBoard, UnseenPlace, board, read};
use patsat_game::cards::{Deal, Pile};
use patsat_game::rules::{FaceUp, Move, Rules, Stock};
use patsat_game::state::Instance;
use patsat_planning::Method;
use patsat_search::Budget;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// What a sample of boards had in it.
#[derive(Default, Debug)]
struct Sample {
    boards: usize,
    /// How often each outcome was reported, and how often boards had what makes them difficult.
    seen: BTreeMap<String, usize>,
}

impl Sample {
    /// Compares what is reported of random boards with what their completions are.
    fn of(boards: usize, first_seed: u64, with_judge: usize) -> Sample {
        let mut sample = Sample::default();
        for seed in first_seed.. {
            let Some(read) = random_board(seed) else { continue };
            let all = completions(&read);
            let Some(won) = all.iter().map(winnable).collect::<Option<Vec<bool>>>() else { continue };
            sample.boards += 1;
            assert_eq!(orders(&read, 1_000), all.len() as u64, "seed {seed}");
            let outcome = sample.verdict(&read, &all, &won, seed);
            sample.features(&read, outcome);
            sample.reads_back(&read, seed);
            let count = won.iter().filter(|&&won| won).count() as u64;
            let kind = match count {
                0 => "none won",
                n if n == all.len() as u64 => "all won",
                _ => "some won",
            };
            sample.count(kind);
            if sample.boards <= with_judge {
                judged(&read, count, all.len() as u64, seed);
                sample.advised(&read, &all, count, seed);
            }
            if sample.boards == boards {
                break;
            }
        }
        sample
    }

    fn count(&mut self, what: &str) {
        *self.seen.entry(what.to_owned()).or_default() += 1;
    }

    fn verdict(&mut self, read: &PartialBoard, all: &[Instance], won: &[bool], seed: u64) -> &'static str {
        let outcome = match reach(read, &mut Budget::new(Limits::default())).unwrap() {
            Reach::Lost { positions, checked } => {
                assert!(won.iter().all(|&won| !won) && positions > 0, "seed {seed}: {won:?}");
                assert_eq!((checked.completions, checked.all), (all.len() as u64, true), "seed {seed}");
                "lost"
            }
            Reach::Turns { moves } => {
                // The same moves are legal in every completion, only the last one turns a card, and no fewer do.
                for game in all {
                    let before = moves.len().saturating_sub(1);
                    assert!(
                        moves.is_empty() || all_lie_unseen(read, &after(game, &moves[..before])),
                        "seed {seed}"
                    );
                    assert!(!all_lie_unseen(read, &after(game, &moves)), "seed {seed}");
                    assert!(!turns_within(read, game, moves.len()), "seed {seed}");
                }
                "turns"
            }
            Reach::Depends { moves } => {
                let (mut runs, mut groups) = (HashSet::new(), HashSet::new());
                for game in all {
                    assert!(!turns_within(read, game, moves.len()), "seed {seed}");
                    let table = after(game, &moves);
                    let lengths: Vec<usize> = table.columns().iter().map(|pile| pile.cards.len()).collect();
                    let (collect, others): (Vec<Move>, Vec<Move>) =
                        table.moves().into_iter().partition(|action| matches!(action, Move::Collect { .. }));
                    runs.insert((lengths, collect));
                    groups.insert(others);
                }
                // Completions show why: a run is complete in some, or a group moves.
                match (runs.len(), groups.len()) {
                    (2.., _) => self.count("a run through an unseen card"),
                    (_, 2..) => self.count("a group with an unseen card"),
                    _ => {}
                }
                "depends"
            }
            Reach::Unknown(limit) => panic!("seed {seed}: there was no limit, {limit}"),
        };
        if won.iter().all(|&won| !won) {
            self.count(&format!("{outcome}, none won"));
        }
        self.count(outcome);
        outcome
    }

    fn features(&mut self, read: &PartialBoard, outcome: &str) {
        let Instance { rules, deal, .. } = &read.instance;
        let Rules { build, step, group, empty_column, home, stock, .. } = &**rules;
        let stock = match stock {
            Stock::None => "no stock".to_owned(),
            Stock::Hole => "drawn into the hole".to_owned(),
            Stock::Waste { playable, .. } => format!("waste, playable {playable}"),
            Stock::Rows { onto_empty } => format!("rows, onto empty {onto_empty}"),
        };
        let down = |pile: &Pile, n: usize, place: usize| {
            place < pile.face_down && !read.unseen.contains(&UnseenPlace::Column(n, place))
        };
        let piles = || deal.columns.iter().enumerate();
        let unseen_up = |(n, pile): (usize, &Pile)| {
            (pile.face_down..pile.cards.len())
                .any(|place| read.unseen.contains(&UnseenPlace::Column(n, place)))
        };
        let has = [
            (rules.cells > 0, "cells"),
            (!deal.reserve.is_empty(), "a reserve"),
            (rules.deck.copies > 1, "copies"),
            (deal.foundations.iter().any(|&height| height > 0), "cards home"),
            (piles().any(|(n, pile)| (0..pile.cards.len()).any(|at| down(pile, n, at))), "known face down"),
            (piles().any(unseen_up), "unseen face up"),
            (read.unseen.iter().any(|spot| matches!(spot, UnseenPlace::Stock(_))), "unseen in stock"),
        ];
        let rules = [
            format!("{build:?}"),
            format!("step {step:?}"),
            format!("{group:?}"),
            format!("empty column {empty_column:?}"),
            format!("{home:?}"),
            stock,
            format!("face up {:?}", rules.layout.face_up),
        ];
        for what in has.into_iter().filter(|(has, _)| *has).map(|(_, what)| what.to_owned()).chain(rules) {
            self.count(&format!("{outcome}: {what}"));
        }
    }

    /// A move keeps and loses no more completions than there are won and lost ones after it, and "lost" holds in all.
    fn advised(&mut self, read: &PartialBoard, all: &[Instance], won: u64, seed: u64) {
        let found = rank_moves(&View::of(read), &AdviceOptions { samples: 1_000, seed }).unwrap();
        assert_eq!((found.completions, found.all), (all.len() as u64, true), "seed {seed}");
        if found.is_lost {
            assert_eq!(won, 0, "seed {seed}: called lost");
            self.count("called lost");
        }
        for AdvisedMove { score, closed, .. } in &found.moves {
            let after = all.iter().filter_map(|game| {
                let mut table = game.table();
                table.apply(score.action).ok()?;
                winnable(&Instance { deal: table.deal().clone(), ..game.clone() })
            });
            let after: Vec<bool> = after.collect();
            let wins = after.iter().filter(|&&wins| wins).count() as u64;
            let losses = all.len() as u64 - wins;
            if after.len() == all.len() {
                assert!(score.kept <= wins && score.lost <= losses, "seed {seed}: {score:?}, {wins} won");
                assert!(closed.is_none() || wins == 0, "seed {seed}: {score:?}");
                self.count("moves held against their completions");
            }
        }
    }

    /// The board as it is shown is read as the same board or refused.
    fn reads_back(&mut self, board: &PartialBoard, seed: u64) {
        let start = board.shown();
        // Complete runs leave before a board is shown.
        if start.table().deal() != &start.deal || !lies_as_dealt(board) {
            return;
        }
        let text = board::instance(&start, Style::PLAIN);
        let hints = Hints { game: Some((*board.instance.rules).clone()), ..Hints::default() };
        let Ok(again) = read(text.as_bytes(), None, &hints) else { return };
        let same = up_to_foundations(&again.shown()) == up_to_foundations(&start)
            && again.instance.rules == board.instance.rules;
        // What fits in one way only counts as seen.
        let whole = again.unseen.is_empty()
            && up_to_foundations(&again.instance) == up_to_foundations(&board.instance);
        assert!(whole || (same && again.unseen == board.unseen), "seed {seed}\n{text}{again:?}");
        self.count("read back");
    }

    fn least(&self, what: &str) -> usize {
        self.seen.get(what).copied().unwrap_or(0)
    }
}

/// The position, the foundations of each suit in rising order: which of them holds a run is not shown.
fn up_to_foundations(game: &Instance) -> Deal {
    let mut deal = game.deal.clone();
    for suit in game.rules.deck.suits.iter() {
        deal.foundations[game.rules.deck.foundations_of(suit)].sort_unstable();
    }
    deal
}

/// Whether the unseen cards lie as the layout deals them.
fn lies_as_dealt(read: &PartialBoard) -> bool {
    let lies = |&spot: &UnseenPlace| {
        let UnseenPlace::Column(n, place) = spot else { return true };
        let pile = &read.instance.deal.columns[n];
        let known_above =
            (place..pile.face_down).any(|at| !read.unseen.contains(&UnseenPlace::Column(n, at)));
        match read.instance.rules.layout.face_up {
            FaceUp::All => known_above == (place < pile.face_down),
            FaceUp::Top | FaceUp::Last(_) | FaceUp::Listed(_) => place < pile.face_down,
        }
    };
    read.unseen.iter().all(lies)
}

/// The count of won completions, exact where all are solved.
fn judged(read: &PartialBoard, won: u64, all: u64, seed: u64) {
    let judge = |samples, seed| {
        let search = (&Method::default(), Limits::default());
        judge(read, (samples, seed), search, &NEVER, |_| {}).unwrap()
    };
    assert_eq!(judge(all, 1), CompletionCounts { won, lost: all - won, open: 0, all: true }, "seed {seed}");
    if all > 3 {
        let some = judge(3, 7);
        assert_eq!((some.orders(), some.all, some), (3, false, judge(3, 7)), "seed {seed}");
        assert!((won > 0 || some.won == 0) && (won < all || some.lost == 0), "seed {seed}");
    }
}

#[test]
fn verdicts_hold_in_every_completion() {
    let sample = Sample::of(150, 0, 40);
    for (what, least) in [("lost", 10), ("turns", 50), ("depends", 3), ("some won", 5), ("read back", 80)] {
        assert!(sample.least(what) >= least, "{what}: {sample:#?}");
    }
}

#[test]
#[ignore = "takes some 20 s"]
fn verdicts_hold_in_every_completion_at_length() {
    let sample = Sample::of(10_000, 1_000, 1_000);
    let kinds = [
        "a run through an unseen card",
        "a group with an unseen card",
        "turns, none won",
        "some won",
        "all won",
    ];
    for kind in kinds {
        assert!(sample.least(kind) > 20, "{kind}: {sample:#?}");
    }
    assert!(sample.least("read back") > 4_000, "{sample:#?}");
    assert!(sample.least("called lost") > 50, "{sample:#?}");
    assert!(sample.least("moves held against their completions") > 500, "{sample:#?}");
    // Every field of the rules, where the verdict is about all completions.
    let fields = "AlternateColour|SameSuit|AnySuit|Nothing|step One|step Any|Single|BySpaces|SuitRun|BuiltRun|\
        empty column Any|empty column TopRank|empty column Nothing|Foundations|Runs|RunsByMove|no stock|\
        waste, playable false|waste, playable true|rows, onto empty false|rows, onto empty true|face up All|face up Top|\
        cells|a reserve|copies|cards home|known face down|unseen face up|unseen in stock";
    for field in fields.split('|') {
        assert!(sample.least(&format!("lost: {field}")) > 10, "{field}: {sample:#?}");
    }
}

#[test]
fn limits_leave_it_open() {
    let instance = Instance::from_id(Rules::preset("spider").unwrap(), "random:1".parse().unwrap()).unwrap();
    let columns = instance.deal.columns.iter().enumerate();
    let unseen = columns.map(|(n, pile)| UnseenPlace::Column(n, pile.face_down - 1)).collect();
    let read = PartialBoard { instance, unseen, notes: Vec::new() };
    assert!(matches!(reach(&read, &mut Budget::new(Limits::default())), Ok(Reach::Turns { .. })));
    let none = Limits { nodes: Some(0), ..Limits::default() };
    assert!(matches!(reach(&read, &mut Budget::new(none)), Ok(Reach::Unknown(_))));
    let judged = judge(&read, (2, 0), (&Method::default(), none), &NEVER, |_| {}).unwrap();
    assert_eq!((judged.open, judged.orders()), (2, 2));
}
