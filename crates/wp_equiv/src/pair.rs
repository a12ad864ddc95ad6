//! The correspondence of the parameters of two kernels.
//!
//! In order: the user's mapping, equal names, and then the remaining parameters in their order, if kind and type agree.
//! Arrays must agree in the size and kind of their elements. A global array of the file corresponds to its namesake. In
//! sequences of kernels, parameters with different names correspond only by the user's mapping, and an array that only
//! one side has is a temporary array of that side.

use crate::sequence::{is_global, Sequence};
use std::collections::BTreeMap;
use wp_interp::Value;
use wp_kir::{Init, Kernel, Object, ObjectId, ObjectKind, Param, ParamId, Space, Type};

/// The value of a scalar parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarBinding {
    /// A given value, as a cell of `wp_interp::scalar`.
    Given(u64),
    /// The input of this number in the pair.
    Input(usize),
}

/// The parameters and arrays of one kernel in the pair.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Binding {
    /// Scalars.
    pub scalars: BTreeMap<ParamId, ScalarBinding>,
    /// Numbers of the arrays that have contents when the kernel starts.
    pub arrays: BTreeMap<ObjectId, usize>,
}

/// An array of the pair, with its object in either kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayPair {
    /// Names in the two kernels.
    pub names: [String; 2],
    /// Objects in the two kernels.
    pub objects: [ObjectId; 2],
    /// Element type in the first kernel.
    pub elem: Type,
}

/// A scalar parameter of the pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalarPair {
    /// Names in the two kernels.
    pub names: [Option<String>; 2],
    /// Parameters in the two kernels; a value must be given for one that only one kernel has.
    pub params: [Option<ParamId>; 2],
    /// Types in the two kernels.
    pub types: [Option<Type>; 2],
    /// The value, once it is given.
    pub value: Option<Value>,
}

/// The correspondence of parameters and arrays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairing {
    /// Arrays that both kernels have.
    pub arrays: Vec<ArrayPair>,
    /// Scalars.
    pub scalars: Vec<ScalarPair>,
    /// Global arrays that only one kernel has, by name.
    pub lonely: Vec<String>,
}

impl Pairing {
    /// Pairs the parameters of two sequences; `map` holds pairs of names.
    pub fn new(sides: [&Sequence; 2], map: &[(String, String)]) -> Result<Pairing, String> {
        let kernels = sides.map(Sequence::interface);
        let [a, b] = kernels;
        let by_order = sides.iter().all(|s| s.stages.len() == 1);
        let partner = partners(kernels, map, by_order)?;
        // Shared memory whose size the host gives is neither input nor output.
        let is_shared = |k: &Kernel, p: &Param| p.object.is_some_and(|o| k.objects[o].space == Space::Shared);
        let mut pairing = Pairing::default();
        for (id, param) in a.params.iter() {
            let other = partner.get(&id).map(|&q| (q, &b.params[q]));
            match (param.ty, other) {
                (Type::Ptr, None) if is_shared(a, param) => {}
                (Type::Ptr, None) if sides[0].stages.len() > 1 => pairing.lonely.push(param.name.to_string()),
                (Type::Ptr, None) => {
                    return Err(format!(
                        "the array `{}` of `{}` has no counterpart in `{}`; name it with --map {}=NAME",
                        param.name, sides[0].name, sides[1].name, param.name
                    ))
                }
                (Type::Ptr, Some((_, q))) => {
                    let (Some(x), Some(y)) = (param.object, q.object) else {
                        return Err(format!("the pointer `{}` points to no array", param.name));
                    };
                    pairing.add_array(kernels, [x, y])?;
                }
                (ty, other) => pairing.scalars.push(ScalarPair {
                    names: [Some(param.name.to_string()), other.map(|(_, q)| q.name.to_string())],
                    params: [Some(id), other.map(|(q, _)| q)],
                    types: [Some(ty), other.map(|(_, q)| q.ty)],
                    value: None,
                }),
            }
        }
        for (id, param) in b.params.iter().filter(|(id, _)| !partner.values().any(|q| q == id)) {
            if param.ty == Type::Ptr {
                if is_shared(b, param) {
                    continue;
                }
                if sides[1].stages.len() > 1 {
                    pairing.lonely.push(param.name.to_string());
                    continue;
                }
                return Err(format!(
                    "the array `{}` of `{}` has no counterpart in `{}`; name it with --map NAME={}",
                    param.name, sides[1].name, sides[0].name, param.name
                ));
            }
            pairing.scalars.push(ScalarPair {
                names: [None, Some(param.name.to_string())],
                params: [None, Some(id)],
                types: [None, Some(param.ty)],
                value: None,
            });
        }
        pairing.add_declared(sides)?;
        Ok(pairing)
    }

