//! Faults that Lambda distinguishes only by the message: one code means "exists already" or "busy", another "not yet" or
//! "wrong".

use aws::{ApiError, Fault};

/// Words of refusals which mean that Lambda does not know a new resource yet.
///
/// See <https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-deployment.html>.
const NOT_YET: &[&[&str]] = &[
    &["role defined for the function cannot be assumed"],
    &["execution role does not have permissions"],
    &["function execution role does not have permissions"],
    &["Security Group", "does not exist"],
    &["security group", "not found"],
    &["subnet", "does not exist"],
    &["Cannot access stream"],
    &["Stream not found"],
];

/// The error with the fault that its message means: Lambda uses one code for two faults.
///
/// See <https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html#API_CreateFunction_Errors>.
pub(super) fn classified(mut error: ApiError) -> ApiError {
    if error.has_code(&["ResourceConflictException"]) {
        let is_there = error.message.contains("already exist");
        error.fault = if is_there { Fault::AlreadyExists } else { Fault::Conflict };
    }
    // While a mapping is being made, changed or deleted, AWS refuses other calls.
    if error.has_code(&["ResourceInUseException"]) {
        error.fault = Fault::Conflict;
    }
    error
}

/// True if a refusal may be temporary.
pub(super) fn is_not_yet(error: &ApiError) -> bool {
    let says = |words: &&[&str]| words.iter().all(|word| error.message.contains(word));
    error.is_not_found() || error.fault == Fault::Invalid && NOT_YET.iter().any(says)
}

/// What to do about a role that Lambda may not assume.
pub(super) fn advice(error: &ApiError) -> Option<String> {
    let is_role = error.message.contains(NOT_YET[0][0]);
    let advice = "the trust policy of the role must allow lambda.amazonaws.com to call sts:AssumeRole";
    is_role.then(|| advice.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: &str, fault: Fault, message: &str) -> ApiError {
        ApiError { code: Some(code.to_owned()), ..ApiError::found("CreateFunction", "f", fault, message) }
    }

    #[test]
    fn one_code_means_two_things() {
        let conflict =
            |message: &str| classified(error("ResourceConflictException", Fault::Other, message)).fault;
        assert_eq!(conflict("Function already exist: f"), Fault::AlreadyExists);
        assert_eq!(
            conflict("The statement id (a) provided already exists. Please provide a new statement id."),
            Fault::AlreadyExists
        );
        let busy = "The operation cannot be performed at this time. An update is in progress for resource: f";
        assert_eq!(conflict(busy), Fault::Conflict);
    }

    #[test]
    fn a_new_role_is_waited_for_and_a_wrong_handler_is_not() {
        let invalid = |message: &str| error("InvalidParameterValueException", Fault::Invalid, message);
        let role = invalid("The role defined for the function cannot be assumed by Lambda.");
        assert!(is_not_yet(&role) && advice(&role).is_some());
        assert!(!is_not_yet(&invalid("Value at 'handler' failed to satisfy constraint")));
    }
}
