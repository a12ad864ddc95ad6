//! The table of Clang's node kinds: how the lowering treats each kind of statement, expression, declaration, attribute,
//! cast and operator.
//!
//! A kind that is not in the table, of a newer Clang for example, makes every kernel unsupported that reaches a
//! function with a node of this kind, even if the node is in dead code. The message names the kind.
//! `cargo xtask node-kinds` makes `docs/node-kinds.md`, which is the table with the tests of each kind.

use wp_base::Span;
use wp_clang::Node;

/// The class of a node kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A statement.
    Statement,
    /// An expression.
    Expression,
    /// A declaration inside of a function.
    Declaration,
    /// An attribute of a statement, variable, parameter or function.
    Attribute,
    /// `castKind` of a cast expression.
    Cast,
    /// `opcode` of a unary operator.
    Unary,
    /// `opcode` of a binary operator or compound assignment.
    Binary,
}

impl Class {
    /// All classes, in the order of the printed table.
    pub const ALL: [Class; 7] = [
        Class::Statement,
        Class::Expression,
        Class::Declaration,
        Class::Attribute,
        Class::Cast,
        Class::Unary,
        Class::Binary,
    ];

    /// Title of the class in the printed table.
    pub fn title(self) -> &'static str {
        match self {
            Class::Statement => "Statements",
            Class::Expression => "Expressions",
            Class::Declaration => "Declarations inside of functions",
            Class::Attribute => "Attributes",
            Class::Cast => "Cast kinds",
            Class::Unary => "Unary operators",
            Class::Binary => "Binary operators",
        }
    }
}

