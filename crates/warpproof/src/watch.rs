//! Who waits for a command: sees the results as they come, and may end it.

use crate::interrupt::interrupted;
use std::path::Path;
use wp_engine::{FileReport, KernelReport};

/// A caller that waits. All methods are called on the thread that called the command.
pub trait Watch {
    /// A kernel of a file has a result, which a better one may follow.
    fn kernel(&mut self, path: &Path, kernel: &KernelReport) {
        let _ = (path, kernel);
    }

    /// A file is done.
    fn file(&mut self, report: &FileReport) -> Result<(), String> {
        let _ = report;
        Ok(())
    }

    /// True if the command is to end; asked often.
    fn is_interrupted(&mut self) -> bool;
}

/// The user of the program, who ends a command by Ctrl-C.
pub struct User;

impl Watch for User {
    fn is_interrupted(&mut self) -> bool {
        interrupted()
    }
}
