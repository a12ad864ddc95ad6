//! Words of messages on the page: what stands between backticks is code.

use maud::{html, Markup};

/// A text with its code as code. A text with an odd number of backticks stays as it is.
pub(super) fn prose(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len() % 2 == 0 {
        return html! { (text) };
    }
    html! {
        @for (i, part) in parts.iter().enumerate() {
            @if i % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_become_code() {
        assert_eq!(prose("race on `a<b>`, twice").into_string(), "race on <code>a&lt;b&gt;</code>, twice");
        assert_eq!(prose("`a` and `b`").into_string(), "<code>a</code> and <code>b</code>");
        assert_eq!(prose("none").into_string(), "none");
        assert_eq!(prose("one ` only").into_string(), "one ` only");
    }
}
