use indexmap::IndexMap;

use super::*;
use model::{Fields, Low, Minion, Outcome, Place, Problems, Verdict};

fn fields(function: &'static Function) -> Fields {
    let place = Place::new("a.sls", 1, 1);
    Fields::check(function.arguments, IndexMap::new(), &place, function.name(), &mut Problems::default())
}

async fn plan(name: &str, reacts_to: Option<&[String]>) -> Intent<Action> {
    let (kind, function) = find(name).expect("it is in the list");
    let low = Low::new("test", function.verb, "n", Place::file("a.sls"));
    let memory = Memory::default();
    let context = StateContext::alone(&low, &NoServices, &memory);
    let minion = Minion::default();
    let call = Call { function, name: "n", fields: &fields(function), minion: &minion, reacts_to, context };
    kind.plan(call).await
}

#[test]
fn every_function_is_found_by_each_of_its_names_and_has_a_manual() {
    for kind in kinds() {
        for function in kind.functions() {
            assert!(!function.doc.is_empty());
            for name in function.names {
                assert_eq!(find(name).map(|(_, found)| found.name()), Some(function.name()));
            }
        }
    }
    assert!(find("test.nonsense").is_none());
}

#[test]
fn every_function_stands_in_the_manual() {
    let manual = include_str!("../../docs/states.md");
    for function in kinds().flat_map(AnyLocal::functions).filter(|it| !it.name().starts_with("test.")) {
        let is_there =
            manual.contains(&format!("`{}`", function.name())) || function.name().starts_with("module.");
        assert!(is_there, "{} is not in docs/states.md", function.name());
    }
}

#[tokio::test]
async fn a_plan_foresees_changes_and_its_action_reports_them() {
    let Intent::Act { foreseen, step } = plan("test.succeed_with_changes", None).await else {
        panic!("it has something to do")
    };
    assert_eq!(foreseen.verdict, Verdict::WouldChange);
    let done = step.carry_out().await;
    assert_eq!(done.verdict, Verdict::Succeeded);
    assert_eq!(done.changes, foreseen.changes);
}

#[tokio::test]
async fn what_is_as_wanted_ends_without_an_action() {
    let Intent::Settled(outcome) = plan("test.nop", None).await else { panic!("there is nothing to do") };
    assert_eq!(outcome, Outcome::succeeded("Success!"));
}

#[tokio::test]
async fn a_reaction_names_what_it_reacts_to() {
    let changed = ["test: a".to_owned()];
    let Intent::Settled(outcome) = plan("test.nop", Some(&changed)).await else { panic!("nothing is done") };
    let changes = model::Value::Map(outcome.changes).to_json();
    assert_eq!(changes, serde_json::json!({"Requisites with changes": ["test: a"]}));
}
