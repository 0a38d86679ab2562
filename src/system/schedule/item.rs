//! A job in Salt's form, which is stored, compared and shown.

use model::{Fields, Map, Value};

/// The arguments that are stored as they are written.
const AS_WRITTEN: &[&str] = &[
    "seconds",
    "minutes",
    "hours",
    "days",
    "return_job",
    "metadata",
    "splay",
    "range",
    "when",
    "once",
    "once_fmt",
    "cron",
    "returner",
    "after",
    "return_config",
    "return_kwargs",
    "until",
    "run_on_start",
    "skip_during_range",
];

/// A job with these arguments.
///
/// # Errors
/// Salt's message: the arguments do not go together.
pub(super) fn of(name: &str, fields: &Fields) -> Result<Map, String> {
    let has_interval = ["seconds", "minutes", "hours", "days"].iter().any(|unit| fields.has(unit));
    if has_interval && (fields.has("when") || fields.has("cron")) {
        return Err("Error: Unable to use \"seconds\", \"minutes\", \"hours\", or \"days\" with \"when\" or \"cron\" options.".to_owned());
    }
    if fields.has("when") && fields.has("cron") {
        return Err("Unable to use \"when\" and \"cron\" options together.  Ignoring.".to_owned());
    }
    if fields.has("once") && (has_interval || fields.has("when") || fields.has("cron")) {
        return Err(
            "'once' cannot be used with 'seconds', 'minutes', 'hours', 'days', 'when' or 'cron'".to_owned()
        );
    }
    let mut item = Map::new();
    item.insert("function".into(), fields.required_text("function").into());
    match fields.value("job_args") {
        None => {}
        Some(list @ Value::List(_)) => drop(item.insert("args".into(), list)),
        Some(_) => return Err("job_args is not a list. please correct and try again.".to_owned()),
    }
    match fields.value("job_kwargs") {
        None => {}
        Some(map @ Value::Map(_)) => drop(item.insert("kwargs".into(), map)),
        Some(_) => return Err("job_kwargs is not a dict. please correct and try again.".to_owned()),
    }
    item.insert("maxrunning".into(), fields.value("maxrunning").unwrap_or(Value::Int(1)));
    item.insert("name".into(), name.into());
    item.insert("enabled".into(), fields.boolean("enabled").unwrap_or(true).into());
    item.insert("jid_include".into(), fields.boolean("jid_include").unwrap_or(true).into());
    for key in AS_WRITTEN {
        if let Some(value) = fields.value(key) {
            item.insert((*key).into(), value);
        }
    }
    Ok(item)
}
