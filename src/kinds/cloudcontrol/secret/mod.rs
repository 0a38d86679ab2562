//! `cloudcontrol.secret`: a secret of Secrets Manager, `AWS::SecretsManager::Secret`.
//!
//! ```yaml
//! prod/db:
//!   boto_secretsmanager.secret_present:
//!     - description: the password of the database
//!     - generate: {PasswordLength: 32, ExcludePunctuation: True}
//!     - tags: {team: data}
//!     - profile: aws_profile
//! ```
//!
//! Salt has no such state; this one is our own. A new secret gets the text of `secret_string` (from the pillar), or one that AWS
//! generates from `generate` (AWS's `GenerateSecretString`). They are never compared, never shown, and never sent again: an
//! existing secret keeps its value, also if somebody else set or rotated it. `description`, `kms_key_id` and `tags` are managed
//! if they are given. `absent` leaves AWS's recovery window.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-secretsmanager-secret.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A secret, by name. Attributes: `id` (its ARN), every property but the value.
    Secret = "cloudcontrol.secret", "secret", &["secretsmanager"], export::EXPORT;
}
