//! Images, textures and surfaces.
//!
//! Texture reads are input functions of the texture and the coordinates. An OpenCL image is a global object whose texel (x, y, z) lies at
//! byte `((z * 2^14 + y) * 2^14 + x) * 16`; reads with integer coordinates and writes are accesses there, so that two
//! threads that write one texel race. Reads by sampler with float coordinates touch an unknown texel: the image is then
//! read at an unknown offset. A CUDA surface is a global object likewise, with rows of 2^20 bytes and slices of 2^16 rows.

use crate::calls::{is_omitted, Call};
use crate::ctx::{Lowerer, Place, Value};
use crate::ctype::{CType, QType};
use crate::scan::strip_casts;
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{ExprId, Init, Space, StmtKind, Type};

impl<'u> Lowerer<'u> {
    pub(crate) fn image_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let name = call.name.as_str();
        if self.cuda {
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
                Some(self.function_of(&call.ty, name, &image, span))
            }
            _ => None,
        }
    }

    fn texture(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        // The form that stores its result through a pointer.
        if matches!(call.ty, CType::Void) {
            let pointee = call.args.first().and_then(|a| self.ctype(a).pointee().map(|q| q.ty.clone()));
            if let Some(ty) = pointee {
                let texel = self.texel_of(call, 1, &ty);
                self.store_through(call.args[0], texel, span);
                return Value { ty: CType::Void, leaves: Vec::new() };
            }
            return self.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        }
        self.texel_of(call, 0, &call.ty.clone())
    }

    /// What a texture holds at the coordinates that follow it in the arguments. Textures are told apart by their handles, so
    /// that one texture under two names (a parameter of a function that is inlined) is one.
    fn texel_of(&mut self, call: &Call<'u>, texture: usize, ty: &CType) -> Value {
        let span = call.span;
        let Some(&object) = call.args.get(texture) else {
            return self.unsupported_value(format!("`{}`", call.name), ty, span);
        };
        let declared = strip_casts(object).referenced.as_ref().map_or("", |r| &r.ty);
        let normalized = declared.contains("NormalizedFloat")
            || matches!(self.ctype(object), CType::Opaque(name) if name.contains("NormalizedFloat"));
        let mut args = self.expr(object).leaves;
        for arg in call.args.iter().skip(texture + 1).filter(|a| !is_omitted(a)) {
            args.extend(self.expr(arg).leaves);
        }
        if normalized {
            // Not every value is possible.
            return self.havoc(ty, "texture read with normalized values", span);
        }
        self.input(ty, &format!("texture read: {}", call.name), &args, span)
    }

    /// `surf2Dread(surface, x, y)`, `surf2Dread(&out, surface, x, y)`, `surf2Dwrite(value, surface, x, y)`.
    fn surface(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let write = call.name.ends_with("write");
        let out = !write && matches!(call.ty, CType::Void);
        let first = usize::from(write || out);
        let object = call.args.get(first).and_then(|a| self.surface_object(a));
        let Some(object) = object.filter(|_| self.spec == 0) else {
            return self.unsupported_value(format!("`{}` of an unknown surface", call.name), &call.ty, span);
        };
        let value = if write { Some(self.expr(call.args[0])) } else { None };
        let dimensions = match call.name.as_bytes().get(4) {
            Some(b'1') => 1,
            Some(b'2') => 2,
            _ => 3,
        } + usize::from(call.name.contains("Layered"));
        let mut at = Vec::new();
        for arg in call.args.iter().skip(first + 1).filter(|a| !is_omitted(a)).take(dimensions) {
            at.push(self.scalar(arg));
        }
        // The first coordinate counts bytes already.
        let mut e = self.int(0, Type::I64, span);
        for (i, &part) in at.iter().enumerate().rev() {
            let row = self.int(if i == 0 { 1 << 20 } else { 1 << 16 }, Type::I64, span);
            let wide = self.convert(part, Type::I64, span);
            e = self.mul_add(wide, e, row, span);
        }
        let base = self.address_of_object(object, span);
        let ptr = self.ptr_add(base, e, span);
        let ty = match (&value, out) {
            (Some(v), _) => v.ty.clone(),
            (None, true) => self.ctype(call.args[0]).pointee().map_or(CType::Void, |q| q.ty.clone()),
            (None, false) => call.ty.clone(),
        };
        let place = Place::Mem { ptr, ty, volatile: false };
        match value {
            Some(v) => self.store(&place, &v, span),
            None => {
                let texel = self.load(&place, span);
                if !out {
                    return texel;
                }
                self.store_through(call.args[0], texel, span);
            }
        }
        Value { ty: CType::Void, leaves: Vec::new() }
    }

    /// The memory behind a surface reference or a surface object that is a kernel parameter.
    fn surface_object(&mut self, arg: &'u Node) -> Option<wp_kir::ObjectId> {
        let target = strip_casts(arg);
        let named = target.referenced.as_ref()?;
        let is_reference = matches!(&*named.kind, "VarDecl") && named.ty.contains("surface<");
        // A parameter that is assigned may name another surface.
        let is_param =
            &*named.kind == "ParmVarDecl" && !self.is_inlined() && !self.frame().facts.written.contains(&named.id);
        if !is_reference && !is_param {
            return None;
        }
        if let Some(&object) = self.surfaces.get(&named.id) {
            return Some(object);
        }
        let mut ty = QType::plain(CType::Scalar(Type::Int { bits: 8, signed: false }));
        ty.space = Some(Space::Global);
        let object = self.object(&named.name, Space::Global, &ty, Init::Input, arg.span);
        self.k.objects[object].size = None;
        self.k.objects[object].symbol = self.decls.global(named).and_then(crate::vars::symbol);
        self.surfaces.insert(named.id, object);
        Some(object)
    }

    fn texel(&mut self, image: ExprId, coordinates: &Value, span: Span) -> ExprId {
        let parts: Vec<ExprId> = coordinates.leaves.iter().take(3).copied().collect();
        let mut e = self.int(0, Type::I64, span);
        for &part in parts.iter().rev() {
            let row = self.int(1 << 14, Type::I64, span);
            let wide = self.convert(part, Type::I64, span);
            e = self.mul_add(wide, e, row, span);
        }
        self.ptr_index(image, e, 16, span)
    }

    fn image_read(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let (Some(image), Some(at)) = (values.first(), values.last()) else {
            return self.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        if self.spec > 0 {
            return self.havoc(&call.ty, "image read", span);
        }
        let image = self.only(&image.clone(), span);
        let float = at.leaves.first().is_some_and(|&e| self.k.ty(e).is_float());
        let at = if float {
            let coordinates = CType::Vector(Type::I32, at.leaves.len().max(2) as u32);
            let args: Vec<ExprId> = values.iter().flat_map(|v| v.leaves.iter().copied()).collect();
            self.input(&coordinates, "texel chosen by float coordinates", &args, span)
        } else {
            at.clone()
        };
        let texel = self.texel(image, &at, span);
        // The access matters; the value depends on the image's format.
        let mut held = vec![image];
        for i in 0..4 {
            let part = self.ptr_offset(texel, i * 4, span);
            held.push(self.load_scalar(part, Type::F32, false, span));
        }
        held.extend(values.iter().skip(1).flat_map(|v| v.leaves.iter().copied()));
        self.input(&call.ty, &format!("image read: {}", call.name), &held, span)
    }

    fn image_write(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let (Some(image), Some(at), Some(color)) = (values.first(), values.get(1), values.last()) else {
            return self.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let (image, at, color) = (self.only(&image.clone(), span), at.clone(), color.clone());
        let texel = self.texel(image, &at, span);
        for (i, &e) in color.leaves.iter().take(4).enumerate() {
            let ptr = self.ptr_offset(texel, i as u64 * 4, span);
            let ty = self.k.ty(e);
            let value =
                if ty.size() == 4 { self.bitcast(e, Type::F32, span) } else { self.convert(e, Type::F32, span) };
            self.emit(StmtKind::Store { ptr, value, ty: Type::F32, volatile: false }, span);
        }
        Value { ty: CType::Void, leaves: Vec::new() }
    }
}
