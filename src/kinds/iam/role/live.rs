//! A role as AWS describes it.

use indexmap::IndexMap;

use aws::tags::Tags;
use model::Asked;

/// A role as it is. Documents are JSON without URL encoding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// What distinguishes it from a later role of the same name.
    pub id: String,
    /// Its path.
    pub path: String,
    /// Who may assume it.
    pub trust: String,
    /// Details that only a call for this role shows, if they were read.
    pub details: Asked<Details>,
    /// The ARN of its permissions boundary.
    pub boundary: Option<String>,
    /// Its tags.
    pub tags: Tags,
    /// Its inline policies, if they were read.
    pub inline: Asked<IndexMap<String, String>>,
    /// The ARNs of its managed policies, if they were read.
    pub managed: Asked<Vec<String>>,
    /// The names of the instance profiles that hold it, if they were read.
    pub profiles: Asked<Vec<String>>,
    /// The roles in the instance profile of the same name, if the profiles were read; none if there is no such profile.
    pub same_named_profile: Asked<Option<Vec<String>>>,
}

/// What the listing of all roles leaves out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// The description; empty for none.
    pub description: String,
    /// How long a session may last, in seconds.
    pub max_session: Option<i32>,
}
