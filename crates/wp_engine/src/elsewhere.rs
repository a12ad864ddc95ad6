//! Launches in other files than the one that defines a kernel.
//!
//! Input: files that are checked together. A file that launches kernels which it only declares provides these launches
//! ([`launched_in`]), and the kernels of another file are checked for them as for launches in their own file ([`add`]).
//! Launches and kernels match if a linker would match them.

use crate::Options;
use std::path::{Path, PathBuf};
use wp_base::{SourceMap, Span};
use wp_clang::Language;
use wp_lower::host::{Foreign, Signature};
use wp_lower::KernelResult;

/// Launches, and other mentions, of kernels in a file that does not define them.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The file.
    pub path: PathBuf,
    launches: Vec<Foreign>,
    /// The kernels that it defines for others.
    defined: Vec<Signature>,
    sources: SourceMap,
}

/// The launches in a CUDA file of kernels of other files, and its kernels for them; `None` where it cannot be read,
/// which its own check reports.
pub fn launched_in(path: &Path, options: &Options) -> Option<Elsewhere> {
    if Language::of(path) != Some(Language::Cuda) {
        return None;
    }
    let unit = wp_clang::parse(path, Language::Cuda, &options.parsing()).ok()?;
    let (launches, defined) = wp_lower::host::foreign(&unit);
    Some(Elsewhere { path: path.to_owned(), launches, defined, sources: unit.sources.clone() })
}

/// True if the file launches kernels, all of which others define.
pub(crate) fn launches_others(path: &Path, options: &Options) -> bool {
    let is_defined = |f: &Foreign| f.home.is_some() || options.elsewhere.iter().any(|e| e.defined.contains(&f.kernel));
    let own = options.elsewhere.iter().find(|e| e.path == path);
    own.is_some_and(|e| !e.launches.is_empty() && e.launches.iter().all(is_defined))
}

/// Adds the launches in other files than `path` to the kernels of that file, and the sources they stand in.
pub(crate) fn add(path: &Path, kernels: &mut [KernelResult], sources: &mut SourceMap, options: &Options) {
    for kernel in kernels {
        let Some((signature, parameters)) = kernel.exported.clone() else { continue };
        for file in options.elsewhere.iter().filter(|e| e.path != path) {
            let is_meant =
                |f: &&Foreign| f.kernel == signature && f.home.as_ref().is_none_or(|home| is_same(home, path));
            for foreign in file.launches.iter().filter(is_meant) {
                let Some(span) = moved(foreign.span, &file.sources, sources) else { continue };
                match foreign.of(&parameters) {
                    // A header may have the launch that the file itself has too.
                    Some(_) if kernel.launches.iter().any(|known| known.span == span) => {}
                    Some(mut site) => {
                        site.span = span;
                        kernel.launches.push(site);
                    }
                    None => kernel.mentioned = kernel.mentioned.or(Some(span)),
                }
            }
        }
    }
}

/// True if two paths lead to one file.
fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// A place in one set of sources as one in another, to which the file is added.
fn moved(span: Span, from: &SourceMap, to: &mut SourceMap) -> Option<Span> {
    let file = from.file(span.file)?;
    Some(Span { file: to.add(&file.path, file.text.clone()), ..span })
}
