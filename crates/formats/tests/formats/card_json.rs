//! The JSON of Laubersheimer's thesis.

use super::walk::random_walk;
use super::{error, random, read};
use patsat_formats::{Format, Hints, read_instance, write_instance};
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;

fn dealt(name: &str) -> Instance {
    let id: DealId = name.parse().unwrap();
    Instance::from_id(Rules::preset(id.game().unwrap()).unwrap(), id).unwrap()
}

#[test]
fn positions_of_spider_come_back() {
    for name in ["kpat:spider1:1", "kpat:spider2:2", "kpat:spider3:3", "kpat:spider4:4"] {
        let start = dealt(name);
        for seed in 0..4 {
            let (_, table) = random_walk(&start, 20 + 30 * seed as usize, seed);
            let position = Instance::new((*start.rules).clone(), table.deal().clone()).unwrap();
            let text = write_instance(&position, Format::CardJson).unwrap();
            let back = read(&text).unwrap_or_else(|e| panic!("{name} {seed}: {e}"));
            assert_eq!(back, position, "{name} {seed}");
        }
    }
    for (game, seed) in [("spiderette", 1), ("simple-simon", 2)] {
        let start = random(game, seed);
        let text = write_instance(&start, Format::CardJson).unwrap();
        let hints = Hints { game: Some((*start.rules).clone()), ..Hints::default() };
        let back = read_instance(text.as_bytes(), None, &hints).unwrap();
        assert_eq!(back.deal, start.deal, "{game}");
    }
    assert!(
        write_instance(&random("freecell", 1), Format::CardJson).unwrap_err().to_string().contains("Spider")
    );
}

/// The ids are those of KPatience's file of the same game, card by card.
#[test]
fn ids_are_those_of_the_saved_game() {
    let start = dealt("kpat:spider4:1");
    let saved = write_instance(&start, Format::Kpat).unwrap();
    let ours = write_instance(&start, Format::CardJson).unwrap();
    let ids = |text: &str, key: &str| -> Vec<u32> {
        let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
        text.match_indices(key).map(|(at, _)| digits(&text[at + key.len()..]).parse().unwrap()).collect()
    };
    let (mut theirs, mine) = (ids(&saved, "id=\""), ids(&ours, "\"id\": "));
    assert_eq!(mine.len(), 104);
    // KPatience's file has the rows of the stock first, the next row before the others.
    let columns = theirs.split_off(50);
    let rows: Vec<u32> = theirs.chunks(10).rev().flatten().copied().collect();
    assert_eq!(mine, [columns, rows].concat());
}

/// Cards in letters and numbers, rows apart, runs that are gone.
#[test]
fn what_the_thesis_leaves_open_is_read_in_several_ways() {
    let run = |suit: &str, ranks: std::ops::RangeInclusive<u16>| {
        let cards =
            ranks.rev().map(|rank| format!("{{\"suit\": {suit}, \"rank\": {rank}, \"face_down\": false}}"));
        cards.collect::<Vec<_>>().join(", ")
    };
    let (whole, low, high) = (run("\"S\"", 2..=13), run("3", 1..=6), run("\"spade\"", 7..=13));
    let piles =
        format!("{{\"a\": [{whole}], \"b\": [{high}], \"c\": [{low}, {}], \"stack3\": []}}", run("3", 1..=1));
    let hints = Hints { columns: Some(4), ..Hints::default() };
    let read = |text: &str| read_instance(text.as_bytes(), Some(Format::CardJson), &hints);
    let game = read(&piles).unwrap();
    assert_eq!(game.deal.foundations, [13, 13, 13, 13, 13, 13, 0, 0]);
    assert_eq!(game.rules.deck, Rules::preset("spider1").unwrap().deck);
    // Rows apart, the next one first, are the same stock.
    let start = dealt("kpat:spider4:1");
    let text = write_instance(&start, Format::CardJson).unwrap();
    let at = text.find("  \"stock\"").unwrap();
    let cards: Vec<&str> =
        text[at..].lines().filter(|line| line.contains("rank")).map(|l| l.trim_end_matches(',')).collect();
    let rows = cards.chunks(10).rev().zip(0..).map(|(row, n)| format!("\"redeals{n}\": [{}]", row.join(",")));
    let apart = format!("{}{}}}", &text[..at], rows.collect::<Vec<_>>().join(","));
    assert_eq!(super::read(&apart).unwrap().deal, start.deal);
}

#[test]
fn what_is_wrong_is_one_sentence() {
    let text = write_instance(&dealt("kpat:spider2:1"), Format::CardJson).unwrap();
    let cases = [
        (text.replacen("\"king\"", "\"emperor\"", 1), "found rank 'emperor', expected ace, two"),
        (text.replacen("\"hearts\"", "7", 1), "found suit '7', expected clubs"),
        (
            text.replacen("\"face_down\": true", "\"face_down\": false", 1),
            "a face-down card on a face-up one in 'stack0'",
        ),
        (
            text.replacen("\"stack9\"", "\"stack10\": [], \"stack9\"", 1),
            "found column 11, expected at most 10",
        ),
        (
            text.replacen("\"face_down\": true", "\"hidden\": true", 1),
            "line 3: unexpected content: unknown field `hidden`",
        ),
        (text.replacen("\"rank\"", "\"rang\"", 1), "line 3: unexpected content"),
        (text[..text.len() / 2].to_owned(), "broken JSON"),
    ];
    for (text, expected) in cases {
        let found = error(&text);
        assert!(found.contains(expected), "{expected}\n{found}");
    }
    let id = text.find("\"id\": ").unwrap();
    let first = &text[id..id + text[id..].find('}').unwrap()];
    let second = text.replacen("{\"suit\": ", &format!("{{{first}, \"suit\": "), 2).replacen(
        &format!(", {first}}}"),
        "}",
        1,
    );
    let found = error(&second);
    assert!(found.contains("twice") || found.contains("duplicate field"), "{found}");
}
