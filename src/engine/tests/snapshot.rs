//! Reads, answers and forgetting of the snapshot.

use std::time::Duration;

use futures::future::join_all;

use super::fake::{part, snapshot, world};
use crate::prime;
use crate::snapshot::SessionId;
use aws::Fault;
use kind::Ask;
use model::{Aspects, Leaves, Reference};

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new("fake.thing", name), aspects }
}

#[tokio::test]
async fn a_crowd_is_read_at_once_and_only_once() {
    let snapshot = snapshot("crowd").await;
    let parts = [
        part("crowd", "a", Leaves::Present, None),
        part("crowd", "b", Leaves::Present, Some("c")),
        part("crowd", "a", Leaves::Present, None),
    ];
    let parts: Vec<_> = parts.iter().map(|part| (SessionId(0), part)).collect();
    prime::prime(&snapshot, &parts).await;
    prime::prime(&snapshot, &parts).await;
    assert_eq!(world("crowd").lock().unwrap().looks, [3]);
}

#[tokio::test]
async fn what_was_touched_is_forgotten_in_every_scope_and_nothing_else() {
    let snapshot = snapshot("forgets").await;
    let scoped = Ask { reference: Reference::new("fake.thing", "a").within("here"), aspects: Aspects::NONE };
    let asks = [ask("a", Aspects::NONE), scoped.clone(), ask("b", Aspects::NONE)];
    snapshot.fetch(asks.iter().map(|ask| (SessionId(0), ask.clone())).collect()).await;
    snapshot.forget(SessionId(0), &[Reference::new("fake.thing", "a")]);
    let known: Vec<bool> = asks.iter().map(|ask| snapshot.knows(SessionId(0), ask)).collect();
    assert_eq!(known, [false, false, true]);
}

#[tokio::test]
async fn a_thing_is_read_again_for_an_aspect_that_was_not_asked_for() {
    let snapshot = snapshot("aspects").await;
    let tags = Aspects::nth(1);
    snapshot.fetch(vec![(SessionId(0), ask("a", Aspects::NONE))]).await;
    assert!(!snapshot.knows(SessionId(0), &ask("a", tags)));
    snapshot.fetch(vec![(SessionId(0), ask("a", tags))]).await;
    assert!(
        snapshot.knows(SessionId(0), &ask("a", tags))
            && snapshot.knows(SessionId(0), &ask("a", Aspects::NONE))
    );
}

#[tokio::test]
async fn a_kind_that_this_build_lacks_fails_the_read() {
    let snapshot = snapshot("lacks").await;
    let foreign = Ask { reference: Reference::new("other.kind", "x"), aspects: Aspects::NONE };
    assert!(snapshot.read(SessionId(0), &foreign).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn who_asks_while_a_read_is_under_way_goes_with_the_next() {
    let snapshot = snapshot("gathers").await;
    let asks: Vec<_> = ["a", "b", "c", "d"].map(|name| ask(name, Aspects::NONE)).into();
    let reads = asks.iter().map(|ask| snapshot.read(SessionId(0), ask));
    assert!(join_all(reads).await.iter().all(Result::is_ok));
    assert_eq!(world("gathers").lock().unwrap().looks, [1, 3]);
}

#[tokio::test(start_paused = true)]
async fn a_read_waits_for_those_that_are_just_changing_something_of_the_kind_but_not_for_ever() {
    let snapshot = snapshot("waits").await;
    let (a, b) = (ask("a", Aspects::NONE), ask("b", Aspects::NONE));
    let changing = snapshot.changing(SessionId(0), "fake.thing");
    let other = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        drop(changing);
        snapshot.read(SessionId(0), &b).await
    };
    let (first, second) = futures::join!(snapshot.read(SessionId(0), &a), other);
    assert!(first.is_ok() && second.is_ok());
    assert_eq!(world("waits").lock().unwrap().looks, [2]);
    let _stuck = snapshot.changing(SessionId(0), "fake.thing");
    assert!(snapshot.read(SessionId(0), &ask("c", Aspects::NONE)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_asked_for_before_a_change_is_not_believed() {
    let snapshot = snapshot("outdated").await;
    let (a, name) = (ask("a", Aspects::NONE), Reference::new("fake.thing", "a"));
    let change = async { snapshot.forget(SessionId(0), &[name]) };
    let (read, ()) = futures::join!(snapshot.read(SessionId(0), &a), change);
    assert!(read.is_ok());
    assert_eq!(world("outdated").lock().unwrap().looks, [1, 1], "it was read again after the change");
}

#[tokio::test]
async fn aspects_that_were_known_are_read_again_with_new_ones() {
    let snapshot = snapshot("keeps aspects").await;
    let (tags, attributes) = (Aspects::nth(0), Aspects::nth(1));
    snapshot.fetch(vec![(SessionId(0), ask("a", tags))]).await;
    snapshot.fetch(vec![(SessionId(0), ask("a", attributes))]).await;
    assert!(snapshot.knows(SessionId(0), &ask("a", tags | attributes)));
}

#[tokio::test]
async fn what_was_asked_before_a_moment_is_asked_again_absence_and_failure_too() {
    let snapshot = snapshot("fresh").await;
    let world = world("fresh");
    let parts = ["there", "absent"].map(|name| part("fresh", name, Leaves::Present, None));
    let parts: Vec<_> = parts.iter().map(|part| (SessionId(0), part)).collect();
    let failed = part("fresh", "failed", Leaves::Present, None);
    let failed = [(SessionId(0), &failed)];
    world.lock().unwrap().things.insert("there".to_owned(), "red".to_owned());
    prime::prime(&snapshot, &parts).await;
    world.lock().unwrap().unreadable = Some(Fault::Denied);
    prime::prime(&snapshot, &failed).await;
    world.lock().unwrap().unreadable = None;
    let answer = async |name: &str| {
        let answer = snapshot.read(SessionId(0), &ask(name, Aspects::NONE)).await;
        answer.map(|live| live.is_some()).map_err(|error| error.fault)
    };
    assert_eq!(answer("absent").await, Ok(false));
    assert_eq!(answer("failed").await, Err(Fault::Denied));
    {
        let mut world = world.lock().unwrap();
        world.things =
            [("absent", "blue"), ("failed", "blue")].map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    }
    let now = snapshot.now();
    prime::prime_since(&snapshot, &parts, now).await;
    prime::prime_since(&snapshot, &failed, now).await;
    assert_eq!(answer("there").await, Ok(false));
    assert_eq!(answer("absent").await, Ok(true));
    assert_eq!(answer("failed").await, Ok(true));
    let looks = world.lock().unwrap().looks.clone();
    prime::prime_since(&snapshot, &parts, now).await;
    assert_eq!(world.lock().unwrap().looks, looks, "what was asked since is good enough");
}

#[tokio::test]
async fn an_answer_that_was_under_way_at_a_moment_was_asked_before_it() {
    let snapshot = snapshot("under way").await;
    let a = ask("a", Aspects::NONE);
    let later = async {
        let now = snapshot.now();
        snapshot.read_since(SessionId(0), &a, now).await
    };
    let (first, second) = futures::join!(snapshot.read(SessionId(0), &a), later);
    assert!(first.is_ok() && second.is_ok());
    assert_eq!(world("under way").lock().unwrap().looks, [1, 1]);
}
