//! Exit codes, documented in `docs/exit-codes.md`.

use std::process::ExitCode;
use wp_engine::FileReport;
use wp_report::Overall;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything is proved, or the command ran.
    Success,
    /// Something is refuted.
    Refuted,
    /// Bad input or usage, or the front end failed.
    Error,
    /// Something is open: unknown, possible, unsupported, or proved under conditions only.
    Inconclusive,
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Refuted before error before inconclusive before success.
    pub fn of_reports(reports: &[FileReport]) -> Self {
        let kernels = || reports.iter().flat_map(|r| &r.kernels).map(Overall::of_kernel);
        if kernels().any(|v| v == Overall::Refuted) {
            Exit::Refuted
        } else if reports.is_empty() || reports.iter().any(|r| Overall::of_file(r) == Overall::Error) {
            Exit::Error
        } else if kernels().any(|v| v != Overall::Proved) {
            Exit::Inconclusive
        } else {
            Exit::Success
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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
