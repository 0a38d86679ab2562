use super::*;
use model::Ident;

fn sample() -> Content {
    Content {
        image: Some("ami-1".into()),
        security_groups: Some(vec!["sg-1".into(), "sg-2".into()]),
        instance_type: Some("t3.small".to_owned()),
        instance_profile: Some("web".to_owned()),
        spot_price: Some("0.1".to_owned()),
        devices: Some(vec![Device { name: "/dev/xvda".to_owned(), size: Some(20), ..Device::default() }]),
        user_data: Some("#!/bin/sh\n".to_owned()),
        ..Content::default()
    }
}

/// As AWS returns it: with defaults filled in.
fn answered() -> Content {
    Content {
        instance_profile: Some("arn:aws:iam::123456789012:instance-profile/team/web".to_owned()),
        spot_price: Some("0.10".to_owned()),
        devices: Some(vec![Device {
            name: "/dev/xvda".to_owned(),
            size: Some(20),
            volume_type: Some("gp2".to_owned()),
            delete_on_termination: Some(true),
            ..Device::default()
        }]),
        key_name: None,
        monitoring: Some(false),
        ebs_optimized: Some(false),
        ..sample()
    }
}

fn names(found: &[(&'static str, model::Value, model::Value)]) -> Vec<&'static str> {
    found.iter().map(|(name, _, _)| *name).collect()
}

#[test]
fn defaults_of_aws_are_not_a_difference() {
    assert_eq!(differences(&sample(), &answered(), true), []);
}

type Alteration = fn(&mut Content);

#[test]
fn each_differing_argument_is_reported() {
    let live = answered();
    let cases: [(&str, Alteration); 11] = [
        ("image_id", |it| it.image = Some("ami-2".into())),
        ("instance_type", |it| it.instance_type = Some("t3.large".to_owned())),
        ("key_name", |it| it.key_name = Some("other".to_owned())),
        ("security_groups", |it| it.security_groups = Some(vec!["sg-2".into()])),
        ("user_data", |it| it.user_data = Some("#!/bin/bash\n".to_owned())),
        ("block_device_mappings", |it| it.devices = Some(vec![])),
        ("spot_price", |it| it.spot_price = Some("0.2".to_owned())),
        ("instance_profile_name", |it| it.instance_profile = Some("other".to_owned())),
        ("instance_monitoring", |it| it.monitoring = Some(true)),
        ("ebs_optimized", |it| it.ebs_optimized = Some(true)),
        ("associate_public_ip_address", |it| it.public_ip = Some(true)),
    ];
    for (name, change) in cases {
        let mut want = sample();
        change(&mut want);
        assert_eq!(names(&differences(&want, &live, true)), [name]);
        assert_ne!(hash_of(&want), hash_of(&sample()), "{name}");
    }
}

#[test]
fn settings_left_out_matter_only_together() {
    let want = Content { key_name: None, ..sample() };
    let live = Content { key_name: Some("by hand".to_owned()), public_ip: Some(true), ..answered() };
    assert_eq!(differences(&want, &live, false), []);
    assert_eq!(names(&differences(&want, &live, true)), ["key_name", "associate_public_ip_address"]);
}

#[test]
fn user_data_is_shown_as_a_digest() {
    let want = Content { user_data: Some("PASSWORD=s3cret".to_owned()), ..sample() };
    let shown = format!("{:?}", differences(&want, &answered(), true));
    assert!(shown.contains("sha256:") && !shown.contains("s3cret"), "{shown}");
}

#[test]
fn the_hash_is_stable_and_waits_for_identifiers() {
    assert_eq!(hash_of(&sample()).as_deref(), Some("da8d3c0b54d270a0f2316016f450ebf7"));
    let group = model::Reference::new("ec2.security_group", "web");
    let unknown = Content { security_groups: Some(vec![Ident::AfterApply(group)]), ..sample() };
    assert_eq!(hash_of(&unknown), None);
}
