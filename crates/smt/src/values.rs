//! Values of constants in a model, by name.

use super::sexpr::Sexpr;
use std::collections::BTreeMap;
use std::fmt;

/// A value as a solver writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A bit-vector: its width and its bits as a number.
    Bits(u32, u128),
    /// A constructor of a data type, with its arguments.
    Data(String, Vec<Value>),
    /// Anything else, such as an array, as it was written.
    Other(String),
}

/// The constants that a model gives values to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values(BTreeMap<String, Value>);

impl Values {
    /// The value of a constant.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Whether a Boolean constant is true; `None` if it has no value, or one of another sort.
    #[must_use]
    pub fn bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer constant.
    #[must_use]
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The constructor that the value of a data type's constant begins with.
    #[must_use]
    pub fn constructor(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Value::Data(constructor, _) => Some(constructor),
            _ => None,
        }
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether the model has no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a value; false if the constant has another one already.
    pub fn add(&mut self, name: impl Into<String>, value: Value) -> bool {
        let name = name.into();
        match self.0.get(&name) {
            Some(before) => *before == value,
            None => self.0.insert(name, value).is_none(),
        }
    }
}

impl Value {
    /// Reads a value. What is of no known form is kept as it is.
    #[must_use]
    pub fn read(term: &Sexpr) -> Value {
        match term {
            Sexpr::Atom(word) => read_word(word),
            Sexpr::Text(_) => Value::Other(term.to_string()),
            Sexpr::List(items) => read_list(items).unwrap_or_else(|| Value::Other(term.to_string())),
        }
    }
}

fn read_word(word: &str) -> Value {
    let bits = |digits: &str, base: u32, each: u32| {
        let value = u128::from_str_radix(digits, base).ok()?;
        Some(Value::Bits(each * u32::try_from(digits.len()).ok()?, value))
    };
    let found = match word {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ if word.starts_with("#b") => bits(&word[2..], 2, 1),
        _ if word.starts_with("#x") => bits(&word[2..], 16, 4),
        // Some solvers write -3, some 3.0 for an integer in a real-valued logic.
        _ if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            word.strip_suffix(".0").unwrap_or(word).parse().ok().map(Value::Int)
        }
        _ => Some(Value::Data(word.to_owned(), Vec::new())),
    };
    found.unwrap_or_else(|| Value::Other(word.to_owned()))
}

fn read_list(items: &[Sexpr]) -> Option<Value> {
    let (head, arguments) = items.split_first()?;
    match (head, arguments) {
        (Sexpr::Atom(minus), [number]) if minus == "-" => match Value::read(number) {
            Value::Int(value) => Some(Value::Int(value.checked_neg()?)),
            _ => None,
        },
        // (as none Card)
        (Sexpr::Atom(word), [value, _]) if word == "as" => match Value::read(value) {
            data @ Value::Data(..) => Some(data),
            _ => None,
        },
        // (_ bv5 8)
        (Sexpr::Atom(word), [Sexpr::Atom(value), Sexpr::Atom(width)]) if word == "_" => {
            Some(Value::Bits(width.parse().ok()?, value.strip_prefix("bv")?.parse().ok()?))
        }
        // Operators that build arrays and real numbers, or name parts of what follows.
        (Sexpr::Atom(word), _)
            if ["_", "/", "store", "let", "lambda", "-", "as"].contains(&word.as_str()) =>
        {
            None
        }
        (Sexpr::Atom(word), arguments) => {
            Some(Value::Data(word.clone(), arguments.iter().map(Value::read).collect()))
        }
        // ((as card Card) 1 2): but ((as const (Array ...)) v) is an array.
        (Sexpr::List(_), arguments) => match head.after("as")? {
            [Sexpr::Atom(word), _] if word != "const" => {
                Some(Value::Data(word.clone(), arguments.iter().map(Value::read).collect()))
            }
            _ => None,
        },
        (Sexpr::Text(_), _) => None,
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) if *value < 0 => write!(f, "(- {})", value.unsigned_abs()),
            Value::Int(value) => write!(f, "{value}"),
            Value::Bits(width, value) => write!(f, "(_ bv{value} {width})"),
            Value::Data(word, arguments) if arguments.is_empty() => f.write_str(word),
            Value::Data(word, arguments) => {
                write!(f, "({word}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
            Value::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr;

    fn value(text: &str) -> Value {
        Value::read(&sexpr::read(text).unwrap()[0])
    }

    #[test]
    fn values_of_every_solver_are_read() {
        assert_eq!(value("true"), Value::Bool(true));
        assert_eq!((value("(- 12)"), value("-12")), (Value::Int(-12), Value::Int(-12)));
        assert_eq!(value("3.0"), Value::Int(3));
        assert_eq!((value("#b0101"), value("#x0f")), (Value::Bits(4, 5), Value::Bits(8, 15)));
        assert_eq!(value("(_ bv5 8)"), Value::Bits(8, 5));
        assert_eq!(value("(as none Card)"), Value::Data("none".into(), vec![]));
        let card = Value::Data("card".into(), vec![Value::Int(1), Value::Int(-2)]);
        assert_eq!((value("(card 1 (- 2))"), value("((as card Card) 1 (- 2))")), (card.clone(), card));
        for other in ["((as const (Array Int Bool)) false)", "(/ 1 2)", "(store a 1 2)", "()", "\"a\"", "-x"]
        {
            assert!(matches!(value(other), Value::Other(_)), "{other}: {:?}", value(other));
        }
        for text in ["(card 1 (- 2))", "(_ bv5 8)", "false"] {
            assert_eq!(value(text).to_string(), text);
        }
    }

    #[test]
    fn a_constant_has_one_value() {
        let mut values = Values::default();
        assert!(values.add("a", Value::Int(1)) && values.add("a", Value::Int(1)));
        assert!(!values.add("a", Value::Int(2)));
        assert_eq!((values.int("a"), values.bool("a"), values.constructor("b")), (Some(1), None, None));
    }
}
