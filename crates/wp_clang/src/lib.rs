//! The only crate that runs Clang: prelude, precompiled-header cache, decoding of the tree in JSON.
//!
//! [`parse`] gives the tree of one file with every implicit conversion explicit and every template instance present. It
//! is exact with three stated exceptions: headers that the given folders do not have are taken from the project
//! ([`TranslationUnit::project_includes`], `project`, `stubs`), empty ([`TranslationUnit::stubbed_includes`]) or built in
//! ([`TranslationUnit::built_in_includes`]); a few errors are warnings (see [`ClangMessage`]); and when a file's names
//! clash with helpers that CUDA itself does not define, these helpers are left out. `attributes` takes sizes that the
//! JSON dump lacks from the dump in text.
//!
//! `assert` becomes a call of `__wp_assert(bool)`, specification functions are calls of functions of their names
//! (`__requires`, `__invariant`, ...), and CUDA's intrinsics are functions without bodies, known by name.
//!
//! `census` counts the kernels and launches of the source without Clang's parser, by a lexer of its own
//! (`census/lexer`, `census/scan`), in the preprocessed text and in the branches that the preprocessor leaves out
//! (`census/branches`). Where preprocessing cannot change the count, Clang's preprocessor is not run (`census/plain`).
//! Clang states the layouts of records beside the tree (`record_layouts`); `probes` asks it for those of which the file
//! has no object.
//!
//! `language` tells the language of a file. HIP is read as CUDA with declarations of its own (`hip`).
//!
//! `instances` makes instances of templates on request, and `made_up` chooses arguments where nothing instantiates a
//! kernel template. `immediate` puts the bodies of lambdas in place of their calls.
//!
//! `project` finds headers of the project that the given folders do not have, and `launching_files` files of it that
//! launch kernels of others.
//!
//! `overlay` gives Clang another text in place of a file's, for suggested fixes.
//!
//! The tree is that of the device's compilation. Where the preprocessor gives another text for the host's compilation,
//! the tree of the latter is beside it ([`TranslationUnit::host`], `host`).
//!
//! Deliberately absent: the meaning of the tree (`wp_decls`, `wp_lower`, `wp_host`), and any other process than Clang.

pub mod ast;
mod attributes;
mod census;
mod compact;
mod compile_flags;
mod conditional;
mod decode;
mod error;
mod flags;
mod hip;
mod host;
mod immediate;
mod input;
mod instances;
mod language;
mod launchers;
mod launching_files;
mod line_markers;
mod made_up;
mod messages;
mod overlay;
mod prelude;
mod probes;
mod process;
mod project;
mod record_layouts;
mod samples;
mod static_members;
mod strings;
mod stubs;
mod tool;

pub use ast::{
    body, is_function, ClangMessage, ClangSeverity, DeclRef, Node, NodeId, ProjectHeader, TranslationUnit, ASSEMBLY,
};
pub use attributes::{sub_group_size, work_group_size};
pub use census::{Census, Hidden, SourceKernel, SourceLaunch};
pub use compile_flags::{split as split_command, CompileFlags};
pub use conditional::{SeenComments, Visibility};
pub use error::ParseError;
pub use flags::{pointer_width_flag, LANES_OF_SUB_GROUP};
pub use hip::{name_in_cuda, LANES, LANES_OF_RDNA};
pub use language::Language;
pub use launchers::{defined_functions, LAUNCHER, OWN_FUNCTION};
pub use launching_files::launching_files;
pub use made_up::{make_up, MadeUp};
pub use probes::has_plain_layout;
pub use process::Limits;
pub use project::is_folder_of_builds;
pub use record_layouts::{StatedLayout, StatedLayouts, StatedMember};
pub use strings::string_units;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use wp_base::{SourceMap, Span};