    /// Variables of the sources: those that a linker knows by the same name play the same part.
    fn add_declared(&mut self, sides: [&Sequence; 2]) -> Result<(), String> {
        let kernels = sides.map(Sequence::interface);
        let [left, mut right] = kernels.map(|k| {
            let is_input = |o: &Object| o.kind == ObjectKind::Declared && o.init == Init::Input && is_global(o);
            k.objects.iter().filter(|(_, o)| is_input(o)).collect::<Vec<_>>()
        });
        // If an initial value could not be evaluated, contents are unknown and need not equal those of the namesake.
        let exact = sides.iter().flat_map(|s| &s.stages).all(|k| k.approximations.is_empty());
        for (at, &(id, object)) in left.iter().enumerate() {
            let name = object.linked_name();
            let is_one = left.iter().enumerate().all(|(other, (_, o))| other == at || o.linked_name() != name);
            let namesakes: Vec<usize> =
                right.iter().enumerate().filter(|(_, (_, o))| o.linked_name() == name).map(|(at, _)| at).collect();
            match namesakes.as_slice() {
                [other] if exact && is_one => self.add_array(kernels, [id, right.remove(*other).0])?,
                _ => self.lonely.push(object.name.to_string()),
            }
        }
        self.lonely.extend(right.into_iter().map(|(_, object)| object.name.to_string()));
        Ok(())
    }

    fn add_array(&mut self, kernels: [&Kernel; 2], objects: [ObjectId; 2]) -> Result<(), String> {
        let [x, y] = [0, 1].map(|i: usize| &kernels[i].objects[objects[i]]);
        if x.elem.size() != y.elem.size() || x.elem.is_float() != y.elem.is_float() {
            return Err(format!(
                "`{}` has elements of type {} and its counterpart `{}` of type {}",
                x.name, x.elem, y.name, y.elem
            ));
        }
        self.arrays.push(ArrayPair { names: [x.name.to_string(), y.name.to_string()], objects, elem: x.elem });
        Ok(())
    }

    /// True if variables of the sources correspond by their names: which values they have then is the hosts'
    /// (`equal-globals`).
    pub fn has_declared(&self, first: &Kernel) -> bool {
        let of_source = |o: ObjectId| first.objects[o].kind == ObjectKind::Declared;
        self.arrays.iter().any(|a| of_source(a.objects[0]))
    }

    /// Gives scalars their values by a name in either kernel; `read` makes a value of a type out of a text. All of one
    /// name get it.
    pub fn set(&mut self, name: &str, read: &dyn Fn(Type) -> Result<Value, String>) -> Result<(), String> {
        let mut found = false;
        for scalar in self.scalars.iter_mut().filter(|s| s.names.iter().flatten().any(|n| n == name)) {
            for ty in scalar.types.iter().flatten() {
                scalar.value = Some(read(*ty)?);
            }
            found = true;
        }
        match found {
            true => Ok(()),
            false => Err(format!("neither kernel has a scalar parameter `{name}`")),
        }
    }

    /// The parameter of a kernel that is the scalar of a name in either kernel.
    pub fn scalar(&self, name: &str, side: usize) -> Option<ParamId> {
        let named = self.scalars.iter().find(|s| s.names.iter().flatten().any(|n| n == name));
        named.and_then(|s| s.params[side])
    }

