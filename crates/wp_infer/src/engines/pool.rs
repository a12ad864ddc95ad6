//! The pool of refuted candidates that engines share.

use crate::config::Engine;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The refuted candidates, with the engine that refuted each.
#[derive(Debug)]
pub(crate) struct Pool {
    fates: Mutex<Vec<Option<Engine>>>,
    stopped: AtomicBool,
}

impl Pool {
    /// No candidate of this many is refuted.
    pub fn new(candidates: usize) -> Self {
        Pool { fates: Mutex::new(vec![None; candidates]), stopped: AtomicBool::new(false) }
    }

    /// A panic elsewhere leaves the list as it is: every entry is written at once.
    fn lock(&self) -> MutexGuard<'_, Vec<Option<Engine>>> {
        self.fates.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fates as they are now.
    pub fn fates(&self) -> Vec<Option<Engine>> {
        self.lock().clone()
    }

    /// True if a candidate was refuted.
    pub fn is_refuted(&self, candidate: usize) -> bool {
        self.lock().get(candidate).is_some_and(Option::is_some)
    }

    /// Records a refutation; true unless another one was first.
    pub fn refute(&self, candidate: usize, engine: Engine) -> bool {
        match self.lock().get_mut(candidate) {
            Some(fate @ None) => {
                *fate = Some(engine);
                true
            }
            _ => false,
        }
    }

    /// Asks the engines to end.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// True if the engines are to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
