//! Terms and sorts. A term knows its sort at compile time, so a script cannot compare a pile
//! with a move; inside it is its own text, since nothing but printing is done with it.
//!
//! Sorts are types without values: [`Bool`], [`Int`], [`BitVec`], [`ArrayOf`], and one of an
//! encoding's own for each data type it declares (see [`super::Script::data`]). Operators
//! that are not here are written with [`Term::apply`].

use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;

/// The sort of truth values.
#[derive(Debug)]
pub enum Bool {}
/// The sort of integers.
#[derive(Debug)]
pub enum Int {}
/// Bit-vectors; their width is known to their [`Sort`] only.
#[derive(Debug)]
pub enum BitVec {}
/// Arrays from `I` to `V`.
#[derive(Debug)]
pub struct ArrayOf<I, V>(PhantomData<(I, V)>);

/// A sort, `S` being the type that stands for it.
pub struct Sort<S> {
    text: String,
    sort: PhantomData<fn() -> S>,
}

/// A term of sort `S`.
pub struct Term<S> {
    text: String,
    sort: PhantomData<fn() -> S>,
}

impl<S> Sort<S> {
    pub(super) fn named(text: impl Into<String>) -> Sort<S> {
        Sort { text: text.into(), sort: PhantomData }
    }

    /// As it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Sort<Bool> {
    /// Truth values.
    #[must_use]
    pub fn bool() -> Sort<Bool> {
        Sort::named("Bool")
    }
}

impl Sort<Int> {
    /// Integers.
    #[must_use]
    pub fn int() -> Sort<Int> {
        Sort::named("Int")
    }
}

impl Sort<BitVec> {
    /// Bit-vectors of `width` bits.
    #[must_use]
    pub fn bits(width: u32) -> Sort<BitVec> {
        Sort::named(format!("(_ BitVec {width})"))
    }
}

impl<I, V> Sort<ArrayOf<I, V>> {
    /// Arrays.
    #[must_use]
    pub fn array(from: &Sort<I>, to: &Sort<V>) -> Sort<ArrayOf<I, V>> {
        Sort::named(format!("(Array {} {})", from.text, to.text))
    }
}

impl<S> Term<S> {
    /// A symbol: a constant, or a constructor without arguments.
    pub fn symbol(name: impl Into<String>) -> Term<S> {
        Term { text: name.into(), sort: PhantomData }
    }

    /// An operator on the texts of its arguments: for operators without a function here.
    pub fn apply<T: AsRef<str>>(head: &str, arguments: impl IntoIterator<Item = T>) -> Term<S> {
        let mut text = format!("({head}");
        for argument in arguments {
            text.push(' ');
            text.push_str(argument.as_ref());
        }
        text.push(')');
        Term::symbol(text)
    }

    /// As it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// `self = other`.
    #[must_use]
    pub fn eq(&self, other: &Term<S>) -> Term<Bool> {
        Term::apply("=", [&self.text, &other.text])
    }

    /// `self` where the condition holds, else `other`.
    #[must_use]
    pub fn where_else(&self, condition: &Term<Bool>, other: &Term<S>) -> Term<S> {
        Term::apply("ite", [&condition.text, &self.text, &other.text])
    }
}

impl Term<Bool> {
    /// `true` or `false`.
    #[must_use]
    pub fn truth(value: bool) -> Term<Bool> {
        Term::symbol(if value { "true" } else { "false" })
    }

    /// `self -> then`.
    #[must_use]
    pub fn implies(&self, then: &Term<Bool>) -> Term<Bool> {
        Term::apply("=>", [&self.text, &then.text])
    }

    fn joined<T: Borrow<Term<Bool>>>(
        head: &str,
        neutral: &str,
        terms: impl IntoIterator<Item = T>,
    ) -> Term<Bool> {
        let mut texts: Vec<String> = terms.into_iter().map(|term| term.borrow().text.clone()).collect();
        match texts.len() {
            0 => Term::symbol(neutral),
            1 => Term::symbol(texts.swap_remove(0)),
            _ => Term::apply(head, texts),
        }
    }
}

impl std::ops::Not for &Term<Bool> {
    type Output = Term<Bool>;

