//! Typing errors in names.

/// Returns the known name that is nearest to a text, if it is near enough for the text to be a typing error of it: its
/// similarity by Jaro and Winkler is above 0.8. Of these names the one of the fewest edits (Damerau and Levenshtein, by
/// length) is nearest, then the one with the longest common beginning.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let beginning = |known: &str| name.chars().zip(known.chars()).take_while(|(a, b)| a == b).count();
    let near = known.into_iter().filter(|known| strsim::jaro_winkler(&name, known) > 0.8);
    let scored =
        near.map(|known| (strsim::normalized_damerau_levenshtein(&name, known), beginning(known), known));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    best.map(|(_, _, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["breadth-first", "a-star", "beam"];
        assert_eq!(nearest("Bredth-first", known), Some("breadth-first"));
        assert_eq!(nearest("xyzzy", known), None);
        assert_eq!(nearest("beam", []), None);
        // Both are one edit away.
        assert_eq!(nearest("frecell", ["forecell", "freecell", "forecells"]), Some("freecell"));
    }
}
