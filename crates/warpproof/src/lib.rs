//! The command line of Warpproof as a library: parsing, dispatch and exit codes, and the commands for other programs.
//!
//! [`main`] is the whole program; [`check`] and [`equiv`] are the commands for a caller in the same process, which gives
//! words of the command line, watches ([`Watch`]) and gets the results instead of their printed form.
//!
//! `config` reads `warpproof.toml`; launches to which it restricts a kernel are a named assumption of the verdict
//! (`configured-launch`). `baseline` holds accepted findings: they change the exit code and nothing else, and an entry
//! that fits more findings than it was written for accepts none. `suppress` reads comments that accept findings;
//! one without effect is a warning. `lsp` is the editor server: it shows a result only
//! beside the text that was checked, by digest, and verifies each file in a process of its own, so that cancelling ends
//! the process and returns its memory. After an edit inside one kernel the results of the others stay (`lsp/partial`),
//! since the verdict on a kernel does not depend on the bodies of other kernels.
//!
//! Deliberately absent: any part of verification, and output formats (`wp_report`).

mod api;
mod baseline;
mod changed;
mod check;
mod cli;
mod compile_commands;
mod config;
mod corpus;
mod equiv;
mod exit;
mod explain;
mod gpuverify;
mod header;
mod inference;
mod inputs;
mod interrupt;
mod invariants;
mod launch_file;
mod lsp;
mod output;
mod program;
mod run;
mod settings;
mod study;
mod suppress;
mod tasks;
mod verify;
mod watch;

pub use api::{check, equiv, Checked, CheckedFile, Compared, Failure};
pub use program::Program;
pub use watch::Watch;

use clap::Parser;
use std::ffi::OsString;

/// Runs a command line, whose first word is the name of the program, and returns the exit code. `program` is what starts
/// it again.
pub fn main(words: impl IntoIterator<Item = OsString>, program: Program) -> u8 {
    program.set();
    let cli = match cli::Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => {
            // There is nobody to tell if the terminal is gone.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(exit::Exit::Error.code());
        }
    };
    interrupt::install();
    let result = match &cli.command {
        cli::Command::Check(args) => check::run(args),
        cli::Command::Invariants(args) => invariants::run(args),
        cli::Command::Run(args) => run::run(args),
        cli::Command::Equiv(args) => equiv::run(args),
        cli::Command::Corpus(args) => corpus::run(args),
        cli::Command::CorpusFile(args) => corpus::run_one(args),
        cli::Command::Lsp(args) => lsp::run(args),
        cli::Command::EditorFile(args) => lsp::child::run(args),
        cli::Command::Explain(args) => explain::run(args),
    };
    match result {
        Ok(exit) => exit.code(),
        Err(message) => {
            let mark = if message.starts_with('[') { "" } else { ": " };
            eprintln!("error{mark}{message}");
            exit::Exit::Error.code()
        }
    }
}
