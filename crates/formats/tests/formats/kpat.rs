//! KPatience's saved games: written as it writes them, checked where it does not check.
//! (That its own files come back byte for byte is a matter of `tests/program/corpus.rs`.)

use super::walk::random_walk;
use super::{error, freecell, ms, random, read};
use patsat_formats::{Format, Hints, read_instance, read_plan_as, write_instance, write_plan};
use patsat_game::cards::{Card, Deal, DealId, Pile};
use patsat_game::rules::{Move, Place, Rules};
use patsat_game::state::Instance;
use patsat_game::verify;

fn dealt(name: &str) -> Instance {
    let id: DealId = name.parse().unwrap();
    Instance::from_id(Rules::preset(id.game().unwrap()).unwrap(), id).unwrap()
}

fn read_as(text: &str, game: &str) -> Result<Instance, String> {
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
fn a_freecell_file_does_not_say_its_variant() {
    let text = write_instance(&ms(1), Format::Kpat).unwrap();
    let noted = |text: &str| patsat_formats::read(text.as_bytes(), None, &Hints::default()).unwrap();
    let found = noted(&text);
    assert_eq!((&found.instance.deal, &found.instance.rules), (&ms(1).deal, &ms(1).rules));
    let note =
        "a saved FreeCell game does not name its variant: read as freecell (--game NAME reads another)";
    assert_eq!(found.notes, [note]);
    // The caller's word needs no note.
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
fn what_is_wrong_is_said_with_its_line() {
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

/// The file that KPatience's demo left of deal 1.
fn klondike() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/boards/kpat-klondike1-1-played.kpat");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn klondike_as_kpatience_saved_it() {
    let text = klondike();
    let saved = read(&text).unwrap();
    assert_eq!(saved.rules.name, "klondike-draw-one");
    assert_eq!(write_instance(&saved, Format::Kpat).unwrap(), text);
    let (start, played) = patsat_formats::played(&saved).unwrap().unwrap();
    assert_eq!(start.deal, dealt("kpat:klondike1:1").deal);
    assert_eq!(played.moves.len(), text.matches("<state").count() - 1);
    assert_eq!(verify::play(&start, played).unwrap().table.key(), saved.table().key());
    // The number is that of both games.
    assert_eq!(start.deal, dealt("kpat:klondike3:1").deal);
    // A player who lets cards lie on the foundations plays the same game.
    let mut stricter = Rules::preset("klondike-draw-one").unwrap();
    stricter.worrying_back = false;
    let hints = Hints { game: Some(stricter), ..Hints::default() };
    assert!(read_instance(text.as_bytes(), None, &hints).is_ok());
}

#[test]
fn what_is_wrong_with_klondike_is_said_with_its_line() {
    let text = klondike();
    let change = |from: &str, to: &str| error(&text.replacen(from, to, 1));
    let expect = |error: String, line: usize, parts: &[&str]| {
        assert!(error.starts_with(&format!("line {line}: found ")), "{error}");
        assert!(error.contains(", expected ") && !error.contains('\n'), "{error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    let options = |to: &str| change("game-type-options=\"1\"", to);
    expect(options("game-type-options=\"2\""), 2, &["Klondike with game-type-options='2'", "1 or 3"]);
    expect(options(""), 2, &["Klondike with game-type-options=''", "1 or 3"]);
    // Where three cards are drawn, one that is drawn alone is no move.
    let draw =
        ["state 3: draw a card: it leads to another position", "legal move of klondike-no-worrying-back"];
    expect(options("game-type-options=\"3\""), 93, &draw);
    let line = |part: &str| text[..text.find(part).unwrap()].matches('\n').count() + 1;
    // The first card drawn stays face down; the fifth goes to another column.
    let drawn = "<card id=\"0918020\" suit=\"hearts\" rank=\"four\" turn=\"face-up\"/>";
    let face_down = drawn.replace("face-up", "face-down");
    expect(change(drawn, &face_down), line(drawn) - 2, &["state 3: a face-down card in pile"]);
    let moved = "pile=\"play5\" position=\"6\"";
    expect(change(moved, "pile=\"play4\" position=\"4\""), line(moved) - 1, &["4D", "QD"]);
    expect(change(moved, "pile=\"play5\" position=\"7\""), line(moved) + 1, &["position 7 of play5"]);
    expect(change(moved, "pile=\"stack5\" position=\"6\""), line(moved), &["pile 'stack5'", "'talon'"]);
    // A foundation begins with its ace.
    let ace = "pile=\"target0\" position=\"0\"";
    expect(change(ace, "pile=\"target0\" position=\"1\""), line(ace) + 1, &["position 1 of target0"]);
    // The caller's rules must be KPatience's.
    for (game, part) in [("klondike", "draws of one card"), ("klondike-vegas-draw-one", "draws of one card")]
    {
        let error = read_as(&text, game).unwrap_err();
        assert!(error.starts_with("line 2: ") && error.contains(part), "{error}");
    }
}

/// Klondike's cards come back from the foundations where one card is drawn, and only there.
#[test]
fn worrying_back_is_a_move_of_draw_one() {
    let start = dealt("kpat:klondike1:1");
    let mut seen = 0;
    for seed in 0..200 {
        let (plan, table) = random_walk(&start, 150, seed);
        let back = |action: &Move| matches!(action, Move::Cards { from: Place::Foundation(_), .. });
        if !plan.moves.iter().any(back) {
            continue;
        }
        seen += 1;
        let text = write_plan(&start, &plan, Format::Kpat).unwrap();
        let read = read_plan_as(text.as_bytes(), Some(Format::Kpat), &start).unwrap();
        assert_eq!(verify::play(&start, read).unwrap().table.key(), table.key(), "{seed}");
        assert_eq!(
            write_instance(&read_as(&text, "klondike-draw-one").unwrap(), Format::Kpat).unwrap(),
            text
        );
        // The same deal with draws of three cards refuses that move or an earlier draw.
        let three = text.replacen("game-type-options=\"1\"", "game-type-options=\"3\"", 1);
        assert!(error(&three).contains("state "));
    }
    assert!(seen > 5, "{seen}");
    let error = write_instance(&dealt("solvitaire:klondike:1"), Format::Kpat).unwrap_err();
    assert!(error.help.unwrap().contains("--game klondike-no-worrying-back"));
}

/// The last card of the waste goes home by itself, and KPatience draws on in the same state.
#[test]
fn a_draw_follows_the_last_card_of_the_waste() {
    let text = klondike();
    let state = |n: usize| {
        let start = text.match_indices("\t<state").nth(n).unwrap().0;
        let end = start + text[start..].find("</state>\n").unwrap() + "</state>\n".len();
        (start, end)
    };
    // 4H drawn, AC drawn, AC home, ... as if 4H were not there: AC is the first card drawn.
    let swapped =
        text.replacen("<card id=\"0000001\" suit=\"clubs\" rank=\"ace\" turn=\"face-down\"/>", "@", 1);
    let ace = "<card id=\"0000001\" suit=\"clubs\" rank=\"ace\" turn=\"face-down\"/>";
    let four = "<card id=\"0918020\" suit=\"hearts\" rank=\"four\" turn=\"face-down\"/>";
    let swapped = swapped.replacen(four, ace, 1).replacen('@', four, 1);
    let head = &swapped[..state(2).0];
    let up = |card: &str| card.replace("face-down", "face-up");
    let put = |pile: &str, card: &str| {
        format!("\t\t<move pile=\"{pile}\" position=\"0\">\n\t\t\t{card}\n\t\t</move>\n")
    };
    let drawn = format!("\t<state>\n{}\t</state>\n", put("pile", &up(ace)));
    let home = put("target1", &ace.replace(" turn=\"face-down\"", ""));
    let both = |more: &str| {
        format!("{head}{drawn}\t<state current=\"true\">\n{more}{home}\t</state>\n</kpat-game>\n")
    };
    let read_both = read(&both(&put("pile", &up(four)))).unwrap();
    assert_eq!(read_both.deal.waste, ["4H".parse().unwrap()]);
    assert_eq!(patsat_formats::played(&read_both).unwrap().unwrap().1.moves.len(), 4);
    assert_eq!(write_instance(&read_both, Format::Kpat).unwrap(), both(&put("pile", &up(four))));
    // Not another card than the next one.
    let seven = "<card id=\"1770247\" suit=\"spades\" rank=\"seven\" turn=\"face-up\"/>";
    assert!(error(&both(&put("pile", seven))).contains("state 4: "));
}

/// The legacy dialect of Klondike says the draw by its id or an option.
#[test]
fn klondike_in_the_legacy_dialect() {
    let start = dealt("kpat:klondike3:7");
    let card = |card: &Card, face_up: bool| {
        format!("<card suit=\"{}\" value=\"{}\" faceup=\"{}\"/>", card.suit.0, card.rank.0, u8::from(face_up))
    };
    let mut text = "<dealer id=\"18\" options=\"3\" number=\"7\">\n<pile index=\"0\">".to_owned();
    text.extend(start.deal.stock.iter().map(|c| card(c, false)));
    for (n, pile) in start.deal.columns.iter().enumerate() {
        text += &format!("</pile>\n<pile index=\"{}\">", n + 5);
        text.extend(pile.cards.iter().zip(0..).map(|(c, depth)| card(c, depth >= pile.face_down)));
    }
    text += "</pile>\n<pile index=\"13\"></pile>\n</dealer>\n";
    let found = read(&text).unwrap();
    assert_eq!((&found.deal, &found.rules.name), (&start.deal, &start.rules.name));
    for (root, game) in [
        ("id=\"13\"", "klondike-no-worrying-back"),
        ("id=\"0\"", "klondike-draw-one"),
        ("id=\"18\" options=\"1\"", "klondike-draw-one"),
    ] {
        assert_eq!(read(&text.replacen("id=\"18\" options=\"3\"", root, 1)).unwrap().rules.name, game);
    }
    let error = error(&text.replacen(" options=\"3\"", "", 1));
    assert!(error.starts_with("line 1: ") && error.contains("the cards of a draw, 1 or 3"), "{error}");
}
