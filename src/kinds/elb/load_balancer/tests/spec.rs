use serde_json::json;

use super::super::spec::Network;
use super::*;
use model::Ident;

fn messages(more: serde_json::Value) -> String {
    read(0, web(more), json!({})).1.to_string()
}

#[test]
fn both_spellings_say_the_same() {
    let boto = spec_of(json!({
        "listeners": [{"elb_port": "443", "elb_protocol": "https", "instance_port": 80, "instance_protocol": "http", "certificate": "arn"}],
        "health_check": {"target": "TCP:80", "healthy_threshold": 3},
        "attributes": {"connecting_settings": {"idle_timeout": 9}, "access_log": {"enabled": "True"}},
    }));
    let camel = spec_of(json!({
        "listeners": [{"LoadBalancerPort": 443, "Protocol": "HTTPS", "InstancePort": 80, "InstanceProtocol": "HTTP", "SSLCertificateId": "arn"}],
        "health_check": {"Target": "TCP:80", "HealthyThreshold": 3},
        "attributes": {"ConnectionSettings": {"IdleTimeout": 9}, "AccessLog": {"Enabled": true}},
    }));
    assert_eq!(boto, camel);
}

#[test]
fn a_policy_is_named_as_salt_names_it() {
    let spec = spec_of(json!({"policies": [
        {"policy_name": "sticky", "policy_type": "LBCookieStickinessPolicyType", "policy": {}},
        {"policy_name": "tls", "policy_type": "SSLNegotiationPolicyType", "policy":
            {"Protocol-TLSv1.2": true, "ECDHE": "true", "Num": 60, "F": 1.5, "N": null, "q": "it's"}},
    ]}));
    let names: Vec<_> = spec.policies.unwrap().into_iter().map(|policy| policy.name).collect();
    assert_eq!(
        names,
        [
            "LBCookieStickinessPolicy-sticky-d751713988987e9331980363e24189ce",
            "SSLNegotiationPolicy-tls-993a52128dd6eb6e7e070dddbeea50df",
        ]
    );
    assert!(names.iter().all(|name| super::super::spec::policy::is_ours(name)));
    for name in
        ["ELBSecurityPolicy-2016-08", "my-policy", "AWSConsole-SSLNegotiationPolicy-web-1234567890123"]
    {
        assert!(!super::super::spec::policy::is_ours(name), "{name}");
    }
}

#[test]
fn the_pillar_adds_policies_and_those_of_listeners() {
    let pillar = json!({
        "boto_elb_policies": [{"policy_name": "p", "policy_type": "ProxyProtocolPolicyType", "policy": {"ProxyProtocol": true}}],
        "boto_elb_listener_policies": {"HTTP": ["s"]},
        "more": {"http": ["p"]},
    });
    let sticky = json!([{"policy_name": "s", "policy_type": "LBCookieStickinessPolicyType", "policy": {}}]);
    let listeners = json!([
        {"elb_port": 80, "elb_protocol": "HTTP", "instance_port": 80},
        {"elb_port": 81, "elb_protocol": "HTTP", "instance_port": 80, "policies": []},
        {"elb_port": 82, "elb_protocol": "HTTP", "instance_port": 80, "policies": ["s"], "policies_from_pillar": "more"},
        {"elb_port": 83, "elb_protocol": "TCP", "instance_port": 80},
    ]);
    let (spec, problems) = read(0, web(json!({"policies": sticky, "listeners": listeners})), pillar);
    assert!(problems.is_empty(), "{problems}");
    let shorts = |index: usize| {
        let policies = spec.listeners.as_ref().unwrap()[index].policies.as_ref()?;
        Some(policies.iter().map(|policy| policy.short.as_str()).collect::<Vec<_>>())
    };
    assert_eq!(
        [shorts(0), shorts(1), shorts(2), shorts(3)],
        [Some(vec!["s"]), Some(vec![]), Some(vec!["s", "p"]), None]
    );
}

#[test]
fn attributes_of_the_state_win_over_those_of_the_pillar() {
    let pillar = json!({"boto_elb_attributes": {
        "access_log": {"enabled": true, "s3_bucket_name": "logs", "emit_interval": 60},
        "cross_zone_load_balancing": {"enabled": true},
    }});
    let own = json!({"attributes": {"access_log": {"enabled": true, "s3_bucket_prefix": "web", "emit_interval": 5}}});
    let (spec, problems) = read(0, web(own), pillar);
    assert!(problems.is_empty(), "{problems}");
    let attributes = spec.attributes.unwrap();
    let log = attributes.access_log.unwrap();
    assert_eq!(
        (log.bucket.as_deref(), log.prefix.as_deref(), log.interval),
        (Some("logs"), Some("web"), Some(5))
    );
    assert_eq!((attributes.cross_zone, attributes.idle_timeout), (Some(true), None));
}