/// The options for parsing a file.
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    /// `-D` values (`NAME` or `NAME=VALUE`).
    pub defines: Vec<String>,
    /// `-I` folders.
    pub includes: Vec<PathBuf>,
    /// Further flags passed to Clang as they are (`-cl-std=CL2.0`).
    pub extra: Vec<String>,
    /// Instances of function templates that are made, used or not (`scale<float, 256>`). Not for OpenCL.
    pub instances: Vec<String>,
    /// True if calls that give a kernel to a function without a body may be marked as launches ([`LAUNCHER`]).
    pub unseen_launchers: bool,
    /// Names of functions that have a body in other files.
    pub defined_elsewhere: BTreeSet<Arc<str>>,
    /// A text that stands for that of the file, as if it were saved there.
    pub text: Option<String>,
    /// Headers that are included in front of the file.
    pub headers: Vec<String>,
    /// Lanes of a warp in HIP, 32 or 64, and of a sub-group in OpenCL; [`LANES`] and [`LANES_OF_SUB_GROUP`] where it is
    /// absent.
    pub warp_size: Option<u32>,
    /// Sources whose positions stay valid beside those of the file.
    pub sources: SourceMap,
}

/// Parses a file under the default [`Limits`].
///
/// Errors inside the source are no `Err`: they are in [`TranslationUnit::messages`], and the nodes they touch are
/// missing or marked (`RecoveryExpr`, flag `isInvalid`).
pub fn parse(path: &Path, language: Language, options: &ParseOptions) -> Result<TranslationUnit, ParseError> {
    parse_with_limits(path, language, options, &Limits::default())
}

/// Parses a file.
pub fn parse_with_limits(
    path: &Path,
    language: Language,
    options: &ParseOptions,
    limits: &Limits,
) -> Result<TranslationUnit, ParseError> {
    with_input(path, language, options, &|input| match &options.instances[..] {
        wanted @ [_, ..] if language.is_cpp() => instances::parse(input, wanted, options, limits),
        _ => parse_inner(input, options, limits),
    })
}

/// Calls `f` with the input of Clang for a file.
fn with_input<T>(
    path: &Path,
    language: Language,
    options: &ParseOptions,
    f: &dyn Fn(&Input<'_>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    input::check(path)?;
    // Clang gets the dialect of VeriCUDA as C++; positions are the same.
    let text = match (&options.text, language) {
        (given, Language::OpenCl) => given.clone(),
        (Some(text), Language::Cuda | Language::Hip) => Some(wp_spec::in_cpp(text).unwrap_or_else(|| text.clone())),
        (None, Language::Cuda | Language::Hip) => {
            std::fs::read_to_string(path).ok().and_then(|text| wp_spec::in_cpp(&text))
        }
    };
    let overlay = text.as_deref().map(|text| overlay::Overlay::new(path, text)).transpose()?;
    f(&Input { path, language, before: None, overlay: overlay.as_ref() })
}

/// The flags of a compilation, and what is known from one before: the files that it read and the stubs of headers.
struct Compilation {
    flags: Vec<OsString>,
    sources: SourceMap,
    stubs: stubs::Stubs,
}

/// The input of Clang.
struct Input<'a> {
    path: &'a Path,
    language: Language,
    /// A file that is included in front of it.
    before: Option<&'a Path>,
    /// The text in place of the file's.
    overlay: Option<&'a overlay::Overlay>,
}

