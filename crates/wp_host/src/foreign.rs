//! Launches of kernels that another file defines.
//!
//! Input: a translation unit. Output: its launches of kernels that it only declares, with the names and types by which
//! a linker would find them, and the places of other mentions of such kernels. A kernel of another file matches if its
//! name for the linker, in which C++ has the types of the parameters, is the same and it has external linkage.

use crate::globals::{changed_by, Changed};
use crate::named::Part;
use crate::reading::{read, Reading};
use crate::{LaunchSite, Mention};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::{Node, NodeId, TranslationUnit};
use wp_decls::{has_linkage, on_large_stack, params, Decls, Layouts};

/// A kernel as other files see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its name with namespaces.
    pub name: Arc<str>,
    /// Its name for the linker.
    pub link: Arc<str>,
}

impl Signature {
    /// True if a linker takes two kernels for one.
    pub fn is_same(&self, other: &Self) -> bool {
        self.link == other.link
    }
}

/// A kernel that other files can launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The kernel as they see it.
    pub signature: Signature,
    /// The names of its parameters.
    pub parameters: Vec<Option<Arc<str>>>,
}

/// A launch in another file, or a mention of its kernel.
#[derive(Clone, PartialEq, Debug)]
pub enum ForeignLaunch {
    /// The launch, which was read.
    Read(Box<LaunchSite>),
    /// A mention of the kernel that is no launch which was read.
    Unread(Mention),
}

/// A kernel that is launched, or mentioned, in a file that does not define it, or that includes the file which does.
#[derive(Clone, PartialEq, Debug)]
pub struct Foreign {
    /// The kernel.
    pub kernel: Signature,
    /// The place in the source.
    pub span: Span,
    /// The launch. Arguments are named by their position: `#0`, `#1.field`; as the definition names them where it is
    /// included.
    pub launch: ForeignLaunch,
    /// The file that defines the kernel, where this one includes it.
    pub home: Option<PathBuf>,
}

impl Foreign {
    /// The launch with arguments named as the definition of the kernel does.
    pub fn of(&self, parameters: &[Option<Arc<str>>]) -> ForeignLaunch {
        let ForeignLaunch::Read(mut site) = self.launch.clone() else { return self.launch.clone() };
        if self.home.is_some() {
            return ForeignLaunch::Read(site);
        }
        let renamed = |name: &str| -> Option<Arc<str>> {
            let rest = name.strip_prefix('#')?;
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (position, field) = rest.split_at(end);
            let parameter = parameters.get(position.parse::<usize>().ok()?)?.as_ref()?;
            Some(format!("{parameter}{field}").into())
        };
        let arguments = std::mem::take(&mut site.arguments).into_iter();
        site.arguments = arguments.filter_map(|(name, argument)| Some((renamed(&name)?, argument))).collect();
        site.meeting = site.meeting.iter().filter_map(|name| renamed(name)).collect();
        ForeignLaunch::Read(site)
    }
}

/// Launches, mentions and changes in a file that concern files which are checked together with it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HostCode {
    /// Launches and mentions of kernels that the file declares and does not define, or that it includes.
    pub launches: Vec<Foreign>,
    /// The kernels that other files can launch.
    pub defined: Vec<Signature>,
    /// Variables of other files that the file may change, and functions that it may call.
    pub changes: Changed,
    /// Variables that the launches take to be changed by this file alone, and functions to be called by it alone.
    pub own_names: BTreeSet<Arc<str>>,
    /// Names of the functions that have a body in the file.
    pub functions: BTreeSet<Arc<str>>,
    /// Names of functions without a body in the file that are taken to launch.
    pub launchers: BTreeSet<Arc<str>>,
}

/// Reads a file for others. `changed`: names for the linker of variables that other files may change.
pub fn foreign(unit: &TranslationUnit, changed: &Changed) -> HostCode {
    on_large_stack(|| {
        let mut code = HostCode::default();
        add(&mut code, unit, Part::of_unit(unit), changed);
        if let Some(host) = &unit.host {
            add(&mut code, host, Part::Whole, changed);
        }
        code
    })
}

/// Adds the launches, mentions and changes in one tree of a file.
fn add(code: &mut HostCode, unit: &TranslationUnit, part: Part, changed: &Changed) {
    let decls = Decls::new(unit, false);
    let Reading { sites, mentions, own_names } = read(&decls, &Layouts::new(unit), part, changed);
    code.own_names.extend(own_names);
    code.functions.extend(wp_clang::defined_functions(&unit.root));
    code.launchers.extend(unit.launchers.iter().cloned());
    code.changes.extend(changed_by(&decls));
    let mut of = |kernel: &Signature, id: NodeId, home: Option<PathBuf>| {
        let foreign = |span, launch| Foreign { kernel: kernel.clone(), span, launch, home: home.clone() };
        let launches =
            sites.iter().filter(|(of, _)| *of == id).map(|(_, s)| (s.span, ForeignLaunch::Read(Box::new(s.clone()))));
        let mentioned = mentions.get(&id).map(|mention| (mention.span, ForeignLaunch::Unread(*mention)));
        let found: Vec<Foreign> = launches.chain(mentioned).map(|(span, launch)| foreign(span, launch)).collect();
        code.launches.extend(found);
    };
    for declared in decls.declared_kernels() {
        of(&signature(&declared.name, declared.node), declared.node.id, None);
    }
    let main = unit.sources.numbered().next().map(|(id, _)| id);
    for defined in decls.kernels.iter().filter(|k| Some(k.node.span.file) != main) {
        let home = unit.sources.file(defined.node.span.file).map(|f| f.path.clone());
        of(&signature(&defined.name, defined.node), defined.node.id, home);
    }
    for defined in decls.kernels.iter().filter_map(|kernel| exported(&kernel.name, kernel.node)) {
        if !code.defined.contains(&defined.signature) {
            code.defined.push(defined.signature);
        }
    }
}

/// The signature by which a linker knows a kernel. The host's compilation names a kernel by the function that launches
/// it.
fn signature(full: &str, node: &Node) -> Signature {
    let name = node.name.as_deref().unwrap_or("");
    let stub = format!("__device_stub__{name}");
    let (stub, plain) = (format!("{}{stub}", stub.len()), format!("{}{name}", name.len()));
    let link = node.extra.get("mangledName").map(|link| link.replacen(&stub, &plain, 1));
    let typed = || format!("{full} {}", node.ty.as_deref().unwrap_or(""));
    Signature { name: full.into(), link: link.unwrap_or_else(typed).into() }
}

/// The form in which other files know a definition; `None` if no other file can launch it.
pub(crate) fn exported(name: &str, node: &Node) -> Option<Export> {
    let parameters = params(node).into_iter().map(|p| p.name.clone()).collect();
    has_linkage(name, node).then(|| Export { signature: signature(name, node), parameters })
}
