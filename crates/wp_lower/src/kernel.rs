//! Lowers one kernel: its parameters, its body, and the facts about launches that its attributes state.

use crate::builder::{Blocks, Builder, Findings};
use crate::lowerer::Lowerer;
use crate::source::{Source, Unit};
use crate::state::{Frame, Ghosts};
use crate::values::{Place, ReturnSlot};
use crate::{specs, Annotations, KernelResult, LowerOptions, WithGhosts};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_base::{Diagnostic, SourceFile, Span};
use wp_clang::{Language, Node, NodeId};
use wp_decls::{body, constant_of, params, CType, KernelDecl, QType};
use wp_kir::{
    AssumeKind, BinOp, Dialect, ExprKind, Init, Kernel, Object, ObjectId, ObjectKind, Param, Space, StmtKind, Type,
    VarId, GIVEN_ALIGN, MOST_LANES,
};

/// Macros whose values depend on what the code is compiled for; `__CUDACC_VER_MAJOR__` and its like begin so.
const TARGET_MACROS: [&str; 4] = ["__CUDA_ARCH", "__CUDACC_VER", "CUDA_VERSION", "CUDART_VERSION"];
/// The same for HIP; `__gfx90a__` and `__GFX9__` begin so.
const TARGET_MACROS_OF_HIP: [&str; 5] = ["__gfx", "__GFX", "__AMDGCN", "__HIP_PLATFORM_", "HIP_VERSION"];
/// An enumeration counts as a set of flags only if it has at least so many flags: the values 0, 1 and 2 are usually
/// consecutive numbers.
const MIN_FLAGS: usize = 3;
/// Up to so many enumerators, a parameter is assumed to equal one of them. Of more only the range is assumed.
const MAX_ENUMERATORS: usize = 32;

/// Lowers one kernel.
pub(crate) fn lower_kernel<'u>(source: &Source<'u>, decl: &KernelDecl<'u>, options: &LowerOptions) -> KernelResult {
    let subject = Subject { name: &decl.name, node: decl.node, opencl: decl.opencl, is_function: false };
    let Lowering { kernel, ghosts, contract, called } = lower_with_ghosts(source, &subject, options);
    KernelResult {
        name: decl.name.as_str().into(),
        signature: signature(decl.node),
        span: decl.node.loc,
        definition: decl.node.id,
        contract,
        kernel,
        ghosts,
        relies: Vec::new(),
        calls: Vec::new(),
        called,
    }
}

/// The types of the parameters of a function.
pub(crate) fn signature(node: &Node) -> Arc<str> {
    let ty = node.ty.as_deref().unwrap_or("");
    ty.find('(').map_or("", |at| &ty[at..]).into()
}

/// The kernel or function that is lowered.
pub(crate) struct Subject<'a, 'u> {
    pub name: &'a str,
    pub node: &'u Node,
    pub opencl: bool,
    /// True for a function with a contract, false for a kernel.
    pub is_function: bool,
}

/// A kernel or function that was lowered.
pub(crate) struct Lowering {
    /// The kernel without ghosts, or the error for which there is none.
    pub kernel: Result<Kernel, Diagnostic>,
    pub ghosts: Option<WithGhosts>,
    pub contract: wp_spec::Contract,
    /// The called functions with contracts; true if the contract replaces a call.
    pub called: BTreeMap<NodeId, bool>,
}

/// Lowers a kernel or function and, if its specifications have ghosts, also with these.
pub(crate) fn lower_with_ghosts<'u>(
    source: &Source<'u>,
    subject: &Subject<'_, 'u>,
    options: &LowerOptions,
) -> Lowering {
    let mut lowerer = lower_subject(source, subject, options, None);
    let called = lowerer.modular.take_called();
    let launch = if subject.is_function { None } else { lowerer.launch_from_device() };
    let error = match &launch {
        Some(_) => None,
        None => lowerer.compiler_error(subject.node).or(lowerer.ir.take_spec_error()),
    };
    let mut ghosts = None;
    if error.is_none() && lowerer.ghosts.are_met() {
        let clauses = lowerer.ghosts.take_clauses();
        let without = lower_subject(source, subject, options, Some(clauses));
        let mut with = std::mem::replace(&mut lowerer, without);
        ghosts = Some(WithGhosts {
            observations: with.specs.take_observations(),
            kernel: with.ir.into_kernel(launch.clone()),
        });
    }
    let contract = lowerer.specs.take_contract();
    let kernel = match error {
        Some(error) => Err(error),
        None => Ok(lowerer.ir.into_kernel(launch)),
    };
    Lowering { kernel, ghosts, contract, called }
}

