//! One verification in a process of its own, which can be ended at any time.

use super::Event;
use crate::program;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::Sender;
use wp_report::editor::{EditorReport, Encoding, Hover};

/// A line that the process prints.
#[derive(Serialize, Deserialize, Debug)]
pub enum Part {
    /// The view of the file in the editor.
    Report(EditorReport),
    /// The texts about loops, each with the name of its kernel.
    Loops(Vec<(String, Hover)>),
}

/// A verification that is under way. It ends when this is dropped.
pub struct Job {
    /// Its number.
    pub id: u64,
    /// The document that it is about.
    pub document: String,
    child: Child,
}

impl Job {
    /// Starts to verify a file. Results arrive as events with its number; the last event ends it.
    pub fn start(
        id: u64,
        document: &str,
        path: &Path,
        options: &[String],
        encoding: Encoding,
        events: Sender<Event>,
    ) -> Result<Self, String> {
        let units = match encoding {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        };
        let mut command = program::again()?;
        command.arg("editor-file").arg(format!("--positions={units}")).args(options).arg(path);
        // A group of its own, so that the solver ends with it. It ends by itself when its input does: with this
        // process.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let mut child = command.spawn().map_err(|e| format!("cannot start a process: {e}"))?;
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines() {
                    let part = line.ok().and_then(|line| serde_json::from_str(&line).ok());
                    let Some(part) = part else { break };
                    if events.send(Event::Part(id, part)).is_err() {
                        return;
                    }
                }
                // The receiver is gone only at the end of the server.
                let _ = events.send(Event::Ended(id));
            });
        }
        Ok(Self { id, document: document.to_owned(), child })
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Ok(group) = i32::try_from(self.child.id()) {
            // SAFETY: `kill` takes no pointers; the group is that of a child that was not waited for, so it is not
            // reused.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
        // The child is gone after the kill; there is nothing to do about a failure to collect it.
        let _ = self.child.wait();
    }
}
