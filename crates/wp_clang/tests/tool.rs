//! A Clang that is missing, is something else, or dies becomes a typed error that says what to do.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use wp_clang::{Language, ParseError, ParseOptions};

fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// One test, because Clang is chosen by the environment of the process.
#[test]
fn a_bad_clang_is_a_typed_error() {
    let folder = tempfile::tempdir().unwrap();
    std::env::set_var("WARPPROOF_CACHE", folder.path().join("cache"));
    let path = folder.path().join("k.cu");
    fs::write(&path, "__global__ void k() {}\n").unwrap();
    let parse = |clang: &Path| {
        std::env::set_var("WARPPROOF_CLANG", clang);
        wp_clang::parse(&path, Language::Cuda, &ParseOptions::default()).unwrap_err()
    };

    let error = parse(&folder.path().join("none"));
    assert!(matches!(error, ParseError::ClangMissing { .. }), "{error}");
    assert!(error.to_string().contains("apt-get install clang"));

    let error = parse(&script(folder.path(), "other", "echo other compiler 1.0"));
    assert!(matches!(error, ParseError::ClangUnusable { .. }), "{error}");

    // Without its own headers it reads a part of the prelude, in which `__shared__` and more is missing.
    let bare = script(folder.path(), "bare", "exec clang \"$@\" -nobuiltininc");
    let error = parse(&bare);
    assert!(matches!(error, ParseError::ClangUnusable { .. }) && error.to_string().contains("stddef.h"), "{error}");

    // These work for the prelude and fail on the file itself.
    let dying = script(folder.path(), "dying", "case \"$*\" in *k.cu*) kill -SEGV $$;; *) exec clang \"$@\";; esac");
    assert!(matches!(parse(&dying), ParseError::ClangFailed { .. }));
    let cut = script(
        folder.path(),
        "cut",
        "case \"$*\" in *k.cu*) echo '{\"id\": \"0x1\", \"ki';; *) exec clang \"$@\";; esac",
    );
    assert!(matches!(parse(&cut), ParseError::Decode { .. }));
}
