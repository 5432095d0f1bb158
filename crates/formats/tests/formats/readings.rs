//! Texts of moves that leave out moves home, and texts of programs that move several cards at once.

use super::peers::fc_solve;
use super::solved;
use super::{ms, random};
use patsat_formats::{
    Format, Hints, PlanText, Reading, read_instance, read_plan_text, write_instance, write_plan,
};
use patsat_game::rules::{Group, Move, Place, Rules};
use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify::replay;

/// A rule by which a program moves cards home.
type Rule = fn(&Table, u32, u16) -> bool;

/// Horne's rule, for clubs, diamonds, hearts, spades.
fn horne(table: &Table, rank: u32, suit: u16) -> bool {
    rank <= 2 || unneeded(table, rank, suit)
}

fn unneeded(table: &Table, rank: u32, suit: u16) -> bool {
    let red = |suit: usize| suit == 1 || suit == 2;
    let others = (0..4).filter(|&other| red(other) != red(usize::from(suit)));
    rank == 1 || others.into_iter().all(|other| table.foundations()[other] + 1 >= rank)
}

fn always(_: &Table, _: u32, _: u16) -> bool {
    true
}

/// The plan as it goes where a program moves cards home by this rule, and whether each move is the program's.
/// `None` where that makes a move of the plan illegal.
fn played(instance: &Instance, plan: &Plan, rule: Rule) -> Option<Vec<(Move, bool)>> {
    let mut table = instance.table();
    let mut moves = Vec::new();
    for &action in &plan.moves {
        // A card that the program has moved home needs no move of its own, whatever place the plan has for it.
        if table.check(action).is_err() {
            let Move::Cards { to: Place::Foundation(_), .. } = action else { return None };
            continue;
        }
        table.apply(action).unwrap();
        moves.push((action, false));
        while let Some(home) = next(&table, rule) {
            table.apply(home).unwrap();
            moves.push((home, true));
        }
    }
    table.is_won().then_some(moves)
}

fn next(table: &Table, rule: Rule) -> Option<Move> {
    let (columns, cells) = (table.columns().len() as u16, table.cells().len() as u16);
    let places = (0..cells).map(Place::Cell).chain((0..columns).map(Place::Column));
    places
        .filter_map(|from| Some((from, table.top(from)?)))
        .map(|(from, card)| (Move::one(from, Place::Foundation(card.suit.0)), card))
        .find(|&(action, card)| table.check(action).is_ok() && rule(table, card.rank.0, card.suit.0))
        .map(|(action, _)| action)
}

/// The text of these moves without those of the program.
fn text_without(instance: &Instance, moves: &[(Move, bool)]) -> String {
    let plan = Plan { moves: moves.iter().map(|&(action, _)| action).collect() };
    let text = write_plan(instance, &plan, Format::Standard).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words.len(), moves.len());
    let kept = words.iter().zip(moves).filter(|(_, (_, automatic))| !automatic).map(|(word, _)| *word);
    kept.collect::<Vec<_>>().join(" ")
}

fn of_text(text: &str, instance: &Instance) -> PlanText {
    read_plan_text(text.as_bytes(), Some(Format::Standard), instance).unwrap()
}

#[test]
fn texts_without_automatic_moves_are_read_with_them() {
    for (rule, names) in [
        (horne as Rule, ["horne", "horne"]),
        (unneeded, ["horne", "unneeded"]),
        (always, ["horne", "all-home"]),
    ] {
        let (mut read, mut of_rule) = (0, 0);
        for number in 1..=30 {
            let instance = ms(number);
            let Some(plan) = solved(&instance, 20_000) else { continue };
            let Some(moves) = played(&instance, &plan, rule) else { continue };
            if moves.iter().all(|(_, automatic)| !automatic) {
                continue;
            }
            let found = of_text(&text_without(&instance, &moves), &instance);
            replay(&instance, found.plan.clone()).unwrap();
            // Another rule may do as well where the two differ in no card.
            let name = found.reading.name().trim_end_matches("-from-start");
            assert!(["horne", "unneeded", "all-home"].contains(&name), "{name}");
            assert_ne!(found.reading, Reading::AS_WRITTEN);
            assert!(found.note().unwrap().starts_with("the plan is read with "), "{found:?}");
            assert_eq!(found.why_none(), None);
            read += 1;
            of_rule += usize::from(names.contains(&name));
        }
        assert!(read >= 8 && of_rule * 2 >= read, "{read} {of_rule} {names:?}");
    }
}

#[test]
fn whole_texts_are_read_as_written() {
    for number in 1..=10 {
        let instance = ms(number);
        let Some(plan) = solved(&instance, 20_000) else { continue };
        let text = write_plan(&instance, &plan, Format::Standard).unwrap();
        let found = of_text(&text, &instance);
        assert_eq!((found.reading, found.note(), &found.plan), (Reading::AS_WRITTEN, None, &plan));
        // A part of it is legal as it stands: no move is added.
        let half: Vec<&str> = text.split_whitespace().take(plan.moves.len() / 2).collect();
        let found = of_text(&half.join(" "), &instance);
        assert_eq!(found.reading, Reading::AS_WRITTEN);
        assert_eq!(found.plan.moves, plan.moves[..plan.moves.len() / 2]);
    }
}

