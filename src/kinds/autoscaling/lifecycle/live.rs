//! The lifecycle state of an instance as AWS describes it.

use std::collections::BTreeSet;

use model::Asked;

/// The lifecycle state of an instance.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Its group.
    pub group: String,
    /// AWS's word: `Pending:Wait`, `InService`.
    pub state: String,
    /// The hooks of the group that wait for it, if they were read.
    pub hooks: Asked<BTreeSet<String>>,
}

/// What a group waits for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Phase {
    /// The instance comes into service.
    Launching,
    /// The instance terminates.
    Terminating,
}

impl Phase {
    /// The transition that hooks name.
    pub fn transition(self) -> &'static str {
        match self {
            Self::Launching => "autoscaling:EC2_INSTANCE_LAUNCHING",
            Self::Terminating => "autoscaling:EC2_INSTANCE_TERMINATING",
        }
    }

    /// The state after the wait.
    pub fn next(self) -> &'static str {
        match self {
            Self::Launching => "Pending:Proceed",
            Self::Terminating => "Terminating:Proceed",
        }
    }
}

impl Live {
    /// True for an instance that is in a warm pool or on its way there from its launch: it is not in service.
    ///
    /// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/warm-pool-instance-lifecycle.html>.
    pub fn is_pooled(&self) -> bool {
        self.state.starts_with("Warmed:")
    }

    /// What the group waits for; none if it does not wait. The same is true for instances of a warm pool.
    ///
    /// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-lifecycle.html>.
    pub fn waits_for(&self) -> Option<Phase> {
        let state = self.state.strip_suffix(":Wait")?;
        if state.ends_with("Pending") { Some(Phase::Launching) } else { Some(Phase::Terminating) }
    }
}
