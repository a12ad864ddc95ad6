//! A text that Clang reads in place of a file's: nothing is written beside the file, includes are found where the file
//! lies, and every position names the file.
//!
//! Clang's virtual file system does this (`-ivfsoverlay`). If Clang does not know the file by the name in the overlay
//! (a name that leads through links, for example), it reads the file on disk: the caller must check that the text was
//! read.

use crate::error::ParseError;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// The overlay of one run; its files live as long as it does.
pub(crate) struct Overlay {
    folder: TempDir,
}

/// The description of the overlay, beside the text.
const DESCRIPTION: &str = "overlay.yaml";

impl Overlay {
    /// Lets `text` stand for the text of the file.
    pub(crate) fn new(path: &Path, text: &str) -> Result<Self, ParseError> {
        Self::write(path, text).map_err(|e| ParseError::Workspace { detail: e.to_string() })
    }

    fn write(path: &Path, text: &str) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("warpproof-text-").tempdir()?;
        let own = folder.path().join("text");
        fs::write(&own, text)?;
        // JSON is YAML.
        let description = serde_json::json!({
            "version": 0,
            "use-external-names": false,
            "roots": [{ "type": "file", "name": std::path::absolute(path)?, "external-contents": own }],
        });
        fs::write(folder.path().join(DESCRIPTION), description.to_string())?;
        Ok(Self { folder })
    }

    /// The flags that make Clang read the text.
    pub(crate) fn flags(&self) -> [OsString; 2] {
        ["-ivfsoverlay".into(), self.folder.path().join(DESCRIPTION).into()]
    }
}
