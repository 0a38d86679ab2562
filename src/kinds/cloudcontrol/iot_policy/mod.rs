//! `cloudcontrol.iot_policy`: the permissions of devices of IoT, `AWS::IoT::Policy`.
//!
//! ```yaml
//! lamps:
//!   boto_iot.policy_present:
//!     - policyName: lamps
//!     - policyDocument:
//!         Version: '2012-10-17'
//!         Statement:
//!           - {Effect: Allow, Action: iot:Publish, Resource: '*'}
//!     - profile: aws_profile
//! ```
//!
//! The document is a mapping or JSON, and is compared by meaning. A changed document becomes the default version. An attached
//! policy cannot be deleted: `boto_iot.policy_detached` must come first, as in Salt. Beyond Salt there are `tags`.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iot-policy.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A policy of IoT, by name. Attributes: `arn`, every property.
    IotPolicy = "cloudcontrol.iot_policy", "policy", &["iot"], export::EXPORT;
}
