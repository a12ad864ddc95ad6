//! Rejects what cannot be source text before Clang sees it.

use crate::error::ParseError;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// No source file is larger than this.
const MAX_BYTES: u64 = 64 << 20;

/// Checks that the path is a readable, non-empty text file.
pub(crate) fn check(path: &Path) -> Result<(), ParseError> {
    let unreadable = |e: std::io::Error| match e.kind() {
        ErrorKind::NotFound => ParseError::NotFound(path.to_owned()),
        _ => ParseError::Unreadable { path: path.to_owned(), detail: e.to_string() },
    };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(ParseError::IsDirectory(path.to_owned()));
    }
    if !metadata.is_file() {
        return Err(ParseError::NotRegular(path.to_owned()));
    }
    if metadata.len() > MAX_BYTES {
        return Err(ParseError::TooLarge { path: path.to_owned(), bytes: metadata.len(), limit: MAX_BYTES });
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut f| f.read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ParseError::Empty(path.to_owned()));
    }
    // No text encoding that Clang reads holds a zero byte.
    if bytes.contains(&0) {
        return Err(ParseError::Binary(path.to_owned()));
    }
    Ok(())
}
