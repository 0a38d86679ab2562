//! AWS's rate limits: its published limits as one table, and cautious guesses for the others.
//!
//! A bucket holds `capacity` calls and is refilled with `per_second`. AWS keeps one per account and region; some
//! services have one per operation, others one for a group of operations. The first row that matches counts.

use std::collections::BTreeMap;

/// How many calls are possible at once, and in each second after that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The calls that a full bucket lets through at once.
    pub capacity: f64,
    /// The calls in each second after that.
    pub per_second: f64,
}

/// The bucket that an operation uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Its name: `ec2.DescribeSubnets` if AWS counts by operation, else `elb.describe`.
    pub bucket: String,
    /// Its rate.
    pub pace: Pace,
    /// True when one bucket serves all regions of an account.
    pub is_global: bool,
    /// AWS's documentation; none for a guess.
    pub source: Option<&'static str>,
    /// The quota that holds the granted rate of an account.
    pub quota: Option<Quota>,
}

/// A quota of Service Quotas.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Quota {
    /// The code of its service: `monitoring`.
    pub service: &'static str,
    /// Its own code: `L-0720E68F`.
    pub code: &'static str,
}

/// One row of the table.
struct Row {
    /// The service as the SDK names it.
    service: &'static str,
    /// Operations by name; `Describe*` matches any that begins so.
    operations: &'static [&'static str],
    /// The name of the bucket; a name that ends with a dot makes one bucket for each operation.
    bucket: &'static str,
    pace: Pace,
    is_global: bool,
    source: Option<&'static str>,
    quota: Option<Quota>,
}

const EC2: Option<&str> = Some("https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html");
const ELB: Option<&str> =
    Some("https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/elb-api-throttling.html");
/// Also names the quotas' codes.
const CLOUDWATCH: Option<&str> = Some("https://docs.aws.amazon.com/general/latest/gr/cw_region.html");
const ROUTE53: Option<&str> =
    Some("https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/throttling-api-requests.html");
const SSM: Option<&str> = Some("https://docs.aws.amazon.com/general/latest/gr/ssm.html");

const LAMBDA: Option<&str> =
    Some("https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html#api-requests");

const READS: &[&str] = &["Describe*", "Get*", "List*"];
const ANY: &[&str] = &["*"];

const fn pace(capacity: f64, per_second: f64) -> Pace {
    Pace { capacity, per_second }
}

const fn row(
    service: &'static str,
    operations: &'static [&'static str],
    bucket: &'static str,
    pace: Pace,
    source: Option<&'static str>,
) -> Row {
    Row { service, operations, bucket, pace, is_global: false, source, quota: None }
}

/// A row for one CloudWatch operation: this many a second, and no more at once.
const fn cloudwatch(operations: &'static [&'static str], per_second: f64, code: Option<&'static str>) -> Row {
    let quota = match code {
        Some(code) => Some(Quota { service: "monitoring", code }),
        None => None,
    };
    Row { quota, ..row("CloudWatch", operations, "cloudwatch.", pace(per_second, per_second), CLOUDWATCH) }
}

const fn global(row: Row) -> Row {
    Row { is_global: true, ..row }
}

const TABLE: &[Row] = &[
    row("EC2", READS, "ec2.", pace(100.0, 20.0), EC2),
    row("EC2", &["CreateTags", "DeleteTags"], "ec2.", pace(100.0, 10.0), EC2),
    row("EC2", ANY, "ec2.", pace(50.0, 5.0), EC2),
    row("Elastic Load Balancing", READS, "elb.describe", pace(40.0, 10.0), ELB),
    row("Elastic Load Balancing", ANY, "elb.change", pace(20.0, 5.0), None),
    row("Elastic Load Balancing v2", READS, "elbv2.describe", pace(40.0, 10.0), ELB),
    row("Elastic Load Balancing v2", ANY, "elbv2.change", pace(20.0, 5.0), None),
    cloudwatch(&["PutMetricAlarm"], 3.0, Some("L-0720E68F")),
    cloudwatch(&["PutCompositeAlarm"], 3.0, Some("L-515B0B71")),
    cloudwatch(&["DescribeAlarms"], 9.0, Some("L-21CB40A4")),
    cloudwatch(&["ListMetrics"], 25.0, Some("L-05D334F0")),
    cloudwatch(&["DescribeAlarmsForMetric"], 9.0, None),
    cloudwatch(&["DescribeAlarmHistory", "TagResource", "UntagResource"], 20.0, None),
    cloudwatch(&["ListTagsForResource"], 10.0, None),
    cloudwatch(&["DeleteAlarms", "DisableAlarmActions", "EnableAlarmActions", "SetAlarmState"], 3.0, None),
    row("CloudWatch", ANY, "cloudwatch.", pace(10.0, 5.0), None),
    // These have their own buckets, which empty sooner than the common bucket of all operations.
    global(row("Route 53", &["CreateHostedZone"], "route53.", pace(40.0, 2.0), ROUTE53)),
    global(row("Route 53", &["DisassociateVPCFromHostedZone"], "route53.", pace(10.0, 5.0), ROUTE53)),
    global(row("Route 53", &["AssociateVPCWithHostedZone"], "route53.", pace(20.0, 5.0), ROUTE53)),
    global(row("Route 53", &["DeleteHostedZone"], "route53.", pace(40.0, 5.0), ROUTE53)),
    // AWS also limits the number of record set changes in a second; this is not limited here.
    global(row("Route 53", ANY, "route53", pace(50.0, 10.0), ROUTE53)),
    global(row("IAM", &["GetAccountAuthorizationDetails"], "iam.", pace(20.0, 5.0), None)),
    global(row("IAM", READS, "iam.read", pace(100.0, 20.0), None)),
    global(row("IAM", ANY, "iam.change", pace(50.0, 10.0), None)),
    row("Auto Scaling", READS, "autoscaling.describe", pace(100.0, 20.0), None),
    row("Auto Scaling", ANY, "autoscaling.change", pace(50.0, 10.0), None),
    row("SQS", &["GetQueueAttributes", "GetQueueUrl", "ListQueueTags"], "sqs.read", pace(200.0, 100.0), None),
    row("SQS", ANY, "sqs.change", pace(50.0, 20.0), None),
    row("ElastiCache", READS, "elasticache.describe", pace(40.0, 10.0), None),
    row("ElastiCache", ANY, "elasticache.change", pace(20.0, 5.0), None),
    row("RDS", READS, "rds.describe", pace(40.0, 10.0), None),
    row("RDS", ANY, "rds.change", pace(20.0, 5.0), None),
    row("Lambda", &["GetFunction"], "lambda.", pace(100.0, 100.0), LAMBDA),
    row("Lambda", &["GetPolicy"], "lambda.", pace(15.0, 15.0), LAMBDA),
    row("Lambda", ANY, "lambda", pace(15.0, 15.0), LAMBDA),
    row("SSM", &["GetParameter*"], "ssm.parameters", pace(40.0, 40.0), SSM),
    row("SSM", ANY, "ssm.", pace(20.0, 5.0), None),
    row("Service Quotas", ANY, "servicequotas.", pace(10.0, 10.0), None),
];

