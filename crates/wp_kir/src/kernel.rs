//! A kernel: parameters, objects, variables, expressions and the body.

use crate::{Block, Expr, ExprId, ExprKind, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_base::{define_id, Arena, Span};

define_id!(
    /// A private, mutable, scalar variable of a thread.
    VarId,
    "v"
);
define_id!(
    /// A memory object.
    ObjectId,
    "o"
);
define_id!(
    /// A kernel parameter (after splitting of structs).
    ParamId,
    "p"
);

/// Source language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dialect {
    /// CUDA C++
    Cuda,
    /// HIP
    Hip,
    /// OpenCL C
    OpenCl,
}

impl Dialect {
    /// True for CUDA and HIP, which have one language and one model of execution but for the lanes of warps.
    pub fn is_cpp(self) -> bool {
        matches!(self, Dialect::Cuda | Dialect::Hip)
    }
}

/// Lanes of a warp of NVIDIA's devices.
pub(crate) const LANES: u32 = 32;
/// Lanes that a warp has at most. A mask has a bit for each of the first 64 lanes; one of 64 ones names all lanes.
pub const MOST_LANES: u32 = 128;

/// The lanes that a mask names.
pub fn lanes_named(mask: u64) -> u128 {
    match mask {
        u64::MAX => u128::MAX,
        _ => u128::from(mask),
    }
}

/// The code that one thread executes, after inlining.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// Name as printed (template arguments included).
    pub name: Arc<str>,
    /// Source language.
    pub dialect: Dialect,
    /// Position of the name.
    pub span: Span,
    /// Parameters in order.
    pub params: Arena<ParamId, Param>,
    /// Memory objects.
    pub objects: Arena<ObjectId, Object>,
    /// Variables.
    pub vars: Arena<VarId, Var>,
    /// All expressions.
    pub exprs: Arena<ExprId, Expr>,
    /// The body.
    pub body: Block,
    /// Extents fixed by the source (`reqd_work_group_size`), if any.
    pub required_block: Option<[u32; 3]>,
    /// Greatest number of threads in a block given by the source (`__launch_bounds__`), if any.
    pub max_threads: Option<u32>,
    /// Lanes of a warp (work-items of a sub-group in OpenCL): a power of two up to [`MOST_LANES`]. Two kernels that are
    /// compared have the same.
    pub lanes: u32,
    /// The constructs that the front end over-approximated.
    pub approximations: Vec<Approximation>,
    /// At places where the source accesses a value of several scalars: the bytes that one instruction moves; 0 where
    /// that is not known. Like positions, this is not printed.
    pub requests: BTreeMap<Span, u64>,
    /// True if the source gives no type or member an alignment of its own, so that each access has that of its width.
    /// Like positions, this is not printed.
    pub has_natural_alignment: bool,
    /// Places of stores to bit-fields, which read and write whole words. Like positions, this is not printed.
    pub bit_field_stores: BTreeSet<Span>,
    /// Divisions of the program: a thread that evaluates one divides. Divisions of specifications and of the values of
    /// ghosts are not among them. Like positions, this is not printed.
    pub executed_divisions: BTreeSet<ExprId>,
    /// Number of loop ids in use (`LoopId` indices are below it).
    pub loop_count: u32,
    /// Number of label ids in use.
    pub label_count: u32,
}

/// A kernel parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Source name; `s.x` for a component of a struct.
    pub name: Arc<str>,
    /// Type of the variable that holds it.
    pub ty: Type,
    /// The variable that holds its value at entry.
    pub var: VarId,
    /// For a pointer: the object it points to, at byte offset 0.
    pub object: Option<ObjectId>,
    /// Position.
    pub span: Span,
}

impl Param {
    /// The start of the name of a parameter that is no parameter of the source but a value of host code.
    pub const OF_HOST: &'static str = "host ";

    /// True if the parameter is a value of host code, which neither callers of the kernel nor its source can name.
    pub fn is_of_host(&self) -> bool {
        self.name.starts_with(Self::OF_HOST)
    }
}

/// A private variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Var {
    /// Source name, or a name of the lowering that starts with `%`.
    pub name: Arc<str>,
    /// Type.
    pub ty: Type,
    /// Position.
    pub span: Span,
}

/// Address spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// Visible to all threads.
    Global,
    /// Visible to all threads, never written by a kernel.
    Constant,
    /// One instance per block (`__shared__`, `local`).
    Shared,
    /// One instance per thread.
    Private,
    /// Texels of images and surfaces: visible to all threads, ordered by fences of its own.
    Image,
}

impl Space {
    /// True if one instance is visible to the threads of all blocks.
    pub fn is_of_device(self) -> bool {
        matches!(self, Space::Global | Space::Constant | Space::Image)
    }
}

/// The origin of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectKind {
    /// The array that a pointer parameter points to.
    Param(ParamId),
    /// A global or static declaration, or a local array.
    Declared,
    /// `extern __shared__`: one base for all such declarations.
    DynamicShared,
}

