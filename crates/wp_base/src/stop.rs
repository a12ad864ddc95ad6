//! A request to end work early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// A request to end work early; clones share it. Work that was asked to end has no result that may be shown.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the work to end.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the work was asked to end.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_request() {
        let stop = Stop::default();
        let there = stop.clone();
        assert!(!there.is_requested());
        stop.request();
        assert!(there.is_requested() && !Stop::default().is_requested());
    }
}
