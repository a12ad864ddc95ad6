//! The prelude on disk: headers, precompiled header, and the decoded declarations, shared by all runs.
//!
//! A cache folder is named by the hash of the stored form, Clang's version, the language flags and the prelude's text,
//! so that nothing in it ever needs to change. Files appear by renaming; the precompiled header carries its own hash in
//! its name. Every failure to use the cache only costs time: headers then live in a private temporary folder and are
//! included as text.

use crate::ast::Node;
use crate::compact;
use crate::decode;
use crate::error::ParseError;
use crate::hip;
use crate::process::{self, Limits};
use crate::tool::Tool;
use crate::Language;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wp_base::{cache_roots, SourceMap};

/// The headers of both languages.
const FILES: &[(&str, &str)] = &[
    ("annotations.h", include_str!("../prelude/annotations.h")),
    ("cuda.h", include_str!("../prelude/cuda.h")),
    ("cuda_atomics.h", include_str!("../prelude/cuda_atomics.h")),
    ("cuda_containers.h", include_str!("../prelude/cuda_containers.h")),
    ("cuda_groups.h", include_str!("../prelude/cuda_groups.h")),
    ("cuda_half.h", include_str!("../prelude/cuda_half.h")),
    ("cuda_host.h", include_str!("../prelude/cuda_host.h")),
    ("cuda_libraries.h", include_str!("../prelude/cuda_libraries.h")),
    ("cuda_math.h", include_str!("../prelude/cuda_math.h")),
    ("cuda_random.h", include_str!("../prelude/cuda_random.h")),
    ("cuda_std.h", include_str!("../prelude/cuda_std.h")),
    ("cuda_sync.h", include_str!("../prelude/cuda_sync.h")),
    ("cuda_textures.h", include_str!("../prelude/cuda_textures.h")),
    ("cuda_traits.h", include_str!("../prelude/cuda_traits.h")),
    ("cuda_vector_math.h", include_str!("../prelude/cuda_vector_math.h")),
    ("cuda_vectors.h", include_str!("../prelude/cuda_vectors.h")),
    ("hip.h", include_str!("../prelude/hip.h")),
    ("opencl.h", include_str!("../prelude/opencl.h")),
    ("opencl_subgroups.h", include_str!("../prelude/opencl_subgroups.h")),
    ("include/warpproof_torch.h", include_str!("../prelude/torch.h")),
];

/// Headers of declarations that HIP has under its own names: `cuda_NAME` becomes `hip_NAME`.
const IN_HIP: [&str; 4] = ["cuda_host.h", "cuda_libraries.h", "cuda_random.h", "cuda_textures.h"];

/// Headers that real files include and whose content the prelude already declares, one name a line.
const SHADOWED: &str = include_str!("../prelude/shadowed.txt");
/// The same for headers of which users tend to have their own.
const SHADOWED_LAST: &str = include_str!("../prelude/shadowed_samples.txt");
/// The same for headers of Thrust.
const SHADOWED_THRUST: &str = include_str!("../prelude/shadowed_thrust.txt");
/// The content of a header of Thrust.
const OF_THRUST: &str = include_str!("../prelude/shadow/thrust.h");
/// The same for headers of PyTorch.
const SHADOWED_TORCH: &str = include_str!("../prelude/shadowed_torch.txt");
/// The content of a header of PyTorch.
pub(crate) const OF_TORCH: &str = "#include <warpproof_torch.h>\n";

/// True if a header, included by `<name>`, is one of the prelude's, regardless of the user's folders.
pub(crate) fn is_shadowed(name: &str) -> bool {
    names(SHADOWED).any(|known| known == name)
}

/// True if the prelude has a header that is included by this name.
pub(crate) fn stands_for(name: &str) -> bool {
    let with_content = || SHADOWS.iter().filter_map(|(path, _)| Some(path.split_once('/')?.1));
    names(SHADOWED)
        .chain(names(SHADOWED_LAST))
        .chain(names(SHADOWED_THRUST))
        .chain(with_content())
        .any(|known| known == name)
}

