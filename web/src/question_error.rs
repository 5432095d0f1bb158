//! Why a question has no answer.

/// The reason why there is no answer, as a sentence for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionError(pub String);

impl<E: std::error::Error> From<E> for QuestionError {
    fn from(error: E) -> QuestionError {
        QuestionError(error.to_string())
    }
}
