//! The command line of Warpproof: parsing, dispatch and exit codes, nothing else.

mod baseline;
mod check;
mod cli;
mod config;
mod corpus;
mod equiv;
mod exit;
mod explain;
mod gpuverify;
mod header;
mod inference;
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