/// Lowers a kernel or function. `without` is `None` in the lowering with ghosts; else it is the set of clauses about
/// ghosts, which are left out together with the ghosts.
fn lower_subject<'a, 'u>(
    source: &'a Source<'u>,
    subject: &Subject<'_, 'u>,
    options: &'a LowerOptions,
    without: Option<FxHashSet<Span>>,
) -> Lowerer<'u>
where
    'a: 'u,
{
    let node = subject.node;
    let dialect = match source.decls.unit.language {
        _ if subject.opencl => Dialect::OpenCl,
        Language::Hip => Dialect::Hip,
        Language::Cuda | Language::OpenCl => Dialect::Cuda,
    };
    let sub_groups = node.inner.iter().find_map(required_sub_groups);
    let unit = source.read(options, !subject.opencl);
    let mut known = Findings::default();
    let mut lowerer = loop {
        let mut kernel = Kernel::new(subject.name, dialect, node.loc);
        kernel.lanes = sub_groups.flatten().unwrap_or(source.decls.unit.lanes);
        kernel.has_natural_alignment = !wp_decls::lowers_alignment(source.decls);
        let mut lowerer = Lowerer::new(unit, Builder::new(unit, kernel, known.clone()), Ghosts::new(without.clone()));
        if subject.is_function {
            lowerer.function_body(node);
        } else {
            lowerer.kernel_body(node);
        }
        // The kernel is lowered again if the address of a further variable is taken, or if further asynchronous copies
        // were found.
        let found = lowerer.ir.findings();
        if found.are_known(&known) {
            break lowerer;
        }
        known = found;
    };
    lowerer.ir.report_pending_invariants();
    lowerer.unread_specs();
    let macros: &[&str] = if unit.is_hip() { &TARGET_MACROS_OF_HIP } else { &TARGET_MACROS };
    let depends = |f: &SourceFile| macros.iter().any(|name| f.text.contains(name));
    if unit.cuda && source.decls.unit.own_files().any(|(_, f)| depends(f)) {
        lowerer.ir.rest_on(AssumeKind::Architecture);
    }
    if sub_groups == Some(None) {
        lowerer.ir.unsupported("sub-groups of a size that is no power of two or too great", node.loc);
    }
    lowerer.ir.finish(node.loc);
    lowerer
}

/// The size of sub-groups that an attribute requires; `Some(None)` if no such sub-groups can be checked.
fn required_sub_groups(attribute: &Node) -> Option<Option<u32>> {
    let size = match &*attribute.kind {
        "OpenCLIntelReqdSubGroupSizeAttr" => wp_clang::sub_group_size(attribute).and_then(|n| u32::try_from(n).ok()),
        // What `crates/wp_clang/prelude/opencl_subgroups.h` makes of the attribute. The greatest sub-groups of Adreno
        // devices from the 600 series on have 128 work-items.
        "AnnotateAttr" => match annotation(attribute)?.strip_prefix("qcom_reqd_sub_group_size ")? {
            "full" => Some(128),
            "half" => Some(64),
            _ => None,
        },
        _ => return None,
    };
    Some(size.filter(|size| size.is_power_of_two() && *size <= MOST_LANES))
}

/// The first string literal in an attribute.
fn annotation(node: &Node) -> Option<String> {
    match &*node.kind {
        "StringLiteral" => {
            let units = wp_clang::string_units(node.value.as_deref()?)?;
            Some(units.iter().filter_map(|&unit| char::from_u32(unit)).filter(|c| *c != '\0').collect())
        }
        _ => node.inner.iter().find_map(annotation),
    }
}

