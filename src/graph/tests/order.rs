use super::*;

fn built(chunks: &[(&str, &[(&str, &str)])], facts: &dyn Fn(&Low) -> NodeFacts) -> Graph {
    build(lows(chunks), &[], facts).expect("a graph")
}

#[test]
fn requisites_are_pulled_forward_and_the_rest_stays_as_given() {
    let chunks: &[(&str, &[(&str, &str)])] =
        &[("a", &[("onchanges", "d"), ("require", "c")]), ("b", &[]), ("c", &[]), ("d", &[])];
    let graph = built(chunks, &|_| NodeFacts::default());
    assert_eq!(ids(&graph, graph.serial()), ["c", "d", "a", "b"]);
    assert_eq!(before(&graph, "b"), Vec::<String>::new());
}

#[test]
fn a_prereq_runs_after_what_its_target_requires_and_before_its_target() {
    let chunks: &[(&str, &[(&str, &str)])] =
        &[("b", &[("require", "c")]), ("a", &[("prereq", "b")]), ("c", &[])];
    let graph = built(chunks, &|_| NodeFacts::default());
    assert_eq!(ids(&graph, graph.serial()), ["c", "a", "b"]);
    assert_eq!(before(&graph, "a"), ["c"]);
    assert_eq!(before(&graph, "b"), ["a", "c"]);
}

#[test]
fn machine_states_follow_each_other_and_others_run_beside() {
    let chunks: &[(&str, &[(&str, &str)])] =
        &[("m1", &[]), ("aws1", &[]), ("m2", &[("require", "m3")]), ("m3", &[]), ("aws2", &[])];
    let graph = built(chunks, &|low| NodeFacts { serial: low.id.starts_with('m'), ..NodeFacts::default() });
    assert_eq!(before(&graph, "m3"), ["m1"]);
    assert_eq!(before(&graph, "m2"), ["m3"]);
    assert_eq!(before(&graph, "aws2"), Vec::<String>::new());
}

#[test]
fn after_a_parallel_machine_state_the_next_one_may_start() {
    let mut chunks = lows(&[("m1", &[]), ("m2", &[]), ("m3", &[])]);
    let parallel = Entry { key_place: place(1), node: Node::scalar(place(1), true) };
    chunks[1].keywords.insert(Keyword::Parallel, parallel);
    let graph = build(chunks, &[], &|_| NodeFacts { serial: true, ..NodeFacts::default() }).expect("a graph");
    assert_eq!(before(&graph, "m2"), ["m1"]);
    assert_eq!(before(&graph, "m3"), ["m1"]);
}

#[test]
fn a_barrier_waits_for_all_before_it_and_all_after_it_wait_for_it() {
    let chunks: &[(&str, &[(&str, &str)])] = &[("a", &[]), ("b", &[]), ("wall", &[]), ("c", &[]), ("d", &[])];
    let graph = built(chunks, &|low| NodeFacts { barrier: low.id == "wall", ..NodeFacts::default() });
    assert_eq!(before(&graph, "wall"), ["a", "b"]);
    assert_eq!(before(&graph, "c"), ["wall"]);
    assert_eq!(before(&graph, "d"), ["wall"]);
}

/// `group` uses what `queue` provides.
fn facts(low: &Low) -> NodeFacts {
    let thing = || vec![Reference::new(KIND, "q").within(low.id.as_str())];
    match low.id.as_str() {
        "queue" => NodeFacts { provides: thing(), ..NodeFacts::default() },
        "group" => NodeFacts { uses: thing(), ..NodeFacts::default() },
        "elsewhere" => NodeFacts { uses: thing(), scope: "eu".to_owned(), ..NodeFacts::default() },
        "wall" => NodeFacts { barrier: true, ..NodeFacts::default() },
        _ => NodeFacts::default(),
    }
}

#[test]
fn who_uses_a_thing_waits_for_its_provider_wherever_that_stands_but_not_across_accounts() {
    let graph = built(&[("group", &[]), ("queue", &[]), ("elsewhere", &[])], &facts);
    assert_eq!(before(&graph, "group"), ["queue"]);
    assert_eq!(before(&graph, "elsewhere"), Vec::<String>::new());
    assert_eq!(ids(&graph, graph.serial()), ["group", "queue", "elsewhere"]);
}

#[test]
fn a_reference_gives_way_to_requisites_and_barriers() {
    let graph =
        built(&[("group", &[]), ("queue", &[("require", "x")]), ("x", &[("require", "group")])], &facts);
    assert_eq!(before(&graph, "group"), Vec::<String>::new());
    let graph = built(&[("group", &[]), ("wall", &[]), ("queue", &[])], &facts);
    assert_eq!(before(&graph, "group"), Vec::<String>::new());
    assert_eq!(before(&graph, "wall"), ["group"]);
}
