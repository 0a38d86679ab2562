//! The laws of a kind, checked for every kind on the local AWS, under each of AWS's moods and with a fault at each call.
//!
//! Each kind brings `example.sls` (a full declaration, with what it needs) and `drift.sls` (the same things, declared
//! otherwise). `cargo test --test it conformance::sqs_queue` checks one. A kind where the local AWS cannot show a law
//! skips it with a reason. What the suite finds stands in `docs/conformance.md`, which it compares and can write.

mod expiry;
pub mod faults;
mod generated;
mod growth;
pub mod known;
mod laws;
pub mod report;
pub mod rights;
mod table;
mod undo;

pub use laws::declared;
use laws::{Law, MOODS};

/// Checks a kind under all moods, and strikes each of its calls.
async fn check(kind: &str, skips: &[(Law, &str)]) {
    let laws: &[Law] = &skips.iter().map(|(law, _)| *law).collect::<Vec<_>>();
    let played = futures::future::join_all(MOODS.iter().map(|mood| async move {
        match known::reason(kind, &format!("{mood:?}")) {
            Some(reason) => (*mood, Err(reason)),
            // Boxed: a run's future is large, and many are played at once.
            None => (*mood, Ok(Box::pin(laws::broken(kind, laws, *mood)).await)),
        }
    }));
    let (played, rows) = tokio::join!(played, Box::pin(faults::rows(kind, laws)));
    println!(
        "calls of all worlds so far: {}",
        crate::world::CALLS.load(std::sync::atomic::Ordering::Relaxed)
    );
    report::matches(kind, &report::section(kind, skips, &played, &rows));
}

/// What AWS tells of a database has so many members that reading it, not optimised, takes more than a test's own stack.
const STACK: usize = 16 << 20;

