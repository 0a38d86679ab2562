//! A failed call: what was attempted, on what, and what AWS said.

use std::fmt;

use super::Fault;
use crate::model::Asked;

/// A failed call to AWS, without any SDK type.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ApiError {
    /// The API operation: `CreateQueue`.
    pub operation: &'static str,
    /// What it was called on, as an author would name it.
    pub subject: String,
    /// What the failure means.
    pub fault: Fault,
    /// AWS's error code, where it gave one.
    pub code: Option<String>,
    /// AWS's words, or those of the network.
    pub message: String,
    /// AWS's id of the request, for its support.
    pub request_id: Option<String>,
    /// True when an earlier attempt of the same call got no answer, or AWS failed on it: that one may have been carried
    /// out, and this answer may only be its consequence ("already exists").
    pub after_silence: bool,
}

impl ApiError {
    /// A failure that this program found itself in an answer: nothing, or too much, where one was expected.
    pub fn found(
        operation: &'static str,
        subject: impl fmt::Display,
        fault: Fault,
        message: impl Into<String>,
    ) -> Self {
        Self {
            operation,
            subject: subject.to_string(),
            fault,
            code: None,
            message: message.into(),
            request_id: None,
            after_silence: false,
        }
    }

    /// True when the thing does not exist.
    pub fn is_not_found(&self) -> bool {
        self.fault == Fault::NotFound
    }

    /// True for one of these codes.
    pub fn has_code(&self, codes: &[&str]) -> bool {
        self.code.as_deref().is_some_and(|code| codes.contains(&code))
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} of {} failed: {}", self.operation, self.subject, self.message.trim_end_matches('.'))?;
        match (&self.code, &self.request_id) {
            (Some(code), Some(id)) => write!(out, " (code {code}, request {id})"),
            (Some(code), None) => write!(out, " (code {code})"),
            (None, Some(id)) => write!(out, " (request {id})"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for ApiError {}

/// "Not found" as absence, any other failure as failure.
pub fn absent_if_not_found<T>(result: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// "Not found" of an aspect of a thing that another call has just shown: AWS does not know it everywhere yet.
pub fn not_yet_if_not_found<T>(result: Result<T, ApiError>) -> Result<Asked<T>, ApiError> {
    absent_if_not_found(result).map(|found| found.map_or(Asked::NotYet, Asked::Answer))
}

/// "Not found" as done, any other failure as failure: for removals.
pub fn done_if_not_found(result: Result<(), ApiError>) -> Result<(), ApiError> {
    absent_if_not_found(result).map(|_| ())
}