/// Parses with the full prelude, again if the tree lacks static members that the file names, and with the plain prelude,
/// too, if names of the file clash or compete with the full one.
fn parse_inner(input: &Input<'_>, options: &ParseOptions, limits: &Limits) -> Result<TranslationUnit, ParseError> {
    let language = input.language;
    let start = Instant::now();
    let tool = tool::find()?;
    let flags = flags::language(language, options);
    let stubs = stubs::Stubs::foreseen(input.before.unwrap_or(input.path), options)?;
    let mut compilation = Compilation { flags, sources: options.sources.clone(), stubs };
    let (mut unit, mut differs) = attempt(input, options, limits, &tool, &mut compilation)?;
    if static_members::are_named(&unit) {
        compilation.flags.push(prelude::AS_TEXT.into());
        (unit, differs) = attempt(input, options, limits, &tool, &mut compilation)?;
    }
    let is_overloaded = language.is_cpp() && samples::are_overloaded(&unit);
    if is_overloaded || unit.messages.iter().any(is_clash) {
        compilation.flags.push("-D__WP_PLAIN".into());
        let (plain, plain_differs) = attempt(input, options, limits, &tool, &mut compilation)?;
        // Functions of the file are preferred to those of the samples wherever the file compiles without the latter.
        if count_errors(&plain) < count_errors(&unit) + usize::from(is_overloaded) {
            (unit, differs) = (plain, plain_differs);
        } else {
            compilation.flags.pop();
        }
    }
    if differs {
        compilation.flags = flags::of_host(compilation.flags, language);
        compilation.sources = unit.sources.clone();
        let left = limits.seconds.saturating_sub(start.elapsed().as_secs()).max(1);
        let limits = Limits { seconds: left, ..*limits };
        host::add(&mut unit, attempt(input, options, &limits, &tool, &mut compilation)?.0);
    }
    unit.seconds = start.elapsed().as_secs_f64();
    Ok(unit)
}

fn count_errors(unit: &TranslationUnit) -> usize {
    unit.messages.iter().filter(|m| m.severity != ClangSeverity::Warning).count()
}

/// True if an error may come from a name that the prelude declares beyond CUDA's own.
fn is_clash(message: &ClangMessage) -> bool {
    const WORDS: [&str; 8] = [
        "redefinition of",
        "redefinition with different types",
        "conflicts with typedef",
        "different kind of symbol",
        "ambiguous",
        "cannot overload",
        "could not be resolved",
        "must have the 'overloadable' attribute",
    ];
    message.severity != ClangSeverity::Warning && WORDS.iter().any(|word| message.text.contains(word))
}