/// Plays a check in a thread with a large stack.
pub fn on_a_large_stack<F: Future<Output = ()>>(check: impl FnOnce() -> F + Send + 'static) {
    let play = move || {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(2).thread_stack_size(STACK).enable_all().build();
        runtime.expect("a runtime").block_on(check());
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(play).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// One test per kind; `skips` names laws that the local AWS cannot show, and why.
macro_rules! conformance {
    ($($(#[$cfg:meta])* $name:ident: $kind:literal skips $skips:expr;)*) => {
        $(
            $(#[$cfg])*
            #[test]
            fn $name() {
                on_a_large_stack(|| check($kind, $skips));
            }
        )*

        /// The kinds above and the laws they skip, whether or not this build has them.
        const CHECKED: &[(&str, &[(Law, &str)])] = &[$(($kind, $skips),)*];
    };
}

/// Instances get their ids from AWS, so no example can name one that waits; `tests/it/registration` does.
const LIFECYCLE: &[(Law, &str)] = &[
    (Law::MendsDrift, NO_WAITING_INSTANCE),
    (Law::Removes, NO_WAITING_INSTANCE),
    (Law::MakesAgain, NO_WAITING_INSTANCE),
    (Law::SurvivesFaults, NO_WAITING_INSTANCE),
];
const NO_WAITING_INSTANCE: &str = "no example can name an instance that waits, `tests/it/registration` does";

conformance! {
    autoscaling_launch_configuration: "autoscaling.launch_configuration" skips &[];
    autoscaling_group: "autoscaling.group" skips &[];
    autoscaling_lifecycle: "autoscaling.lifecycle" skips LIFECYCLE;
    cloudcontrol_distribution: "cloudcontrol.distribution" skips &[];
    cloudcontrol_domain: "cloudcontrol.domain" skips &[];
    cloudcontrol_file_system: "cloudcontrol.file_system" skips &[];
    cloudcontrol_identity_pool: "cloudcontrol.identity_pool" skips &[];
    cloudcontrol_identity_pool_roles: "cloudcontrol.identity_pool_roles" skips &[];
    cloudcontrol_iot_policy: "cloudcontrol.iot_policy" skips &[];
    cloudcontrol_iot_policy_attachment: "cloudcontrol.iot_policy_attachment" skips &[];
    cloudcontrol_mount_target: "cloudcontrol.mount_target" skips &[];
    cloudcontrol_resource: "cloudcontrol.resource" skips &[];
    cloudcontrol_rest_api: "cloudcontrol.rest_api" skips &[];
    cloudcontrol_secret: "cloudcontrol.secret" skips &[];
    cloudcontrol_stack: "cloudcontrol.stack" skips &[];
    cloudcontrol_stream: "cloudcontrol.stream" skips &[];
    cloudcontrol_thing_type: "cloudcontrol.thing_type" skips &[];
    cloudcontrol_topic_rule: "cloudcontrol.topic_rule" skips &[];
    cloudcontrol_trail: "cloudcontrol.trail" skips &[];
    cloudcontrol_usage_plan: "cloudcontrol.usage_plan" skips &[];
    cloudwatch_alarm: "cloudwatch.alarm" skips &[];
    dynamodb_table: "dynamodb.table" skips &[];
    ec2_dhcp_options: "ec2.dhcp_options" skips &[];
    ec2_egress_only_internet_gateway: "ec2.egress_only_internet_gateway" skips &[];
    ec2_internet_gateway: "ec2.internet_gateway" skips &[];
    ec2_nat_gateway: "ec2.nat_gateway" skips &[];
    ec2_route_table: "ec2.route_table" skips &[];
    ec2_subnet: "ec2.subnet" skips &[];
    ec2_vpc: "ec2.vpc" skips &[];
    ec2_vpc_peering_connection: "ec2.vpc_peering_connection" skips &[];
    ec2_security_group: "ec2.security_group" skips &[];
    ec2_address: "ec2.address" skips &[];
    ec2_image: "ec2.image" skips &[];
    ec2_instance: "ec2.instance" skips &[];
    ec2_key_pair: "ec2.key_pair" skips &[];
    ec2_launch_template: "ec2.launch_template" skips &[];
    ec2_network_acl: "ec2.network_acl" skips &[];
    ec2_network_interface: "ec2.network_interface" skips &[];
    ec2_private_ips: "ec2.private_ips" skips &[];
    ec2_volume: "ec2.volume" skips &[];
    ec2_volume_tags: "ec2.volume_tags" skips &[];
    ec2_vpc_endpoint: "ec2.vpc_endpoint" skips &[];
    iam_access_keys: "iam.access_keys" skips &[];
    iam_group: "iam.group" skips &[];
    iam_password_policy: "iam.password_policy" skips &[];
    iam_policy: "iam.policy" skips &[];
    iam_role: "iam.role" skips &[];
    iam_saml_provider: "iam.saml_provider" skips &[];
    iam_server_certificate: "iam.server_certificate" skips &[];
    iam_user: "iam.user" skips &[];
    events_rule: "events.rule" skips &[];
    kms_key: "kms.key" skips &[];
    lambda_alias: "lambda.alias" skips &[];
    lambda_event_source_mapping: "lambda.event_source_mapping" skips &[];
    lambda_function: "lambda.function" skips &[];
    elasticache_subnet_group: "elasticache.subnet_group" skips &[];
    elasticache_cluster: "elasticache.cluster" skips &[];
    elasticache_replication_group: "elasticache.replication_group" skips &[];
    rds_cluster: "rds.cluster" skips &[];
    rds_instance: "rds.instance" skips &[];
    rds_option_group: "rds.option_group" skips &[];
    rds_parameter_group: "rds.parameter_group" skips &[];
    rds_subnet_group: "rds.subnet_group" skips &[];
    route53_hosted_zone: "route53.hosted_zone" skips &[];
    route53_record: "route53.record" skips &[];
    elb_load_balancer: "elb.load_balancer" skips &[];
    elb_registration: "elb.registration" skips &[];
    elbv2_listener: "elbv2.listener" skips &[];
    elbv2_load_balancer: "elbv2.load_balancer" skips &[];
    elbv2_registration: "elbv2.registration" skips &[];
    elbv2_rule: "elbv2.rule" skips &[];
    elbv2_target_group: "elbv2.target_group" skips &[];
    s3_bucket: "s3.bucket" skips &[];
    s3_object: "s3.object" skips &[];
    sns_topic: "sns.topic" skips &[];
    sqs_queue: "sqs.queue" skips &[];
    ssm_parameter: "ssm.parameter" skips &[];
}

#[test]
fn every_kind_is_checked() {
    for kind in kinds::kinds() {
        let is_checked = CHECKED.iter().any(|(checked, _)| *checked == kind.kind());
        assert!(is_checked, "add {} to tests/it/conformance/mod.rs", kind.kind());
    }
}
