//! Classic load balancers.

use super::account::{Account, Balancer, VPC};
use super::form::Form;
use super::server::Answer;
use super::xml::{element, fields, members, page, text, words};

pub fn answer(account: &mut Account, operation: &str, form: &Form) -> Answer {
    let name = form.get("LoadBalancerName");
    match operation {
        "DescribeLoadBalancers" => describe(account, form),
        "DescribeLoadBalancerAttributes" => match account.balancers.seen(name) {
            Some(_) => Answer::Xml(element("LoadBalancerAttributes", ATTRIBUTES)),
            None => missing(name),
        },
        "DescribeTags" => {
            let shown = |name: &String| text("LoadBalancerName", name) + "<Tags/>";
            let names = form.list("LoadBalancerNames.member");
            Answer::Xml(members("TagDescriptions", names.iter().map(shown)))
        }
        "CreateLoadBalancer" => {
            let (made_of, health) = (form.clone(), Form::parse(HEALTH.as_bytes()));
            account.balancers.create(name, Balancer { made_of, health });
            Answer::Xml(text("DNSName", &dns_name(name)))
        }
        "ConfigureHealthCheck" => match account.balancers.get_mut(name) {
            Some(balancer) => {
                balancer.health = form.below("HealthCheck.");
                Answer::Xml(element("HealthCheck", &fields(&balancer.health, CHECK)))
            }
            None => missing(name),
        },
        _ => Answer::Unknown,
    }
}

const ATTRIBUTES: &str = "<CrossZoneLoadBalancing><Enabled>false</Enabled></CrossZoneLoadBalancing>\
    <AccessLog><Enabled>false</Enabled></AccessLog>\
    <ConnectionDraining><Enabled>false</Enabled><Timeout>300</Timeout></ConnectionDraining>\
    <ConnectionSettings><IdleTimeout>60</IdleTimeout></ConnectionSettings>";
const HEALTH: &str = "Target=TCP:80&Interval=30&Timeout=5&UnhealthyThreshold=2&HealthyThreshold=10";
const CHECK: &[&str] = &["Target", "Interval", "Timeout", "UnhealthyThreshold", "HealthyThreshold"];

fn missing(name: &str) -> Answer {
    Answer::Refusal(400, "LoadBalancerNotFound", format!("There is no ACTIVE Load Balancer named '{name}'"))
}

fn dns_name(name: &str) -> String {
    format!("{name}-1234567890.us-east-1.elb.amazonaws.com")
}

/// At most 400 on a page; a list with one unknown name is refused as a whole.
fn describe(account: &Account, form: &Form) -> Answer {
    let names = form.list("LoadBalancerNames.member");
    if let Some(unknown) = names.iter().find(|name| account.balancers.seen(name).is_none()) {
        return missing(unknown);
    }
    let wanted = account.balancers.all().filter(|(name, _)| names.is_empty() || names.contains(name));
    let size = form.get("PageSize").parse().unwrap_or(400);
    let (balancers, next) = page(wanted.collect(), form.start("Marker"), size);
    let shown = members("LoadBalancerDescriptions", balancers.into_iter().map(|(name, it)| shown(name, it)));
    let next = next.map(|next| text("NextMarker", &next.to_string())).unwrap_or_default();
    Answer::Xml(shown + &next)
}

fn shown(name: &str, balancer: &Balancer) -> String {
    let listener = ["Protocol", "LoadBalancerPort", "InstanceProtocol", "InstancePort", "SSLCertificateId"];
    let listeners = balancer
        .made_of
        .groups("Listeners.member")
        .into_iter()
        .map(|form| element("Listener", &fields(&form, &listener)) + "<PolicyNames/>");
    text("LoadBalancerName", name)
        + &text("DNSName", &dns_name(name))
        + &text("CanonicalHostedZoneNameID", "Z35SXDOTRQ7X7K")
        + &text("VPCId", VPC)
        + &text("Scheme", balancer.made_of.find("Scheme").unwrap_or("internet-facing"))
        + &members("ListenerDescriptions", listeners)
        + &words("AvailabilityZones", &balancer.made_of.list("AvailabilityZones.member"))
        + &words("SecurityGroups", &balancer.made_of.list("SecurityGroups.member"))
        + &element("HealthCheck", &fields(&balancer.health, CHECK))
        + "<Subnets/><Instances/><BackendServerDescriptions/><Policies/>"
}