#[test]
fn a_text_that_was_changed_fits_no_reading() {
    let instance = ms(1);
    let plan = solved(&instance, 20_000).unwrap();
    let moves = played(&instance, &plan, horne).unwrap();
    let text = text_without(&instance, &moves);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut refused = 0;
    for n in 0..words.len() {
        let mut changed = words.clone();
        changed.insert(n, "aa");
        let found = of_text(&changed.join(" "), &instance);
        replay(&instance, found.plan.clone()).unwrap_err();
        let why = found.why_none().unwrap();
        assert!(why.starts_with("No reading fits. Nearest is the text "), "{why}");
        assert!(why.contains(&format!("move {} of the text is illegal", n + 1)), "{n}: {why}");
        let without: Vec<&str> = words.iter().enumerate().filter(|&(m, _)| m != n).map(|(_, w)| *w).collect();
        let found = of_text(&without.join(" "), &instance);
        refused += usize::from(replay(&instance, found.plan.clone()).is_err());
    }
    assert!(refused * 2 > words.len(), "{refused} of {}", words.len());
}

#[test]
fn our_json_is_read_as_written_only() {
    let instance = ms(1);
    let plan = solved(&instance, 20_000).unwrap();
    let moves = played(&instance, &plan, horne).unwrap();
    let kept = Plan { moves: moves.iter().filter(|(_, own)| !own).map(|&(action, _)| action).collect() };
    let json = write_plan(&instance, &kept, Format::PlanJson).unwrap();
    let found = read_plan_text(json.as_bytes(), None, &instance).unwrap();
    assert_eq!((found.reading, &found.plan), (Reading::AS_WRITTEN, &kept));
    replay(&instance, found.plan).unwrap_err();
}

#[test]
fn f_is_the_foundation_where_there_is_no_such_cell() {
    let board = "Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n";
    let instance = super::read(board).unwrap();
    for text in ["1a 1F aF", "1a 1f af", "1a 1foundation a->Foundation", "1-a 1-F a-F", "1a 1home ahome"] {
        replay(&instance, of_text(text, &instance).plan).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    // With six cells it is the last of them.
    let eight = random("eight-off", 1);
    assert_eq!(of_text("1f", &eight).plan.moves, [Move::one(Place::Column(0), Place::Cell(5))]);
}

/// Freecell Solver moves several cards at once also where the rules move them one after the other.
#[test]
fn supermoves_of_games_of_single_cards_are_written_out() {
    let mut solved = 0;
    for (game, theirs) in
        [("beleaguered-castle", "beleaguered_castle"), ("streets-and-alleys", "streets_and_alleys")]
    {
        for seed in 0..14 {
            let instance = random(game, seed);
            assert_eq!(instance.rules.group, Group::Single);
            let board = write_instance(&instance, Format::FcSolve).unwrap();
            for options in [
                &["-m", "-sn"][..],
                &["-m", "-snx"],
                &["-p", "-t", "-sam"],
                &["-p", "-t", "-sam", "-sn"],
                &["-m"],
            ] {
                let all = [&["-g", theirs, "-mi", "20000"][..], options].concat();
                let Some(text) = fc_solve(&all, &board) else { return };
                if !text.contains("This game is solveable.") {
                    continue;
                }
                let read = read_plan_text(text.as_bytes(), None, &instance)
                    .unwrap_or_else(|e| panic!("{e}\n{text}"));
                let plan =
                    replay(&instance, read.plan).unwrap_or_else(|e| panic!("{options:?}: {e}\n{text}"));
                let single = |action: &Move| matches!(action, Move::Cards { count: 1, .. });
                assert!(plan.moves.iter().all(single));
                solved += 1;
            }
        }
    }
    assert!(solved >= 20, "{solved}");
}

/// Freecell Solver writes the tenth column as `10`.
#[test]
fn texts_of_games_with_ten_columns_are_read() {
    let mut solved = 0;
    for (game, theirs) in [("seahaven-towers", "seahaven"), ("simple-simon", "simple_simon")] {
        for seed in 0..12 {
            let instance = random(game, seed);
            let board = write_instance(&instance, Format::FcSolve).unwrap();
            let options = ["-g", theirs, "--empty-stacks-filled-by", "kings", "-mi", "20000", "-m", "-snx"];
            let options =
                if game == "simple-simon" { &[&options[..2], &options[4..]].concat() } else { &options[..] };
            let Some(text) = fc_solve(options, &board) else { return };
            if text.contains("This game is solveable.") {
                let read = read_plan_text(text.as_bytes(), None, &instance)
                    .unwrap_or_else(|e| panic!("{e}\n{text}"));
                replay(&instance, read.plan).unwrap_or_else(|e| panic!("{game} {seed}: {e}\n{text}"));
                solved += usize::from(text.contains("10"));
            }
        }
    }
    assert!(solved >= 6, "{solved}");
}

/// More cards than free places can carry are refused, for every source of the move.
#[test]
fn supermoves_beyond_the_free_places_are_refused() {
    let board = "Foundations: H-T C-T D-T S-T\n: KH QS JD\n: KS\n: KD QC\n: KC QH\n: JH\n: JC\n: JS\n: QD\n";
    let game = Rules::preset("beleaguered-castle").ok();
    let instance = read_instance(board.as_bytes(), None, &Hints { game, ..Hints::default() }).unwrap();
    let tried = |text: &str| replay(&instance, of_text(text, &instance).plan).map(|_| ());
    // No column is empty: two cards cannot go over as one.
    assert!(tried("12v2").unwrap_err().to_string().contains("move 1 "), "{:?}", tried("12v2"));
    // Once a column is empty they can.
    let emptied = of_text("5h 12v2", &instance).plan;
    assert_eq!(emptied.moves.len(), 4, "{emptied:?}");
}

/// A move of more cards than the column has is taken down and refused, in every game.
#[test]
fn moves_of_more_cards_than_a_column_has_are_refused() {
    for game in ["simple-simon", "spider1", "freecell", "beleaguered-castle", "forty-thieves", "josephine"] {
        let instance = random(game, 1);
        for text in ["12v60", "21v99", "1h 12v60"] {
            let plan = of_text(text, &instance).plan;
            assert!(replay(&instance, plan).is_err(), "{game} {text}");
        }
    }
}
