//! KPatience's saved games of Klondike.

use super::kpat::{dealt, read_as};
use super::walk::random_walk;
use super::{error, read};
use patsat_formats::{Format, Hints, read_instance, read_plan_as, write_instance, write_plan};
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place, Rules};
use patsat_game::verify;

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
fn klondike_faults_are_reported_with_their_line() {
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
