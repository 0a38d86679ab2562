//! `cloudcontrol.usage_plan`: rate limits and quotas of API clients, `AWS::ApiGateway::UsagePlan`.
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
//! It is identified by its name; several of one name are refused. Arguments that are left out are not managed, while Salt removes
//! throttle and quota, and never changes a description. The associations add stages to a plan that exists or that the same run
//! creates, and remove them; other stages stay. For a plan that does not exist there is nothing to remove, while Salt fails.
//! Beyond Salt an API can be named by its name, and plans have `tags`.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-usageplan.html>.

mod spec;
mod stages;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A usage plan, by name. Attributes: `id`, every property.
    UsagePlan = "cloudcontrol.usage_plan", "usage plan", &["apigateway"];
}
