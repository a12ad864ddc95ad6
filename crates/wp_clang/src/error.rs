//! Why a file could not be parsed, each with what to do.

use std::path::PathBuf;

/// Why no AST came out. Errors inside the source are no `ParseError`: they are messages of the translation unit.
#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    /// No Clang on this machine.
    #[error(
        "Clang was not found (tried {tried}); install it with `apt-get install clang` or `pip install 'warpproof[clang]'`, or set WARPPROOF_CLANG to its path"
    )]
    ClangMissing {
        /// The programs that were tried.
        tried: String,
    },
    /// The program found does not behave like Clang.
    #[error("`{program}` could not be used as Clang: {detail}; set WARPPROOF_CLANG to a working Clang 14 or later")]
    ClangUnusable {
        /// The program.
        program: String,
        /// The message of the error.
        detail: String,
    },
    /// The file does not exist.
    #[error("{} does not exist; check the path", .0.display())]
    NotFound(PathBuf),
    /// The path is a folder.
    #[error("{} is a folder; name a .cu or .cl file in it", .0.display())]
    IsDirectory(PathBuf),
    /// The path is a pipe, device or the like.
    #[error("{} is not a regular file; save the source to a .cu or .cl file first", .0.display())]
    NotRegular(PathBuf),
    /// The file cannot be read.
    #[error("{} cannot be read ({detail}); check its permissions", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        detail: String,
    },
    /// The file is empty.
    #[error("{} is empty; it must hold CUDA or OpenCL source", .0.display())]
    Empty(PathBuf),
    /// The file is not text.
    #[error("{} is a binary file; name the CUDA or OpenCL source it was built from", .0.display())]
    Binary(PathBuf),
    /// The file is larger than any source file should be.
    #[error("{} has {bytes} bytes, more than the limit of {limit}; verify a smaller file", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The most that is accepted.
        limit: u64,
    },
    /// An instance that was asked for cannot be made.
    #[error(
        "there is no instance `{name}`: {detail}; write it as in a launch, `scale<float, 256>`, with its namespace"
    )]
    NoInstance {
        /// The instance.
        name: String,
        /// Why.
        detail: String,
    },
    /// Clang ran too long.
    #[error("Clang needed more than {seconds} s for {}; look for runaway templates or macros", path.display())]
    TimedOut {
        /// The file.
        path: PathBuf,
        /// The limit.
        seconds: u64,
    },
    /// Clang printed too much.
    #[error("the AST of {} is larger than {limit} bytes; include fewer headers", path.display())]
    OutputTooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// Clang printed no usable AST: it crashed, was killed or rejected its flags.
    #[error("Clang gave no AST for {} ({status}): {detail}", path.display())]
    ClangFailed {
        /// The file.
        path: PathBuf,
        /// Exit status.
        status: String,
        /// The end of its output.
        detail: String,
    },
    /// The AST does not have the expected form.
    #[error("the AST that Clang printed for {} could not be decoded: {detail}; try another Clang with WARPPROOF_CLANG", path.display())]
    Decode {
        /// The file.
        path: PathBuf,
        /// The place and the reason.
        detail: String,
    },
    /// A file of our own could not be written.
    #[error(
        "no folder for temporary files could be written ({detail}); set WARPPROOF_CACHE or TMPDIR to a writable folder"
    )]
    Workspace {
        /// Why.
        detail: String,
    },
}