/// Shadow headers with content. They are text of the file that includes them, because the tree of a file has no
/// instances of templates that are precompiled.
const SHADOWS: &[(&str, &str)] = &[
    ("include/assert.h", include_str!("../prelude/shadow/assert.h")),
    ("include/cassert", include_str!("../prelude/shadow/assert.h")),
    ("include/array", include_str!("../prelude/shadow/containers.h")),
    ("include/optional", include_str!("../prelude/shadow/containers.h")),
    ("include/tuple", include_str!("../prelude/shadow/containers.h")),
    // Headers that include `<tuple>` in common libraries.
    ("include/algorithm", include_str!("../prelude/shadow/containers.h")),
    ("include/functional", include_str!("../prelude/shadow/containers.h")),
    ("include/utility", include_str!("../prelude/shadow/containers.h")),
    ("include/memory", include_str!("../prelude/shadow/containers.h")),
    ("include/unistd.h", include_str!("../prelude/shadow/posix.h")),
    ("include/sys/socket.h", include_str!("../prelude/shadow/posix.h")),
    ("include/sys/stat.h", include_str!("../prelude/shadow/posix.h")),
    ("include/netinet/in.h", include_str!("../prelude/shadow/posix.h")),
    ("include/arpa/inet.h", include_str!("../prelude/shadow/posix.h")),
    ("include/signal.h", include_str!("../prelude/shadow/posix.h")),
    ("include/csignal", include_str!("../prelude/shadow/posix.h")),
    ("include/netdb.h", include_str!("../prelude/shadow/posix.h")),
    ("include/cuda/atomic", include_str!("../prelude/shadow/atomic.h")),
    ("include/cuda/std/atomic", include_str!("../prelude/shadow/atomic.h")),
    ("include/cuda/std/array", include_str!("../prelude/shadow/containers.h")),
    ("include/cuda/std/tuple", include_str!("../prelude/shadow/containers.h")),
    ("include-last/cub/cub.cuh", include_str!("../prelude/shadow/cub.h")),
    ("include-last/cub/block/block_reduce.cuh", include_str!("../prelude/shadow/cub.h")),
    ("include-last/cub/block/block_scan.cuh", include_str!("../prelude/shadow/cub.h")),
    ("include-last/cub/warp/warp_reduce.cuh", include_str!("../prelude/shadow/cub.h")),
];

/// Ids of the prelude's nodes start here, far above those of any user file.
pub(crate) const FIRST_PRELUDE_ID: usize = 1 << 30;

/// The flag under which classes with static data members are text of the file ([`crate::static_members`]).
pub(crate) const AS_TEXT: &str = "-D__WP_STATIC_MEMBERS_AS_TEXT";

/// A prelude that is ready to be used.
#[derive(Clone)]
pub(crate) struct Prelude {
    /// The header to include.
    pub(crate) header: PathBuf,
    /// With [`AS_TEXT`], the header that is not in it and that files include as text.
    pub(crate) text: Option<PathBuf>,
    /// Folder of the shadow headers that are found before the user's.
    pub(crate) first: PathBuf,
    /// Folder of those that are found after the user's.
    pub(crate) last: PathBuf,
    /// The precompiled form, if it could be made.
    pub(crate) pch: Option<PathBuf>,
    /// The declarations.
    pub(crate) root: Arc<Node>,
}

/// Preludes of this process by cache key. The lock is held while one is made, so that it is made once.
static READY: Mutex<Option<FxHashMap<String, Prelude>>> = Mutex::new(None);

