//! `cloudcontrol.usage_plan`: how much the clients of APIs may ask, `AWS::ApiGateway::UsagePlan`.
//!
//! ```yaml
//! silver:
//!   boto_apigateway.usage_plan_present:
//!     - plan_name: silver
//!     - throttle: {rateLimit: 70, burstLimit: 100}
//!     - quota: {limit: 1000, period: DAY}
//!     - profile: aws_profile
//!
//! silver for orders:
//!   boto_apigateway.usage_plan_association_present:
//!     - plan_name: silver
//!     - api_stages:
//!       - {api_name: orders, stage: live}
//!       - {apiId: 9kb0404ec0, stage: live}
//!     - profile: aws_profile
//! ```
//!
//! It is known by its name; several of one name are refused. What is left out is not managed: Salt takes throttle and quota away then,
//! and never changes a description. The associations add stages to a plan that exists or that the same run makes, and take them away; other
//! stages stay. Of a plan that does not exist there is nothing to take away, where Salt fails. Beyond Salt an API can be named by
//! its name, and plans have `tags`.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-usageplan.html>.

mod spec;
mod stages;
#[cfg(test)]
mod tests;

use crate::resources::cloudcontrol::wiring::declared;

declared! {
    /// A usage plan, by name. Attributes: `id`, every property.
    UsagePlan = "cloudcontrol.usage_plan", "usage plan", &["apigateway"];
}
