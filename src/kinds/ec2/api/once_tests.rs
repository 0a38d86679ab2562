use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn lost() -> ApiError {
    ApiError::found("CreateThing", "a", Fault::NoAnswer, "the connection was cut")
}

#[tokio::test(start_paused = true)]
async fn a_missing_thing_is_created_again_but_not_for_ever() {
    let aws = canned::aws(|_| {});
    let calls = AtomicUsize::new(0);
    let once = Once::new(&aws, "CreateThing", "a");
    let make = || async {
        calls.fetch_add(1, Ordering::SeqCst);
        Err(lost())
    };
    assert_eq!(once.make(make, || async { Ok(None::<u8>) }).await, Err(lost()));
    assert_eq!(calls.load(Ordering::SeqCst), ATTEMPTS);
}

#[tokio::test]
async fn a_refusal_is_the_outcome() {
    let aws = canned::aws(|_| {});
    let refused = ApiError::found("CreateThing", "a", Fault::Quota, "no more");
    let once = Once::new(&aws, "CreateThing", "a");
    let find = || async { panic!("nothing was made") };
    assert_eq!(once.make(|| async { Err::<u8, _>(refused.clone()) }, find).await, Err(refused));
}

#[test]
fn a_token_stays_until_the_outcome_is_known() {
    let aws = canned::aws(|_| {});
    let token = |arguments: &str| Once::new(&aws, "CreateThing", arguments).token().to_owned();
    let first = token("a");
    assert_eq!(first, token("a"));
    assert_ne!(first, token("b"));
    drop(Once::new(&aws, "CreateThing", "a").note::<()>(Err(lost())));
    assert_eq!(first, token("a"), "who asks again means the same thing");
    drop(Once::new(&aws, "CreateThing", "a").note(Ok(())));
    assert_ne!(first, token("a"), "who asks for another one gets another one");
    assert!(first.len() <= 64 && first.is_ascii());
    assert_ne!(first, Once::new(&canned::aws(|_| {}), "CreateThing", "a").token(), "another run");
}