    /// The scalar that has to be given a value; `said` are names that a condition speaks of.
    pub fn check(&self, said: &dyn Fn(&str) -> bool) -> Result<(), String> {
        for scalar in self.scalars.iter().filter(|s| s.value.is_none()) {
            match (&scalar.names, scalar.types) {
                ([Some(_), Some(_)], [x, y]) if x == y => {}
                ([Some(name), Some(_)], _) => {
                    return Err(format!("`{name}` has two types in the two kernels; give its value with --set {name}=.."))
                }
                ([Some(name), None] | [None, Some(name)], _) if !said(name) => {
                    return Err(format!(
                        "only one kernel has the parameter `{name}`; give its value with --set {name}=.., its counterpart with --map, or say with --requires what it is"
                    ))
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The bindings of the two kernels.
    pub fn bindings(&self) -> [Binding; 2] {
        [0, 1].map(|side: usize| {
            let mut binding = Binding::default();
            for (number, array) in self.arrays.iter().enumerate() {
                binding.arrays.insert(array.objects[side], number);
            }
            for (number, scalar) in self.scalars.iter().enumerate() {
                let (Some(param), Some(ty)) = (scalar.params[side], scalar.types[side]) else { continue };
                let given = scalar.value.and_then(|v| cell(v, ty)).map(ScalarBinding::Given);
                binding.scalars.insert(param, given.unwrap_or(ScalarBinding::Input(number)));
            }
            binding
        })
    }
}

/// A value as a cell of a type.
pub fn cell(value: Value, ty: Type) -> Option<u64> {
    let bits = match value {
        Value::Bool(b) => u64::from(b),
        Value::Int(i) => i as u64,
        Value::Float(bits) => bits,
        Value::Ptr { .. } => return None,
    };
    wp_interp::scalar::wrap(ty, bits)
}

/// The partner in the second kernel of parameters of the first.
fn partners(
    kernels: [&Kernel; 2],
    map: &[(String, String)],
    by_order: bool,
) -> Result<BTreeMap<ParamId, ParamId>, String> {
    let [a, b] = kernels;
    let find = |k: &Kernel, name: &str| {
        let found = k.params.iter().find(|(_, p)| *p.name == *name).map(|(id, _)| id);
        found.ok_or_else(|| format!("`{}` has no parameter `{name}`", k.name))
    };
    let mut partner = BTreeMap::new();
    for (left, right) in map {
        let (p, q) = (find(a, left)?, find(b, right)?);
        if (a.params[p].ty == Type::Ptr) != (b.params[q].ty == Type::Ptr) {
            return Err(format!("`{left}` and `{right}` cannot correspond: one is an array and the other is none"));
        }
        if partner.insert(p, q).is_some() || partner.values().filter(|&&other| other == q).count() > 1 {
            return Err(format!("`{left}={right}` names a parameter that has a counterpart already"));
        }
    }
    let similar = |p: ParamId, q: ParamId, exact: bool| {
        let (p, q) = (&a.params[p], &b.params[q]);
        let elem = |k: &Kernel, o: Option<ObjectId>| o.map(|o| k.objects[o].elem);
        (p.ty == Type::Ptr) == (q.ty == Type::Ptr) && (!exact || p.ty == q.ty && elem(a, p.object) == elem(b, q.object))
    };
    for by_name in [true, false].into_iter().filter(|by_name| *by_name || by_order) {
        for (p, param) in a.params.iter() {
            if partner.contains_key(&p) {
                continue;
            }
            let taken = |q: &ParamId| partner.values().any(|other| other == q);
            let mut rest = b.params.iter().filter(|(q, _)| !taken(q));
            let found = match by_name {
                true => rest.find(|(q, other)| other.name == param.name && similar(p, *q, false)),
                false => rest.find(|(q, _)| similar(p, *q, true)),
            };
            if let Some((q, _)) = found {
                partner.insert(p, q);
            }
        }
    }
    Ok(partner)
}
