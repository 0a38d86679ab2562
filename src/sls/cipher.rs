//! Values that are messages of GnuPG, decrypted with the system's `gpg`.
//!
//! Called for the renderer `gpg` at the end of a pipeline and for `decrypt_pillar` of the configuration. See
//! <https://docs.saltproject.io/en/3007/ref/renderers/all/salt.renderers.gpg.html>.

use super::outside::Outside;
use model::{Map, Node, NodeKind, Problem, Problems, Value, secret};

/// Why a message gives no secret.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum CipherError {
    /// It has no end, or `gpg` cannot decrypt it.
    #[error("{0}")]
    Undecrypted(String),
    /// Its text cannot be hidden.
    #[error("the secret is shorter than {} characters and cannot be hidden", secret::MIN_LENGTH)]
    TooShort,
}

impl CipherError {
    /// The problem of a value, and what to do.
    pub fn problem(&self, problem: impl FnOnce(String) -> Problem) -> Problem {
        match self {
            Self::Undecrypted(reason) => problem(format!("cannot be decrypted: {reason}"))
                .hint("gpg_keydir of the configuration names the directory of its keys"),
            Self::TooShort => super::secrets::too_short(problem(format!("cannot be used: {self}"))),
        }
    }
}

const BEGIN: &str = "-----BEGIN PGP MESSAGE-----";
const END: &str = "-----END PGP MESSAGE-----";

/// A text with its messages decrypted; none if it has no message.
///
/// # Errors
///
/// A message could not be decrypted, or its text is too short to be hidden.
pub fn plain(text: &str, outside: &dyn Outside) -> Result<Option<String>, CipherError> {
    if !text.contains(BEGIN) {
        return Ok(None);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(BEGIN) {
        let end = rest[start..].find(END);
        let end = end.ok_or_else(|| CipherError::Undecrypted("the message has no end".to_owned()))?;
        let end = end + start + END.len();
        out.push_str(&rest[..start]);
        let decrypted = outside.decrypt(&rest[start..end]).map_err(CipherError::Undecrypted)?;
        if !secret::is_long_enough(&decrypted) {
            return Err(CipherError::TooShort);
        }
        secret::hide(decrypted.trim_end_matches('\n'));
        out.push_str(&decrypted);
        rest = &rest[end..];
    }
    out.push_str(rest);
    Ok(Some(out.trim_end_matches('\n').to_owned()))
}

/// Decrypts every text of a rendered file; keys stay as they are.
pub fn decrypt_node(node: &mut Node, outside: &dyn Outside, problems: &mut Problems) {
    match &mut node.kind {
        NodeKind::Scalar(Value::Str(text)) => match plain(text, outside) {
            Ok(Some(decrypted)) => *text = decrypted,
            Ok(None) => {}
            Err(error) => {
                problems.push(error.problem(|what| Problem::at(&node.place, format!("the value {what}"))));
            }
        },
        NodeKind::Map(map) => {
            map.values_mut().for_each(|entry| decrypt_node(&mut entry.node, outside, problems));
        }
        NodeKind::List(list) => list.iter_mut().for_each(|item| decrypt_node(item, outside, problems)),
        NodeKind::Scalar(_) => {}
    }
}

/// Decrypts the pillar values that `decrypt_pillar` names: paths, or mappings of a path and its renderer.
pub fn decrypt_pillar(pillar: &mut Map, opts: &Map, outside: &dyn Outside, problems: &mut Problems) {
    let word = |key: &str, default: &str| opts.get(key).and_then(Value::as_str).unwrap_or(default).to_owned();
    let (delimiter, default) = (word("decrypt_pillar_delimiter", ":"), word("decrypt_pillar_default", "gpg"));
    for entry in opts.get("decrypt_pillar").and_then(Value::as_list).unwrap_or_default() {
        let (path, renderer) = match entry {
            Value::Map(map) => match map.first() {
                Some((path, renderer)) => {
                    (path.to_string(), renderer.as_str().unwrap_or(&default).to_owned())
                }
                None => continue,
            },
            path => (model::python::text(path), default.clone()),
        };
        if renderer != "gpg" {
            problems.push(
                Problem::nowhere(format!("'decrypt_pillar' names the renderer '{renderer}' for '{path}'"))
                    .hint("gpg is the only one"),
            );
            continue;
        }
        let mut steps = path.split(delimiter.as_str());
        let first = steps.next().and_then(|step| pillar.get_mut(step));
        let found = steps.fold(first, |here, step| match here {
            Some(Value::Map(map)) => map.get_mut(step),
            Some(Value::List(list)) => step.parse::<usize>().ok().and_then(|at| list.get_mut(at)),
            _ => None,
        });
        if let Some(value) = found {
            decrypt_value(value, &path, outside, problems);
        }
    }
}

fn decrypt_value(value: &mut Value, path: &str, outside: &dyn Outside, problems: &mut Problems) {
    match value {
        Value::Str(text) => match plain(text, outside) {
            Ok(Some(decrypted)) => *text = decrypted,
            Ok(None) => {}
            Err(error) => {
                problems.push(error.problem(|what| Problem::nowhere(format!("the pillar '{path}' {what}"))));
            }
        },
        Value::Map(map) => map.values_mut().for_each(|item| decrypt_value(item, path, outside, problems)),
        Value::List(list) => list.iter_mut().for_each(|item| decrypt_value(item, path, outside, problems)),
        _ => {}
    }
}
