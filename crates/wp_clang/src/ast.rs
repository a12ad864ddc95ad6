//! The Clang AST as decoded from `-ast-dump=json`: one generic node type with the fields the lowering needs.
//!
//! Properties of Clang's form that readers of the tree need:
//! - A node of a template that does not depend on its parameters appears, with the same id, in the template and in
//!   every instance. Ids are therefore names of declarations, not keys of places in the tree.
//! - Declarations of the prelude (`threadIdx`, `float4`, `atomicAdd`, ...) are not in the tree of the user's file.
//!   References to them carry ids that occur nowhere else; find them in [`TranslationUnit::prelude`] BY NAME (and
//!   type), or recognise intrinsics by name alone. Ids under `prelude` start at 2^30 and never equal those of the
//!   user's file.
//! - A `MemberExpr`'s target has only an id and a name; its `DeclRef` has an empty `kind` and `ty`. Fields of prelude
//!   structs are found by the type of the base and the name.
//! - An `InitListExpr` with flag `array_filler` has the filler as its first child; the written elements follow.
//! - The shape of statements with optional parts is Clang's: `ForStmt` has five children (init, condition variable,
//!   condition, increment, body) of which any but the body can be absent; for `IfStmt`, `WhileStmt` and `SwitchStmt`
//!   the flags `hasInit`, `hasVar` and `hasElse` tell which optional children are there.
//! - `extra` holds types by desugared name (`argType` of `sizeof`, `computeLHSType` and `computeResultType` of compound
//!   assignments), the type of `sizeof` also as it is written (`writtenArgType`, where that differs), and references to
//!   other nodes (`previousDecl`, `parentDeclContextId`, `targetLabelDeclId`, `declId`) in the form in which a
//!   [`NodeId`] is displayed.
//! - The flags `lvalue` and `xvalue` give the value category; without them an expression is a prvalue.
//! - A `CXXDefaultArgExpr` has no child: the value is in the callee's `ParmVarDecl`; the intrinsics' only defaults are
//!   `width = warpSize` of shuffles, the full mask of `__syncwarp`, and the boundary mode of surfaces.
//! - A `GCCAsmStmt` has neither text nor operands in all versions of Clang; its text is at its span.
//! - Attributes are children (`CUDAGlobalAttr`, `OpenCLKernelAttr`, ...); the dump has no arguments for
//!   `ReqdWorkGroupSizeAttr` and `CUDALaunchBoundsAttr` children may be expressions.

use crate::census::Census;
use crate::conditional::SeenComments;
use crate::language::Language;
use crate::record_layouts::StatedLayouts;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wp_base::{define_id, FileId, SourceFile, SourceMap, Span};

define_id!(
    /// Clang's node id, numbered densely by us. References to nodes that are not in the dump (prelude) get an id too.
    NodeId,
    "n"
);

/// A node. `kind` is Clang's class name (`BinaryOperator`, `ForStmt`, ...).
///
/// `inner` keeps Clang's order and its empty slots: an absent child (`for (;;)`) is a node of kind `""`.
#[derive(Clone, Debug)]
pub struct Node {
    /// Id.
    pub id: NodeId,
    /// Class name; empty for an absent child.
    pub kind: Arc<str>,
    /// Range of the node: expansion position of macros, in the file the user wrote.
    pub span: Span,
    /// Position of the name for declarations (else the start of the range).
    pub loc: Span,
    /// `name` of declarations and member expressions.
    pub name: Option<Arc<str>>,
    /// `type.qualType`
    pub ty: Option<Arc<str>>,
    /// `type.desugaredQualType`, or `ty` when Clang left it out.
    pub desugared: Option<Arc<str>>,
    /// `value` of literals (`"3"`, `"0x1p+2"`, `"true"`), constant expressions and enumerators; string literals as
    /// printed, see [`crate::string_units`].
    pub value: Option<Arc<str>>,
    /// `opcode` of unary, binary and compound-assignment operators.
    pub opcode: Option<Arc<str>>,
    /// `castKind` (`LValueToRValue`, `IntegralCast`, ...).
    pub cast_kind: Option<Arc<str>>,
    /// `referencedDecl` / `referencedMemberDecl` / `foundReferencedDecl`-independent target of a reference.
    pub referenced: Option<DeclRef>,
    /// `isPostfix`, `isArrow`, `constexpr`, `hasElse`, `hasInit`, `hasVar`, `isImplicit`, `inline`,
    /// `isPartOfExplicitCast`, ... that are true.
    pub flags: Vec<Arc<str>>,
    /// `storageClass` (`extern`, `static`, ...), `init` style, `tagUsed`, `argType`, `text` of comments, ...: rarely
    /// used strings.
    pub extra: BTreeMap<Arc<str>, Arc<str>>,
    /// Children.
    pub inner: Vec<Node>,
}

/// The declaration that an expression names.
#[derive(Clone, Debug)]
pub struct DeclRef {
    /// Its id.
    pub id: NodeId,
    /// `VarDecl`, `ParmVarDecl`, `FunctionDecl`, `EnumConstantDecl`, `FieldDecl`, ...
    pub kind: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Arc<str>,
}

/// The key in [`Node::extra`] of the source text of an `asm` statement before macros are replaced; of one in a macro, the
/// text in the definition of the macro.
pub const ASSEMBLY: &str = "assembly";

impl Node {
    /// True if a flag is set.
    pub fn flag(&self, name: &str) -> bool {
        self.flags.iter().any(|f| &**f == name)
    }
    /// True if the child is absent.
    pub fn is_absent(&self) -> bool {
        self.kind.is_empty()
    }
    /// The desugared type, else the written one, else the empty string.
    pub fn type_str(&self) -> &str {
        self.desugared.as_deref().or(self.ty.as_deref()).unwrap_or("")
    }
}

