//! The declaration of the account's password policy in an SLS.

use kind::settings::{Settings, arguments, settings};
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

settings! {
    /// The rules for passwords.
    Rules {
        may_be_changed: bool = "allow_users_to_change_password" / "AllowUsersToChangePassword",
            Shape::Boolean, "whether users may change their own password";
        expires_for_good: bool = "hard_expiry" / "HardExpiry",
            Shape::Boolean, "whether users cannot change an expired password";
        longest_age: i32 = "max_password_age" / "MaxPasswordAge",
            Shape::Integer, "days until a password expires; 0 for never";
        least_length: i32 = "minimum_password_length" / "MinimumPasswordLength",
            Shape::Integer, "the minimum number of characters";
        remembered: i32 = "password_reuse_prevention" / "PasswordReusePrevention",
            Shape::Integer, "how many former passwords cannot be used again; 0 for none";
        needs_lowercase: bool = "require_lowercase_characters" / "RequireLowercaseCharacters",
            Shape::Boolean, "whether a password needs lowercase letters";
        needs_numbers: bool = "require_numbers" / "RequireNumbers", Shape::Boolean, "whether a password needs digits";
        needs_symbols: bool = "require_symbols" / "RequireSymbols",
            Shape::Boolean, "whether a password needs symbols";
        needs_uppercase: bool = "require_uppercase_characters" / "RequireUppercaseCharacters",
            Shape::Boolean, "whether a password needs uppercase letters";
    }
}

impl Rules {
    /// These rules, and others' for those that are not set.
    pub(super) fn or(&self, others: &Self) -> Self {
        Self {
            may_be_changed: self.may_be_changed.or(others.may_be_changed),
            expires_for_good: self.expires_for_good.or(others.expires_for_good),
            longest_age: self.longest_age.or(others.longest_age),
            least_length: self.least_length.or(others.least_length),
            remembered: self.remembered.or(others.remembered),
            needs_lowercase: self.needs_lowercase.or(others.needs_lowercase),
            needs_numbers: self.needs_numbers.or(others.needs_numbers),
            needs_symbols: self.needs_symbols.or(others.needs_symbols),
            needs_uppercase: self.needs_uppercase.or(others.needs_uppercase),
        }
    }
}

const NAME: Argument = Argument::optional("name", Shape::Text, "has no effect: an account has one policy");

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam.account_policy", "boto3_iam.account_policy"],
        arguments!(&[NAME], Rules::ARGUMENTS),
        "Makes sure that the account has this password policy.",
    ),
    Function::absent(
        &["boto_iam.account_policy_absent", "boto3_iam.account_policy_absent"],
        &[NAME],
        "Makes sure that the account has no custom password policy.",
    ),
];

/// A declared password policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// False for `account_policy_absent`.
    pub present: bool,
    /// The rules for passwords.
    pub rules: Rules,
}

pub(super) fn read(function: &Function, fields: &Fields, _problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    Spec { present, rules: if present { Rules::read(fields) } else { Rules::default() } }
}
