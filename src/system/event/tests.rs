use serde_json::json;

use super::Event;
use crate::sample::{call, shown};
use crate::{Intent, LocalState};
use model::{Unanswered, Value, Verdict};

#[test]
fn an_event_is_sent_by_the_agent_and_shown_as_a_change() {
    let arguments = json!({"data": {"version": 42}, "with_grains": ["os"]});
    let intent = call("event.send", "myapp/deployed", &arguments, |call| Event::diff(call, ()));
    let (verdict, comment, changes) = shown(&intent);
    assert_eq!((verdict, comment.as_str()), (Verdict::WouldChange, "Event would have been fired"));
    assert_eq!(changes, json!({"tag": "myapp/deployed", "data": {"version": 42}}));
    let Intent::Invoke { invocations, in_tests, finish, .. } = intent else { panic!("it calls a function") };
    assert!(in_tests.is_empty());
    assert_eq!(invocations[0].function, "event.send");
    assert_eq!(Value::Map(invocations[0].kwargs.clone()).to_json(), arguments);
    let of = |answer| finish(&[(invocations[0].clone(), answer)]);
    let sent = of(Ok(Value::Bool(true)));
    assert_eq!((sent.verdict, sent.comment.as_str()), (Verdict::Succeeded, "Event fired"));
    assert_eq!(Value::Map(sent.changes).to_json(), changes);
    let nowhere = of(Ok(Value::Bool(false)));
    assert!(nowhere.verdict == Verdict::Failed && nowhere.changes.is_empty(), "{nowhere:?}");
    assert_eq!(of(Err(Unanswered::Unreached("why".to_owned()))).comment, "why");
}

#[test]
fn what_is_not_to_be_shown_is_no_change_and_one_that_waits_does_nothing_by_itself() {
    let quiet = json!({"show_changed": false});
    let intent = call("event.send", "a", &quiet, |call| Event::diff(call, ()));
    let Intent::Invoke { invocations, finish, foreseen, .. } = intent else { panic!("it calls a function") };
    assert!(foreseen.changes.is_empty() && invocations[0].kwargs.is_empty());
    assert!(finish(&[(invocations[0].clone(), Ok(Value::Bool(true)))]).changes.is_empty());
    let waiting = call("event.wait", "a", &json!({}), |call| Event::diff(call, ()));
    assert!(matches!(waiting, Intent::Settled(outcome) if outcome.verdict == Verdict::Succeeded));
}
