use super::*;

fn thing(action: PlannedAction) -> Thing {
    Thing {
        kind: "sqs.queue".to_owned(),
        noun: "queue".to_owned(),
        name: "q".to_owned(),
        named_by: BTreeMap::new(),
        id: None,
        identity: None,
        region: Some("us-east-1".to_owned()),
        account: Some("111111111111".to_owned()),
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

#[test]
fn a_plan_holds_only_in_its_account_and_region() {
    use PlannedAction::{Create, Unchanged};
    let plan = |action, account: Option<&str>, region: &str| {
        let mut state = state(false, &[action]);
        state.things[0].account = account.map(str::to_owned);
        state.things[0].region = Some(region.to_owned());
        let states = vec![state];
        RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] }
    };
    let what = |before: &RunPlan, now: &RunPlan| {
        moved(before, now).into_iter().map(|it| it.what).collect::<Vec<_>>().join("; ")
    };
    let here = plan(Create, Some("111111111111"), "us-east-1");
    assert_eq!(what(&here, &here), "");
    assert_eq!(
        what(&here, &plan(Create, Some("222222222222"), "us-east-1")),
        "queue 'q': its account was 111111111111, but now it is 222222222222"
    );
    assert_eq!(
        what(&here, &plan(Create, Some("111111111111"), "eu-west-1")),
        "queue 'q': its region was us-east-1, but now it is eu-west-1"
    );
    let unknown = "queue 'q': its account is not known, so it may be another than in the plan";
    assert_eq!(what(&here, &plan(Create, None, "us-east-1")), unknown);
    assert_eq!(what(&plan(Create, None, "us-east-1"), &here), unknown);
    let same = plan(Unchanged, None, "us-east-1");
    assert_eq!(what(&same, &same), "", "nothing is done to it");
}
