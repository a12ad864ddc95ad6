//! The folders for files that outlive a run.

use std::env;
use std::path::PathBuf;

/// Folders that may hold the cache, best first: `$WARPPROOF_CACHE`, then the user's. Each is an absolute path, which
/// need not exist or take files.
pub fn cache_roots() -> Vec<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let mut roots: Vec<PathBuf> = Vec::new();
    roots.extend(set("WARPPROOF_CACHE"));
    roots.extend(set("XDG_CACHE_HOME").map(|p| p.join("warpproof")));
    roots.extend(set("HOME").map(|p| p.join(".cache/warpproof")));
    // A relative one would follow the current folder.
    roots.retain(|p| p.is_absolute());
    roots
}
