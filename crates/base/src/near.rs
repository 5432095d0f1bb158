//! Typing errors in names.

/// Returns the known name that is nearest to a text, if it is near enough for the text to be a typing error of it. The
/// measure is the similarity of Jaro and Winkler, 0.8 and more.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let near = known.into_iter().map(|known| (strsim::jaro_winkler(&name, known), known));
    near.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(score, _)| *score > 0.8).map(|(_, known)| known)
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
    }
}
