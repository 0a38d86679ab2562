//! The forms of ids, ARNs, record values and dimensions, which can be checked without AWS: a name in the place of an id is found before
//! the first call.
//!
//! `lint` reports these as errors, and runs as warnings, because AWS has the last word.

use std::net::{Ipv4Addr, Ipv6Addr};

use model::problem::snake_case;
use model::{Low, Node, NodeKind, Problem, Value};

/// The beginnings of ids, by the argument that takes one. `…_ids` takes a list of them.
/// See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html>.
const IDS: &[(&str, &[&str])] = &[
    ("allocation_id", &["eipalloc-"]),
    ("dhcp_options_id", &["dopt-"]),
    ("egress_only_internet_gateway_id", &["eigw-"]),
    ("gateway_id", &["igw-", "vgw-", "vpce-", "local"]),
    ("image_id", &["ami-", "resolve:ssm:"]),
    ("instance_id", &["i-", "mi-"]),
    ("internet_gateway_id", &["igw-"]),
    ("launch_template_id", &["lt-"]),
    ("nat_gateway_id", &["nat-"]),
    ("network_acl_id", &["acl-"]),
    ("network_interface_id", &["eni-"]),
    ("route_table_id", &["rtb-"]),
    ("security_group_id", &["sg-"]),
    ("snapshot_id", &["snap-"]),
    ("subnet_id", &["subnet-"]),
    ("volume_id", &["vol-"]),
    ("vpc_endpoint_id", &["vpce-"]),
    ("vpc_id", &["vpc-"]),
    ("vpc_peering_connection_id", &["pcx-"]),
];

/// The beginnings of dimensions, which are the ends of ARNs.
/// See <https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-cloudwatch-metrics.html>.
const DIMENSIONS: &[(&str, &[&str])] = &[
    ("LoadBalancer", &["app/", "net/", "gateway/", "elbv2:"]),
    ("TargetGroup", &["targetgroup/", "elbv2:"]),
];

/// Mappings whose keys are an author's own.
const FREE: &[&str] = &["tags", "Tags", "Environment", "environment", "cloud_init", "user_data", "UserData"];

/// The values of a declaration that cannot be what their argument takes.
pub fn misshapen(low: &Low) -> Vec<Problem> {
    let mut problems = vec![];
    if !low.state.starts_with("boto") {
        return problems;
    }
    for (name, entry) in &low.arguments {
        check(name, &entry.node, &mut problems);
    }
    records(low, &mut problems);
    problems
}

/// Checks a value, and everything within it by its own key.
fn check(key: &str, node: &Node, problems: &mut Vec<Problem>) {
    if FREE.contains(&key) {
        return;
    }
    match &node.kind {
        NodeKind::Map(map) => {
            for (key, entry) in map {
                if key.to_string() == "dimensions" || key.to_string() == "Dimensions" {
                    dimensions(&entry.node, problems);
                }
                check(&key.to_string(), &entry.node, problems);
            }
        }
        NodeKind::List(list) => list.iter().for_each(|item| check(key, item, problems)),
        NodeKind::Scalar(Value::Str(text)) if !text.is_empty() => {
            problems.extend(misfit(key, text).map(|it| it.at(node)));
        }
        NodeKind::Scalar(_) => {}
    }
}

/// A value that does not fit, and what would.
struct Misfit {
    message: String,
    hint: String,
}

impl Misfit {
    fn at(self, node: &Node) -> Problem {
        Problem::at(&node.place, self.message).hint(self.hint)
    }
}

fn misfit(key: &str, text: &str) -> Option<Misfit> {
    // `aws:SourceArn` of a policy may hold a pattern, and `QUEUE_ARN` is a name of the author's own.
    if key.contains(':') || !key.contains(char::is_lowercase) {
        return None;
    }
    let snake = snake_case(key);
    let one = snake.strip_suffix('s').unwrap_or(&snake);
    if let Some((_, beginnings)) = IDS.iter().find(|(name, _)| *name == one) {
        let fits = beginnings.iter().any(|beginning| text.starts_with(beginning));
        return (!fits).then(|| Misfit {
            message: format!("'{key}' takes an id ({}…), and '{text}' is none", beginnings[0]),
            hint: match one.strip_suffix("_id") {
                Some(thing) => {
                    format!("a name is written as '{thing}_name', where the function has that argument")
                }
                None => "write the id".to_owned(),
            },
        });
    }
    let is_arn = one.ends_with("_arn") || one == "arn";
    (is_arn && !text.starts_with("arn:")).then(|| Misfit {
        message: format!("'{key}' takes an ARN, and '{text}' is none"),
        hint: "write arn:aws:SERVICE:REGION:ACCOUNT:NAME".to_owned(),
    })
}

