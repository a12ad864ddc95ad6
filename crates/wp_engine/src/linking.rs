//! Kernels of one file and launches in others, matched if a linker would match them.
//!
//! Input: files that are checked together, and others of the project that launch their kernels. A file that launches
//! kernels which it only declares provides these launches ([`launched_in`]), and the kernels of another file are checked
//! for them as for launches in their own file ([`add`]). A file that is included where its kernels are launched is read
//! as part of the file that includes it ([`includer`]), since that is what the compiler sees.

use crate::elsewhere::{Elsewhere, Others};
use crate::lost_launches::has_all_launches;
use crate::Options;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wp_base::{SourceMap, Span};
use wp_clang::ParseOptions;
use wp_decls::{on_large_stack, Decls};
use wp_host::{Foreign, ForeignLaunch, KernelLaunches, Mention, Signature};

/// What the CUDA files provide to each other: launches of kernels of other files, and kernels that other files may
/// launch. Files that cannot be read are left out: their own checks report it.
///
/// Variables that another of the files may change are no constants in any of them, and functions that another of the
/// files defines are not taken to launch (assumption `launcher`).
///
/// If one of the `unchecked` files cannot be read, or lost a launch to an error of the compiler, all of them are left out,
/// since they may launch kernels in other ways than those that were read.
pub fn launched_in(checked: &[(PathBuf, Options)], unchecked: &[(PathBuf, Options)]) -> Vec<Elsewhere> {
    let read = |(path, options): &(PathBuf, Options), others: &Others| {
        let language = options.language_of(path).filter(|language| language.is_cpp())?;
        let parsing = ParseOptions { defined_elsewhere: others.functions.clone(), ..options.parsing() };
        let unit = wp_clang::parse(path, language, &parsing).ok()?;
        let code = wp_host::foreign(&unit, &others.changed);
        let seen = on_large_stack(|| wp_lower::seen(&Decls::new(&unit, options.pointer_bits == 32)));
        let is_complete = has_all_launches(&unit, &seen);
        let parsing = options.parsing();
        Some((Elsewhere { path: path.clone(), code, sources: unit.sources.clone(), parsing }, is_complete))
    };
    let of_others = |file| read(file, &Others::default()).filter(|(_, is_complete)| *is_complete);
    let of_others: Option<Vec<_>> = unchecked.iter().map(of_others).collect();
    let own = checked.iter().filter_map(|file| read(file, &Others::default()));
    let all = own.chain(of_others.unwrap_or_default());
    let mut found: Vec<Elsewhere> = all.map(|(file, _)| file).collect();
    for position in 0..found.len() {
        let others = Others::of(&found[position].path, &found);
        let code = &found[position].code;
        let relies_on_others =
            !code.own_names.is_disjoint(&others.changed) || !code.launchers.is_disjoint(&others.functions);
        let mut files = checked.iter().chain(unchecked);
        let file = files.find(|(path, _)| relies_on_others && *path == found[position].path);
        if let Some((again, _)) = file.and_then(|file| read(file, &others)) {
            found[position] = again;
        }
    }
    found
}

/// A file as the compiler sees it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The file whose kernels are verified.
    pub path: &'a Path,
    /// The file that is compiled: this one, or one that includes it.
    pub main: &'a Path,
}

/// The only file that includes the one at `path` and launches or names one of its kernels.
pub(crate) fn includer<'o>(path: &Path, options: &'o Options) -> Option<&'o Elsewhere> {
    let includes = |e: &&Elsewhere| {
        let mut homes = e.code.launches.iter().filter_map(|f| f.home.as_ref());
        homes.any(|home| is_same(home, path))
    };
    let mut found = options.checked_together.iter().filter(|e| e.path != path && options.follows_launches());
    let first = found.find(includes)?;
    found.find(includes).is_none().then_some(first)
}

/// True if the file launches kernels that it does not define, and other files define all of them.
pub(crate) fn launches_others(path: &Path, options: &Options) -> bool {
    let own = options.checked_together.iter().find(|e| e.path == path);
    own.is_some_and(|e| !e.code.launches.is_empty() && e.code.launches.iter().all(|f| is_defined(f, options)))
}

/// A kernel that a file launches and none of the files defines.
pub(crate) struct Undefined {
    pub name: Arc<str>,
    /// The place of the launch.
    pub span: Span,
    /// True if the files define a kernel of this name with parameters of other types.
    pub has_other_types: bool,
}

/// A kernel that the file launches and none of the files defines, with the place of the launch in its sources.
pub(crate) fn undefined(path: &Path, sources: &mut SourceMap, options: &Options) -> Option<Undefined> {
    let own = options.checked_together.iter().find(|e| e.path == path)?;
    let foreign = own.code.launches.iter().find(|f| !is_defined(f, options))?;
    let name = foreign.kernel.name.clone();
    let has_other_types = defined(options).any(|kernel| kernel.name == name);
    Some(Undefined { name, span: moved(foreign.span, &own.sources, sources)?, has_other_types })
}

/// The kernels that the files define for each other.
fn defined(options: &Options) -> impl Iterator<Item = &Signature> {
    options.checked_together.iter().flat_map(|e| &e.code.defined)
}

fn is_defined(foreign: &Foreign, options: &Options) -> bool {
    foreign.home.is_some() || defined(options).any(|kernel| kernel.is_same(&foreign.kernel))
}

/// Adds the launches in other files to the kernels of a file that is compiled as part of `main`, and the sources of these
/// launches.
pub(crate) fn add(
    Place { path, main }: Place<'_>,
    kernels: &mut [KernelLaunches],
    sources: &mut SourceMap,
    options: &Options,
) {
    for kernel in kernels {
        let Some(exported) = kernel.exported.clone() else { continue };
        for file in options.checked_together.iter().filter(|e| e.path != main) {
            // A header may have a launch that the file itself has too.
            let known: BTreeSet<Span> = kernel.sites.iter().map(|site| site.span).collect();
            let is_meant = |f: &&Foreign| {
                f.kernel.is_same(&exported.signature) && f.home.as_ref().is_none_or(|home| is_same(home, path))
            };
            for foreign in file.code.launches.iter().filter(is_meant) {
                let Some(span) = moved(foreign.span, &file.sources, sources) else { continue };
                // Where a file is included, its text may be another one.
                let launch = match foreign.home {
                    Some(_) => ForeignLaunch::Unread(Mention::at(foreign.span)),
                    None => foreign.of(&exported.parameters),
                };
                match launch {
                    ForeignLaunch::Read(_) if known.contains(&span) => {}
                    ForeignLaunch::Read(mut site) => {
                        site.span = span;
                        kernel.sites.push(*site);
                    }
                    ForeignLaunch::Unread(mut mention) => {
                        mention.span = span;
                        kernel.mentioned = Some(kernel.mentioned.map_or(mention, |known| known.merge(mention)));
                    }
                }
            }
        }
    }
}

/// True if two paths lead to one file.
fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Translates a place to another set of sources, to which its file is added.
fn moved(span: Span, from: &SourceMap, to: &mut SourceMap) -> Option<Span> {
    let file = from.file(span.file)?;
    Some(Span { file: to.add(&file.path, file.text.clone()), ..span })
}
