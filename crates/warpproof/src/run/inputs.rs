//! The inputs of a run, from the options `--set`, `--array`, `--size`, `--fill` and `--seed`.

use super::value;
use crate::cli::{FillArg, RunArgs};
use std::collections::BTreeMap;
use wp_interp::{random_inputs, ConcreteLaunch, Fill, Inputs, Value};
use wp_kir::{Init, Kernel, ObjectId, Space, Type};

/// Builds the inputs. What is not given is 0, or random where there is a seed.
pub fn inputs(kernel: &Kernel, launch: &ConcreteLaunch, args: &RunArgs) -> Result<Inputs, String> {
    let mut inputs = match args.seed {
        Some(seed) => random_inputs(kernel, launch, seed, None),
        None => Inputs::default(),
    };
    if let Some(fill) = args.fill {
        let seed = args.seed.unwrap_or(0);
        let fill = match fill {
            FillArg::Zero => Fill::Zero,
            FillArg::Small => Fill::Small(seed),
            FillArg::Any => Fill::Any(seed),
            FillArg::Index => Fill::Index,
        };
        for (id, object) in kernel.objects.iter() {
            if object.init == Init::Input && object.space != Space::Private {
                inputs.objects.entry(id).or_default().fill = fill;
            }
        }
    }
    for text in &args.set {
        let (name, text) = assignment("--set", text)?;
        let param = kernel.params.iter().find(|(_, p)| p.name.as_ref() == name && p.ty != Type::Ptr);
        let (id, param) = param.ok_or_else(|| no_such(kernel, "scalar parameter", name, &scalars(kernel)))?;
        let value = value::parse(text, param.ty).map_err(|e| format!("`--set {name}={text}`: {e}"))?;
        inputs.params.insert(id, value);
    }
    for text in &args.array {
        let (name, text) = assignment("--array", text)?;
        let id = object(kernel, name)?;
        let ty = kernel.objects[id].elem;
        let values: Result<Vec<Value>, String> =
            text.split(',').filter(|t| !t.trim().is_empty()).map(|t| value::parse(t, ty)).collect();
        let values = values.map_err(|e| format!("`--array {name}={text}`: {e}"))?;
        let input = inputs.objects.entry(id).or_default();
        let bytes: Vec<u8> = values.iter().flat_map(|v| value::bytes(*v, ty)).collect();
        if kernel.objects[id].size.is_none() {
            input.size = Some(bytes.len() as u64);
        }
        input.cells = BTreeMap::from([(0, bytes)]);
    }
    for text in &args.size {
        let (name, text) = assignment("--size", text)?;
        let id = object(kernel, name)?;
        let elements: u64 = text.parse().map_err(|_| format!("`--size {name}={text}`: give a number of elements"))?;
        inputs.objects.entry(id).or_default().size = Some(elements.saturating_mul(kernel.objects[id].elem.size()));
    }
    Ok(inputs)
}

/// One line per scalar, and per array that has given or generated contents.
pub fn describe(kernel: &Kernel, inputs: &Inputs) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, param) in kernel.params.iter().filter(|(_, p)| p.ty != Type::Ptr) {
        let shown = inputs.params.get(&id).map_or_else(|| "0".to_owned(), |v| value::show_value(*v, param.ty));
        lines.push(format!("{} = {shown}", param.name));
    }
    lines
}

fn assignment<'a>(option: &str, text: &'a str) -> Result<(&'a str, &'a str), String> {
    text.split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()))
        .ok_or_else(|| format!("`{option} {text}`: write NAME=VALUE"))
}

fn object(kernel: &Kernel, name: &str) -> Result<ObjectId, String> {
    let visible = |space| space != Space::Private;
    let found = kernel.objects.iter().find(|(_, o)| o.name.as_ref() == name && visible(o.space));
    found.map(|(id, _)| id).ok_or_else(|| {
        let names: Vec<&str> = kernel.objects.values().filter(|o| visible(o.space)).map(|o| o.name.as_ref()).collect();
        no_such(kernel, "array", name, &names)
    })
}

fn scalars(kernel: &Kernel) -> Vec<&str> {
    kernel.params.values().filter(|p| p.ty != Type::Ptr).map(|p| p.name.as_ref()).collect()
}

fn no_such(kernel: &Kernel, what: &str, name: &str, names: &[&str]) -> String {
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("kernel `{}` has no {what} `{name}`; it has {names}", kernel.name)
}
