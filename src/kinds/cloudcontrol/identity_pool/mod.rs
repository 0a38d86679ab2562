//! `cloudcontrol.identity_pool`: an identity pool of Cognito, `AWS::Cognito::IdentityPool`.
//!
//! ```yaml
//! visitors:
//!   boto_cognitoidentity.pool_present:
//!     - IdentityPoolName: visitors
//!     - AuthenticatedRole: visitors-signed-in
//!     - AllowUnauthenticatedIdentities: True
//!     - UnauthenticatedRole: visitors-anonymous
//!     - SupportedLoginProviders: {graph.facebook.com: '7346241598935552'}
//!     - profile: aws_profile
//! ```
//!
//! It is identified by its name; several of one name are refused, and `pool_absent` with `RemoveAllMatched: True` deletes them
//! all. Salt sets everything anew in each run; here arguments that are left out are not managed, and only differences are sent.
//! `SupportedLoginProviders` and `OpenIdConnectProviderARNs` may be the name of a key in the pillar or the configuration, as in
//! Salt. The roles are a separate state that comes with this one, `boto_cognitoidentity.pool_roles_present`; they are given by
//! name or by ARN. Beyond Salt there are `SamlProviderARNs`, `CognitoIdentityProviders`, `AllowClassicFlow` and `tags`.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-identitypool.html>.

mod spec;
#[cfg(test)]
mod tests;

pub(crate) use spec::{ROLES, reference};

use crate::wiring::declared;

declared! {
    /// An identity pool, by name. Attributes: `id`, every property.
    IdentityPool = "cloudcontrol.identity_pool", "identity pool", &["cognitoidentity"];
}