    fn not(self) -> Term<Bool> {
        Term::apply("not", [&self.text])
    }
}

impl std::ops::Not for Term<Bool> {
    type Output = Term<Bool>;

    fn not(self) -> Term<Bool> {
        !&self
    }
}

/// All of them; true of none.
pub fn and<T: Borrow<Term<Bool>>>(terms: impl IntoIterator<Item = T>) -> Term<Bool> {
    Term::joined("and", "true", terms)
}

/// One of them; false of none.
pub fn or<T: Borrow<Term<Bool>>>(terms: impl IntoIterator<Item = T>) -> Term<Bool> {
    Term::joined("or", "false", terms)
}

impl Term<Int> {
    /// A number.
    #[must_use]
    pub fn int(value: i64) -> Term<Int> {
        Term::symbol(if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() })
    }

    /// `self + other`.
    #[must_use]
    pub fn plus(&self, other: &Term<Int>) -> Term<Int> {
        Term::apply("+", [&self.text, &other.text])
    }

    /// `self - other`.
    #[must_use]
    pub fn minus(&self, other: &Term<Int>) -> Term<Int> {
        Term::apply("-", [&self.text, &other.text])
    }

    /// `self <= other`.
    #[must_use]
    pub fn at_most(&self, other: &Term<Int>) -> Term<Bool> {
        Term::apply("<=", [&self.text, &other.text])
    }

    /// `self < other`.
    #[must_use]
    pub fn less(&self, other: &Term<Int>) -> Term<Bool> {
        Term::apply("<", [&self.text, &other.text])
    }
}

/// How many of them are true, as a sum of ones and zeros.
pub fn count<T: Borrow<Term<Bool>>>(terms: impl IntoIterator<Item = T>) -> Term<Int> {
    let one = |term: T| Term::int(1).where_else(term.borrow(), &Term::int(0)).text;
    let mut texts: Vec<String> = terms.into_iter().map(one).collect();
    match texts.len() {
        0 => Term::int(0),
        1 => Term::symbol(texts.swap_remove(0)),
        _ => Term::apply("+", texts),
    }
}

impl<I, V> Term<ArrayOf<I, V>> {
    /// The value at an index.
    #[must_use]
    pub fn select(&self, index: &Term<I>) -> Term<V> {
        Term::apply("select", [&self.text, &index.text])
    }

    /// The same array but for the value at an index.
    #[must_use]
    pub fn store(&self, index: &Term<I>, value: &Term<V>) -> Term<ArrayOf<I, V>> {
        Term::apply("store", [&self.text, &index.text, &value.text])
    }
}

impl<I, V> Sort<ArrayOf<I, V>> {
    /// The array that holds the same value everywhere.
    #[must_use]
    pub fn constant(&self, value: &Term<V>) -> Term<ArrayOf<I, V>> {
        Term::apply(&format!("(as const {})", self.text), [&value.text])
    }
}

impl<S> Clone for Term<S> {
    fn clone(&self) -> Term<S> {
        Term::symbol(self.text.clone())
    }
}

impl<S> Clone for Sort<S> {
    fn clone(&self) -> Sort<S> {
        Sort::named(self.text.clone())
    }
}

impl<S> fmt::Debug for Term<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<S> fmt::Debug for Sort<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_written_as_smt_lib() {
        let (a, b) = (Term::<Bool>::symbol("a"), Term::<Bool>::symbol("b"));
        assert_eq!(and([&a, &b]).implies(&!&a).text(), "(=> (and a b) (not a))");
        assert_eq!((and::<Term<Bool>>([]).text(), or([&a]).text()), ("true", "a"));
        let x = Term::<Int>::symbol("x");
        assert_eq!(x.minus(&Term::int(-3)).at_most(&count([&a])).text(), "(<= (- x (- 3)) (ite a 1 0))");
        let sort = Sort::array(&Sort::int(), &Sort::bool());
        let array = sort.constant(&Term::truth(false)).store(&x, &b);
        assert_eq!(array.select(&x).text(), "(select (store ((as const (Array Int Bool)) false) x b) x)");
        assert_eq!(Sort::bits(7).text(), "(_ BitVec 7)");
        assert_eq!(a.eq(&b).text(), "(= a b)");
    }
}
