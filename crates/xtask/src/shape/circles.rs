//! Cycles of imports: strongly connected components of the modules of a crate.
//!
//! A module needs another one if a path in its file leads there: `crate::a::b`, `super::b`, `self::b`. A path to a name
//! that a module re-exports (`pub use a::Name`) leads to the module that the name comes from. A visibility
//! (`pub(super)`) is no import. Paths of a module into its own parts (`part::Name` in `part`'s parent) count in
//! [`Paths::OfAll`] alone: a module that joins its parts may define what they share.

use super::Source;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;

type Module = Vec<String>;

/// The paths that make one module need another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paths {
    /// Those that start with `crate`, `super` or `self`.
    Absolute,
    /// Also those into the module's own parts.
    OfAll,
}

/// The circles of a crate, largest first, each as the names of its modules.
pub(crate) fn circles(sources: &[Source], package: &str, paths: Paths) -> Vec<Vec<String>> {
    let own: Vec<&Source> = sources.iter().filter(|s| s.package == package).collect();
    let modules: BTreeSet<Module> = own.iter().map(|s| s.module.clone()).collect();
    let passed: BTreeMap<(Module, String), Module> = own.iter().flat_map(|s| reexports(s, &modules)).collect();
    let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for source in &own {
        let parts = if paths == Paths::OfAll { parts(&source.module, &modules) } else { BTreeSet::new() };
        let mut needs = Needs { module: &source.module, parts, found: Vec::new() };
        needs.visit_file(&source.syntax);
        let needed = needs.found.iter().filter_map(|path| target(path, &modules, &passed));
        let needed: BTreeSet<Module> = needed.filter(|m| *m != source.module).collect();
        edges.entry(source.module.clone()).or_default().extend(needed);
    }
    let circles = components(&edges).into_iter().filter(|circle| circle.len() > 1);
    let mut named: Vec<Vec<String>> = circles.map(|circle| circle.iter().map(name).collect()).collect();
    named.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    named
}

/// The names of the modules directly below one.
fn parts(module: &Module, modules: &BTreeSet<Module>) -> BTreeSet<String> {
    let below = modules.iter().filter(|m| m.len() == module.len() + 1 && m.starts_with(module));
    below.filter_map(|m| m.last().cloned()).collect()
}

fn name(module: &Module) -> String {
    if module.is_empty() {
        "lib".to_owned()
    } else {
        module.join("::")
    }
}

/// The names that a module re-exports from others, with the modules that they come from.
fn reexports(source: &Source, modules: &BTreeSet<Module>) -> Vec<((Module, String), Module)> {
    let mut found = Vec::new();
    for item in &source.syntax.items {
        let syn::Item::Use(item) = item else { continue };
        if matches!(item.vis, syn::Visibility::Inherited) {
            continue;
        }
        let mut paths = Vec::new();
        leaves(&item.tree, &mut Vec::new(), &mut paths);
        for path in paths {
            let Some(last) = path.last().cloned() else { continue };
            let absolute = resolve(&path, &source.module).or_else(|| {
                // `pub use child::Name`
                let mut below = source.module.clone();
                below.extend(path.iter().cloned());
                Some(below)
            });
            let Some(home) = absolute.and_then(|path| longest_module(&path, modules)) else { continue };
            if home != source.module {
                found.push(((source.module.clone(), last), home));
            }
        }
    }
    found
}

/// The module that an absolute path leads to.
fn target(path: &[String], modules: &BTreeSet<Module>, passed: &BTreeMap<(Module, String), Module>) -> Option<Module> {
    let module = longest_module(path, modules)?;
    match path.get(module.len()).and_then(|name| passed.get(&(module.clone(), name.clone()))) {
        Some(home) => Some(home.clone()),
        None => Some(module),
    }
}

fn longest_module(path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    (0..=path.len()).rev().map(|n| path[..n].to_vec()).find(|prefix| modules.contains(prefix))
}

/// The absolute path of one that starts with `crate`, `self` or `super`.
fn resolve(path: &[String], module: &Module) -> Option<Vec<String>> {
    let mut base = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "self" | "super" => module.clone(),
        _ => return None,
    };
    let mut rest = path;
    while let Some(first) = rest.first() {
        match first.as_str() {
            "crate" | "self" => {}
            "super" => drop(base.pop()),
            _ => break,
        }
        rest = &rest[1..];
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

fn leaves(tree: &syn::UseTree, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            leaves(&path.tree, before, found);
            before.pop();
        }
        syn::UseTree::Name(name) => found.push([&before[..], &[name.ident.to_string()]].concat()),
        syn::UseTree::Rename(name) => found.push([&before[..], &[name.ident.to_string()]].concat()),
        syn::UseTree::Glob(_) => found.push(before.clone()),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, before, found)),
    }
}

