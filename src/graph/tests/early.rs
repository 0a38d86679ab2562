//! A state that refers to a thing starts when the thing exists, and ends after the state that made it.

use super::*;
use model::Verdict;

/// `maker…` makes a thing, `user…` refers to it.
fn facts(low: &Low) -> NodeFacts {
    let number = low.id.trim_start_matches(|letter: char| letter.is_alphabetic());
    let thing = || vec![Reference::new(KIND, number)];
    match low.id.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
        "maker" => NodeFacts { provides: thing(), ..NodeFacts::default() },
        _ => NodeFacts { uses: thing(), ..NodeFacts::default() },
    }
}

/// The events in order, and the comments. Makers note their things, continue for some turns, and fail.
async fn walked(lows: Vec<Low>) -> (Vec<String>, Vec<String>) {
    let graph = build(lows, &[], &facts).expect("a graph");
    let (existing, happened) = (Existing::default(), RefCell::new(vec![]));
    let note = |what: &str, index: usize| {
        happened.borrow_mut().push(format!("{} {what}", graph.nodes[index].low.id));
    };
    let options = Options {
        existing: &existing,
        at_once: 9,
        failhard: false,
        test: false,
        clock: &|_: Duration| String::new(),
        ended: &|index, _| note("ended", index),
    };
    let run = async |index: usize, _: Reaction| -> CallEnd {
        note("began", index);
        let provided = graph.nodes[index].facts.provides.clone();
        if provided.is_empty() {
            return Outcome::succeeded("good").into();
        }
        tokio::task::yield_now().await;
        existing.note(index, provided);
        for _ in 0..5 {
            tokio::task::yield_now().await;
        }
        Outcome::failed("bad").into()
    };
    let walked = walk(&graph, &options, run, std::future::pending()).await;
    let comments = walked.returns.iter().map(|it| it.outcome.comment.clone()).collect();
    assert!(walked.returns.iter().any(|it| it.outcome.verdict == Verdict::Failed));
    (happened.into_inner(), comments)
}

#[tokio::test]
async fn who_refers_to_a_thing_starts_when_it_exists_and_says_that_its_maker_failed() {
    let (happened, comments) = walked(lows(&[("maker1", &[]), ("user1", &[])])).await;
    assert_eq!(happened, ["maker1 began", "user1 began", "maker1 ended", "user1 ended"]);
    assert_eq!(comments, ["bad", "good\nIt refers to queue '1'. The state that makes it, 'maker1', failed."]);
}

#[tokio::test]
async fn who_requires_the_state_waits_for_its_end() {
    let (happened, comments) = walked(lows(&[("maker1", &[]), ("user1", &[("require", "maker1")])])).await;
    assert_eq!(happened, ["maker1 began", "maker1 ended", "user1 ended"]);
    assert!(comments[1].starts_with("One or more requisite failed"), "{comments:?}");
}

#[tokio::test]
async fn who_looks_at_conditions_first_waits_for_its_end() {
    let mut lows = lows(&[("maker1", &[]), ("user1", &[])]);
    let place = lows[1].place.clone();
    let entry = Entry { key_place: place.clone(), node: Node::scalar(place, "test -e here") };
    lows[1].keywords.insert(Keyword::Onlyif, entry);
    let (happened, _) = walked(lows).await;
    assert_eq!(happened, ["maker1 began", "maker1 ended", "user1 began", "user1 ended"]);
}
