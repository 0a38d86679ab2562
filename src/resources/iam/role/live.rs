//! What AWS says about a role.

use indexmap::IndexMap;

use crate::aws::tags::Tags;
use crate::model::Asked;

/// A role as it is. Documents are JSON without URL encoding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its path.
    pub path: String,
    /// Who may assume it.
    pub trust: String,
    /// Its description, if the details were asked for; empty for none.
    pub description: String,
    /// How long a session may last, if the details were asked for.
    pub max_session: Option<i32>,
    /// The ARN of its permissions boundary.
    pub boundary: Option<String>,
    /// Its tags.
    pub tags: Tags,
    /// Its inline policies, if they were asked for.
    pub inline: Asked<IndexMap<String, String>>,
    /// The ARNs of its managed policies, if they were asked for.
    pub managed: Asked<Vec<String>>,
    /// The names of the instance profiles that hold it, if they were asked for.
    pub profiles: Asked<Vec<String>>,
    /// The roles in the instance profile of the same name; none when there is no such profile.
    pub same_named_profile: Option<Vec<String>>,
}
