//! KPatience's saved games: written as it writes them, checked where it does not check.
//! (That its own files come back byte for byte is a matter of `tests/program/corpus.rs`.)

use super::walk::random_walk;
use super::{error, freecell, ms, random, read};
use patsat_formats::{Format, Hints, read_instance, read_plan_as, write_instance, write_plan};
use patsat_game::cards::{Deal, DealId, Pile};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify;

pub(super) fn dealt(name: &str) -> Instance {
    let id: DealId = name.parse().unwrap();
    Instance::from_id(Rules::preset(id.game().unwrap()).unwrap(), id).unwrap()
}

pub(super) fn read_as(text: &str, game: &str) -> Result<Instance, String> {
    let hints = Hints { game: Some(Rules::preset(game).unwrap()), ..Hints::default() };
    read_instance(text.as_bytes(), None, &hints).map_err(|e| e.to_string())
}

#[test]
fn games_that_are_played_at_random_are_read_back() {
    let deals = [
        "kpat:spider1:3",
        "kpat:spider2:4",
        "kpat:spider3:5",
        "kpat:spider4:6",
        "kpat:freecell:7",
        "kpat:fortyeight:8",
        "kpat:simplesimon:9",
        "kpat:klondike1:10",
        "kpat:klondike3:11",
    ];
    for name in deals {
        let start = dealt(name);
        let game = start.rules.name.clone();
        for seed in 0..3 {
            let (plan, table) = random_walk(&start, 70, seed);
            let text = write_plan(&start, &plan, Format::Kpat).unwrap();
            let back = read_as(&text, &game).unwrap_or_else(|e| panic!("{name} {seed}: {e}\n{text}"));
            assert_eq!(back.table().key(), table.key(), "{name} {seed}");
            let columns = |deal: &Deal| deal.columns.clone();
            assert_eq!(columns(&back.deal), columns(table.deal()), "{name} {seed}");
            assert_eq!(write_instance(&back, Format::Kpat).unwrap(), text);
            // The saved game goes on: what was played stays its history.
            let (more, table) = random_walk(&back, 20, seed + 1);
            let longer = write_plan(&back, &more, Format::Kpat).unwrap();
            let again = read_as(&longer, &game).unwrap();
            assert_eq!(again.table().key(), table.key());
            assert!(again.saved.unwrap().states.len() >= back.saved.unwrap().states.len() + more.moves.len());
        }
    }
}

#[test]
fn a_history_is_a_plan_from_any_of_its_positions() {
    let deals = [
        "kpat:spider1:3",
        "kpat:spider4:6",
        "kpat:freecell:7",
        "kpat:fortyeight:8",
        "kpat:simplesimon:9",
        "kpat:klondike1:10",
        "kpat:klondike3:11",
    ];
    for name in deals {
        let start = dealt(name);
        for seed in 0..4 {
            let (plan, table) = random_walk(&start, 60, seed);
            let text = write_plan(&start, &plan, Format::Kpat).unwrap();
            let read = read_plan_as(text.as_bytes(), Some(Format::Kpat), &start);
            let read = read.unwrap_or_else(|e| panic!("{name} {seed}: {e}"));
            assert_eq!(verify::play(&start, read).unwrap().table.key(), table.key(), "{name} {seed}");
            // From the middle on, and not from a position that it never passes.
            let mut half = start.table();
            let middle = plan.moves.len() / 2;
            plan.moves[..middle].iter().for_each(|&action| half.apply(action).unwrap());
            let middle = Instance::new((*start.rules).clone(), half.deal().clone()).unwrap();
            let rest = read_plan_as(text.as_bytes(), None, &middle).unwrap();
            assert_eq!(verify::play(&middle, rest).unwrap().table.key(), table.key(), "{name} {seed}");
            let other = random(&start.rules.name, seed);
            let error = read_plan_as(text.as_bytes(), None, &other).unwrap_err().to_string();
            assert!(error.contains("found another game"), "{error}");
        }
    }
}

