//! The cache of precompiled preludes may be damaged, unwritable or shared; none of it may change an answer.

use std::fs;
use std::path::{Path, PathBuf};
use wp_clang::{Language, ParseOptions};

/// The files in the only prelude folder of a cache.
fn entries(cache: &Path) -> Vec<PathBuf> {
    let folder = fs::read_dir(cache.join("clang")).unwrap().next().unwrap().unwrap().path();
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

/// One test, because the cache folder is chosen by the environment of the process.
#[test]
fn a_damaged_or_missing_cache_is_survived() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("k.cu");
    fs::write(&path, "__global__ void k(float4 *a) { a[0] = make_float4(1, 2, 3, 4); }\n").unwrap();
    // A flag that differs each time makes the process forget what it knows.
    let parse = |round: u32| {
        let options =
            ParseOptions { extra: vec![format!("-ftemplate-depth={}", 500 + round)], ..ParseOptions::default() };
        let unit = wp_clang::parse(&path, Language::Cuda, &options).unwrap();
        assert!(unit.messages.is_empty(), "{:?}", unit.messages);
        assert!(!unit.prelude.inner.is_empty());
    };

    let good = folder.path().join("good");
    std::env::set_var("WARPPROOF_CACHE", &good);
    parse(0);
    let files = entries(&good);
    let stored = |prefix: &str| files.iter().any(|f| f.file_name().unwrap().to_str().unwrap().starts_with(prefix));
    assert!(stored("pch-") && stored("ast-"));

    // A file where the folder should be.
    let blocked = folder.path().join("blocked");
    fs::write(&blocked, "").unwrap();
    std::env::set_var("WARPPROOF_CACHE", &blocked);
    std::env::set_var("XDG_CACHE_HOME", &blocked);
    std::env::set_var("HOME", &blocked);
    parse(1);

    // The precompiled header disappears while the process runs.
    let shared = folder.path().join("shared");
    std::env::set_var("WARPPROOF_CACHE", &shared);
    parse(2);
    for file in entries(&shared) {
        if file.file_name().unwrap().to_str().unwrap().starts_with("pch-") {
            fs::write(&file, "garbage").unwrap();
        }
    }
    parse(2);
}
