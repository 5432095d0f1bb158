//! Why a question has no answer.

/// Why there is no answer, in a sentence for the person who asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused(pub String);

impl<E: std::error::Error> From<E> for Refused {
    fn from(error: E) -> Refused {
        Refused(error.to_string())
    }
}
