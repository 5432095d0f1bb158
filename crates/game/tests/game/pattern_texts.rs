//! Tests of dead patterns as text: written texts are read back, and errors in a text are reported.

use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{
    CardNo, Cards, Fact, Pattern, Patterns, Spot, TextError, looks_like_patterns, read, write,
};

const MAGIC: &str = "patsat dead-patterns 1";

fn deal(game: &str, n: u64) -> Instance {
    let id = if game == "freecell" { DealId::Microsoft(n) } else { DealId::Random { game: None, seed: n } };
    Instance::from_id(Rules::preset(game).unwrap(), id).unwrap()
}

#[test]
fn every_pattern_reads_back() {
    let games = ["freecell", "eight-off", "king-albert", "simple-simon", "forty-thieves"];
    for game in games.into_iter().chain(["spider", "spider1", "forty-and-eight"]) {
        let game = deal(game, 5);
        let cards = Cards::of(&game);
        let whole: Vec<Fact> = cards.all().map(|card| Fact { card, spot: cards.dealt(card) }).collect();
        let few = whole.iter().copied().filter(|f| f.card.0 % 3 == 1).collect();
        let home = vec![Fact { card: CardNo(0), spot: Spot::Home }];
        let patterns = [whole, few, home].map(|facts| Pattern::new(facts).unwrap());
        let patterns = Patterns(patterns.to_vec());
        let text = write(&game, &patterns);
        assert!(looks_like_patterns(text.as_bytes()));
        assert_eq!(read(&game, text.as_bytes()), Ok(patterns));
    }
}

#[test]
fn faults_are_reported_in_a_sentence() {
    let game = deal("freecell", 1);
    let head = write(&game, &Patterns::default());
    assert!(head.starts_with(MAGIC));
    let error = |body: &str| read(&game, (head.clone() + body).as_bytes()).unwrap_err().to_string();
    for (body, expected) in [
        ("3H on 9S, 14H home", "line 5: '14H' is not a card"),
        ("3H above 9S", "line 5: 'above 9S' is no place for 3H: expected 'CARD on CARD'"),
        ("# a word\n\n3H on 9S, 3H home", "line 7: the pattern contradicts itself: 3H is in two places"),
        ("3H on 9S, 4D on 9S", "3H and 4D both lie on 9S"),
        ("3H on 9S, 9S home", "3H lies on 9S, which is in no column"),
        ("3H on 9S, 9S on 3H", "lies on itself"),
        ("3H.2 on 9S", "there is only one 3H"),
        ("r3s5 home", "this game has no r3s5 in play: the nearest card is "),
        ("3H at the bottom of column 9", "there is no column '9': expected one of 1 to 8"),
        ("3H at the bottom of column 2, 9S at the bottom of column 2", "are at the bottom of column 2"),
        ("3H in the stock with luck", "'with luck' does not say how many redeals are left for 3H"),
        ("3H on 9S,, KS home", "a fact is missing between two commas"),
        ("", "there is no pattern in the file"),
        ("instance 12", "'12' is no digest"),
    ] {
        assert!(error(body).contains(expected), "{body}: {}", error(body));
    }
    let other = read(&deal("freecell", 2), (head.clone() + "3H home").as_bytes()).unwrap_err();
    assert_eq!(
        other.to_string(),
        "the dead patterns were made for other rules or another position (it says: freecell ms:1)"
    );
    let unbound = read(&game, format!("{MAGIC}\n3H home").as_bytes()).unwrap_err();
    assert_eq!(unbound, TextError::Unbound);
    assert_eq!(read(&game, b"3H home"), Err(TextError::Magic));
    assert_eq!(read(&game, b"patsat dead-patterns 1\n\xff"), Err(TextError::NoText));
    let twins = deal("forty-thieves", 1);
    let text = write(&twins, &Patterns::default()) + "3H home";
    let error = read(&twins, text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 5: there are 2 cards 3H: expected one of 3H.1, 3H.2");
}
