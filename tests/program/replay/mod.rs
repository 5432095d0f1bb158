//! Plans to watch: the page in a real browser held against the rules at every move, the screen key
//! by key, and the command.

use patsat_base::Style;
use patsat_cli::report::replay::{Film, Key, Screen, page};
use patsat_formats as formats;
use patsat_game::cards::DealId;
use patsat_game::rules::{Move, Place, Rules};
use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify;
use patsat_testkit::cli::patsat;
use std::path::Path;

fn deal(text: &str) -> Instance {
    let id: DealId = text.parse().unwrap();
    Instance::from_id(Rules::preset(id.game().unwrap_or("freecell")).unwrap(), id).unwrap()
}

/// A plan that the program finds.
fn solved(text: &str) -> (Instance, Plan) {
    let instance = deal(text);
    let found = patsat().args(["solve", text, "--format", "plan-json"]).assert().code(10);
    let plan = formats::read_plan(&found.get_output().stdout, &instance).unwrap();
    (instance, plan)
}

/// What the page is to show: a line a pile with cards, cards lowest first, and how many lie face down.
fn expected(table: &Table) -> Vec<String> {
    let (deal, deck) = (table.deal(), table.rules().deck);
    let mut piles: Vec<(String, Vec<String>, usize)> = Vec::new();
    let names =
        |cards: &[patsat_game::cards::Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    for cell in &deal.cells {
        piles.push(("cell".into(), names(cell.as_slice()), 0));
    }
    for (place, &height) in deal.foundations.iter().enumerate() {
        let suit = deck.suit_of_foundation(place);
        let mut cards: Vec<String> =
            (1..=height).map(|rank| patsat_game::cards::Card::new(rank, suit).to_string()).collect();
        if table.rules().home == patsat_game::rules::Home::Runs {
            cards.reverse();
        }
        piles.push(("home".into(), cards, 0));
    }
    if table.rules().layout.reserve > 0 {
        piles.push(("reserve".into(), names(&deal.reserve), 0));
    }
    if table.rules().stock != patsat_game::rules::Stock::None {
        piles.push(("stock".into(), names(&deal.stock), deal.stock.len()));
    }
    if matches!(table.rules().stock, patsat_game::rules::Stock::Waste { .. }) {
        piles.push(("waste".into(), names(&deal.waste), 0));
    }
    for pile in &deal.columns {
        piles.push(("column".into(), names(&pile.cards), pile.face_down));
    }
    let line = |(n, (kind, cards, down)): (usize, (String, Vec<String>, usize))| {
        (!cards.is_empty()).then(|| format!("{kind}{n} {down} {}", cards.join(" ")))
    };
    piles.into_iter().enumerate().filter_map(line).collect()
}

/// A script that presses every button of the page, move by move, and writes what the page shows.
const HARNESS: &str = include_str!("harness.js");

/// Runs the harness in a browser of this width; returns its lines, or `None` if no browser is installed.
fn in_browser(page: &str, width: u32) -> Option<Vec<String>> {
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(name).is_file()))
    });
    let Some(browser) = browser else {
        eprintln!("skipped: chromium is not installed");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, page.replace("</body>", &format!("<script>{HARNESS}</script></body>"))).unwrap();
    let run = std::process::Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"])
        .arg(format!("--window-size={width},800"))
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let inside = text.split_once("BEGIN\n").and_then(|(_, rest)| rest.split_once("\nEND"));
    let (lines, _) = inside.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(&run.stderr)));
    Some(lines.lines().map(str::to_owned).collect())
}

/// Checks the page of a plan against the rules after every move and button.
fn watched(instance: &Instance, plan: Plan, width: u32) {
    let played = verify::play(instance, plan).unwrap();
    let film = Film::new(instance, &played, &[]).unwrap();
    let Some(lines) = in_browser(&page(&film).unwrap(), width) else { return };
    let mut tables = vec![instance.table()];
    for &action in &played.plan.moves {
        let mut next = tables[tables.len() - 1].clone();
        next.apply(action).unwrap();
        tables.push(next);
    }
    let last = tables.len() - 1;
    let mut want: Vec<String> = Vec::new();
    let mut press = |name: &str, at: usize| {
        want.push(format!("at {name} {at} {at}"));
        want.extend(expected(&tables[at]));
    };
    press("start", 0);
    (1..=last).for_each(|at| press("next", at));
    press("next", last);
    press("first", 0);
    press("last", last);
    press("back", last - 1);
    let back = (last - 1).saturating_sub(10);
    press("back-step", back);
    press("next-step", (back + 10).min(last));
    press("slider", last.min(3));
    press("jump", 1);
    press("right", 2.min(last));
    press("left", 2.min(last) - 1);
    press("end", last);
    press("home", 0);
    press("page-down", last.min(10));
    press("page-up", 0);
    press("list", 2);
    want.extend(["played true Play", "paused true", "again 0", "theme true", "wide true"].map(str::to_owned));
    for (n, (found, wanted)) in lines.iter().zip(&want).enumerate() {
        assert_eq!(found, wanted, "line {n}");
    }
    assert_eq!(lines.len(), want.len());
}

