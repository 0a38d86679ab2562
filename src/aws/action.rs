//! The IAM actions of calls, declared beside the calls.
//!
//! Modules whose calls instances make have a list `ACTIONS`; `instance::policy` makes the policy of an instance from
//! these lists.

/// An action, and the resources for which IAM can allow it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Action {
    /// Its name in a policy: `elasticloadbalancing:RegisterTargets`.
    pub name: &'static str,
    /// The resources.
    pub on: On,
}

/// The resources for which IAM can allow an action.
///
/// See <https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html>.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum On {
    /// All or none: reads that have no resource.
    Anything,
    /// Classic load balancers.
    Balancer,
    /// Target groups.
    TargetGroup,
    /// Auto Scaling groups.
    Group,
    /// Objects of a bucket.
    Object,
    /// A bucket, by prefix.
    Bucket,
    /// Parameters.
    Parameter,
    /// Secrets.
    Secret,
}

impl Action {
    /// An action on these resources.
    pub const fn on(name: &'static str, on: On) -> Self {
        Self { name, on }
    }
}
