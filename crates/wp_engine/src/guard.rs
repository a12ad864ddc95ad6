//! The last guard of the check of a file: its limits of time and memory hold at any step of the work.
//!
//! The work runs on a thread of its own and writes its results to a [`Board`]. It watches its limits itself. If it is
//! still in a step that does not check the clock when the limits are reached, the results on the board are the report,
//! and the thread is abandoned. Properties that are cut off are unknown, never proved or refuted. The memory limit is
//! on the whole process.

use crate::modular::{self, Stage};
use crate::observer::Observer;
use crate::{file_errors, ContractTasks, FileReport, KernelReport, Options, UnknownReason, Verdict};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The work has the time limit divided by this in addition, to end by itself.
const GRACE: u32 = 20;
/// The interval at which the memory of the process is checked.
const TICK: Duration = Duration::from_millis(20);

/// The known results for a file while it is checked.
#[derive(Default)]
pub(crate) struct Board {
    known: Mutex<Known>,
    observer: Observer,
}

#[derive(Default)]
struct Known {
    /// The report so far. Kernels without a result have the verdict that the time was over.
    report: FileReport,
    /// The kernels that have no result yet.
    open: Vec<bool>,
    /// The functions with contracts, and which of them each report uses.
    stages: Arc<[Stage]>,
    relies: Vec<Vec<usize>>,
    /// The current step of the work.
    step: &'static str,
}

impl Board {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Results that were written before a panic are valid.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the current step of the work.
    pub fn at(&self, step: &'static str) {
        self.known().step = step;
    }

    /// Sets the report so far, in which no kernel has a result.
    pub fn put(&self, report: FileReport) {
        let mut known = self.known();
        known.open = vec![true; report.kernels.len()];
        known.report = report;
    }

    /// The functions with contracts, and which of them each report uses.
    pub fn rests_on(&self, stages: Arc<[Stage]>, relies: Vec<Vec<usize>>) {
        let mut known = self.known();
        (known.stages, known.relies) = (stages, relies);
    }

    /// Sets the result of a kernel, the first or a better one.
    pub fn done(&self, number: usize, report: &KernelReport, tasks: &[ContractTasks]) {
        self.observer.tell(report);
        let mut known = self.known();
        if let (Some(kernel), true) = (known.report.kernels.get_mut(number), !report.properties.is_empty()) {
            *kernel = report.clone();
            known.open[number] = false;
            known.report.tasks.extend(tasks.iter().cloned());
        }
    }

    /// Sets the report with all verdicts; only the searches after the verdicts may still change it.
    pub fn complete(&self, report: &FileReport) {
        let mut known = self.known();
        *known = Known { report: report.clone(), step: known.step, ..Known::default() };
    }

    /// The report if the work was cut off.
    fn cut_off(&self, path: &Path, reason: &UnknownReason, options: &Options) -> FileReport {
        let mut known = self.known();
        let mut report = std::mem::take(&mut known.report);
        report.path = path.to_owned();
        for (kernel, _) in report.kernels.iter_mut().zip(&known.open).filter(|(_, open)| **open) {
            kernel.times.late = true;
            let unsupported = |v: &Verdict| matches!(v, Verdict::Unsupported(..));
            for property in kernel.properties.iter_mut().filter(|p| !unsupported(&p.verdict)) {
                property.verdict = Verdict::Unknown(reason.clone());
            }
        }
        modular::settle(&mut report.kernels, &known.stages, &known.relies, options);
        if known.open.is_empty() && known.stages.is_empty() && report.kernels.is_empty() && report.errors.is_empty() {
            report.errors.push(file_errors::cut_off(path, known.step, reason));
        }
        report
    }
}