#[test]
fn the_page_agrees_with_the_rules_at_every_move() {
    let (instance, plan) = solved("ms:617");
    watched(&instance, plan, 1200);
}

#[test]
fn a_phone_shows_spider_too() {
    let (instance, plan) = solved("kpat:spider1:5");
    assert!(plan.moves.len() >= 100);
    watched(&instance, plan, 500);
}

#[test]
fn stock_waste_and_reserve_are_shown() {
    let (instance, plan) = solved("solvitaire:forty-thieves:6");
    assert!(plan.moves.len() >= 150);
    watched(&instance, plan, 1000);
    let instance = deal("solvitaire:king-albert:1");
    let mut table = instance.table();
    let mut moves = Vec::new();
    while moves.len() < 25 {
        let Some(&action) = table.moves().get(moves.len() % 3).or(table.moves().first()) else { break };
        table.apply(action).unwrap();
        moves.push(action);
    }
    watched(&instance, Plan { moves }, 1000);
}

#[test]
fn a_page_needs_nothing_else() {
    let (instance, plan) = solved("ms:1");
    let played = verify::play(&instance, plan).unwrap();
    let film = Film::new(&instance, &played, &[]).unwrap();
    let text = page(&film).unwrap();
    assert_eq!(text, page(&film).unwrap());
    for forbidden in ["http:", "https:", "src=", "href=", "url(", "@import", "fetch(", "{{"] {
        assert!(!text.contains(forbidden), "{forbidden}");
    }
    assert!(text.len() < 60_000, "{}", text.len());
    // The card and the list say ten in one way, and columns have their numbers.
    assert!(text.contains(r#""rank":"T""#) && !text.contains(r#""rank":"10""#));
    assert!(text.contains(r#"{"kind":"column","label":"8"}"#));
}

#[test]
fn a_name_cannot_break_out_of_the_page() {
    let (mut instance, plan) = solved("ms:1");
    let mut rules = (*instance.rules).clone();
    rules.name = "</script><b>&".into();
    instance.rules = rules.into();
    let played = verify::play(&instance, plan).unwrap();
    let text = page(&Film::new(&instance, &played, &[]).unwrap()).unwrap();
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(text.contains("<title>&lt;/script&gt;&lt;b&gt;&amp;, Microsoft deal 1: replay</title>"));
}

#[test]
fn keys_move_the_screen() {
    let (instance, plan) = solved("ms:617");
    let played = verify::play(&instance, plan).unwrap();
    let last = played.plan.moves.len();
    let film = Film::new(&instance, &played, &[4, 3, last - 7]).unwrap();
    let mut screen = Screen::new(&film, 0, Style::PLAIN);
    let mut press = |key: Key| {
        screen.press(key);
        let mut table = instance.table();
        for &action in &played.plan.moves[..screen.at()] {
            table.apply(action).unwrap();
        }
        assert_eq!(screen.table(), &table, "{key:?}");
        screen.at()
    };
    let walk = [Key::Next, Key::Next, Key::Back, Key::NextStep, Key::NextStep, Key::Back, Key::BackStep];
    assert_eq!(walk.map(&mut press), [1, 2, 1, 4, 7, 6, 4]);
    assert_eq!([Key::Last, Key::Next, Key::First, Key::Back].map(&mut press), [last, last, 0, 0]);
    let typed = [Key::Digit(1), Key::Digit(9), Key::Erase, Key::Digit(2), Key::Go, Key::Go];
    assert_eq!(typed.map(&mut press), [0, 0, 0, 0, 12, 12]);
    assert_eq!([Key::Digit(9); 9].map(&mut press), [12; 9]);
    assert_eq!(press(Key::Go), last);
    // Playing at the end begins again, and ends at the end.
    screen.press(Key::Play);
    assert_eq!((screen.at(), screen.pause().is_some()), (0, true));
    let pause = screen.pause().unwrap();
    screen.press(Key::Faster);
    assert!(screen.pause().unwrap() < pause);
    (0..last).for_each(|_| screen.tick());
    assert_eq!((screen.at(), screen.pause()), (last, None));
}

#[test]
fn a_small_window_gets_a_sentence() {
    let (instance, plan) = solved("ms:617");
    let played = verify::play(&instance, plan).unwrap();
    let film = Film::new(&instance, &played, &[]).unwrap();
    for at in [0, 1, 50] {
        let screen = Screen::new(&film, at, Style { colour: true, symbols: true });
        let full = screen.draw(100, 40);
        assert!(full.iter().any(|line| line.contains("cells")) && full[1].contains("move"), "{full:?}");
        for (width, height) in [(10, 40), (100, 5), (1, 1), (0, 0), (100, 40)] {
            let lines = screen.draw(width, height);
            assert!(lines.len() <= height);
            let wide = |line: &String| anstream::adapter::strip_str(line).to_string().chars().count();
            assert!(lines.iter().all(|line| wide(line) <= width), "{width} x {height}: {lines:?}");
        }
        assert!(screen.draw(60, 5).join(" ").contains("The window is too small"));
    }
}

#[test]
fn every_position_of_spider_fits_a_small_terminal() {
    let mut squeezed = 0;
    for deal in ["kpat:spider1:5", "kpat:spider2:3", "kpat:spider4:1"] {
        let (instance, plan) = solved(deal);
        let played = verify::play(&instance, plan).unwrap();
        let film = Film::new(&instance, &played, &[]).unwrap();
        for style in [Style::PLAIN, Style { colour: true, symbols: true }] {
            let mut screen = Screen::new(&film, 0, style);
            for at in 0..=film.len() {
                assert_eq!(screen.at(), at);
                let lines = screen.draw(80, 24);
                assert!(lines.len() <= 24, "{deal} {at}: {lines:?}");
                let text = anstream::adapter::strip_str(&lines.join("\n")).to_string();
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
                assert!(!text.contains("too small") && text.contains("  9 10"), "{deal} {at}: {text}");
                squeezed += usize::from(text.contains(" +"));
                // A move to a column shows what moved.
                let to_column = matches!(
                    played.plan.moves.get(at.wrapping_sub(1)),
                    Some(Move::Cards { to: Place::Column(_), .. } | Move::DealRow)
                );
                let left = screen.table().foundations().iter().filter(|&&height| height > 0).count();
                if to_column && left == 0 {
                    assert!(text.contains('>'), "{deal} {at}: {text}");
                }
                screen.press(Key::Next);
            }
        }
    }
    assert!(squeezed > 20, "{squeezed}");
}

#[test]
fn steps_of_another_plan_are_refused() {
    let (instance, plan) = solved("ms:1");
    let last = plan.moves.len();
    let played = verify::play(&instance, plan).unwrap();
    assert!(Film::new(&instance, &played, &[0, last, 0]).is_ok());
    assert!(Film::new(&instance, &played, &[1, last]).unwrap_err().to_string().contains("expected its"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.json");
    let text = formats::write_plan_with_steps(&instance, &played.plan, &[last, 5]).unwrap();
    std::fs::write(&file, text).unwrap();
    let out = patsat().args(["replay", "ms:1"]).arg(&file).assert().code(2);
    let err = String::from_utf8_lossy(&out.get_output().stderr).into_owned();
    assert!(err.contains("plan.json") && err.contains("steps"), "{err}");
}

#[test]
fn the_command_prints_and_writes() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan");
    patsat().args(["solve", "ms:617", "--format", "standard", "-o"]).arg(&plan).assert().code(10);
    let run = |arguments: &[&str], plan: &Path| {
        let out = patsat().args(["replay", "ms:617"]).arg(plan).args(arguments).assert();
        let out = out.get_output().clone();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (out.status.code(), text(&out.stdout), text(&out.stderr))
    };
    let (code, all, _) = run(&[], &plan);
    assert_eq!(code, Some(0));
    let (code, one, _) = run(&["--at", "2"], &plan);
    assert_eq!(code, Some(0));
    assert!(one.starts_with("move 2 of ") && all.contains(&one), "{one}");
    let html = folder.path().join("out.html");
    assert_eq!(run(&["--html", html.to_str().unwrap()], &plan).0, Some(0));
    assert_eq!(run(&["--html", "-"], &plan).1, std::fs::read_to_string(&html).unwrap());
    let (code, _, err) = run(&["--at", "9999"], &plan);
    assert_eq!(code, Some(2));
    assert!(err.contains("--at 9999"), "{err}");
    let (code, _, err) = run(&[], &folder.path().join("none"));
    assert_eq!(code, Some(2));
    assert!(err.contains("none"), "{err}");
    let bad = folder.path().join("bad");
    std::fs::write(&bad, "1h 2h 3h").unwrap();
    let (code, out, _) = run(&[], &bad);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("not valid: move 1"), "{out}");
}
