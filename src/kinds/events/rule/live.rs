//! A rule as AWS describes it.

use std::collections::BTreeMap;

use aws_sdk_eventbridge::operation::describe_rule::DescribeRuleOutput;
use aws_sdk_eventbridge::types::{
    AssignPublicIp, AwsVpcConfiguration, DeadLetterConfig, EcsParameters, HttpParameters, InputTransformer,
    KinesisParameters, LaunchType, NetworkConfiguration, RetryPolicy, Rule, RuleState, RunCommandParameters,
    RunCommandTarget, SqsParameters, Target,
};
use serde_json::Value as Json;

use super::spec::{Pattern, Settings};
use crate::EventBridge;
use aws::sdk_document::{Documented, document};
use aws::tags::Tags;
use model::{Asked, Value};

/// A rule in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// Its schedule, pattern, description and state.
    pub settings: Settings,
    /// The role that calls the targets; empty for none.
    pub role: String,
    /// The settings of its targets by their ids, if they were read.
    pub targets: Asked<BTreeMap<String, Json>>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            _ => None,
        }
    }
}

impl From<DescribeRuleOutput> for Live {
    fn from(it: DescribeRuleOutput) -> Self {
        Self {
            arn: it.arn.unwrap_or_default(),
            name: it.name.unwrap_or_default(),
            settings: Settings {
                schedule: Some(it.schedule_expression.unwrap_or_default()),
                pattern: Some(Pattern::of(it.event_pattern.unwrap_or_default())),
                description: Some(it.description.unwrap_or_default()),
                state: it.state.as_ref().map(RuleState::as_str).map(str::to_owned),
            },
            role: it.role_arn.unwrap_or_default(),
            ..Self::default()
        }
    }
}

impl From<Rule> for Live {
    fn from(it: Rule) -> Self {
        let described = DescribeRuleOutput::builder()
            .set_arn(it.arn)
            .set_name(it.name)
            .set_schedule_expression(it.schedule_expression)
            .set_event_pattern(it.event_pattern)
            .set_description(it.description)
            .set_state(it.state)
            .set_role_arn(it.role_arn);
        described.build().into()
    }
}

/// The id of a target, and its other settings.
pub(super) fn target(target: &Target) -> (String, Json) {
    let mut settings = target.to_json().unwrap_or_default();
    if let Json::Object(settings) = &mut settings {
        settings.remove("Id");
    }
    (target.id.clone(), settings)
}

document! { EventBridge: words AssignPublicIp, LaunchType }

document! {
EventBridge:     Target {
        "Id" id set_id,
        "Arn" arn set_arn,
        "RoleArn" role_arn set_role_arn,
        "Input" input set_input,
        "InputPath" input_path set_input_path,
        "InputTransformer" input_transformer set_input_transformer,
        "KinesisParameters" kinesis_parameters set_kinesis_parameters,
        "SqsParameters" sqs_parameters set_sqs_parameters,
        "HttpParameters" http_parameters set_http_parameters,
        "RunCommandParameters" run_command_parameters set_run_command_parameters,
        "EcsParameters" ecs_parameters set_ecs_parameters,
        "DeadLetterConfig" dead_letter_config set_dead_letter_config,
        "RetryPolicy" retry_policy set_retry_policy,
    }
    InputTransformer {
        "InputPathsMap" input_paths_map set_input_paths_map,
        "InputTemplate" input_template set_input_template,
    }
    KinesisParameters { "PartitionKeyPath" partition_key_path set_partition_key_path }
    SqsParameters { "MessageGroupId" message_group_id set_message_group_id }
    HttpParameters {
        "PathParameterValues" path_parameter_values set_path_parameter_values,
        "HeaderParameters" header_parameters set_header_parameters,
        "QueryStringParameters" query_string_parameters set_query_string_parameters,
    }
    RunCommandParameters { "RunCommandTargets" run_command_targets set_run_command_targets }
    RunCommandTarget { "Key" key set_key, "Values" values set_values }
    EcsParameters {
        "TaskDefinitionArn" task_definition_arn set_task_definition_arn,
        "TaskCount" task_count set_task_count,
        "LaunchType" launch_type set_launch_type,
        "NetworkConfiguration" network_configuration set_network_configuration,
        "PlatformVersion" platform_version set_platform_version,
        "Group" group set_group,
    }
    NetworkConfiguration { "awsvpcConfiguration" awsvpc_configuration set_awsvpc_configuration }
    AwsVpcConfiguration {
        "Subnets" subnets set_subnets,
        "SecurityGroups" security_groups set_security_groups,
        "AssignPublicIp" assign_public_ip set_assign_public_ip,
    }
    DeadLetterConfig { "Arn" arn set_arn }
    RetryPolicy {
        "MaximumRetryAttempts" maximum_retry_attempts set_maximum_retry_attempts,
        "MaximumEventAgeInSeconds" maximum_event_age_in_seconds set_maximum_event_age_in_seconds,
    }
}
