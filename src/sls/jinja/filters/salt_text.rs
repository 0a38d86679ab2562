//! Salt's filters on text and scalars: truth, quoting, digests, cases, sizes, paths.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::json::json_text;
use super::{Table, digest};
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;
use crate::yaml;
use model::python;

pub(super) const TABLE: Table = &[
    ("to_bool", to_bool),
    ("quote", |_, value, _| Ok(python::shell_quoted(&value.text()?).into())),
    ("yaml_dquote", |_, value, _| double_quoted(&value.text()?).map(Py::str)),
    ("yaml_squote", |_, value, _| Ok(format!("'{}'", value.text()?.replace('\'', "''")).into())),
    ("yaml_encode", yaml_encode),
    ("base64_encode", |_, value, _| Ok(STANDARD.encode(value.text()?).into())),
    ("base64_decode", base64_decode),
    ("hmac", |_, value, args| {
        let [key, challenge] = args.bind_all("hmac", ["shared_secret", "challenge_hmac"])?;
        let ours = signature(&value.text()?, &key.text()?)?;
        Ok(Py::Bool(STANDARD.encode(ours) == challenge.text()?))
    }),
    ("hmac_compute", |_, value, args| {
        let [key] = args.bind_all("hmac_compute", ["shared_secret"])?;
        Ok(digest::digits(&signature(&value.text()?, &key.text()?)?).into())
    }),
    ("to_num", to_num),
    ("str_to_num", to_num),
    ("is_hex", |_, value, _| {
        let text = value.text()?;
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        Ok(Py::Bool(!digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit())))
    }),
    ("contains_whitespace", |_, value, _| Ok(Py::Bool(value.text()?.contains(char::is_whitespace)))),
    ("to_snake_case", |_, value, _| Ok(snake_case(&value.text()?).into())),
    ("to_camelcase", camel_case),
    ("human_to_bytes", human_to_bytes),
    ("path_join", path_join),
];

fn to_bool(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    Ok(Py::Bool(match value.defined()? {
        Py::Undefined(_) | Py::None => false,
        Py::Bool(truth) => *truth,
        Py::Str(text) => matches!(text.to_lowercase().as_str(), "yes" | "1" | "true"),
        Py::Int(number) => *number > 0,
        Py::Float(_) => false,
        other => other.truth()?,
    }))
}

/// A text between double quotes, as PyYAML writes it.
fn double_quoted(text: &str) -> Outcome<String> {
    let json = json_text(text);
    let mut out = String::new();
    for c in json.chars() {
        match u32::from(c) {
            0..=0x7e => out.push(c),
            code @ 0x7f..=0xff => {
                let _ = write!(out, "\\x{code:02X}");
            }
            code @ 0x100..=0xffff => {
                let _ = write!(out, "\\u{code:04X}");
            }
            code => {
                let _ = write!(out, "\\U{code:08X}");
            }
        }
    }
    Ok(out)
}

fn yaml_encode(vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    Ok(match value.defined()? {
        Py::Str(text) => double_quoted(text)?.into(),
        Py::List(_) | Py::Dict(_) | Py::Tuple(_) | Py::Object(_) => {
            return Err(Raise::new(format!(
                "yaml_encode() only works with YAML scalar data; failed for '{}'",
                value.type_name()
            ))
            .hint("the filter yaml writes lists and mappings"));
        }
        scalar => {
            let text = yaml::dump(&scalar.to_value()?, yaml::Flow::Inline, yaml::Sort::Plain);
            vm.wrote(&text)?;
            text.strip_suffix("...\n").unwrap_or(&text).trim_end().into()
        }
    })
}

fn base64_decode(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let bytes = STANDARD.decode(value.text()?).map_err(|error| Raise::new(format!("bad base64: {error}")))?;
    String::from_utf8(bytes).map(Py::str).map_err(|_| Raise::new("the decoded base64 is not UTF-8 text"))
}

fn signature(text: &str, key: &str) -> Outcome<Vec<u8>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).map_err(Raise::new)?;
    mac.update(text.as_bytes());
    Ok(mac.finalize().into_bytes().to_vec())
}

fn to_num(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let Py::Str(text) = value.defined()? else { return Ok(value) };
    if let Some(number) = super::number::integer(text, 10) {
        return Ok(Py::Int(number));
    }
    Ok(text.trim().parse::<f64>().map_or(value.clone(), Py::Float))
}

fn snake_case(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        let begins = c.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_ascii_digit()
                    || (*before != '_' && after.is_some_and(|after| after.is_lowercase()))
            });
        if begins {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn camel_case(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [upper] = args.bind("to_camelcase", ["uppercamel"])?;
    let upper = upper.map_or(Ok(false), |upper| upper.truth())?;
    let text = value.text()?;
    let mut out = String::new();
    for (at, part) in text.split('_').enumerate() {
        let mut chars = part.chars();
        let Some(first) = chars.next() else { continue };
        if at > 0 || upper {
            out.extend(first.to_uppercase());
        } else {
            out.push(first);
        }
        out.push_str(chars.as_str());
    }
    Ok(out.into())
}

#[expect(clippy::cast_possible_truncation, reason = "the comparison above refuses sizes beyond 2^63")]
fn human_to_bytes(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [default, metric] = args.bind("human_to_bytes", ["default_unit", "handle_metric"])?;
    let default = default.map_or(Ok("B".to_owned()), |default| default.text())?;
    let metric = metric.map_or(Ok(false), |metric| metric.truth())?;
    let text = value.text()?;
    let text = text.trim();
    let cut = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(cut);
    let unit = if unit.trim().is_empty() { default } else { unit.trim().to_owned() };
    let Ok(number) = number.parse::<f64>() else { return Ok(Py::Int(0)) };
    let upper = unit.to_uppercase();
    let power = match upper.chars().next() {
        Some('B') => 0,
        Some(letter) => match "KMGTPEZY".find(letter) {
            Some(at) => i32::try_from(at).unwrap_or(0) + 1,
            None => return Ok(Py::Int(0)),
        },
        None => 0,
    };
    let base: f64 = if metric && upper.len() == 2 && upper.ends_with('B') { 1000.0 } else { 1024.0 };
    let bytes = number * base.powi(power);
    if bytes < 9e18 { Ok(Py::Int(bytes as i64)) } else { Err(Raise::new("the size is too large")) }
}

fn path_join(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let mut whole = value.text()?;
    for part in &args.pos {
        if !whole.is_empty() {
            whole.push('/');
        }
        whole.push_str(part.text()?.trim_start_matches('/'));
    }
    let absolute = whole.starts_with('/');
    let mut steps: Vec<&str> = Vec::new();
    for step in whole.split('/') {
        match step {
            "" | "." => {}
            ".." if steps.last().is_some_and(|last| *last != "..") => {
                steps.pop();
            }
            ".." if absolute => {}
            step => steps.push(step),
        }
    }
    let joined = steps.join("/");
    Ok(match (absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
    .into())
}
