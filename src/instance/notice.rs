//! Announcements in an instance's metadata: that it must end, and when.
//!
//! `cli` reads the documents every few seconds. Law: a document that cannot be understood counts as an announcement,
//! because leaving service too early harms nobody.

use jiff::Timestamp;
use serde_json::Value;

/// The metadata path that announces the end of a spot instance.
pub const SPOT: &str = "meta-data/spot/instance-action";

/// The metadata path that announces a likely end.
pub const REBALANCE: &str = "meta-data/events/recommendations/rebalance";

/// The metadata path of the state that the instance's group wants.
pub const TARGET: &str = "meta-data/autoscaling/target-lifecycle-state";

/// An announcement.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Notice {
    /// A spot instance ends: the action on it, and when, in EC2's words.
    Spot {
        /// `terminate`, `stop` or `hibernate`.
        action: String,
        /// The time; empty if it is unknown.
        time: String,
    },
    /// A spot instance is likely to end soon.
    Rebalance,
    /// The group ends the instance, or takes it out of service.
    Leaves {
        /// AWS's word: `Terminated`, `Standby`, `Detached`, `Warmed:Stopped`, `Warmed:Terminated` …
        target: String,
    },
    /// The user or the system asked for it.
    Asked,
}

impl Notice {
    /// The announcement in the document about spot instances.
    ///
    /// See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html>.
    pub fn of_spot(document: &str) -> Self {
        let document_data: Value = serde_json::from_str(document).unwrap_or_default();
        let text = |name: &str| document_data.get(name).and_then(Value::as_str).map(str::to_owned);
        Self::Spot {
            action: text("action").unwrap_or_else(|| "terminate".to_owned()),
            time: text("time").unwrap_or_default(),
        }
    }

    /// The announcement in the group's target state; nothing while the instance should be in service.
    ///
    /// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/retrieving-target-lifecycle-state-through-imds.html>.
    pub fn of_target(target: &str) -> Option<Self> {
        let target = target.trim();
        (!target.is_empty() && target != "InService").then(|| Self::Leaves { target: target.to_owned() })
    }

    /// True when the instance must wait in its group's warm pool, where it may be already.
    pub fn is_of_pool(&self) -> bool {
        matches!(self, Self::Leaves { target } if target.starts_with("Warmed:")) && !self.is_final()
    }

    /// True when the group waits for its hooks before it goes on.
    pub fn has_hooks(&self) -> bool {
        self.is_of_pool() || matches!(self, Self::Leaves { .. }) && self.is_final()
    }

    /// When EC2 takes the instance away, if that is announced and can be read.
    pub fn ends(&self) -> Option<Timestamp> {
        if let Self::Spot { time, .. } = self { time.parse().ok() } else { None }
    }

    /// True when the instance ends, so that nothing more must be watched after it has left service.
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
            Self::Asked => write!(out, "this program was asked to end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_notice_reports_what_and_when_and_a_torn_one_still_announces() {
        let notice = Notice::of_spot(r#"{"action": "stop", "time": "2026-01-01T12:02:00Z"}"#);
        assert_eq!(notice.to_string(), "EC2 takes it away (stop) at 2026-01-01T12:02:00Z");
        assert_eq!(notice.ends(), "2026-01-01T12:02:00Z".parse().ok());
        assert_eq!(Notice::of_spot("{").ends(), None);
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
            let has_hooks = is_final || target.starts_with("Warmed:");
            assert_eq!(notice.as_ref().is_some_and(Notice::has_hooks), has_hooks, "{target}");
            let is_of_pool = target.starts_with("Warmed:") && !is_final;
            assert_eq!(notice.is_some_and(|notice| notice.is_of_pool()), is_of_pool, "{target}");
        }
    }
}
