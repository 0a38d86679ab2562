//! `plan -o FILE` and `apply FILE`: a stored plan, and a run that does exactly this plan.

use sha2::{Digest, Sha256};

use super::confirm::confirm;
use super::plan::{PLANNED, compiled};
use super::run::{Compiled, answer_of, lock, run_calls, run_calls_approved};
use super::walk::Calls;
use super::{Bound, CliError, CommandAnswer, Session, guards, options};
use crate::commands::is_on;
use engine::guards::Guarded;
use engine::run_plan::{Approved, Collected, PlanFile, PlanFileError, Request};
use exec::{Arguments, takes};
use model::{Key, Low, Map, Node, Problem, Problems, Value, hex};
use sls::tree::Tree;

/// Stores a plan in the file of `-o`, relative to the working directory.
pub(super) fn keep(
    session: &Session<'_>,
    bound: &Bound,
    lows: &[Low],
    collected: &Collected,
) -> Result<(), CliError> {
    let text = |key: &str| Some(bound.text(key)).filter(|text| !text.is_empty());
    let Some(name) = text("plan_file") else { return Ok(()) };
    let request = Request {
        mods: text("mods"),
        exclude: text("exclude"),
        has_pillar: !bound.value("pillar").is_null(),
        minion: minion(session),
        is_host_name: session.config().id.is_none(),
    };
    let by = concat!("orchestrate ", env!("CARGO_PKG_VERSION"));
    let made = (jiff::Timestamp::now().to_string(), by.to_owned());
    let file = PlanFile::new(collected, &declared(session, lows), request, made);
    let kept = file.and_then(|file| file.save(&session.settings().directory.join(name)));
    kept.map_err(|error| refused(&error))
}

/// `apply FILE`.
pub(super) fn apply(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let path = session.settings().directory.join(bound.text("file"));
    let file = PlanFile::load(&path).map_err(|error| refused(&error))?;
    options::refuse_if_test(session, bound)?;
    let own = minion(session);
    if !file.is_for(&own, session.config().id.is_none()) {
        let message = format!("the plan is for the minion '{}', but this is '{own}'", file.request.minion);
        return Err(CliError::Plan(Problem::nowhere(message).hint("--id selects another minion").into()));
    }
    // Nothing may be changed until the plan is known to be valid; templates too may change nothing.
    session.forbid_changes();
    let compiled = compiled(session, &asked(&file.request, bound)?)?;
    let _lock = lock(session, &compiled)?;
    let Compiled { minion, lows, rendered, terms } = compiled;
    let calls = || Calls { lows: lows.clone(), rendered: &rendered, only: None, terms: terms.clone() };
    let collected = run_calls(session, calls(), &minion, true)?.collected();
    let moved = file.moved(&collected, &declared(session, &lows));
    if !moved.is_empty() && file.is_applied(&collected, &declared(session, &lows)) {
        let problem = Problem::nowhere("the plan is already applied: all is as it would make it");
        let hint = "nothing was changed; make a new plan for further changes";
        return Err(CliError::Plan(problem.hint(hint).into()));
    }
    if !moved.is_empty() {
        let problem = |it: &engine::run_plan::Moved| Problem::nowhere(format!("{}: {}", it.state, it.what));
        let problems = Problems(moved.iter().map(problem).collect());
        let hint = "nothing was changed; make a new plan: orchestrate plan … -o FILE";
        return Err(CliError::Plan(problems.cut(hint)));
    }
    guards::stop(&collected.plan.refused)?;
    if file.plan.summary.changes() > 0 && confirm(session, is_on(bound, "yes")?, file.plan.summary)? {
        // The confirmation may have taken long: earlier reads are old.
        session.reach().snapshot().forget_all();
    }
    session.permit_changes();
    let approved = Approved::new(&file.plan, &lows);
    let guarded = Guarded::new(&terms.guards, Some(&approved));
    let run = run_calls_approved(session, calls(), &minion, Some(&guarded))?;
    Ok(answer_of(run, vec![]))
}

/// The request of the plan. A pillar from the command line is given again.
fn asked(request: &Request, bound: &Bound) -> Result<Bound, CliError> {
    let pillar = bound.value("pillar");
    if request.has_pillar && pillar.is_null() {
        let problem = Problem::nowhere("the plan was made with a pillar from the command line");
        return Err(CliError::Usage(problem.hint("give it again: apply FILE --pillar …")));
    }
    let given = [("mods", request.mods.clone()), ("exclude", request.exclude.clone())];
    let mut named: Map =
        given.into_iter().filter_map(|(key, value)| Some((Key::from(key), Value::from(value?)))).collect();
    for (key, value) in [("pillar", pillar), ("guards", bound.value("guards"))] {
        if !value.is_null() {
            named.insert(Key::from(key), value.clone());
        }
    }
    let arguments = Arguments { positional: vec![], named };
    takes(PLANNED).bind("plan", &arguments).map_err(CliError::Call)
}

fn minion(session: &Session<'_>) -> String {
    session.opts().get("id").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The full text of the declarations, with the contents of the files of the tree that they name. It may hold secrets.
fn declared(session: &Session<'_>, lows: &[Low]) -> String {
    let tree = Tree::new(session.config().file_roots.clone());
    let mut text = String::new();
    for low in lows {
        text.push_str(&low.to_value().to_json().to_string());
        text.push('\n');
        for entry in low.arguments.values() {
            files(&tree, low, &Node::to_value(&entry.node), &mut text);
        }
    }
    text
}

/// The digests of the files that a value names as `salt://…`.
fn files(tree: &Tree, low: &Low, value: &Value, out: &mut String) {
    match value {
        Value::Str(name) if name.starts_with("salt://") => {
            let found = tree.find(&low.env, name).and_then(|found| std::fs::read(found.path).ok());
            let digest = found.map(|bytes| hex(&Sha256::digest(bytes))).unwrap_or_default();
            out.push_str(&format!("{name} {digest}\n"));
        }
        Value::List(list) => list.iter().for_each(|item| files(tree, low, item, out)),
        Value::Map(map) => map.values().for_each(|item| files(tree, low, item, out)),
        _ => {}
    }
}

fn refused(error: &PlanFileError) -> CliError {
    let hint = match error {
        PlanFileError::Read { .. } | PlanFileError::Changed { .. } | PlanFileError::Foreign { .. } => {
            Some("make one: orchestrate plan MODS -o FILE")
        }
        PlanFileError::Random | PlanFileError::Secrets(_) | PlanFileError::Write(_) => None,
    };
    let problem = Problem::nowhere(model::chain(error));
    CliError::Plan(hint.into_iter().fold(problem, Problem::hint).into())
}
