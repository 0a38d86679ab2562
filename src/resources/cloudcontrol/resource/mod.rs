//! `cloudcontrol.resource`: a resource of any type that AWS Cloud Control knows, with properties as CloudFormation writes them.
//!
//! ```yaml
//! events:
//!   aws.resource_present:
//!     - type: AWS::Kinesis::Stream
//!     - properties:
//!         Name: events
//!         ShardCount: 2
//!         Tags:
//!           - {Key: team, Value: data}
//!     - profile: aws_profile
//! ```
//!
//! **Which resource.** `identifier`, if it is given (the parts of a compound one with `|` between them). Else the properties
//! that make the identifier, if all are among `properties`. Else, where AWS chooses the identifier, the tag Name, or the
//! properties that `named_by` lists (`Tags/Name`, `DistributionConfig/Comment`): one resource whose properties are so is the
//! one, several are refused with their identifiers.
//!
//! **What is managed.** The properties that are given, at any depth of mappings; a list is a whole, and an empty one empties
//! it. What the type's schema calls read-only cannot be declared. A difference in what cannot change after creation is refused.
//! Write-only properties (passwords, secrets) are sent at creation and with every other change, since AWS forgets them
//! otherwise. They are never compared and never shown.
//!
//! **Requests.** Cloud Control carries each out after a while. The state waits for its end, `deadline` seconds at most, and
//! shows AWS's reason if it fails. A run that was cut off leaves its request; the next run finds it and waits for it.
//!
//! The schema is read once for each type: that needs the right to `cloudformation:DescribeType`.
//!
//! See <https://docs.aws.amazon.com/cloudcontrolapi/latest/userguide/supported-resources.html>.

mod spec;
#[cfg(test)]
mod tests;

use crate::resources::cloudcontrol::wiring::declared;

declared! {
    /// A resource, by the state's name. Attributes: `id`, `arn`, every property by its name.
    Resource = "cloudcontrol.resource", "resource", &["cloudcontrol"];
}
