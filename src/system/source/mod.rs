//! Sources of a file's contents: `salt://`, a path on this machine, lists of these, templates.

mod error;
mod fetch;

use std::path::{Path, PathBuf};

use futures::future::{BoxFuture, FutureExt};

use crate::{Call, TextTemplate};
use machine::file::{self, Algorithm, Stat};
use machine::text;
use model::{Fields, Key, Map, Node, NodeKind, Value, chain, python};

pub(super) use error::SourceError;

/// A source that was found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    /// The source as written.
    pub written: String,
    /// Its path on disk.
    pub path: PathBuf,
    /// Its path below the root of the tree, if it is from the tree.
    pub relative: Option<String>,
    /// The environment it is in.
    pub env: String,
    /// Its declared hash, if that was looked up to fetch it.
    pub known: Option<Known>,
}

/// The declared hash of a source, and its origin.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    /// The hash as written: a hash, or a file of hashes.
    pub written: String,
    pub algorithm: Algorithm,
    pub digest: String,
}

/// The contents of a source.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Loaded {
    pub contents: Vec<u8>,
    /// Its own permission bits.
    pub mode: u32,
}

/// The sources of an argument: text, a list of text, or of `{source: hash}`.
pub(super) fn written(fields: &Fields, name: &str) -> Option<Vec<(String, Option<String>)>> {
    let each = |node: &Node| match &node.kind {
        NodeKind::Map(map) => {
            let (key, entry) = map.first()?;
            let hash = entry.node.as_str().map(str::to_owned).filter(|hash| !hash.is_empty());
            Some((key.to_string(), hash))
        }
        _ => model::fields::text(node).map(|text| (text, None)),
    };
    Some(fields.list(name)?.into_iter().filter_map(each).collect())
}

/// Finds a source.
///
/// # Errors
/// It does not exist, or cannot be fetched.
pub(super) async fn find(call: &Call<'_>, written: &str) -> Result<Source, SourceError> {
    let own = call.context.low.env.as_str();
    if let Some(url) = written.strip_prefix("salt://") {
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let env = query.strip_prefix("saltenv=").unwrap_or(own);
        let found = call.context.services.find_file(env, path);
        let missing = || SourceError::NotInTree { written: written.to_owned(), env: own.to_owned() };
        let path_on_disk = found.ok_or_else(missing)?;
        let relative = Some(path.trim_start_matches('/').to_owned());
        let (written, env) = (written.to_owned(), env.to_owned());
        return Ok(Source { written, path: path_on_disk, relative, env, known: None });
    }
    if ["http://", "https://", "s3://"].iter().any(|scheme| written.starts_with(scheme)) {
        let (path, known) = fetch::fetch(call, written).await?;
        return Ok(Source { written: written.to_owned(), path, relative: None, env: own.to_owned(), known });
    }
    if ["ftp://", "swift://"].iter().any(|scheme| written.starts_with(scheme)) {
        return Err(SourceError::Scheme(written.to_owned()));
    }
    let path = PathBuf::from(written.strip_prefix("file://").unwrap_or(written));
    if !path.is_absolute() || !path.is_file() {
        return Err(SourceError::NotHere(written.to_owned()));
    }
    Ok(Source { written: written.to_owned(), path, relative: None, env: own.to_owned(), known: None })
}

/// The first source that exists.
///
/// # Errors
/// Why a single source is not available; for several, that none is.
pub(super) async fn find_first(
    call: &Call<'_>,
    sources: &[(String, Option<String>)],
    is_list: bool,
) -> Result<(Source, Option<String>), SourceError> {
    if let ([(only, hash)], false) = (sources, is_list) {
        return find(call, only).await.map(|source| (source, hash.clone()));
    }
    for (written, hash) in sources {
        if let Ok(found) = find(call, written).await {
            return Ok((found, hash.clone()));
        }
    }
    Err(SourceError::NoneFound)
}

/// The contents of the first source that exists, rendered if the call wants that.
///
/// # Errors
/// Those of [`find_first`]; it does not have the declared hash, or its template cannot be rendered.
pub(super) async fn contents(
    call: &Call<'_>,
    sources: &[(String, Option<String>)],
    is_list: bool,
) -> Result<Vec<u8>, SourceError> {
    let (found, hash) = find_first(call, sources, is_list).await?;
    let contents = found.load()?.contents;
    let fields = call.fields;
    let hash = hash.or_else(|| fields.takes("source_hash").then(|| fields.text("source_hash"))?);
    found.check(call, &hash.unwrap_or_default(), call.name, &contents).await?;
    if !fields.takes("template") || fields.text("template").is_none_or(|it| it.is_empty()) {
        return Ok(contents);
    }
    let rendered = render(call, &found.template(contents)?, Some(&found), Map::new()).await;
    rendered.map(String::into_bytes).map_err(SourceError::Template)
}

