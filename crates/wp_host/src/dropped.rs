//! Names of kernels in the text of a file with errors, where the compiler leaves things out of its tree.
//!
//! Over-approximate: every occurrence of a kernel's name as a word of the text is a mention, also one by way of a macro
//! that is used, unless the tree says that the word is a declaration, the name of something else, a launch that was
//! read or an argument of a function of the runtime that only asks about the kernel, or the census says that the
//! preprocessor leaves it out. A macro that is used and puts names together may name any kernel. The name of a function
//! template stands for the kernels that its pattern names: the compiler may have left out a call, and the instance with
//! it.

use crate::errors::has_errors;
use crate::forms::{asks_about_kernels, is_library};
use crate::macros::{directives, Macros};
use crate::named::{Named, Names};
use rustc_hash::{FxHashMap, FxHashSet};
use wp_base::{FileId, Span};
use wp_clang::{ClangMessage, DeclRef, Node, NodeId};
use wp_decls::text::{blank, words};
use wp_decls::{body, callee_name, is_function, strip_casts, Decls, Layouts};

/// Bytes in the arguments of a macro that are looked through: more than any launch takes.
const LONGEST_ARGUMENTS: usize = 10_000;

/// The kernels that the text names beyond the tree, with a place each; none in a file without errors.
pub(super) fn mentions(
    decls: &Decls<'_>,
    layouts: &Layouts,
    names: &Names<'_>,
    read: &[Named],
    expressions: &FxHashSet<NodeId>,
) -> Vec<(NodeId, Span)> {
    if !decls.unit.messages.iter().any(ClangMessage::drops_code) {
        return Vec::new();
    }
    let macros = Macros::of(decls.unit);
    let mut patterns = Vec::new();
    patterns_in(decls, &decls.unit.root, false, &mut patterns);
    let (kernels, names) = (names, &with_templates(decls, names, &patterns));
    let mut excluded = Excluded {
        decls,
        names,
        macros: &macros,
        read: expressions,
        words: FxHashSet::default(),
        in_macros: FxHashMap::default(),
    };
    for name in read {
        excluded.exclude(name.span, None);
    }
    for hidden in &decls.unit.census.hidden {
        excluded.exclude(hidden.span, None);
    }
    excluded.tree(&decls.unit.root);
    excluded.exclude_in_macros();
    // A pattern without errors is executed in its instances, where its calls are resolved.
    for (_, pattern) in patterns.iter().filter(|(_, pattern)| !has_errors(decls, layouts, pattern)) {
        names
            .keys()
            .filter(|name| !kernels.contains_key(*name))
            .for_each(|name| excluded.exclude(pattern.span, Some(name)));
    }
    let (mut found, mut expansions) = (Vec::new(), FxHashMap::default());
    let texts: Vec<(FileId, String)> =
        decls.unit.own_files().map(|(id, file)| (id, directives(&file.text).0)).collect();
    for (file, text) in &texts {
        let file = *file;
        for (at, word) in words(text) {
            let span = Span { file, start: at as u32, end: (at + word.len()) as u32 };
            let is_excluded =
                |name: &str| excluded.words.contains(&(file, span.start, names.get_key_value(name).map(|(n, _)| *n)));
            if let Some(kernels) = names.get(word).filter(|_| !is_excluded(word)) {
                found.extend(kernels.iter().map(|&kernel| (kernel, span)));
            }
            if !macros.defines(word) {
                continue;
            }
            let (expansion, pastes): &(Vec<&str>, bool) =
                expansions.entry(word).or_insert_with(|| macros.expansion(word));
            for (name, kernels) in names {
                if *pastes || expansion.contains(name) && !is_excluded(name) {
                    found.extend(kernels.iter().map(|&kernel| (kernel, span)));
                }
            }
        }
    }
    found
}

/// The names of kernels and of the templates of functions that lead to them, with these kernels.
fn with_templates<'u>(decls: &Decls<'u>, kernels: &Names<'u>, patterns: &[(&'u str, &Node)]) -> Names<'u> {
    let mut names = kernels.clone();
    loop {
        let mut grown = false;
        for (name, pattern) in patterns.iter().filter(|(name, _)| !kernels.contains_key(name)) {
            let inside = words(decls.unit.sources.text(pattern.span));
            let led: Vec<NodeId> = inside.iter().filter_map(|(_, word)| names.get(word)).flatten().copied().collect();
            for kernel in led {
                let known = names.entry(name).or_default();
                if !known.contains(&kernel) {
                    known.push(kernel);
                    grown = true;
                }
            }
        }
        if !grown {
            return names;
        }
    }
}

/// The functions with bodies in the patterns of templates.
fn patterns_in<'u>(decls: &Decls<'u>, node: &'u Node, in_pattern: bool, found: &mut Vec<(&'u str, &'u Node)>) {
    let is_template = node.kind.ends_with("TemplateDecl") && &*node.kind != "TemplateTemplateParmDecl";
    for child in &node.inner {
        let is_instance = child.inner.iter().any(|c| &*c.kind == "TemplateArgument");
        let is_function = is_function(&child.kind) && body(child).is_some();
        let outside = is_function && decls.is_outside_of_its_template(child);
        let in_pattern = in_pattern || outside || is_template && !is_instance;
        if let (true, true, Some(name)) = (in_pattern, is_function, &child.name) {
            found.push((name, child));
        }
        patterns_in(decls, child, in_pattern, found);
    }
}

