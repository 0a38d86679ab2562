//! Exports a rule as a declaration.

use futures::future::FutureExt;
use serde_json::json;

use super::condition::Condition;
use super::live::Live;
use crate::actions;
use crate::export::{extras, listeners, parted};
use crate::extras::TAGS;
use aws::{ApiError, Aws};
use kind::export::{Declaration, Export, Exportable, Listing, Names, pages};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> =
    Export { list: Listing::Own(|aws| all(aws).boxed()), aspects: TAGS, declare };

/// All rules except the last of each listener, which belongs to the listener.
async fn all(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let mut all = vec![];
    for (listener, arn) in listeners(aws).await? {
        for rule in pages(aws, "elbv2", "DescribeRules", json!({"ListenerArn": arn}), "/Rules").await? {
            let priority = rule["Priority"].as_str().filter(|priority| *priority != "default");
            all.extend(priority.map(|it| Reference::new("elbv2.rule", format!("{listener}:{it}"))));
        }
    }
    Ok(all)
}

fn declare(rule: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let (listener, priority) = rule.name.rsplit_once(':').unwrap_or_default();
    let (balancer, port) = parted(listener);
    let declaration = Declaration::new("boto_elbv2.rule_present", &rule.name)
        .with("load_balancer", balancer)
        .with("port", port)
        .with("priority", priority.parse::<i32>().ok())
        .with("conditions", conditions(&live.conditions))
        .with("actions", actions::declared(&live.actions, names));
    extras(declaration, &live.extras).into()
}

/// The conditions as an author would write them.
fn conditions(all: &[Condition]) -> Value {
    let one = |condition: &Condition| -> Value {
        let texts: Vec<&str> = condition.values.iter().map(|(_, value)| value.as_str()).collect();
        let pair = |(key, value): &(Option<String>, String)| -> Value {
            let key = key.as_deref().map(|key| ("key", key));
            key.into_iter().chain([("value", value.as_str())]).collect()
        };
        match (&condition.header, condition.field.as_str()) {
            (Some(header), _) => {
                let settings = [("name", Value::from(header.as_str())), ("values", texts.into())];
                Value::from_iter([("http_header", Value::from_iter(settings))])
            }
            (None, "query-string") => {
                let pairs: Vec<Value> = condition.values.iter().map(pair).collect();
                Value::from_iter([("query_string", pairs)])
            }
            (None, field) => Value::from_iter([(field.replace('-', "_"), texts)]),
        }
    };
    Value::List(all.iter().map(one).collect())
}
