//! A thread with a large stack, for the recursion over deep syntax trees.

/// The size of the stack. The system provides a page only when it is used.
const STACK_BYTES: usize = 512 << 20;

/// Runs on a thread with a large stack: the syntax trees of generated kernels nest deeply, and their readers recurse.
pub fn on_large_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| {
        let spawned =
            std::thread::Builder::new().name("read".to_owned()).stack_size(STACK_BYTES).spawn_scoped(scope, &work);
        match spawned {
            Ok(thread) => match thread.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            },
            // No further thread can be started. The caller's stack suffices for all but the deepest trees.
            Err(_) => work(),
        }
    })
}
