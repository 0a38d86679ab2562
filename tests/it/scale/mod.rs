//! Fifty services on the simulated AWS, which throttles as AWS does: nothing is throttled, and calls come by the page.

pub mod fleet;

use std::collections::BTreeMap;
use std::time::Duration;

use model::Low;

use crate::simulated::{Ledger, Settings, Simulated};
use crate::stacks::generate;
use crate::world::states;
use fleet::Fleet;

/// Fast enough for a test; the budgets of the runs are as fast.
const SPEED: f64 = 10.0;
const SERVICES: usize = 50;

async fn account() -> Simulated {
    let grace = Duration::from_millis(300);
    Simulated::start(Settings { speed: SPEED, grace, ..Settings::default() }).await
}

fn declared(services: usize) -> Vec<Low> {
    states(&generate::stacks(services), "scale.sls")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_services_are_made_and_found_unchanged_without_a_throttle() {
    let aws = account().await;
    let fleet = Fleet::new(SERVICES, &aws.endpoint, SPEED);

    let made = fleet.run(false).await;
    assert_eq!(made.returns.len(), fleet.states());
    let ledger = aws.take_ledger();
    assert_eq!(ledger.unknown, Vec::<String>::new());
    made.all_changed();
    assert_eq!(ledger.throttled(), 0, "{:#?}", ledger.throttles);
    assert_eq!(made.calls.calls, ledger.total() as u64, "the run counts what AWS counts");
    assert!(made.waited.waits > 0, "100 alarms go at 3 a second");
    assert_eq!(ledger.calls["monitoring:PutMetricAlarm"], 2 * SERVICES);
    assert_eq!(ledger.calls["ec2:CreateSecurityGroup"], 2 * SERVICES);
    assert_eq!(made.foreseen, changing(&ledger), "what is to be called is counted before");

    let found = fleet.run(true).await;
    let ledger = aws.take_ledger();
    found.none_changed();
    assert_eq!(ledger.throttled(), 0, "{:#?}", ledger.throttles);
    assert_eq!(ledger.mutating, 0, "{:#?}", ledger.calls);
    assert!(found.foreseen.is_empty() && found.bound.is_empty(), "{:?}", found.foreseen);
    assert!(ledger.total() <= 2 * SERVICES + 30, "{:#?}", ledger.calls);
}

/// The calls that changed something, as the engine names them. Records go by the batch, so they are not counted.
fn changing(ledger: &Ledger) -> BTreeMap<&'static str, usize> {
    let services = [
        ("autoscaling", "Auto Scaling"),
        ("ec2", "EC2"),
        ("elasticloadbalancing", "Elastic Load Balancing"),
        ("iam", "IAM"),
        ("monitoring", "CloudWatch"),
        ("sqs", "SQS"),
    ];
    let mut changing = BTreeMap::new();
    for (name, count) in &ledger.calls {
        let (service, operation) = name.split_once(':').expect("service:Operation");
        let service = services.iter().find(|(signed, _)| *signed == service);
        let is_read = ["Describe", "Get", "List"].iter().any(|read| operation.starts_with(read));
        if let Some((_, service)) = service.filter(|_| !is_read) {
            changing.insert(&*format!("{service}.{operation}").leak(), *count);
        }
    }
    changing
}

/// 400 alarms at three a second, had this account not been granted more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_plan_tells_what_draws_it_out_and_asks_what_was_granted() {
    let aws = account().await;
    let fleet = Fleet::new(200, &aws.endpoint, SPEED);
    let planned = fleet.run(true).await;
    let longest = planned.bound.first().expect("something draws it out");
    assert_eq!(longest.operations, [("PutMetricAlarm".to_owned(), 400)]);
    assert_eq!(longest.at_least, Duration::from_secs(14), "(400 - 3) / (3 * 10)");
    aws.grant("CloudWatch.PutMetricAlarm", 300.0);
    let planned = fleet.run(true).await;
    assert!(planned.bound.iter().all(|it| it.bucket != longest.bucket), "{:#?}", planned.bound);
    let ledger = aws.take_ledger();
    assert_eq!(ledger.calls["servicequotas:GetServiceQuota"], 2);
    assert_eq!((ledger.mutating, ledger.throttled()), (0, 0), "{:#?}", ledger.calls);
}

/// The control: this AWS does throttle who keeps no budget. Retries may not carry all of it through; the next run does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_without_budgets_is_throttled_and_the_next_one_finishes() {
    // At AWS's own pace: however slow this machine is, it makes more than three alarms a second.
    let aws = Simulated::start(Settings::default()).await;
    let made = Fleet::new(12, &aws.endpoint, 0.0).run(false).await;
    let ledger = aws.take_ledger();
    assert!(ledger.throttled() > 0, "nothing was throttled");
    assert_eq!(made.calls.throttles, ledger.throttled() as u64, "the run counts what AWS counts");
    let fleet = Fleet::new(12, &aws.endpoint, 1.0);
    drop(fleet.run(false).await);
    fleet.run(true).await.none_changed();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_runs_at_once_share_one_budget() {
    let aws = account().await;
    let directory = tempfile::tempdir().expect("a directory");
    let fleet = Fleet::new(10, &aws.endpoint, SPEED).sharing(directory.path());
    aws.set_strict(false);
    fleet.run(false).await.all_changed();
    drop(aws.take_ledger());
    aws.set_strict(true);
    let runs = futures::join!(fleet.run(true), fleet.run(true), fleet.run(true), fleet.run(true));
    for run in [runs.0, runs.1, runs.2, runs.3] {
        run.none_changed();
    }
    let ledger = aws.take_ledger();
    assert_eq!(ledger.throttled(), 0, "{:#?}", ledger.throttles);
}