/// The handling of a kind by the lowering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handling {
    /// Lowered to KIR.
    Lowered,
    /// A wrapper without a meaning of its own: its operand is lowered in its place.
    Wrapper,
    /// Without effect on what an execution does; the text says why.
    Inert(&'static str),
    /// The kernel is unsupported; the text names the construct.
    Rejected(&'static str),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The class of the kind.
    pub class: Class,
    /// Clang's name.
    pub kind: &'static str,
    /// The handling of the kind.
    pub handling: Handling,
}

macro_rules! rows {
    ($($class:ident $handling:expr => [$($kind:literal)*])*) => {
        &[$($(Row { class: Class::$class, kind: $kind, handling: $handling }),*),*]
    };
}

use Handling::{Inert, Lowered, Rejected, Wrapper};

const HINT: &str = "a hint to the optimiser";
const CHECK: &str = "only diagnostics and overload resolution depend on it";
const LINKAGE: &str = "where code lies and who calls it, not what it does";
const LAYOUT: &str = "layout: read where sizes and offsets are computed";
const DIALECT: &str = "read by the lowering of kernels and variables";
const TYPES: &str = "types and names: read where they are used";
const DEPENDENT: &str = "code of a template that is not instantiated";

/// The table.
pub const ROWS: &[Row] = rows! {
    Statement Lowered => [
        "AttributedStmt" "BreakStmt" "CXXForRangeStmt" "CaseStmt" "CompoundStmt" "ContinueStmt" "DeclStmt" "DefaultStmt"
        "DoStmt" "ForStmt" "GCCAsmStmt" "GotoStmt" "IfStmt" "LabelStmt" "NullStmt" "ReturnStmt" "SwitchStmt" "WhileStmt"
    ]
    Statement Rejected("inline assembly") => ["MSAsmStmt"]
    Statement Rejected("computed goto") => ["IndirectGotoStmt"]
    Statement Rejected("exceptions") => [
        "CXXCatchStmt" "CXXTryStmt" "SEHExceptStmt" "SEHFinallyStmt" "SEHLeaveStmt" "SEHTryStmt"
    ]
    Statement Rejected("coroutine") => ["CoreturnStmt" "CoroutineBodyStmt"]
    Expression Wrapper => [
        "CXXRewrittenBinaryOperator" "ConstantExpr" "ExprWithCleanups" "FullExpr" "ParenExpr"
        "SubstNonTypeTemplateParmExpr"
    ]
    Expression Lowered => [
        "ArrayInitIndexExpr" "ArrayInitLoopExpr" "ArraySubscriptExpr" "AsTypeExpr" "BinaryConditionalOperator"
        "BinaryOperator" "BuiltinBitCastExpr" "CStyleCastExpr" "CXXAddrspaceCastExpr" "CXXBindTemporaryExpr"
        "CXXBoolLiteralExpr" "CXXConstCastExpr" "CXXConstructExpr" "CXXDefaultArgExpr" "CXXDefaultInitExpr"
        "CXXFunctionalCastExpr" "CXXInheritedCtorInitExpr" "CXXMemberCallExpr" "CXXNullPtrLiteralExpr" "CXXOperatorCallExpr" "CXXReinterpretCastExpr" "CXXScalarValueInitExpr"
        "CXXStaticCastExpr" "CXXStdInitializerListExpr" "CXXTemporaryObjectExpr" "CXXThisExpr" "CallExpr"
        "CharacterLiteral" "ChooseExpr" "CompoundAssignOperator" "CompoundLiteralExpr" "ConditionalOperator"
        "ConvertVectorExpr" "DeclRefExpr" "ExtVectorElementExpr" "FloatingLiteral" "GNUNullExpr" "GenericSelectionExpr"
        "ImplicitCastExpr" "ImplicitValueInitExpr" "InitListExpr" "IntegerLiteral" "LambdaExpr"
        "MaterializeTemporaryExpr" "MemberExpr" "OpaqueValueExpr" "PredefinedExpr" "SizeOfPackExpr" "StmtExpr"
        "StringLiteral" "UnaryExprOrTypeTraitExpr" "UnaryOperator" "UserDefinedLiteral"
    ]
    Expression Rejected("expression with a compiler error") => ["RecoveryExpr"]
    Expression Rejected("vector shuffle builtin") => ["ShuffleVectorExpr"]
    Expression Rejected("atomic builtin") => ["AtomicExpr"]
    Expression Rejected("dynamic memory") => ["CXXDeleteExpr" "CXXNewExpr"]
    Expression Rejected("exceptions") => ["CXXThrowExpr"]
    Expression Rejected("run-time type information") => ["CXXDynamicCastExpr" "CXXTypeidExpr" "CXXUuidofExpr"]
    Expression Rejected("variable arguments") => ["VAArgExpr"]
    Expression Rejected("kernel launch from the device") => ["CUDAKernelCallExpr"]
    Expression Rejected("block of OpenCL") => ["BlockExpr"]
    Expression Rejected("address of a label") => ["AddrLabelExpr"]
    Expression Rejected("complex number") => ["ImaginaryLiteral"]
    Expression Rejected("fixed-point number") => ["FixedPointLiteral"]
    Expression Rejected("type trait") => [
        "ArrayTypeTraitExpr" "CXXNoexceptExpr" "ConceptSpecializationExpr" "ExpressionTraitExpr" "OffsetOfExpr"
        "RequiresExpr" "SourceLocExpr" "TypeTraitExpr"
    ]
    Expression Rejected("initialiser") => [
        "CXXParenListInitExpr" "DesignatedInitExpr" "DesignatedInitUpdateExpr" "NoInitExpr"
    ]
    Expression Rejected("coroutine") => ["CoawaitExpr" "CoyieldExpr" "DependentCoawaitExpr"]
    Expression Rejected("matrix type") => ["MatrixSubscriptExpr"]
    Expression Rejected("property") => ["MSPropertyRefExpr" "MSPropertySubscriptExpr" "PseudoObjectExpr"]
    Expression Rejected("call of a destructor") => ["CXXPseudoDestructorExpr"]
    Expression Rejected("embedded file") => ["EmbedExpr"]
    Expression Rejected(DEPENDENT) => [
        "CXXDependentScopeMemberExpr" "CXXFoldExpr" "CXXUnresolvedConstructExpr" "DependentScopeDeclRefExpr"
        "FunctionParmPackExpr" "PackExpansionExpr" "PackIndexingExpr" "ParenListExpr" "SubstNonTypeTemplateParmPackExpr"
        "UnresolvedLookupExpr" "UnresolvedMemberExpr"
    ]
    Declaration Lowered => ["BindingDecl" "CXXCtorInitializer" "DecompositionDecl" "VarDecl"]
    Declaration Inert(TYPES) => [
        "CXXRecordDecl" "ClassTemplateDecl" "EmptyDecl" "EnumDecl" "FunctionDecl" "NamespaceAliasDecl"
        "NonTypeTemplateParmDecl" "ParmVarDecl" "RecordDecl" "StaticAssertDecl" "TemplateArgument"
        "TemplateTemplateParmDecl" "TemplateTypeParmDecl" "TypeAliasDecl" "TypeAliasTemplateDecl" "TypedefDecl"
        "UsingDecl" "UsingDirectiveDecl" "UsingEnumDecl" "UsingShadowDecl" "LabelDecl"
    ]
    Declaration Rejected("local declaration") => [
        "FunctionTemplateDecl" "ImportDecl" "OMPCapturedExprDecl" "PragmaCommentDecl" "VarTemplateDecl"
        "VarTemplateSpecializationDecl"
    ]
    Attribute Inert(HINT) => [
        "AlwaysInlineAttr" "AssumeAlignedAttr" "CXXAssumeAttr" "CodeAlignAttr" "ColdAttr" "ConstAttr" "FallThroughAttr"
        "FlattenAttr" "HotAttr" "LikelyAttr" "LoopHintAttr" "MinSizeAttr" "MustTailAttr" "NoInlineAttr" "NoMergeAttr"
        "OpenCLUnrollHintAttr" "OptimizeNoneAttr" "PureAttr" "UnlikelyAttr"
    ]
    Attribute Inert(CHECK) => [
        "AnnotateAttr" "ArtificialAttr" "BuiltinAttr" "CarriesDependencyAttr" "DeprecatedAttr" "DiagnoseIfAttr"
        "EnableIfAttr" "FinalAttr" "FormatAttr" "NoDebugAttr" "NoEscapeAttr" "NoReturnAttr" "CXX11NoReturnAttr"
        "NoThrowAttr" "NonNullAttr" "OverloadableAttr" "OverrideAttr" "PreferredNameAttr" "RestrictAttr"
        "ReturnsNonNullAttr" "SuppressAttr" "UninitializedAttr" "UnusedAttr" "UsedAttr" "WarnUnusedResultAttr"
    ]
    Attribute Inert(LINKAGE) => [
        "ConvergentAttr" "DLLExportAttr" "DLLImportAttr" "ExcludeFromExplicitInstantiationAttr" "InternalLinkageAttr"
        "LoaderUninitializedAttr" "NoDuplicateAttr" "NoSanitizeAttr" "NoSplitStackAttr" "SectionAttr" "TargetAttr"
        "VisibilityAttr"
    ]
    Attribute Inert(LAYOUT) => ["AlignedAttr" "MaxFieldAlignmentAttr" "ModeAttr" "PackedAttr"]
    Attribute Inert(DIALECT) => [
        "AMDGPUFlatWorkGroupSizeAttr" "AMDGPUNumSGPRAttr" "AMDGPUNumVGPRAttr" "AMDGPUWavesPerEUAttr" "CUDAConstantAttr"
        "CUDADeviceAttr" "CUDAGlobalAttr" "CUDAHostAttr" "CUDALaunchBoundsAttr" "CUDASharedAttr" "HIPManagedAttr"
        "NVPTXKernelAttr" "OpenCLAccessAttr" "OpenCLIntelReqdSubGroupSizeAttr" "OpenCLKernelAttr"
        "ReqdWorkGroupSizeAttr" "VecTypeHintAttr" "WorkGroupSizeHintAttr"
    ]
    Attribute Rejected("definition of which the linker may choose another") => [
        "AliasAttr" "AsmLabelAttr" "IFuncAttr" "WeakAttr" "WeakRefAttr"
    ]
    Attribute Rejected("code that runs on its own") => ["CleanupAttr" "ConstructorAttr" "DestructorAttr"]
    Attribute Rejected("function without an ordinary body") => ["NakedAttr" "ReturnsTwiceAttr"]
    Attribute Rejected("layout of a union") => ["TransparentUnionAttr"]
    Attribute Rejected("thread-local variable") => ["ThreadAttr"]
    Cast Lowered => [
        "AddressSpaceConversion" "ArrayToPointerDecay" "BaseToDerived" "BitCast" "BooleanToSignedIntegral"
        "BuiltinFnToFnPtr" "ConstructorConversion" "DerivedToBase" "FloatingCast"
        "FloatingToBoolean" "FloatingToIntegral" "FunctionToPointerDecay" "IntToOCLSampler" "IntegralCast"
        "IntegralToBoolean" "IntegralToFloating" "IntegralToPointer" "LValueBitCast" "LValueToRValue"
        "LValueToRValueBitCast" "MemberPointerToBoolean" "NoOp" "NullToPointer" "PointerToBoolean"
        "PointerToIntegral" "ToVoid" "UncheckedDerivedToBase" "UserDefinedConversion" "VectorSplat"
        "ZeroToOCLOpaqueType"
    ]
    Cast Rejected("access to an atomic object without an atomic function") => ["AtomicToNonAtomic" "NonAtomicToAtomic"]
    Cast Rejected("conversion of a pointer to a member") => [
        "BaseToDerivedMemberPointer" "DerivedToBaseMemberPointer" "NullToMemberPointer" "ReinterpretMemberPointer"
    ]
    Cast Rejected("conversion of a complex, fixed-point or matrix value") => [
        "FixedPointCast" "FixedPointToBoolean" "FixedPointToFloating" "FixedPointToIntegral" "FloatingComplexCast"
        "FloatingComplexToBoolean" "FloatingComplexToIntegralComplex" "FloatingComplexToReal" "FloatingRealToComplex"
        "FloatingToFixedPoint" "IntegralComplexCast" "IntegralComplexToBoolean" "IntegralComplexToFloatingComplex"
        "IntegralComplexToReal" "IntegralRealToComplex" "IntegralToFixedPoint" "MatrixCast"
    ]
    Cast Rejected("other cast") => ["Dependent" "Dynamic" "HLSLArrayRValue" "HLSLVectorTruncation" "ToUnion"]
    Unary Lowered => ["!" "&" "*" "+" "++" "-" "--" "__extension__" "__real" "~"]
    Unary Rejected("imaginary part") => ["__imag"]
    Unary Rejected("coroutine") => ["co_await"]
    Binary Lowered => [
        "!=" "%" "%=" "&" "&&" "&=" "*" "*=" "+" "+=" "," "-" "-=" "/" "/=" "<" "<<" "<<=" "<=" "=" "==" ">" ">=" ">>"
        ">>=" "^" "^=" "|" "|=" "||"
    ]
    Binary Rejected("pointer to a member") => ["->*" ".*"]
    Binary Rejected("three-way comparison") => ["<=>"]
};

/// The row of a kind.
fn row(class: Class, kind: &str) -> Option<&'static Row> {
    use rustc_hash::FxHashMap;
    use std::sync::OnceLock;
    static INDEX: OnceLock<FxHashMap<(Class, &'static str), &'static Row>> = OnceLock::new();
    let index = INDEX.get_or_init(|| ROWS.iter().map(|row| ((row.class, row.kind), row)).collect());
    index.get(&(class, kind)).copied()
}

/// The handling of a node by its kind alone; `None` for a kind that is not in the table.
pub(crate) fn handling(kind: &str) -> Option<Handling> {
    [class_of(kind), Class::Expression, Class::Declaration]
        .into_iter()
        .find_map(|class| row(class, kind))
        .map(|row| row.handling)
}

/// The class of a kind by the end of its name.
fn class_of(kind: &str) -> Class {
    if kind.ends_with("Attr") {
        Class::Attribute
    } else if kind.ends_with("Stmt") {
        Class::Statement
    } else if kind.ends_with("Decl") {
        Class::Declaration
    } else {
        Class::Expression
    }
}

/// A construct that makes the kernel unsupported.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    /// The name of the construct, or the kind of its node.
    pub what: String,
    /// Its place.
    pub span: Span,
}