/// True for the kinds of functions and member functions.
pub fn is_function(kind: &str) -> bool {
    matches!(kind, "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl")
}

/// The body of a function declaration.
pub fn body(node: &Node) -> Option<&Node> {
    node.inner.iter().rev().find(|c| &*c.kind == "CompoundStmt" || &*c.kind == "CXXTryStmt")
}

/// Severity of a message of Clang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClangSeverity {
    /// `warning`
    Warning,
    /// `error`
    Error,
    /// `fatal error`
    Fatal,
}

/// A message that Clang printed.
///
/// A few errors about restrictions that other compilers do not have, and after which the tree is complete, are
/// warnings. The notes that belong to a message follow its text after `; note: `.
#[derive(Clone, Debug)]
pub struct ClangMessage {
    /// The severity.
    pub severity: ClangSeverity,
    /// Position (the expansion position for macros), if Clang gave one.
    pub span: Span,
    /// The text.
    pub text: String,
    /// The places of the notes that belong to it.
    pub notes: Vec<Span>,
    /// True if the tree has all code that the message is about: a call of a function that is not declared.
    pub in_tree: bool,
}

impl ClangMessage {
    /// True for an error after which the tree may lack code.
    pub fn drops_code(&self) -> bool {
        self.severity != ClangSeverity::Warning && !self.in_tree
    }

    /// True if the message is about a type of the language, such as `size_t`, that is declared again as another one, as
    /// in sources written for 32 bits; the first declaration stays in force.
    pub fn redeclares_type(&self, sources: &SourceMap) -> bool {
        const TYPES: [&str; 14] = [
            "clock_t",
            "int64_t",
            "intptr_t",
            "off_t",
            "ptrdiff_t",
            "size_t",
            "ssize_t",
            "time_t",
            "uint",
            "uint64_t",
            "uintptr_t",
            "ulong",
            "ushort",
            "wchar_t",
        ];
        let text = sources.file(self.span.file).and_then(|f| f.text.get(self.span.start as usize..));
        let name = text.and_then(|t| t.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        self.text.starts_with("typedef redefinition") && name.is_some_and(|name| TYPES.contains(&name))
    }
}

/// A header of the project that an include without a folder means, or may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProjectHeader {
    /// The name as written.
    pub name: String,
    /// The header that was taken, or those of which none was.
    pub candidates: Vec<PathBuf>,
}

impl ProjectHeader {
    /// The header that was taken.
    pub fn taken(&self) -> Option<&Path> {
        match &self.candidates[..] {
            [one] => Some(one),
            _ => None,
        }
    }
}

/// One parsed translation unit.
#[derive(Clone, Debug)]
pub struct TranslationUnit {
    /// `TranslationUnitDecl`; declarations of the prelude are not in it, except those under `prelude`.
    pub root: Node,
    /// The prelude's own declarations (types, constants), decoded once per prelude and shared.
    pub prelude: Arc<Node>,
    /// All files with their text.
    pub sources: SourceMap,
    /// The folders of the prelude's files, for each compilation that `sources` has files of.
    pub prelude_folders: Vec<PathBuf>,
    /// The version of OpenCL C (`__OPENCL_C_VERSION__`) by the flags; meaningless for CUDA files.
    pub opencl_version: u32,
    /// The language.
    pub language: Language,
    /// Lanes of a warp; of a sub-group of OpenCL, if the kernel does not require a size.
    pub lanes: u32,
    /// The messages of Clang.
    pub messages: Vec<ClangMessage>,
    /// Layouts of records.
    pub layouts: StatedLayouts,
    /// The functions without a body that are taken to launch a kernel ([`crate::LAUNCHER`]).
    pub launchers: BTreeSet<Arc<str>>,
    /// The specification comments that the compiler sees; all where it is absent.
    pub seen_comments: Option<SeenComments>,
    /// The kernels and launches of the source, counted without this tree.
    pub census: Census,
    /// Includes that do not exist and were replaced by empty files, by name as written.
    pub stubbed_includes: Vec<String>,
    /// Includes that the given folders do not have and the project has. One of several candidates is not taken.
    pub project_includes: Vec<ProjectHeader>,
    /// Includes that do not exist and that built-in declarations stand for, by name.
    pub built_in_includes: Vec<String>,
    /// The unit as the host's compilation sees it, where that may differ from the device's compilation; spans of both
    /// are in the same files. Ids of nodes are not comparable.
    pub host: Option<Box<TranslationUnit>>,
    /// Wall seconds spent in Clang and in decoding.
    pub seconds: f64,
}

impl TranslationUnit {
    /// The errors of the compiler.
    pub fn errors(&self) -> impl Iterator<Item = &ClangMessage> {
        self.messages.iter().filter(|m| m.severity != ClangSeverity::Warning)
    }

    /// True if the compiler has found nothing wrong that costs parts of the tree.
    pub fn compiles(&self) -> bool {
        self.errors().all(|message| message.redeclares_type(&self.sources))
    }

    /// The files with their ids, without those of the prelude.
    pub fn own_files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.sources.numbered().filter(|(_, file)| !self.is_built_in(&file.path))
    }

    /// True for a file of the prelude, built-in headers included.
    pub fn is_built_in(&self, path: &Path) -> bool {
        self.prelude_folders.iter().any(|folder| path.starts_with(folder))
    }
}