/// The prelude for language flags and a Clang.
pub(crate) fn get(tool: &Tool, language: Language, flags: &[OsString]) -> Result<Prelude, ParseError> {
    let key = key(tool, flags);
    let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
    let ready = ready.get_or_insert_with(FxHashMap::default);
    if let Some(prelude) = ready.get(&key) {
        return Ok(prelude.clone());
    }
    let folder = materialise(&key)?;
    let header = folder.join(match language {
        Language::Cuda | Language::Hip => "cuda.h",
        Language::OpenCl => "opencl.h",
    });
    let stored = verified(&folder, "pch").map(|(path, _)| path);
    let pch = stored.or_else(|| build_pch(tool, flags, &header, &folder));
    let mut root = declarations(tool, flags, &header, &folder)?;
    if language == Language::Hip {
        hip::name_declarations_as_cuda(&mut root);
    }
    let text = flags.iter().any(|flag| flag == AS_TEXT).then(|| folder.join("cuda_traits.h"));
    let prelude = Prelude {
        first: folder.join("include"),
        last: folder.join("include-last"),
        header,
        text,
        pch,
        root: Arc::new(root),
    };
    ready.insert(key, prelude.clone());
    Ok(prelude)
}

/// Forgets a precompiled header that Clang rejected; it is made anew by the next process.
pub(crate) fn discard_pch(pch: &Path) {
    let _ = fs::remove_file(pch);
    let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
    for prelude in ready.iter_mut().flat_map(FxHashMap::values_mut) {
        if prelude.pch.as_deref() == Some(pch) {
            prelude.pch = None;
        }
    }
}

/// Changes with the content of the declarations' stored form.
const FORMAT: &[u8] = b"5: complete";

fn key(tool: &Tool, flags: &[OsString]) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(FORMAT);
    add(tool.program.as_os_str().as_encoded_bytes());
    add(tool.version.as_bytes());
    flags.iter().for_each(|flag| add(flag.as_encoded_bytes()));
    for (path, text) in all_files() {
        add(path.as_bytes());
        add(text.as_bytes());
    }
    hex(&hash.finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(12).map(|b| format!("{b:02x}")).collect()
}

/// Writes the headers into the first folder that takes them.
fn materialise(key: &str) -> Result<PathBuf, ParseError> {
    for root in cache_roots() {
        let folder = root.join("clang").join(key);
        if is_intact(&folder) || write_headers(&folder).is_ok() && is_intact(&folder) {
            return Ok(folder);
        }
    }
    let failed = |e: io::Error| ParseError::Workspace { detail: e.to_string() };
    // No other process can write into a fresh private folder, so it needs no check. It outlives this function because
    // other threads use it; the system's cleaning of temporary files removes it.
    let folder = tempfile::Builder::new().prefix("warpproof-").tempdir().map_err(failed)?.keep();
    write_headers(&folder).map_err(failed)?;
    Ok(folder)
}

/// The names that a list has, one a line.
fn names(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'))
}

/// Paths and texts of all headers.
fn all_files() -> &'static [(String, Cow<'static, str>)] {
    static ALL: OnceLock<Vec<(String, Cow<'static, str>)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let fixed = FILES.iter().chain(SHADOWS).map(|(path, text)| (path.to_string(), *text));
        let first = names(SHADOWED).map(|name| (format!("include/{name}"), ""));
        let last = names(SHADOWED_LAST).map(|name| (format!("include-last/{name}"), ""));
        let thrust = names(SHADOWED_THRUST).map(|name| (format!("include-last/{name}"), OF_THRUST));
        let torch = names(SHADOWED_TORCH).map(|name| (format!("include-last/{name}"), OF_TORCH));
        let as_they_are = fixed.chain(first).chain(last).chain(thrust).chain(torch);
        let as_they_are = as_they_are.map(|(path, text)| (path, Cow::Borrowed(text)));
        let in_hip = IN_HIP
            .iter()
            .filter_map(|name| Some((name.replacen("cuda", "hip", 1), Cow::Owned(hip::text_in_hip(text_of(name)?)))));
        as_they_are.chain(in_hip).collect()
    })
}

/// The text of a header of the prelude.
pub(crate) fn text_of(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(path, _)| *path == name).map(|(_, text)| *text)
}

fn is_intact(folder: &Path) -> bool {
    all_files().iter().all(|(path, text)| fs::read(folder.join(path)).is_ok_and(|found| found == text.as_bytes()))
}

