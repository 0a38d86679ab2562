//! The IAM actions that calls need, told beside the calls.
//!
//! Modules whose calls instances make have a list `ACTIONS`; `instance::policy` makes the policy of an instance of them.

/// An action, and on what IAM can allow it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Action {
    /// As a policy names it: `elasticloadbalancing:RegisterTargets`.
    pub name: &'static str,
    /// On what.
    pub on: On,
}

/// On what IAM can allow an action.
///
/// See <https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html>.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum On {
    /// On everything or nothing: reads that have no resource.
    Anything,
    /// On classic load balancers.
    Balancer,
    /// On target groups.
    TargetGroup,
    /// On Auto Scaling groups.
    Group,
    /// On objects of a bucket.
    Object,
    /// On a bucket, by prefix.
    Bucket,
    /// On parameters.
    Parameter,
    /// On secrets.
    Secret,
}

impl Action {
    /// An action on this.
    pub const fn on(name: &'static str, on: On) -> Self {
        Self { name, on }
    }
}
