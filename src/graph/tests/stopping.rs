use super::*;
use model::Verdict;

async fn walked(graph: &Graph, failhard: bool, test: bool, stop: impl Future<Output = ()>) -> Walked {
    let options = Options {
        existing: &Existing::default(),
        at_once: 2,
        failhard,
        test,
        clock: &|_: Duration| "12:00:00.000000".to_owned(),
        ended: &|_, _| {},
    };
    let run = async |index: usize, _: Reaction| -> CallEnd {
        tokio::task::yield_now().await;
        if graph.nodes[index].low.id.starts_with("bad") {
            return Outcome::failed("bad").into();
        }
        Outcome::succeeded("good").into()
    };
    walk(graph, &options, run, stop).await
}

fn reported(walked: &Walked) -> Vec<&str> {
    walked.returns.iter().map(|it| it.id.as_str()).collect()
}

#[tokio::test]
async fn a_failure_that_ends_the_run_lets_what_stands_before_it_run() {
    let chunks: &[(&str, &[(&str, &str)])] = &[
        ("slow1", &[]),
        ("slow2", &[("require", "slow1")]),
        ("slow3", &[("require", "slow2")]),
        ("bad", &[]),
        ("late", &[("require", "slow3")]),
    ];
    let graph = build_plain(lows(chunks)).expect("a graph");
    let walked = walked(&graph, true, false, std::future::pending()).await;
    assert_eq!(reported(&walked), ["slow1", "slow2", "slow3", "bad"]);
    assert_eq!(walked.unstarted, [4]);
    assert!(!walked.stopped);
}

/// As recorded from Salt 3007: the state's own value wins over the configuration.
#[tokio::test]
async fn a_state_that_says_so_does_not_end_a_run_that_ends_with_any_failure() {
    let chunks = lows(&[("bad", &[]), ("late", &[]), ("later", &[("require", "late")])]);
    let mut graph = build_plain(chunks).expect("a graph");
    let place = Place::file("a.sls");
    let node = Node::scalar(place.clone(), false);
    let entry = Entry { key_place: place, node };
    graph.nodes[0].low.keywords.insert(Keyword::Failhard, entry);
    let walked = walked(&graph, true, false, std::future::pending()).await;
    assert_eq!(reported(&walked), ["bad", "late", "later"]);
}

#[tokio::test]
async fn a_failure_ends_no_test_run() {
    let graph = build_plain(lows(&[("bad", &[]), ("late", &[]), ("later", &[])])).expect("a graph");
    let walked = walked(&graph, true, true, std::future::pending()).await;
    assert_eq!(reported(&walked), ["bad", "late", "later"]);
}

#[tokio::test]
async fn a_stopped_run_lets_what_runs_end_and_reports_the_rest_as_not_started() {
    let chunks: &[(&str, &[(&str, &str)])] =
        &[("a", &[]), ("b", &[("require", "a")]), ("c", &[("require", "b")])];
    let graph = build_plain(lows(chunks)).expect("a graph");
    let walked = walked(&graph, false, false, tokio::task::yield_now()).await;
    assert!(walked.stopped);
    assert_eq!(walked.unstarted, [1, 2]);
    assert_eq!(walked.returns[0].outcome, Outcome::succeeded("good"));
    assert_eq!(walked.returns[1].outcome.verdict, Verdict::Failed);
    assert!(walked.returns[1].skipped);
}

#[tokio::test]
async fn listeners_of_modules_that_cannot_react_say_so() {
    let mut graph = build_plain(lows(&[("a", &[("listen", "b")]), ("b", &[])])).expect("a graph");
    graph.nodes[0].low.sls = "web".to_owned();
    let run = async |_: usize, _: Reaction| -> CallEnd {
        let mut outcome = Outcome::succeeded("");
        outcome.changes.insert("x".into(), 1_i64.into());
        outcome.into()
    };
    let options = Options {
        existing: &Existing::default(),
        at_once: 2,
        failhard: false,
        test: false,
        clock: &|_: Duration| String::new(),
        ended: &|_, _| {},
    };
    let walked = walk(&graph, &options, run, std::future::pending()).await;
    assert_eq!(reported(&walked), ["a", "b", "listener_a"]);
    let comment = &walked.returns[2].outcome.comment;
    assert_eq!(
        comment,
        "State 'test.mod_watch' was not found in SLS 'web'\nReason: 'test.mod_watch' is not available.\n"
    );
}
