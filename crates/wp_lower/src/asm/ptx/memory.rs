//! The operands of loads, stores and atomic operations.

use super::{literal, Action, Machine, Outcome, Slot, Token};
use crate::asm::access::{Access, Address, Base, Guard, Shape};

/// The tokens between commas outside of brackets and braces.
pub(super) fn operands(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0;
    tokens
        .split(|token| {
            depth += match token {
                Token::Mark('[' | '{') => 1,
                Token::Mark(']' | '}') => -1,
                _ => 0,
            };
            depth == 0 && *token == Token::Mark(',')
        })
        .collect()
}

/// The elements of a vector in braces, or the one token.
fn elements(operand: &[Token]) -> Option<Vec<&Token>> {
    match operand {
        [Token::Mark('{'), inner @ .., Token::Mark('}')] => inner
            .split(|token| *token == Token::Mark(','))
            .map(|part| if let [one] = part { Some(one) } else { None })
            .collect(),
        [one] => Some(vec![one]),
        _ => None,
    }
}

impl Machine<'_> {
    /// An access; `None` if its operands are of another form than those of [`Access`].
    pub(super) fn access(&mut self, shape: Shape, guard: Option<Guard>, tokens: &[Token]) -> Option<()> {
        let all = operands(tokens);
        let (target, rest) = if shape.kind.loads() {
            all.split_first().map(|(target, rest)| (Some(*target), rest))?
        } else {
            (None, &all[..])
        };
        let (address, sources) = rest.split_first()?;
        let address = self.address(address, shape.is_shared)?;
        let loaded = match target {
            Some(target) => {
                elements(target)?.into_iter().map(|token| self.loaded(shape, token)).collect::<Option<Vec<_>>>()?
            }
            None => Vec::new(),
        };
        let mut stored = Vec::new();
        for source in sources {
            for token in elements(source)? {
                stored.push(shape.letters().find_map(|letter| self.input(token, letter))?);
            }
        }
        let fits = (target.is_none() || loaded.len() == shape.lanes)
            && sources.len() == shape.kind.inputs()
            && stored.len() == sources.len() * shape.lanes;
        fits.then_some(())?;
        let count = self.actions.len();
        loaded.iter().flatten().for_each(|&i| self.outputs[i] = Some(Outcome::Loaded(count)));
        let Shape { kind, bytes, number, is_read_only, .. } = shape;
        let access = Access { kind, address, loaded, stored, number, bytes, guard, is_read_only };
        self.actions.push(Action::Access(access));
        Some(())
    }

    /// `[register]` or `[register+offset]`
    pub(super) fn address(&self, tokens: &[Token], is_shared: bool) -> Option<Address> {
        let (base, offset) = match tokens {
            [Token::Mark('['), base, Token::Mark(']')] => (base, 0),
            [Token::Mark('['), base, Token::Mark('+'), Token::Number(offset), Token::Mark(']')] => {
                (base, literal(offset).filter(|&offset| offset < 1 << 31)?)
            }
            _ => return None,
        };
        let base = match (self.slot(base).ok()?, is_shared) {
            (Some(Slot::Declared(i)), true) => match self.declared[i].1 {
                Outcome::SharedAddress(pointer) => Base::Converted(pointer),
                _ => return None,
            },
            (_, true) => Base::Shared(self.input(base, 'r').or_else(|| self.input(base, 'l'))?),
            (_, false) => Base::Generic(self.input(base, 'l')?),
        };
        Some(Address { base, offset })
    }

    /// The output that a token names, of the width of the access; none for `_`, which takes the result of an atomic
    /// operation.
    fn loaded(&self, shape: Shape, token: &Token) -> Option<Option<usize>> {
        let at = match token {
            Token::Word(name) if name == "_" && shape.kind.inputs() > 0 => return Some(None),
            Token::Operand(i) => *i,
            Token::Named(name) => self.asm.outputs.iter().position(|o| o.name.as_ref() == Some(name))?,
            _ => return None,
        };
        let letter = self.asm.outputs.get(at)?.constraint.chars().last()?;
        shape.letters().any(|of_size| of_size == letter).then_some(Some(at))
    }
}
