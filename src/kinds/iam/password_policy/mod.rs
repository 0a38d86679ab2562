//! `iam.password_policy`: the account's rules for users' passwords.
//!
//! ```yaml
//! passwords:
//!   boto_iam.account_policy:
//!     - minimum_password_length: 14
//!     - max_password_age: 90
//!     - password_reuse_prevention: 5
//!     - require_numbers: True
//!     - allow_users_to_change_password: True
//!     - profile: aws_profile
//! ```
//!
//! An account has one such policy, so `name` has no effect. **What is left out is not managed**: AWS resets settings that a
//! change leaves out, so a run sends all settings, the undeclared ones unchanged. An account without a policy gets one; what
//! is left out has AWS's default. `max_password_age: 0` means that passwords do not expire, `password_reuse_prevention: 0`
//! that they may be used again.
//!
//! `account_policy_absent` (beyond Salt) deletes the account's own policy.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_UpdateAccountPasswordPolicy.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

pub(super) use api::apply;
pub(super) use diff::Step;
pub(super) use spec::Rules;

use kind::export::Export;
use kind::wiring::kind;
use model::Reference;

fn provided(_spec: &spec::Spec) -> Vec<Reference> {
    vec![Reference::new("iam.password_policy", "the account")]
}

kind! {
    /// The password policy of the account.
    PasswordPolicy = "iam.password_policy", "password policy", &["iam"], plain, provides provided;
    source {}
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
    }
}
