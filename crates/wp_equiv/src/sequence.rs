//! Kernels that a host launches one after the other on the same memory.
//!
//! Input: kernels in their order, and the host's arguments. Output: the same kernels with one interface: parameters
//! with the same argument are one parameter, and device variables have one id in all kernels, used or not. Contents of
//! global memory carry over to the next kernel under the same id; shared and private memory do not. Exact: a launch has
//! ended, and all its stores are visible, before the next one begins (one stream).

use std::collections::BTreeMap;
use wp_base::{Id, Span};
use wp_kir::{
    append_sharing, CastKind, ExprKind, Kernel, Object, ObjectId, ObjectKind, Param, ParamId, Returns, Shared, Space,
    Stmt, StmtKind, Type,
};
use wp_spec::Clause;

/// The argument that the host gives for a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The argument of this name, for all kernels of the sequence.
    Name(String),
    /// A number.
    Number(i64),
}

/// A kernel of a sequence, with arguments for its parameters; the others have the names of their parameters.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The kernel.
    pub kernel: Kernel,
    /// Arguments, by the names of parameters.
    pub arguments: Vec<(String, Argument)>,
    /// Preconditions that the kernel does not assume itself, in terms of its parameters.
    pub requires: Vec<Clause>,
}

/// Preconditions that kernels do not assume themselves: runs that show a difference satisfy them.
#[derive(Clone, Debug)]
pub enum Preconditions {
    /// The clauses of the only kernel, in terms of its parameters.
    Of(Vec<Clause>),
    /// There are some, of several kernels or of parameters that have got other ids: whether a run satisfies them is not
    /// known.
    NotEvaluated,
}

/// Kernels that run one after the other.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Their names as they were given.
    pub name: String,
    /// The kernels; there is at least one. Parameters and objects in global memory have the same ids in all of them.
    pub stages: Vec<Kernel>,
    /// Preconditions that the kernels do not assume themselves.
    pub requires: Preconditions,
}

impl Sequence {
    /// A sequence of at least one kernel; what does not fit together otherwise.
    pub fn new(name: &str, stages: Vec<Stage>) -> Result<Self, String> {
        for stage in &stages {
            for (at, (name, argument)) in stage.arguments.iter().enumerate() {
                let of = &stage.kernel.name;
                let Some(param) = stage.kernel.params.values().find(|p| *p.name == **name) else {
                    return Err(format!("`{of}` has no parameter `{name}`"));
                };
                if stage.arguments[..at].iter().any(|(other, _)| other == name) {
                    return Err(format!("`{name}` of `{of}` is given two arguments; keep one"));
                }
                if let Argument::Number(n) = argument {
                    accepts(param, *n).map_err(|why| format!("`{name}` of `{of}` cannot be {n}: {why}"))?;
                }
            }
        }
        let name = name.to_owned();
        match stages.as_slice() {
            [] => Err("name at least one kernel".to_owned()),
            [only] if only.arguments.is_empty() => {
                let requires = Preconditions::Of(only.requires.clone());
                Ok(Self { name, stages: vec![only.kernel.clone()], requires })
            }
            _ => {
                let interface = Interface::of(&stages)?;
                let requires = match stages.iter().all(|s| s.requires.is_empty()) {
                    true => Preconditions::Of(Vec::new()),
                    false => Preconditions::NotEvaluated,
                };
                let stages = stages.iter().enumerate().map(|(number, stage)| interface.stage(number, stage));
                Ok(Self { name, stages: stages.collect::<Result<_, _>>()?, requires })
            }
        }
    }

    /// Parameters and objects in global memory, as the first kernel.
    pub fn interface(&self) -> &Kernel {
        &self.stages[0]
    }
}

/// True if the contents of an object outlive a launch.
pub(crate) fn is_global(object: &Object) -> bool {
    object.space.is_of_device()
}

/// Tests if a parameter can be given a number.
fn accepts(param: &Param, n: i64) -> Result<(), String> {
    match param.ty.int_range().filter(|_| param.ty != Type::Bool) {
        Some((least, greatest)) if (least..=greatest).contains(&i128::from(n)) => Ok(()),
        Some((least, greatest)) => Err(format!("it holds numbers from {least} to {greatest}")),
        None => Err("numbers can be given for integers only; give it a name, and that a value with --set".to_owned()),
    }
}

/// The parameters and objects that the kernels share: parameters and objects, and nothing else.
struct Interface {
    kernel: Kernel,
    params: BTreeMap<String, ParamId>,
    declared: BTreeMap<(String, Span), ObjectId>,
}