/// The unit, and whether the host's compilation of it is another program.
fn attempt(
    input: &Input<'_>,
    options: &ParseOptions,
    limits: &Limits,
    tool: &tool::Tool,
    compilation: &mut Compilation,
) -> Result<(TranslationUnit, bool), ParseError> {
    let Compilation { flags, sources, stubs } = compilation;
    let (path, language, flags) = (input.path, input.language, &flags[..]);
    let prelude = prelude::get(tool, language, flags)?;
    let mut pch = prelude.pch.clone();
    let mut sources = sources.clone();
    let file = input.before.unwrap_or(path);
    match &options.text {
        Some(text) => sources.add(file, text.clone()),
        None => sources.load(file),
    };
    let plain = as_preprocessed(input, options, &sources);
    // The comments that the preprocessor keeps are requested together with its other output.
    let comments = conditional::is_in_doubt(&sources);
    let action: &[&str] = if comments { &["-E", "-C"] } else { &["-E"] };
    let run_with = |flags: &[OsString], stubs: &stubs::Stubs, pch: Option<&Path>, action: &[&str]| {
        let arguments = command_line(input, flags, options, &prelude, pch, stubs, action);
        process::run(&tool.program, &arguments, limits).map_err(|f| f.into_error(&tool.program, path, limits))
    };
    let run = |stubs: &stubs::Stubs, pch: Option<&Path>, action: &[&str]| run_with(flags, stubs, pch, action);
    let text_of = |output: process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let preprocess = |stubs: &stubs::Stubs, action: &[&str]| run(stubs, None, action).map(text_of);
    let of_host = flags::of_host(flags.to_vec(), language);
    let asks_for_host = flags::is_of_device(flags);
    loop {
        // Beside the tree, which takes longer.
        let (output, preprocessed, by_host) = std::thread::scope(|scope| {
            let beside = (comments || plain.is_none()).then(|| scope.spawn(|| preprocess(stubs, action)));
            let host = (asks_for_host && beside.is_some())
                .then(|| scope.spawn(|| run_with(&of_host, stubs, None, action).map(text_of)));
            let output = run(stubs, pch.as_deref(), &TREE);
            let ended = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload))
            };
            (output, beside.map(ended), host.map(ended))
        });
        let output = output?;
        let (mut layouts, tree) = record_layouts::split(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        if stubs.add_missing(&stderr)? {
            continue;
        }
        // A rejected or damaged precompiled header gives an error without a place, or no tree at all.
        let rejected = tree.is_empty() || names_pch(&stderr);
        if let (true, Some(file)) = (rejected, pch.take()) {
            if names_pch(&stderr) && !stderr.contains("macro") {
                prelude::discard_pch(&file);
            }
            continue;
        }
        if tree.is_empty() {
            let (status, detail) = (output.status.to_string(), process::tail(&output.stderr));
            return Err(ParseError::ClangFailed { path: path.to_owned(), status, detail });
        }
        let decoded = decode::decode(tree, 0, &mut sources)
            .or_else(|_| decode::decode(&record_layouts::take_from_middle(tree, &mut layouts), 0, &mut sources));
        let mut root = decoded.map_err(|e| {
            let detail =
                if output.status.success() { e.to_string() } else { format!("{e}: {}", process::tail(&output.stderr)) };
            ParseError::Decode { path: path.to_owned(), detail }
        })?;
        let mut stated = StatedLayouts::default();
        record_layouts::blocks(&layouts).for_each(|block| stated.add(&block));
        let wanted = probes::wanted(&root, &prelude.root, language, &stated);
        if !wanted.is_empty() {
            let asking = asking_file(&probes::text(&wanted), language)?;
            let before = Some(input.before.unwrap_or(path));
            let input = Input { path: asking.path(), before, ..*input };
            let arguments = command_line(&input, flags, options, &prelude, pch.as_deref(), stubs, &LAYOUTS);
            let answer = process::run(&tool.program, &arguments, limits)
                .map_err(|f| f.into_error(&tool.program, path, limits))?;
            probes::read(&String::from_utf8_lossy(&answer.stdout), &wanted, &mut stated);
        }
        if attributes::lacks_sizes(&root) {
            let dump = run(stubs, pch.as_deref(), &TREE_IN_TEXT)?;
            attributes::add_sizes(&mut root, &String::from_utf8_lossy(&dump.stdout));
        }
        let mut messages = messages::parse(&stderr, &mut sources);
        let preprocessed = preprocessed.transpose()?;
        let folder = prelude.header.parent().map(Path::to_owned).unwrap_or_default();
        if language == Language::Hip {
            hip::name_references_as_cuda(&mut root);
        }
        if language.is_cpp() {
            immediate::unfold(&mut root);
            launchers::mark_own(&mut root);
        }
        let launchers = if options.unseen_launchers && language.is_cpp() {
            let is_own = |span: Span| sources.file(span.file).is_some_and(|file| !file.path.starts_with(&folder));
            launchers::mark(&mut root, &mut messages, &is_own, &options.defined_elsewhere)
        } else {
            BTreeSet::new()
        };
        let text = preprocessed.as_ref().or(plain.as_ref()).map_or("", String::as_str);
        let census = census::take(text, language, &folder, &mut sources);
        // The tree names no files that have nothing but comments; the preprocessor's output does.
        let seen_comments = match (conditional::is_in_doubt(&sources), &preprocessed) {
            (false, _) => None,
            (true, Some(text)) if comments => Some(conditional::SeenComments::read(text, &sources)),
            // A header has both comments and conditionals.
            (true, _) => Some(conditional::SeenComments::read(&preprocess(stubs, &["-E", "-C"])?, &sources)),
        };
        let differs = by_host.transpose()?.is_some_and(|host| !census::same_tokens(text, &host, &folder));
        let unit = TranslationUnit {
            root,
            prelude: prelude.root,
            sources,
            prelude_folders: vec![folder],
            opencl_version: flags::opencl_version(options),
            language,
            lanes: flags::lanes(language, options),
            messages,
            layouts: stated,
            launchers,
            seen_comments,
            census,
            stubbed_includes: stubs.empty(&stderr),
            project_includes: stubs.of_project(&stderr),
            built_in_includes: stubs::listed(&stderr, &prelude.last),
            host: None,
            seconds: 0.0,
        };
        return Ok((unit, differs));
    }
}

