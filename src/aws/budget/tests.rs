use super::*;

fn scope(region: &str) -> Scope {
    Scope { account: "123456789012".to_owned(), region: region.to_owned() }
}

fn budgets(directory: Option<&std::path::Path>) -> Budgets {
    let started = Duration::from_secs(1_700_000_000);
    Budgets::new(BudgetSettings { directory: directory.map(Into::into), started, speed: None })
}

fn alarms() -> Limit {
    limits::of_name("CloudWatch.PutMetricAlarm").expect("it is in the table")
}

fn waits(budgets: &Budgets, limit: &Limit, region: &str, count: usize) -> usize {
    (0..count).filter(|_| !budgets.take(&scope(region), limit, 1.0).is_zero()).count()
}

#[tokio::test(start_paused = true)]
async fn one_call_is_kept_back_and_regions_have_their_own_buckets() {
    let budgets = budgets(None);
    assert_eq!(waits(&budgets, &alarms(), "us-east-1", 4), 2);
    assert_eq!(waits(&budgets, &alarms(), "us-west-2", 4), 2);
}

#[tokio::test(start_paused = true)]
async fn a_global_service_has_one_bucket_for_all_regions() {
    let budgets = budgets(None);
    let limit = limits::of_name("Route 53.ChangeResourceRecordSets").expect("it is in the table");
    assert_eq!(waits(&budgets, &limit, "us-east-1", 49), 0);
    assert_eq!(waits(&budgets, &limit, "us-west-2", 4), 4);
}

/// Calls that leave in order and travel for 20 to 220 ms, against a bucket of AWS's size.
#[tokio::test(start_paused = true)]
async fn aws_never_runs_out_however_differently_calls_travel() {
    let budgets = budgets(None);
    for name in ["CloudWatch.PutMetricAlarm", "Route 53.ListHostedZones", "EC2.DescribeVpcs"] {
        let limit = limits::of_name(name).expect("it is in the table");
        let mut arrivals: Vec<f64> = vec![];
        for call in 0..500_u32 {
            let leaves = budgets.take(&scope("us-east-1"), &limit, 1.0);
            arrivals.push(leaves.as_secs_f64() + 0.02 + f64::from(call * 37 % 200) / 1000.0);
        }
        arrivals.sort_by(f64::total_cmp);
        let (mut tokens, mut since, mut fewest) = (limit.pace.capacity, 0.0, f64::MAX);
        for arrival in arrivals {
            tokens = (tokens + (arrival - since) * limit.pace.per_second).min(limit.pace.capacity) - 1.0;
            since = arrival;
            fewest = tokens.min(fewest);
        }
        assert!(fewest >= 0.0, "{name} is throttled: {fewest}");
    }
}

#[tokio::test(start_paused = true)]
async fn runs_of_one_user_share_their_buckets_by_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let (one, other) = (budgets(Some(directory.path())), budgets(Some(directory.path())));
    assert_eq!(waits(&one, &alarms(), "us-east-1", 2), 0);
    assert_eq!(waits(&other, &alarms(), "us-east-1", 2), 2);
}

#[tokio::test(start_paused = true)]
async fn a_rate_that_was_granted_holds_instead_of_the_published_one() {
    let budgets = budgets(None);
    budgets.granted(&scope("us-east-1"), "cloudwatch.PutMetricAlarm", 30.0);
    assert_eq!(waits(&budgets, &alarms(), "us-east-1", 30), 1);
}

#[test]
fn limits_hold_for_aws_and_for_others_where_somebody_says_so() {
    let speed =
        |speed, endpoint| Budgets::new(BudgetSettings { speed, ..BudgetSettings::default() }).speed(endpoint);
    assert_eq!(speed(None, None), Some(1.0));
    assert_eq!(speed(None, Some("https://sqs.us-east-1.amazonaws.com")), Some(1.0));
    assert_eq!(speed(None, Some("https://vpce-1.ec2.us-east-1.vpce.amazonaws.com:443/x")), Some(1.0));
    assert_eq!(speed(None, Some("http://127.0.0.1:5000")), None);
    assert_eq!(speed(None, Some("http://127.0.0.1:5000/x.amazonaws.com")), None);
    assert_eq!(speed(Some(10.0), Some("http://127.0.0.1:5000")), Some(10.0));
    assert_eq!(speed(Some(0.0), None), None);
}
