//! Running the binary.

use std::path::PathBuf;
use std::process::Command;

/// What a run printed and how it ended.
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs the binary in the folder of the workspace.
pub fn warpproof(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_warpproof")).args(arguments).current_dir(root()).output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
