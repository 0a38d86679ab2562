//! `cloudcontrol.iot_policy_attachment`: a policy of IoT that is attached to a device, `AWS::IoT::PolicyPrincipalAttachment`.
//!
//! ```yaml
//! lamps may publish:
//!   boto_iot.policy_attached:
//!     - policyName: lamps
//!     - principal: arn:aws:iot:us-east-1:123456789012:cert/0123456789abcdef
//!     - profile: aws_profile
//! ```
//!
//! `principal` is the ARN of a certificate, or an identity of Cognito. A policy that the same run creates comes first.
//! Attachments are not exported: AWS lists only the policies of one principal.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iot-policyprincipalattachment.html>.

mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A policy at a principal, by the names of both. Attributes: every property.
    IotPolicyAttachment = "cloudcontrol.iot_policy_attachment", "attachment of a policy", &["iot"];
}
