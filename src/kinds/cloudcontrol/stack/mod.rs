//! `cloudcontrol.stack`: a stack of CloudFormation, `AWS::CloudFormation::Stack`.
//!
//! ```yaml
//! network:
//!   boto_cfn.present:
//!     - template_body: salt://cfn/network.yaml
//!     - parameters: {Cidr: 10.0.0.0/16}
//!     - capabilities: [CAPABILITY_IAM]
//!     - tags: {team: platform}
//!     - profile: aws_profile
//! ```
//!
//! `template_body` is the template: a text, `salt://…`, or the absolute path of a file of this machine, in JSON or YAML with the
//! short forms of functions (`!Ref`, `!Sub`). It is compared by meaning. A template under `template_url` is not compared, because
//! AWS does not show the URL of a template; it is sent with every other change. `parameters` are a mapping, pairs, or mappings
//! with `ParameterKey` and `ParameterValue`. A parameter that the template marks with `NoEcho` is never shown and never compared, because
//! AWS shows asterisks instead of its value: a new value is sent with the next change of the stack. `on_failure: DO_NOTHING` is `disable_rollback: True`; Cloud Control cannot `DELETE`.
//! `timeout_in_minutes` is for a new stack. `use_previous_template` and the policies for one update are ignored: an update sends
//! only the differences.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudformation-stack.html>.

mod export;
mod spec;
mod template;
#[cfg(test)]
mod tests;

pub(super) use spec::{PRESENT, TYPE};

use crate::wiring::declared;

declared! {
    /// A stack, by name. Attributes: `id`, every property.
    Stack = "cloudcontrol.stack", "stack", &["cfn"], export::EXPORT;
}