impl Unit<'_> {
    /// The types that the pointer leaves of a type point to, in leaf order.
    fn pointees(&self, ty: &QType) -> Vec<QType> {
        match &ty.ty {
            CType::Pointer(q) | CType::Reference(q) => vec![(**q).clone()],
            CType::Image(_) => {
                let mut q = QType::plain(CType::Scalar(Type::F32));
                q.space = Some(Space::Image);
                q.is_const = ty.is_const;
                vec![q]
            }
            CType::Function => vec![QType::plain(CType::Void)],
            CType::Array(elem, n) => (0..n.unwrap_or(0)).flat_map(|_| self.pointees(elem)).collect(),
            CType::Record(id) => match self.layouts.record(self.decls, *id) {
                Ok(layout) if !layout.is_union => layout.fields.iter().flat_map(|f| self.pointees(&f.ty)).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

impl<'u> Builder<'u> {
    /// Assumes that a parameter of an enumeration type has the value of an enumerator, or of a combination of
    /// enumerators if they are flags (assumption `enum-values`).
    fn assume_enumerators(&mut self, param: &'u Node, place: &Place) {
        let Place::Vars { vars, .. } = place else { return };
        let ([var], Some(values)) = (&vars[..], self.unit.decls.enumerators_of(param.type_str()).cloned()) else {
            return;
        };
        let ty = self.kernel().vars[*var].ty;
        let (true, Some(&low), Some(&high)) = (ty.is_int(), values.first(), values.last()) else { return };
        let span = param.loc;
        let value = self.expr(ExprKind::Var(*var), ty, span);
        let are_consecutive = i128::try_from(values.len()) == Ok(high - low + 1);
        let flags: Vec<i128> = values.iter().copied().filter(|v| v.count_ones() == 1 && *v > 0).collect();
        let all = flags.iter().fold(0, |a, b| a | b);
        // Names of combinations may stand among the flags.
        let are_flags = !are_consecutive && flags.len() >= MIN_FLAGS && values.iter().all(|v| *v >= 0 && v & !all == 0);
        let is_range = are_consecutive || values.len() > MAX_ENUMERATORS;
        let (low, high) = if are_flags { (0, all) } else { (low, high) };
        let cond = if are_flags || is_range {
            let (low, high) = (self.int(low, ty, span), self.int(high, ty, span));
            let (above, below) = (self.bin(BinOp::Le, low, value, span), self.bin(BinOp::Le, value, high, span));
            self.bin(BinOp::And, above, below, span)
        } else {
            let mut any = self.bool(false, span);
            for v in values {
                let v = self.int(v, ty, span);
                let is = self.bin(BinOp::Eq, value, v, span);
                any = self.bin(BinOp::Or, any, is, span);
            }
            any
        };
        self.emit(StmtKind::Assume { cond, kind: AssumeKind::Enumeration }, span);
    }

    fn param_object(
        &mut self,
        name: &str,
        pointee: &QType,
        id: wp_kir::ParamId,
        restrict: bool,
        span: Span,
    ) -> ObjectId {
        let space = match pointee.space {
            Some(Space::Private) | None => Space::Global,
            Some(space) => space,
        };
        // `T (*p)[16]` points to rows.
        let mut elem = &pointee.ty;
        while let CType::Array(inner, _) = elem {
            elem = &inner.ty;
        }
        let elem = self.unit.type_of_first_leaf(elem);
        self.add_object(Object {
            name: name.into(),
            symbol: None,
            space,
            kind: ObjectKind::Param(id),
            elem,
            size: None,
            bytes: None,
            shape: Vec::new(),
            align: GIVEN_ALIGN,
            init: if space == Space::Shared { Init::Undefined } else { Init::Input },
            is_reused: false,
            is_const: pointee.is_const || space == Space::Constant,
            restrict,
            span,
        })
    }
}

impl<'u> Lowerer<'u> {
    fn kernel_body(&mut self, node: &'u Node) {
        let facts = self.facts_of(node);
        self.reached.add(node);
        self.stack.enter(Frame::new(node, node.name.as_deref().unwrap_or("kernel"), facts, ReturnSlot::Kernel));
        for param in params(node) {
            self.kernel_param(param);
        }
        self.axioms();
        self.ir.declare_copies(node.loc);
        if let Some(code) = body(node) {
            self.begin_contract(code);
            self.kernel_annotations(code);
            self.contract_of_kernel(node, code);
            self.count_loops_of(code);
            self.stack.visit(code);
            self.body_statements(code, true);
            self.ir.copies_are_complete();
            self.check_kernel_ensures();
            self.end_contract();
            self.check_accounted([code]);
        }
        self.launch_facts(node);
        self.stack.leave();
    }

    /// Emits each `__axiom(e)` at file scope as an assumption at the start of the kernel.
    pub(crate) fn axioms(&mut self) {
        if self.unit.options.annotations != Annotations::All {
            return;
        }
        for i in 0..self.unit.decls.axioms.len() {
            let axiom = self.unit.decls.axioms[i];
            let condition = body(axiom).and_then(|b| b.inner.first()).and_then(|r| r.inner.first());
            if let Some(condition) = condition {
                let cond = self.spec_condition(condition);
                self.ir.emit(StmtKind::Assume { cond, kind: AssumeKind::Axiom }, condition.span);
            }
        }
    }

    /// The variables of a parameter of the kernel, or of a function with a contract, with the objects of its pointers.
    pub(crate) fn param_place(&mut self, param: &'u Node) -> Place {
        let span = param.loc;
        let ty = self.stack.qtype(param);
        let name = param.name.as_deref().unwrap_or("%param").to_owned();
        let mut target = ty.referent().clone();
        if let CType::Image(_) = target.ty {
            target.is_const = param.type_str().contains("__read_only");
        }
        if let CType::Reference(_) = ty.ty {
            let what = if self.stack.is_of_function() { "function with a contract" } else { "kernel" };
            self.ir.unsupported(format!("parameter of reference type of a {what}"), span);
        }
        // The host copies the bytes of an argument to the device, and destroys its own object.
        if self.stack.is_of_function() || self.stack.has_device_destructor(&target.ty) {
            self.forbid_destructor(param);
        }
        self.param_vars(&name, &target, span)
    }

    /// The variables of a parameter, or of a part of one, with the objects of its pointers.
    pub(crate) fn param_vars(&mut self, name: &str, target: &QType, span: Span) -> Place {
        let leaves = self.ir.leaves(&target.ty, span);
        let mut pointees = self.unit.pointees(target).into_iter();
        let mut vars: Vec<VarId> = Vec::new();
        for leaf in &leaves {
            let full = format!("{name}{}", leaf.path);
            let var = self.ir.var(&full, leaf.ty, span);
            vars.push(var);
            let id = self.ir.add_param(Param { name: full.as_str().into(), ty: leaf.ty, var, object: None, span });
            if leaf.ty == Type::Ptr {
                let pointee = pointees.next().unwrap_or_else(|| QType::plain(CType::Void));
                let restrict = target.restrict && matches!(target.ty, CType::Pointer(_));
                // A pointer to a function points to no object; its value is unknown.
                if pointee.ty != CType::Function {
                    let object = self.ir.param_object(&full, &pointee, id, restrict, span);
                    if self.stack.is_of_function() {
                        // Callers may give it any place in an array.
                        let align = self.unit.layouts.size_align(self.unit.decls, &pointee.ty);
                        let object = self.ir.object_mut(object);
                        object.align = align.map_or(1, |(_, align)| align).max(object.elem.size()).max(1);
                    }
                    self.ir.set_object(id, object);
                }
            }
        }
        Place::Vars { vars, ty: target.ty.clone() }
    }

    fn kernel_param(&mut self, param: &'u Node) {
        let span = param.loc;
        let name = param.name.as_deref().unwrap_or("%param").to_owned();
        let target = self.stack.qtype(param).referent().clone();
        let place = self.param_place(param);
        self.ir.assume_enumerators(param, &place);
        if let CType::Record(id) = target.ty {
            let decl = self.unit.decls.record_decl(id);
            if decl.is_lambda {
                self.captures_of_argument(&name, decl.node, span);
            }
        }
        let in_memory = !self.unit.splittable(&target.ty) || self.needs_memory(param.id);
        let place = if in_memory {
            let memory = self.ir.local(&name, &target, true, span);
            let value = self.ir.load(&place, span);
            self.ir.store(&memory, &value, span);
            memory
        } else {
            place
        };
        if !self.stack.frame().facts.written.contains(&param.id) {
            self.ir.never_reassigned(&place);
        }
        self.bind(param.id, place);
        self.scope.show(specs::declared_name(param));
    }

    /// Reads `reqd_work_group_size` and `__launch_bounds__`. An attribute that cannot be evaluated is not used, which
    /// allows more launches.
    fn launch_facts(&mut self, node: &'u Node) {
        for attr in &node.inner {
            let attribute = match &*attr.kind {
                "ReqdWorkGroupSizeAttr" => {
                    let narrow = |n: u64| u32::try_from(n).ok().filter(|n| *n > 0);
                    if let Some([Some(x), Some(y), Some(z)]) = wp_clang::work_group_size(attr).map(|s| s.map(narrow)) {
                        self.ir.require_block([x, y, z]);
                        continue;
                    }
                    "reqd_work_group_size"
                }
                "CUDALaunchBoundsAttr" => {
                    let bound = attr.inner.first().and_then(|e| self.constant(e));
                    let most = bound.and_then(|v| u32::try_from(v).ok()).filter(|v| *v > 0);
                    self.ir.limit_threads(most);
                    if most.is_some() {
                        continue;
                    }
                    "__launch_bounds__"
                }
                _ => continue,
            };
            let what = format!("`{attribute}`, whose arguments could not be evaluated, is not used");
            self.ir.approximate(what, attr.span);
        }
    }

    /// The value of a constant expression outside of the kernel's statements.
    fn constant(&mut self, node: &'u Node) -> Option<i128> {
        constant_of(node, self.unit.decls).or_else(|| {
            let (value, block) = self.in_spec(|s| s.scalar(node));
            self.ir.const_int(value).filter(|_| block.is_empty())
        })
    }
}
