//! What declarations of this service's kinds have in common.

use serde_json::json;

use super::arn::full_name;
use super::extras::Extras;
use aws::{ApiError, Aws};
use kind::export::{Declaration, pages};

/// Adds attributes and tags.
pub(super) fn extras(declaration: Declaration, extras: &Extras) -> Declaration {
    let attributes = extras.attributes.answer().into_iter().flatten();
    let mut attributes: Vec<(&str, &str)> = attributes
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    attributes.sort_unstable();
    let declaration = declaration.with("attributes", model::Value::from_iter(attributes));
    declaration.tagged_as(&extras.tags)
}

/// All listeners, with the ARN of each under `<balancer>:<port>`.
///
/// # Errors
/// AWS refuses to list them.
pub(super) async fn listeners(aws: &Aws) -> Result<Vec<(String, String)>, ApiError> {
    let mut all = vec![];
    for balancer in pages(aws, "elbv2", "DescribeLoadBalancers", json!({}), "/LoadBalancers").await? {
        let asked = json!({"LoadBalancerArn": balancer["LoadBalancerArn"]});
        let name = balancer["LoadBalancerName"].as_str().unwrap_or_default();
        for listener in pages(aws, "elbv2", "DescribeListeners", asked, "/Listeners").await? {
            let port = listener["Port"].as_str().unwrap_or_default();
            let arn = listener["ListenerArn"].as_str().unwrap_or_default();
            all.push((format!("{name}:{port}"), arn.to_owned()));
        }
    }
    Ok(all)
}

/// The balancer's name and the port in `<balancer>:<port>`.
pub(super) fn parted(listener: &str) -> (&str, i32) {
    let (balancer, port) = listener.rsplit_once(':').unwrap_or((listener, ""));
    // The balancer is a name, or `app/<name>/<id>` of an ARN.
    let name = if balancer.starts_with("arn:") {
        full_name(balancer).split('/').nth(1).unwrap_or(balancer)
    } else {
        balancer
    };
    (name, port.parse().unwrap_or_default())
}
