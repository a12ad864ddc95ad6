//! Lists of names as text.

/// True if a list of names, with one blank between any two, has a name.
pub fn lists(names: &str, name: &str) -> bool {
    names.as_bytes().split(|b| *b == b' ').any(|one| one == name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::lists;

    #[test]
    fn names_are_whole() {
        assert!(lists("sin sinh", "sin") && lists("sin sinh", "sinh") && !lists("sinh", "sin"));
        assert!(!lists("sin sinh", "") && !lists("sin sinh", "sin sinh"));
    }
}
