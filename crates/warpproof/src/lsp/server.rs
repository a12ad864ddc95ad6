//! The state of the editor server: open documents with what was found in them, and the verification that is under way.
//!
//! Nothing stale is shown: a result belongs to the text whose digest it has, and its diagnostics, hovers and edits are
//! there while the document has this text. An edit takes them away, undoing it brings them back, and a save asks for
//! new ones. A newer request for a document ends the verification of the older one, and a result of an older
//! verification is dropped by its number. After an edit inside of one kernel only that is verified ([`partial`]).

use super::job::{Job, Part};
use super::kernels::{self, TracesParams, TRACES};
use super::partial::{self, Plan, Surroundings};
use super::{uri, Agreed, Event};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit,
    Notification as _, Progress, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, CodeLensRequest, HoverRequest, RegisterCapability, Request as _, Shutdown,
    WorkDoneProgressCreate,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLensParams, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, MessageType, NumberOrString, Position,
    ProgressParams, ProgressParamsValue, PublishDiagnosticsParams, Range, Registration, RegistrationParams,
    ShowMessageParams, TextEdit, Uri, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCreateParams,
    WorkDoneProgressEnd, WorkspaceEdit,
};
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use wp_clang::Language;
use wp_report::editor::{text_digest, EditorReport, Proposal};

/// The code of a verification in progress notifications.
fn token(job: u64) -> NumberOrString {
    NumberOrString::String(format!("warpproof/{job}"))
}

/// Files on disk that verdicts depend on besides the open ones.
const WATCHED: [&str; 2] = ["**/*.toml", "**/*.{h,hpp,hxx,hh,inc,inl,cuh,clh}"];

/// An open document.
struct Document {
    uri: Uri,
    path: PathBuf,
    /// The editor's number of the text.
    version: i32,
    /// The text that the editor has.
    text: String,
    /// The digest of the text without the parts that saving may change.
    digest: String,
    /// The last result.
    result: Option<Found>,
    /// The verification whose diagnostics the editor shows.
    shown: Option<u64>,
}

/// The result of a verification.
struct Found {
    job: u64,
    report: EditorReport,
    /// The text that was verified, if it was that of the editor.
    text: Option<String>,
    /// True if everything has arrived.
    complete: bool,
}

/// True for the names of files that are verified.
fn is_source(path: &Path) -> bool {
    Language::of(path).is_some() || wp_engine::is_python(path)
}

/// A verification that is under way.
struct Running {
    job: Job,
    /// If it is about one kernel only: that, and the digest of the new text.
    plan: Option<(Plan, String)>,
}

impl Document {
    /// The result for the text that the editor has.
    fn current(&self) -> Option<(u64, &EditorReport)> {
        let found = self.result.as_ref()?;
        found.report.digest.as_ref().is_none_or(|digest| *digest == self.digest).then_some((found.job, &found.report))
    }

    fn includes(&self) -> bool {
        let rest = |line: &str| line.trim_start().strip_prefix('#').map(|l| l.trim_start().starts_with("include"));
        self.text.lines().any(|line| rest(line) == Some(true))
    }

    /// The one kernel that has changed since the last result. `follows`: the editor reports changes of headers.
    fn plan(&self, follows: bool) -> Option<Plan> {
        // A line of Python may be part of any of its kernels.
        if wp_engine::is_python(&self.path) {
            return None;
        }
        let found = self.result.as_ref().filter(|f| f.complete && (follows || !self.includes()))?;
        let around = Surroundings { kernels_are_called: !Language::of(&self.path).is_some_and(Language::is_cpp) };
        partial::plan(&found.report, found.text.as_ref()?, &self.text, around)
    }
}

/// The end of the conversation with the editor.
pub(super) struct End {
    /// True if the editor asked for a shutdown first.
    pub in_order: bool,
}

/// The state of the server.
pub(super) struct Server {
    connection: Connection,
    events: Sender<Event>,
    options: Vec<String>,
    agreed: Agreed,
    documents: BTreeMap<String, Document>,
    /// Documents that are to be verified, next one first.
    waiting: VecDeque<String>,
    running: Option<Running>,
    /// Verifications that were started.
    started: u64,
    /// Requests to the editor to ask for lenses again.
    refreshes: u64,
    is_down: bool,
}

impl Server {
    /// A server without documents. `options` are those of `check`.
    pub fn new(connection: Connection, events: Sender<Event>, options: Vec<String>, agreed: Agreed) -> Self {
        Self {
            connection,
            events,
            options,
            agreed,
            documents: BTreeMap::new(),
            waiting: VecDeque::new(),
            running: None,
            started: 0,
            refreshes: 0,
            is_down: false,
        }
    }

