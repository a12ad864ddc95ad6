//! Exit codes, documented in `docs/exit-codes.md`.

use crate::cli::FailOn;
use crate::suppress;
use wp_engine::{FileReport, KernelReport, PropertyReport, Verdict};
use wp_report::{is_confirmed, Overall};

/// The verdict that decides the exit code: the verdict of a kernel, where accepted findings are set aside. It is no
/// statement about the kernel and appears in no report.
fn decisive(kernel: &KernelReport) -> Overall {
    kernel.properties.iter().filter(|p| p.is_decisive()).map(without_accepted).min().unwrap_or(Overall::Unknown)
}

fn without_accepted(property: &PropertyReport) -> Overall {
    let mut rest = property.findings.iter().filter(|f| !f.accepted).peekable();
    let nothing_accepted = property.findings.iter().all(|f| !f.accepted);
    if nothing_accepted {
        Overall::of_verdict(&property.verdict)
    } else if rest.peek().is_none() {
        Overall::of_verdict(&property.besides)
    } else if property.verdict == Verdict::Refuted && !rest.any(is_confirmed) {
        Overall::Possible
    } else {
        Overall::of_verdict(&property.verdict)
    }
}

/// True if a misbehaviour that takes particular contents or an unusual launch was found, and not accepted.
fn has_class(report: &FileReport) -> bool {
    let open = |p: &PropertyReport| p.verdict.exclusion().is_some() && p.findings.iter().any(|f| !f.accepted);
    report.kernels.iter().flat_map(|k| &k.properties).any(open)
}

/// True if some proof is not about every access.
fn is_partial(report: &FileReport) -> bool {
    report.kernels.iter().flat_map(|k| &k.properties).any(PropertyReport::leaves_bounds_open)
}

/// The outcome of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything is proved or accepted, or the command ran.
    Success,
    /// Something is refuted.
    Refuted,
    /// Bad input or usage, or the front end failed.
    Error,
    /// Something is open: unknown, possible, unsupported, or proved under conditions only; or a comment that accepts
    /// findings has no effect.
    Inconclusive,
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Refuted before error before inconclusive before success. Accepted findings do not count. `strict`: a proof that
    /// does not cover every access is open, and an error that requires particular contents or an unusual launch is
    /// refuted.
    pub fn of_reports(reports: &[FileReport], strict: bool) -> Self {
        let kernels = || reports.iter().flat_map(|r| &r.kernels).map(decisive);
        if kernels().any(|v| v == Overall::Refuted) || strict && reports.iter().any(has_class) {
            Exit::Refuted
        } else if reports.is_empty() || reports.iter().any(|r| Overall::of_file(r) == Overall::Error) {
            Exit::Error
        } else if kernels().any(|v| v != Overall::Proved)
            || strict && reports.iter().any(is_partial)
            || reports.iter().any(suppress::has_warning)
        {
            Exit::Inconclusive
        } else {
            Exit::Success
        }
    }

    /// The outcome where only some results fail a run.
    pub fn failing_on(self, fail_on: FailOn) -> Self {
        match (self, fail_on) {
            (Exit::Inconclusive, FailOn::Refuted | FailOn::Never) | (Exit::Refuted, FailOn::Never) => Exit::Success,
            _ => self,
        }
    }

    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Refuted => 1,
            Exit::Error => 2,
            Exit::Inconclusive => 3,
            Exit::Interrupted => 130,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::{Diagnostic, Span};
    use wp_engine::{Finding, Property, Timeline, UnknownReason, Witness};

    /// A finding: whether it is confirmed, whether it is accepted.
    fn finding(&(confirmed, accepted): &(bool, bool)) -> Finding {
        let witness = Witness {
            block: [2, 1, 1],
            grid: [1, 1, 1],
            threads: Vec::new(),
            scalars: Vec::new(),
            arrays: Vec::new(),
            timeline: Timeline::default(),
            arguments: Err("not asked for"),
            inputs: wp_interp::Inputs::default(),
            replayed: true,
            warp_size: Some(32),
        };
        let diagnostic = Diagnostic::error("WP0101", "race");
        Finding { witness: confirmed.then_some(witness), accepted, ..Finding::new(Property::Races, diagnostic) }
    }

    fn exit(verdict: Verdict, besides: Verdict, findings: &[(bool, bool)]) -> u8 {
        exit_when(false, verdict, besides, findings)
    }

    fn exit_when(strict: bool, verdict: Verdict, besides: Verdict, findings: &[(bool, bool)]) -> u8 {
        let findings = findings.iter().map(finding).collect();
        let property =
            PropertyReport { besides, findings, ..PropertyReport::without_findings(Property::Races, verdict) };
        let kernel = KernelReport::new("k", Span::NONE, vec![property]);
        Exit::of_reports(&[FileReport { kernels: vec![kernel], ..FileReport::default() }], strict).code()
    }

    #[test]
    fn classes_are_open_and_with_strict_refuted() {
        let exclusion = wp_engine::Exclusion { conditions: vec!["n >= 1".into()], otherwise: vec!["`n` is 0".into()] };
        for verdict in [Verdict::UnusualLaunch(exclusion.clone()), Verdict::DependsOnContents(exclusion)] {
            let code = |strict, accepted| exit_when(strict, verdict.clone(), Verdict::Proved, &[(true, accepted)]);
            assert_eq!((code(false, false), code(true, false)), (3, 1));
            assert_eq!((code(false, true), code(true, true)), (0, 0));
        }
    }

    #[test]
    fn accepted_findings_are_set_aside() {
        use Verdict::{Possible, Proved, Refuted, Unknown};
        let (sure, maybe, sure_accepted, maybe_accepted) = ((true, false), (false, false), (true, true), (false, true));
        assert_eq!(exit(Refuted, Proved, &[sure]), 1);
        assert_eq!(exit(Refuted, Proved, &[sure_accepted]), 0);
        assert_eq!(exit(Refuted, Proved, &[sure_accepted, sure]), 1);
        assert_eq!(exit(Refuted, Proved, &[sure_accepted, maybe]), 3);
        assert_eq!(exit(Refuted, Proved, &[sure_accepted, maybe_accepted]), 0);
        assert_eq!(exit(Refuted, Proved, &[sure, maybe_accepted]), 1);
        assert_eq!(exit(Possible, Proved, &[maybe_accepted]), 0);
        assert_eq!(exit(Possible, Proved, &[maybe_accepted, maybe]), 3);
        // A property that was open beside the finding stays open, and so does one without a finding.
        let open = || Unknown(UnknownReason::Timeout);
        assert_eq!(exit(Refuted, open(), &[sure_accepted]), 3);
        assert_eq!(exit(Refuted, Verdict::Unsupported("x".to_owned(), Span::NONE), &[sure_accepted]), 3);
        assert_eq!(exit(open(), open(), &[]), 3);
        assert_eq!(exit(Proved, Proved, &[]), 0);
    }
}
