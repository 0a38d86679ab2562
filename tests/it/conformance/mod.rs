//! The laws of a kind, checked for every kind on the local AWS.
//!
//! Each kind brings `example.sls` (a full declaration, with what it needs) and `drift.sls` (the same things, declared
//! otherwise). `cargo test --test it conformance::sqs_queue` checks one. A kind where moto lies skips a law by name,
//! here and in `localstack/COVERAGE.md`.

mod laws;
mod table;

/// One test per kind; `skips` names laws that the local AWS cannot show.
macro_rules! conformance {
    ($($(#[$cfg:meta])* $name:ident: $kind:literal skips $skips:expr;)*) => {
        $(
            $(#[$cfg])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                laws::check($kind, $skips).await;
            }
        )*

        /// The kinds above and the laws they skip, whether or not this build has them.
        const CHECKED: &[(&str, &[laws::Law])] = &[$(($kind, $skips),)*];
    };
}

conformance! {
    #[cfg(feature = "autoscaling")]
    autoscaling_launch_configuration: "autoscaling.launch_configuration" skips &[];
    #[cfg(feature = "autoscaling")]
    autoscaling_group: "autoscaling.group" skips &[];
    #[cfg(feature = "autoscaling")]
    autoscaling_lifecycle: "autoscaling.lifecycle" skips &[laws::Law::MendsDrift, laws::Law::Removes, laws::Law::MakesAgain, laws::Law::SurvivesACut];
    #[cfg(feature = "cloudwatch")]
    cloudwatch_alarm: "cloudwatch.alarm" skips &[];
    #[cfg(feature = "ec2")]
    ec2_security_group: "ec2.security_group" skips &[];
    #[cfg(feature = "iam")]
    iam_role: "iam.role" skips &[];
    #[cfg(feature = "elasticache")]
    elasticache_subnet_group: "elasticache.subnet_group" skips &[laws::Law::MendsDrift, laws::Law::Removes];
    #[cfg(feature = "elasticache")]
    elasticache_cluster: "elasticache.cluster" skips &[laws::Law::MendsDrift, laws::Law::Removes];
    #[cfg(feature = "elasticache")]
    elasticache_replication_group: "elasticache.replication_group" skips &[laws::Law::Removes];
    #[cfg(feature = "route53")]
    route53_hosted_zone: "route53.hosted_zone" skips &[];
    #[cfg(feature = "route53")]
    route53_record: "route53.record" skips &[];
    #[cfg(all(feature = "ec2", feature = "elb"))]
    elb_load_balancer: "elb.load_balancer" skips &[];
    #[cfg(feature = "elb")]
    elb_registration: "elb.registration" skips &[];
    #[cfg(all(feature = "ec2", feature = "elbv2"))]
    elbv2_registration: "elbv2.registration" skips &[];
    #[cfg(all(feature = "ec2", feature = "elbv2"))]
    elbv2_target_group: "elbv2.target_group" skips &[];
    #[cfg(feature = "sqs")]
    sqs_queue: "sqs.queue" skips &[];
}

#[test]
fn every_kind_is_checked() {
    for kind in orchestrate::resources::kinds() {
        let is_checked = CHECKED.iter().any(|(checked, _)| *checked == kind.kind());
        assert!(is_checked, "add {} to tests/it/conformance/mod.rs", kind.kind());
    }
}