/// The main file as the preprocessor would print it, where it need not be run for that.
fn as_preprocessed(input: &Input<'_>, options: &ParseOptions, sources: &SourceMap) -> Option<String> {
    // Flags of the user's may define macros or include files.
    const HARMLESS: [&str; 4] = ["-cl-", "-std=", "--cuda-gpu-arch=", "--offload-arch="];
    let harmless = options.headers.is_empty()
        && options.extra.iter().all(|flag| HARMLESS.iter().any(|known| flag.starts_with(known)));
    let file =
        sources.find(input.path).and_then(|id| sources.file(id)).filter(|_| harmless && input.before.is_none())?;
    census::as_preprocessed(input.path, &file.text, &options.defines, &prelude::is_shadowed)
}

/// True if a message without a place is about the precompiled header.
fn names_pch(stderr: &str) -> bool {
    stderr.lines().filter_map(messages::split).any(|(_, kind, text)| {
        kind.ends_with("error") && ["PCH", "AST file", "precompiled", "pch-"].iter().any(|word| text.contains(word))
    })
}

/// The options by which Clang prints the tree, and the headers beside its messages.
const TREE: [&str; 6] = ["-fsyntax-only", "-H", "-Xclang", "-ast-dump=json", "-Xclang", "-fdump-record-layouts"];
/// The options by which Clang prints the tree in text.
const TREE_IN_TEXT: [&str; 3] = ["-fsyntax-only", "-Xclang", "-ast-dump"];
/// The options by which Clang prints the layouts of records, those of private classes too.
const LAYOUTS: [&str; 4] = ["-fsyntax-only", "-fno-access-control", "-Xclang", "-fdump-record-layouts"];

/// A file with a text that stands behind the one that is compiled.
fn asking_file(text: &str, language: Language) -> Result<tempfile::NamedTempFile, ParseError> {
    let failed = |e: std::io::Error| ParseError::Workspace { detail: e.to_string() };
    let suffix = match language {
        Language::Cuda | Language::Hip => ".cu",
        Language::OpenCl => ".cl",
    };
    let mut file = tempfile::Builder::new().prefix("warpproof-layouts-").suffix(suffix).tempfile().map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(failed)?;
    Ok(file)
}

fn command_line(
    input: &Input<'_>,
    flags: &[OsString],
    options: &ParseOptions,
    prelude: &prelude::Prelude,
    pch: Option<&Path>,
    stubs: &stubs::Stubs,
    action: &[&str],
) -> Vec<OsString> {
    let mut arguments = flags.to_vec();
    match pch {
        Some(pch) => arguments.extend(["-Xclang".into(), "-include-pch".into(), "-Xclang".into(), pch.into()]),
        None => arguments.extend(["-include".into(), prelude.header.clone().into()]),
    }
    arguments.extend(prelude.text.iter().flat_map(|text| ["-include".into(), text.clone().into()]));
    // The user's copies of CUDA's own headers would clash with the prelude; those of the samples would not.
    arguments.extend(["-I".into(), prelude.first.clone().into()]);
    arguments.extend(flags::user(options));
    arguments.extend(["-idirafter".into(), prelude.last.clone().into()]);
    arguments.extend(stubs.flags());
    arguments.extend(action.iter().map(OsString::from));
    arguments.extend(input.overlay.iter().flat_map(|overlay| overlay.flags()));
    if let Some(before) = input.before {
        arguments.extend(["-include".into(), before.into()]);
    }
    let path = input.path;
    // A name that starts with a dash must not be read as a flag.
    arguments.push(if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(path).into()
    } else {
        path.into()
    });
    arguments
}
