//! The final contents of the arrays in global memory, for people.

use super::value;
use std::collections::BTreeMap;
use std::fmt::Write;
use wp_interp::{Contents, Inputs};
use wp_kir::{Kernel, ObjectId};

/// Elements on one line.
const PER_LINE: usize = 16;

/// A few lines per array, with at most `show` elements each.
pub fn render(kernel: &Kernel, inputs: &Inputs, memory: &BTreeMap<ObjectId, Contents>, show: usize) -> String {
    let mut text = String::new();
    for (id, contents) in memory {
        let object = &kernel.objects[*id];
        let size = object.elem.size();
        let Ok(step) = i64::try_from(size) else { continue };
        let given = inputs.objects.get(id).and_then(|input| input.size);
        let end = given.or(object.size).and_then(|s| i64::try_from(s).ok()).unwrap_or(i64::MAX);
        let mut elements: Vec<(i64, String)> = Vec::new();
        let mut more = false;
        'pages: for (start, bytes) in &contents.pages {
            let Ok(len) = i64::try_from(bytes.len()) else { continue };
            let first = start.div_euclid(step) + i64::from(start.rem_euclid(step) != 0);
            for index in first..=(start + len - step).div_euclid(step) {
                let offset = index * step;
                if offset + step > end {
                    break;
                }
                if elements.len() == show {
                    more = true;
                    break 'pages;
                }
                if let Some(bits) = contents.read(offset, size as u32) {
                    elements.push((index, value::show(bits, object.elem)));
                }
            }
        }
        let mut rest = elements.as_slice();
        while let Some((first, _)) = rest.first() {
            let run = rest.iter().take(PER_LINE).zip(*first..).take_while(|((index, _), i)| index == i).count();
            let values: Vec<&str> = rest[..run].iter().map(|(_, value)| value.as_str()).collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {}[{first}..{}] = {}", object.name, first + run as i64, values.join(", "));
            rest = &rest[run..];
        }
        if more {
            let _ = writeln!(text, "  {}: more elements; see --show", object.name);
        }
    }
    text
}