    /// Asks the editor to report headers, configurations and baselines that change on disk.
    pub fn watch(&self) {
        if self.agreed.watches {
            let options = json!({ "watchers": WATCHED.map(|pattern| json!({ "globPattern": pattern })) });
            let method = DidChangeWatchedFiles::METHOD.to_owned();
            let registration = Registration { id: "files".to_owned(), method, register_options: Some(options) };
            let params = RegistrationParams { registrations: vec![registration] };
            self.send(Request::new("files".to_owned().into(), RegisterCapability::METHOD.to_owned(), params));
        }
    }

    /// Takes a message; the end when it is the last one.
    pub fn message(&mut self, message: Message) -> Option<End> {
        match message {
            Message::Request(request) => {
                let response = self.request(request);
                self.send(response);
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => {
                return Some(End { in_order: self.is_down });
            }
            Message::Notification(notification) => {
                if let Err(why) = self.notification(notification) {
                    eprintln!("warning: a message is left out: {why}");
                }
            }
            // Answers to requests for progress: nothing depends on them.
            Message::Response(_) => {}
        }
        None
    }

    /// Takes a result of a verification.
    pub fn part(&mut self, job: u64, part: Part) {
        let Some(running) = self.running.as_ref().filter(|r| r.job.id == job) else { return };
        let key = running.job.document.clone();
        let Some(document) = self.documents.get_mut(&key) else { return };
        match part {
            Part::Report(report) => {
                let merged = match (&running.plan, &document.result) {
                    (None, _) => Some(report),
                    (Some((plan, digest)), Some(old)) if report.digest.as_ref() == Some(digest) => {
                        partial::merge(&old.report, report, plan, &document.uri)
                    }
                    _ => None,
                };
                let Some(report) = merged else {
                    // More has changed than it seemed: everything is verified.
                    document.result = None;
                    self.verify(&key);
                    return;
                };
                let text = (report.digest.as_ref() == Some(&document.digest)).then(|| document.text.clone());
                document.result = Some(Found { job, report, text, complete: false });
            }
            Part::Loops(loops) => {
                let Some(found) = document.result.as_mut().filter(|found| found.job == job) else { return };
                for (name, hover) in loops {
                    if let Some(kernel) = found.report.kernels.iter_mut().find(|k| k.name == name) {
                        kernel.hovers.push(hover);
                    }
                }
            }
        }
        self.refresh(&key);
    }

    /// Takes the end of a verification, and starts the next one.
    pub fn ended(&mut self, job: u64) {
        if let Some(running) = self.running.as_ref().filter(|r| r.job.id == job) {
            let document = self.documents.get_mut(&running.job.document);
            if let Some(found) = document.and_then(|d| d.result.as_mut()).filter(|found| found.job == job) {
                found.complete = true;
            }
            self.end_running();
            self.start_next();
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // The editor may be gone; the end of its messages says so.
        let _ = self.connection.sender.send(message.into());
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), params));
    }

    fn request(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        if self.is_down {
            return Response::new_err(id, ErrorCode::InvalidRequest as i32, "the server is shut down".to_owned());
        }
        let result = match method.as_str() {
            Shutdown::METHOD => {
                self.is_down = true;
                self.waiting.clear();
                self.end_running();
                Ok(serde_json::Value::Null)
            }
            HoverRequest::METHOD => read(params).and_then(|p| answer(self.hover(&p))),
            CodeActionRequest::METHOD => read(params).and_then(|p| answer(self.code_actions(&p))),
            CodeLensRequest::METHOD => read(params).and_then(|p: CodeLensParams| {
                let report = self.report(&p.text_document.uri);
                answer(report.map(kernels::lenses).unwrap_or_default())
            }),
            TRACES => read(params).and_then(|p: TracesParams| {
                let report = self.report(&p.text_document.uri);
                answer(report.map(kernels::traces).unwrap_or_default())
            }),
            _ => {
                let code = ErrorCode::MethodNotFound as i32;
                return Response::new_err(id, code, format!("`{method}` is not supported"));
            }
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err(why) => Response::new_err(id, ErrorCode::InvalidParams as i32, format!("`{method}`: {why}")),
        }
    }

    fn notification(&mut self, notification: Notification) -> Result<(), String> {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => self.opened(read(params)?),
            DidChangeTextDocument::METHOD => self.changed(read(params)?),
            DidSaveTextDocument::METHOD => {
                let params: DidSaveTextDocumentParams = read(params)?;
                self.saved(&params.text_document.uri);
            }
            DidCloseTextDocument::METHOD => self.closed(&read(params)?),
            DidChangeWatchedFiles::METHOD => {
                let params: DidChangeWatchedFilesParams = read(params)?;
                params.changes.iter().for_each(|change| self.saved(&change.uri));
            }
            // `initialized`, `$/cancelRequest` and others: every request is answered at once, so nothing is to be done.
            _ => {}
        }
        Ok(())
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let text = params.text_document;
        let Some(path) = uri::path(&text.uri).filter(|p| is_source(p)) else { return };
        let key = text.uri.as_str().to_owned();
        let digest = text_digest(&text.text);
        let (uri, version, text) = (text.uri, text.version, text.text);
        let document = Document { uri, path, version, text, digest, result: None, shown: None };
        self.documents.insert(key.clone(), document);
        self.verify(&key);
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let key = params.text_document.uri.as_str().to_owned();
        let Some(document) = self.documents.get_mut(&key) else { return };
        document.version = params.text_document.version;
        // The whole text is asked for, so the last change has it.
        if let Some(change) = params.content_changes.into_iter().last() {
            document.digest = text_digest(&change.text);
            document.text = change.text;
        }
        self.refresh(&key);
    }

    /// A file is new on disk: verifies the documents that depend on it.
    fn saved(&mut self, uri: &Uri) {
        let Some(changed) = uri::path(uri) else { return };
        // A baseline may have any name.
        let settings = changed.extension().is_some_and(|e| e == "toml");
        // The files that include a header are not known, so any header may matter.
        let header = Language::is_header(&changed) || !is_source(&changed);
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let changed = real(&changed);
        let mut keys = Vec::new();
        for (key, document) in &mut self.documents {
            let own = real(&document.path) == changed;
            let read = |d: &Document| d.result.iter().any(|r| r.report.files.iter().any(|f| real(f) == changed));
            if own {
                keys.push(key.clone());
            } else if settings || header && document.includes() || read(document) {
                // The text is the same, and what was found is not about it any more.
                document.result = None;
                keys.push(key.clone());
            }
        }
        for key in keys {
            self.refresh(&key);
            self.verify(&key);
        }
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        let key = params.text_document.uri.as_str();
        self.waiting.retain(|waiting| waiting != key);
        if let Some(document) = self.documents.remove(key) {
            self.publish(&document, Vec::new());
        }
        if self.running.as_ref().is_some_and(|r| r.job.document == key) {
            self.end_running();
            self.start_next();
        }
    }

    /// Requests a verification of the file on disk. An older one of the same document ends.
    fn verify(&mut self, key: &str) {
        self.waiting.retain(|waiting| waiting != key);
        self.waiting.push_front(key.to_owned());
        if self.running.as_ref().is_some_and(|r| r.job.document == key) {
            self.end_running();
        }
        if self.running.is_none() {
            self.start_next();
        }
    }

    fn start_next(&mut self) {
        while let Some(key) = self.waiting.pop_front() {
            let Some(document) = self.documents.get(&key) else { continue };
            self.started += 1;
            let (id, events) = (self.started, self.events.clone());
            let mut options = self.options.clone();
            let restricted = options.iter().any(|o| o.starts_with("--kernel"));
            let plan = document.plan(self.agreed.watches).filter(|_| !restricted);
            options.extend(plan.iter().map(|plan| format!("--kernel={}", plan.kernel)));
            match Job::start(id, &key, &document.path, &options, self.agreed.encoding, events) {
                Ok(job) => {
                    self.begin_progress(id, &document.path, plan.as_ref());
                    let plan = plan.map(|plan| (plan, document.digest.clone()));
                    self.running = Some(Running { job, plan });
                    return;
                }
                Err(why) => complain(&self.connection, &why),
            }
        }
    }

    /// Ends the verification that is under way, finished or not.
    fn end_running(&mut self) {
        if let Some(Running { job, .. }) = self.running.take() {
            self.progress(job.id, WorkDoneProgress::End(WorkDoneProgressEnd::default()));
        }
    }

    /// Shows the results for the editor's text, or none.
    fn refresh(&mut self, key: &str) {
        let Some(document) = self.documents.get(key) else { return };
        let current = document.current();
        let shown = current.map(|(job, _)| job);
        if shown == document.shown {
            return;
        }
        let diagnostics = current.map_or_else(Vec::new, |(_, report)| report.diagnostics());
        self.publish(document, diagnostics);
        if let Some(document) = self.documents.get_mut(key) {
            document.shown = shown;
        }
        if self.agreed.lenses {
            self.refreshes += 1;
            let id = RequestId::from(format!("lenses/{}", self.refreshes));
            self.send(Request::new(id, CodeLensRefresh::METHOD.to_owned(), ()));
        }
    }

    /// The result for the text that the editor has.
    fn report(&self, uri: &Uri) -> Option<&EditorReport> {
        Some(self.documents.get(uri.as_str())?.current()?.1)
    }

    fn publish(&self, document: &Document, diagnostics: Vec<lsp_types::Diagnostic>) {
        let (uri, version) = (document.uri.clone(), Some(document.version));
        self.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
    }

    fn hover(&self, params: &HoverParams) -> Option<Hover> {
        let at = &params.text_document_position_params;
        let report = self.report(&at.text_document.uri)?;
        let here: Vec<_> =
            report.kernels.iter().flat_map(|k| &k.hovers).filter(|h| holds(&h.range, at.position)).collect();
        let range = here.first()?.range;
        let value = here.iter().map(|h| h.markdown.as_str()).collect::<Vec<_>>().join("\n---\n\n");
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(range) })
    }

    fn code_actions(&self, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
        let uri = &params.text_document.uri;
        let wanted = |kind: &CodeActionKind| CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str());
        let document = self.documents.get(uri.as_str()).filter(|_| params.context.only.iter().flatten().all(wanted));
        let Some((_, report)) = document.and_then(Document::current) else { return Vec::new() };
        let (from, to) = (params.range.start.line, params.range.end.line);
        let here = report
            .kernels
            .iter()
            .flat_map(|k| &k.proposals)
            .filter(|p| p.range.start.line <= to && from <= p.range.end.line);
        let action = |p: &Proposal| {
            let edit = TextEdit { range: Range { start: p.at, end: p.at }, new_text: p.text.clone() };
            CodeActionOrCommand::CodeAction(CodeAction {
                title: p.title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                edit: Some(changes(uri, vec![edit])),
                ..CodeAction::default()
            })
        };
        let mut actions = repairs(report, uri, from, to);
        actions.extend(here.map(action));
        actions
    }

    fn begin_progress(&self, job: u64, path: &Path, plan: Option<&Plan>) {
        if !self.agreed.progress {
            return;
        }
        let id = RequestId::from(format!("progress/{job}"));
        let params = WorkDoneProgressCreateParams { token: token(job) };
        self.send(Request::new(id, WorkDoneProgressCreate::METHOD.to_owned(), params));
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = name.map(|n| plan.map_or_else(|| n.clone(), |plan| format!("`{}` in {n}", plan.kernel)));
        let begin = WorkDoneProgressBegin {
            title: "Warpproof".to_owned(),
            message: name.map(|n| format!("verifying {n}")),
            ..WorkDoneProgressBegin::default()
        };
        self.progress(job, WorkDoneProgress::Begin(begin));
    }

    fn progress(&self, job: u64, what: WorkDoneProgress) {
        if self.agreed.progress {
            let value = ProgressParamsValue::WorkDone(what);
            self.notify::<Progress>(ProgressParams { token: token(job), value });
        }
    }
}

