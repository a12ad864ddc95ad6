//! The command line of Warpproof: parsing, dispatch and exit codes.
//!
//! `config` reads `warpproof.toml`; launches to which it restricts a kernel are a named assumption of the verdict
//! (`configured-launch`). `baseline` holds accepted findings: they change the exit code and nothing else, and an entry
//! that fits more findings than it was written for accepts none. `lsp` is the editor server: it shows a result only
//! beside the text that was checked, by digest, and verifies each file in a process of its own, so that cancelling ends
//! the process and returns its memory. After an edit inside one kernel the results of the others stay (`lsp/partial`),
//! since the verdict on a kernel does not depend on the bodies of other kernels.
//!
//! Deliberately absent: any part of verification, and output formats (`wp_report`).

mod baseline;
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
mod run;
mod settings;
mod study;
mod tasks;
mod verify;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
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
        Ok(exit) => exit.into(),
        Err(message) => {
            let mark = if message.starts_with('[') { "" } else { ": " };
            eprintln!("error{mark}{message}");
            exit::Exit::Error.into()
        }
    }
}
