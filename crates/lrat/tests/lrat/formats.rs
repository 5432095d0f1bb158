//! The reader's error for each kind of malformed proof, as text and in binary.

use crate::naive::Step;
use crate::proofs::by_decisions;
use crate::{Clause, binary, checked, number, text};
use patsat_lrat::LratFault;
use std::io::{BufReader, Error, ErrorKind, Read};

fn four() -> Vec<Clause> {
    vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]]
}

fn result_of(proof: &[u8]) -> String {
    checked(&four(), proof).map_or_else(|fault| fault.to_string(), |found| format!("{found:?}"))
}

#[test]
fn broken_text_is_reported_with_its_step() {
    let read = |what: &str| format!("step 1 of the proof cannot be read: {what}");
    let wrong = |what: &str| format!("step 1 of the proof is wrong: {what}");
    let long = "y".repeat(50);
    for (proof, expected) in [
        ("5 1 0 1 2", read("it is cut short")),
        ("5 1 0", read("it is cut short")),
        ("5 1", read("it is cut short")),
        ("5", read("it is cut short")),
        ("5 d 1", read("it is cut short")),
        ("x 1 0 1 2 0", read("'x' is no number")),
        ("5 x 0 1 2 0", read("'x' is no number")),
        ("5 1 0 1 x 0", read("'x' is no number")),
        ("5 1 0 1 \u{7}x 0", read("'?x' is no number")),
        (&format!("{long} 0"), read(&format!("'{}' is no number", &long[..40]))),
        ("-5 1 0 1 2 0", read("a clause has a negative number")),
        ("5 1 0 1 2 0 6", read("something stands behind its end")),
        ("5 d 1 0 0", read("something stands behind its end")),
        ("5 2147483648 0 1 2 0", read("variable 2147483648 is too large")),
        ("5 -2147483648 0 1 2 0", read("variable 2147483648 is too large")),
        ("5 2147483647 0 1 2 0", wrong("variable 2147483647 is out of reach")),
        ("5 -2147483647 0 1 2 0", wrong("variable 2147483647 is out of reach")),
        ("5 d 6 0", wrong("it deletes clause 6, which there is not")),
        ("5 d -1 0", wrong("it deletes clause -1, which there is not")),
        ("5 d 1 1 0", wrong("it deletes clause 1, which there is not")),
        ("4 1 0 1 2 0", wrong("clause number 4 is not above those before")),
        ("5 1 0 7 2 0", wrong("there is no clause 7")),
        ("5 1 0 4 2 0", wrong("clause 4 is neither false nor unit where it is a hint")),
        ("5 0 1 2 0", wrong("clause 1 is neither false nor unit where it is a hint")),
        ("5 1 0 1 0", wrong("its hints lead to no conflict")),
        ("5 0 0", wrong("its hints lead to no conflict")),
        ("5 3 1 0 -1 0", wrong("clause 1 does not have the opposite of the first literal")),
        ("5 1 0 -9 0", wrong("there is no clause 9")),
        ("5 1 0 -3 0", wrong("its hints for clause 3 lead to no conflict")),
        ("5 1 0 -3 1 0", wrong("its hints miss a clause")),
        ("5 1 0 -3 1 -3 1 0", wrong("clause 3 is resolved with twice")),
        ("", "the proof ends after 0 steps without the empty clause".to_owned()),
        ("5 1 0 1 2 0\n\n", "the proof ends after 1 steps without the empty clause".to_owned()),
        ("5 d 1 0\n", "the proof ends after 1 steps without the empty clause".to_owned()),
    ] {
        assert_eq!(result_of(proof.as_bytes()), expected, "{proof}");
    }
    assert_eq!(result_of(b"5 1 0 1 2 0\n6 \xff"), "step 2 of the proof cannot be read: it is no text");
    assert_eq!(
        result_of(b"5 1 0 1 2 0\n5 0 5 3 4 0"),
        "step 2 of the proof is wrong: clause number 5 is not above those before"
    );
    // Numbers may be left out.
    assert!(result_of(b"7 1 0 1 2 0\n9 0 7 3 4 0").starts_with("Refutation"));
}

#[test]
fn comments_and_empty_lines_are_no_steps() {
    let proof = b"c said by hand\n\nc\n 5  1 0 1 2 0 \r\n\t\nc x\n6 0 5 3 4 0";
    assert!(result_of(proof).starts_with("Refutation"));
    assert_eq!(
        result_of(b"c one\n\n5 1 0 1 0\n"),
        "step 1 of the proof is wrong: its hints lead to no conflict"
    );
    assert_eq!(
        result_of(b"c one\n5 1 0 1 2 0\ncc\n"),
        "step 2 of the proof cannot be read: 'cc' is no number"
    );
}

