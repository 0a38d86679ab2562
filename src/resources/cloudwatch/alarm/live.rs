//! What AWS says about an alarm.

use super::settings::Settings;
use crate::aws::tags::Tags;
use crate::model::Asked;

/// An alarm as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its settings; what it does not have is none.
    pub settings: Settings,
    /// Its tags, if they were asked for.
    pub tags: Asked<Tags>,
    /// True for a composite alarm, whose settings are not read.
    pub is_composite: bool,
    /// AWS's names of settings it has that this program does not know: setting any other would lose them.
    pub unknown: Vec<&'static str>,
}