/// The declaration that identifies a variable of the device: names of the linker, and places of those that a kernel of
/// OpenCL C declares.
fn declaration(object: &Object) -> Option<(String, Span)> {
    let is_declared = object.kind == ObjectKind::Declared && is_global(object);
    is_declared.then(|| (object.linked_name().to_owned(), object.span))
}

impl Interface {
    fn of(stages: &[Stage]) -> Result<Self, String> {
        let first = &stages[0].kernel;
        let kernel = Kernel::new("", first.dialect, first.span);
        let mut interface = Self { kernel, params: BTreeMap::new(), declared: BTreeMap::new() };
        for (number, stage) in stages.iter().enumerate() {
            for param in stage.kernel.params.values() {
                if let Argument::Name(name) = name_of(number, stage, param) {
                    interface.add_param(&name, param, &stage.kernel)?;
                }
            }
            for object in stage.kernel.objects.values() {
                if let Some(key) = declaration(object) {
                    let objects = &mut interface.kernel.objects;
                    interface
                        .declared
                        .entry(key)
                        .or_insert_with(|| objects.push(Object { bytes: None, ..object.clone() }));
                }
            }
        }
        Ok(interface)
    }

    fn add_param(&mut self, name: &str, param: &Param, of: &Kernel) -> Result<(), String> {
        let own = param.object.map(|o| &of.objects[o]);
        if let Some(&known) = self.params.get(name) {
            let known = &self.kernel.params[known];
            let fits = match (known.object.map(|o| &self.kernel.objects[o]), own) {
                (Some(x), Some(y)) => x.elem.size() == y.elem.size() && x.elem.is_float() == y.elem.is_float(),
                (None, None) => known.ty == param.ty || known.ty.is_int() && known.ty.size() == param.ty.size(),
                _ => false,
            };
            if !fits {
                return Err(format!(
                    "`{}` of `{}` does not have the type that its argument `{name}` has before: give it another one, as in `{}({}=NAME)`",
                    param.name, of.name, of.name, param.name
                ));
            }
            if let (Some(x), Some(y)) = (known.object, own) {
                let shared = &mut self.kernel.objects[x];
                if shared.space != y.space {
                    // Constant memory of one kernel may be global memory that another one stores to.
                    (shared.space, shared.is_const) = (Space::Global, false);
                }
                shared.is_const &= y.is_const;
                shared.restrict &= y.restrict;
                // Each access has to be inside of what every kernel says of the size.
                shared.size = [shared.size, y.size].into_iter().flatten().min();
            }
            return Ok(());
        }
        let id = ParamId::from_index(self.kernel.params.len());
        let var = self.kernel.var(name, param.ty, param.span);
        let object = own.map(|object| {
            let object = Object { name: name.into(), kind: ObjectKind::Param(id), bytes: None, ..object.clone() };
            self.kernel.objects.push(object)
        });
        self.kernel.params.push(Param { name: name.into(), ty: param.ty, var, object, span: param.span });
        self.params.insert(name.to_owned(), id);
        Ok(())
    }

    /// A kernel of the sequence with the parameters and objects of all.
    fn stage(&self, number: usize, stage: &Stage) -> Result<Kernel, String> {
        let from = &stage.kernel;
        let mut kernel = self.kernel.clone();
        kernel.name = from.name.clone();
        (kernel.dialect, kernel.span) = (from.dialect, from.span);
        (kernel.required_block, kernel.max_threads) = (from.required_block, from.max_threads);
        kernel.lanes = from.lanes;
        kernel.requests = from.requests.clone();
        let mut shared = Shared::default();
        let mut values = Vec::new();
        for (id, param) in from.params.iter() {
            let argument = name_of(number, stage, param);
            let common = match &argument {
                Argument::Name(name) => self.params.get(name).copied(),
                Argument::Number(_) => None,
            };
            shared.params.insert(id, common);
            if let (Some(object), Some(common)) = (param.object, common.and_then(|c| self.kernel.params[c].object)) {
                shared.objects.insert(object, common);
            }
            values.push((param, common, argument));
        }
        for (id, object) in from.objects.iter() {
            if let Some(&common) = declaration(object).and_then(|key| self.declared.get(&key)) {
                shared.objects.insert(id, common);
            }
            if object.bytes.is_some() {
                return Err(format!("`{}` of `{}` has a size that a parameter holds", object.name, from.name));
            }
        }
        let (appended, body) = append_sharing(&mut kernel, from, &shared, Returns::Stay);
        // A parameter is the variable of this kernel, which is free to change it.
        let mut own = BTreeMap::new();
        for (param, common, _) in &values {
            if let Some(common) = common.filter(|&c| kernel.params[c].ty == param.ty) {
                let var = *own.entry(common).or_insert(appended.var(param.var));
                kernel.params[common].var = var;
            }
        }
        for (param, common, argument) in values {
            let var = appended.var(param.var);
            let value = match (common, argument) {
                (Some(common), _) if kernel.params[common].var == var => continue,
                (Some(common), _) => {
                    let Param { var: from, ty, .. } = kernel.params[common];
                    let value = kernel.expr(ExprKind::Var(from), ty, param.span);
                    match ty == param.ty {
                        true => value,
                        false => kernel.expr(ExprKind::Cast(CastKind::IntToInt, value), param.ty, param.span),
                    }
                }
                (None, Argument::Number(n)) => kernel.int(i128::from(n), param.ty, param.span),
                (None, Argument::Name(_)) => continue,
            };
            kernel.body.push(Stmt { kind: StmtKind::Assign { var, value }, span: param.span });
        }
        kernel.body.extend(body);
        Ok(kernel)
    }
}

