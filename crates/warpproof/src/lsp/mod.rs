//! `warpproof lsp`: the editor server, over standard input and output.
//!
//! One thread owns all state and answers at once. A file is verified by a process of its own ([`job`]), one at a time;
//! a verification is cancelled at any point by ending the process, and a crash of the process does not affect the
//! server. That process ([`child`]) prints its results in the protocol's types, with the digest of the text that it
//! read; [`server`] shows them only as long as that is the text in the editor.

pub mod child;
mod job;
mod kernels;
mod lines;
mod partial;
mod server;
mod transport;
mod uri;

use crate::cli::{Cli, Command, LspArgs};
use crate::exit::Exit;
use clap::Parser;
use lsp_server::{Connection, Message};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, HoverProviderCapability,
    InitializeParams, InitializeResult, PositionEncodingKind, SaveOptions, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde::Deserialize;
use server::Server;
use std::sync::mpsc::{channel, Sender};
use wp_report::editor::Encoding;

/// An event for the server.
enum Event {
    /// A message from the editor.
    Message(Message),
    /// The end of the editor's messages.
    Closed,
    /// A verification has a result.
    Part(u64, job::Part),
    /// A verification is over.
    Ended(u64),
}

/// The options that the editor may send, as `initializationOptions`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
struct Choices {
    /// Look for preconditions, which can be pasted.
    preconditions: bool,
    /// Look for changes with which findings are gone.
    fixes: bool,
    /// Record the steps of counterexamples.
    traces: bool,
}

/// The capabilities of the editor.
#[derive(Clone, Copy, Debug)]
struct Agreed {
    /// The units of its columns.
    encoding: Encoding,
    /// True if the editor shows progress.
    progress: bool,
    /// True if the editor can be asked to tell of changes on disk.
    watches: bool,
    /// True if the editor can be told to ask for lenses again.
    lenses: bool,
}

/// Runs the command until the editor ends it.
pub fn run(args: &LspArgs) -> Result<Exit, String> {
    // Editors that can start servers in several ways say so.
    let mut options: Vec<String> = args.options.iter().filter(|o| *o != "--stdio").cloned().collect();
    validate(&options)?;
    let (connection, writer) = transport::stdio();
    let (agreed, choices) = shake_hands(&connection).map_err(|e| {
        // The message that was not expected may hold a whole file.
        let why: String = e.to_string().chars().take(200).collect();
        format!("the editor does not speak the protocol: {why}")
    })?;
    match choices {
        Ok(choices) => {
            options.extend(choices.preconditions.then(|| "--preconditions".to_owned()));
            options.extend(choices.fixes.then(|| "--suggest-fixes".to_owned()));
            options.extend(choices.traces.then(|| "--traces".to_owned()));
        }
        Err(error) => server::complain(&connection, &format!("initializationOptions are ignored: {error}")),
    }
    let (events, inbox) = channel();
    forward(&connection, events.clone());
    let mut server = Server::new(connection, events, options, agreed);
    server.watch();
    let mut in_order = false;
    for event in inbox {
        match event {
            Event::Message(message) => {
                if let Some(end) = server.message(message) {
                    in_order = end.in_order;
                    break;
                }
            }
            Event::Closed => break,
            Event::Part(job, part) => server.part(job, part),
            Event::Ended(job) => server.ended(job),
        }
    }
    // Messages that were sent already are still written.
    drop(server);
    let _ = writer.join();
    if in_order {
        Ok(Exit::Success)
    } else {
        Err("the editor left without asking for a shutdown".to_owned())
    }
}

/// Tests if `check` takes the options for a file.
fn validate(options: &[String]) -> Result<(), String> {
    let line = ["warpproof", "check", "file.cu"].map(str::to_owned);
    let cli = Cli::try_parse_from(line.iter().chain(options)).map_err(|e| {
        let text = e.to_string();
        let first = text.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    })?;
    let Command::Check(check) = cli.command else { return Err("give options of `check`".to_owned()) };
    let own = &check.configuration;
    let writes = check.output.file.is_some() || check.emit_repro.is_some() || check.dump_vcs.is_some();
    if check.files.len() != 1 {
        return Err("the editor says which files are checked; name none".to_owned());
    }
    if writes || !check.also.is_empty() || own.write_baseline.is_some() {
        return Err("the editor server writes no files; leave such options to `check`".to_owned());
    }
    crate::check::settings(&check, None, None).map(|_| ())
}

type Hands = (Agreed, Result<Choices, serde_json::Error>);

fn shake_hands(connection: &Connection) -> Result<Hands, Box<dyn std::error::Error + Sync + Send>> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let known = params.capabilities.general.and_then(|g| g.position_encodings).unwrap_or_default();
    let encoding = if known.contains(&PositionEncodingKind::UTF8) { Encoding::Utf8 } else { Encoding::Utf16 };
    let progress = params.capabilities.window.and_then(|w| w.work_done_progress).unwrap_or(false);
    let workspace = params.capabilities.workspace.unwrap_or_default();
    let watching = workspace.did_change_watched_files;
    let watches = watching.and_then(|w| w.dynamic_registration).unwrap_or(false);
    let lenses = workspace.code_lens.and_then(|l| l.refresh_support).unwrap_or(false);
    let result = InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo {
            name: "warpproof".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    let choices = params.initialization_options.filter(|o| !o.is_null());
    Ok((
        Agreed { encoding, progress, watches, lenses },
        choices.map_or_else(|| Ok(Choices::default()), serde_json::from_value),
    ))
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        ..ServerCapabilities::default()
    }
}

/// Passes the editor's messages on, so that there is one queue for all events.
fn forward(connection: &Connection, events: Sender<Event>) {
    let receiver = connection.receiver.clone();
    std::thread::spawn(move || {
        // When the queue is gone, the server is at its end.
        for message in receiver {
            if events.send(Event::Message(message)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::Closed);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn validated(line: &str) -> Result<(), String> {
        validate(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_those_of_check_for_any_file() {
        assert_eq!(validated(""), Ok(()));
        assert_eq!(validated("--timeout=20 --without no-alias --block=8"), Ok(()));
        for (line, part) in [
            ("--nosuch", "--nosuch"),
            ("--timeout", "value"),
            ("k.cu", "name none"),
            ("--block=0", "at least 1"),
            ("--emit-repro=d", "writes no files"),
            ("--write-baseline=f", "writes no files"),
            ("--dump-vcs=d", "writes no files"),
            ("--output=f", "writes no files"),
            ("--also=html=f", "writes no files"),
        ] {
            let error = validated(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
