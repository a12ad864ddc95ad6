//! The state of the analysis of host code: what is known where execution has arrived, and what was found so far.
//!
//! Values about which nothing is known are made here: each is a new symbol, or a new buffer.

use crate::buffers::Buffers;
use crate::callees::Callees;
use crate::contents::Contents;
use crate::forms::has_complex_default;
use crate::frame::Frame;
use crate::global_values::Globals;
use crate::known_calls::Calls;
use crate::makers::Makers;
use crate::named::Named;
use crate::reuse::FlagMemory;
use crate::targets::Targets;
use crate::uses::is_dim3;
use crate::value::{Buffer, Expr, Int, Kind, Symbol, Value};
use crate::vector_forms::is_vector;
use crate::LaunchSite;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_decls::{CType, Decls, Layouts};
use wp_kir::Type;

/// The known values and conditions where execution has arrived.
#[derive(Clone, Default)]
pub(crate) struct State {
    /// True if execution does not arrive here.
    pub dead: bool,
    /// Values of the variables that the analysis follows.
    pub vars: BTreeMap<NodeId, Value>,
    /// Conditions that hold.
    pub guards: Vec<Int>,
    /// Sizes in bytes (`u64`) of buffers that are allocated.
    pub sizes: BTreeMap<Buffer, Int>,
    /// Symbols that are zero or powers of two.
    pub powers: BTreeSet<u32>,
    /// Globals that have certainly been assigned.
    pub assigned: BTreeSet<NodeId>,
    /// The contents of buffers to which the analysis sees every store.
    pub contents: BTreeMap<Buffer, Contents>,
    /// Local arrays, each a buffer.
    pub arrays: BTreeMap<NodeId, Buffer>,
    /// What unknown pointers may point into.
    pub targets: Targets,
    /// Buffers that kernels were given which may still run.
    pub running: BTreeSet<Buffer>,
    /// Memory that a kernel may have left with flags and counters on some way here, and nothing has set back since, as far
    /// as can be seen.
    pub left: BTreeSet<FlagMemory>,
}

/// The values that a launch has read from variables that the analysis does not follow. Every read of such a variable by
/// the launch has the same value.
pub(crate) struct SeenByLaunch {
    /// How many functions are followed where the launch stands: others may change their variables.
    pub depth: usize,
    pub values: FxHashMap<NodeId, Value>,
}

/// What a launch has read so far, while it is evaluated.
#[derive(Default)]
pub(crate) struct OfLaunch {
    /// Variables that the analysis does not follow, where nothing in the launch may change them.
    pub variables: Option<SeenByLaunch>,
    /// Pointers in the arguments, where none of these changes anything.
    pub pointers: Option<ReadByLaunch>,
}

/// The pointers that the arguments of a launch have read, none of which changes anything, by the expressions.
pub(crate) struct ReadByLaunch {
    /// How many functions are followed where the launch stands.
    pub depth: usize,
    pub pointers: Vec<(Node, Value)>,
}

/// What the code of a file may do without a call in the tree.
#[derive(Clone, Default)]
pub(crate) struct Unseen {
    /// The program has allocation functions of its own.
    pub own_new: bool,
    /// Names of the functions of the library that the program defines itself.
    pub replaced: BTreeSet<Arc<str>>,
    /// Default arguments run code.
    pub defaults: bool,
    /// Kernels are launched on other streams than the default one.
    pub streams: bool,
    /// An object was made whose destructor runs at a time that is not known, and may launch kernels.
    pub objects: bool,
    /// A use of a `thread_local` variable may run initialisers.
    pub thread_locals: bool,
}

impl Unseen {
    /// True if kernels may run at any time.
    pub fn kernels(&self) -> bool {
        self.streams || self.objects
    }
}

/// A launch that was found.
pub(crate) struct FoundLaunch {
    pub kernel: NodeId,
    pub site: LaunchSite,
    /// The functions whose calls were followed to it, from a launch that names its kernel.
    pub by_calls: Vec<NodeId>,
}

/// The analysis of the host functions of a file.
pub(crate) struct Flow<'a, 'u> {
    pub decls: &'a Decls<'u>,
    pub layouts: &'a Layouts,
    /// The function that is being followed.
    pub frame: Frame,
    /// The buffers that were met.
    pub buffers: Buffers,
    /// Variables that the analysis does not follow.
    pub unreliable: FxHashSet<NodeId>,
    /// Variables that functions were given by address or reference.
    pub lent: FxHashSet<NodeId>,
    /// What code of the file may do without a call in the tree.
    pub unseen: Unseen,
    /// Functions whose calls are being followed, innermost last.
    pub followed: Vec<NodeId>,
    /// The known values of globals.
    pub globals: Globals,
    /// Constants of namespace scope whose initialisers are being evaluated.
    pub constants: Vec<NodeId>,
    /// What calls do with the references that they are given.
    pub callees: Callees,
    /// The functions of which all calls are known.
    pub known_calls: Calls,
    /// What is known where lambdas are made.
    pub makers: Makers,
    /// The number of calls that have been followed.
    pub followed_count: u32,
    /// While a launch is evaluated, what it has read.
    pub of_launch: OfLaunch,
    /// Where the launches found name their kernels.
    pub launched: Vec<Named>,
    /// Launches found.
    pub sites: Vec<FoundLaunch>,
    /// Positive while a loop body is only tried.
    pub trial: u32,
    next_symbol: u32,
}

