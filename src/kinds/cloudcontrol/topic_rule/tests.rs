use serde_json::json;

use super::*;
use crate::declaration::of_arguments;

#[test]
fn actions_are_taken_however_they_are_written() {
    let expected = json!([
        {"Lambda": {"FunctionArn": "arn:a"}},
        {"DynamoDBv2": {"RoleArn": "arn:b", "PutItem": {"TableName": "t"}}},
        {"Kafka": {"Topic": "t", "ClientProperties": {"bootstrap.servers": "a:1"}, "Headers": [{"Key": "k", "Value": "v"}]}},
    ]);
    let of_api = json!([
        {"lambda": {"functionArn": "arn:a"}},
        {"dynamoDBv2": {"roleArn": "arn:b", "putItem": {"tableName": "t"}}},
        {"kafka": {"topic": "t", "clientProperties": {"bootstrap.servers": "a:1"}, "headers": [{"key": "k", "value": "v"}]}},
    ]);
    for written in [of_api.clone(), of_api.to_string().into(), expected.clone()] {
        let declared = json!({"name": "x", "ruleName": "lamps", "sql": "SELECT 1", "actions": written, "ruleDisabled": false});
        let spec = of_arguments::<TopicRule>(declared);
        assert_eq!(
            serde_json::Value::from(spec.properties),
            json!({
                "RuleName": "lamps",
                "TopicRulePayload": {"Sql": "SELECT 1", "Actions": expected, "RuleDisabled": false},
            })
        );
    }
}
