//! Functions, structures and sizes of source files.

use super::Source;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;
use syn::{Attribute, Item};

/// A parameter list from this length on is long. The receiver does not count.
const LONG: usize = 6;
const MOST_LINES: usize = 600;
/// Places that a measure names at most.
const NAMED: usize = 12;

/// What the files of the tree hold.
#[derive(Default)]
pub(crate) struct Items {
    /// Functions with long parameter lists: how long, and where.
    functions: Vec<(usize, String)>,
    /// Fields of structures by crate and name.
    fields: BTreeMap<(String, String), usize>,
    /// The files that have methods of a structure, by crate and name.
    methods: BTreeMap<(String, String), BTreeSet<String>>,
    /// Lines of files.
    lines: Vec<(usize, String)>,
    /// Files that allow many arguments.
    allowed: Vec<String>,
}

impl Items {
    /// Adds the items of a file.
    pub fn read(&mut self, source: &Source) {
        let path = source.path.display().to_string();
        self.lines.push((source.text.lines().count(), path.clone()));
        if source.text.contains(concat!("allow(clippy::", "too_many_arguments")) {
            self.allowed.push(path.clone());
        }
        let mut visitor = Visitor { items: self, package: source.package.clone(), path };
        visitor.visit_file(&source.syntax);
    }

    /// The functions with long parameter lists.
    pub fn long_parameter_lists(&self) -> (usize, Vec<String>) {
        (self.functions.len(), greatest(&self.functions))
    }

    /// The number of fields of the widest structure with methods in several files.
    pub fn widest_shared_structure(&self) -> (usize, Vec<String>) {
        let shared = self.fields.iter().filter_map(|(name, &fields)| {
            let files = self.methods.get(name).map_or(0, BTreeSet::len);
            (files > 1).then(|| (fields, format!("{}::{} with methods in {files} files", name.0, name.1)))
        });
        let shared: Vec<(usize, String)> = shared.collect();
        (shared.iter().map(|(fields, _)| *fields).max().unwrap_or(0), greatest(&shared))
    }

    /// The files with too many lines.
    pub fn longest_files(&self) -> (usize, Vec<String>) {
        let long: Vec<(usize, String)> = self.lines.iter().filter(|(lines, _)| *lines > MOST_LINES).cloned().collect();
        (long.len(), greatest(&long))
    }

    /// The files that allow functions with many arguments.
    pub fn allowed_arguments(&self) -> (usize, Vec<String>) {
        (self.allowed.len(), self.allowed.clone())
    }
}

fn greatest(all: &[(usize, String)]) -> Vec<String> {
    let mut all: Vec<&(usize, String)> = all.iter().collect();
    all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    all.into_iter().take(NAMED).map(|(number, place)| format!("{place}: {number}")).collect()
}

struct Visitor<'a> {
    items: &'a mut Items,
    package: String,
    path: String,
}

impl Visitor<'_> {
    fn signature(&mut self, signature: &syn::Signature) {
        let parameters = signature.inputs.iter().filter(|input| matches!(input, syn::FnArg::Typed(_))).count();
        if parameters >= LONG {
            self.items.functions.push((parameters, format!("{}: {}", self.path, signature.ident)));
        }
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !item.attrs.iter().any(is_of_tests) {
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.signature(&item.sig);
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.signature(&item.sig);
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.items.fields.insert((self.package.clone(), item.ident.to_string()), item.fields.len());
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let (None, syn::Type::Path(ty)) = (&item.trait_, &*item.self_ty) {
            if let Some(last) = ty.path.segments.last() {
                let of = (self.package.clone(), last.ident.to_string());
                self.items.methods.entry(of).or_default().insert(self.path.clone());
            }
        }
        syn::visit::visit_item_impl(self, item);
    }
}

/// True for `#[cfg(test)]`.
pub(crate) fn is_of_tests(attribute: &Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("cfg") {
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("test");
            Ok(())
        });
    }
    found
}

/// True if an item is compiled for tests only.
pub(crate) fn is_test(item: &Item) -> bool {
    let attributes = match item {
        Item::Mod(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::Use(i) => &i.attrs,
        _ => return false,
    };
    attributes.iter().any(is_of_tests)
}
