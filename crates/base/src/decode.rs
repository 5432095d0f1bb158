//! From the bytes of a file to its text.

use crate::FormatError;
use std::borrow::Cow;

/// The text of a file that should hold `expected`: UTF-8, or UTF-16 that begins with a byte order mark.
/// Byte order marks and a terminal's codes for colour are left out.
///
/// # Errors
/// If it is binary or empty.
pub fn text<'a>(bytes: &'a [u8], expected: &str) -> Result<Cow<'a, str>, FormatError> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)?),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)?),
        _ => Cow::Borrowed(utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))?),
    };
    let text = without_colour(text);
    if let Some(at) = text.find(|c: char| c.is_control() && !c.is_whitespace()) {
        return Err(binary(&text.as_bytes()[..at]));
    }
    if text.trim().is_empty() {
        return Err(FormatError::unexpected("an empty file", expected));
    }
    Ok(text)
}

/// Whether a file holds nothing but white space.
#[must_use]
pub fn is_blank(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).iter().all(u8::is_ascii_whitespace)
}

/// Something that is no text, after these bytes.
fn binary(before: &[u8]) -> FormatError {
    let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
    FormatError::unexpected("binary data", "text").at(line)
}

fn utf8(bytes: &[u8]) -> Result<&str, FormatError> {
    std::str::from_utf8(bytes).map_err(|e| binary(&bytes[..e.valid_up_to()]))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, FormatError> {
    let (pairs, odd) = bytes.as_chunks();
    let mut text = String::new();
    for c in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        text.push(c.map_err(|_| binary(text.as_bytes()))?);
    }
    if odd.is_empty() { Ok(text) } else { Err(binary(text.as_bytes())) }
}

/// The text without codes such as `ESC [31m`.
fn without_colour(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains("\u{1b}[") {
        return text;
    }
    let mut pieces = text.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match rest.strip_prefix('m') {
            Some(rest) => plain.push_str(rest),
            // A code other than a colour stays in the text, which is then refused as binary data.
            None => plain.extend(["\u{1b}[", piece]),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<String, String> {
        text(bytes, "something").map(Cow::into_owned).map_err(|e| e.to_string())
    }

    #[test]
    fn every_usual_coding_is_read() {
        let wide: Vec<u16> = "4\u{2663}\r\n\u{1f0a1}".encode_utf16().collect();
        let little: Vec<u8> =
            [0xfeff].iter().chain(&wide).flat_map(|unit: &u16| unit.to_le_bytes()).collect();
        let big: Vec<u8> = [0xfeff].iter().chain(&wide).flat_map(|unit: &u16| unit.to_be_bytes()).collect();
        for bytes in [&little[..], &big, "\u{feff}4\u{2663}\r\n\u{1f0a1}".as_bytes()] {
            assert_eq!(read(bytes).unwrap(), "4\u{2663}\r\n\u{1f0a1}");
        }
        assert_eq!(read(b"\x1b[31mTH\x1b[0m 4C").unwrap(), "TH 4C");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [
            &b"AC\n\xff\xfe\x00"[..],
            b"AC\n\x00",
            b"\xff\xfeA\x00\n\x00\x00\xd8A\x00",
            b"\xff\xfeA\x00\n\x00A",
            b"A\n\x1b[2J",
        ] {
            assert_eq!(read(bytes).unwrap_err(), "line 2: found binary data, expected text", "{bytes:?}");
        }
        assert_eq!(read(b"\xff\xfe \x00").unwrap_err(), "found an empty file, expected something");
    }

    #[test]
    fn a_blank_file_is_known_by_its_bytes() {
        assert!([&b""[..], b" \r\n\t\n", b"\xef\xbb\xbf\n"].into_iter().all(is_blank));
        assert!(![&b"0"[..], b"\n.\n", b"\x00", b"\xff\xfe"].into_iter().any(is_blank));
    }
}