/// Moves of several runs at once, as Simple Simon has them, are made one by one.
#[test]
fn several_runs_at_once_are_moves_of_ours() {
    let pile = |cards: &str| Pile {
        cards: cards.split_whitespace().map(|card| card.parse().unwrap()).collect(),
        face_down: 0,
    };
    let columns = [
        "KC QD JD TC 9C 8H",
        "KD QC",
        "JC TD 9D 8D",
        "",
        "",
        "8C 7C 6C 5C 4C 3C 2C AC",
        "7D 6D 5D 4D 3D 2D AD",
        "KH QH JH TH 9H 7H 6H 5H 4H 3H 2H AH",
        "QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS",
        "KS",
    ];
    let deal = Deal { columns: columns.map(pile).into(), ..Deal::default() };
    let start = Instance::new(Rules::preset("simple-simon").unwrap(), deal).unwrap();
    let before = write_instance(&start, Format::Kpat).unwrap();
    // The first file's lines of JD TC 9C 8H, put onto the queen of clubs in a second state.
    let first = before.lines().find(|line| line.contains("store0")).unwrap();
    let from = before.lines().skip_while(|line| *line != first).skip(3).take(4);
    let cards: Vec<String> = from.map(|line| line.replace(" turn=\"face-up\"", "")).collect();
    let change = format!("\t\t<move pile=\"store1\" position=\"2\">\n{}\n\t\t</move>\n", cards.join("\n"));
    let end = format!("\t<state current=\"true\">\n{change}\t</state>\n</kpat-game>\n");
    let text = before.replacen(" current=\"true\"", "", 1).replacen("</kpat-game>\n", &end, 1);
    let plan = read_plan_as(text.as_bytes(), None, &start).unwrap_or_else(|e| panic!("{e}\n{text}"));
    // Three runs through two empty columns: two aside, one over, two back.
    assert_eq!(plan.moves.len(), 5, "{plan:?}");
    let played = verify::play(&start, plan).unwrap();
    assert_eq!(played.table.columns()[1], pile("KD QC JD TC 9C 8H"));
}

#[test]
fn positions_without_a_history_are_a_deal() {
    let games = [
        "spider",
        "spider1",
        "spider3",
        "forty-and-eight",
        "simple-simon",
        "freecell",
        "eight-off",
        "klondike-draw-one",
        "klondike-no-worrying-back",
    ];
    for game in games {
        for seed in 0..3 {
            let start = random(game, seed);
            let (_, table) = random_walk(&start, 50, seed);
            let position = Instance::new((*start.rules).clone(), table.deal().clone()).unwrap();
            let text = write_instance(&position, Format::Kpat).unwrap();
            let back = read_as(&text, game).unwrap();
            assert_eq!(back.table().key(), table.key(), "{game}");
            assert_eq!(write_instance(&back, Format::Kpat).unwrap(), text);
        }
    }
    for other in ["king-albert", "forty-thieves", "spiderette", "hanoi-spider", "klondike", "klondike-vegas"]
    {
        let error = write_instance(&random(other, 1), Format::Kpat).unwrap_err().to_string();
        assert!(error.contains("a game that KPatience has"), "{error}");
    }
}

#[test]
fn windows_numbers_are_kpatiences() {
    let (ours, theirs) = (ms(617), dealt("kpat:freecell:617"));
    assert_eq!(write_instance(&ours, Format::Kpat).unwrap(), write_instance(&theirs, Format::Kpat).unwrap());
}

/// Five moves of one-suit Spider, saved.
fn game() -> String {
    let start = dealt("kpat:spider1:5");
    let (plan, _) = random_walk(&start, 5, 3);
    write_plan(&start, &plan, Format::Kpat).unwrap()
}