impl<'a, 'u> Flow<'a, 'u> {
    pub(crate) fn new(decls: &'a Decls<'u>, layouts: &'a Layouts) -> Self {
        Self {
            decls,
            layouts,
            frame: Frame::of("".into()),
            buffers: Buffers::default(),
            unreliable: FxHashSet::default(),
            lent: FxHashSet::default(),
            unseen: Unseen::default(),
            followed: Vec::new(),
            globals: Globals::default(),
            constants: Vec::new(),
            callees: Callees::default(),
            known_calls: Calls::default(),
            makers: Makers::default(),
            followed_count: 0,
            of_launch: OfLaunch::default(),
            launched: Vec::new(),
            sites: Vec::new(),
            trial: 0,
            next_symbol: 0,
        }
    }

    /// A value of a type of which nothing is known.
    pub(crate) fn unknown(&mut self, node: &Node, name: &str) -> Value {
        if is_dim3(node) {
            return Value::Dim3(self.unknown_extents(name));
        }
        if is_vector(node) {
            return Value::Vector(self.symbol(Type::U64, name));
        }
        let ty = self.decls.qtype(node.type_str()).referent().ty.clone();
        self.unknown_of(&ty, name)
    }

    /// A value of a type of which nothing is known.
    fn unknown_of(&mut self, ty: &CType, name: &str) -> Value {
        match ty.scalar() {
            Some(Type::Ptr) => self.unknown_pointer(),
            Some(ty) if ty.is_int() || ty == Type::Bool => Value::Int(self.symbol(ty, name)),
            _ if self.is_extents(ty) => Value::Dim3(self.unknown_extents(name)),
            _ => match self.plain_record(ty) {
                Some(fields) => {
                    let of = |(field, ty): (Arc<str>, CType)| {
                        let value = self.unknown_of(&ty, &format!("{name}.{field}"));
                        (field, value)
                    };
                    Value::Record(fields.into_iter().map(of).collect())
                }
                None => Value::Unknown,
            },
        }
    }

    /// True if a type is that of launch extents.
    pub(crate) fn is_extents(&self, ty: &CType) -> bool {
        let CType::Record(id) = ty else { return false };
        let record = self.decls.record_decl(*id).node;
        record.name.as_deref() == Some("dim3") && !self.decls.is_own(record.id)
    }

    /// The fields of a structure that is copied field by field, and that no function changes but through its address.
    pub(crate) fn plain_record(&self, ty: &CType) -> Option<Vec<(Arc<str>, CType)>> {
        let CType::Record(id) = ty else { return None };
        let record = self.decls.record_decl(*id);
        let own = |c: &Node| {
            let special = matches!(&*c.kind, "CXXConstructorDecl" | "CXXDestructorDecl")
                || &*c.kind == "CXXMethodDecl" && c.name.as_deref() == Some("operator=");
            special && !c.flag("isImplicit")
        };
        let written = |c: &Node| own(c) || &*c.kind == "FunctionTemplateDecl" && c.inner.iter().any(own);
        let hidden =
            |c: &Node| &*c.kind == "FieldDecl" && (c.flag("mutable") || c.name.is_none() || has_complex_default(c));
        if record.is_union || record.is_lambda || record.node.inner.iter().any(|c| written(c) || hidden(c)) {
            return None;
        }
        let layout = self.layouts.record(self.decls, *id).ok()?;
        let odd = |f: &wp_decls::Field| {
            f.is_base || f.bits.is_some() || f.ty.is_volatile || matches!(f.ty.ty, CType::Reference(_))
        };
        if layout.fields.iter().any(odd) {
            return None;
        }
        Some(layout.fields.iter().map(|f| (f.name.as_str().into(), f.ty.ty.clone())).collect())
    }

    pub(crate) fn symbol(&mut self, ty: Type, name: &str) -> Int {
        self.next_symbol += 1;
        Expr::new(Kind::Symbol(Symbol { id: self.next_symbol, name: name.into(), of_dim3: false }), ty)
    }

    /// The extents of a `dim3` of which nothing is known.
    pub(crate) fn unknown_extents(&mut self, name: &str) -> [Int; 3] {
        [0; 3].map(|_| {
            self.next_symbol += 1;
            Expr::new(Kind::Symbol(Symbol { id: self.next_symbol, name: name.into(), of_dim3: true }), Type::U32)
        })
    }

    /// A pointer where it meets others, on another path or in another iteration: null stands for the start of a buffer
    /// that is no other one.
    pub(crate) fn as_place(&mut self, value: &Value) -> Value {
        if *value == Value::Null {
            self.unknown_pointer()
        } else {
            value.clone()
        }
    }

    pub(crate) fn unknown_pointer(&mut self) -> Value {
        Value::Pointer(self.buffers.fresh(), Expr::int(0, Type::I64))
    }
}
