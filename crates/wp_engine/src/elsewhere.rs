//! Launches in other files than the one that defines a kernel.
//!
//! Input: files that are checked together. Each of them that launches kernels which it only declares tells so ([`launched_in`]), and a kernel
//! of another one is checked for these launches as for those in its own file ([`add`]). What is matched is what a linker would match.

use crate::Options;
use std::path::{Path, PathBuf};
use wp_base::{SourceMap, Span};
use wp_clang::Language;
use wp_lower::host::Foreign;
use wp_lower::KernelResult;

/// Launches, and other mentions, of kernels in a file that does not define them.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The file.
    pub path: PathBuf,
    launches: Vec<Foreign>,
    sources: SourceMap,
}

/// What a CUDA file says of kernels of other files; `None` where it says nothing, or cannot be read, which its own check reports.
pub fn launched_in(path: &Path, options: &Options) -> Option<Elsewhere> {
    if Language::of(path) != Some(Language::Cuda) {
        return None;
    }
    let unit = wp_clang::parse(path, Language::Cuda, &options.parsing()).ok()?;
    let launches = wp_lower::host::foreign(&unit);
    (!launches.is_empty()).then(|| Elsewhere { path: path.to_owned(), launches, sources: unit.sources.clone() })
}

/// Whether the file launches kernels of others.
pub(crate) fn launches_others(path: &Path, options: &Options) -> bool {
    options.elsewhere.iter().any(|e| e.path == path)
}

/// Adds the launches in other files than `path` to the kernels of that file, and the sources they stand in.
pub(crate) fn add(path: &Path, kernels: &mut [KernelResult], sources: &mut SourceMap, options: &Options) {
    for kernel in kernels {
        let Some((signature, parameters)) = kernel.exported.clone() else { continue };
        for file in options.elsewhere.iter().filter(|e| e.path != path) {
            for foreign in file.launches.iter().filter(|f| f.kernel == signature) {
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

/// A place in one set of sources as one in another, to which the file is added.
fn moved(span: Span, from: &SourceMap, to: &mut SourceMap) -> Option<Span> {
    let file = from.file(span.file)?;
    Some(Span { file: to.add(&file.path, file.text.clone()), ..span })
}