/// The bucket of an operation; none for services without a relevant limit.
pub fn of(service: &str, operation: &str) -> Option<Limit> {
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => operation.starts_with(start),
        None => operation == pattern,
    };
    let row = TABLE.iter().find(|row| row.service == service && row.operations.iter().any(|it| fits(it)))?;
    let own = if row.bucket.ends_with('.') { operation } else { "" };
    Some(Limit {
        bucket: format!("{}{own}", row.bucket),
        pace: row.pace,
        is_global: row.is_global,
        source: row.source,
        quota: row.quota,
    })
}

/// The bucket of an operation written `CloudWatch.PutMetricAlarm`.
pub fn of_name(name: &str) -> Option<Limit> {
    let (service, operation) = name.rsplit_once('.')?;
    of(service, operation)
}

/// The average time of these calls in milliseconds, at the rate of the slowest of their buckets.
pub fn cost(names: &[&str]) -> u32 {
    let mut of_bucket: BTreeMap<String, f64> = BTreeMap::new();
    for limit in names.iter().filter_map(|name| of_name(name)) {
        *of_bucket.entry(limit.bucket).or_default() += 1000.0 / limit.pace.per_second;
    }
    // Rates are between 0.1 and 1,000 a second, and a few calls make a thing.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive and far below 2^32"
    )]
    let milliseconds = of_bucket.into_values().fold(0.0, f64::max) as u32;
    milliseconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_that_fits_counts() {
        let named = |name| of_name(name).map(|limit| (limit.bucket, limit.pace.per_second));
        assert_eq!(named("CloudWatch.DescribeAlarms"), Some(("cloudwatch.DescribeAlarms".to_owned(), 9.0)));
        assert_eq!(named("CloudWatch.PutMetricAlarm"), Some(("cloudwatch.PutMetricAlarm".to_owned(), 3.0)));
        assert_eq!(
            named("CloudWatch.DescribeAlarmHistory"),
            Some(("cloudwatch.DescribeAlarmHistory".to_owned(), 20.0))
        );
        assert_eq!(named("Route 53.CreateHostedZone"), Some(("route53.CreateHostedZone".to_owned(), 2.0)));
        assert_eq!(named("Route 53.ListHostedZones"), Some(("route53".to_owned(), 10.0)));
        assert_eq!(named("EC2.DescribeVpcs"), Some(("ec2.DescribeVpcs".to_owned(), 20.0)));
        assert_eq!(
            named("EC2.AuthorizeSecurityGroupIngress"),
            Some(("ec2.AuthorizeSecurityGroupIngress".to_owned(), 5.0))
        );
        assert_eq!(named("Elastic Load Balancing.DescribeTags"), Some(("elb.describe".to_owned(), 10.0)));
        assert_eq!(named("S3.GetObject"), None);
    }

    #[test]
    fn the_slowest_bucket_decides_what_calls_cost() {
        assert_eq!(cost(&["EC2.CreateTags", "CloudWatch.PutMetricAlarm"]), 333);
        assert_eq!(cost(&["IAM.CreateRole", "IAM.PutRolePolicy", "IAM.CreateInstanceProfile"]), 300);
        assert_eq!(cost(&["EC2.CreateSecurityGroup", "EC2.AuthorizeSecurityGroupIngress"]), 200);
        assert_eq!(cost(&["S3.PutObject"]), 0);
        assert_eq!(cost(&[]), 0);
    }

    #[test]
    fn a_quota_stands_for_one_operation() {
        let with_quota = TABLE.iter().filter(|row| row.quota.is_some());
        assert!(with_quota.clone().all(|row| row.operations.len() == 1 && row.bucket.ends_with('.')));
        let quota = of_name("CloudWatch.PutMetricAlarm").and_then(|limit| limit.quota);
        assert_eq!(quota.map(|quota| quota.code), Some("L-0720E68F"));
        assert_eq!(with_quota.count(), 4);
    }

    #[test]
    fn every_rate_is_one_that_a_wait_can_be_made_of() {
        assert!(TABLE.iter().all(|row| row.pace.capacity >= 1.0 && row.pace.per_second >= 0.1));
    }
}
