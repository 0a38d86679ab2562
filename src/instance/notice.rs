//! What the metadata of an instance announce: that it is to go, and when.
//!
//! `cli` reads the documents every few seconds. Law: a document that cannot be understood announces something rather than
//! nothing, as nobody is harmed by leaving service too early.

use serde_json::Value;

/// Where the metadata say that a spot instance is taken away.
pub const SPOT: &str = "meta-data/spot/instance-action";

/// Where they say that this may happen soon.
pub const REBALANCE: &str = "meta-data/events/recommendations/rebalance";

/// Where they say what the instance's group wants it to be.
pub const TARGET: &str = "meta-data/autoscaling/target-lifecycle-state";

/// What is announced.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Notice {
    /// A spot instance is taken away: what is done to it, and when, as EC2 writes it.
    Spot {
        /// `terminate`, `stop` or `hibernate`.
        action: String,
        /// The time; empty where it is not told.
        time: String,
    },
    /// A spot instance is likely to be taken away soon.
    Rebalance,
    /// The group ends the instance, or takes it out of service.
    Leaves {
        /// AWS's word: `Terminated`, `Standby`, `Detached`, `Warmed:Stopped`, `Warmed:Terminated` …
        target: String,
    },
    /// Whoever runs this asked for it.
    Asked,
}

impl Notice {
    /// What the document about spot instances announces.
    ///
    /// See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html>.
    pub fn of_spot(document: &str) -> Self {
        let told: Value = serde_json::from_str(document).unwrap_or_default();
        let text = |name: &str| told.get(name).and_then(Value::as_str).map(str::to_owned);
        Self::Spot {
            action: text("action").unwrap_or_else(|| "terminate".to_owned()),
            time: text("time").unwrap_or_default(),
        }
    }

    /// What the group's target announces; nothing while the instance is to be in service.
    ///
    /// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/retrieving-target-lifecycle-state-through-imds.html>.
    pub fn of_target(target: &str) -> Option<Self> {
        let target = target.trim();
        (!target.is_empty() && target != "InService").then(|| Self::Leaves { target: target.to_owned() })
    }

    /// True when the instance is to wait in its group's warm pool, where it may be already.
    pub fn is_of_pool(&self) -> bool {
        matches!(self, Self::Leaves { target } if target.starts_with("Warmed:")) && !self.is_final()
    }

    /// True when the instance comes to its end, so that nothing more is to be watched for once it has left.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Leaves { target } => target.ends_with("Terminated"),
            Self::Asked => true,
            Self::Spot { .. } | Self::Rebalance => false,
        }
    }
}

impl std::fmt::Display for Notice {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Spot { action, time } if time.is_empty() => write!(out, "EC2 takes it away ({action})"),
            Self::Spot { action, time } => write!(out, "EC2 takes it away ({action}) at {time}"),
            Self::Rebalance => write!(out, "EC2 is likely to take it away soon"),
            Self::Leaves { target } => write!(out, "its group wants it to be {target}"),
            Self::Asked => write!(out, "it was told to end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_notice_tells_what_and_when_and_a_torn_one_still_announces() {
        let told = Notice::of_spot(r#"{"action": "stop", "time": "2026-01-01T12:02:00Z"}"#);
        assert_eq!(told.to_string(), "EC2 takes it away (stop) at 2026-01-01T12:02:00Z");
        for torn in ["", "{", "[]", r#"{"action": 1}"#] {
            assert_eq!(Notice::of_spot(torn).to_string(), "EC2 takes it away (terminate)", "{torn}");
        }
    }

    #[test]
    fn every_target_but_in_service_means_leaving_and_only_termination_is_the_end() {
        for (target, announces, is_final) in [
            ("InService", false, false),
            ("InService\n", false, false),
            ("", false, false),
            ("Terminated", true, true),
            ("Standby", true, false),
            ("Detached", true, false),
            ("Warmed:Stopped", true, false),
            ("Warmed:Running", true, false),
            ("Warmed:Terminated", true, true),
        ] {
            let notice = Notice::of_target(target);
            assert_eq!(notice.is_some(), announces, "{target}");
            assert_eq!(notice.as_ref().is_some_and(Notice::is_final), is_final, "{target}");
            let is_of_pool = target.starts_with("Warmed:") && !is_final;
            assert_eq!(notice.is_some_and(|notice| notice.is_of_pool()), is_of_pool, "{target}");
        }
    }
}
