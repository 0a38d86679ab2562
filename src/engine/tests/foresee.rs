//! What is counted before the walk.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::fake::{part, snapshot, world};
use crate::Part;
use crate::event::Event;
use crate::foresee::foresee;
use crate::prime;
use crate::snapshot::SessionId;
use model::Leaves;

/// The counts, and for each bucket with a wait its calls and seconds.
async fn foreseen(test: &str, parts: &[Part]) -> (BTreeMap<&'static str, usize>, Vec<(String, usize, u64)>) {
    let snapshot = snapshot(test).await;
    let parts: Vec<_> = parts.iter().map(|part| (SessionId(0), part)).collect();
    prime::prime(&snapshot, &parts).await;
    let events = Mutex::new(vec![]);
    foresee(&snapshot, &parts, &|event| events.lock().unwrap().push(event)).await;
    let events = events.into_inner().unwrap();
    let [Event::Foreseen { calls, bound }] = events.as_slice() else { panic!("{events:?}") };
    let bound = bound.iter().map(|it| (it.bucket.clone(), it.calls, it.at_least.as_secs())).collect();
    (calls.clone(), bound)
}

#[tokio::test]
async fn what_is_missing_differs_or_goes_is_counted_and_what_is_as_declared_is_not() {
    {
        let world = world("counted");
        let things = &mut world.lock().unwrap().things;
        things.extend((0..7).map(|number| (format!("same{number}"), "blue".to_owned())));
        things.extend((0..5).map(|number| (format!("other{number}"), "red".to_owned())));
        things.extend((0..3).map(|number| (format!("old{number}"), "blue".to_owned())));
    }
    let present = |name: String| part("counted", &name, Leaves::Present, None);
    let mut parts: Vec<Part> = (0..7).map(|number| present(format!("same{number}"))).collect();
    parts.extend((0..5).map(|number| present(format!("other{number}"))));
    parts.extend((0..4).map(|number| present(format!("new{number}"))));
    parts.extend((0..3).map(|number| part("counted", &format!("old{number}"), Leaves::Absent, None)));
    parts.push(part("counted", "gone", Leaves::Absent, None));
    let (calls, bound) = foreseen("counted", &parts).await;
    let expected = [("CloudWatch.DeleteAlarms", 3), ("CloudWatch.PutMetricAlarm", 4), ("EC2.CreateTags", 9)];
    assert_eq!(calls, BTreeMap::from(expected));
    assert_eq!(bound, []);
    assert_eq!(world("counted").lock().unwrap().called, Vec::<String>::new());
}

#[tokio::test]
async fn a_large_run_reports_what_draws_it_out_longest_first() {
    let parts: Vec<Part> =
        (0..300).map(|number| part("large", &format!("new{number}"), Leaves::Present, None)).collect();
    let (_, bound) = foreseen("large", &parts).await;
    let bound: Vec<_> = bound.iter().map(|(bucket, calls, time)| (bucket.as_str(), *calls, *time)).collect();
    assert_eq!(bound, [("cloudwatch.PutMetricAlarm", 300, 99), ("ec2.CreateTags", 300, 20)]);
}

#[tokio::test]
async fn what_cannot_be_read_is_not_foretold() {
    world("dark").lock().unwrap().unreadable = Some(aws::Fault::Denied);
    let parts = [part("dark", "door", Leaves::Present, None)];
    let (calls, bound) = foreseen("dark", &parts).await;
    assert!(calls.is_empty() && bound.is_empty());
}