#[test]
fn broken_bytes_are_reported_with_their_step() {
    let read = |step: usize, what: &str| format!("step {step} of the proof cannot be read: {what}");
    let first = binary(&[Step::Add { id: 5, literals: vec![1], hints: vec![1, 2] }]);
    let after = |more: &[u8]| [&first[..], more].concat();
    let longest = [0xff; 9];
    for (proof, expected) in [
        (after(b"x"), read(2, "it begins with byte 120")),
        (after(b"a"), read(2, "it is cut short")),
        (after(b"a\x80"), read(2, "it is cut short")),
        (after(b"a\x00"), read(2, "a number in it is minus zero")),
        (after(b"a\x01"), read(2, "a number in it is minus zero")),
        (after(b"a\x0c\x01"), read(2, "a number in it is minus zero")),
        (after(b"a\x0c\x00\x01"), read(2, "a number in it is minus zero")),
        (after(b"a\x0b\x00\x00"), read(2, "a clause has a negative number")),
        (after(&[&b"a"[..], &longest].concat()), read(2, "a number in it is too long")),
        (b"d\x01".to_vec(), read(1, "a number in it is minus zero")),
        ([&b"a\x0a"[..], &number(1 << 31), &[0, 0]].concat(), read(1, "variable 2147483648 is too large")),
        (
            [&b"a\x0a"[..], &number(-(1 << 31) + 1), &[0, 0]].concat(),
            "step 1 of the proof is wrong: variable 2147483647 is out of reach".to_owned(),
        ),
        (first.clone(), "the proof ends after 1 steps without the empty clause".to_owned()),
        (b"d\x02\x00".to_vec(), "the proof ends after 1 steps without the empty clause".to_owned()),
        (
            b"d\x0c\x00".to_vec(),
            "step 1 of the proof is wrong: it deletes clause 6, which there is not".to_owned(),
        ),
        (
            b"d\x03\x00".to_vec(),
            "step 1 of the proof is wrong: it deletes clause -1, which there is not".to_owned(),
        ),
    ] {
        assert_eq!(result_of(&proof), expected, "{proof:?}");
    }
    // The longest number of nine bytes, as that of a clause: 2^62 - 1.
    let most = (1u64 << 62) - 1;
    let steps = [
        Step::Add { id: 5, literals: vec![1], hints: vec![1, 2] },
        Step::Add { id: most, literals: vec![], hints: vec![5, 3, 4] },
    ];
    assert!(checked(&four(), &binary(&steps)).is_ok());
    assert!(checked(&four(), &text(&steps)).is_ok());
}

/// A truncated proof is some whole steps or ends in an incomplete step, and is never a refutation.
#[test]
fn a_proof_cut_anywhere_refutes_nothing() {
    let steps = by_decisions(&four()).unwrap();
    let ends: Vec<usize> = (0..=steps.len()).map(|n| binary(&steps[..n]).len()).collect();
    let whole = binary(&steps);
    for cut in 0..whole.len() {
        let before = ends.iter().filter(|end| **end <= cut).count() as u64 - 1;
        let expected = if ends.contains(&cut) {
            LratFault::Unfinished { steps: before }
        } else {
            LratFault::Format { step: before + 1, what: "it is cut short".into() }
        };
        assert_eq!(checked(&four(), &whole[..cut]), Err(expected), "at {cut}");
    }
    assert!(checked(&four(), &whole).is_ok());
}

/// A source that breaks after some bytes.
struct Breaks<'a>(&'a [u8], ErrorKind);

impl Read for Breaks<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, Error> {
        if self.0.is_empty() {
            return Err(Error::new(self.1, "the disk is gone"));
        }
        self.0.read(into)
    }
}

#[test]
fn a_read_error_is_reported() {
    let formula = four();
    for bytes in [&b"5 1 0 1 2 0\n"[..], &binary(&[Step::Delete { ids: vec![1] }])[..]] {
        for (kind, what) in
            [(ErrorKind::Other, "the disk is gone"), (ErrorKind::UnexpectedEof, "it is cut short")]
        {
            let source = BufReader::new(Breaks(bytes, kind));
            let found = patsat_lrat::check_refutation(formula.iter().map(Vec::as_slice), source);
            assert_eq!(found, Err(LratFault::Format { step: 2, what: what.into() }));
        }
    }
}

#[test]
#[should_panic(expected = "0 is no literal")]
fn nought_in_a_clause_is_the_callers_mistake() {
    let _ = checked(&[vec![1, 0]], b"");
}

#[cfg(feature = "rustsat")]
#[test]
fn literals_of_rustsat_are_literals() {
    use rustsat::types::Lit;
    let formula: Vec<Vec<Lit>> = four()
        .iter()
        .map(|clause| clause.iter().map(|&l| Lit::from_ipasir(l).expect("it is none of 0")).collect())
        .collect();
    let proof = text(&by_decisions(&four()).unwrap());
    assert!(patsat_lrat::check_refutation(formula.iter().map(Vec::as_slice), &proof[..]).is_ok());
    assert!(patsat_lrat::check_refutation(formula[1..].iter().map(Vec::as_slice), &proof[..]).is_err());
}
