//! What AWS says about where an instance stands.

use std::collections::BTreeSet;

use crate::model::Asked;

/// Where an instance stands.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Its group.
    pub group: String,
    /// AWS's word: `Pending:Wait`, `InService`.
    pub state: String,
    /// The hooks of the group that wait for it, if they were asked for.
    pub hooks: Asked<BTreeSet<String>>,
}

/// What a group waits for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Phase {
    /// The instance is to come into service.
    Launching,
    /// The instance is to go.
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

    /// The state in which an instance goes on.
    pub fn next(self) -> &'static str {
        match self {
            Self::Launching => "Pending:Proceed",
            Self::Terminating => "Terminating:Proceed",
        }
    }
}

impl Live {
    /// True for one that waits in a warm pool, or is on its way there from its launch: it is in service nowhere.
    ///
    /// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/warm-pool-instance-lifecycle.html>.
    pub fn is_pooled(&self) -> bool {
        self.state.starts_with("Warmed:")
    }

    /// What the group waits for; none where it does not. Those of a warm pool come and go likewise.
    ///
    /// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-lifecycle.html>.
    pub fn waits_for(&self) -> Option<Phase> {
        let state = self.state.strip_suffix(":Wait")?;
        if state.ends_with("Pending") { Some(Phase::Launching) } else { Some(Phase::Terminating) }
    }
}
