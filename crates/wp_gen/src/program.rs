//! The structured form of a generated kernel: enough of C to be printed as CUDA or OpenCL and to be shrunk.

/// Language that a file is printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// CUDA C++
    Cuda,
    /// OpenCL C
    OpenCl,
}

/// Extents of the launch that a file is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Threads per block; the third extent is 1.
    pub block: [u32; 2],
    /// Blocks; the third extent is 1.
    pub grid: [u32; 2],
}

impl Shape {
    /// Threads of a block.
    pub fn threads(&self) -> u32 {
        self.block[0] * self.block[1]
    }
    /// Number of blocks.
    pub fn blocks(&self) -> u32 {
        self.grid[0] * self.grid[1]
    }
}

/// C types of scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CType {
    /// `int`
    Int,
    /// `unsigned int`
    Uint,
    /// `char`, signed
    Char,
    /// `unsigned char`
    Uchar,
    /// `short`
    Short,
    /// `unsigned short`
    Ushort,
    /// `long long`
    Long,
    /// `size_t`
    Size,
    /// `float`
    Float,
}

/// Element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elem {
    /// `int`
    Int,
    /// `unsigned int`
    Uint,
    /// `short`
    Short,
    /// `unsigned char`
    Uchar,
    /// `float`
    Float,
    /// `int2`, accessed by component
    Int2,
    /// `float4`, accessed by component
    Float4,
    /// `struct Cell { int a; short b; short c; }`, accessed by field
    Cell,
}

/// The location of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// A pointer parameter.
    Global,
    /// `__shared__`
    Shared,
    /// A local array of a thread.
    Local,
}

/// An array of the kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// Name.
    pub name: String,
    /// The location.
    pub home: Home,
    /// Element type.
    pub elem: Elem,
    /// Number of elements. Global arrays have no declared size; the kernel stays below it.
    pub size: u32,
    /// Columns, when declared with two dimensions.
    pub columns: Option<u32>,
    /// True if the kernel never writes it.
    pub read_only: bool,
}

/// A scalar `int` parameter with its range, which the kernel states as a precondition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// Name.
    pub name: String,
    /// Least value.
    pub low: i64,
    /// Greatest value.
    pub high: i64,
}

/// Binary operators of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    AndAnd,
    OrOr,
}

/// Expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A literal.
    Int(i64),
    /// A variable or parameter.
    Var(String),
    /// `threadIdx`, axis 0 or 1
    Thread(u8),
    /// `blockIdx`
    Block(u8),
    /// `blockDim`
    BlockDim(u8),
    /// `gridDim`
    GridDim(u8),
    /// Binary operation.
    Bin(Op, Box<Expr>, Box<Expr>),
    /// `!e`
    Not(Box<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(type)e`
    Cast(CType, Box<Expr>),
    /// Value in memory.
    Load(Place),
    /// Call of a helper of the file's preamble.
    Call(&'static str, Vec<Expr>),
    /// `e` brought into `0..size`.
    Wrap(Wrap, Box<Expr>, u32),
}

/// The means that brings an index into range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrap {
    /// `(unsigned)e % size`
    Mod,
    /// `e & (size - 1)`; the size is a power of two
    Mask,
    /// `e % size`, for an `e` that is not negative
    Plain,
}

/// The form of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum View {
    /// `a[i]`, or `a[i / c][i % c]`
    Plain,
    /// `*(a + i)`
    Deref,
    /// `a[i].x`, `a[i].b`
    Member(&'static str),
    /// `((char*)a)[i]`; the index counts bytes
    Bytes,
    /// `((int2*)a)[i].x`; the index counts pairs
    Pairs(&'static str),
    /// `p[i]` through a pointer variable that points into the array
    Pointer(String),
}

/// An element of an array.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Index into [`Program::arrays`].
    pub array: usize,
    /// Index in units of the view.
    pub index: Box<Expr>,
    /// Spelling.
    pub view: View,
}

/// Statements.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// `type name = e;`
    Decl(CType, String, Expr),
    /// `name op e;`
    Assign(String, &'static str, Expr),
    /// `place op e;`
    Store(Place, &'static str, Expr),
    /// `atomicAdd(&place, e);` and the like; the old value may be kept.
    Atomic(AtomicFn, Place, Expr, Option<String>),
    /// Barrier of the block.
    Barrier(Flags),
    /// `__threadfence()`
    Fence,
    /// `if`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for (int var = init; cond; var op step)`
    For(String, Expr, Expr, &'static str, Expr, Vec<Stmt>),
    /// `while`
    While(Expr, Vec<Stmt>),
    /// `do ... while`
    DoWhile(Expr, Vec<Stmt>),
    /// `switch` over cases 0, 1, ...; a case without `true` falls through.
    Switch(Expr, Vec<(Vec<Stmt>, bool)>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;`
    Return,
    /// `int *name = array + e;`
    Point(String, usize, Expr),
    /// `name += e;` for a pointer
    Move(String, Expr),
    /// `wg_bump(name, e);`: by reference in CUDA, by pointer in OpenCL
    Bump(String, Expr),
    /// `wg_put(array, i, e);`
    Put(usize, Expr, Expr),
}

/// Atomic functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AtomicFn {
    Add,
    Max,
    Or,
    Exch,
}

/// Memory that a barrier orders (OpenCL; CUDA orders both).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flags {
    /// Both.
    Both,
    /// Local memory only.
    Local,
    /// Global memory only.
    Global,
}

/// An array whose contents steer the kernel: values matter only modulo a small number, so that all can be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    /// Index into [`Program::arrays`].
    pub array: usize,
    /// The kernel looks at `value & (modulus - 1)` only.
    pub modulus: u32,
}

/// A kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Name.
    pub name: String,
    /// Arrays; the global ones are parameters in this order.
    pub arrays: Vec<Array>,
    /// Scalar parameters, after the arrays.
    pub scalars: Vec<Scalar>,
    /// The steering array, if any.
    pub selector: Option<Selector>,
    /// True if races and divergence depend on nothing but the launch, the scalars and the selector. Then running all
    /// values of those decides the kernel.
    pub exact: bool,
    /// The body.
    pub body: Vec<Stmt>,
}
