//! The wanted contents of a managed file.

use super::Now;
use crate::Call;
use crate::source::{self, SourceError, plain};
use model::value::traverse;
use model::{Map, Value};

/// The wanted contents of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Desired {
    /// The contents are not managed.
    Anything,
    /// The contents are these.
    Bytes(Vec<u8>),
}

/// Contents, with the facts of their source.
#[derive(Clone, Debug, PartialEq)]
pub struct DesiredContents {
    pub(in crate::file) contents: Desired,
    /// The source's own mode, for `mode: keep`.
    pub(in crate::file) mode: Option<u32>,
    /// True if the contents come from a source.
    pub(in crate::file) has_source: bool,
    /// An error for the real run alone: a source does not have the wanted hash.
    pub(in crate::file) late: Option<String>,
}

impl DesiredContents {
    /// Contents without a source.
    pub(crate) fn plain(contents: Desired) -> Self {
        Self { contents, mode: None, has_source: false, late: None }
    }
}

/// Why the wanted contents are not known.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContentsError {
    /// Its source is not available.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Pillar or grains do not have the key.
    #[error("{what} {key} does not exist")]
    Missing {
        /// Pillar or grain.
        what: &'static str,
        /// The key.
        key: String,
    },
    /// The value is empty.
    #[error(
        "'{0}' value would result in empty contents. Set allow_empty to True to allow the managed file to be empty."
    )]
    Empty(&'static str),
    /// The value cannot be written in this encoding.
    #[error("{0}")]
    Encoding(String),
}

/// The contents that the arguments want. A present file that must not be replaced needs none.
pub(super) async fn desired_contents(call: &Call<'_>, now: &Now) -> Result<DesiredContents, ContentsError> {
    let replace = call.fields.boolean("replace").unwrap_or(true);
    if !replace && now.stat.is_some() {
        return Ok(DesiredContents::plain(Desired::Anything));
    }
    let own = [("accumulator".into(), Value::Map(call.context.memory.accumulated(call.name)))];
    desired(call, own.into_iter().collect()).await
}

/// The rendered contents of `contents…` and `source`.
async fn desired(call: &Call<'_>, own: Map) -> Result<DesiredContents, ContentsError> {
    let fields = call.fields;
    let is_template = fields.text("template").is_some();
    let template = SourceError::Template;
    if let Some(text) = given(call)? {
        let text =
            if is_template { source::render(call, &text, None, own).await.map_err(template)? } else { text };
        let bytes = encode(&text, fields.text("encoding").as_deref()).map_err(ContentsError::Encoding)?;
        return Ok(DesiredContents::plain(Desired::Bytes(bytes)));
    }
    let Some(sources) = source::written(fields, "source") else {
        return Ok(DesiredContents::plain(Desired::Anything));
    };
    let is_list = fields.node("source").is_some_and(|node| node.as_list().is_some());
    let (found, hash) = source::find_first(call, &sources, is_list).await?;
    let loaded = found.load()?;
    let hash = hash.or_else(|| fields.text("source_hash")).unwrap_or_default();
    let late = found.check(call, &hash, call.name, &loaded.contents).await.err().map(String::from);
    let contents = if is_template {
        let text = found.template(loaded.contents)?;
        let text = source::render(call, &text, Some(&found), own).await.map_err(template)?;
        encode(&text, fields.text("encoding").as_deref()).map_err(ContentsError::Encoding)?
    } else {
        loaded.contents
    };
    Ok(DesiredContents {
        contents: Desired::Bytes(contents),
        mode: Some(loaded.mode),
        has_source: true,
        late,
    })
}

/// The text of `contents`, `contents_pillar` or `contents_grains`, with uniform line ends.
fn given(call: &Call<'_>) -> Result<Option<String>, ContentsError> {
    let fields = call.fields;
    let parts: Vec<Value> = if let Some(value) = fields.value("contents") {
        match value {
            Value::List(list) => list,
            one => vec![one],
        }
    } else if let Some(keys) = fields.texts("contents_pillar") {
        from(&call.minion.pillar, &keys, call, "Pillar")?
    } else if let Some(keys) = fields.texts("contents_grains") {
        from(&call.minion.grains, &keys, call, "Grain")?
    } else {
        return Ok(None);
    };
    let mut text = String::new();
    for part in parts {
        for line in crate::file::text::lines(&plain(&part)) {
            text.push_str(line.trim_end_matches(['\n', '\r']));
            text.push('\n');
        }
    }
    if fields.boolean("contents_newline") == Some(false) {
        text.truncate(text.trim_end_matches('\n').len());
    }
    if text.is_empty() && fields.boolean("allow_empty") == Some(false) {
        let name = ["contents", "contents_pillar", "contents_grains"].into_iter().find(|it| fields.has(it));
        return Err(ContentsError::Empty(name.unwrap_or("contents")));
    }
    Ok(Some(text))
}

fn from(
    map: &Map,
    keys: &[String],
    call: &Call<'_>,
    what: &'static str,
) -> Result<Vec<Value>, ContentsError> {
    let delimiter = call.fields.text("contents_delimiter").unwrap_or_else(|| ":".to_owned());
    let mut parts = vec![];
    for key in keys {
        match traverse(map, key, &delimiter) {
            None => return Err(ContentsError::Missing { what, key: key.clone() }),
            Some(Value::List(list)) => parts.extend(list.clone()),
            Some(other) => parts.push(other.clone()),
        }
    }
    Ok(parts)
}

/// The bytes of a text in an encoding.
pub(in crate::file) fn encode(text: &str, encoding: Option<&str>) -> Result<Vec<u8>, String> {
    let limit = match encoding {
        Some("latin-1" | "iso-8859-1") => 0xff,
        Some("ascii") => 0x7f,
        _ => return Ok(text.as_bytes().to_vec()),
    };
    let byte = |letter: char| u8::try_from(u32::from(letter)).ok().filter(|byte| u32::from(*byte) <= limit);
    let bytes: Option<Vec<u8>> = text.chars().map(byte).collect();
    bytes.ok_or_else(|| {
        format!("the contents have letters that {} does not have", encoding.unwrap_or_default())
    })
}