/// The report on a file, or the known results when the limits of the options are reached.
pub(crate) fn run(
    path: &Path,
    options: &Options,
    observer: Observer,
    work: impl FnOnce(&Board) -> FileReport + Send + 'static,
) -> FileReport {
    let board = Arc::new(Board { observer, ..Board::default() });
    let there = board.clone();
    let (sender, receiver) = channel();
    let time = options.time_in_all();
    let end = Instant::now().checked_add(time.saturating_add(time / GRACE));
    let thread = std::thread::Builder::new().name("check".to_owned()).stack_size(crate::STACK).spawn(move || {
        // The receiver is gone when the work was cut off.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&there))));
    });
    if let Err(error) = thread {
        return FileReport {
            path: path.to_owned(),
            errors: vec![file_errors::no_thread(path, &error)],
            ..FileReport::default()
        };
    }
    loop {
        let left = end.map_or(TICK, |end| end.saturating_duration_since(Instant::now()));
        match receiver.recv_timeout(left.min(TICK)) {
            Ok(Ok(report)) => return report,
            Ok(Err(payload)) => resume_unwind(payload),
            Err(RecvTimeoutError::Disconnected) => return board.cut_off(path, &UnknownReason::Timeout, options),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                return board.cut_off(path, &UnknownReason::Timeout, options)
            }
            Err(RecvTimeoutError::Timeout) if options.stop.is_requested() => {
                return board.cut_off(path, &UnknownReason::Timeout, options)
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let used = || wp_base::memory_in_use();
        if options.memory.is_some_and(|most| used().is_some_and(|used| used > most)) {
            return board.cut_off(path, &UnknownReason::Memory, options);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Property, PropertyReport};
    use wp_base::Span;

    fn kernel(name: &str, verdict: &Verdict) -> KernelReport {
        let property = PropertyReport::without_findings(Property::Races, verdict.clone());
        KernelReport::new(name, Span::NONE, vec![property])
    }

    fn verdicts(report: &FileReport) -> Vec<&Verdict> {
        report.kernels.iter().map(|kernel| &kernel.properties[0].verdict).collect()
    }

    /// Work on three kernels, of which one gets a result and one cannot be read; then it waits for something that does
    /// not come.
    fn stuck(board: &Board) -> FileReport {
        let unsupported = Verdict::Unsupported("asm".to_owned(), Span::NONE);
        let open = Verdict::Unknown(UnknownReason::Timeout);
        let kernels = [("a", &open), ("b", &open), ("c", &unsupported)];
        board.put(FileReport {
            kernels: kernels.iter().map(|(name, verdict)| kernel(name, verdict)).collect(),
            ..FileReport::default()
        });
        board.done(0, &kernel("a", &Verdict::Proved), &[]);
        std::thread::sleep(Duration::from_secs(3600));
        FileReport::default()
    }

    fn unknown(reason: UnknownReason) -> Verdict {
        Verdict::Unknown(reason)
    }

    #[test]
    fn what_is_done_when_the_time_is_over_stays() {
        let options = Options { timeout: Duration::from_millis(200), ..Options::default() };
        let report = run(Path::new("a.cu"), &options, Observer::default(), stuck);
        let unsupported = Verdict::Unsupported("asm".to_owned(), Span::NONE);
        assert_eq!(verdicts(&report), [&Verdict::Proved, &unknown(UnknownReason::Timeout), &unsupported]);
        assert_eq!(report.path, Path::new("a.cu"));
        assert!(report.errors.is_empty());
    }

    #[test]
    fn the_limit_of_memory_ends_the_work() {
        let options = Options { memory: Some(1), ..Options::default() };
        let report = run(Path::new("a.cu"), &options, Observer::default(), stuck);
        // The process is above that limit from the start, so nothing may be done yet.
        let reason = unknown(UnknownReason::Memory);
        assert!(report.kernels.is_empty() || verdicts(&report)[1] == &reason, "{report:?}");
    }

    #[test]
    fn a_request_to_end_is_followed_at_once() {
        let options = Options::default();
        options.stop.request();
        let begun = Instant::now();
        run(Path::new("a.cu"), &options, Observer::default(), stuck);
        assert!(begun.elapsed() < options.timeout);
    }

    #[test]
    fn a_file_without_known_kernels_has_an_error() {
        let options = Options { timeout: Duration::from_millis(50), ..Options::default() };
        let report = run(Path::new("a.cu"), &options, Observer::default(), |board| {
            board.at("reading");
            std::thread::sleep(Duration::from_secs(3600));
            FileReport::default()
        });
        assert_eq!(report.errors.iter().map(|e| e.code).collect::<Vec<_>>(), ["WP0510"]);
        assert!(report.errors[0].message.contains("time limit was reached during the reading of a.cu"));
    }

    #[test]
    fn what_rests_on_a_function_without_result_is_not_proved() {
        let board = Board::default();
        let open = Verdict::Unknown(UnknownReason::Timeout);
        let kernels = vec![kernel("function", &open), kernel("k", &open)];
        board.put(FileReport { kernels, ..FileReport::default() });
        board.rests_on(Arc::from([Stage::new(Some(0), Vec::new(), None)]), vec![Vec::new(), vec![0]]);
        board.done(1, &kernel("k", &Verdict::Proved), &[]);
        let report = board.cut_off(Path::new("a.cu"), &UnknownReason::Timeout, &Options::default());
        assert_eq!(verdicts(&report), [&open, &unknown(UnknownReason::Contract("function".to_owned()))]);
    }

    #[test]
    fn work_that_ends_is_the_report() {
        let report = run(Path::new("a.cu"), &Options::default(), Observer::default(), |_| FileReport {
            kernels: vec![kernel("a", &Verdict::Proved)],
            ..FileReport::default()
        });
        assert_eq!(verdicts(&report), [&Verdict::Proved]);
    }
}