/// A memory object, addressed by byte offsets from 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Source name.
    pub name: Arc<str>,
    /// The name that a linker uses, if it is more than the name in the source: of a variable in a namespace, a
    /// function, a class or an instance of a template.
    pub symbol: Option<Arc<str>>,
    /// Address space.
    pub space: Space,
    /// The origin.
    pub kind: ObjectKind,
    /// Natural element type, for printing indices and for inputs.
    pub elem: Type,
    /// Size in bytes, when known.
    pub size: Option<u64>,
    /// Else the parameter of type `u64` that holds it.
    pub bytes: Option<ParamId>,
    /// Extents for printing `a[i][j]`, outermost first; empty or one entry for a plain array.
    pub shape: Vec<u64>,
    /// The address of its first byte is a multiple of this power of two, in every launch. Like positions, this is not
    /// printed.
    pub align: u64,
    /// Contents at kernel start.
    pub init: Init,
    /// True if these contents may be what an earlier launch of the kernel left.
    pub is_reused: bool,
    /// True if the declaration says `const` or `__constant__`.
    pub is_const: bool,
    /// True if `restrict` says it is not aliased.
    pub restrict: bool,
    /// Position.
    pub span: Span,
}

/// The alignment of arrays that a launch is given: `cudaMalloc` and `hipMalloc` align to 256 bytes, and buffers of OpenCL
/// to `CL_DEVICE_MEM_BASE_ADDR_ALIGN`, at least 128 bytes.
pub const GIVEN_ALIGN: u64 = 128;
/// The alignment of the shared memory of a launch, which the runtime aligns for the widest accesses.
pub const DYNAMIC_ALIGN: u64 = 16;

impl Object {
    /// The name that a linker uses for a variable of the source.
    pub fn linked_name(&self) -> &str {
        self.symbol.as_ref().unwrap_or(&self.name)
    }

    /// True if a pointer that a launch is given may lead into it: to the array of another parameter, or to a global
    /// array of the file.
    pub fn may_be_given(&self) -> bool {
        match self.kind {
            ObjectKind::Param(_) => true,
            ObjectKind::Declared => matches!(self.space, Space::Global | Space::Image),
            ObjectKind::DynamicShared => false,
        }
    }
}

/// Contents of an object when the kernel starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    /// Input: any contents.
    Input,
    /// Contents that the source fixes and the front end did not evaluate: any contents in proofs, and no execution that
    /// reads them shows anything.
    Unevaluated,
    /// Indeterminate (shared and private arrays without initialiser).
    Undefined,
    /// Known bytes (constant tables).
    Bytes(Arc<[u8]>),
}

/// Something that the front end modelled as more behaviours than the source has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approximation {
    /// The over-approximated construct, in words for the user.
    pub what: Arc<str>,
    /// The place in the source.
    pub span: Span,
}

/// One extent of a launch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dim {
    /// Fixed.
    Known(u32),
    /// Any within the hardware's limits.
    Any,
}

/// The launch a verdict is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Threads per block.
    pub block: [Dim; 3],
    /// Blocks.
    pub grid: [Dim; 3],
    /// OpenCL global offset.
    pub offset: [Dim; 3],
}

impl Launch {
    /// Nothing known; the global offset is 0.
    pub const ANY: Launch = Launch { block: [Dim::Any; 3], grid: [Dim::Any; 3], offset: [Dim::Known(0); 3] };
}

impl Kernel {
    /// A kernel without parameters and with an empty body.
    pub fn new(name: &str, dialect: Dialect, span: Span) -> Self {
        Self {
            name: name.into(),
            dialect,
            span,
            params: Arena::new(),
            objects: Arena::new(),
            vars: Arena::new(),
            exprs: Arena::new(),
            body: Vec::new(),
            required_block: None,
            max_threads: None,
            lanes: LANES,
            approximations: Vec::new(),
            requests: BTreeMap::new(),
            has_natural_alignment: false,
            bit_field_stores: BTreeSet::new(),
            executed_divisions: BTreeSet::new(),
            loop_count: 0,
            label_count: 0,
        }
    }

    /// Adds an expression.
    pub fn expr(&mut self, kind: ExprKind, ty: Type, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, ty, span })
    }

    /// Adds an integer (or bool) constant.
    pub fn int(&mut self, value: i128, ty: Type, span: Span) -> ExprId {
        self.expr(ExprKind::Int(value), ty, span)
    }

    /// Adds a variable.
    pub fn var(&mut self, name: &str, ty: Type, span: Span) -> VarId {
        self.vars.push(Var { name: name.into(), ty, span })
    }

    /// The type of masks of lanes.
    pub fn mask_type(&self) -> Type {
        if self.lanes > LANES {
            Type::U64
        } else {
            Type::U32
        }
    }

    /// Type of an expression.
    pub fn ty(&self, expr: ExprId) -> Type {
        self.exprs[expr].ty
    }
}
