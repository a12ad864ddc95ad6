//! Room for recursion over deep trees.

/// Address space that is reserved; pages are only taken when they are used.
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
            // No room for another thread: the caller's stack will do for all but the deepest trees.
            Err(_) => work(),
        }
    })
}
