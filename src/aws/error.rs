//! A failed call: what was attempted, on what, and AWS's answer.

use std::fmt;

use super::Fault;
use model::Asked;

/// A failed call to AWS, without any SDK type.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ApiError {
    /// The API operation: `CreateQueue`.
    pub operation: &'static str,
    /// The subject of the call, as an author would name it.
    pub subject: String,
    /// The meaning of the failure.
    pub fault: Fault,
    /// AWS's error code, if it gave one.
    pub code: Option<String>,
    /// The message of AWS, or of the network.
    pub message: String,
    /// AWS's id of the request, for its support.
    pub request_id: Option<String>,
    /// True when an earlier attempt of the same call got no answer, or AWS failed on it: that attempt may have
    /// succeeded, and this answer ("already exists") may be its consequence.
    pub after_silence: bool,
}

impl ApiError {
    /// A failure that this program found in an answer: nothing, or too much, where one thing was expected.
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

    /// What an author or operator can do about it: about this code, else about its meaning.
    pub fn advice(&self) -> Option<&'static str> {
        if self.has_code(WRONG_CLOCK) {
            return Some("the clock of this machine is wrong: set it (timedatectl, chronyc), then run again");
        }
        if self.has_code(OTHER_REGION) {
            return Some(
                "the bucket is in another region: name it as 'region' (aws s3api get-bucket-location shows it)",
            );
        }
        self.fault.advice()
    }
}

/// AWS's clock and that of the request differ by more than 15 minutes.
const WRONG_CLOCK: &[&str] = &["RequestTimeTooSkewed", "RequestExpired"];

/// S3's codes for a bucket of another region. See
/// <https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html>.
const OTHER_REGION: &[&str] = &["AuthorizationHeaderMalformed", "PermanentRedirect"];

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

/// "Not found" for an aspect of a thing that another call has just shown: AWS does not show it everywhere yet.
pub fn not_yet_if_not_found<T>(result: Result<T, ApiError>) -> Result<Asked<T>, ApiError> {
    absent_if_not_found(result).map(|found| found.map_or(Asked::NotYet, Asked::Answer))
}

/// "Not found" as success, any other failure as failure: for deletions.
pub fn done_if_not_found(result: Result<(), ApiError>) -> Result<(), ApiError> {
    absent_if_not_found(result).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_the_clock_and_the_region() {
        let of = |code: &str| {
            let error = ApiError::found("GetObject", "s3://b/k", Fault::of_code(code), "no");
            ApiError { code: Some(code.to_owned()), ..error }.advice().unwrap_or_default()
        };
        assert!(of("RequestTimeTooSkewed").contains("the clock of this machine is wrong"));
        assert!(of("PermanentRedirect").contains("the bucket is in another region"));
        assert!(of("AccessDenied").contains("IAM policies"));
    }
}