/// The argument for a parameter. Shared memory that the host only gives the size of is each kernel's own.
fn name_of(number: usize, stage: &Stage, param: &Param) -> Argument {
    let shared = param.object.is_some_and(|o| stage.kernel.objects[o].space == Space::Shared);
    match stage.arguments.iter().find(|(name, _)| **name == *param.name) {
        _ if shared => Argument::Name(format!("{}.{}.{}", number + 1, stage.kernel.name, param.name)),
        Some((_, argument)) => argument.clone(),
        None => Argument::Name(param.name.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_kir::parse_kernel;

    const STORES: &str = "kernel \"k\" cuda {\n  loops 0;\n  labels 0;\n  param p0 \"out\": ptr = v0 -> o0;\n  param p1 \"n\": u32 = v1;\n  object o0 \"out\" global param p0 elem u32 init input;\n  var v0 \"out\": ptr;\n  var v1 \"n\": u32;\n  body {\n    v1 = 3:u32;\n    store u32 [v0] = v1;\n    return;\n  }\n}\n";

    fn stage(arguments: &[(&str, Argument)]) -> Stage {
        let arguments = arguments.iter().map(|(name, a)| ((*name).to_owned(), a.clone())).collect();
        Stage { kernel: parse_kernel(STORES).unwrap(), arguments, requires: Vec::new() }
    }

    fn name(text: &str) -> Argument {
        Argument::Name(text.to_owned())
    }

    #[test]
    fn parameters_of_one_name_are_one() {
        let sequence =
            Sequence::new("k,k", vec![stage(&[]), stage(&[("out", name("other")), ("n", Argument::Number(4))])]);
        let [first, second] = sequence.unwrap().stages.try_into().unwrap();
        for kernel in [&first, &second] {
            wp_kir::verify(kernel).unwrap();
            let names: Vec<&str> = kernel.params.values().map(|p| &*p.name).collect();
            assert_eq!(names, ["out", "n", "other"]);
            assert_eq!(kernel.objects.len(), 2);
        }
        // The first kernel is what it was; in the second one the number is assigned to what was the parameter.
        assert_eq!(first.body.len(), 3);
        assert!(matches!(second.body[0].kind, StmtKind::Assign { .. }) && second.body.len() == 4);
        assert!(
            second
                .params
                .values()
                .all(|p| StmtKind::Assign { var: p.var, value: second.exprs.ids().next().unwrap() }
                    != second.body[0].kind)
        );
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let wrong = |stages: Vec<Stage>| Sequence::new("k,k", stages).map(|_| ()).unwrap_err();
        assert!(wrong(vec![stage(&[("m", name("n"))])]).contains("has no parameter `m`"));
        assert!(wrong(vec![stage(&[]), stage(&[("n", name("out"))])]).contains("does not have the type"));
        assert!(wrong(vec![stage(&[("out", Argument::Number(1))])]).contains("for integers only"));
        let number = |n| wrong(vec![stage(&[]), stage(&[("n", Argument::Number(n))])]);
        assert!(number(-1).contains("from 0 to 4294967295") && number(1 << 32).contains("cannot be 4294967296"));
        let twice = [("n", name("a")), ("n", name("b"))];
        assert!(wrong(vec![stage(&twice)]).contains("two arguments"));
        assert!(wrong(Vec::new()).contains("at least one"));
        // One argument for two parameters is an alias.
        let alias = Sequence::new("k", vec![stage(&[("n", name("x"))]), stage(&[("n", name("x"))])]).unwrap();
        assert_eq!(alias.interface().params.len(), 2);
    }
}
