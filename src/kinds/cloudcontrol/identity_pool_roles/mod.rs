//! `cloudcontrol.identity_pool_roles`: the roles of an identity pool, `AWS::Cognito::IdentityPoolRoleAttachment`.
//!
//! ```yaml
//! visitors:
//!   boto_cognitoidentity.pool_roles_present:
//!     - IdentityPoolName: visitors
//!     - AuthenticatedRole: visitors-signed-in
//!     - UnauthenticatedRole: arn:aws:iam::123456789012:role/visitors-anonymous
//!     - profile: aws_profile
//! ```
//!
//! Salt has no separate state for them: `boto_cognitoidentity.pool_present` has the same arguments, and this state comes with it.
//! A role that is left out is not managed. The same run may create the roles and the pool. `pool_roles_absent` removes all roles
//! from a pool; a pool that is deleted loses its roles too.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-identitypoolroleattachment.html>.

mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// The roles of an identity pool, by the pool's name. Attributes: `id`, every property.
    IdentityPoolRoles = "cloudcontrol.identity_pool_roles", "roles of an identity pool", &["cognitoidentity"];
}
