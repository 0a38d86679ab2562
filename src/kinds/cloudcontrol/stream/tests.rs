use serde_json::{Value as Json, json};

use super::*;
use crate::declaration::of_arguments;

fn properties(arguments: Json) -> (Json, Json) {
    let spec = of_arguments::<Stream>(arguments);
    (spec.properties.into(), spec.initial.into())
}

#[test]
fn metrics_are_a_list_however_they_are_written() {
    for (written, expected) in [
        (json!(true), 7),
        (json!(["ALL"]), 7),
        (json!("ALL"), 7),
        (json!(false), 0),
        (json!([]), 0),
        (json!("None"), 0),
        (json!(["IncomingBytes", "OutgoingBytes"]), 2),
    ] {
        let (properties, _) = properties(json!({"name": "events", "enhanced_monitoring": written}));
        assert_eq!(properties["DesiredShardLevelMetrics"].as_array().unwrap().len(), expected, "{written}");
    }
}

#[test]
fn shards_may_be_for_a_new_stream_only() {
    let declared = json!({"name": "events", "num_shards": "2", "do_reshard": false, "kms_key_id": "alias/a"});
    let encryption = json!({"EncryptionType": "KMS", "KeyId": "alias/a"});
    let expected = (json!({"Name": "events", "StreamEncryption": encryption}), json!({"ShardCount": 2}));
    assert_eq!(properties(declared), expected);
}
