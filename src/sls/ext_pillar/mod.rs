//! Pillars from other sources than pillar files: the output of commands, and directories of files.
//!
//! Called by `pillar` for each entry of the configuration's `ext_pillar`. Kinds that need a server or Python are
//! refused by name. See <https://docs.saltproject.io/en/3007/ref/pillar/all/index.html>.

mod file_tree;

use super::outside::Outside;
use super::render::{Renderer, Variables};
use super::{matcher::Matcher, yaml};
use model::problem::did_you_mean;
use model::{Map, Problem, Problems, Value};

/// The supported kinds.
const KINDS: &[&str] = &["cmd_yaml", "cmd_json", "file_tree"];

/// What a source may use.
pub struct SourceContext<'a> {
    /// Commands and other answers from outside.
    pub outside: &'a dyn Outside,
    /// Renders files that are templates.
    pub renderer: Renderer<'a>,
    /// The variables of templates.
    pub variables: &'a Variables,
    /// The minion.
    pub matcher: &'a Matcher<'a>,
    /// The configuration.
    pub opts: &'a Map,
}

/// The pillars of all sources, in their order.
pub fn pillars(around: &SourceContext<'_>, problems: &mut Problems) -> Vec<Value> {
    let sources = around.opts.get("ext_pillar").and_then(Value::as_list).unwrap_or_default();
    let mut found = Vec::new();
    for source in sources {
        let Some((kind, options)) = source.as_map().and_then(|map| map.first()) else {
            let problem = Problem::nowhere("'ext_pillar' holds an entry that names no kind");
            problems.push(problem.hint("write\next_pillar:\n  - cmd_yaml: a command"));
            continue;
        };
        match one(&kind.to_string(), options, around) {
            Ok(pillar) => found.push(pillar),
            Err(more) => problems.extend(more),
        }
    }
    found
}

fn one(kind: &str, options: &Value, around: &SourceContext<'_>) -> Result<Value, Problems> {
    match kind {
        "cmd_yaml" => {
            let text = printed(kind, options, around)?;
            yaml::parse_file(&text, &format!("the output of '{kind}' of ext_pillar"))
                .and_then(|node| mapping(kind, node.to_value()))
        }
        "cmd_json" => {
            let text = printed(kind, options, around)?;
            let parsed: Result<serde_json::Value, _> = serde_json::from_str(&text);
            let message = |error| {
                Problem::nowhere(format!("the output of '{kind}' of ext_pillar is not JSON: {error}"))
            };
            mapping(kind, Value::from(parsed.map_err(message)?))
        }
        "file_tree" => file_tree::pillar(options, around),
        other => Err(unknown(other).into()),
    }
}

fn unknown(kind: &str) -> Problem {
    let problem = Problem::nowhere(format!("'ext_pillar' names the kind '{kind}', which is not supported"));
    match did_you_mean(kind, KINDS.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => problem
            .hint(format!("there are {}; any other source can be a command of cmd_yaml", KINDS.join(", "))),
    }
}

/// The output of the command, in which `%s` is the minion's ID.
fn printed(kind: &str, options: &Value, around: &SourceContext<'_>) -> Result<String, Problem> {
    let Some(command) = options.as_str() else {
        let message = format!("'{kind}' of ext_pillar must be a command, not {}", options.type_name());
        return Err(Problem::nowhere(message));
    };
    let command = command.replace("%s", around.matcher.id);
    let failed =
        |reason| Problem::nowhere(format!("'{kind}' of ext_pillar cannot run '{command}': {reason}"));
    around.outside.shell(&command).map_err(failed)
}

fn mapping(kind: &str, value: Value) -> Result<Value, Problems> {
    match value {
        Value::Map(_) => Ok(value),
        Value::Null => Ok(Value::Map(Map::new())),
        other => {
            let message = format!("'{kind}' of ext_pillar must give a mapping, not {}", other.type_name());
            Err(Problem::nowhere(message).into())
        }
    }
}
