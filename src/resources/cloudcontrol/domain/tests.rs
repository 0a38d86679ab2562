use serde_json::json;

use super::*;
use crate::resources::cloudcontrol::declaration::of_arguments;

#[test]
fn words_of_elasticsearch_are_todays_words() {
    let spec = of_arguments::<Domain>(json!({
        "name": "a state",
        "DomainName": "search",
        "ElasticsearchVersion": 7.10,
        "ElasticsearchClusterConfig": {"InstanceType": "m5.large.elasticsearch", "InstanceCount": 2},
        "AccessPolicies": "{\"Statement\": []}",
    }));
    assert_eq!(spec.name, "search");
    assert_eq!(
        serde_json::Value::from(spec.properties),
        json!({
            "EngineVersion": "Elasticsearch_7.1",
            "ClusterConfig": {"InstanceType": "m5.large.search", "InstanceCount": 2},
            "AccessPolicies": {"Statement": []},
            "DomainName": "search",
        }),
        "a version without quotes is a number: YAML drops the zero"
    );
    let newer = of_arguments::<Domain>(json!({"name": "search", "elasticsearch_version": "OpenSearch_2.13"}));
    assert_eq!(newer.properties["EngineVersion"], "OpenSearch_2.13");
}
