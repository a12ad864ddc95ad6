//! Writing results to the terminal or to a file, with errors that say what to do.

use std::io::Write;
use std::path::Path;

/// Writes to standard output. A reader that has gone away (`| head`) is no error.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// Writes a whole file, or standard output when there is no path or it is `-`.
pub fn write(path: Option<&Path>, text: &str) -> Result<(), String> {
    match path {
        Some(path) if path != Path::new("-") => std::fs::write(path, text)
            .map_err(|e| format!("cannot write {}: {e}; give another place with the same option", path.display())),
        _ => print(text),
    }
}
