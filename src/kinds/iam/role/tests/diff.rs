//! Tables for `diff`.

use serde_json::json;

use crate::entity::named::Boundary;
use crate::role::diff::{Step, diff};
use crate::role::live::{Details, Live};
use crate::role::names::Want;
use crate::role::spec::Spec;
use aws::tags::Tags;
use model::plan::changes_to_value;
use model::{Asked, Ident, Plan};

const TRUST: &str = r#"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Service":"ec2.amazonaws.com"}}]}"#;
const TRUST_SPELT_BY_AWS: &str = r#"{"Statement":{"Principal":{"Service":["ec2.amazonaws.com"]},"Action":["sts:AssumeRole"],"Effect":"Allow","Sid":""},"Version":"2012-10-17"}"#;

fn spec() -> Spec {
    Spec { name: "web".to_owned(), present: true, has_profile: true, ..Spec::default() }
}

fn want(change: impl FnOnce(&mut Want)) -> Want {
    let mut want = Want { spec: spec(), ..Want::default() };
    change(&mut want);
    want
}

fn details(description: &str, seconds: i32) -> Asked<Details> {
    Details { description: description.to_owned(), max_session: Some(seconds) }.into()
}

fn live() -> Live {
    Live {
        id: "AROAEXAMPLE".to_owned(),
        arn: "arn:aws:iam::123456789012:role/web".to_owned(),
        path: "/".to_owned(),
        trust: TRUST_SPELT_BY_AWS.to_owned(),
        details: details("old", 3600),
        boundary: Some("arn:edge".to_owned()),
        tags: tags(&[("team", "a")]),
        inline: documents(&[("queues", r#"{"Statement":[]}"#), ("surplus", r#"{"Id":"x"}"#)]).into(),
        managed: vec!["arn:a".to_owned()].into(),
        profiles: vec!["web".to_owned()].into(),
        same_named_profile: Some(vec!["web".to_owned()]).into(),
    }
}

fn tags(pairs: &[(&str, &str)]) -> Tags {
    documents(pairs)
}

fn documents(pairs: &[(&str, &str)]) -> indexmap::IndexMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn shown(plan: &Plan<Step>) -> serde_json::Value {
    changes_to_value(&plan.changes).to_json()
}

fn steps(plan: &Plan<Step>) -> Vec<String> {
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn settings_left_out_do_not_differ() {
    assert!(diff(&want(|_| ()), Some(&live())).is_empty());
}

#[test]
fn the_same_in_another_spelling_does_not_differ() {
    let same = want(|want| {
        want.spec.trust = Some(TRUST.to_owned());
        want.spec.path = Some("/".to_owned());
        want.spec.description = Some("old".to_owned());
        want.spec.max_session = Some(3600);
        want.spec.tags = Some(tags(&[("team", "a")]));
        want.spec.policies.inline = Some(documents(&[
            ("surplus", r#"{"Version":"2008-10-17","Id":"x"}"#),
            ("queues", r#"{"Statement": []}"#),
        ]));
        want.managed = Some(vec!["arn:a".into()]);
        want.boundary = Some(Boundary::Policy("arn:edge".into()));
    });
    let plan = diff(&same, Some(&live()));
    assert!(plan.is_empty(), "{plan:?}");
}

#[test]
fn a_creation_lists_everything_and_makes_all_calls_that_need_no_read() {
    let new = want(|want| {
        want.spec.trust = Some(TRUST.to_owned());
        want.spec.tags = Some(tags(&[("team", "a")]));
        want.spec.policies.inline = Some(documents(&[("queues", "{}")]));
        want.managed = Some(vec![Ident::AfterApply(model::Reference::new("iam.policy", "mine"))]);
    });
    let plan = diff(&new, None);
    let made = [
        "create the role",
        "create the instance profile web",
        "add the role to the instance profile web",
        "put the policy queues",
        "attach (known after apply)",
    ];
    assert_eq!(steps(&plan), made);
    let waits_for = |step: usize| (0..step).filter(|it| plan.steps[step].follows(&plan.steps[*it])).collect();
    let order: Vec<Vec<usize>> = (0..5).map(waits_for).collect();
    assert_eq!(order, [vec![], vec![0], vec![0, 1], vec![0], vec![0]]);
    assert_eq!([0, 1, 2, 3, 4].map(|step| plan.creates(step)), [true, false, false, false, false]);
    let expected = json!({
        "role": "web",
        "policy_document": serde_json::from_str::<serde_json::Value>(TRUST).unwrap(),
        "tags": {"team": "a"},
        "instance_profile": "web",
        "profile_associated": true,
        "policies": ["queues"],
        "managed_policies": ["(known after apply)"],
    });
    assert_eq!(shown(&plan)["new"], expected);
}

#[test]
fn each_setting_that_differs_is_one_step() {
    let differing = want(|want| {
        want.spec.trust = Some(r#"{"Statement":[]}"#.to_owned());
        want.spec.max_session = Some(7200);
        want.spec.tags = Some(tags(&[("team", "b")]));
        want.boundary = Some(Boundary::Nothing);
    });
    let plan = diff(&differing, Some(&live()));
    let role = || "web".to_owned();
    let expected = [
        Step::SetTrust { role: role(), document: r#"{"Statement":[]}"#.to_owned() },
        Step::SetDetails { role: role(), description: "old".to_owned(), max_session: Some(7200) },
        Step::RemoveBoundary { role: role() },
        Step::Tag { role: role(), tags: tags(&[("team", "b")]) },
    ];
    assert_eq!(plan.steps, expected);
    assert_eq!(shown(&plan)["old"]["max_session_duration"], 3600);
}

#[test]
fn inline_policies_are_put_before_surplus_ones_are_deleted() {
    let differing = want(|want| {
        want.spec.policies.inline =
            Some(documents(&[("queues", r#"{"Statement":[{"Effect":"Deny"}]}"#), ("new", "{}")]));
    });
    let plan = diff(&differing, Some(&live()));
    assert_eq!(steps(&plan), ["put the policy queues", "put the policy new", "delete the policy surplus"]);
    let shown = shown(&plan);
    assert_eq!(shown["old"]["policies"], json!(["queues", "surplus"]));
    assert_eq!(shown["new"]["policies"], json!(["new", "queues"]));
    assert_eq!(shown["new"]["policy_documents"], json!({"queues": {"Statement": [{"Effect": "Deny"}]}}));
}

#[test]
fn surplus_inline_policies_stay_without_delete_policies() {
    let kept = want(|want| {
        want.spec.policies.inline = Some(documents(&[("new", "{}")]));
        want.spec.policies.keeps_inline = true;
    });
    let plan = diff(&kept, Some(&live()));
    assert_eq!(steps(&plan), ["put the policy new"]);
    assert_eq!(shown(&plan)["new"]["policies"], json!(["new", "queues", "surplus"]));
}

#[test]
fn an_empty_list_detaches_and_an_empty_mapping_deletes_all() {
    let emptied = want(|want| {
        want.spec.policies.inline = Some(documents(&[]));
        want.spec.tags = Some(tags(&[]));
        want.managed = Some(vec![]);
    });
    let plan = diff(&emptied, Some(&live()));
    let expected =
        ["remove the tags team", "delete the policy queues", "delete the policy surplus", "detach arn:a"];
    assert_eq!(steps(&plan), expected);
}

#[test]
fn managed_policies_are_attached_before_others_are_detached() {
    let plan = diff(&want(|want| want.managed = Some(vec!["arn:b".into()])), Some(&live()));
    assert_eq!(steps(&plan), ["attach arn:b", "detach arn:a"]);
}

#[test]
fn the_profile_is_made_and_filled_but_never_taken_from_another_role() {
    let profile = |held: Option<Vec<String>>| {
        let live =
            Live { profiles: vec!["other".to_owned()].into(), same_named_profile: held.into(), ..live() };
        diff(&want(|_| ()), Some(&live))
    };
    let created = ["create the instance profile web", "add the role to the instance profile web"];
    assert_eq!(steps(&profile(None)), created);
    assert_eq!(steps(&profile(Some(vec![]))), created[1..]);
    let taken = profile(Some(vec!["app".to_owned()]));
    assert!(taken.steps.is_empty() && taken.refusals[0].contains("'app'"), "{taken:?}");
    let unmanaged = want(|want| want.spec.has_profile = false);
    assert!(diff(&unmanaged, Some(&Live { profiles: Asked::empty(), ..live() })).is_empty());
}

#[test]
fn another_path_is_refused() {
    let plan = diff(&want(|want| want.spec.path = Some("/team/".to_owned())), Some(&live()));
    assert_eq!((plan.refusals.len(), plan.steps.len()), (1, 0));
}

#[test]
fn a_removal_ends_with_the_role_and_keeps_things_of_others() {
    let gone = want(|want| want.spec.present = false);
    let plan =
        diff(&gone, Some(&Live { profiles: vec!["web".to_owned(), "other".to_owned()].into(), ..live() }));
    let expected = [
        "remove the role from the instance profile web",
        "remove the role from the instance profile other",
        "delete the instance profile web",
        "delete the policy queues",
        "delete the policy surplus",
        "detach arn:a",
        "delete the role",
    ];
    assert_eq!(steps(&plan), expected);
    let others =
        Live { profiles: Asked::empty(), same_named_profile: Some(vec!["app".to_owned()]).into(), ..live() };
    assert!(!steps(&diff(&gone, Some(&others))).contains(&"delete the instance profile web".to_owned()));
    assert!(diff(&gone, None).is_empty());
}
