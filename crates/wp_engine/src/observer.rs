//! Who watches a verification and is told the results as they come. No verdict depends on it.

use crate::KernelReport;
use std::sync::Arc;

/// Called with each result, on the thread that has it.
type Told = Arc<dyn Fn(&KernelReport) + Send + Sync>;

/// The observer of a verification.
#[derive(Clone, Default)]
pub struct Observer(Option<Told>);

impl Observer {
    /// An observer that is told of each kernel that has a result, once more where a better one follows.
    pub fn new(told: impl Fn(&KernelReport) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    pub(crate) fn tell(&self, kernel: &KernelReport) {
        if let Some(told) = &self.0 {
            told(kernel);
        }
    }
}
