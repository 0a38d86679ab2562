//! `cloudcontrol.topic_rule`: actions for messages of a topic of IoT, `AWS::IoT::TopicRule`.
//!
//! ```yaml
//! broken_lamps:
//!   boto_iot.topic_rule_present:
//!     - ruleName: broken_lamps
//!     - sql: SELECT * FROM 'lamps/broken'
//!     - description: lamps that somebody must look after
//!     - actions:
//!       - sns: {targetArn: 'arn:aws:sns:us-east-1:123456789012:lamps', roleArn: 'arn:aws:iam::123456789012:role/lamps'}
//!     - profile: aws_profile
//! ```
//!
//! `actions` are written as IoT's API writes them (`functionArn`) or as CloudFormation does (`FunctionArn`), as a list or as
//! JSON; their order is ignored. Arguments that are left out are not managed, while Salt sets `description` and `ruleDisabled` to
//! their defaults. Beyond Salt there are `errorAction`, `awsIotSqlVersion` and `tags`.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iot-topicrule.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A rule, by name. Attributes: `arn`, every property.
    TopicRule = "cloudcontrol.topic_rule", "topic rule", &["iot"], export::EXPORT;
}
