//! The commands for other programs in the same process: words of the command line in, results out.

use crate::cli::{Cli, Command, Format};
use crate::watch::Watch;
use crate::{check as check_command, equiv as equiv_command};
use clap::Parser;
use std::ffi::OsString;
use wp_report::{render_kernel, render_text, Style};

/// The reason why a command has no results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The words are no command line; the text is that of the command line, with its help.
    Usage(String),
    /// The command cannot run, for instance because a file cannot be written.
    Failed(String),
    /// The caller ended it. Results of `check` that were there before are lost.
    Interrupted,
}

/// The results of `check`.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The exit code that the command would have.
    pub exit_code: u8,
    /// The document of `--format json`.
    pub json: String,
    /// The last lines of the text: the numbers of kernels with each verdict.
    pub summary: String,
    /// The text about each file, in the order of the document.
    pub files: Vec<CheckedFile>,
}

/// The text about a file.
#[derive(Clone, Debug)]
pub struct CheckedFile {
    /// All of it.
    pub text: String,
    /// The text about each kernel, in the order of the document: its findings, then its verdicts.
    pub kernels: Vec<String>,
}

/// The results of `equiv`.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The exit code that the command would have.
    pub exit_code: u8,
    /// The document of `--format json`.
    pub json: String,
}

/// The command line of these words, the first of which is the command.
fn parse(words: &[OsString]) -> Result<Command, Failure> {
    let program = [OsString::from("warpproof")];
    let cli = Cli::try_parse_from(program.iter().chain(words)).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(cli.command)
}

/// Runs `check` with these words.
pub fn check(words: &[OsString], watch: &mut dyn Watch) -> Result<Checked, Failure> {
    let Command::Check(args) = parse(words)? else {
        return Err(Failure::Usage("the words are not those of `check`".to_owned()));
    };
    let results = check_command::results(&args, watch).map_err(Failure::Failed)?;
    if results.interrupted {
        return Err(Failure::Interrupted);
    }
    let style = Style::default();
    let file = |report: &wp_engine::FileReport| CheckedFile {
        text: render_text(report, style),
        kernels: report.kernels.iter().map(|kernel| render_kernel(report, kernel, style)).collect(),
    };
    Ok(Checked {
        exit_code: results.exit(&args).code(),
        json: results.render(Format::Json, style).map_err(Failure::Failed)?,
        summary: results.summary(),
        files: results.reports.iter().map(file).collect(),
    })
}

/// Runs `equiv` with these words.
pub fn equiv(words: &[OsString], watch: &mut dyn Watch) -> Result<Compared, Failure> {
    let Command::Equiv(mut args) = parse(words)? else {
        return Err(Failure::Usage("the words are not those of `equiv`".to_owned()));
    };
    args.output.format = Format::Json;
    match equiv_command::compared(&args, watch).map_err(Failure::Failed)? {
        Some((exit, json)) => Ok(Compared { exit_code: exit.code(), json }),
        None => Err(Failure::Interrupted),
    }
}
