use super::*;

fn thing(action: PlannedAction) -> Thing {
    Thing {
        kind: "sqs.queue".to_owned(),
        noun: "queue".to_owned(),
        name: "q".to_owned(),
        named_by: BTreeMap::new(),
        id: None,
        region: None,
        account: None,
        action,
        attributes: vec![],
        steps: vec![],
        depends_on: vec![],
        blast_radius: vec![],
        tags: None,
    }
}

fn state(failed: bool, actions: &[PlannedAction]) -> PlannedState {
    PlannedState {
        id: "a".to_owned(),
        function: "boto_sqs.present".to_owned(),
        name: "a".to_owned(),
        sls: "s".to_owned(),
        declared_at: "s.sls:1:1".to_owned(),
        action: actions.first().copied().unwrap_or(PlannedAction::Unchanged),
        failed,
        comment: String::new(),
        triggered_by: vec![],
        things: actions.iter().map(|action| thing(*action)).collect(),
        warnings: vec![],
    }
}

#[test]
fn things_are_counted_and_states_without_things_are_unchanged() {
    use PlannedAction::{Change, Create, Delete, Replace, Unchanged};
    let states = [
        state(false, &[Create, Create]),
        state(false, &[Create, Change, Unchanged]),
        state(false, &[Delete]),
        state(false, &[]),
    ];
    let tally = Tally::of(&states);
    assert_eq!(tally.to_string(), "3 to create, 1 to change, 1 to delete");
    assert_eq!((tally.unchanged, tally.changes()), (2, 5));
    let failed = Tally::of(&[state(true, &[]), state(false, &[Replace])]);
    assert_eq!(failed.to_string(), "0 to create, 0 to change, 1 to replace, 0 to delete, 1 failed");
}

#[test]
fn a_plan_is_read_back_as_it_was_written() {
    let states = vec![state(false, &[PlannedAction::Create])];
    let plan = RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] };
    let text = serde_json::to_string(&plan).unwrap();
    assert_eq!(serde_json::from_str::<RunPlan>(&text).unwrap(), plan);
}
