//! Images, textures and surfaces.
//!
//! A texture read is an input function of the texture and the coordinates; the assumption `no-alias` says that the
//! kernel writes no array on which the texture lies. An OpenCL image is an object in which each texel has its own bytes
//! ([`super::texels`]). Writes, and reads with integer coordinates, are accesses to these bytes, so that two threads
//! that write one texel race. A read through a sampler with float coordinates accesses an unknown texel. A CUDA surface
//! is such an object too; the assumption `no-alias` says that two handles belong to different arrays.

use super::texels::{Grid, Outside};
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::scan::is_omitted;
use crate::values::{Place, Value};
use wp_clang::Node;
use wp_decls::{strip_casts, CType, QType};
use wp_kir::{AssumeKind, ExprId, Init, Space, StmtKind, Type};

impl<'u> Lowerer<'u> {
    pub(crate) fn image_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let name = call.name.as_str();
        if self.unit.cuda {
            if name.starts_with("tex")
                && call.object.is_none()
                && name.len() >= 5
                && name.as_bytes()[3].is_ascii_alphanumeric()
            {
                let known = ["tex1D", "tex2D", "tex3D", "texCubemap"].iter().any(|p| name.starts_with(p));
                return known.then(|| self.texture(call));
            }
            if name.starts_with("surf") && (name.ends_with("read") || name.ends_with("write")) {
                return Some(self.surface(call));
            }
            return None;
        }
        match name {
            "read_imagef" | "read_imagei" | "read_imageui" | "read_imageh" => Some(self.image_read(call)),
            "write_imagef" | "write_imagei" | "write_imageui" | "write_imageh" => Some(self.image_write(call)),
            "get_image_width"
            | "get_image_height"
            | "get_image_depth"
            | "get_image_dim"
            | "get_image_array_size"
            | "get_image_channel_data_type"
            | "get_image_channel_order" => {
                let image: Vec<ExprId> = self.arg_values(call).into_iter().flat_map(|v| v.leaves).collect();
                Some(self.ir.function_of(&call.ty, name, &image, span))
            }
            _ => None,
        }
    }

    fn texture(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        // The form that stores its result through a pointer.
        if matches!(call.ty, CType::Void) {
            let pointee = call.args.first().and_then(|a| self.stack.ctype(a).pointee().map(|q| q.ty.clone()));
            if let Some(ty) = pointee {
                let texel = self.texel_of(call, 1, &ty);
                self.store_through(call.args[0], texel, span);
                return Value { ty: CType::Void, leaves: Vec::new() };
            }
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        }
        self.texel_of(call, 0, &call.ty.clone())
    }

    /// The texel at the coordinates that follow the texture in the arguments. The value of the handle identifies the
    /// texture, so that one texture with two names (a parameter of an inlined function) is the same texture.
    fn texel_of(&mut self, call: &Call<'u>, texture: usize, ty: &CType) -> Value {
        let span = call.span;
        let Some(&object) = call.args.get(texture) else {
            return self.ir.unsupported_value(format!("`{}`", call.name), ty, span);
        };
        self.ir.rest_on(AssumeKind::Aliasing);
        let declared = strip_casts(object).referenced.as_ref().map_or("", |r| &r.ty);
        let normalized = declared.contains("NormalizedFloat")
            || matches!(self.stack.ctype(object), CType::Opaque(name) if name.contains("NormalizedFloat"));
        let mut args = self.expr(object).leaves;
        for arg in call.args.iter().skip(texture + 1).filter(|a| !is_omitted(a)) {
            args.extend(self.expr(arg).leaves);
        }
        if normalized {
            // A normalized value lies in [0, 1] or [-1, 1], so an input function could have impossible values.
            return self.ir.havoc(ty, "texture read with normalized values", span);
        }
        self.ir.input(ty, &format!("texture read: {}", call.name), &args, span)
    }

    /// `surf2Dread(surface, x, y)`, `surf2Dread(&out, surface, x, y)`, `surf2Dwrite(value, surface, x, y)`.
    fn surface(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let write = call.name.ends_with("write");
        let out = !write && matches!(call.ty, CType::Void);
        let first = usize::from(write || out);
        let object = call.args.get(first).and_then(|a| self.surface_object(a));
        let Some(object) = object.filter(|_| !self.ir.in_specification()) else {
            return self.ir.unsupported_value(format!("`{}` of an unknown surface", call.name), &call.ty, span);
        };
        let suffix = call.name.trim_start_matches("surf").trim_end_matches("write").trim_end_matches("read");
        let Some(grid) = Grid::of_surface(suffix) else {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        self.ir.rest_on(AssumeKind::Aliasing);
        let value = write.then(|| self.expr(call.args[0]));
        let rest: Vec<&'u Node> = call.args.iter().skip(first + 1).copied().collect();
        let mut at = Vec::new();
        for arg in rest.iter().take(grid.dimensions()) {
            let part = self.scalar(arg);
            at.push(self.ir.freeze_expr(part, span));
        }
        let outside = match rest.get(grid.dimensions()).filter(|a| !is_omitted(a)) {
            None => Some(Outside::Fault),
            Some(mode) => {
                let mode = self.scalar(mode);
                [Outside::Ignored, Outside::Clamped, Outside::Fault]
                    .get(self.ir.const_int(mode).and_then(|m| usize::try_from(m).ok()).unwrap_or(usize::MAX))
                    .copied()
            }
        };
        let Some(outside) = outside.filter(|_| at.len() == grid.dimensions()) else {
            return self.ir.unsupported_value(
                "surface access with a boundary mode that is no constant",
                &call.ty,
                span,
            );
        };
        let ty = match (&value, out) {
            (Some(v), _) => v.ty.clone(),
            (None, true) => self.stack.ctype(call.args[0]).pointee().map_or(CType::Void, |q| q.ty.clone()),
            (None, false) => call.ty.clone(),
        };
        let width = self.ir.size_of(&ty, span);
        let base = self.ir.address_of_object(object, span);
        let Some(value) = value else {
            let vars = self.ir.split_vars("%texel", &ty, span);
            let texel = Place::Vars { vars, ty: ty.clone() };
            let zero = self.ir.zero_value(&ty, span);
            self.ir.store(&texel, &zero, span);
            self.ir.at_texel(base, (&grid, outside), &at, (width, span), |s, ptr| {
                let read = s.load(&Place::Mem { ptr, ty: ty.clone(), volatile: false }, span);
                s.store(&texel, &read, span);
            });
            // The extents of a surface are not known, so it is not known whether the coordinates lie inside.
            let read = match outside {
                Outside::Fault => self.ir.load(&texel, span),
                Outside::Ignored | Outside::Clamped => {
                    self.ir.havoc(&ty, "surface read whose boundary mode allows coordinates outside", span)
                }
            };
            if !out {
                return read;
            }
            self.store_through(call.args[0], read, span);
            return Value { ty: CType::Void, leaves: Vec::new() };
        };
        self.ir.at_texel(base, (&grid, outside), &at, (width, span), |s, ptr| {
            s.store(&Place::Mem { ptr, ty, volatile: false }, &value, span);
        });
        Value { ty: CType::Void, leaves: Vec::new() }
    }

    /// The memory behind a surface reference or a surface object that is a kernel parameter.
    fn surface_object(&mut self, arg: &'u Node) -> Option<wp_kir::ObjectId> {
        let target = strip_casts(arg);
        let named = target.referenced.as_ref()?;
        let is_reference = matches!(&*named.kind, "VarDecl") && named.ty.contains("surface<");
        // A parameter that is assigned may contain another surface.
        let is_param = &*named.kind == "ParmVarDecl"
            && !self.stack.is_inlined()
            && !self.stack.frame().facts.written.contains(&named.id);
        if !is_reference && !is_param {
            return None;
        }
        if let Some(object) = self.handles.surface(named.id) {
            return Some(object);
        }
        let mut ty = QType::plain(CType::Scalar(Type::Int { bits: 8, signed: false }));
        ty.space = Some(Space::Image);
        let object = self.ir.object(&named.name, Space::Image, &ty, Init::Input, arg.span);
        self.ir.object_mut(object).size = None;
        self.ir.object_mut(object).symbol = self.unit.decls.global(named).and_then(crate::vars::symbol);
        self.handles.set_surface(named.id, object);
        Some(object)
    }

    fn image_read(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        // The image and the coordinates, possibly with a sampler in between.
        let (image, at) = match values.as_slice() {
            [image, at] | [image, _, at] => (image, at),
            _ => return self.ir.unsupported_value(format!("`{}` of a level or sample", call.name), &call.ty, span),
        };
        let float = at.leaves.first().is_some_and(|&e| self.ir.ty(e).is_float());
        let Some(grid) = image_grid(image, at) else {
            return self.ir.unsupported_value(format!("`{}` of this kind of image", call.name), &call.ty, span);
        };
        if self.ir.in_specification() {
            return self.ir.havoc(&call.ty, "image read", span);
        }
        let image = self.ir.only(&image.clone(), span);
        // With a sampler, a texel outside of the image has a border colour.
        let outside = if values.len() > 2 { Outside::Ignored } else { Outside::Fault };
        let at = if float {
            let coordinates = CType::Vector(Type::I32, at.leaves.len().max(2) as u32);
            let args: Vec<ExprId> = values.iter().flat_map(|v| v.leaves.iter().copied()).collect();
            self.ir.input(&coordinates, "texel chosen by float coordinates", &args, span)
        } else {
            at.clone()
        };
        let color = CType::Vector(Type::F32, 4);
        let vars = self.ir.split_vars("%texel", &color, span);
        let texel = Place::Vars { vars, ty: color.clone() };
        let zero = self.ir.zero_value(&color, span);
        self.ir.store(&texel, &zero, span);
        self.ir.at_texel(image, (&grid, outside), &at.leaves, (super::texels::TEXEL, span), |s, ptr| {
            let read = s.load(&Place::Mem { ptr, ty: color, volatile: false }, span);
            s.store(&texel, &read, span);
        });
        // The load is for the access only: the value depends on the format of the image, which is not known.
        let mut held = vec![image];
        held.extend(self.ir.load(&texel, span).leaves);
        held.extend(values.iter().skip(1).flat_map(|v| v.leaves.iter().copied()));
        self.ir.input(&call.ty, &format!("image read: {}", call.name), &held, span)
    }

    fn image_write(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let [image, at, color] = values.as_slice() else {
            return self.ir.unsupported_value(format!("`{}` of a level", call.name), &call.ty, span);
        };
        let Some(grid) = image_grid(image, at) else {
            return self.ir.unsupported_value(format!("`{}` of this kind of image", call.name), &call.ty, span);
        };
        let (image, at) = (self.ir.only(&image.clone(), span), at.clone());
        let mut parts = Vec::new();
        for &e in color.leaves.iter().take(4) {
            let part = if self.ir.ty(e).size() == 4 {
                self.ir.bitcast(e, Type::F32, span)
            } else {
                self.ir.convert(e, Type::F32, span)
            };
            parts.push(self.ir.freeze_expr(part, span));
        }
        self.ir.at_texel(image, (&grid, Outside::Fault), &at.leaves, (super::texels::TEXEL, span), |s, texel| {
            for (i, value) in (0..).zip(parts) {
                let ptr = s.ptr_offset(texel, i * 4, span);
                s.emit(StmtKind::Store { ptr, value, ty: Type::F32, volatile: false }, span);
            }
        });
        Value { ty: CType::Void, leaves: Vec::new() }
    }
}

/// The grid of an image, if the value has enough coordinates.
fn image_grid(image: &Value, at: &Value) -> Option<Grid> {
    let CType::Image(ty) = &image.ty else { return None };
    Grid::of_image(ty).filter(|g| g.dimensions() <= at.leaves.len())
}
