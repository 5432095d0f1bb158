//! Tampered proofs are refused; every kind of argument.

use super::*;

/// 25 tiles that make no square of five; search alone does not decide this.
const NO_FIVE: &str = "CCCF2 CCFF6 CFCF2 CFFF5 CRFR2 FFFF3 FRFR4 RRRR1";

#[test]
#[ignore = "half a minute"]
fn a_square_of_five_is_refuted_and_the_proof_kept() {
    let (set, backend) = (named(NO_FIVE), backend());
    let question = Question::open(Shape::square(5), true);
    let quick = Decider { nodes: Some(50_000), ..decider(&set, &question, Method::Portfolio, &backend) };
    let Decision::None(ground) = quick.decide(question.shape).unwrap() else { panic!("found") };
    assert!(matches!(ground, Ground::Refuted(_)));
    let file = proof::write(&set, true, None, &[(question.shape, ground)]).unwrap();
    let shown = proof::check(&set, &file, None).unwrap();
    assert_eq!((shown.largest_square, shown.none.len()), (4, 1));
}

#[test]
fn what_was_changed_in_a_proof_is_refused() {
    let (set, backend) = (base72(), backend());
    let square = Shape::square(3);
    let question = Question { shape: square, border: Some(Side::Field), rotation: false };
    let decided = decider(&set, &question, Method::Portfolio, &backend).decide(square).unwrap();
    let Decision::None(ground @ Ground::Refuted(_)) = decided else { panic!("{decided:?}") };
    let file = proof::write(&set, false, question.border, &[(square, ground)]).unwrap();
    let shown = proof::check(&set, &file, None).unwrap();
    // It does not rule out larger squares: a border is not inherited.
    assert_eq!((shown.largest_square, shown.none.len()), (8, 1));
    // The order of the tiles does not matter; the tiles themselves do.
    let mut other = set.clone();
    other.tiles.reverse();
    assert!(proof::check(&other, &file, None).is_ok());
    let first = other.tiles[0];
    other.tiles[0] = Tile::new([if first.top == Side::Road { Side::City } else { Side::Road }; 4]);
    assert_eq!(proof::check(&other, &file, None), Err(TilesProofFault::OtherTiles));
    assert_eq!(proof::check(&set.times(2), &file, None), Err(TilesProofFault::OtherTiles));
    for at in (0..file.len()).step_by(file.len() / 97 + 1) {
        let mut changed = file.clone();
        changed[at] ^= 4;
        assert!(proof::check(&set, &changed, None).is_err(), "byte {at}");
        assert!(proof::check(&set, &file[..at], None).is_err(), "{at} bytes");
    }
    // With a new checksum the rest must refuse it.
    let resealed = |from: &str, to: &str| {
        let end = file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
        let head = std::str::from_utf8(&file[..end]).unwrap();
        assert!(head.contains(from), "{head}");
        let mut bytes = head.replacen(from, to, 1).into_bytes();
        bytes.extend(&file[end..file.len() - 32]);
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        bytes
    };
    assert!(proof::check(&set, &resealed("solitaire", "solitaire"), None).is_ok());
    for (from, to) in [
        ("\"width\":3", "\"width\":4"),
        ("\"rotation\":false", "\"rotation\":true"),
        ("\"border\":\"field\"", "\"border\":\"city\""),
        ("\"border\":\"field\"", "\"border\":\"sea\""),
        ("\"border\":\"field\"", "\"border\":null"),
        ("\"tiles\":72", "\"tiles\":73"),
        ("carcassonne-solitaire", "chess"),
        ("\"clauses\":", "\"clauses\":1"),
        ("\"bytes\":", "\"bytes\":9"),
        ("\"width\":3", "\"width\":0"),
        ("\"width\":3", "\"width\":9000000000000000000"),
    ] {
        assert!(proof::check(&set, &resealed(from, to), None).is_err(), "{from} to {to}");
    }
}

#[test]
fn arguments_that_do_not_hold_are_refused() {
    let set = base72();
    let refused = |question: Question, argument: Argument| {
        assert!(check_argument(&set, &question, &argument).is_err(), "{question}: {argument:?}");
    };
    let six = Question::open(Shape::square(6), false);
    let five = Question::open(Shape::square(5), false);
    let good = counting::argument(&set, &six).unwrap();
    check_argument(&set, &six, &good).unwrap();
    refused(five, good.clone());
    refused(Question { rotation: true, ..six }, good);
    refused(six, Argument::Potential { row: [0; 3], column: [0; 3] });
    refused(six, Argument::Potential { row: [i32::MAX, i32::MIN, 0], column: [i32::MAX; 3] });
    refused(six, Argument::Area);
    refused(six, Argument::Parity { side: 0 });
    refused(Question { border: Some(Side::Road), ..six }, Argument::Parity { side: 3 });
    refused(
        Question { border: Some(Side::Road), rotation: true, ..six },
        Argument::Rim { kinds: vec![1, 2, 3] },
    );
    refused(six, Argument::Rim { kinds: vec![] });
}

/// Each counting argument rules out what brute force does not find, and each kind is of use.
#[test]
fn each_kind_of_argument_occurs() {
    let mut dice = Dice::new(6);
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for _ in 0..3000 {
        let count = 2 + dice.below(5);
        let set = few_colours(count, &mut dice);
        let question = random_question(count, &mut dice);
        if let Some(argument) = counting::argument(&set, &question) {
            assert!(!brute_force(&set, &question), "{question}: {argument:?} of {:?}", set.tiles);
            *kinds.entry(argument.name()).or_default() += 1;
        }
    }
    for kind in ["potential", "parity", "rim"] {
        assert!(kinds.get(kind).is_some_and(|&times| times >= 10), "{kinds:?}");
    }
}
