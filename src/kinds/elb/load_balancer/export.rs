//! Exports a classic load balancer as a declaration.

use super::live::{Live, LiveAttributes};
use super::{ATTRIBUTES, TAGS};
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("elb", "DescribeLoadBalancers", "/LoadBalancerDescriptions", |balancer| {
        Some(Reference::new("elb.load_balancer", balancer.get("LoadBalancerName")?.as_str()?))
    }),
    aspects: ATTRIBUTES.and(TAGS),
    declare,
};

fn declare(_balancer: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let listeners: Vec<Value> = live.listeners.iter().map(|(port, it)| it.to_value(*port)).collect();
    let named = |kind: &'static str, ids: &mut dyn Iterator<Item = &String>| -> Option<Vec<String>> {
        ids.map(|id| names.name(kind, "id", id)).collect()
    };
    let mut declaration = Declaration::new("boto_elb.present", &live.name).with("listeners", listeners);
    declaration = if live.subnets.is_empty() {
        declaration.with("availability_zones", live.zones.iter().cloned().collect::<Vec<String>>())
    } else {
        match named("ec2.subnet", &mut live.subnets.iter()) {
            Some(subnets) => declaration.with("subnet_names", subnets),
            None => declaration.with("subnets", live.subnets.iter().cloned().collect::<Vec<String>>()),
        }
    };
    let groups = named("ec2.security_group", &mut live.security_groups.iter());
    let groups = groups.unwrap_or_else(|| live.security_groups.iter().cloned().collect());
    let in_force = live.listeners.values().flat_map(|listener| &listener.policies);
    let in_force = in_force.chain(live.backends.values().flatten());
    let own: Vec<&str> =
        in_force.map(String::as_str).filter(|name| !name.starts_with("ELBSecurityPolicy-")).collect();
    declaration = declaration
        .with("security_groups", groups)
        .with("scheme", live.scheme.as_str())
        .with("health_check", live.health_check.to_value())
        .with("attributes", live.attributes.answer().map(attributes))
        .remark_if(
            !own.is_empty(),
            format!(
                "Its policies are left out, because a state would give them other names: {}.",
                own.join(", ")
            ),
        );
    declaration.tagged_as(&live.tags).into()
}

fn attributes(attributes: &LiveAttributes) -> Value {
    let log = &attributes.access_log;
    let log: [(&str, Value); 4] = [
        ("enabled", log.enabled.into()),
        ("s3_bucket_name", log.bucket.as_deref().into()),
        ("s3_bucket_prefix", log.prefix.as_deref().into()),
        ("emit_interval", log.interval.into()),
    ];
    let log: Value = log.into_iter().filter(|(_, value)| !value.is_null()).collect();
    let draining: Value =
        [("enabled", Value::from(attributes.draining)), ("timeout", attributes.draining_timeout.into())]
            .into_iter()
            .collect();
    Value::from_iter([
        ("access_log", log),
        ("cross_zone_load_balancing", Value::from_iter([("enabled", attributes.cross_zone)])),
        ("connection_draining", draining),
        ("connecting_settings", Value::from_iter([("idle_timeout", attributes.idle_timeout)])),
    ])
}