impl Source {
    /// Reads it.
    ///
    /// # Errors
    /// I/O errors.
    pub fn load(&self) -> Result<Loaded, SourceError> {
        let failed = |error: file::FileError| SourceError::Unread(chain(&error));
        let stat = Stat::of(&self.path).map_err(failed)?;
        // The authors of the tree are trusted; a path of this machine may be a user's.
        let is_of_tree = self.relative.is_some();
        let read = if is_of_tree { file::read_of_tree } else { file::read };
        let contents = read(&self.path).map_err(failed)?;
        Ok(Loaded { contents, mode: stat.mode })
    }

    /// Its contents as text for a template.
    ///
    /// # Errors
    /// It is not text.
    pub fn template(&self, contents: Vec<u8>) -> Result<String, SourceError> {
        let what = "template";
        String::from_utf8(contents).map_err(|_| SourceError::NotText { written: self.written.clone(), what })
    }

    /// Checks a source of this machine against `source_hash`; does nothing for a source of the tree.
    ///
    /// # Errors
    /// A hash that is not valid, or that does not match.
    pub async fn check(
        &self,
        call: &Call<'_>,
        hash: &str,
        name: &str,
        contents: &[u8],
    ) -> Result<(), SourceError> {
        if self.relative.is_some() || hash.is_empty() {
            return Ok(());
        }
        let (algorithm, expected) = match self.known.as_ref().filter(|known| known.written == hash) {
            Some(known) => (known.algorithm, known.digest.clone()),
            None => expected(call, hash, &self.path).await?,
        };
        let actual = algorithm.digest(contents);
        if actual == expected {
            return Ok(());
        }
        Err(SourceError::Differs { algorithm: algorithm.name(), name: name.to_owned(), expected, actual })
    }
}

/// A hash as written, or the hash that a file of hashes has for this source.
///
/// # Errors
/// It is neither a hash nor a file of hashes, or the file does not name the source.
pub(super) fn expected<'a>(
    call: &'a Call<'_>,
    hash: &'a str,
    of: &'a Path,
) -> BoxFuture<'a, Result<(Algorithm, String), SourceError>> {
    // A file of hashes is a source itself: without a box, its future would contain itself.
    async move {
        if let Some(found) = parse_hash(hash) {
            return Ok(found);
        }
        let list = find(call, hash).await.map_err(|_| SourceError::NoHash(hash.to_owned()))?;
        let text = text::shown(&list.load()?.contents);
        let name = text::of_path(of.file_name().unwrap_or_default());
        let hashes = |line: &str| line.split_whitespace().find_map(parse_hash);
        let named = text.lines().filter(|line| {
            line.split_whitespace()
                .any(|word| word.trim_start_matches('*').rsplit('/').next() == Some(&*name))
        });
        let found = named.filter_map(hashes).next();
        let only = || text.lines().find_map(hashes).filter(|_| text.lines().count() == 1);
        found.or_else(only).ok_or_else(|| SourceError::Unlisted { hash: hash.to_owned(), name: name.clone() })
    }
    .boxed()
}

/// `sha256=…`, `sha256:…` or the digits alone.
pub(super) fn parse_hash(text: &str) -> Option<(Algorithm, String)> {
    let (name, digits) = match text.split_once(['=', ':']) {
        Some((name, digits)) => (Some(name), digits),
        None => (None, text),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let algorithm = match name {
        Some(name) => Algorithm::parse(name)?,
        None => Algorithm::of_length(digits.len())?,
    };
    Some((algorithm, digits.to_ascii_lowercase()))
}

/// Renders a text with the state's `defaults` and `context`, and with the accumulated lines of its file.
///
/// # Errors
/// The error of the template.
pub(super) async fn render(
    call: &Call<'_>,
    text: &str,
    from: Option<&Source>,
    own: Map,
) -> Result<String, String> {
    let mut variables = Map::new();
    for name in ["defaults", "context"] {
        if let Some(Value::Map(map)) = call.fields.value(name) {
            variables.extend(map);
        }
    }
    variables.extend(own);
    if let Some(source) = from {
        variables.insert(Key::from("source"), source.written.as_str().into());
    }
    let low = call.context.low;
    let shown = from.map_or_else(|| low.name.clone(), |source| source.path.display().to_string());
    let relative = from.and_then(|source| source.relative.clone()).unwrap_or_default();
    let env = from.map_or(low.env.as_str(), |source| source.env.as_str());
    let (sls, relative, shown) = (low.sls.as_str(), relative.as_str(), shown.as_str());
    let template = TextTemplate { env, sls, relative, shown, text, variables: &variables };
    call.context.services.render(template).await
}

/// Salt's complaints about `context` and `defaults`.
pub(super) fn bad_variables(fields: &Fields) -> Option<&'static str> {
    let is_map = |name: &str| fields.node(name).is_none_or(|node| node.as_map().is_some());
    match () {
        () if !is_map("defaults") => Some("Defaults must be formed as a dict"),
        () if !is_map("context") => Some("Context must be formed as a dict"),
        () => None,
    }
}

/// The text of a value that is written into a file.
pub(super) fn plain(value: &Value) -> String {
    python::text(value)
}
