//! An alarm as AWS describes it.

use super::settings::Settings;
use aws::tags::Tags;
use model::Asked;

/// An alarm in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its settings; none for a setting that it does not have.
    pub settings: Settings,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
    /// True for a composite alarm, whose settings are not read.
    pub is_composite: bool,
    /// AWS's names of its settings that this program does not know. A change of any other setting would lose them.
    pub unknown: Vec<&'static str>,
}
