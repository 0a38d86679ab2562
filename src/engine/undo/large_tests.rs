//! The inverse of a run of thousands of changes.

use std::time::{Duration, Instant};

use serde_json::json;

use super::before::{Around, invert};
use crate::event::StepProof;
use crate::journal::{Begun, Entry, Line, Loaded, StateName};
use crate::planned::PlannedAction;
use crate::run_plan::{Thing, of_machine};
use model::{Low, Map, Place};

const COUNT: usize = 4000;

fn state(index: usize) -> StateName {
    StateName {
        id: format!("q{index}"),
        function: "boto_sqs.present".to_owned(),
        name: format!("q{index}"),
        sls: "app".to_owned(),
        declared_at: format!("app.sls:{index}:1"),
    }
}

fn entries(index: usize) -> [Entry; 6] {
    let thing = Thing {
        kind: "sqs.queue".to_owned(),
        noun: "SQS queue".to_owned(),
        action: PlannedAction::Create,
        region: Some("us-east-1".to_owned()),
        account: Some("123456789012".to_owned()),
        ..of_machine(("sqs", "present"), &format!("q{index}"), &Map::new())
    };
    let proof =
        StepProof { kind: thing.kind.clone(), name: thing.name.clone(), creates: true, answered: true };
    let (state, step) = (state(index), "create the queue".to_owned());
    [
        Entry::Planned { state: state.clone(), thing: Box::new(thing.clone()) },
        Entry::Step { state: state.clone(), step: step.clone() },
        Entry::Done { state: state.clone(), step, proof },
        Entry::Made { state: state.clone(), thing: Box::new(thing.clone()) },
        Entry::Found { state: state.clone(), thing: Box::new(thing) },
        Entry::Ended {
            state,
            result: "succeeded".to_owned(),
            comment: String::new(),
            changes: json!({"new": "x"}),
        },
    ]
}

#[test]
fn the_inverse_of_thousands_of_changes_takes_seconds() {
    let begun = Entry::Begun(Box::new(Begun { run: "1".to_owned(), ..Begun::default() }));
    let entries = std::iter::once(begun).chain((0..COUNT).flat_map(entries));
    let run = Loaded {
        run: "1".to_owned(),
        lines: entries.map(|entry| Line { at: jiff::Timestamp::UNIX_EPOCH, entry }).collect(),
        hashes: vec![],
        hash: String::new(),
        faults: vec![],
        cut: None,
        is_under_way: false,
    };
    let lows: Vec<Low> = (0..COUNT)
        .map(|index| {
            let mut low = Low::new("boto_sqs", "present", format!("q{index}"), Place::new("app.sls", 1, 1));
            low.sls = "app".to_owned();
            low
        })
        .collect();
    let start = Instant::now();
    let found = invert(&run, Around::default(), &lows, None);
    assert_eq!((found.inverses.len(), found.impossible.len()), (COUNT, 0));
    assert_eq!(found.inverses[0].before.id, "q3999", "the last one first");
    // Comparing each with all of them took minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
