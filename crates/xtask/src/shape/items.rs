//! Functions, structures and sizes of source files.

use super::Source;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;
use syn::{Attribute, Item};

/// A parameter list from this length on is long. The receiver does not count.
const LONG: usize = 6;
const MOST_LINES: usize = 600;
/// The most places that a measure names.
const NAMED: usize = 12;

/// The items of the files of the tree, as far as they are measured.
#[derive(Default)]
pub(crate) struct Items {
    /// Functions with long parameter lists: how long, and where.
    functions: Vec<(usize, String)>,
    /// Functions whose parameter lists are long if members of tuples count.
    with_tuples: Vec<(usize, String)>,
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
        if source.text.contains(concat!("too_many", "_arguments")) {
            self.allowed.push(path.clone());
        }
        let mut visitor = Visitor { items: self, package: source.package.clone(), path };
        visitor.visit_file(&source.syntax);
    }

    /// The functions with long parameter lists.
    pub fn long_parameter_lists(&self) -> (usize, Vec<String>) {
        (self.functions.len(), greatest(&self.functions))
    }

    /// The functions whose parameter lists are long if each member of a tuple counts.
    pub fn long_parameter_lists_with_tuples(&self) -> (usize, Vec<String>) {
        (self.with_tuples.len(), greatest(&self.with_tuples))
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

/// The number of members of a tuple, with those of tuples in it; 1 for another type.
fn members(ty: &syn::Type) -> usize {
    match ty {
        syn::Type::Tuple(tuple) => tuple.elems.iter().map(members).sum(),
        _ => 1,
    }
}

/// The lines of a file that are not of an item under `#[cfg(test)]`. The file is formatted: an item ends with the first
/// line of its own indentation that closes it.
pub(crate) fn lines_without_tests(text: &str) -> usize {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let ends = |next: &str| {
                indentation(next) == indentation(line) && (next.ends_with('}') || next.trim_end().ends_with(';'))
            };
            lines.by_ref().find(|next| ends(next));
        } else {
            count += 1;
        }
    }
    count
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
        let types = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(parameter) => Some(&*parameter.ty),
            syn::FnArg::Receiver(_) => None,
        });
        let (parameters, members) = types.fold((0, 0), |(n, m), ty| (n + 1, m + members(ty)));
        let place = format!("{}: {}", self.path, signature.ident);
        if parameters >= LONG {
            self.items.functions.push((parameters, place.clone()));
        }
        if members >= LONG {
            self.items.with_tuples.push((members, place));
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

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.signature(&item.sig);
        syn::visit::visit_trait_item_fn(self, item);
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn items(text: &str) -> Items {
        let syntax = syn::parse_file(text).unwrap();
        let path = PathBuf::from("p.rs");
        let mut items = Items::default();
        items.read(&Source { package: "p".to_owned(), module: Vec::new(), path, text: text.to_owned(), syntax });
        items
    }

    #[test]
    fn members_of_tuples_count_apart() {
        let found = items("trait T { fn f(&self, a: u8, b: (u8, (u8, u8)), c: &[u8], d: u8); }");
        assert_eq!(found.long_parameter_lists().0, 0);
        assert_eq!(found.long_parameter_lists_with_tuples(), (1, vec!["p.rs: f: 6".to_owned()]));
        assert_eq!(items("fn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}").long_parameter_lists().0, 1);
    }

    #[test]
    fn lines_of_tests_do_not_count() {
        let text = "mod a;\n#[cfg(test)]\nmod tests;\nfn f() {\n    #[cfg(test)]\n    {\n        g();\n    }\n}\n#[cfg(test)]\nmod t {\n    fn g() {}\n}\n";
        assert_eq!(lines_without_tests(text), 3);
    }
}
