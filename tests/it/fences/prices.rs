//! What a kind costs: its lines of code, without tests, comments and blank lines. A new kind takes 350 at most, which is 450 with
//! its comments; kinds that take more may not grow.
//!
//! `./test prices -- --nocapture` prints them all.

use std::collections::BTreeMap;

use super::source::{Source, rust_files};
use super::{assert_none, assert_refused};

/// A middling kind; see `docs/decisions/0022-kinds.md`.
const FAIR: usize = 350;

/// A dear kind may be this much below its limit before the limit must be lowered.
const SLACK: usize = 20;

/// Kinds that cost more, each with its limit.
const DEAR: &[(&str, usize)] = &[
    ("autoscaling.group", 2490),
    ("cloudcontrol.rest_api", 440),
    ("cloudwatch.alarm", 945),
    ("dynamodb.table", 1040),
    ("ec2.instance", 1346),
    ("ec2.launch_template", 900),
    ("ec2.network_acl", 545),
    ("ec2.network_interface", 525),
    ("ec2.route_table", 650),
    ("ec2.security_group", 1210),
    ("ec2.subnet", 455),
    ("ec2.volume", 450),
    ("ec2.vpc", 420),
    ("ec2.vpc_endpoint", 397),
    ("ec2.vpc_peering_connection", 440),
    ("elasticache.cluster", 430),
    ("elasticache.replication_group", 545),
    ("elb.load_balancer", 1916),
    ("elbv2.listener", 521),
    ("elbv2.load_balancer", 576),
    ("elbv2.registration", 415),
    ("elbv2.rule", 490),
    ("elbv2.target_group", 415),
    ("events.rule", 674),
    ("iam.access_keys", 391),
    ("iam.role", 840),
    ("iam.user", 631),
    ("kms.key", 516),
    ("lambda.function", 842),
    ("rds.cluster", 570),
    ("rds.instance", 925),
    ("rds.option_group", 605),
    ("rds.parameter_group", 390),
    ("route53.hosted_zone", 530),
    ("route53.record", 1207),
    ("s3.bucket", 1454),
    ("sns.topic", 422),
    ("ssm.parameter", 384),
];

/// The most that the inverse of a kind's `diff` takes. It has a limit of its own: a kind without it works all the same.
const EXPORT: usize = 105;

fn is_export(source: &Source) -> bool {
    source.path.ends_with("/export.rs")
}

fn long_exports(sources: &[Source]) -> Vec<String> {
    let long = |source: &&Source| is_export(source) && lines(source) > EXPORT;
    let complaint = |source: &Source| format!("{}: more than {EXPORT} lines", source.path);
    sources.iter().filter(|source| !source.is_test()).filter(long).map(complaint).collect()
}

/// How many lines of code a file has: an explanation costs nothing.
fn lines(source: &Source) -> usize {
    source.code.lines().filter(|line| !line.trim().is_empty()).count()
}

/// The lines of code of each folder that declares a kind.
fn prices(sources: &[Source]) -> BTreeMap<String, usize> {
    let folder = |source: &Source| {
        let mut parts = source.path.strip_prefix("src/kinds/")?.split('/');
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
            *price += lines(source);
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
    let sources = rust_files(&["src/kinds"]);
    let mut prices: Vec<(usize, String)> =
        prices(&sources).into_iter().map(|(kind, price)| (price, kind)).collect();
    prices.sort();
    for (price, kind) in &prices {
        println!("{price:5} {kind}");
    }
    assert_none(&too_dear(&sources));
    let of_kinds = |source: &Source| !source.path.starts_with("src/kind/");
    assert_none(&long_exports(&sources.into_iter().filter(of_kinds).collect::<Vec<_>>()));
    let kinds: Vec<&str> = prices.iter().map(|(_, kind)| kind.as_str()).collect();
    for (dear, _) in DEAR {
        assert!(kinds.contains(dear), "{dear} is no kind");
    }
}

#[test]
fn a_kind_of_more_than_350_lines_is_refused() {
    assert_refused(
        too_dear,
        "src/kinds/sqs/new/spec.rs",
        &"fn x() {}\n// what x is for\n\n".repeat(351),
        "sqs.new: 351 lines",
    );
}

#[test]
fn an_export_of_more_than_105_lines_is_refused() {
    assert_refused(
        long_exports,
        "src/kinds/sqs/new/export.rs",
        &"fn x() {}\n".repeat(106),
        "more than 105 lines",
    );
}
