//! `selinux.fcontext_policy_present`, `fcontext_policy_absent` and `fcontext_policy_applied`.

use crate::operation::{Operations, change, refused, settled};
use crate::{Call, Intent};
use machine::selinux::{Context, FILES, FileRule, Relabel};
use model::{Map, Value};

/// Old and new, in Salt's shape.
pub(super) fn both(old: Value, new: Value) -> Map {
    [("old".into(), old), ("new".into(), new)].into_iter().collect()
}

fn one(name: &str, parts: Map) -> Value {
    Value::Map([(name.into(), Value::Map(parts))].into_iter().collect())
}

fn empty() -> Value {
    Value::Map(Map::new())
}

pub(super) fn diff(call: &Call<'_>, rules: &[FileRule]) -> Intent<Operations> {
    let letter = call.fields.text("filetype").unwrap_or_else(|| "a".to_owned());
    let Some((_, files)) = FILES.iter().find(|(known, _)| *known == letter) else {
        return refused(format!("Invalid filetype given: {letter}"));
    };
    // The last rule of a path decides: rules of this machine come after those of the policy.
    let rule = rules.iter().rfind(|rule| rule.path == call.name && rule.files == *files);
    if call.function.verb == "fcontext_policy_absent" {
        absent(call, &letter, rule)
    } else {
        present(call, (letter.as_str(), *files), rule)
    }
}

/// A part of a label.
type Part = fn(&Context) -> &str;

/// The parts of a label that an SLS may declare, in Salt's words.
const PARTS: [(&str, Part); 3] = [
    ("sel_type", |context| context.kind.as_str()),
    ("sel_user", |context| context.user.as_str()),
    ("sel_level", |context| context.level.as_str()),
];

fn differing(call: &Call<'_>, context: Option<&Context>) -> Vec<(&'static str, String, Option<String>)> {
    let parts = PARTS.iter().filter_map(|(name, of)| {
        let wanted = call.fields.text(name)?;
        let now = context.map(|context| of(context).to_owned());
        (now.as_ref() != Some(&wanted)).then_some((*name, wanted, now))
    });
    parts.collect()
}

fn words<'a>(
    verb: &'a str,
    letter: &'a str,
    call: &'a Call<'_>,
    parts: &'a [(String, String)],
) -> Vec<&'a str> {
    let mut words = vec!["semanage", "fcontext", verb];
    if letter != "a" {
        words.extend(["--ftype", letter]);
    }
    words.extend(parts.iter().flat_map(|(option, value)| [option.as_str(), value.as_str()]));
    words.push(call.name);
    words
}

fn options(call: &Call<'_>) -> Vec<(String, String)> {
    let options = [("--type", "sel_type"), ("--seuser", "sel_user"), ("--range", "sel_level")];
    let given =
        options.iter().filter_map(|(option, name)| Some(((*option).to_owned(), call.fields.text(name)?)));
    given.collect()
}

fn present(call: &Call<'_>, (letter, files): (&str, &str), rule: Option<&FileRule>) -> Intent<Operations> {
    let (name, kind) = (call.name, call.fields.required_text("sel_type"));
    let differing = differing(call, rule.and_then(|rule| rule.context.as_ref()));
    if rule.is_some() && differing.is_empty() {
        return settled(format!(
            "SELinux policy for \"{name}\" already present with specified filetype \"{files}\" and sel_type \"{kind}\"."
        ));
    }
    let changes = match rule {
        None => {
            let new: Map =
                [("filetype".into(), files.into()), ("sel_type".into(), kind.into())].into_iter().collect();
            both(empty(), one(name, new))
        }
        Some(_) => {
            let old = differing.iter().map(|(part, _, now)| ((*part).into(), now.clone().into())).collect();
            let new =
                differing.iter().map(|(part, wanted, _)| ((*part).into(), wanted.as_str().into())).collect();
            both(one(name, old), one(name, new))
        }
    };
    let verb = if rule.is_some() { "--modify" } else { "--add" };
    let options = options(call);
    change("", "", changes, vec![super::run(&words(verb, letter, call, &options))])
        .or_fail("Error adding new rule")
}

fn absent(call: &Call<'_>, letter: &str, rule: Option<&FileRule>) -> Intent<Operations> {
    let name = call.name;
    let rule = rule.filter(|rule| differing(call, rule.context.as_ref()).is_empty());
    let Some(rule) = rule else {
        let kind = call.fields.text("sel_type").unwrap_or_else(|| "None".to_owned());
        return settled(format!(
            "SELinux policy for \"{name}\" already absent with specified filetype \"{letter}\" and sel_type \"{kind}\"."
        ));
    };
    let mut old: Map = [("filespec".into(), name.into()), ("filetype".into(), rule.files.as_str().into())]
        .into_iter()
        .collect();
    let mut options = options(call);
    if let Some(context) = &rule.context {
        old.extend(parts(context));
        if !call.fields.has("sel_type") {
            options.insert(0, ("--type".to_owned(), context.kind.clone()));
        }
    }
    change(
        "",
        "",
        both(one(name, old), empty()),
        vec![super::run(&words("--delete", letter, call, &options))],
    )
    .or_fail("Error removing policy")
}

/// A label in Salt's shape.
fn parts(context: &Context) -> Map {
    let parts = [
        ("sel_user", &context.user),
        ("sel_role", &context.role),
        ("sel_type", &context.kind),
        ("sel_level", &context.level),
    ];
    parts.into_iter().map(|(name, part)| (name.into(), part.as_str().into())).collect()
}

/// The parts in which two labels differ; both texts if one is not a label.
fn label(old: &str, new: &str) -> Value {
    match (Context::read(old), Context::read(new)) {
        (Some(old), Some(new)) => {
            let (mut old, mut new) = (parts(&old), parts(&new));
            let same: Vec<_> = old
                .iter()
                .filter(|(key, part)| new.get(*key) == Some(*part))
                .map(|(key, _)| key.clone())
                .collect();
            old.retain(|key, _| !same.contains(key));
            new.retain(|key, _| !same.contains(key));
            Value::Map(both(Value::Map(old), Value::Map(new)))
        }
        _ => Value::Map(both(old.into(), new.into())),
    }
}

pub(super) fn labels(call: &Call<'_>, all: &[Relabel]) -> Intent<Operations> {
    let name = call.name;
    if all.is_empty() {
        return settled(format!("SElinux policies are already applied for filespec \"{name}\""));
    }
    let changes: Map = all.iter().map(|it| (it.path.as_str().into(), label(&it.old, &it.new))).collect();
    let recursive = call.fields.boolean("recursive") == Some(true);
    let words = ["restorecon", "-v", "-F"].into_iter().chain(recursive.then_some("-R")).chain([name]);
    change("", "", changes, vec![super::run(&words.collect::<Vec<_>>())]).or_fail("Error applying policy")
}
