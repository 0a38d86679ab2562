//! Faults that Auto Scaling distinguishes only by the message: nearly all have the code `ValidationError`.

use aws::{ApiError, Fault};

/// Words of refusals which mean that Auto Scaling does not know a new resource yet.
///
/// See <https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_general.html#troubleshoot_general_eventual-consistency>.
const NOT_YET: &[&[&str]] = &[
    &["AutoScalingGroup name not found"],
    &["Invalid IamInstanceProfile"],
    &["Invalid IAM Instance Profile"],
    &["security group", "does not exist"],
    &["security group", "not found"],
    &["Invalid Security Group"],
    &["Load Balancers may not be valid"],
    &["Target Groups may not be valid"],
    &["Launch configuration name not found"],
    &["launch template", "does not exist"],
    &["subnet ID", "does not exist"],
];

/// True if a refusal may be temporary.
pub(super) fn is_not_yet(error: &ApiError) -> bool {
    let says = |words: &&[&str]| words.iter().all(|word| error.message.contains(word));
    error.fault == Fault::Invalid && NOT_YET.iter().any(says)
}

/// True if a removal finds nothing to remove.
pub(super) fn is_gone(error: &ApiError) -> bool {
    error.fault == Fault::NotFound
        || error.fault == Fault::Invalid && error.message.to_lowercase().contains("not found")
}

/// True if the lifecycle action is over: it was completed, or it timed out.
pub(super) fn is_over(error: &ApiError) -> bool {
    error.fault == Fault::Invalid && error.message.contains("No active Lifecycle Action found")
}

/// True if AWS allows no launch configurations for this account, as for all accounts opened since 2023.
///
/// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/launch-configurations.html>.
pub(super) fn wants_templates(error: &ApiError) -> bool {
    error.operation == "CreateLaunchConfiguration"
        && (error.fault == Fault::Unsupported || error.message.contains("Use launch templates"))
}

/// What to write instead of a launch configuration.
pub(super) fn advice(error: &ApiError) -> Option<String> {
    wants_templates(error).then(|| {
        "this account was opened after AWS stopped offering launch configurations: make a launch template and write \
         'launch_template: {name: <template>, version: $Latest}' in boto_asg.present instead of 'launch_config_name' \
         and 'launch_config'"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(operation: &'static str, code: &str, message: &str) -> ApiError {
        ApiError {
            code: Some(code.to_owned()),
            ..ApiError::found(operation, "myapp", Fault::of_code(code), message)
        }
    }

    #[test]
    fn a_profile_or_group_just_made_is_not_known_yet() {
        for message in [
            "Invalid IamInstanceProfile: myapp-testing-useast1",
            "The security group 'sg-0123456789abcdef0' does not exist",
            "Provided Load Balancers may not be valid. Please ensure they exist and try again.",
            "Launch configuration name not found - Launch configuration myapp-1 not found",
            "AutoScalingGroup name not found - no such group: myapp",
        ] {
            assert!(
                is_not_yet(&error_of("CreateLaunchConfiguration", "ValidationError", message)),
                "{message}"
            );
        }
    }

    #[test]
    fn other_refusals_are_final() {
        for (code, message) in [
            ("ValidationError", "1 validation error detected: Value '-1' at 'minSize' failed"),
            ("AccessDenied", "not authorized to use security group sg-1, which does not exist"),
            ("ValidationError", "Invalid instance type: t9.huge"),
        ] {
            assert!(!is_not_yet(&error_of("CreateLaunchConfiguration", code, message)), "{message}");
        }
    }

    #[test]
    fn an_account_without_launch_configurations_gets_advice() {
        let message = "The Launch Configuration creation operation is not available in your account. Use launch \
                       templates to create configuration templates for your Auto Scaling groups.";
        let error = error_of("CreateLaunchConfiguration", "UnsupportedOperation", message);
        assert!(advice(&error).is_some_and(|advice| advice.contains("launch_template:")));
        assert_eq!(advice(&error_of("CreateAutoScalingGroup", "ValidationError", message)), None);
    }

    #[test]
    fn an_action_that_is_over_is_distinguished_from_a_refused_one() {
        let over = "No active Lifecycle Action found with instance ID i-0123456789abcdef0";
        assert!(is_over(&error_of("CompleteLifecycleAction", "ValidationError", over)));
        assert!(!is_over(&error_of(
            "CompleteLifecycleAction",
            "ValidationError",
            "Lifecycle hook not found"
        )));
        assert!(!is_over(&error_of("CompleteLifecycleAction", "AccessDenied", over)));
    }

    #[test]
    fn missing_things_need_no_removal_and_a_refusal_is_an_error() {
        let gone = "Launch configuration name not found - Launch configuration myapp-1 not found";
        assert!(is_gone(&error_of("DeleteLaunchConfiguration", "ValidationError", gone)));
        assert!(!is_gone(&error_of("DeleteLaunchConfiguration", "AccessDenied", "policy not found")));
    }
}
