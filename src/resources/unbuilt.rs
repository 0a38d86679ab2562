//! State functions of Salt's `boto_*` modules that do not exist here, with what to write instead.
//!
//! `docs/kinds.md` lists them, too. The types are those of
//! <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html>.

/// Functions, and what stands for them.
const UNBUILT: &[(&[&str], &str)] = &[
    (
        &["boto_apigateway.usage_plan_association_present", "boto_apigateway.usage_plan_association_absent"],
        "ApiStages is a property of AWS::ApiGateway::UsagePlan: declare the plan by aws.resource_present with all its stages",
    ),
    (
        &["boto_apigateway.usage_plan_present", "boto_apigateway.usage_plan_absent"],
        "write aws.resource_present or aws.resource_absent with the type AWS::ApiGateway::UsagePlan",
    ),
    (
        &["boto_apigateway.present", "boto_apigateway.absent"],
        "write aws.resource_present with the types AWS::ApiGateway::RestApi (the Swagger file is its Body), AWS::ApiGateway::Deployment \
         and AWS::ApiGateway::Stage, or aws.resource_absent with AWS::ApiGateway::RestApi",
    ),
    (
        &["boto_iot.thing_type_present", "boto_iot.thing_type_absent"],
        "write aws.resource_present or aws.resource_absent with the type AWS::IoT::ThingType",
    ),
    (
        &["boto_iot.policy_present", "boto_iot.policy_absent"],
        "write aws.resource_present or aws.resource_absent with the type AWS::IoT::Policy",
    ),
    (
        &["boto_iot.policy_attached", "boto_iot.policy_detached"],
        "call AttachPolicy or DetachPolicy of iot by module.run with aws.call; the certificate's ARN is the target",
    ),
    (
        &["boto_iot.topic_rule_present", "boto_iot.topic_rule_absent"],
        "write aws.resource_present or aws.resource_absent with the type AWS::IoT::TopicRule",
    ),
    (
        &["boto_cognitoidentity.pool_present", "boto_cognitoidentity.pool_absent"],
        "write aws.resource_present or aws.resource_absent with the type AWS::Cognito::IdentityPool, and \
         AWS::Cognito::IdentityPoolRoleAttachment for its roles",
    ),
    (
        &["boto_datapipeline.present", "boto_datapipeline.absent"],
        "nothing: AWS takes no new customers for Data Pipeline",
    ),
    (
        &["boto3_elasticsearch.upgraded", "boto3_elasticsearch.latest", "boto3_elasticsearch.tagged"],
        "write boto_elasticsearch_domain.present, which sets version and tags",
    ),
];

/// What to write in the place of a function that does not exist.
pub fn advice(function: &str) -> Option<&'static str> {
    UNBUILT.iter().find(|(names, _)| names.contains(&function)).map(|(_, advice)| *advice)
}

/// All of them.
pub fn functions() -> impl Iterator<Item = &'static str> {
    UNBUILT.iter().flat_map(|(names, _)| names.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unbuilt_does_not_exist_and_is_in_the_manual() {
        let manual = include_str!("../../docs/kinds.md");
        for name in functions() {
            assert!(manual.contains(&format!("`{name}`")), "{name} is not in docs/kinds.md");
            let exists = crate::resources::state_functions().any(|it| it.names.contains(&name));
            assert!(!exists, "{name} exists");
        }
        assert!(advice("boto_iot.policy_present").is_some_and(|it| it.contains("AWS::IoT::Policy")));
        assert_eq!(advice("boto_iam.policy_present"), None);
    }
}
