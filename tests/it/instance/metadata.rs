//! The metadata service has a bad minute: grains of the instance and of its service never vanish without a word.

use std::fs::File;
use std::time::{Duration, Instant};

use super::{CONFIG, ID, instance};
use crate::local_aws::{Metadata, Mood};
use crate::support::{Place, Printed};

const TOP: &str = "base:\n  'service_name:myapp':\n    - match: grain\n    - app\n  '*':\n    - every\n";

async fn service() -> Metadata {
    let metadata = Metadata::start(ID).await;
    metadata.put("meta-data/tags/instance", "aws:autoscaling:groupName");
    metadata.put("meta-data/tags/instance/aws:autoscaling:groupName", "myapp-testing-useast1");
    metadata
}

fn place(metadata: &Metadata, top: &str) -> Place {
    instance(metadata)
        .with("orchestration/minion", &format!("{CONFIG}file_roots: {{base: [states]}}\n"))
        .with("states/top.sls", top)
        .with("states/app.sls", "of the service: test.nop\n")
        .with("states/every.sls", "of all: test.nop\n")
}

fn highstate(place: &Place) -> Printed {
    place.run("-c orchestration --out json state.highstate")
}

/// What was read is two hours old from now on.
fn age(place: &Place) {
    let file = File::options().write(true).open(place.path("cache/ec2.json")).expect("a cache");
    let read = file.metadata().expect("facts").modified().expect("a time");
    file.set_modified(read - Duration::from_secs(7200)).expect("the owner");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_in_trouble_takes_no_grains_away_that_were_read_in_this_boot() {
    let moods =
        [Mood::Status(500), Mood::OnlyTokens(500), Mood::OnlyTokens(401), Mood::Status(401), Mood::Silent];
    for mood in moods {
        let metadata = service().await;
        let place = place(&metadata, TOP);
        assert_eq!(highstate(&place).code, Some(0));
        age(&place);
        metadata.be(mood);
        let printed = highstate(&place);
        assert_eq!(printed.code, Some(0), "{mood:?}: {}", printed.whole());
        assert!(printed.stdout.contains("of the service"), "{mood:?}: {}", printed.stdout);
        assert!(printed.stderr.contains("older grains ec2_* of this boot are used"), "{}", printed.stderr);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_older_ones_a_run_that_needs_them_is_refused_and_another_is_not() {
    for mood in [Mood::Status(503), Mood::OnlyTokens(500), Mood::Silent, Mood::Old] {
        let metadata = service().await;
        metadata.be(mood);
        let printed = highstate(&place(&metadata, TOP));
        assert_eq!(printed.code, Some(1), "{mood:?}: {}", printed.whole());
        let told = "states/top.sls names the grain 'service_name', which is not known: no grains ec2_*";
        assert!(printed.stderr.contains(told), "{mood:?}: {}", printed.stderr);
        assert!(!printed.stdout.contains("of all"), "{}", printed.stdout);
    }
    let metadata = service().await;
    metadata.be(Mood::Status(503));
    let printed = highstate(&place(&metadata, "base: {'*': [every]}\n"));
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    let groups =
        format!("{CONFIG}file_roots: {{base: [states]}}\nnodegroups: {{web: 'G@ec2_vpc_id:vpc-1'}}\n");
    let place = place(&metadata, "base: {'*': [every]}\n").with("orchestration/minion", &groups);
    let printed = highstate(&place);
    assert_eq!(printed.code, Some(1), "{}", printed.whole());
    assert!(printed.stderr.contains("the configuration names the grain 'ec2_vpc_id'"), "{}", printed.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_take_their_time_are_waited_for_all_at_once() {
    let metadata = service().await;
    metadata.be(Mood::Slow(Duration::from_millis(300)));
    let began = Instant::now();
    let printed = highstate(&place(&metadata, TOP));
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    assert!(printed.stdout.contains("of the service"), "{}", printed.stdout);
    let documents = u32::try_from(metadata.asked().len()).expect("a number");
    assert!(documents > 8, "{documents}");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_that_aws_does_not_name_for_once_stays_the_one_of_this_boot() {
    let metadata = service().await;
    let place = place(&metadata, TOP)
        .set("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
        .set("AWS_ACCESS_KEY_ID", "test")
        .set("AWS_SECRET_ACCESS_KEY", "test")
        .set("AWS_MAX_ATTEMPTS", "1");
    assert_eq!(highstate(&place).code, Some(0));
    age(&place);
    // The instance may no longer read its tags, and AWS cannot be reached.
    metadata.remove("meta-data/tags/instance");
    let printed = highstate(&place);
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    assert!(printed.stdout.contains("of the service"), "{}", printed.stdout);
}
