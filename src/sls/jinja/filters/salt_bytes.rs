//! Salt's filters that give bytes, which print as Python's `b'…'`, and UUIDs of names.

use std::rc::Rc;

use sha1::{Digest, Sha1};

use super::Table;
use crate::jinja::py::bytes::Bytes;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

/// The namespace of Salt's UUIDs.
const NAMESPACE: uuid::Uuid = uuid::uuid!("91633ebf-1c86-5e33-935a-28061f4b480e");

pub(super) const TABLE: Table = &[
    ("to_bytes", |_, value, args| {
        let [_encoding, _errors] = args.bind("to_bytes", ["encoding", "errors"])?;
        text(&value).map(|text| encoded(&text))
    }),
    ("mac_str_to_bytes", hardware_address),
    ("uuid", |_, value, _| text(&value).map(|text| named(&text).to_string().into())),
    ("json_encode_dict", |_, value, _| within(&value, 0)),
    ("json_encode_list", |_, value, _| within(&value, 0)),
    ("json_decode_dict", |_, value, _| within(&value, 0)),
    ("json_decode_list", |_, value, _| within(&value, 0)),
    ("skip", |_, _, _| Ok("".into())),
];

fn text(value: &Py) -> Outcome<String> {
    match value.defined()? {
        Py::Str(text) => Ok(text.to_string()),
        other => Err(Raise::new(format!("text is needed, not '{}'", other.type_name()))),
    }
}

/// The UUID of a name, version 5 of RFC 9562.
fn named(name: &str) -> uuid::Uuid {
    let digest = Sha1::new_with_prefix(NAMESPACE.as_bytes()).chain_update(name).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_sha1_bytes(bytes).into_uuid()
}

fn encoded(text: &str) -> Py {
    Py::Object(Rc::new(Bytes(text.as_bytes().to_vec())))
}

fn hardware_address(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let digits: String = text(&value)?.chars().filter(|c| !matches!(c, ':' | '-' | '.')).collect();
    let bad = || Raise::new("a hardware address has twelve hexadecimal digits");
    if digits.len() != 12 || !digits.is_ascii() {
        return Err(bad());
    }
    let bytes: Option<Vec<u8>> =
        (0..12).step_by(2).map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect();
    Ok(Py::object(Bytes(bytes.ok_or_else(bad)?)))
}

/// All text within lists and mappings as bytes; keys stay text.
fn within(value: &Py, depth: usize) -> Outcome<Py> {
    if depth > 100 {
        return Err(Raise::new("the value is nested too deeply"));
    }
    Ok(match value.defined()? {
        Py::Str(text) => encoded(text),
        Py::List(list) => {
            Py::list(list.borrow().iter().map(|item| within(item, depth + 1)).collect::<Outcome<_>>()?)
        }
        Py::Dict(dict) => {
            let mut entries = indexmap::IndexMap::new();
            for (key, item) in dict.borrow().iter() {
                entries.insert(key.clone(), within(item, depth + 1)?);
            }
            Py::dict(entries)
        }
        other => other.clone(),
    })
}
