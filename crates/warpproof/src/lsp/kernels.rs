//! What an editor shows of kernels besides diagnostics: the lines above them, and the steps of counterexamples.

use lsp_types::{CodeLens, Command, Diagnostic, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};
use serde_json::json;
use wp_report::editor::{EditorReport, Trace};

/// The request for the counterexamples of a document: [`TracesParams`] to a list of [`Shown`].
pub const TRACES: &str = "warpproof/traces";

/// The parameters of [`TRACES`].
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct TracesParams {
    /// The document.
    pub text_document: TextDocumentIdentifier,
}

/// A counterexample with the finding that it shows.
#[derive(Serialize, Debug)]
pub struct Shown<'a> {
    kernel: &'a str,
    finding: &'a Diagnostic,
    trace: &'a Trace,
}

/// The lines above the kernels. Their command does nothing: an editor may put its own in its place, by the kernel and
/// the verdict in `data`.
pub fn lenses(report: &EditorReport) -> Vec<CodeLens> {
    let lens = |kernel: &wp_report::editor::KernelView| {
        let lens = kernel.lens.as_ref()?;
        let command = Command { title: format!("Warpproof: {}", lens.title), ..Command::default() };
        let data = json!({ "kernel": kernel.name, "verdict": lens.verdict });
        Some(CodeLens { range: lens.range, command: Some(command), data: Some(data) })
    };
    report.kernels.iter().filter_map(lens).collect()
}

/// The counterexamples of a document.
pub fn traces(report: &EditorReport) -> Vec<Shown<'_>> {
    let kernels = report.kernels.iter();
    let of_kernel = kernels.flat_map(|kernel| kernel.traces.iter().map(move |trace| (kernel, trace)));
    let shown = of_kernel.filter_map(|(kernel, trace)| {
        let finding = kernel.diagnostics.get(trace.diagnostic)?;
        Some(Shown { kernel: &kernel.name, finding, trace })
    });
    shown.collect()
}
