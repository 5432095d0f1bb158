//! Boards of Klondike as text: as `show` prints them, with unseen cards, and as other programs print them.

use super::walk::random_walk;
use super::{error, read};
use patsat_formats::{Format, Hints, UnseenPlace, read_instance, write_instance};
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;

const GAMES: [&str; 5] = [
    "klondike",
    "klondike-draw-one",
    "klondike-no-worrying-back",
    "klondike-vegas",
    "klondike-vegas-draw-one",
];

fn dealt(game: &str, id: &str) -> Instance {
    let id: DealId = id.parse().unwrap();
    Instance::from_id(Rules::preset(game).unwrap(), id).unwrap()
}

fn read_as(text: &str, game: &str) -> patsat_formats::PartialBoard {
    let hints = Hints { game: Some(Rules::preset(game).unwrap()), ..Hints::default() };
    patsat_formats::read(text.as_bytes(), None, &hints).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn what_is_printed_is_read_back() {
    for game in GAMES {
        for seed in 0..20 {
            let start = dealt(game, &format!("random:{seed}"));
            for length in [0, 5, 60, 300] {
                let (_, table) = random_walk(&start, length, seed);
                let position = Instance::new((*start.rules).clone(), table.deal().clone()).unwrap();
                let text = write_instance(&position, Format::Board).unwrap();
                let back = read(&text).unwrap_or_else(|e| panic!("{game} {seed}: {e}\n{text}"));
                assert_eq!((&back.deal, &back.rules), (&position.deal, &position.rules), "{text}");
            }
        }
    }
    let text = write_instance(&dealt("klondike", "random:1"), Format::Board).unwrap();
    assert!(text.contains("redeals unlimited"), "{text}");
    // The number of a deal stands in the title.
    for id in ["kpat:klondike1:5", "klondike-solver:8721", "greenfelt:617", "pysol:24"] {
        let instance = dealt("klondike-draw-one", id);
        let text = write_instance(&instance, Format::Board).unwrap();
        assert_eq!(read(&text).unwrap(), instance, "{text}");
    }
}

/// Deal 24 as `pysol_cards` prints it, and deal 3 as Klondike-Solver does.
#[test]
fn boards_of_other_programs_are_deals() {
    let pysol = "\
Talon: TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
5C
<7H> 9H
<2D> <9S> AC
<5D> <QH> <5S> 8C
<QC> <2C> <JS> <3C> 7D
<5H> <7S> <KD> <9C> <JC> 6S
<4C> <AH> <2S> <6C> <6H> <TH> KH
";
    let mut dealt_24 = dealt("klondike", "pysol:24").deal;
    dealt_24.stock.extend(dealt_24.waste.drain(..).rev());
    let found = read_as(pysol, "klondike");
    assert_eq!((found.instance.deal, found.unseen.len()), (dealt_24, 0));
    let solver = "\
Foundations: H-0 C-0 D-0 S-0
Talon: ==> 7D AD AH 4C 9S 3S TH 3H JS 5D JH 3D 2D KH KC QS 6S 6D 9H 5S 5H 8S JD 2C <==
: 9C
: <TD> 7S
: <8H> <7C> 3C
: <6C> <4S> <2H> 4D
: <8D> <QD> <TC> <8C> 9D
: <AS> <KD> <QC> <JC> <KS> 5C
: <AC> <7H> <TS> <4H> <6H> <QH> 2S
";
    assert_eq!(read_as(solver, "klondike").instance.deal, dealt("klondike", "klondike-solver:3").deal);
    // After a draw of three cards the upper one is named first.
    let drawn = solver.replacen("==> 7D AD AH", "AH AD 7D ==>", 1);
    let found = read_as(&drawn, "klondike").instance.deal;
    assert_eq!(found.waste, ["7D", "AD", "AH"].map(|card| card.parse().unwrap()));
    assert_eq!(found.stock.last(), "4C".parse().ok().as_ref());
}

const UNSEEN: &str = "\
klondike

home -- -- -- --
stock 21 cards   waste 3 cards, top 3D   redeals unlimited

  1  2  3  4  5  6  7
 JD ?? ?? ?? ?? ?? ??
    5H ?? ?? ?? ?? ??
       QC ?? ?? ?? ??
          9D ?? ?? ??
             AH ?? ??
                5C ??
                   QH

waste: 2S 7C 3D
";

#[test]
fn unseen_cards_lie_face_down_and_in_the_stock() {
    let found = patsat_formats::read(UNSEEN.as_bytes(), None, &Hints::default()).unwrap();
    let in_stock = |place: &&UnseenPlace| matches!(place, UnseenPlace::Stock(_));
    assert_eq!((found.unseen.len(), found.unseen.iter().filter(in_stock).count()), (42, 21));
    assert_eq!(found.instance.rules.name, "klondike");
    assert!(found.instance.deal.columns.iter().all(|pile| pile.face_down + 1 == pile.cards.len()));
    // The order of the rest is a deal.
    assert_eq!(found.rest().len(), 42);
    let whole = found.with(&found.rest());
    assert!(Instance::new((*whole.rules).clone(), whole.deal.clone()).is_ok());
    // It is shown with the same places, and read back.
    let shown = patsat_formats::board::instance(&found.shown(), patsat_formats::Style::PLAIN);
    let again = patsat_formats::read(shown.as_bytes(), None, &Hints::default()).unwrap();
    assert_eq!((&again.unseen, &again.instance), (&found.unseen, &found.instance), "{shown}");
    // Some cards of the stock are known, others not.
    let some = UNSEEN.to_owned() + &format!("stock: {} 8H ?? TS\n", "?? ".repeat(18).trim_end());
    let found = patsat_formats::read(some.as_bytes(), None, &Hints::default()).unwrap();
    assert_eq!(found.unseen.len(), 40);
    assert_eq!(found.instance.deal.stock.last(), "TS".parse().ok().as_ref());
}

#[test]
fn impossible_boards_are_refused() {
    let change = |old: &str, new: &str| {
        let text = UNSEEN.replacen(old, new, 1);
        assert_ne!(text, UNSEEN);
        let error = patsat_formats::read(text.as_bytes(), None, &Hints::default()).unwrap_err().to_string();
        assert!(!error.contains('\n') && error.contains(", expected "), "{error}");
        error
    };
    assert_eq!(
        change("redeals unlimited", "redeals left 2"),
        "line 4: found 2 redeals left, expected unlimited redeals as in klondike"
    );
    assert_eq!(
        change("klondike\n", "klondike-vegas\n"),
        "line 4: found unlimited redeals, expected at most 2 as in klondike-vegas"
    );
    assert!(change("2S 7C 3D", "2S ?? 3D").contains("'??' in the waste"));
    assert!(change("stock 21", "stock 22").contains("found 43 unseen cards, expected 42"));
    assert!(change("waste 3", "waste 2").contains("found 3 cards in the waste, expected 2"));
    assert!(change("                   QH", "                   ??").contains("column 7"));
    assert!(change("5C ??", "5C 5H").contains("found 5H 2 times, on the board or at home, expected 1"));
    // More cards in stock and waste than Klondike deals there.
    let over = write_instance(&dealt("klondike", "random:1"), Format::Board).unwrap();
    let more = over.replacen("\nstock: ", "\nstock: KH ", 1).replacen("stock 24", "stock 25", 1);
    assert!(
        error(&more).contains("found 25 cards in stock and waste, expected at most 24"),
        "{}",
        error(&more)
    );
    // The caller's game takes precedence over the title.
    let hints = Hints { game: Some(Rules::preset("klondike-vegas").unwrap()), ..Hints::default() };
    let text = write_instance(&dealt("klondike", "random:1"), Format::Board).unwrap();
    assert_eq!(read_instance(text.as_bytes(), None, &hints).unwrap().rules.name, "klondike-vegas");
}
