//! `cloudcontrol.thing_type`: a type of things of IoT, `AWS::IoT::ThingType`.
//!
//! ```yaml
//! lamps:
//!   boto_iot.thing_type_present:
//!     - thingTypeName: lamps
//!     - thingTypeDescription: lamps of the street
//!     - searchableAttributesList: [watts, street]
//!     - profile: aws_profile
//! ```
//!
//! Description and attributes cannot change after creation: a different declaration is refused and the present value is shown,
//! while Salt ignores it. Beyond Salt there are `deprecated`, which can be undone, and `tags`. `thing_type_absent` first
//! deprecates a type. AWS deletes it at the earliest five minutes after that, so the state waits. The next run completes an
//! interrupted one.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iot-thingtype.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A type of things, by name. Attributes: `arn`, every property.
    ThingType = "cloudcontrol.thing_type", "thing type", &["iot"], export::EXPORT;
}
