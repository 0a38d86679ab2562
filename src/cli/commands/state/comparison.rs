//! The comparison of an undo with AWS: what the run left, and what was before.

use std::collections::{HashMap, HashSet};

use super::run::{Compiled, run_calls};
use super::walk::Calls;
use super::{CliError, Session};
use engine::run_plan::{Collected, PlannedState};
use engine::undo::{Inverse, Inverses, Judged, judge, strip};
use model::{Low, Problem, Problems};

/// How often declarations are corrected: attributes that the run did not change are removed, and those that follow from
/// others are left to them.
const ROUNDS: usize = 5;

/// The result of the comparison with AWS.
pub(super) struct Compared {
    /// The declarations that undo the run.
    pub lows: Vec<Low>,
    /// What cannot be undone.
    pub impossible: Vec<Problem>,
    /// What needs no change, and notes for the reader.
    pub notes: Vec<Problem>,
}

/// Compares AWS with what the run left, and with what was before.
pub(super) fn compare(
    session: &Session<'_>,
    compiled: &Compiled,
    found: Inverses,
) -> Result<Compared, CliError> {
    let Inverses { mut inverses, impossible } = found;
    let mut judged = vec![];
    for round in 1..=ROUNDS {
        let left = plan(session, compiled, inverses.iter().filter_map(|it| it.left.clone()).collect())?;
        let mut lows = Declarations::default();
        inverses.iter().for_each(|it| lows.add(it.before.clone()));
        let before = plan(session, compiled, lows.all)?;
        let (left, before) = (States::of(left.as_ref()), States::of(before.as_ref()));
        judged = inverses.iter().map(|inverse| judge_one(inverse, &left, &before)).collect();
        let mut is_stripped = false;
        for (inverse, judged) in inverses.iter_mut().zip(&judged) {
            match judged {
                Judged::Extra(paths) => {
                    for path in paths {
                        is_stripped |= strip(&mut inverse.before, path);
                        if let Some(left) = &mut inverse.left {
                            strip(left, path);
                        }
                    }
                }
                Judged::Otherwise { path, .. } => is_stripped |= inverse.correct(path),
                _ => {}
            }
        }
        if !is_stripped || round == ROUNDS {
            break;
        }
    }
    let problem = |state: String, why: &str| Problem::nowhere(format!("{state}: {why}"));
    let mut compared = Compared { lows: vec![], impossible: vec![], notes: vec![] };
    let mut lows = Declarations::default();
    compared.impossible.extend(impossible.into_iter().map(|it| problem(it.state, &it.why)));
    let mut moved = vec![];
    for (inverse, judged) in inverses.into_iter().zip(judged) {
        let title = format!("{}, {} '{}'", inverse.state.title(), inverse.thing.noun, inverse.thing.name);
        match judged {
            Judged::Undo => lows.add(inverse.before),
            Judged::Already => {
                compared.notes.push(problem(title, "AWS already shows what was before the run"));
            }
            Judged::Moved(why) => moved.push(problem(title, &why)),
            Judged::Extra(paths) => {
                let why = format!("no declaration undoes it without changing {}", paths.join(", "));
                compared.impossible.push(problem(title, &why));
            }
            Judged::Otherwise { why, .. } | Judged::Impossible(why) => {
                compared.impossible.push(problem(title, &why));
            }
        }
    }
    compared.lows = lows.all;
    if moved.is_empty() {
        Ok(compared)
    } else {
        Err(refused(moved, "it was changed after the run: undo that first"))
    }
}

/// Declarations, each once: a balancer and its record may be made by the same one.
#[derive(Default)]
struct Declarations {
    all: Vec<Low>,
    known: HashSet<(String, String, String)>,
}

impl Declarations {
    fn add(&mut self, low: Low) {
        if self.known.insert((low.full_function(), low.id.clone(), low.name.clone())) {
            self.all.push(low);
        }
    }
}

/// The states of a plan, by function, ID and name.
struct States<'a>(HashMap<(&'a str, &'a str, &'a str), &'a PlannedState>);

impl<'a> States<'a> {
    fn of(collected: Option<&'a Collected>) -> Self {
        let states = collected.into_iter().flat_map(|it| &it.plan.states);
        Self(states.map(|it| ((it.function.as_str(), it.id.as_str(), it.name.as_str()), it)).collect())
    }

    fn find(&self, low: &Low) -> Option<&'a PlannedState> {
        let function = low.full_function();
        self.0.get(&(function.as_str(), low.id.as_str(), low.name.as_str())).copied()
    }
}

fn judge_one(inverse: &Inverse, left: &States<'_>, before: &States<'_>) -> Judged {
    let before = before.find(&inverse.before);
    if let Some(state) = before.filter(|state| state.failed) {
        let first = state.comment.lines().next().unwrap_or_default();
        return Judged::Impossible(first.to_owned());
    }
    let left = inverse.left.as_ref().and_then(|low| left.find(low));
    judge(
        inverse,
        left.and_then(|state| inverse.of_plan(state)),
        before.and_then(|state| inverse.of_plan(state)),
    )
}

fn plan(session: &Session<'_>, compiled: &Compiled, lows: Vec<Low>) -> Result<Option<Collected>, CliError> {
    if lows.is_empty() {
        return Ok(None);
    }
    let calls = Calls { lows, rendered: &[], only: None, terms: compiled.terms.clone() };
    Ok(Some(run_calls(session, calls, &compiled.minion, true)?.collected()))
}

pub(super) fn refused(problems: Vec<Problem>, hint: &str) -> CliError {
    CliError::Plan(Problems(problems).cut(&format!("nothing was changed; {hint}")))
}