/// The words of the text that are no mentions.
struct Excluded<'a, 'u> {
    decls: &'a Decls<'u>,
    names: &'a Names<'u>,
    macros: &'a Macros,
    /// The expressions that name the kernels of the launches that were read.
    read: &'a FxHashSet<NodeId>,
    /// By word, the name of a kernel or of a macro: its place, and the kernel's name of which it is no mention.
    words: FxHashSet<(FileId, u32, Option<&'u str>)>,
    /// By the place of a use of a macro and the name of a kernel in it: true if all expressions there that have the
    /// name belong to launches that were read.
    in_macros: FxHashMap<(Span, &'u str), bool>,
}

impl<'u> Excluded<'_, 'u> {
    /// Excludes the words of a piece of text that are a name, or any of the names.
    fn exclude(&mut self, span: Span, name: Option<&str>) {
        for (at, word) in words(self.decls.unit.sources.text(span)) {
            if let Some((&known, _)) = self.names.get_key_value(word).filter(|_| name.is_none_or(|name| name == word)) {
                self.words.insert((span.file, span.start + at as u32, Some(known)));
            }
        }
    }

    fn tree(&mut self, node: &Node) {
        let named = node.name.as_deref().filter(|n| self.names.contains_key(n));
        // Clang reads `unknown::f(kernel);` as an invalid declaration of `kernel`.
        if let (Some(name), true) = (named, node.kind.ends_with("Decl") && !node.flag("isInvalid")) {
            let at = Span { end: node.loc.start + name.len() as u32, ..node.loc };
            self.exclude(at, Some(name));
        }
        match (&*node.kind, &node.referenced) {
            ("UsingDecl", _) => self.exclude(node.span, None),
            ("DeclRefExpr", Some(target)) => {
                if let Some((&name, _)) = self.names.get_key_value(&*target.name) {
                    let is_other = self.is_other(target);
                    if !self.is_spelled(node.span, name) {
                        let is_read = is_other || self.read.contains(&node.id);
                        *self.in_macros.entry((node.span, name)).or_insert(true) &= is_read;
                    } else if is_other {
                        self.exclude(node.span, Some(name));
                    }
                }
            }
            // The name stands last but for template arguments.
            ("MemberExpr", _) => {
                let spelled = words(self.decls.unit.sources.text(node.span));
                if let Some((at, word)) = spelled.into_iter().rfind(|(_, word)| named == Some(word)) {
                    let start = node.span.start + at as u32;
                    self.exclude(Span { start, end: start + word.len() as u32, ..node.span }, Some(word));
                }
            }
            ("CallExpr", _) if asks_about_kernels(callee_name(node)) && is_library(self.decls, node) => {
                let names = node.inner.iter().skip(1).filter(|arg| &*strip_casts(arg).kind == "DeclRefExpr");
                names.for_each(|arg| self.exclude(arg.span, None));
            }
            _ => {}
        }
        node.inner.iter().for_each(|c| self.tree(c));
    }

    /// True if a name is certainly not that of a kernel.
    fn is_other(&self, target: &DeclRef) -> bool {
        let kernels = &self.names[&*target.name];
        match self.decls.definition(target) {
            Some(definition) => !kernels.contains(&definition.id),
            None => !is_function(&target.kind),
        }
    }

    /// `CHECK(kernel<<<1, 64>>>(a))`: if every expression in which a use of a macro names a kernel belongs to a launch
    /// that was read, the kernel's name in its arguments or its body is no mention. The name must occur there exactly
    /// once; a second occurrence could be in a statement that the compiler left out.
    fn exclude_in_macros(&mut self) {
        let uses: Vec<(Span, &'u str)> =
            self.in_macros.iter().filter(|(_, all_read)| **all_read).map(|(&at, _)| at).collect();
        for (span, name) in uses {
            let Some(file) = self.decls.unit.sources.file(span.file) else { continue };
            let Some(text) = file.text.get(span.start as usize..) else { continue };
            let mut places: Vec<usize> = Vec::new();
            for (at, word) in words(&text[..end_of_use(text)]) {
                let inside = if self.macros.defines(word) { self.macros.expansion(word).0 } else { Vec::new() };
                let count = usize::from(word == name) + inside.iter().filter(|inner| **inner == name).count();
                places.extend(std::iter::repeat_n(at, count));
            }
            if let [at] = places[..] {
                self.words.insert((span.file, span.start + at as u32, Some(name)));
            }
        }
    }

    /// True if a name stands in a piece of text.
    fn is_spelled(&self, span: Span, name: &str) -> bool {
        words(self.decls.unit.sources.text(span)).iter().any(|(_, word)| *word == name)
    }
}

/// The end of the use of a macro with which a text begins: behind its arguments, where it has any.
fn end_of_use(text: &str) -> usize {
    let named = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let opened = text.len() - text[named..].trim_start().len();
    if !text[opened..].starts_with('(') {
        return named;
    }
    let mut end = text.len().min(opened + LONGEST_ARGUMENTS);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut depth = 0;
    for (at, c) in blank(&text[opened..end]).char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return opened + at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    // What is longer is left to be a mention.
    named
}