#[test]
fn a_freecell_file_does_not_name_its_variant() {
    let text = write_instance(&ms(1), Format::Kpat).unwrap();
    let noted = |text: &str| patsat_formats::read(text.as_bytes(), None, &Hints::default()).unwrap();
    let found = noted(&text);
    assert_eq!((&found.instance.deal, &found.instance.rules), (&ms(1).deal, &ms(1).rules));
    let note =
        "a saved FreeCell game does not name its variant: read as freecell (--game NAME reads another)";
    assert_eq!(found.notes, [note]);
    // A game named by the caller needs no note.
    let game = Rules::preset("freecell").ok();
    let hints = Hints { game, ..Hints::default() };
    assert!(patsat_formats::read(text.as_bytes(), None, &hints).unwrap().notes.is_empty());
    // Moves in suit are no moves of FreeCell.
    let start = random("bakers-game", 1);
    let (plan, _) = random_walk(&start, 60, 1);
    let of_suit = write_plan(&start, &plan, Format::Kpat).unwrap();
    let found = noted(&of_suit);
    assert_eq!(found.instance.rules.name, "bakers-game");
    assert!(found.notes[0].contains("read as bakers-game"), "{:?}", found.notes);
    // Moves of neither are refused, and the error names the option.
    let more = Rules { cells: 6, columns: 9, ..freecell() };
    let other = Instance::from_id(more, "random:1".parse().unwrap()).unwrap();
    let error = error(&write_instance(&other, Format::Kpat).unwrap());
    assert!(error.starts_with("line 2: ") && error.contains("--game freecell"), "{error}");
    assert_eq!(read_as(&text, "freecell").unwrap().deal, ms(1).deal);
    assert_eq!(read_as(&text, "bakers-game").unwrap().rules.name, "bakers-game");
    let error = read_as(&text, "spider").unwrap_err();
    assert!(error.contains("the rules of spider"), "{error}");
    // Plan by FreeCell's rules, read by those of Baker's Game.
    let (plan, _) = random_walk(&ms(1), 40, 1);
    let text = write_plan(&ms(1), &plan, Format::Kpat).unwrap();
    let error = read_as(&text, "bakers-game").unwrap_err();
    assert!(error.contains("state ") && error.contains("may not be put on"), "{error}");
}

#[test]
fn faults_are_reported_with_their_line() {
    let text = game();
    assert!(read(&text).is_ok());
    let change = |from: &str, to: &str| error(&text.replacen(from, to, 1));
    let expect = |error: String, parts: &[&str]| {
        assert!(error.starts_with("line "), "{error}");
        assert!(!error.contains('\n') && parts.iter().all(|part| error.contains(part)), "{error}");
    };
    expect(change("game-type=\"spider\"", "game-type=\"gypsy\""), &["line 2:", "Gypsy"]);
    expect(change("game-type=\"spider\"", "game-type=\"klondike\""), &["line 4:", "pile 'redeals0'"]);
    expect(change("game-type=\"spider\"", "game-type=\"chess\""), &["line 2:", "'chess'"]);
    expect(change("options=\"1\"", "options=\"5\""), &["line 2:", "1 to 4"]);
    expect(change("options=\"1\"", "options=\"4\""), &["line 5:", "card id"]);
    expect(change("deal-number=\"5\"", "deal-number=\"2147483648\""), &["at most 2147483647"]);
    expect(change("deal-number=\"5\"", ""), &["without 'deal-number'"]);
    expect(change("id=\"5309192\"", "id=\"5309193\""), &["line 5:", "card id 5309193"]);
    expect(change("id=\"5833482\"", "id=\"5309192\""), &["line 6:", "8S (id 5309192) twice"]);
    expect(change("pile=\"redeals1\"", "pile=\"redeals7\""), &["pile 'redeals7'"]);
    expect(change("turn=\"face-down\"", "turn=\"up\""), &["face-up or face-down"]);
    expect(change("game-specific-state=\"0\"", "game-specific-state=\"3\""), &["state 1:", "cards say '0'"]);
    expect(change("</move>", "</mvoe>"), &["broken XML"]);
    expect(change("</move>", ""), &["found <move>, expected <card>"]);
    expect(change("<state", "<estate"), &["found <estate>, expected <state>"]);
    expect(error(&text[..text.len() / 2]), &["line "]);
    let last = text.rfind("<state current").unwrap();
    expect(error(&text.replacen("<state>", "<state current=\"true\">", 1)), &["a second current state"]);
    // The last move goes to another column, or to a place beyond the pile's end.
    let (before, state) = text.split_at(last);
    let pile = state.find("stack").unwrap();
    for column in 0..10 {
        let mut wrong = state.to_owned();
        wrong.replace_range(pile + 5..pile + 6, &column.to_string());
        if wrong != state {
            let error = error(&(before.to_owned() + &wrong));
            expect(error, &[]);
        }
    }
    expect(error(&(before.to_owned() + &state.replacen("position=\"", "position=\"9", 1))), &["position 9"]);
    // A card that was never dealt.
    let text = write_instance(&dealt("kpat:fortyeight:1"), Format::Kpat).unwrap();
    let column = text.find("pile=\"stack7\"").unwrap();
    let card = column + text[column..].rfind("<card").unwrap();
    let end = card + text[card..].find('\n').unwrap();
    let mut short = text.clone();
    short.replace_range(card..end, "");
    expect(error(&short), &["line 3:", "6D is missing: found 1 of 2"]);
}

