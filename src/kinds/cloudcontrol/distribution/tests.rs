use serde_json::json;

use super::*;
use crate::declaration::of_arguments;

#[test]
fn lists_of_the_api_are_lists() {
    let config = json!({"CallerReference": "x", "Aliases": {"Quantity": 1, "Items": ["a"]}, "Origins": {"Quantity": 0}});
    let spec =
        of_arguments::<Distribution>(json!({"name": "web", "config": config, "tags": {"team": "web"}}));
    assert_eq!(
        serde_json::Value::from(spec.properties),
        json!({
            "Tags": [{"Key": "team", "Value": "web"}, {"Key": "Name", "Value": "web"}],
            "DistributionConfig": {"Aliases": ["a"], "Origins": []},
        })
    );
    assert_eq!(spec.by, [("Tags/Name".to_owned(), "web".to_owned())]);
}
