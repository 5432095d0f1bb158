//! DRAT proofs of other solvers, completed to LRAT by a program and then checked here.
//!
//! DRAT has no hints: a checker of it must find for each clause why it follows. `rate` and `drat-trim` do, and
//! write what they find as LRAT. Their verdict is not trusted: the caller checks the LRAT proof against the
//! clauses with [`patsat_lrat`].
//!
//! Source: Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014.

pub use crate::drat_error::DratError;

use crate::{ClauseList, Control};
use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a file is meant as a DRAT proof, text or binary. LRAT lines have two lists, each ended by 0.
#[must_use]
pub fn looks_like_drat(bytes: &[u8]) -> bool {
    match bytes.first() {
        Some(b'a' | b'd') if !is_text(bytes) => binary(bytes, |_, _| ()).is_some(),
        _ => is_drat_text(bytes),
    }
}

/// A text has no bytes that only numbers in base 128 have; a short binary proof has its closing 0.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().take(1 << 16).all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~'))
}

fn is_drat_text(bytes: &[u8]) -> bool {
    if !is_text(bytes) {
        return false;
    }
    let mut steps = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        let Ok(line) = std::str::from_utf8(line) else { return false };
        let mut words = line.split_ascii_whitespace().peekable();
        match words.peek() {
            None | Some(&"c") => continue,
            Some(&"d") => drop(words.next()),
            Some(_) => {}
        }
        let mut ended = false;
        for word in words {
            match word.parse::<i32>() {
                Ok(literal) if !ended => ended = literal == 0,
                _ => return false,
            }
        }
        if !ended {
            return false;
        }
        steps += 1;
    }
    steps > 0
}

/// The steps of a binary proof, each with whether it deletes; `None` if it is not a binary proof.
fn binary(bytes: &[u8], mut step: impl FnMut(bool, &[i64])) -> Option<()> {
    let mut bytes = bytes.iter().copied();
    let mut literals = Vec::new();
    while let Some(kind) = bytes.next() {
        literals.clear();
        loop {
            let (mut number, mut shift) = (0u64, 0);
            loop {
                let byte = bytes.next()?;
                number |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
                shift += 7;
                if shift > 35 {
                    return None;
                }
            }
            match (number >> 1) as i64 {
                0 if number == 0 => break,
                0 => return None,
                variable => literals.push(if number & 1 == 0 { variable } else { -variable }),
            }
        }
        match kind {
            b'a' => step(false, &literals),
            b'd' => step(true, &literals),
            _ => return None,
        }
    }
    Some(())
}

/// The proof as text: programs guess by its first bytes which form it has.
pub(crate) fn as_text(proof: &[u8]) -> Cow<'_, [u8]> {
    if is_text(proof) {
        return proof.into();
    }
    let mut text = String::new();
    // A file that is no whole proof goes as it is, and is refused.
    let whole = binary(proof, |deletes, literals| {
        text += if deletes { "d " } else { "" };
        for literal in literals {
            // Text takes everything.
            let _ = write!(text, "{literal} ");
        }
        text += "0\n";
    });
    match whole {
        Some(()) => text.into_bytes().into(),
        None => proof.into(),
    }
}

/// The LRAT proof that some installed program makes of a DRAT proof about these clauses. It is not checked yet.
///
/// # Errors
/// If no program is there, or it refuses the proof.
pub fn lrat_of(
    clauses: ClauseList<'_, '_>,
    proof: &[u8],
    control: Control<'_>,
) -> Result<Vec<u8>, DratError> {
    crate::external::lrat_of(clauses, &as_text(proof), control)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BINARY: &[u8] = b"a\x07\x09\x00d\x82\x01\x00a\x00";

    #[test]
    fn drat_differs_from_lrat_and_plans() {
        for drat in ["1 -2 0\n0\n", "c a comment\nd 1 2 0\n-1 0\n0\n", "0\n", "1 0\r\n0\r\n"] {
            assert!(looks_like_drat(drat.as_bytes()), "{drat:?}");
        }
        for other in [
            "5 1 0 1 2 0\n6 0 5 3 4 0\n",
            "7 d 1 2 0\n",
            "26 76 72 5a\n",
            "",
            "c\n",
            "1 2\n",
            "1 0 0\n",
            "aa 0\n",
        ] {
            assert!(!looks_like_drat(other.as_bytes()), "{other:?}");
        }
        assert!(looks_like_drat(BINARY));
        // Binary LRAT: clause 5 of literal 1 with hints 1 and 2.
        assert!(!looks_like_drat(b"a\x0a\x02\x00\x02\x04\x00"));
        assert!(!looks_like_drat(b"a\x07\x09"), "cut short");
    }

    #[test]
    fn a_binary_proof_is_written_as_text() {
        assert_eq!(as_text(BINARY).as_ref(), b"-3 -4 0\nd 65 0\n0\n");
        assert_eq!(as_text(b"1 0\n").as_ref(), b"1 0\n");
    }
}