/// The address of a node, which identifies it.
pub(crate) fn node_address(node: &Node) -> usize {
    std::ptr::from_ref(node) as usize
}

/// The first node of a function, body and attributes, that the table rejects or does not name.
///
/// Bodies of lambdas and member functions of local classes are not searched: they are functions of their own. Operands
/// that are not evaluated are not searched either.
pub(crate) fn refused(function: &Node) -> Option<Refused> {
    function.inner.iter().find_map(below)
}

/// The first such node at or below a node.
fn below(node: &Node) -> Option<Refused> {
    if node.is_absent() {
        return None;
    }
    let refuse = |what: String| Some(Refused { what, span: node.span });
    match handling(&node.kind) {
        None => return refuse(format!("node kind `{}`, which the lowering does not know", node.kind)),
        // An expression with a compiler error is reported as one.
        Some(Rejected(_)) if &*node.kind == "RecoveryExpr" => return None,
        Some(Rejected(what)) => return refuse(format!("{what} (`{}`)", node.kind)),
        Some(Inert(_)) => return node.inner.iter().filter(|c| c.kind.ends_with("Attr")).find_map(below),
        Some(Lowered | Wrapper) => {}
    }
    let named = |class: Class, name: &str, what: &str| match row(class, name).map(|row| row.handling) {
        None => refuse(format!("{what} `{name}`, which the lowering does not know")),
        Some(Rejected(construct)) => refuse(format!("{construct} ({what} `{name}`)")),
        Some(_) => None,
    };
    let here = match (&node.cast_kind, &node.opcode) {
        (Some(cast), _) => named(Class::Cast, cast, "cast kind"),
        (None, Some(opcode)) if &*node.kind == "UnaryOperator" => named(Class::Unary, opcode, "operator"),
        (None, Some(opcode)) => named(Class::Binary, opcode, "operator"),
        (None, None) => None,
    };
    if here.is_some() {
        return here;
    }
    match &*node.kind {
        "UnaryExprOrTypeTraitExpr" | "SizeOfPackExpr" => None,
        // The body belongs to the call operator, which is a function of its own.
        "LambdaExpr" => {
            let captures = node.inner.iter().filter(|c| !matches!(&*c.kind, "CXXRecordDecl" | "CompoundStmt"));
            captures.into_iter().find_map(below)
        }
        "GenericSelectionExpr" => {
            let selected = node.inner.iter().filter(|c| &*c.kind == "GenericAssociation" && c.flag("selected"));
            selected.filter_map(|association| association.inner.last()).find_map(below)
        }
        _ => node.inner.iter().find_map(below),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row_and_is_found_by_its_name() {
        let mut names: Vec<(Class, &str)> = ROWS.iter().map(|row| (row.class, row.kind)).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "a kind stands twice");
        for row in ROWS {
            if !matches!(row.class, Class::Cast | Class::Unary | Class::Binary) {
                assert_eq!(handling(row.kind), Some(row.handling), "{}", row.kind);
            }
        }
        assert_eq!(handling("FutureStmt"), None);
    }
}
