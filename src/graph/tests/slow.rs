//! Slow states begin first, and the order of the results does not depend on it.

use super::*;

/// `alarm…` costs 333, `group…` 100, others nothing; `alarm1` uses what `group1` provides.
fn facts(low: &Low) -> NodeFacts {
    let number = low.id.trim_start_matches(|letter: char| letter.is_alphabetic());
    let thing = || vec![Reference::new(KIND, number)];
    match low.id.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
        "alarm" => NodeFacts { cost: 333, uses: thing(), ..NodeFacts::default() },
        "group" => NodeFacts { cost: 100, provides: thing(), ..NodeFacts::default() },
        "machine" => NodeFacts { serial: true, ..NodeFacts::default() },
        _ => NodeFacts { cost: 50, ..NodeFacts::default() },
    }
}

/// The IDs in the order in which they began, in the order in which they were reported, and the most alarms that ran at
/// once beside others. The cost of each is its number of turns.
async fn walked(names: &[&str], at_once: usize) -> (Vec<String>, Vec<String>, usize) {
    let chunks: Vec<(&str, &[(&str, &str)])> = names.iter().map(|name| (*name, &[][..])).collect();
    let graph = build(lows(&chunks), &[], &facts).expect("a graph");
    let (began, alarms, most) = (RefCell::new(vec![]), Cell::new(0_usize), Cell::new(0_usize));
    let options = Options {
        existing: &Existing::default(),
        at_once,
        failhard: false,
        test: false,
        clock: &|_: Duration| String::new(),
        ended: &|_, _| {},
    };
    let run = async |index: usize, _: Reaction| -> CallEnd {
        let node = &graph.nodes[index];
        began.borrow_mut().push(node.low.id.clone());
        let is_alarm = usize::from(node.low.id.starts_with("alarm"));
        alarms.set(alarms.get() + is_alarm);
        if began.borrow().len() < graph.nodes.len() {
            most.set(most.get().max(alarms.get()));
        }
        for _ in 0..node.facts.cost {
            tokio::task::yield_now().await;
        }
        alarms.set(alarms.get() - is_alarm);
        Outcome::succeeded("").into()
    };
    let walked = walk(&graph, &options, run, std::future::pending()).await;
    let reported = walked.returns.iter().map(|it| it.id.clone()).collect();
    (began.into_inner(), reported, most.get())
}

#[tokio::test]
async fn what_leads_to_the_slowest_budget_begins_first_and_is_reported_in_its_place() {
    let names = ["queue1", "queue2", "group1", "queue3", "alarm1", "group2"];
    let (began, reported, _) = walked(&names, 1).await;
    assert_eq!(began, ["group1", "alarm1", "group2", "queue1", "queue2", "queue3"]);
    assert_eq!(reported, names);
}

#[tokio::test]
async fn half_of_the_places_are_kept_for_others_than_the_slowest() {
    let alarms = ["alarm1", "alarm2", "alarm3", "alarm4", "alarm5", "alarm6"];
    let mut names = alarms.to_vec();
    names.extend(["queue1", "queue2", "queue3", "queue4", "queue5", "queue6"]);
    let (began, _, _) = walked(&names, 4).await;
    assert_eq!(began[..4], ["alarm1", "alarm2", "queue1", "queue2"]);
    let last_queue = began.iter().rposition(|id| id.starts_with("queue")).expect("there are queues");
    let alarms_before = began[..last_queue].iter().filter(|id| id.starts_with("alarm")).count();
    assert_eq!(alarms_before, 2, "{began:?}");
    // Alone they may use all slots.
    let (_, _, most) = walked(&alarms, 4).await;
    assert_eq!(most, 4);
}

#[tokio::test]
async fn states_of_the_machine_itself_wait_for_no_budget() {
    let (began, _, _) = walked(&["alarm1", "queue1", "machine1", "machine2"], 1).await;
    assert_eq!(began, ["machine1", "machine2", "alarm1", "queue1"]);
}
