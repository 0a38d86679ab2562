//! How the outcomes of a state's parts become one.

use serde_json::json;

use crate::report::{implied, join};
use model::{Change, Outcome, Value, Verdict};

#[test]
fn two_implied_things_of_one_kind_are_both_shown() {
    let own = Outcome::would_change("group").with_changes(&[Change::create("tags", "own")]);
    let alarm = |name: &str| {
        let changes = [Change::create("alarm", name), Change::create("tags", "of an alarm")];
        implied(name, Outcome::would_change(name).with_changes(&changes))
    };
    let whole = join(join(own, alarm("busy")), alarm("idle"));
    let new = json!({
        "tags": "own",
        "busy": {"alarm": "busy", "tags": "of an alarm"},
        "idle": {"alarm": "idle", "tags": "of an alarm"},
    });
    assert_eq!(Value::Map(whole.changes).to_json()["new"], new);
    assert_eq!(whole.comment, "group\nbusy\nidle");
}

#[test]
fn a_failed_part_fails_the_whole_and_an_unchanged_one_adds_nothing() {
    let whole = join(Outcome::succeeded("a"), implied("b", Outcome::failed("b")));
    assert_eq!((whole.verdict, whole.has_changes()), (Verdict::Failed, false));
}
