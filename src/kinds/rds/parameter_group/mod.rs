//! `rds.parameter_group`: the settings of databases of one engine.
//!
//! ```yaml
//! myapp:
//!   boto_rds.parameter_present:
//!     - db_parameter_group_family: postgres16
//!     - description: Settings of myapp
//!     - parameters:
//!       - max_connections: 200
//!       - log_connections: True
//!     - apply_method: immediate
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Which parameters.** Only declared parameters are managed; all others stay as they are. `parameters` is a mapping or
//! Salt's list of mappings. `True` and `False` match AWS's words for them (`1`, `on`, `TRUE`), and are sent in AWS's words.
//! If AWS shows none, `on` and `off` are sent, as in Salt.
//!
//! **When they apply.** `apply_method: immediate` changes dynamic parameters at once. AWS accepts static ones only with
//! `pending-reboot`, so a run sends them with that, and the state names them. Nothing is rebooted. One call has at most
//! twenty parameters.
//!
//! **Cannot change.** The family and the description: a difference is an error that names the present value. `tags` are the
//! complete list. AWS makes the name lower-case.
//!
//! See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyDBParameterGroup.html>.

mod api;
pub(super) mod diff;
mod export;
pub(crate) mod live;
pub(super) mod spec;
#[cfg(test)]
mod tests;

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::Aspects;

/// The tags.
const TAGS: Aspects = Aspects::nth(0);
/// The parameters.
pub(super) const PARAMETERS: Aspects = Aspects::nth(1);

kind! {
    /// A parameter group, by name. Attributes: `arn`, `name`.
    ParameterGroup = "rds.parameter_group", "RDS parameter group", &["rds"], plain;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        const HELD_BY: &'static [&'static str] = &["rds.instance"];

        fn aspects(spec: &spec::Spec) -> Aspects {
            TAGS.when(spec.tags.is_some()) | PARAMETERS.when(!spec.parameters.is_empty())
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "a database still uses the group, or AWS is changing it: wait until that ends";
            error.has_code(&["InvalidDBParameterGroupState"]).then(|| advice.to_owned())
        }
    }
}
