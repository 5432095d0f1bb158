//! `patsat why` and what it writes, as people and programs use it.

use patsat_testkit::cli::{result, run};

use patsat_base::Limits;
use patsat_formats::{Format, write_instance, write_plan};
use patsat_game::cards::{Card, Deal, DealId, DeckSpec, Pile};
use patsat_game::rules::{Layout, Rules, Sizes, Stock};
use patsat_game::state::patterns::{self, Cards, Fact, Pattern, Patterns};
use patsat_game::state::{Instance, Plan, Table};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// A file of this test's own.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> TempFile {
        TempFile(env::temp_dir().join(format!("patsat-why-{}-{name}", process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A small lost game, and another.
const LOST: &[&str] = &["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];
const WON: &[&str] = &["ms:1", "--ranks", "5", "--cells", "1", "--columns", "5"];

#[test]
fn a_lost_game_is_explained_by_patterns_that_verify_accepts() {
    let (patterns, svg) = (TempFile::new("p.txt"), TempFile::new("p.svg"));
    let (code, out, err) = run(&[&["why"], LOST, &["-o", patterns.path(), "--svg", svg.path()]].concat());
    assert_eq!((code, err.as_str()), (20, ""), "{out}");
    assert!(out.contains("Pattern 1 (the start)") && out.contains('['), "{out}");
    assert!(out.contains(" facts, verified)"), "{out}");
    assert_eq!(out, run(&[&["why"], LOST].concat()).1, "the same every time");
    assert!(patterns.text().starts_with("patsat dead-patterns 1\ngame freecell\n"));
    let drawing = svg.text();
    let reasons = out.lines().filter(|line| line.contains(" cannot move")).count();
    assert!(
        reasons > 0 && drawing.matches(" cannot move").count() >= reasons,
        "the reasons stand below the board"
    );
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n") && drawing.contains("#f0a500"));
    let verify = |more: &[&str]| run(&[&["verify"], LOST, &[patterns.path()], more].concat());
    let (code, out, _) = verify(&[]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("valid: ") && out.ends_with("the game cannot be won\n"), "{out}");
    let (code, out, _) = verify(&["--plain"]);
    assert!(code == 0 && out.starts_with("valid: "), "{out}");

    // The same patterns prove nothing about another deal or other rules.
    let elsewhere = ["verify", "ms:2", "--ranks", "4", "--cells", "0", "--columns", "4", patterns.path()];
    let (code, out, _) = run(&elsewhere);
    assert_eq!(code, 1);
    assert!(out.starts_with("not valid: the dead patterns were made for other rules"), "{out}");
    let (code, out, _) =
        run(&["verify", "ms:1", "--ranks", "4", "--cells", "1", "--columns", "4", patterns.path()]);
    assert_eq!(code, 1, "{out}");

    // Nor do they after a fact is gone, a card is unknown, or a pattern contradicts itself.
    let whole = patterns.text();
    let head: String = whole.lines().take(4).map(|line| format!("{line}\n")).collect();
    for (pattern, expected) in [
        ("5C home", "line 5: this game has no 5C in play"),
        ("AC home, AC in a cell", "line 5: the pattern contradicts itself: AC is in two places"),
        ("AC home", "not valid: "),
        ("", "there is no pattern in the file"),
    ] {
        fs::write(&patterns.0, format!("{head}{pattern}\n")).unwrap();
        let (code, out, err) = verify(&[]);
        assert_eq!(code, 1, "{out}{err}");
        assert!(out.contains(expected), "{pattern}: {out}");
    }
}

#[test]
fn the_strict_form_is_proved_and_checked() {
    let (patterns, proof) = (TempFile::new("s.txt"), TempFile::new("s.proof"));
    let (code, out, err) = run(&[&["why"], LOST, &["-o", patterns.path(), "--proof", proof.path()]].concat());
    assert_eq!((code, err.as_str()), (20, ""), "{out}");
    let (code, out, err) = run(&[&["verify"], LOST, &[patterns.path(), "--proof", proof.path()]].concat());
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(out.matches("valid: ").count(), 2, "{out}");
    let mut bytes = fs::read(&proof.0).unwrap();
    let last = bytes.len() - 40;
    bytes[last] ^= 1;
    fs::write(&proof.0, bytes).unwrap();
    let (code, out, _) = run(&[&["verify"], LOST, &[patterns.path(), "--proof", proof.path()]].concat());
    assert_eq!(code, 1, "{out}");
}

#[test]
fn a_winnable_game_is_reported_with_its_plan() {
    let file = TempFile::new("w.txt");
    let (code, out, err) = run(&[&["why"], WON, &["-o", file.path()]].concat());
    assert_eq!(code, 10);
    assert!(out.contains("Not lost: this position can be won in ") && out.contains("\n1. "), "{out}");
    assert_eq!(err, "no dead patterns written: the game can be won\n");
    assert!(!Path::new(&file.0).exists());
}

#[test]
fn solve_explains_a_lost_deal_in_text_only() {
    let (code, out, _) = run(&[&["solve"], LOST, &["--explain"]].concat());
    assert_eq!(code, 20);
    assert!(out.contains("Unwinnable (complete search") && out.contains("Pattern 1 (the start)"), "{out}");
    let (code, _, err) = run(&[&["solve"], LOST, &["--explain", "--format", "json"]].concat());
    assert_eq!(code, 2);
    assert!(err.contains("--explain needs --format text"), "{err}");
}

#[test]
fn as_json_every_pattern_has_its_ways() {
    let (code, out, _) = run(&[&["why"], LOST, &["--format", "json"]].concat());
    assert_eq!(code, 20);
    let result = result(&out);
    assert_eq!(result["basis"], "dead-patterns");
    let (patterns, ways) = (&result["why"]["patterns"], &result["why"]["ways"]);
    assert_eq!(patterns.as_array().unwrap().len(), ways.as_array().unwrap().len());
    assert_eq!(result["patterns"], patterns.as_array().unwrap().len());
}

fn winnable(game: &Instance) -> bool {
    let search = strategy("breadth-first").unwrap();
    let report = (search.run)(game, &SearchOptions::default(), &mut Budget::new(Limits::default()));
    matches!(report.end, SearchEnd::Solved(_))
}

#[test]
fn the_move_that_lost_a_game_is_found() {
    let (board, plan) = (TempFile::new("b.json"), TempFile::new("b.plan"));
    let mut rules = Rules::preset("freecell").unwrap();
    (rules.deck.ranks, rules.columns, rules.cells) = (4, 4, 0);
    let mut seen = [0, 0];
    for deal in 1..200 {
        let game = Instance::from_id(rules.clone(), DealId::Microsoft(deal)).unwrap();
        if !winnable(&game) {
            continue;
        }
        fs::write(&board.0, write_instance(&game, Format::Json).unwrap()).unwrap();
        let start = game.table();
        // Two moves of which one loses; breadth-first search says which.
        for first in start.single_moves() {
            let mut then = start.clone();
            then.apply(first).unwrap();
            let at = |table: &Table| Instance { deal: table.deal().clone(), id: None, ..game.clone() };
            let Some(&second) = then.single_moves().last() else { continue };
            let mut last = then.clone();
            last.apply(second).unwrap();
            let loses = if !winnable(&at(&then)) {
                1
            } else if !winnable(&at(&last)) {
                2
            } else {
                continue;
            };
            if seen[loses - 1] == 2 {
                continue;
            }
            seen[loses - 1] += 1;
            let text = write_plan(&game, &Plan::from(vec![first, second]), Format::PlanJson).unwrap();
            fs::write(&plan.0, text).unwrap();
            let (code, out, err) = run(&["why", board.path(), plan.path()]);
            assert_eq!(code, 20, "{out}{err}");
            assert!(out.starts_with(&format!("Move {loses} of 2 lost the game: ")), "{out}");
            assert!(
                out.contains("Before it, the game could be won in ") && out.contains("Pattern 1"),
                "{out}"
            );
        }
        if seen == [2, 2] {
            return;
        }
    }
    panic!("too few games are lost by a move: {seen:?}");
}

#[test]
fn a_saved_game_is_played_from_its_beginning() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/boards/kpat-freecell-1-played.kpat");
    let (code, out, err) = run(&["why", file, "--game", "freecell"]);
    assert_eq!(code, 10, "{out}{err}");
    assert!(
        out.starts_with("After 46 moves:\n") && out.contains("Not lost: this position can be won in "),
        "{out}"
    );
}

#[test]
fn bad_use_is_one_sentence() {
    for (args, expected) in [
        (&["why", "ms:1", "--pattern", "0"][..], "--pattern 0: patterns count from 1"),
        (
            &["why", "ms:1", "--ranks", "4", "--cells", "0", "--columns", "4", "--pattern", "99"],
            "--pattern 99: there are ",
        ),
    ] {
        let (code, _, err) = run(args);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(expected) && err.trim_end().lines().count() == 1, "{err}");
    }
}

#[test]
fn a_certificate_is_gone_on_with() {
    let (first, second) = (TempFile::new("first.txt"), TempFile::new("second.txt"));
    let (code, _, err) = run(&[&["why"], LOST, &["-o", first.path()]].concat());
    assert_eq!(code, 20, "{err}");
    // A pattern that the proof does not need: the start, card by card.
    let start = Instance::from_id(
        Rules {
            cells: 0,
            columns: 4,
            deck: DeckSpec { ranks: 4, ..Rules::preset("freecell").unwrap().deck },
            ..Rules::preset("freecell").unwrap()
        },
        DealId::Microsoft(1),
    )
    .unwrap();
    let cards = Cards::of(&start);
    let facts = cards.all().map(|card| Fact { card, spot: cards.dealt(card) }).collect();
    let padded = first.text() + &cards.in_words(&Pattern::new(facts).unwrap()) + "\n";
    fs::write(&first.0, &padded).unwrap();

    // By default the certificate is copied without a search. With `--shrink` it may overwrite its own file.
    let known = |more: &[&str]| run(&[&["why"], LOST, &["--known", first.path()], more].concat());
    let (code, out, err) = known(&["-o", second.path(), "-v"]);
    assert_eq!(code, 20, "{out}{err}");
    assert!(err.contains(" 0 positions searched"), "{err}");
    assert_eq!(second.text(), padded);
    let (code, out, err) = known(&["-o", first.path(), "--shrink", "0.5"]);
    assert_eq!(code, 20, "{out}{err}");
    let lines: Vec<&str> = err.lines().collect();
    assert!(lines.len() >= 2 && lines.iter().all(|line| line.starts_with("after ")), "{err}");
    assert!(first.text().len() < padded.len());
    let (code, out, _) = run(&[&["verify"], LOST, &[first.path()]].concat());
    assert_eq!(code, 0, "{out}");

    // Errors: `--known` with moves, with a certificate of another deal, and with another file.
    let (code, _, err) = known(&[second.path()]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("cannot be used with"), "{err}");
    let (code, _, err) = run(&["why", "ms:11982", "--known", first.path()]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(
        err.contains("first.txt: not a certificate of this game: the dead patterns were made for"),
        "{err}"
    );
    fs::write(&second.0, "hello\n").unwrap();
    let (code, _, err) = run(&[&["why"], LOST, &["--known", second.path()]].concat());
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(err.contains("expected a file that starts 'patsat dead-patterns 1'"), "{err}");
}

/// Two runs of twins that want an ace each, on columns of their own: any choice among twelve pairs may be the run that leaves.
#[test]
fn a_check_that_gives_up_is_undecided() {
    let mut rules = Rules::preset("spider1").unwrap();
    (rules.stock, rules.layout) = (Stock::None, Layout::open());
    let mut runs: Vec<Vec<Card>> = Vec::new();
    let mut others: Vec<Card> = rules.deck.all_cards().collect();
    others.sort_by_key(|card| card.rank);
    for _ in 0..2 {
        let run = (2..=13).rev().map(|rank| {
            let at = others.iter().position(|card| card.rank.0 == rank).unwrap();
            others.remove(at)
        });
        runs.push(run.collect());
    }
    runs.extend(others.chunks(others.len().div_ceil(8)).map(<[Card]>::to_vec));
    let columns = runs.into_iter().map(|cards| Pile { cards, ..Pile::default() }).collect();
    let deal = Deal { columns, foundations: vec![0; rules.foundations()], ..Deal::default() };
    let game = Instance::new(rules, deal).unwrap();
    let cards = Cards::of(&game);
    let both = cards.track().columns()[..2].concat();
    let facts = both.iter().map(|&card| Fact { card, spot: cards.dealt(card) }).collect();
    let (board, file) = (TempFile::new("runs.json"), TempFile::new("runs.txt"));
    fs::write(&board.0, write_instance(&game, Format::Json).unwrap()).unwrap();
    fs::write(&file.0, patterns::write(&game, &Patterns(vec![Pattern::new(facts).unwrap()]))).unwrap();
    let (code, out, err) = run(&["verify", board.path(), file.path()]);
    assert_eq!((code, err.as_str()), (5, ""), "{out}");
    assert!(out.starts_with("undecided: ") && out.contains("a complete run leaves"), "{out}");
}

#[test]
fn without_time_the_verdict_stays() {
    let (code, out, _) = run(&["why", "ms:11982", "--time-limit", "1"]);
    assert!(code == 20 || code == 0, "{out}");
    if code == 20 && !out.contains("Pattern 1") {
        assert!(out.contains("No dead patterns: time limit reached"), "{out}");
    }
}

/// The first game of these rules that is lost and has something left in the stock, as a file.
fn lost_with_a_stock(name: &str, rules: Rules) -> impl Iterator<Item = TempFile> {
    let search = strategy("breadth-first").unwrap();
    let games =
        (0..).map(move |seed| Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap());
    let lost = move |game: &Instance| {
        let mut budget = Budget::new(Limits::default());
        let end = (search.run)(game, &SearchOptions::default(), &mut budget).end;
        matches!(end, SearchEnd::Exhausted) && !game.deal.stock.is_empty()
    };
    games.filter(lost).map(move |game| {
        let file = TempFile::new(name);
        fs::write(&file.0, write_instance(&game, Format::Json).unwrap()).unwrap();
        file
    })
}

#[test]
fn rows_and_redeals_are_explained_drawn_and_verified() {
    let spider = Rules {
        deck: DeckSpec::new(3, 1, 2),
        columns: 2,
        layout: Layout { sizes: Sizes::Round(4), ..Layout::open() },
        ..Rules::preset("spider1").unwrap()
    };
    let turned = Rules {
        deck: DeckSpec::new(3, 2, 1),
        columns: 1,
        layout: Layout { sizes: Sizes::Round(2), ..Layout::open() },
        ..Rules::preset("forty-and-eight").unwrap()
    };
    for (name, rules, sentence) in
        [("rows.json", spider, "row 1 is dealt"), ("turned.json", turned, "Pattern 1 (the start)")]
    {
        let explains = |game: TempFile| {
            let (patterns, svg) =
                (TempFile::new(&format!("{name}.txt")), TempFile::new(&format!("{name}.svg")));
            let args = ["why", game.path(), "--all", "-o", patterns.path(), "--svg", svg.path()];
            let (code, explanation, err) = run(&args);
            assert_eq!((code, err.as_str()), (20, ""), "{explanation}");
            assert!(svg.text().starts_with("<svg "));
            let (code, out, _) = run(&["verify", game.path(), patterns.path()]);
            assert_eq!(code, 0, "{out}");
            explanation.contains(sentence)
        };
        assert!(lost_with_a_stock(name, rules).take(40).any(explains), "{name}");
    }
}
