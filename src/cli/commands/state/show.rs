//! The functions that show the contents of SLS and run nothing.

use super::{Bound, CliError, CommandAnswer, Options, Session, named, of_top, options, with_templates};
use crate::error::Ending;
use model::{Low, Value};

pub(super) fn sls(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    Ok(CommandAnswer::ordered(named(session, bound)?.high.to_value()))
}

pub(super) fn highstate(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let subject = of_top(session, bound)?;
    // salt-call treats an empty answer as a failure here, and in no other command.
    let ending = if subject.asked.is_empty() { Ending::NotSo } else { Ending::Succeeded };
    Ok(CommandAnswer { ending, ..CommandAnswer::ordered(subject.high.to_value()) })
}

pub(super) fn low_sls(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let subject = named(session, bound)?;
    Ok(CommandAnswer::data(listed(&subject.trees.compiler.show_low(&subject.high))))
}

pub(super) fn lowstate(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let subject = of_top(session, bound)?;
    let lows = subject.trees.compiler.low(subject.high).map_err(CliError::Compile)?;
    Ok(CommandAnswer::data(Value::List(graph::shown(&lows))))
}

fn listed(lows: &[Low]) -> Value {
    Value::List(lows.iter().map(Low::to_value).collect())
}

pub(super) fn states(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let subject = of_top(session, bound)?;
    let lows = subject.trees.compiler.low(subject.high).map_err(CliError::Compile)?;
    let mut names: Vec<String> = Vec::new();
    for low in lows {
        if !names.contains(&low.sls) {
            names.push(low.sls);
        }
    }
    Ok(CommandAnswer::data(Value::from(names)))
}

pub(super) fn top(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let compiler = &trees.compiler;
    let functions = session.functions(&trees.minion);
    let top =
        with_templates(compiler.config(), compiler.states(), functions, |templates| compiler.top(templates));
    Ok(CommandAnswer::data(top.map_err(CliError::Compile)?.to_value()))
}

/// As in Salt, an existing SLS that does not compile counts as missing; here its problems are shown as warnings.
pub(super) fn sls_exists(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let warnings = match named(session, bound) {
        Ok(_) => return Ok(CommandAnswer::data(true)),
        Err(CliError::Compile(problems)) => problems.0,
        Err(other) => return Err(other),
    };
    // salt-call treats this one as a failure, but not `state.id_exists`.
    Ok(CommandAnswer { ending: Ending::NotSo, warnings, ..CommandAnswer::data(false) })
}

pub(super) fn id_exists(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let ids = options::mods("ids", bound.value("ids"))?;
    let high = named(session, bound)?.high;
    Ok(CommandAnswer::data(ids.iter().all(|id| high.declarations.contains_key(id))))
}

pub(super) fn usage(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let subject = of_top(session, bound)?;
    let states = subject.trees.compiler.states();
    let shown = states.environments().map(|env| {
        let all = states.list_sls(env);
        let is_used = |name: &&String| subject.high.rendered.contains(*name);
        let (used, unused): (Vec<&String>, Vec<&String>) = all.iter().partition(is_used);
        let list =
            |names: &[&String]| Value::List(names.iter().map(|name| Value::from(name.as_str())).collect());
        let count = |count: usize| Value::from(i64::try_from(count).unwrap_or(i64::MAX));
        let of_env: Value = [
            ("used", list(&used)),
            ("unused", list(&unused)),
            ("count_all", count(all.len())),
            ("count_used", count(used.len())),
            ("count_unused", count(unused.len())),
        ]
        .into_iter()
        .collect();
        (env.to_owned(), of_env)
    });
    Ok(CommandAnswer::data(shown.collect::<Value>()))
}
