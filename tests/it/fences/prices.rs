//! What a kind costs: its product lines, tests aside. A new kind takes 450 at most; those that take more may not grow.
//!
//! `./test prices -- --nocapture` prints them all.

use std::collections::BTreeMap;

use super::source::{Source, rust_files};
use super::{assert_none, assert_refused};

/// A middling kind; see `docs/decisions/0022-kinds.md`.
const FAIR: usize = 450;

/// A dear kind may be this much below its limit before the limit must be lowered.
const SLACK: usize = 20;

/// Kinds that cost more, each with its limit.
const DEAR: &[(&str, usize)] = &[
    ("autoscaling.group", 3025),
    ("cloudcontrol.rest_api", 580),
    ("cloudwatch.alarm", 1170),
    ("dynamodb.table", 1275),
    ("ec2.instance", 1645),
    ("ec2.launch_template", 1065),
    ("ec2.network_acl", 670),
    ("ec2.network_interface", 680),
    ("ec2.route_table", 840),
    ("ec2.security_group", 1520),
    ("ec2.subnet", 580),
    ("ec2.volume", 560),
    ("ec2.vpc", 540),
    ("ec2.vpc_endpoint", 515),
    ("ec2.vpc_peering_connection", 480),
    ("elasticache.cluster", 545),
    ("elasticache.replication_group", 695),
    ("elb.load_balancer", 2355),
    ("elb.registration", 470),
    ("elbv2.listener", 680),
    ("elbv2.load_balancer", 740),
    ("elbv2.registration", 570),
    ("elbv2.rule", 615),
    ("elbv2.target_group", 535),
    ("events.rule", 820),
    ("iam.access_keys", 520),
    ("iam.group", 460),
    ("iam.role", 1050),
    ("iam.user", 810),
    ("kms.key", 610),
    ("lambda.function", 1045),
    ("rds.cluster", 725),
    ("rds.instance", 1145),
    ("rds.option_group", 775),
    ("rds.parameter_group", 515),
    ("route53.hosted_zone", 655),
    ("route53.record", 1525),
    ("s3.bucket", 1735),
    ("sns.topic", 550),
    ("ssm.parameter", 480),
];

/// The most that the inverse of a kind's `diff` takes. It has a limit of its own: a kind without it works all the same.
const EXPORT: usize = 120;

fn is_export(source: &Source) -> bool {
    source.path.ends_with("/export.rs")
}

fn long_exports(sources: &[Source]) -> Vec<String> {
    let long = |source: &&Source| is_export(source) && source.code.lines().count() > EXPORT;
    let complaint = |source: &Source| format!("{}: more than {EXPORT} lines", source.path);
    sources.iter().filter(|source| !source.is_test()).filter(long).map(complaint).collect()
}

/// The product lines of each folder that declares a kind.
fn prices(sources: &[Source]) -> BTreeMap<String, usize> {
    let folder = |source: &Source| {
        let mut parts = source.path.strip_prefix("src/resources/")?.split('/');
        let (service, kind) = (parts.next()?, parts.next()?);
        (!kind.ends_with(".rs")).then(|| format!("{service}.{kind}"))
    };
    let declares =
        |source: &&Source| source.path.ends_with("/spec.rs") || source.path.ends_with("/spec/mod.rs");
    let mut prices: BTreeMap<String, usize> =
        sources.iter().filter(declares).filter_map(folder).map(|kind| (kind, 0)).collect();
    let counts = |source: &&Source| !source.is_test() && !is_export(source);
    for source in sources.iter().filter(counts) {
        if let Some(price) = folder(source).and_then(|kind| prices.get_mut(&kind)) {
            *price += source.code.lines().count();
        }
    }
    prices
}

fn too_dear(sources: &[Source]) -> Vec<String> {
    let mut complaints = vec![];
    for (kind, price) in prices(sources) {
        let limit = DEAR.iter().find(|(dear, _)| *dear == kind).map(|(_, limit)| *limit);
        match limit {
            None if price > FAIR => complaints.push(format!("{kind}: {price} lines, at most {FAIR}")),
            Some(limit) if price > limit => {
                complaints.push(format!("{kind}: {price} lines, at most {limit}"));
            }
            Some(limit) if price + SLACK < limit => {
                complaints.push(format!("{kind}: {price} lines; lower its limit, {limit}"));
            }
            _ => {}
        }
    }
    complaints
}

#[test]
fn no_kind_becomes_dearer() {
    let sources = rust_files(&["src/resources"]);
    let mut prices: Vec<(usize, String)> =
        prices(&sources).into_iter().map(|(kind, price)| (price, kind)).collect();
    prices.sort();
    for (price, kind) in &prices {
        println!("{price:5} {kind}");
    }
    assert_none(&too_dear(&sources));
    let of_kinds = |source: &Source| source.path != "src/resources/export.rs";
    assert_none(&long_exports(&sources.into_iter().filter(of_kinds).collect::<Vec<_>>()));
    let kinds: Vec<&str> = prices.iter().map(|(_, kind)| kind.as_str()).collect();
    for (dear, _) in DEAR {
        assert!(kinds.contains(dear), "{dear} is no kind");
    }
}

#[test]
fn a_kind_of_more_than_450_lines_is_refused() {
    assert_refused(
        too_dear,
        "src/resources/sqs/new/spec.rs",
        &"fn x() {}\n".repeat(451),
        "sqs.new: 451 lines",
    );
}

#[test]
fn an_export_of_more_than_120_lines_is_refused() {
    assert_refused(
        long_exports,
        "src/resources/sqs/new/export.rs",
        &"fn x() {}\n".repeat(121),
        "more than 120 lines",
    );
}
