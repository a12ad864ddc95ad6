//! The editor's side of the conversation with `warpproof lsp`.

use serde_json::{json, Value};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::Duration;

/// Longer than anything takes; a test that waits for it has failed.
const LIMIT: Duration = Duration::from_secs(240);

/// A running server.
pub struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    requests: i32,
    /// Notifications and requests of the server that nobody has asked for yet.
    pub kept: Vec<Value>,
    /// What was said of verifications when they began, as far as [`Editor::idle`] has seen it.
    pub begun: Vec<String>,
}

impl Editor {
    /// Starts the server with options and says hello; also what it can do.
    pub fn new(options: &[&str], initialization: Value, capabilities: Value) -> (Self, Value) {
        let mut editor = Self::unintroduced(options);
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": initialization
        });
        let result = editor.request("initialize", params);
        editor.notify("initialized", json!({}));
        (editor, result)
    }

    /// Starts the server and says nothing.
    pub fn unintroduced(options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warpproof"));
        command.arg("lsp").args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Self { server, input, messages, requests: 0, kept: Vec::new(), begun: Vec::new() }
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: &str) {
        let input = self.input.as_mut().unwrap();
        // A server that has ended is noticed by what it says.
        let _ = input.write_all(bytes.as_bytes()).and_then(|()| input.flush());
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// The whole response to a request.
    pub fn respond(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// The result of a request.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let response = self.respond(method, params);
        assert!(response.get("error").is_none(), "{response}");
        response["result"].clone()
    }

    fn receive(&mut self) -> Value {
        self.messages.recv_timeout(LIMIT).expect("the server says nothing")
    }

    /// The next notification or request of this method.
    pub fn next(&mut self, method: &str) -> Value {
        if let Some(at) = self.kept.iter().position(|m| m["method"] == method) {
            return self.kept.remove(at)["params"].clone();
        }
        loop {
            let message = self.receive();
            if message["method"] == method {
                return message["params"].clone();
            }
            self.kept.push(message);
        }
    }

    pub fn open(&mut self, path: &Path, version: i32, text: &str) {
        let document = json!({"uri": uri(path), "languageId": "cuda", "version": version, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, path: &Path, version: i32, text: &str) {
        let document = json!({"uri": uri(path), "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{ "text": text }]}));
    }

    /// Writes the text to disk and says so.
    pub fn save(&mut self, path: &Path, text: &str) {
        std::fs::write(path, text).unwrap();
        self.notify("textDocument/didSave", json!({"textDocument": {"uri": uri(path)}}));
    }

    /// The next diagnostics of any document: version and list.
    pub fn diagnostics(&mut self) -> (i64, Vec<Value>) {
        let params = self.next("textDocument/publishDiagnostics");
        (params["version"].as_i64().unwrap(), params["diagnostics"].as_array().unwrap().clone())
    }

    /// The text of a hover, if there is one.
    pub fn hover(&mut self, path: &Path, line: u32, character: u32) -> Option<String> {
        let position = json!({"line": line, "character": character});
        let result =
            self.request("textDocument/hover", json!({"textDocument": {"uri": uri(path)}, "position": position}));
        result["contents"]["value"].as_str().map(str::to_owned)
    }

    /// Waits until nothing is being verified, which needs a server that reports progress and one document.
    pub fn idle(&mut self) {
        // What was said before has been read when this is answered, so that no verification begins any more.
        self.respond("test/unknown", Value::Null);
        let (mut begun, mut ended) = (0, 0);
        loop {
            let value = &self.next("$/progress")["value"];
            match value["message"].as_str() {
                Some(message) => {
                    self.begun.push(message.to_owned());
                    begun += 1;
                }
                None => ended += 1,
            }
            if begun == ended {
                // What follows at once has been said when this is answered.
                self.respond("test/unknown", Value::Null);
                if !self.kept.iter().any(|m| m["method"] == "$/progress") {
                    return;
                }
            }
        }
    }

    /// Asks for the end; the exit code and what the server has logged.
    pub fn end(mut self) -> (i32, String) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.wait()
    }

    /// Says nothing more; the exit code and what the server has logged.
    pub fn wait(mut self) -> (i32, String) {
        self.input = None;
        let mut log = String::new();
        self.server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        let code = self.server.wait().unwrap().code().unwrap_or(-1);
        (code, log)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // Only a failed test leaves a running server behind.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Where a file is.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.canonicalize().unwrap_or_else(|_| path.to_owned()).display())
}

fn read(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(':') {
            Some((_, value)) => length = value.trim().parse().ok()?,
            None => break,
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
