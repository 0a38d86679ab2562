use super::*;

const WORDS: &[&str] = &[
    "require",
    "require_in",
    "require_any",
    "watch",
    "watch_in",
    "watch_any",
    "onchanges",
    "onchanges_in",
    "onchanges_any",
    "onfail",
    "onfail_in",
    "onfail_any",
    "onfail_all",
    "prereq",
    "prereq_in",
    "listen",
    "listen_in",
    "use",
    "use_in",
];

/// A keyword, a module and a pattern.
type Written = (&'static str, Option<&'static str>, String);

/// A keyword and one of the earlier chunks.
type Earlier = (&'static str, prop::sample::Index);

/// Random requisites between a few chunks, some without target, some with globs.
fn anything() -> impl Strategy<Value = Vec<Low>> {
    let pattern = prop_oneof!["[a-h]", Just("*".to_owned()), Just("[a-c]".to_owned()), Just("zz".to_owned())];
    let module = prop_oneof![Just(Some("test")), Just(Some("sls")), Just(Some("id")), Just(None)];
    let requisite = (prop::sample::select(WORDS), module, pattern);
    let chunk = ("[a-h]", prop::collection::vec(requisite, 0..4));
    prop::collection::vec(chunk, 0..8).prop_map(|chunks| {
        let chunk = |(id, requisites): (String, Vec<Written>)| {
            let mut low = low(&id, 1);
            low.requisites = requisites
                .into_iter()
                .map(|(word, module, pattern)| Requisite {
                    kind: RequisiteKind::parse(word).expect("a requisite"),
                    targets: vec![Target { module: module.map(str::to_owned), pattern, place: place(1) }],
                    place: place(1),
                })
                .collect();
            low
        };
        chunks.into_iter().map(chunk).collect()
    })
}

/// Chunks that only name earlier ones, by any requisite but prereq; so there is no cycle.
fn acyclic() -> impl Strategy<Value = Vec<Low>> {
    let requisite = (
        prop::sample::select(&["require", "watch", "onchanges_any", "onfail", "listen"][..]),
        any::<prop::sample::Index>(),
    );
    let chunks = prop::collection::vec((any::<bool>(), prop::collection::vec(requisite, 0..3)), 1..40);
    chunks.prop_map(|chunks| {
        let chunk = |(at, (flag, requisites)): (usize, (bool, Vec<Earlier>))| {
            let targets: Vec<(&str, String)> = requisites
                .into_iter()
                .filter(|_| at > 0)
                .map(|(word, index)| (word, format!("n{}", index.index(at))))
                .collect();
            let targets: Vec<(&str, &str)> = targets.iter().map(|(word, id)| (*word, id.as_str())).collect();
            let mut low = related(&format!("n{at}"), 1, &targets);
            low.function = if flag { "fails" } else { "changes" }.to_owned();
            low
        };
        // In reverse, so that requisites really are pulled forward.
        chunks.into_iter().enumerate().map(chunk).rev().collect()
    })
}

/// Facts of all types, by the number of the chunk.
fn facts(low: &Low) -> NodeFacts {
    let number: usize = low.id.trim_start_matches('n').parse().unwrap_or(0);
    NodeFacts {
        serial: number.is_multiple_of(3),
        barrier: number % 11 == 10,
        mod_watch: number.is_multiple_of(2),
        provides: vec![Reference::new(KIND, (number % 5).to_string())],
        uses: vec![Reference::new(KIND, (number % 7).to_string())],
        scope: String::new(),
        cost: u32::try_from(number % 4).unwrap_or(0) * 100,
    }
}

/// The events of a walk, as its calls saw them.
#[derive(Default)]
struct Seen {
    called: RefCell<Vec<usize>>,
    ended: RefCell<BTreeSet<usize>>,
    now: Cell<usize>,
    most: Cell<usize>,
}

fn walked(graph: &Graph, at_once: usize) -> (Walked, Seen) {
    let seen = Seen::default();
    let ended = |index: usize, _: &CallEnd| {
        seen.ended.borrow_mut().insert(index);
    };
    let options = Options {
        existing: &Existing::default(),
        at_once,
        failhard: false,
        test: false,
        clock: &|_: Duration| String::new(),
        ended: &ended,
    };
    let run = |index: usize, reaction: Reaction| {
        if reaction == Reaction::Call {
            seen.called.borrow_mut().push(index);
            let early = graph.before(index).iter().find(|before| !seen.ended.borrow().contains(before));
            assert_eq!(early, None, "{index} started too early");
        }
        seen.now.set(seen.now.get() + 1);
        seen.most.set(seen.most.get().max(seen.now.get()));
        let seen = &seen;
        async move {
            for _ in 0..index % 4 {
                tokio::task::yield_now().await;
            }
            seen.now.set(seen.now.get() - 1);
            match graph.nodes[index].low.function.as_str() {
                "fails" => Outcome::failed("").into(),
                _ => Outcome::succeeded("").into(),
            }
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let walked = runtime.block_on(walk(graph, &options, run, std::future::pending()));
    (walked, seen)
}

proptest! {
    #[test]
    fn building_never_panics_and_what_it_builds_can_be_walked(lows in anything()) {
        let count = lows.len();
        if let Ok(graph) = build_plain(lows) {
            let (walked, _) = walked(&graph, 3);
            prop_assert!(walked.unstarted.is_empty());
            prop_assert!(walked.returns.len() >= count);
        }
    }

    #[test]
    fn each_chunk_is_reported_once_in_order_and_called_at_most_once(lows in acyclic(), at_once in 1..5_usize) {
        let count = lows.len();
        let graph = build(lows, &[], &facts).expect("there is no circle");
        let (walked, seen) = walked(&graph, at_once);
        let plain: Vec<_> = walked.returns.iter().filter(|it| it.function != "mod_watch").collect();
        prop_assert_eq!(plain.len(), count);
        prop_assert_eq!(seen.ended.borrow().len(), count);
        prop_assert!(seen.most.get() <= at_once);
        let called = seen.called.borrow();
        let once: BTreeSet<_> = called.iter().collect();
        prop_assert_eq!(once.len(), called.len());
        prop_assert!(walked.returns.windows(2).all(|pair| pair[0].run_num < pair[1].run_num));
    }

    #[test]
    fn how_many_run_at_once_changes_no_result(lows in acyclic()) {
        let graph = build(lows, &[], &facts).expect("there is no circle");
        let brief = |at_once| {
            let returns = walked(&graph, at_once).0.returns;
            returns.into_iter().map(|it| (it.tag(), it.run_num, it.outcome)).collect::<Vec<_>>()
        };
        prop_assert_eq!(brief(1), brief(8));
    }

    #[test]
    fn the_serial_order_holds_every_chunk_after_its_requisites(lows in acyclic()) {
        let graph = build_plain(lows).expect("there is no circle");
        for (at, index) in graph.serial().iter().enumerate() {
            for before in graph.before(*index) {
                prop_assert!(graph.serial()[..at].contains(before));
            }
        }
    }
}

#[test]
fn long_chains_are_built_and_walked() {
    let chain: Vec<Low> =
        (0..5000).map(|at| related(&format!("n{at}"), 1, &[("require", &format!("n{}", at + 1))])).collect();
    let mut chain = chain;
    chain.push(low("n5000", 1));
    let graph = build_plain(chain).expect("a graph");
    let (walked, _) = walked(&graph, 2);
    assert_eq!(walked.returns.len(), 5001);
    assert_eq!(walked.returns[0].id, "n5000");
}
