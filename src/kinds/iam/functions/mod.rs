//! The execution functions of IAM: `boto_iam.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_iam.html>.

mod api;
mod credentials;
mod documents;
mod export;
mod groups;
mod policies;
mod profiles;
mod roles;
mod saml;
mod users;

use kind::Family;
use model::{Argument, Shape, Value};

/// The functions by part of Salt's module; `get_account_id` is STS's.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: LABELS, functions: roles::FUNCTIONS },
    &Family { labels: LABELS, functions: profiles::FUNCTIONS },
    &Family { labels: LABELS, functions: policies::FUNCTIONS },
    &Family { labels: LABELS, functions: documents::FUNCTIONS },
    &Family { labels: LABELS, functions: users::FUNCTIONS },
    &Family { labels: LABELS, functions: groups::FUNCTIONS },
    &Family { labels: LABELS, functions: credentials::FUNCTIONS },
    &Family { labels: LABELS, functions: saml::FUNCTIONS },
    &Family { labels: LABELS, functions: export::FUNCTIONS },
];

const LABELS: &[&str] = &["iam"];

const NAME: Argument = Argument::required("name", Shape::Text, "its name");
const ROLE: Argument = Argument::required("role_name", Shape::Text, "the role");
const USER: Argument = Argument::required("user_name", Shape::Text, "the user");
const GROUP: Argument = Argument::required("group_name", Shape::Text, "the group");
const POLICY: Argument = Argument::required("policy_name", Shape::Text, "the policy");
const PATH: Argument = Argument::optional("path", Shape::Text, "its path; / if left out");
const PATH_PREFIX: Argument =
    Argument::optional("path_prefix", Shape::Text, "only those whose path begins like this");

/// The result, or `False` if there is none.
fn or_false(found: Value) -> Value {
    if found.is_null() { false.into() } else { found }
}
