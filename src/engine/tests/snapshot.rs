//! What the snapshot reads, keeps and forgets.

use super::fake::{part, snapshot, world};
use crate::engine::prime;
use crate::engine::snapshot::SessionId;
use crate::model::{Aspects, Leaves, Reference};
use crate::resources::Ask;

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