/// The absolute paths in a file, except those of re-exports.
struct Needs<'a> {
    module: &'a Module,
    /// Parts of the module into which paths count.
    parts: BTreeSet<String>,
    found: Vec<Vec<String>>,
}

impl Needs<'_> {
    fn add(&mut self, path: &[String]) {
        let into_part = || match path {
            [first, _, ..] if self.parts.contains(first) => Some([&self.module[..], path].concat()),
            _ => None,
        };
        let absolute = resolve(path, self.module).or_else(into_part);
        self.found.extend(absolute);
    }
}

impl<'ast> Visit<'ast> for Needs<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !matches!(item.vis, syn::Visibility::Inherited) {
            return;
        }
        let mut paths = Vec::new();
        leaves(&item.tree, &mut Vec::new(), &mut paths);
        paths.iter().for_each(|path| self.add(path));
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.add(&names);
        syn::visit::visit_path(self, path);
    }
}

/// The strongly connected components of a graph, by Tarjan's algorithm.
fn components(edges: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let nodes: Vec<&Module> = edges.keys().collect();
    let number: BTreeMap<&Module, usize> = nodes.iter().enumerate().map(|(i, m)| (*m, i)).collect();
    let next: Vec<Vec<usize>> =
        nodes.iter().map(|m| edges[*m].iter().filter_map(|n| number.get(n).copied()).collect()).collect();
    let mut search = Search {
        next: &next,
        index: vec![None; nodes.len()],
        low: vec![0; nodes.len()],
        on_stack: vec![false; nodes.len()],
        stack: Vec::new(),
        found: Vec::new(),
        count: 0,
    };
    (0..nodes.len()).for_each(|node| search.visit(node));
    search.found.into_iter().map(|c| c.into_iter().map(|i| nodes[i].clone()).collect()).collect()
}

struct Search<'a> {
    next: &'a [Vec<usize>],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    found: Vec<Vec<usize>>,
    count: usize,
}

impl Search<'_> {
    fn visit(&mut self, node: usize) {
        if self.index[node].is_some() {
            return;
        }
        self.index[node] = Some(self.count);
        self.low[node] = self.count;
        self.count += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
        for &other in &self.next[node] {
            match self.index[other] {
                None => {
                    self.visit(other);
                    self.low[node] = self.low[node].min(self.low[other]);
                }
                Some(index) if self.on_stack[other] => self.low[node] = self.low[node].min(index),
                Some(_) => {}
            }
        }
        if Some(self.low[node]) == self.index[node] {
            let from = self.stack.iter().position(|n| *n == node).unwrap_or(0);
            let mut component = self.stack.split_off(from);
            component.iter().for_each(|n| self.on_stack[*n] = false);
            component.sort_unstable();
            self.found.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn source(module: &str, text: &str) -> Source {
        let module = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let syntax = syn::parse_file(text).unwrap();
        Source { package: "p".to_owned(), module, path: PathBuf::from("p.rs"), text: text.to_owned(), syntax }
    }

    fn found(sources: &[Source], paths: Paths) -> Vec<String> {
        circles(sources, "p", paths).into_iter().map(|circle| circle.join(", ")).collect()
    }

    #[test]
    fn a_circle_is_found_over_super_and_names_passed_on() {
        let sources = [
            source("", "pub use a::A; mod a; mod b;"),
            source("a", "use crate::b::c::C; pub struct A;"),
            source("b", "pub mod c;"),
            source("b::c", "use super::super::A; pub struct C;"),
        ];
        assert_eq!(found(&sources, Paths::Absolute), ["a, b::c"]);
    }

    #[test]
    fn imports_of_one_direction_are_no_circle() {
        let sources =
            [source("", "mod a; mod b;"), source("a", "fn f() { crate::b::g() }"), source("b", "pub fn g() {}")];
        assert_eq!(found(&sources, Paths::OfAll), [""; 0]);
    }

    #[test]
    fn a_visibility_is_no_import() {
        let sources = [
            source("", "mod a;"),
            source("a", "mod b; fn f() { self::b::g() }"),
            source("a::b", "pub(super) fn g() {}"),
        ];
        assert_eq!(found(&sources, Paths::Absolute), [""; 0]);
    }

    #[test]
    fn paths_into_parts_count_where_all_paths_do() {
        let sources = [source("a", "mod b; use b::g; struct S;"), source("a::b", "use super::S; pub fn g() {}")];
        assert_eq!(found(&sources, Paths::Absolute), [""; 0]);
        assert_eq!(found(&sources, Paths::OfAll), ["a, a::b"]);
    }
}
