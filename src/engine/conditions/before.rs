//! `onlyif`, `unless`, `creates`: whether the call is made.

use std::path::Path;

use super::command::Commands;
use super::{Invocation, Setting};
use model::fields::{text, texts};
use model::{Key, Keyword, Low, Map, Node, NodeKind, Problem, Value};

/// The result of the conditions.
pub(super) enum Before {
    /// The call is made.
    Go,
    /// The call is not made, and that is a success.
    Skip(String),
    /// A condition could not be checked.
    Broken(String),
}

/// The result of one condition: whether it prevents the call, and Salt's comment.
struct Finding {
    skips: bool,
    comment: String,
}

/// Checks all conditions; when one prevents the call, the comments of all are shown.
pub(super) async fn look(low: &Low, setting: Setting<'_>, commands: &Commands) -> Before {
    let mut findings = vec![];
    for (keyword, unwanted) in [(Keyword::Onlyif, false), (Keyword::Unless, true)] {
        match holds(low, keyword, setting, commands).await {
            None if low.keywords.contains_key(&keyword) => {
                let comment = format!("{keyword} execution failed, bad type passed");
                findings.push(Finding { skips: false, comment });
            }
            None => {}
            Some(Ok(holds)) => {
                let comment = format!("{keyword} condition is {holds}");
                findings.push(Finding { skips: holds == unwanted, comment });
            }
            Some(Err(why)) => return Before::Broken(why),
        }
    }
    findings.extend(creates(low).await);
    if !findings.iter().any(|finding| finding.skips) {
        return Before::Go;
    }
    let comments: Vec<String> = findings.into_iter().map(|finding| finding.comment).collect();
    Before::Skip(comments.join("\n"))
}

/// True when all entries under a keyword hold; nothing when there is no entry to check.
///
/// Salt ignores entries that are neither commands nor functions: `onlyif: False` does not prevent the call.
pub(super) async fn holds(
    low: &Low,
    keyword: Keyword,
    setting: Setting<'_>,
    commands: &Commands,
) -> Option<Result<bool, String>> {
    let node = &low.keywords.get(&keyword)?.node;
    let entries = node.as_list().unwrap_or(std::slice::from_ref(node));
    let mut seen = false;
    for entry in entries {
        let holds = match &entry.kind {
            NodeKind::Scalar(Value::Str(command)) => commands.succeeds(command).await,
            NodeKind::Map(_) => match invocation(entry) {
                Some((invocation, path)) => returns_truth(invocation, path, setting).await,
                None => continue,
            },
            NodeKind::Scalar(_) | NodeKind::List(_) => continue,
        };
        match holds {
            Ok(true) => seen = true,
            Ok(false) => return Some(Ok(false)),
            Err(why) => {
                return Some(Err(format!("{keyword} at {} could not be checked: {why}", entry.place)));
            }
        }
    }
    seen.then_some(Ok(true))
}

/// The entries that are ignored. They may be an author's guards, so the author must know.
pub(super) fn passed_over(low: &Low) -> impl Iterator<Item = Problem> {
    let words = [Keyword::Onlyif, Keyword::Unless, Keyword::CheckCmd];
    let nodes = words.into_iter().filter_map(|word| Some((word, &low.keywords.get(&word)?.node)));
    let entries = nodes.flat_map(|(word, node)| {
        let entries = node.as_list().unwrap_or(std::slice::from_ref(node));
        entries.iter().map(move |entry| (word, entry))
    });
    entries.filter(|(_, entry)| !is_condition(entry)).map(|(word, entry)| {
        let message = format!(
            "this entry of '{word}' is ignored, because it is {} and not a condition",
            entry.type_name()
        );
        Problem::at(&entry.place, message).hint("write a command, or a mapping with the function under 'fun'")
    })
}

/// Templates print `True`, `False` and `None` for a condition that they have decided already.
fn is_condition(entry: &Node) -> bool {
    match &entry.kind {
        NodeKind::Scalar(Value::Str(_) | Value::Bool(_) | Value::Null) => true,
        NodeKind::Map(_) => invocation(entry).is_some(),
        NodeKind::Scalar(_) | NodeKind::List(_) => false,
    }
}

/// The module form: `fun`, `args`, `get_return`, and named arguments beside them.
fn invocation(entry: &Node) -> Option<(Invocation, Option<String>)> {
    let Value::Map(mut kwargs) = entry.to_value() else { return None };
    let function = kwargs.shift_remove("fun")?.as_str()?.to_owned();
    let args = match kwargs.shift_remove("args") {
        Some(Value::List(args)) => args,
        Some(Value::Null) | None => vec![],
        Some(one) => vec![one],
    };
    let path = kwargs.shift_remove("get_return").and_then(|path| path.as_str().map(str::to_owned));
    let kwargs: Map = kwargs.into_iter().filter(|(key, _)| !is_private(key)).collect();
    Some((Invocation { function, args, kwargs }, path))
}

fn is_private(key: &Key) -> bool {
    key.as_str().is_some_and(|key| key.starts_with("__"))
}

async fn returns_truth(
    invocation: Invocation,
    path: Option<String>,
    setting: Setting<'_>,
) -> Result<bool, String> {
    let returned = setting.functions.invoke(invocation).await.map_err(|why| why.to_string())?;
    Ok(match path {
        Some(path) => returned.traverse(&path, ":").is_some_and(Value::is_truthy),
        None => returned.is_truthy(),
    })
}

async fn creates(low: &Low) -> Option<Finding> {
    let node = &low.keywords.get(&Keyword::Creates)?.node;
    let found = match node.as_list() {
        None => match text(node) {
            Some(path) if exists(&path).await => Some(format!("{path} exists")),
            _ => None,
        },
        Some(_) => {
            let mut all = true;
            for path in texts(node) {
                all = all && exists(&path).await;
            }
            all.then(|| "All files in creates exist".to_owned())
        }
    };
    let skips = found.is_some();
    Some(Finding { skips, comment: found.unwrap_or_else(|| "Creates files not found".to_owned()) })
}

async fn exists(path: &str) -> bool {
    tokio::fs::try_exists(Path::new(path)).await.unwrap_or(false)
}
