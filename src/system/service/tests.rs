use super::work::Expected;
use super::*;
use crate::{Memory, NoServices, StateContext, Step};
use machine::service::Order;
use model::{Entry, Fields, Low, Minion, Node, Place, Problems, Verdict};

/// What a call comes to for a service that is so: foreseen verdict and comment, and what it is given.
fn planned(
    verb: &str,
    arguments: &[(&str, Value)],
    live: Live,
    reacts: bool,
) -> (Verdict, String, Vec<Order>, bool) {
    let place = Place::file("a.sls");
    let low = Low::new("service", verb, "app", place.clone());
    let function = FUNCTIONS.iter().find(|function| function.verb == verb).expect("a function");
    let given = arguments.iter().map(|(key, value)| {
        let node = Node::from_value(value.clone(), &place);
        ((*key).to_owned(), Entry { key_place: place.clone(), node })
    });
    let mut problems = Problems::default();
    let fields =
        Fields::check(function.arguments, given.collect::<Vec<_>>(), &place, "service", &mut problems);
    assert!(problems.is_empty(), "{problems}");
    let memory = Memory::default();
    let context = StateContext::alone(&low, &NoServices, &memory);
    let minion = Minion::default();
    let changed = ["file: /etc/app".to_owned()];
    let reacts_to = reacts.then_some(&changed[..]);
    let call = Call { function, name: "app", fields: &fields, minion: &minion, reacts_to, context };
    match Service::diff(call, live) {
        Intent::Settled(outcome) => (outcome.verdict, outcome.comment, vec![], false),
        Intent::Act { foreseen, step } => (foreseen.verdict, foreseen.comment, step.orders, step.is_stale),
        Intent::Invoke { .. } => panic!("it calls no functions"),
    }
}

fn systemd(state: State) -> Live {
    Live { manager: Manager::Systemd, pattern: None, state: State { is_known: true, ..state } }
}

#[test]
fn masks_are_put_on_and_taken_off_once() {
    let masked = || systemd(State { is_masked: true, ..State::default() });
    let runtime = || systemd(State { is_masked_runtime: true, ..State::default() });
    let bare = || systemd(State::default());
    let until_the_start = [("runtime", Value::Bool(true))];
    let table = [
        ("masked", &[][..], bare(), "Service app would be masked", vec![Order::Mask]),
        ("masked", &[], masked(), "Service app is already masked", vec![]),
        (
            "masked",
            &until_the_start,
            masked(),
            "Service app would be runtime masked",
            vec![Order::MaskRuntime],
        ),
        ("masked", &until_the_start, runtime(), "Service app is already runtime masked", vec![]),
        ("unmasked", &[], masked(), "Service app would be unmasked", vec![Order::Unmask]),
        ("unmasked", &[], bare(), "Service app was already unmasked", vec![]),
        (
            "unmasked",
            &until_the_start,
            runtime(),
            "Service app would be runtime unmasked",
            vec![Order::UnmaskRuntime],
        ),
    ];
    for (verb, arguments, live, comment, orders) in table {
        let (_, said, given, _) = planned(verb, arguments, live, false);
        assert_eq!((said.as_str(), given), (comment, orders));
    }
}

#[test]
fn a_masked_service_is_unmasked_before_it_starts() {
    let masked = systemd(State { is_masked: true, ..State::default() });
    let (verdict, comment, orders, _) = planned("running", &[("unmask", Value::Bool(true))], masked, false);
    assert_eq!(verdict, Verdict::WouldChange);
    assert_eq!(comment, "Service app is set to start\nService app was unmasked");
    assert_eq!(orders, [Order::Unmask, Order::Start]);
}

#[test]
fn systemd_reads_its_files_again_also_where_nothing_else_is_done() {
    let stale = systemd(State { is_running: true, is_stale: true, ..State::default() });
    let (verdict, _, orders, reads) = planned("running", &[], stale, false);
    assert_eq!((verdict, orders, reads), (Verdict::Succeeded, vec![], true));
}

#[test]
fn scripts_have_no_masks_and_are_restarted_in_full_where_that_is_asked_for() {
    let scripts = |state| Live { manager: Manager::Scripts, ..systemd(state) };
    let (verdict, comment, ..) = planned("masked", &[], scripts(State::default()), false);
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::Failed, "Service masking not available on this minion")
    );
    let running = State { is_running: true, ..State::default() };
    let arguments = [("full_restart", Value::Bool(true))];
    let (_, comment, orders, _) = planned("running", &arguments, scripts(running.clone()), true);
    assert_eq!((comment.as_str(), orders), ("Service is set to be restarted", vec![Order::Restart]));
    let arguments = [("reload", Value::Bool(true)), ("force", Value::Bool(true))];
    let (_, comment, orders, _) = planned("running", &arguments, scripts(running), true);
    assert_eq!(
        (comment.as_str(), orders),
        ("Service is set to be forcefully reloaded", vec![Order::ForceReload])
    );
}

#[tokio::test]
async fn nothing_to_tell_ends_as_it_was_expected_to() {
    let done = Outcome::failed("The named service app is not available");
    let work = Work {
        manager: Manager::Scripts,
        name: "app".to_owned(),
        pattern: None,
        is_stale: false,
        orders: vec![],
        delay: None,
        expected: Expected::Nothing(done.clone()),
    };
    assert_eq!(work.carry_out().await, done);
}
