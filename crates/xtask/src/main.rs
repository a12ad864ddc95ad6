//! `cargo xtask`: command line of the developer tasks.

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use std::path::Path;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer tasks of Warpproof")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks what the compiler does not: crate edges, headers, sizes, paths, code pages.
    Tidy,
}

fn main() -> Result<ExitCode> {
    match Cli::parse().command {
        Command::Tidy => tidy(),
    }
}

fn tidy() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let findings = xtask::tidy::check(&root).context("the tree could not be read")?;
    for warning in &findings.warnings {
        println!("warning: {warning}");
    }
    for error in &findings.errors {
        println!("error: {error}");
    }
    Ok(if findings.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
