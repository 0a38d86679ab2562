//! Cloud Control's own codes: those of its errors, and those of ended requests.
//!
//! See <https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract-errors.html>.

use aws::{ApiError, Fault};

/// The meaning of a code.
pub(super) fn of_code(code: &str) -> Fault {
    match code.strip_suffix("Exception").unwrap_or(code) {
        "ConcurrentOperation" | "ResourceConflict" => Fault::Conflict,
        "HandlerInternalFailure"
        | "NetworkFailure"
        | "NotStabilized"
        | "ServiceInternalError"
        | "ServiceTimeout" => Fault::Server,
        "InvalidCredentials" => Fault::Credentials,
        "InvalidRequest" | "NotUpdatable" => Fault::Invalid,
        "ServiceLimitExceeded" => Fault::Quota,
        "UnauthorizedTaggingOperation" => Fault::Denied,
        "UnsupportedAction" => Fault::Unsupported,
        _ => Fault::of_code(code),
    }
}

/// AWS's message about a thing type that was deprecated less than five minutes ago: trying again later helps.
///
/// See <https://docs.aws.amazon.com/iot/latest/apireference/API_DeleteThingType.html>.
const TOO_EARLY: &str = "5 minutes";

/// The fault of an ended request.
pub(super) fn of_end(code: &str, message: &str) -> Fault {
    if message.contains(TOO_EARLY) { Fault::Conflict } else { of_code(code) }
}

/// A failed call with the meaning of its code.
pub(super) fn meant(error: ApiError) -> ApiError {
    match error.code.as_deref().map(of_code) {
        Some(fault) if error.fault == Fault::Other => ApiError { fault, ..error },
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_errors_and_of_requests_mean_the_same() {
        for (code, fault) in [
            ("ConcurrentOperationException", Fault::Conflict),
            ("ResourceConflict", Fault::Conflict),
            ("NotUpdatableException", Fault::Invalid),
            ("NotUpdatable", Fault::Invalid),
            ("AlreadyExists", Fault::AlreadyExists),
            ("ResourceNotFoundException", Fault::NotFound),
            ("TypeNotFoundException", Fault::Other),
        ] {
            assert_eq!(of_code(code), fault, "{code}");
        }
    }
}
