//! What an ops node reads does not depend on how it reads it, a new fleet is one without streams, and servers report what nobody receives.

use std::time::Duration;

use fleet::identity::Identity;
use fleet::identity::setup::OperatorKit;
use fleet::protocol::Jid;
use fleet::protocol::subjects::{JOBS, REGISTER, ack, event, in_bucket, order, stream_of};
use fleet::transport::nats::{Access, Nats};
use fleet::transport::{BucketEntry, Message, Transport};

use super::Fleet;
use super::attacks::operator_of;

/// The kit of `ops1`.
pub fn kit(fleet: &Fleet) -> OperatorKit {
    serde_json::from_slice(&std::fs::read(fleet.path("ops1/fleet/operator.json")).unwrap()).unwrap()
}

/// A connection of `ops1`.
pub async fn connected(fleet: &Fleet) -> Nats {
    let kit = kit(fleet);
    Nats::connect(&Access { servers: kit.servers, ca: None, token: kit.token, seed: kit.seeds.sign })
        .await
        .unwrap()
}

#[tokio::test]
async fn the_servers_report_a_message_that_nobody_receives() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let (asks, receives) = (connected(&fleet).await, connected(&fleet).await);
    let key = Identity::generate().public();
    let jid = Jid::at(jiff::Timestamp::now());
    let mut replies = asks.subscribe(format!("fleet.ack.{jid}.*")).await.unwrap();
    let ask = || asks.ask(order(&key), b"an order".to_vec(), ack(&jid, &key));

    ask().await.unwrap();
    let reported = replies.recv().await.unwrap();
    assert_eq!(reported, Message::undelivered(ack(&jid, &key)));

    // Another connection, perhaps of another server, receives it now.
    let (operator, _) = operator_of(&fleet);
    let subject = event(operator.public().as_str());
    let mut events = receives.subscribe(subject.clone()).await.unwrap();
    receives.flush().await.unwrap();
    let mut is_received = false;
    for _ in 0..100 {
        asks.ask(subject.clone(), b"a question".to_vec(), ack(&jid, &key)).await.unwrap();
        tokio::select! {
            Some(message) = events.recv() => {
                assert_eq!(message, Message::new(subject.clone(), b"a question".to_vec()));
                is_received = true;
                break;
            }
            // Not all servers have heard of the subscription yet.
            Some(reported) = replies.recv() => assert!(reported.is_undelivered),
        }
    }
    assert!(is_received);
}

#[tokio::test]
async fn a_bucket_is_the_same_at_once_and_one_by_one_also_without_a_server() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let nats = connected(&fleet).await;
    assert_eq!(nats.has(stream_of(REGISTER)).await, Ok(true));
    assert_eq!(nats.has("KV_nothing_of_the_kind".to_owned()).await, Ok(false));
    assert_eq!(nats.one_by_one(REGISTER, 0).await.unwrap(), []);

    for (key, value) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", "")] {
        nats.store(in_bucket(JOBS, key), value.into()).await.unwrap();
    }
    let entry =
        |key: &str, value: &str, place| BucketEntry { key: key.to_owned(), value: value.into(), place };
    // Who reads the bucket sees what was emptied, and does not believe it.
    let expected = vec![entry("a", "3", 3), entry("b", "", 5), entry("c", "4", 4)];
    let read = |place| nats.bucket_from(JOBS.to_owned(), place);
    assert_eq!(read(0).await.unwrap(), expected);
    // From a place on; there may be nothing.
    for (place, left) in [(3, &expected[..]), (4, &expected[1..]), (5, &expected[1..2]), (99, &[])] {
        assert_eq!(read(place).await.unwrap(), left, "{place}");
        assert_eq!(nats.one_by_one(JOBS, place).await.unwrap(), left, "{place}");
    }
    // Any of the servers answers. One that is behind is asked until it has what the leader has.
    assert_eq!(nats.one_by_one(JOBS, 0).await.unwrap(), expected);
    for number in [0, 1] {
        fleet.signal_server(number, "KILL");
    }
    // Two of three are gone, so that no stream has a leader.
    let mut left = nats.one_by_one(JOBS, 0).await;
    for _ in 0..30 {
        if left.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        left = nats.one_by_one(JOBS, 0).await;
    }
    assert_eq!(left.unwrap(), expected);
    assert_eq!(read(0).await.unwrap(), expected);
}
