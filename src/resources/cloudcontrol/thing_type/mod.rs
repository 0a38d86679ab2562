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
//! Description and attributes cannot change after creation: another one is refused with what it is, where Salt passes over it. Beyond Salt
//! there are `deprecated`, which can be taken back, and `tags`. `thing_type_absent` deprecates a type first. AWS deletes it five minutes
//! after that at the earliest, so the state waits. A run that was cut off in between is completed by the next one.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iot-thingtype.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;

use crate::resources::cloudcontrol::wiring::declared;

declared! {
    /// A type of things, by name. Attributes: `arn`, every property.
    ThingType = "cloudcontrol.thing_type", "thing type", &["iot"], export::EXPORT;
}