/// The dimensions of a metric: a mapping of names to values, or to lists of them.
fn dimensions(node: &Node, problems: &mut Vec<Problem>) {
    let Some(map) = node.as_map() else { return };
    for (name, entry) in map {
        let name = name.to_string();
        let Some((_, beginnings)) = DIMENSIONS.iter().find(|(known, _)| *known == name) else { continue };
        let values = entry.node.as_list().unwrap_or(std::slice::from_ref(&entry.node));
        for value in values {
            let NodeKind::Scalar(Value::Str(text)) = &value.kind else { continue };
            if beginnings.iter().any(|beginning| text.starts_with(beginning)) {
                continue;
            }
            let message = format!(
                "the dimension '{name}' is the end of an ARN ({}…), and '{text}' is none",
                beginnings[0]
            );
            problems.push(
                Problem::at(&value.place, message)
                    .hint("elbv2:NAME stands for that of a balancer or target group"),
            );
        }
    }
}

/// The values of a Route 53 record of addresses.
fn records(low: &Low, problems: &mut Vec<Problem>) {
    if !low.state.ends_with("route53") {
        return;
    }
    let value = |names: &[&str]| names.iter().find_map(|name| low.arguments.get(*name));
    let kind = value(&["record_type", "Type"]).map(|entry| entry.node.to_value());
    let kind = kind.as_ref().and_then(Value::as_str).map(str::to_uppercase).unwrap_or_default();
    let Some(entry) = value(&["value", "ResourceRecords"]) else { return };
    let values = entry.node.as_list().unwrap_or(std::slice::from_ref(&entry.node));
    for node in values {
        let NodeKind::Scalar(Value::Str(text)) = &node.kind else { continue };
        for value in text.split(',').map(str::trim) {
            // `elb:NAME` and `magic:…` stand for values that AWS knows.
            let (fits, what) = match kind.as_str() {
                "A" => (value.parse::<Ipv4Addr>().is_ok() || value.contains(':'), "an IPv4 address"),
                "AAAA" => (value.parse::<Ipv6Addr>().is_ok() || value.contains(':'), "an IPv6 address"),
                _ => return,
            };
            if !fits {
                let message = format!("a record of type {kind} holds {what}, and '{value}' is none");
                let hint = "elb:NAME makes an alias of a balancer; a record of type CNAME holds a name";
                problems.push(Problem::at(&node.place, message).hint(hint));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Place;
    use sls::yaml;

    fn said(state: &str, arguments: &str) -> Vec<String> {
        let place = Place::file("a.sls");
        let mut low = Low::new(state, "present", "a", place);
        let node = yaml::parse_file(arguments, "a.sls").unwrap();
        for (key, entry) in node.as_map().unwrap() {
            low.arguments.insert(key.to_string(), entry.clone());
        }
        misshapen(&low).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn names_in_the_place_of_ids_and_arns_are_found_at_any_depth() {
        for (state, arguments, expected) in [
            ("boto_vpc", "routes: [{nat_gateway_id: way out}]", "'nat_gateway_id' takes an id (nat-…)"),
            ("boto_vpc", "vpc_id: main", "'vpc_id' takes an id (vpc-…)"),
            ("boto_ec2", "SubnetIds: [subnet-1, main-a]", "'SubnetIds' takes an id (subnet-…), and 'main-a'"),
            (
                "boto_sqs",
                "attributes: {RedrivePolicy: {deadLetterTargetArn: dead}}",
                "takes an ARN, and 'dead'",
            ),
            (
                "boto_route53",
                "{record_type: A, value: shop.elb.amazonaws.com}",
                "type A holds an IPv4 address",
            ),
            ("boto_route53", "{record_type: AAAA, value: [192.0.2.1]}", "type AAAA holds an IPv6 address"),
            (
                "boto_cloudwatch_alarm",
                "attributes: {dimensions: {LoadBalancer: [shop]}}",
                "the dimension 'LoadBalancer'",
            ),
        ] {
            let said = said(state, arguments);
            assert_eq!(said.len(), 1, "{arguments}: {said:?}");
            assert!(said[0].contains(expected), "{said:?}");
        }
    }

    #[test]
    fn what_fits_is_no_problem() {
        for (state, arguments) in [
            ("boto_vpc", "routes: [{nat_gateway_id: nat-1, gateway_id: local}]"),
            ("boto_ec2", "{image_id: 'resolve:ssm:/a', vpc_id: null, instance_id: ''}"),
            ("boto_route53", "{record_type: A, value: 'elb:shop'}"),
            ("boto_lambda", "{Environment: {vpc_id: a}, tags: {vpc_id: main}, variables: {VPC_ID: main}}"),
            ("file", "{context: {vpc_id: main}}"),
            ("boto_route53", "{record_type: A, value: '192.0.2.1,192.0.2.2'}"),
            ("boto_route53", "{record_type: CNAME, value: shop.example.com}"),
            (
                "boto_cloudwatch_alarm",
                "attributes: {dimensions: {LoadBalancer: app/shop/1, LoadBalancerName: shop}}",
            ),
        ] {
            assert_eq!(said(state, arguments), Vec::<String>::new(), "{arguments}");
        }
    }
}
