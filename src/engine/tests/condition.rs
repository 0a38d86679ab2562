//! Every combination of a look's result and AWS's answer.

use std::sync::Arc;

use crate::condition::{Condition, Observation, Refusal, Reply, Sent, condition};
use aws::wait::Patience;
use aws::{ApiError, Fault};
use model::{Change, Leaves};

/// AWS's answer to the first step, if it was sent.
const ANSWERS: [Option<&str>; 7] = [
    None,
    Some("ok"),
    Some("lost, then exists"),
    Some("exists"),
    Some("no answer"),
    Some("broken"),
    Some("denied"),
];

fn answer(name: &str) -> Reply {
    let failed = |fault, after_silence| {
        Reply::Failed(ApiError { after_silence, ..ApiError::found("CreateThing", "door", fault, "refused") })
    };
    match name {
        "ok" => Reply::Accepted,
        "lost, then exists" => failed(Fault::AlreadyExists, true),
        "exists" => failed(Fault::AlreadyExists, false),
        "no answer" => failed(Fault::NoAnswer, false),
        "broken" => failed(Fault::Server, false),
        _ => failed(Fault::Denied, false),
    }
}

fn sent(step: &str, name: &str) -> Sent {
    let before: Arc<[Change]> = vec![Change::update("value", "old", "new")].into();
    let (step, title) = (step.to_owned(), step.to_owned());
    Sent { step, title, answer: answer(name), before, paths: vec![], creates: false }
}

/// One combination.
#[derive(Clone, Copy, Debug)]
struct Case {
    leaves: Leaves,
    is_there: bool,
    /// The number of planned steps; the first is the one that was sent before.
    steps: usize,
    /// The value that AWS shows: the old one, something else, or the new one.
    shows: &'static str,
    /// Nothing, `busy` or `deleting`.
    occupied: &'static str,
    is_refused: bool,
    answer: Option<&'static str>,
    is_overdue: bool,
}

impl Case {
    fn condition(self) -> Condition {
        let steps: Vec<String> =
            ["first", "second"][..self.steps].iter().map(|step| (*step).to_owned()).collect();
        let changes: Vec<Change> = match (self.steps, self.shows) {
            (0, _) => vec![],
            (_, shows) => vec![Change::update("value", shows, "new")],
        };
        let refusals = if self.is_refused { vec!["immutable".to_owned()] } else { vec![] };
        let sight = Observation {
            leaves: self.leaves,
            is_there: self.is_there,
            steps: &steps,
            changes: &changes,
            refusals: &refusals,
            busy: (self.occupied == "busy").then_some("creating"),
            deleting: (self.occupied == "deleting").then_some("deleting"),
        };
        let sent: Vec<Sent> = self.answer.map(|name| sent("first", name)).into_iter().collect();
        condition(&sight, &sent, self.is_overdue)
    }

    fn all() -> Vec<Self> {
        let mut all = vec![];
        for leaves in [Leaves::Present, Leaves::Absent, Leaves::Other] {
            for (is_there, steps) in [(false, 0), (false, 1), (false, 2), (true, 0), (true, 1), (true, 2)] {
                for shows in ["old", "other", "new"] {
                    for occupied in ["", "busy", "deleting"] {
                        for (answer, is_refused) in ANSWERS.iter().flat_map(|it| [(*it, false), (*it, true)])
                        {
                            for is_overdue in [false, true] {
                                let case = Self {
                                    leaves,
                                    is_there,
                                    steps,
                                    shows,
                                    occupied,
                                    is_refused,
                                    answer,
                                    is_overdue,
                                };
                                all.push(case);
                            }
                        }
                    }
                }
            }
        }
        all
    }

    /// True when the look plans again the step that was sent.
    fn is_repeated(self) -> bool {
        self.answer.is_some() && self.steps > 0
    }
}