/// The changes for findings that are shown in these lines.
fn repairs(report: &EditorReport, uri: &Uri, from: u32, to: u32) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    for (kernel, repair) in report.kernels.iter().flat_map(|k| k.repairs.iter().map(move |r| (k, r))) {
        let Some(finding) = kernel.diagnostics.get(repair.diagnostic) else { continue };
        if finding.range.start.line > to || finding.range.end.line < from {
            continue;
        }
        actions.push(CodeActionOrCommand::CodeAction(CodeAction {
            title: repair.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![finding.clone()]),
            edit: Some(changes(uri, repair.edits.clone())),
            is_preferred: Some(true),
            ..CodeAction::default()
        }));
    }
    actions
}

/// Edits of one document.
fn changes(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some([(uri.clone(), edits)].into_iter().collect()), ..WorkspaceEdit::default() }
}

/// Tells the user of something that is not as it should be.
pub(super) fn complain(connection: &Connection, what: &str) {
    let params = ShowMessageParams { typ: MessageType::WARNING, message: format!("Warpproof: {what}") };
    // The editor may be gone; the end of its messages says so.
    let _ = connection.sender.send(Notification::new(ShowMessage::METHOD.to_owned(), params).into());
}

fn holds(range: &Range, at: Position) -> bool {
    range.start <= at && at <= range.end
}

fn read<T: DeserializeOwned>(params: serde_json::Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|e| e.to_string())
}

fn answer(value: impl Serialize) -> Result<serde_json::Value, String> {
    serde_json::to_value(value).map_err(|e| e.to_string())
}
