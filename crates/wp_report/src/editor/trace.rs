//! The counterexample of a finding as steps that an editor can walk through.
//!
//! Input: a witness with its timeline, which is empty unless the check was asked for details. Output: the steps in the
//! order of the simulation, each with its place; steps without a place are left out and counted.

use super::Encoding;
use crate::finding::thread;
use lsp_types::{Location, Range};
use serde::{Deserialize, Serialize};
use wp_base::SourceMap;
use wp_engine::{Action, Witness};

/// The steps of the threads of one counterexample.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// The index of the kernel's diagnostic that shows the finding.
    pub diagnostic: usize,
    /// Blocks of the launch.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// The threads in words, in the order of the indices in the steps.
    pub threads: Vec<String>,
    /// Steps before the first one that are left out.
    pub omitted: usize,
    /// The steps.
    pub steps: Vec<TraceStep>,
}

/// A step of a thread.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct TraceStep {
    /// Index into the threads of the trace.
    pub thread: usize,
    /// The number of barriers that the thread had passed.
    pub interval: usize,
    /// What the thread does: "writes `s[3]`".
    pub action: String,
    /// The place in the source.
    pub location: Location,
    /// True if the finding is about this step.
    pub decisive: bool,
}

/// The trace of a witness; nothing where no step has a place.
pub(super) fn trace(diagnostic: usize, witness: &Witness, sources: &SourceMap, encoding: Encoding) -> Option<Trace> {
    let timeline = &witness.timeline;
    let steps: Vec<TraceStep> = timeline
        .steps
        .iter()
        .filter_map(|step| {
            let range: Range = super::range(sources, step.span, encoding)?;
            let uri = super::uri(&sources.file(step.span.file)?.path)?;
            Some(TraceStep {
                thread: step.thread,
                interval: step.interval,
                action: action(&step.action),
                location: Location { uri, range },
                decisive: step.decisive,
            })
        })
        .collect();
    let omitted = timeline.omitted + (timeline.steps.len() - steps.len());
    let threads = witness.threads.iter().map(|t| thread(t, witness)).collect();
    (!steps.is_empty()).then_some(Trace {
        diagnostic,
        grid: witness.grid,
        block: witness.block,
        threads,
        omitted,
        steps,
    })
}

fn action(action: &Action) -> String {
    match action {
        Action::Read(what) => format!("reads `{what}`"),
        Action::Write(what) => format!("writes `{what}`"),
        Action::Atomic(what) => format!("updates `{what}` atomically"),
        Action::Barrier => "arrives at a barrier".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::editor::{editor_report, Encoding};
    use crate::fixture;
    use lsp_types::Position;
    use wp_base::Span;
    use wp_engine::{Action, Step, Timeline};

    #[test]
    fn steps_have_places_and_words() {
        let mut report = fixture::refuted();
        assert!(editor_report(&report, Encoding::Utf8).kernels[0].traces.is_empty(), "no details were asked for");
        let finding = &mut report.kernels[0].properties[0].findings[0];
        let span = finding.diagnostic.labels[0].span;
        let step = |thread, action, span, decisive| Step { thread, interval: thread, action, span, decisive };
        let write = |thread| step(thread, Action::Write("a[0]".to_owned()), span, true);
        let lost = step(0, Action::Read("a[1]".to_owned()), Span::NONE, false);
        let steps = vec![step(0, Action::Barrier, span, false), lost, write(0), write(1)];
        finding.witness.as_mut().unwrap().timeline = Timeline { steps, omitted: 2 };
        let shown = editor_report(&report, Encoding::Utf8);
        let [trace] = &shown.kernels[0].traces[..] else { panic!("{shown:?}") };
        assert_eq!((trace.diagnostic, trace.omitted, trace.grid, trace.block), (0, 3, [1, 1, 1], [2, 1, 1]));
        assert_eq!(trace.threads[1], "block 0, thread 1 (warp 0, lane 1)");
        let told: Vec<_> = trace.steps.iter().map(|s| (s.thread, s.interval, &*s.action, s.decisive)).collect();
        let expected =
            [(0, 0, "arrives at a barrier", false), (0, 0, "writes `a[0]`", true), (1, 1, "writes `a[0]`", true)];
        assert_eq!(told, expected);
        assert_eq!(trace.steps[1].location.range.start, Position::new(1, 2));
        assert!(trace.steps[1].location.uri.as_str().ends_with("/k.cu"));
    }
}