#[test]
fn an_illegal_move_is_named_with_its_state() {
    let start = dealt("kpat:spider4:1");
    let text = write_instance(&start, Format::Kpat).unwrap();
    let table = start.table();
    let top = |n: usize| *table.columns()[n].cards.last().unwrap();
    let onto = top(0);
    let (n, card) = (1..10).map(|n| (n, top(n))).find(|(_, card)| !table.rules().fits(*card, onto)).unwrap();
    let (plan, _) = random_walk(&start, 1, 1);
    let good = write_plan(&start, &plan, Format::Kpat).unwrap();
    assert!(read(&good).is_ok());
    // Any other card put there names both.
    let state = format!(
        "\t<state current=\"true\">\n\t\t<move pile=\"stack0\" position=\"6\">\n\t\t\t<card id=\"{}\"/>\n\
         \t\t</move>\n\t</state>\n</kpat-game>\n",
        find_id(&text, n)
    );
    let bad = text.replacen(" current=\"true\"", "", 1).replacen("</kpat-game>\n", &state, 1);
    let error = error(&bad);
    assert!(error.contains("state 2: "), "{error}");
    assert!(error.contains(&format!("{card} from column {} to column 1: {card} may not", n + 1)), "{error}");
}

/// The id of the top card of a column in a fresh deal.
fn find_id(text: &str, column: usize) -> String {
    let pile = text.split(&format!("pile=\"stack{column}\"")).last().unwrap();
    let card = pile.split("</move>").next().unwrap().lines().rev().find(|l| l.contains("<card")).unwrap();
    card.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn the_legacy_dialect_is_read_and_checked() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/boards/kpat-spider1-18.kpatience");
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&text).unwrap().deal, dealt("kpat:spider1:18").deal);
    assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::Kpat));
    // Before KDE 4.3 there were no options, and each number of suits was a game of its own.
    let old = text.replacen("options=\"1\" ", "", 1);
    assert_eq!(read(&old).unwrap().deal, read(&text).unwrap().deal);
    let older = old.replacen("id=\"17\"", "id=\"14\"", 1);
    assert_eq!(read(&older).unwrap().rules.name, "spider1");
    for (from, to, part) in [
        ("suit=\"3\" value=\"8\"", "suit=\"3\" value=\"9\"", "once too often"),
        ("suit=\"3\"", "suit=\"4\"", "a suit from 0 to 3"),
        ("index=\"23\"", "index=\"24\"", "pile 24"),
        ("index=\"23\"", "index=\"22\"", "a second pile 22"),
        ("id=\"17\"", "id=\"7\"", "Gypsy"),
        ("id=\"17\"", "id=\"3\"", "several meanings"),
        ("faceup=\"0\"", "", "without 'faceup'"),
        ("data=\"0\"", "data=\"10\"", "cards say '0'"),
    ] {
        let error = error(&text.replacen(from, to, 1));
        assert!(error.contains(part), "{from} -> {to}: {error}");
    }
}
