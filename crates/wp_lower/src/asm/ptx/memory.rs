//! The operands of loads, stores and atomic operations.

use super::{literal, Machine, Outcome, Token};
use crate::asm::access::{Access, Guard, Shape};

/// The tokens between commas outside of brackets and braces.
fn operands(tokens: &[Token]) -> Vec<&[Token]> {
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
        let (pointer, offset) = match address {
            [Token::Mark('['), pointer, Token::Mark(']')] => (pointer, 0),
            [Token::Mark('['), pointer, Token::Mark('+'), Token::Number(offset), Token::Mark(']')] => {
                (pointer, literal(offset)?)
            }
            _ => return None,
        };
        let pointer = self.input(pointer, 'l')?;
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
        let count = self.accesses.len();
        loaded.iter().flatten().for_each(|&i| self.outputs[i] = Some(Outcome::Loaded(count)));
        let Shape { kind, bytes, number, is_read_only, .. } = shape;
        self.accesses.push(Access { kind, pointer, offset, loaded, stored, number, bytes, guard, is_read_only });
        Some(())
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
