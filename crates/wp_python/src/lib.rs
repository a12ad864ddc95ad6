//! CUDA sources in string literals of Python files: the strings that are given to `load_inline` of PyTorch, to
//! `RawKernel` and `RawModule` of CuPy and to `SourceModule` of PyCUDA.
//!
//! Input: the text of a Python file. Output: one [`Program`] for each source that is compiled, as a text for the
//! compiler of CUDA in which each token stands at the byte offset that it has in the Python file, with white space in
//! between, so that the places of one are those of the other (`compose`); and the calls whose source is not known
//! ([`Rejected`]), each with the reason. Exact: a string is taken only if it is a literal, or a name that is assigned
//! once, to a literal; what a program would compute is rejected, never guessed.
//!
//! Modules, from the bottom: `tree` (the syntax tree), `literal` (escapes), `names` (what a name is bound to), `value`
//! (strings and lists of expressions), `calls` (the calls and their arguments), `compose` (the text for the compiler).
//!
//! Deliberately absent: what the strings mean, and any other part of Python (Numba, Triton).

mod calls;
mod compose;
mod literal;
mod names;
mod tree;
mod value;

use std::fmt;
use std::ops::Range;
use tree::Tree;

/// The libraries that compile CUDA sources in strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// `torch.utils.cpp_extension.load_inline`
    Torch,
    /// `cupy.RawKernel`, `cupy.RawModule`
    CuPy,
    /// `pycuda.compiler.SourceModule`
    PyCuda,
}

/// A source that is compiled by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The source, each token at its place in the Python file.
    pub text: String,
    /// What compiles it.
    pub library: Library,
    /// The place of the call.
    pub call: Range<usize>,
    /// The options that the call gives to the compiler.
    pub flags: Vec<String>,
    /// The instances of templates that the call asks for.
    pub instances: Vec<String>,
}

/// A call whose source is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// The expression that is not known.
    pub place: Range<usize>,
    /// The reason, as a clause.
    pub why: String,
}

/// What a file has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The sources with kernels.
    pub programs: Vec<Program>,
    /// The calls whose sources are not known.
    pub rejected: Vec<Rejected>,
}

impl Found {
    /// True if there is neither.
    pub fn is_empty(&self) -> bool {
        self.programs.is_empty() && self.rejected.is_empty()
    }
}

/// The file is no Python that is understood; the first place where it is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotPython {
    /// The place.
    pub place: Range<usize>,
}

impl fmt::Display for NotPython {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the syntax of Python is not understood")
    }
}

impl std::error::Error for NotPython {}

/// The functions and classes that compile a source.
const COMPILERS: [&str; 5] = ["load_inline", "RawKernel", "RawModule", "SourceModule", "DynamicSourceModule"];

/// False if the file cannot have a CUDA source, which is seen without its syntax.
pub fn may_have_sources(text: &str) -> bool {
    COMPILERS.iter().any(|name| text.contains(name))
}

/// The CUDA sources of a Python file.
pub fn read(text: &str) -> Result<Found, NotPython> {
    if !may_have_sources(text) {
        return Ok(Found::default());
    }
    let tree = Tree::parse(text)?;
    Ok(calls::Calls::of(&tree).programs())
}

#[cfg(test)]
mod tests;
