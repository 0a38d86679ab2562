//! The account's password policy as AWS describes it.

use aws_sdk_iam::types::PasswordPolicy;

use super::spec::Rules;
use model::Value;

/// The policy as it is: no rule is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The rules for passwords.
    pub rules: Rules,
}

impl Live {
    /// Nothing refers to it.
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let length = self.rules.least_length.filter(|_| attribute == "minimum_password_length")?;
        Some(length.into())
    }

    /// A rule that AWS leaves out is off.
    pub(super) fn of(policy: &PasswordPolicy) -> Self {
        let rules = Rules {
            may_be_changed: Some(policy.allow_users_to_change_password),
            expires_for_good: Some(policy.hard_expiry.unwrap_or_default()),
            longest_age: Some(policy.max_password_age.unwrap_or_default()),
            least_length: policy.minimum_password_length,
            remembered: Some(policy.password_reuse_prevention.unwrap_or_default()),
            needs_lowercase: Some(policy.require_lowercase_characters),
            needs_numbers: Some(policy.require_numbers),
            needs_symbols: Some(policy.require_symbols),
            needs_uppercase: Some(policy.require_uppercase_characters),
        };
        Self { rules }
    }
}
