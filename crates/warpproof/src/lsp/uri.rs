//! Files by their URI.

use lsp_types::Uri;
use percent_encoding::percent_decode_str;
use std::path::PathBuf;

/// The path of a `file:` URI; `None` for others, as for texts that were never saved.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    path.starts_with('/').then(|| PathBuf::from(&*path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::str::FromStr;

    #[test]
    fn there_and_back() {
        for name in ["/a/b.cu", "/a b/é#1%.cu", "/c++/k[0].cl"] {
            let uri = wp_report::editor::uri(Path::new(name)).unwrap();
            assert_eq!(path(&uri).as_deref(), Some(Path::new(name)), "{}", uri.as_str());
        }
        let of = |text: &str| path(&Uri::from_str(text).unwrap());
        assert_eq!(of("file://localhost/k.cu"), Some(PathBuf::from("/k.cu")));
        assert_eq!(of("untitled:Untitled-1"), None);
        assert_eq!(of("file://other/share/k.cu"), None);
    }
}
