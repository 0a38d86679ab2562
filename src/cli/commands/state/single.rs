//! `state.single`: one state from the command line.

use super::options::Terms;
use super::run::carry_out_calls;
use super::walk::Calls;
use super::{Bound, CliError, CommandAnswer, Options, Overrides, Session, options};
use model::{Entry, Keyword, Low, Minion, Node, Place, Problem, Problems, RequisiteKind, Value};

pub(super) fn single(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let test = options::test(session, bound)?;
    let function = bound.text("fun");
    let Some((state, verb)) = function.rsplit_once('.') else {
        let problem = Problem::nowhere(format!("'{function}' is not a state function"));
        return Err(CliError::Usage(problem.hint("name module and function: boto_sqs.present")));
    };
    let place = Place::file("the command line");
    let mut low = Low::new(state, verb, bound.text("name"), place.clone());
    for (name, value) in &bound.named {
        put(&mut low, name.to_string(), value.clone(), &place);
    }
    check(&low, &session.minion_without_pillar())?;
    let terms = Terms::read(session, None)?;
    let trees = session.trees(&Overrides::default())?;
    carry_out_calls(session, Calls { lows: vec![low], rendered: &[], only: None, terms }, &trees.minion, test)
}

/// `state.low`: one call in the form of `state.show_low_sls`. The return is that of the call alone.
pub(super) fn low(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let options = Options::read(session, bound)?;
    let Some(data) = bound.value("data").as_map() else {
        let problem = Problem::nowhere("low data must be a mapping");
        return Err(CliError::Usage(problem.hint("state.low '{state: test, fun: nop, name: x}'")));
    };
    let word = |key: &str| data.get(key).and_then(Value::as_str).map(str::to_owned);
    let missing: Vec<Problem> = ["state", "fun", "name"]
        .into_iter()
        .filter(|key| word(key).is_none())
        .map(|key| Problem::nowhere(format!("low data need '{key}'")))
        .collect();
    Problems(missing).or(()).map_err(CliError::Compile)?;
    let [state, fun, name] = ["state", "fun", "name"].map(|key| word(key).unwrap_or_default());
    let place = Place::file("the command line");
    let mut low = Low::new(state, fun, word("__id__").unwrap_or_else(|| name.clone()), place.clone());
    low.name = name;
    low.sls = word("__sls__").unwrap_or_default();
    for (key, value) in data {
        let key = key.to_string();
        let is_own = ["state", "fun", "name", "order"].contains(&key.as_str()) || key.starts_with("__");
        if !is_own && RequisiteKind::parse(&key).is_none() {
            put(&mut low, key, value.clone(), &place);
        }
    }
    check(&low, &session.minion_without_pillar())?;
    let trees = session.trees(&options.overrides)?;
    let terms = options.terms;
    let calls = Calls { lows: vec![low], rendered: &[], only: None, terms };
    let answer = carry_out_calls(session, calls, &trees.minion, options.test)?;
    let only = answer.data.as_map().and_then(|map| map.values().next()).cloned();
    let outputter = CommandAnswer::data(Value::Null).outputter;
    Ok(CommandAnswer { data: only.unwrap_or_default(), outputter, ..answer })
}

fn put(low: &mut Low, name: String, value: Value, place: &Place) {
    let entry = Entry { key_place: place.clone(), node: Node::from_value(value, place) };
    match Keyword::parse(&name) {
        Some(keyword) => low.keywords.insert(keyword, entry),
        None => low.arguments.insert(name, entry),
    };
}

/// Without a run there is no state that could fail: an unknown function is refused, as in Salt.
fn check(low: &Low, minion: &Minion) -> Result<(), CliError> {
    engine::missing_function(low, minion).map_or(Ok(()), |problem| Err(CliError::Compile(problem.into())))
}
