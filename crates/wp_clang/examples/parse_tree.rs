//! Parses files, or the `kernel.cu`-like files below folders, and prints how well Clang understood them.

use std::path::{Path, PathBuf};
use wp_clang::{ClangSeverity, Language, Node, ParseOptions};

fn main() {
    let mut files = Vec::new();
    let mut dump = false;
    for argument in std::env::args_os().skip(1) {
        if argument == "--dump" {
            dump = true;
        } else {
            collect(Path::new(&argument), &mut files);
        }
    }
    files.sort();
    let (mut clean, mut dirty, mut failed) = (0, 0, 0);
    let (mut kernels, mut broken) = (0, 0);
    let mut seconds = Vec::new();
    for file in &files {
        let language = Language::of(file).unwrap_or(Language::Cuda);
        let options = header_options(file);
        match wp_clang::parse(file, language, &options) {
            Err(error) => {
                failed += 1;
                println!("FAIL  {}: {error}", file.display());
            }
            Ok(unit) => {
                seconds.push(unit.seconds);
                let errors: Vec<_> = unit.messages.iter().filter(|m| m.severity != ClangSeverity::Warning).collect();
                if errors.is_empty() {
                    clean += 1;
                } else {
                    dirty += 1;
                }
                let spans: Vec<_> = errors.iter().map(|e| e.span).collect();
                count_kernels(&unit.root, &spans, &mut kernels, &mut broken);
                for error in errors.iter().take(6) {
                    println!("ERROR {}: {}", unit.sources.describe(error.span), error.text);
                }
                if !unit.stubbed_includes.is_empty() {
                    println!("STUB  {}: {:?}", file.display(), unit.stubbed_includes);
                }
                if dump {
                    print(&unit.root, 0, &unit.sources);
                }
            }
        }
    }
    seconds.sort_by(f64::total_cmp);
    let at = |part: usize| {
        seconds.get((seconds.len() * part / 100).min(seconds.len().saturating_sub(1))).copied().unwrap_or(0.0)
    };
    println!("{clean} clean, {dirty} with errors, {failed} failed; {kernels} kernels, {broken} with errors inside; median {:.3} s, 99% {:.3} s", at(50), at(99));
}

/// Counts kernels with bodies, and those that hold an error or a node made for one.
fn count_kernels(node: &Node, errors: &[wp_base::Span], kernels: &mut usize, broken: &mut usize) {
    let is_kernel = node.inner.iter().any(|c| matches!(&*c.kind, "CUDAGlobalAttr" | "OpenCLKernelAttr"));
    if is_kernel && node.inner.iter().any(|c| &*c.kind == "CompoundStmt") {
        *kernels += 1;
        let inside =
            |e: &wp_base::Span| e.file == node.span.file && node.span.start <= e.start && e.start < node.span.end;
        if errors.iter().any(inside) || has_recovery(node) {
            *broken += 1;
            println!("BAD   {}", node.name.as_deref().unwrap_or(""));
        }
        return;
    }
    if matches!(&*node.kind, "TranslationUnitDecl" | "NamespaceDecl" | "LinkageSpecDecl" | "FunctionTemplateDecl") {
        node.inner.iter().for_each(|child| count_kernels(child, errors, kernels, broken));
    }
}

fn has_recovery(node: &Node) -> bool {
    &*node.kind == "RecoveryExpr" || node.inner.iter().any(has_recovery)
}

/// Takes `-D` and `-I` from the first comment lines.
fn header_options(file: &Path) -> ParseOptions {
    let mut options = ParseOptions::default();
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let first = text.lines().next().unwrap_or("").to_ascii_lowercase();
    if first.contains("pass") || first.contains("xfail") {
        let language = Language::of(file).unwrap_or(Language::Cuda);
        options.extra.extend(wp_clang::pointer_width_flag(language, 32).map(str::to_owned));
        options.defines.push("__WARP_SIZE=32".to_owned());
    }
    let Some(line) = text.lines().nth(1).and_then(|l| l.trim().strip_prefix("//")) else { return options };
    for word in line.split_whitespace() {
        if let Some(define) = word.strip_prefix("-D") {
            options.defines.push(define.to_owned());
        } else if let Some(folder) = word.strip_prefix("-I") {
            options.includes.push(file.parent().unwrap_or(Path::new(".")).join(folder));
        } else if let Some((kind, value)) = word.trim_start_matches('-').split_once('=') {
            for (axis, size) in value.trim_matches(['[', ']']).split(',').enumerate() {
                let macro_name = match kind {
                    "blockDim" => "__BLOCK_DIM",
                    "gridDim" => "__GRID_DIM",
                    "local_size" => "__LOCAL_SIZE",
                    "num_groups" => "__NUM_GROUPS",
                    "global_size" => "__GLOBAL_SIZE",
                    _ => continue,
                };
                options.defines.push(format!("{macro_name}_{axis}={size}"));
            }
        }
    }
    options
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        let entry = entry.path();
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "cu" || e == "cl") {
            collect(&entry, files);
        }
    }
}

fn print(node: &Node, depth: usize, sources: &wp_base::SourceMap) {
    let show = |s: &Option<std::sync::Arc<str>>| s.as_deref().map_or(String::new(), |s| format!(" {s:?}"));
    println!(
        "{:indent$}{} {}{}{}{}{}{} {:?} {:?} {} @{}",
        "",
        if node.is_absent() { "<absent>" } else { &node.kind },
        node.id,
        show(&node.name),
        show(&node.ty),
        show(&node.value),
        show(&node.opcode),
        show(&node.cast_kind),
        node.flags,
        node.extra,
        node.referenced.as_ref().map_or(String::new(), |r| format!("-> {} {} {} {}", r.id, r.kind, r.name, r.ty)),
        sources.describe(node.span),
        indent = depth * 2
    );
    for child in &node.inner {
        print(child, depth + 1, sources);
    }
}