fn write_headers(folder: &Path) -> io::Result<()> {
    let write = |path: PathBuf, text: &str| -> io::Result<()> {
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)?;
        let mut file = tempfile::NamedTempFile::new_in(parent)?;
        file.write_all(text.as_bytes())?;
        file.persist(&path)?;
        Ok(())
    };
    for (path, text) in all_files() {
        write(folder.join(path), text)?;
    }
    Ok(())
}

/// The file `name-HASH` of a cache folder whose content has that hash, with the content.
fn verified(folder: &Path, name: &str) -> Option<(PathBuf, Vec<u8>)> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder).ok()?.filter_map(|e| Some(e.ok()?.path())).collect();
    found.sort();
    found.into_iter().find_map(|path| {
        let hash = path.file_name().and_then(OsStr::to_str)?.strip_prefix(name)?.strip_prefix('-')?;
        let bytes = fs::read(&path).ok().filter(|bytes| hex(&Sha256::digest(bytes)) == hash)?;
        Some((path, bytes))
    })
}

/// Stores bytes as `name-HASH`.
fn store(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(format!("{name}-{}", hex(&Sha256::digest(bytes))));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(&path)?;
    Ok(path)
}

fn build_pch(tool: &Tool, flags: &[OsString], header: &Path, folder: &Path) -> Option<PathBuf> {
    let scratch = tempfile::tempdir().ok()?;
    let output = scratch.path().join("prelude.pch");
    let mut arguments = flags.to_vec();
    for flag in ["-fsyntax-only", "-Xclang", "-emit-pch", "-Xclang", "-fno-pch-timestamp", "-Xclang", "-o", "-Xclang"] {
        arguments.push(flag.into());
    }
    arguments.push(output.clone().into());
    arguments.push(header.into());
    let done = process::run(&tool.program, &arguments, &Limits::default()).ok()?;
    if !done.status.success() {
        return None;
    }
    store(folder, "pch", &fs::read(output).ok()?).ok()
}

/// Decodes the prelude's declarations, from the stored dump or a new one.
fn declarations(tool: &Tool, flags: &[OsString], header: &Path, folder: &Path) -> Result<Node, ParseError> {
    let stored = verified(folder, "ast").and_then(|(_, bytes)| compact::decode(&bytes).ok());
    if let Some(root) = stored {
        return Ok(root);
    }
    let mut arguments = flags.to_vec();
    arguments.extend(["-fsyntax-only", "-Xclang", "-ast-dump=json"].map(OsString::from));
    arguments.push(header.into());
    let output = process::run(&tool.program, &arguments, &Limits::default())
        .map_err(|f| f.into_error(&tool.program, header, &Limits::default()))?;
    let unusable = |detail: String| ParseError::ClangUnusable { program: tool.program.display().to_string(), detail };
    // Clang gives up at a header that it does not find, as where its own headers are missing: what comes behind is lost.
    let stderr = String::from_utf8_lossy(&output.stderr);
    if let Some(fatal) = stderr.lines().find(|line| line.contains("fatal error:")) {
        return Err(unusable(format!("it cannot read the built-in declarations: {fatal}")));
    }
    let mut root = decode::decode(&output.stdout, FIRST_PRELUDE_ID, &mut SourceMap::new()).map_err(|e| {
        let tail = process::tail(&output.stderr);
        unusable(format!("its AST of the built-in declarations could not be decoded ({e}): {tail}"))
    })?;
    compact::filter(&mut root);
    let damaged = |e| unusable(format!("the stored form of the built-in declarations is damaged ({e})"));
    let bytes = compact::encode(&root).map_err(damaged)?;
    // Without a cache the next process only dumps again.
    let _ = store(folder, "ast", &bytes);
    // Without positions, as in the stored form, so that the first run answers like all later ones.
    compact::decode(&bytes).map_err(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_on_headers_names_those_that_replace_missing_ones() {
        let page = include_str!("../../../docs/language.md");
        for name in names(SHADOWED_LAST).chain(names(SHADOWED_THRUST).take(1)).chain(names(SHADOWED_TORCH).take(1)) {
            assert!(page.contains(&format!("`{name}`")), "{name} is not in docs/language.md");
        }
    }
}
