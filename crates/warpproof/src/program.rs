//! What starts this program again: commands that isolate files, or want to end their work, run it as child processes.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The program that runs.
#[derive(Clone, Debug)]
pub enum Program {
    /// The executable of this process.
    This,
    /// Another program in whose process this library is, with the words that make it run the command line.
    Host {
        /// The executable.
        program: PathBuf,
        /// Its first words.
        words: Vec<OsString>,
    },
}

/// The program of this process, which does not change.
static PROGRAM: OnceLock<Program> = OnceLock::new();

impl Program {
    /// Sets it, once.
    pub(crate) fn set(self) {
        PROGRAM.get_or_init(|| self);
    }
}

/// A command that runs this program; its words are to be added.
pub fn again() -> Result<Command, String> {
    match PROGRAM.get() {
        Some(Program::Host { program, words }) => {
            let mut command = Command::new(program);
            command.args(words);
            Ok(command)
        }
        Some(Program::This) | None => {
            let program = std::env::current_exe().map_err(|e| format!("cannot find this program: {e}"))?;
            Ok(Command::new(program))
        }
    }
}
