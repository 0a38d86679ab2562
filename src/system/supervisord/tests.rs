use serde_json::json;

use super::*;
use crate::Step;
use crate::sample::{call, shown};
use model::Verdict;

fn live(processes: &[(&str, &str)]) -> Live {
    let own = |(name, state): &(&str, &str)| ((*name).to_owned(), (*state).to_owned());
    Live { control: Control::default(), processes: Ok(processes.iter().map(own).collect()) }
}

fn plan(
    function: &str,
    name: &str,
    arguments: &serde_json::Value,
    reacts: bool,
    live: Live,
) -> (Verdict, String, Vec<String>) {
    let changed = ["file: /x".to_owned()];
    call(function, name, arguments, |call| {
        let intent = Supervisord::diff(Call { reacts_to: reacts.then_some(&changed[..]), ..call }, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, lines)
    })
}

#[test]
fn what_stands_still_is_started_and_what_is_not_known_is_added() {
    let running = |name: &str, processes: &[(&str, &str)]| {
        plan("supervisord.running", name, &json!({}), false, live(processes)).2
    };
    assert_eq!(
        running("web", &[]),
        ["supervisorctl reread", "supervisorctl add web", "supervisorctl start web"]
    );
    assert_eq!(running("web", &[("web", "STOPPED")]), ["supervisorctl start web"]);
    assert_eq!(running("web", &[("web", "STARTING")]), [""; 0]);
    assert_eq!(running("all:*", &[("all:a", "RUNNING"), ("all:b", "FATAL")]), ["supervisorctl start all:"]);
    assert_eq!(
        running("all:", &[]),
        ["supervisorctl reread", "supervisorctl add all", "supervisorctl start all:"]
    );
    assert_eq!(running("all:", &[("all:a", "RUNNING"), ("other", "FATAL")]), [""; 0]);
}

#[test]
fn a_reaction_restarts_what_runs() {
    let runs = || live(&[("web", "RUNNING")]);
    let react = |arguments, live| plan("supervisord.running", "web", &arguments, true, live).2;
    assert_eq!(react(json!({}), runs()), ["supervisorctl restart web"]);
    assert_eq!(react(json!({"restart": false}), runs()), [""; 0]);
    assert_eq!(react(json!({"update": true}), runs()), ["supervisorctl update", "supervisorctl restart web"]);
    assert_eq!(react(json!({}), live(&[("web", "EXITED")])), ["supervisorctl start web"]);
}

#[test]
fn a_group_is_stopped_while_any_of_it_runs() {
    let dead =
        |processes: &[(&str, &str)]| plan("supervisord.dead", "all:", &json!({}), false, live(processes));
    assert_eq!(dead(&[("all:a", "RUNNING"), ("all:b", "STOPPED")]).2, ["supervisorctl stop all:"]);
    assert_eq!(dead(&[("all:b", "STOPPED")]).1, "Service all: is not running");
    assert_eq!(dead(&[]).1, "Service all: doesn't exist");
}

#[tokio::test]
async fn who_does_not_answer_may_answer_in_the_real_run() {
    let silent = Live { control: Control::default(), processes: Err("no such socket".into()) };
    let intent = call("supervisord.running", "web", &json!({}), |call| Supervisord::diff(call, silent));
    assert_eq!(shown(&intent).0, Verdict::WouldChange);
    let Intent::Act { step, .. } = intent else { panic!("an earlier state may start it") };
    let outcome = step.carry_out().await;
    assert_eq!((outcome.verdict, outcome.comment.as_str()), (Verdict::Failed, "no such socket"));
}