#[test]
fn every_combination_obeys_the_laws() {
    let all = Case::all();
    assert_eq!(all.len(), 3 * 6 * 3 * 3 * 14 * 2);
    for case in all {
        let found = case.condition();
        let acts = matches!(found, Condition::Absent | Condition::Differing);
        let description = || format!("{case:?}: {found:?}");
        assert!(!(acts && case.is_repeated()), "a step is never sent twice: {}", description());
        assert!(
            !(acts && case.is_refused),
            "nothing is done where a reason stands against it: {}",
            description()
        );
        assert!(
            !(case.is_overdue && matches!(found, Condition::Stale { .. })),
            "lateness ends: {}",
            description()
        );
        if found == Condition::Done {
            let is_quiet = case.steps == 0 && case.occupied.is_empty() && !case.is_refused;
            assert!(is_quiet, "only what is as wanted is done: {}", description());
        }
        let is_occupied = !case.occupied.is_empty() && case.steps == 0 && !case.is_refused;
        let waits = matches!(found, Condition::Busy(_) | Condition::Deleting(_));
        assert_eq!(
            is_occupied,
            waits,
            "AWS is waited for exactly where it keeps from acting: {}",
            description()
        );
        if is_occupied {
            assert_eq!(
                case.occupied == "deleting",
                matches!(found, Condition::Deleting(_)),
                "{}",
                description()
            );
        }
        if case.is_repeated() && case.answer == Some("denied") {
            let words = matches!(&found, Condition::Refused(Refusal::Answered(error)) if error.fault == Fault::Denied);
            assert!(words, "AWS's words are kept: {}", description());
        }
        if matches!(found, Condition::Stale { .. }) {
            assert!(case.shows != "other" || !case.is_there, "another value is not late: {}", description());
        }
    }
}

const QUIET: Case = Case {
    leaves: Leaves::Present,
    is_there: true,
    steps: 0,
    shows: "old",
    occupied: "",
    is_refused: false,
    answer: None,
    is_overdue: false,
};

#[test]
fn each_condition_has_its_row() {
    let differs = Case { steps: 1, ..QUIET };
    let absent = Case { is_there: false, steps: 1, ..QUIET };
    let stale = |patience| Condition::Stale { step: "first".to_owned(), patience };
    let of_aws = |name: &str| match answer(name) {
        Reply::Failed(error) => Condition::Refused(Refusal::Answered(error)),
        other => panic!("{other:?}"),
    };
    let kept = Refusal::KeptOtherwise {
        step: "first".to_owned(),
        aspects: vec!["value: sent \"new\", AWS shows \"other\"".to_owned()],
    };
    for (case, expected) in [
        (QUIET, Condition::Done),
        (absent, Condition::Absent),
        (differs, Condition::Differing),
        (Case { occupied: "busy", ..QUIET }, Condition::Busy("creating".to_owned())),
        (Case { occupied: "deleting", ..QUIET }, Condition::Deleting("deleting".to_owned())),
        (
            Case { is_refused: true, occupied: "busy", ..QUIET },
            Condition::Refused(Refusal::Reasons(vec!["immutable".to_owned()])),
        ),
        // The lag of a creation, of a change, and its end.
        (Case { answer: Some("ok"), ..absent }, stale(Patience::VISIBLE)),
        (Case { answer: Some("ok"), is_there: false, ..QUIET }, stale(Patience::VISIBLE)),
        (Case { answer: Some("ok"), ..differs }, stale(Patience::VISIBLE)),
        (
            Case { answer: Some("ok"), is_overdue: true, ..differs },
            Condition::Refused(Refusal::NeverShown { step: "first".to_owned() }),
        ),
        // Kept in another form: one look is enough.
        (Case { answer: Some("ok"), shows: "other", ..differs }, Condition::Refused(kept)),
        // Somebody made it: it will become visible, or AWS's error is final.
        (Case { answer: Some("exists"), ..absent }, stale(Patience::APPEARING)),
        (Case { answer: Some("exists"), is_overdue: true, ..absent }, of_aws("exists")),
        (Case { answer: Some("lost, then exists"), ..absent }, stale(Patience::APPEARING)),
        (Case { answer: Some("no answer"), is_overdue: true, ..absent }, of_aws("no answer")),
        // AWS failed on it: it may have been carried out.
        (Case { answer: Some("broken"), ..absent }, stale(Patience::APPEARING)),
        (Case { answer: Some("broken"), is_overdue: true, ..absent }, of_aws("broken")),
        // The second of two steps is new: it is done, whatever the result of the first.
        (Case { answer: Some("ok"), steps: 0, ..QUIET }, Condition::Done),
    ] {
        assert_eq!(case.condition(), expected, "{case:?}");
    }
}