#[test]
fn cnames_and_alarms_are_states_that_follow() {
    let pillar = json!({"boto_elb_alarms": {"slow": {"name": "slow", "attributes": {"threshold": 1, "description": "slow"}}}});
    let more = json!({
        "cnames": [{"name": "web.example.com.", "zone": "example.com.", "ttl": 60, "provider": "boto_route53"}],
        "wait_for_sync": false,
        "alarms": {"slow": {"attributes": {"threshold": 2}}, "busy": {"attributes": {"description": "busy"}}},
    });
    let (spec, problems) = read(0, web(more.clone()), pillar.clone());
    assert!(problems.is_empty(), "{problems}");
    let implied_states = LoadBalancer::implied_states(&spec);
    let shown: Vec<_> = implied_states
        .iter()
        .map(|it| {
            (
                it.function,
                it.arguments.iter().map(|(k, v)| (k.clone(), v.to_json())).collect::<serde_json::Map<_, _>>(),
            )
        })
        .map(|(function, arguments)| (function, serde_json::Value::from(arguments)))
        .collect();
    let dimensions = json!({"LoadBalancerName": ["web"]});
    assert_eq!(
        shown,
        [
            (
                "boto_route53.present",
                json!({"name": "web.example.com.", "zone": "example.com.", "ttl": 60,
                "record_type": "CNAME", "value": "elb:web", "wait_for_sync": false})
            ),
            (
                "boto_cloudwatch_alarm.present",
                json!({"name": "web slow",
                "attributes": {"threshold": 2, "description": "web slow", "dimensions": dimensions}})
            ),
            (
                "boto_cloudwatch_alarm.present",
                json!({"name": "web busy",
                "attributes": {"description": "web busy", "dimensions": dimensions}})
            ),
        ]
    );
    assert_eq!(read(0, web(more), pillar).0, spec, "the pillar is as it was");
}

#[test]
fn all_problems_are_reported() {
    for (more, words) in [
        (json!({"subnets": ["subnet-1"]}), "exclude each other"),
        (json!({"availability_zones": null}), "does not say where"),
        (json!({"security_groups": []}), "always has a security group"),
        (json!({"scheme": "intern"}), "must be one of internet-facing, internal"),
        (
            json!({"listeners": [{"elb_port": 443, "elb_protocol": "HTTPS", "instance_port": 1}]}),
            "needs 'certificate'",
        ),
        (
            json!({"listeners": [{"elb_port": 0, "elb_protocol": "HTTP", "instance_port": 1}]}),
            "0 is not a port",
        ),
        (
            json!({"listeners": [{"elb_port": 1, "elb_protocol": "UDP", "instance_port": 1}]}),
            "'UDP' is not a protocol",
        ),
        (json!({"listeners": [{"elb_port": 1, "elb_protocol": "TCP"}]}), "missing argument 'instance_port'"),
        (
            json!({"listeners": [
                {"elb_port": 1, "elb_protocol": "TCP", "instance_port": 1},
                {"elb_port": "1", "elb_protocol": "TCP", "instance_port": 2},
            ]}),
            "two listeners have the port 1",
        ),
        (
            json!({"listeners": [{"elb_port": 1, "elb_protocol": "TCP", "instance_port": 1, "policies": ["x"]}]}),
            "there is no policy 'x'",
        ),
        (
            json!({"attributes": {"access_log": {"enabled": true, "s3_bucket_prefix": "/x"}}}),
            "must not begin or end",
        ),
        (json!({"attributes": {"access_log": {"bucket": "x"}}}), "did you mean 's3_bucket_name'"),
        (json!({"healthcheck": {}}), "did you mean 'health_check'"),
        (json!({"alarms": {"x": {"name": "y"}}}), "attributes"),
    ] {
        let text = messages(more);
        assert!(text.contains(words), "{text}\n{words}");
    }
}

fn group(name: &str) -> Reference {
    Reference::new("ec2.security_group", name)
}

#[test]
fn groups_are_those_of_the_subnets_vpc() {
    let (spec, problems) = read(
        0,
        json!({"name": "web", "subnet_names": ["s"], "security_groups": "g, h", "instance_names": ["i"], "instance_ids": ["i-9"]}),
        json!({}),
    );
    assert!(problems.is_empty(), "{problems}");
    assert_eq!(spec.network, Network::Subnets(vec!["s".to_owned()]));
    let subnet = || Reference::new("ec2.subnet", "s");
    let world = World::default()
        .knows(subnet(), "id", "subnet-1")
        .knows(subnet(), "vpc_id", "vpc-1")
        .knows(group("g"), "vpc_id", "vpc-1")
        .knows(group("g"), "id", "sg-1")
        .knows(group("h"), "vpc_id", "vpc-default")
        .knows(group("h"), "id", "sg-0")
        .knows(group("h").within("vpc-1"), "id", "sg-2")
        .knows(Reference::new("ec2.instances", "i"), "ids", vec!["i-1", "i-2"]);
    let want = world.resolve(&spec).unwrap();
    assert_eq!(want.subnets, Some(vec![Ident::from("subnet-1")]));
    assert_eq!(want.security_groups, Some(vec![Ident::from("sg-1"), Ident::from("sg-2")]));
    assert_eq!(want.instances.unwrap().into_iter().collect::<Vec<_>>(), ["i-1", "i-2", "i-9"]);
    assert_eq!(LoadBalancer::uses(&spec), [subnet(), group("g"), group("h")]);
}

#[test]
fn a_group_of_this_run_is_known_after_apply_and_an_unknown_subnet_is_missing() {
    let spec = spec_of(json!({"security_groups": ["g"]}));
    let world = World { promised: vec!["g"], ..World::default() };
    assert_eq!(world.resolve(&spec).unwrap().security_groups, Some(vec![Ident::AfterApply(group("g"))]));
    assert!(matches!(World::default().resolve(&spec), Err(Unresolved::Missing(_))));
    let (spec, _) = read(0, json!({"name": "web", "subnets": ["subnet-9"]}), json!({}));
    assert!(matches!(World::default().resolve(&spec), Err(Unresolved::Missing(_))));
}
