//! The account, region and endpoint of a state's calls.

use std::fmt;

/// Everything that distinguishes one set of clients from another.
///
/// The SDK's own chain (environment, `~/.aws`, web identity, container, instance role) supplies each `None`.
#[derive(Clone, Default, Eq, Hash, PartialEq)]
pub struct Connection {
    /// The region, such as `us-east-1`.
    pub region: Option<String>,
    /// Access key id.
    pub keyid: Option<String>,
    /// Secret access key.
    pub key: Option<String>,
    /// Session token that goes with temporary keys.
    pub session_token: Option<String>,
    /// A profile of `~/.aws/config`, instead of the selected one.
    pub aws_profile: Option<String>,
    /// A role to assume with these credentials.
    pub role_arn: Option<String>,
    /// The external id that the role's trust policy asks for.
    pub external_id: Option<String>,
    /// An endpoint for all services, instead of AWS's own.
    pub endpoint_url: Option<String>,
}

impl fmt::Debug for Connection {
    /// Secrets stay out of logs.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Connection")
            .field("region", &self.region)
            .field("keyid", &self.keyid)
            .field("key", &self.key.as_ref().map(|_| "(hidden)"))
            .field("session_token", &self.session_token.as_ref().map(|_| "(hidden)"))
            .field("aws_profile", &self.aws_profile)
            .field("role_arn", &self.role_arn)
            .field("endpoint_url", &self.endpoint_url)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        let connection = Connection {
            key: Some("s3cret".to_owned()),
            session_token: Some("t0ken".to_owned()),
            ..Connection::default()
        };
        let shown = format!("{connection:?}");
        assert!(!shown.contains("s3cret") && !shown.contains("t0ken"), "{shown}");
    }
}
