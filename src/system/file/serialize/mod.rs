//! `file.serialize`: data of the SLS or of the pillar, written as YAML, JSON, Python or INI.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.serialize>.

mod form;
mod merge;

use std::path::Path;

use super::arguments::{
    BACKUP, CHECK_CMD, CREATE, DIR_MODE, ENCODING, ENCODING_ERRORS, GROUP, MAKEDIRS, MODE, NAME,
    SHOW_CHANGES, TMP_DIR, TMP_EXT, USER,
};
use super::managed::{Desired, DesiredContents, Now, Target, check, encode, owner, plan};
use crate::operation::{Operations, refused};
use crate::{Call, Intent, LocalState};
use form::Form;
use model::{Argument, Function, Map, Outcome, Shape, Value};

const OPTIONS: Shape = Shape::Any;

const SERIALIZE: &[Argument] = &[
    NAME,
    Argument::optional("dataset", Shape::Any, "the data"),
    Argument::optional("dataset_pillar", Shape::Text, "the pillar key that holds the data"),
    Argument::optional("serializer", Shape::Text, "yaml, json, python or configparser; yaml if left out"),
    Argument::optional("formatter", Shape::Text, "the older name of serializer"),
    Argument::optional("serializer_opts", OPTIONS, "indent, sort_keys, default_flow_style, ensure_ascii …"),
    Argument::optional("deserializer_opts", OPTIONS, "taken for compatibility"),
    Argument::optional(
        "merge_if_exists",
        Shape::Boolean,
        "whether the data are merged into those of the file",
    ),
    USER,
    GROUP,
    MODE,
    DIR_MODE,
    MAKEDIRS,
    BACKUP,
    SHOW_CHANGES,
    CREATE,
    ENCODING,
    ENCODING_ERRORS,
    CHECK_CMD,
    TMP_DIR,
    TMP_EXT,
];

/// `file.serialize`.
pub struct Serialize;

/// The present contents of the file, and the wanted ones.
#[derive(Clone, Debug)]
pub struct Live {
    now: Now,
    text: String,
    /// The difference of merged data, in Salt's shape.
    merged: Option<Map>,
}

impl LocalState for Serialize {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[Function::other(
        "serialize",
        &["file.serialize"],
        SERIALIZE,
        "Writes data into a file, in one of several formats.",
    )];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        describe(&call).map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff(&call, &live)
    }
}

fn describe(call: &Call<'_>) -> Result<Live, String> {
    let fields = call.fields;
    if !call.name.starts_with('/') {
        return Err(format!("Specified file {} is not an absolute path", call.name));
    }
    let form = Form::read(fields)?;
    let mut data = data(call)?;
    let now = Now::of(Path::new(call.name))?;
    let mut merged = None;
    if let (Some(true), Some(old)) = (fields.boolean("merge_if_exists"), &now.contents) {
        let text = std::str::from_utf8(old)
            .map_err(|_| format!("'{}' is not UTF-8 text, so data cannot be merged into it", call.name))?;
        let old = form
            .read_text(call, text)
            .map_err(|reason| format!("Failed to deserialize existing data: {reason}"))?;
        let mut new = old.clone();
        merge::into(&mut new, data);
        merged = Some(merge::difference(&old, &new));
        data = new;
    }
    let text = form.write(call, &data)?;
    Ok(Live { now, text, merged })
}

/// The data to write.
fn data(call: &Call<'_>) -> Result<Value, String> {
    match (call.fields.value("dataset"), call.fields.text("dataset_pillar")) {
        (Some(_), Some(_)) => Err("Only one of 'dataset' and 'dataset_pillar' is permitted".to_owned()),
        (None, None) => Err("Neither 'dataset' nor 'dataset_pillar' was defined".to_owned()),
        (Some(data), None) => Ok(data),
        (None, Some(key)) => {
            let found = call.minion.pillar(&key).cloned();
            found.ok_or_else(|| format!("Pillar {key} does not exist"))
        }
    }
}

fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let fields = call.fields;
    let name = call.name;
    if live.now.is_directory() {
        return refused(format!("Specified target {name} is a directory"));
    }
    let flag = |name: &str, default: bool| fields.boolean(name).unwrap_or(default);
    let target = Target {
        path: name.into(),
        name: name.to_owned(),
        owner: owner(call),
        makedirs: flag("makedirs", false),
        dir_mode: fields.text("dir_mode").and_then(|text| machine::file::parse_mode(&text)),
        follows: true,
        create: flag("create", true),
        show_changes: flag("show_changes", true),
        backup: super::backup::place(call, Path::new(name)),
        check: check(call),
    };
    let bytes = match encode(&live.text, fields.text("encoding").as_deref()) {
        Ok(bytes) => bytes,
        Err(reason) => return refused(reason),
    };
    // Equal data are the same state, however they are written, so the file stays as it is.
    let is_merged = live.merged.as_ref().is_some_and(|map| map.is_empty());
    if is_merged && target.owner == crate::owner::Owner::default() {
        return Intent::Settled(Outcome::succeeded(format!("The file {name} is in the correct state")));
    }
    match plan(&target, &live.now, &DesiredContents::plain(Desired::Bytes(bytes))) {
        Intent::Act { mut foreseen, mut step } => {
            if let Some(changes) = live.merged.as_ref().filter(|changes| !changes.is_empty()) {
                for outcome in [&mut foreseen, step.done_mut()] {
                    if outcome.changes.contains_key("diff") {
                        outcome.changes.insert("diff".into(), Value::Map(changes.clone()));
                    }
                }
            }
            if foreseen.verdict == model::Verdict::WouldChange {
                foreseen.comment = format!("Dataset will be serialized and stored into {name}");
            }
            Intent::Act { foreseen, step }
        }
        settled => settled,
    }
}
