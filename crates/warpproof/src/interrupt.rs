//! Ctrl-C: the first one asks for what is finished, the second ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Starts listening. Without a handler Ctrl-C ends the program as usual, so a failure to install one is no error.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(crate::exit::Exit::Interrupted.code()));
        }
    });
}

/// True if Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
