//! The notation of an argument in an SLS, and its form in the API.
//!
//! An SLS may use the notation of Docker's command line (`8080:80/tcp`, `512m`, `name=value`), or that of the API. Laws: a value
//! gets the form that the API documents. A value that cannot be read is refused with a reason before anything is done.
//!
//! See <https://docs.docker.com/reference/api/engine/version/v1.47/#tag/Container/operation/ContainerCreate>.

use serde_json::{Map as Object, Value as Json, json};

use super::super::read;
use super::{parts, ports};
use machine::process;
use model::{Value, python};

/// The notation of an argument.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    /// Text.
    Text,
    /// An absolute path.
    Path,
    /// A number; 0 means that it is not set.
    Integer,
    /// A number for which 0 is a value too.
    Exact,
    /// A number; 0 and below mean that there is no limit.
    Limit,
    /// `True` or `False`.
    Boolean,
    /// Bytes: `512m`.
    Bytes,
    /// A command line, or its words.
    Command,
    /// Words in any order.
    Words,
    /// Words whose order matters.
    Ordered,
    /// Capabilities, with or without `CAP_`.
    Capabilities,
    /// Options of the kernel's security modules.
    Security,
    /// IP addresses whose order matters.
    Addresses,
    /// `host:address`.
    Hosts,
    /// `name=value`, as a list in the API.
    Environment,
    /// `name=value`, or names alone.
    Labels,
    /// Keys and values with this separator.
    Table(char),
    /// Ports of the container.
    Ports,
    /// Ports of the container on the host.
    Published,
    /// Absolute paths, as keys.
    Volumes,
    /// `source:path:mode`.
    Binds,
    /// `container:alias`.
    Links,
    /// `path:path:permissions`.
    Devices,
    /// `path:weight`.
    Weights,
    /// `path:bytes`.
    Speeds,
    /// `path:number`.
    Rates,
    /// `policy:count`.
    Restart,
    /// `name=soft:hard`.
    Ulimits,
    /// The owner of the namespace: `host`, `container:name`.
    Mode,
    /// An address of the link layer.
    Hardware,
    /// A health check.
    Health,
    /// The form of the API.
    Raw,
}

impl Form {
    /// The form of the API.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn read(self, value: &Value, checks_addresses: bool) -> Result<Json, String> {
        let text = || python::text(value);
        match self {
            Self::Text | Self::Mode | Self::Hardware => Ok(text().into()),
            Self::Path => absolute(text()).map(Json::from),
            Self::Integer | Self::Exact | Self::Limit => integer(value).map(Json::from),
            Self::Boolean => Ok(value.is_truthy().into()),
            Self::Bytes => bytes(value).map(Json::from),
            Self::Command => command(value),
            Self::Words | Self::Ordered | Self::Capabilities | Self::Security => {
                Ok(read::words(value).into())
            }
            Self::Addresses => addresses(value, checks_addresses),
            Self::Hosts => hosts(value, checks_addresses),
            Self::Environment => environment(value),
            Self::Labels => {
                let pairs = read::pairs(value, '=').into_iter();
                Ok(pairs.map(|(key, value)| (key, Json::from(value.unwrap_or_default()))).collect())
            }
            Self::Table(mark) => pairs(value, mark).map(|pairs| {
                pairs
                    .into_iter()
                    .map(|(key, value)| (key, Json::from(value)))
                    .collect::<Object<_, _>>()
                    .into()
            }),
            Self::Ports => ports::exposed(value),
            Self::Published => ports::published(value, checks_addresses),
            Self::Volumes => {
                let each = read::words(value).into_iter().map(|path| Ok((absolute(path)?, json!({}))));
                each.collect::<Result<Object<_, _>, String>>().map(Json::Object)
            }
            Self::Binds => parts::binds(value),
            Self::Links => {
                let mut links = pairs(value, ':')?;
                links.sort();
                Ok(links.into_iter().map(|(name, alias)| format!("{name}:{alias}")).collect())
            }
            Self::Devices => parts::devices(value),
            Self::Weights => parts::measured(value, "Weight", integer),
            Self::Speeds => parts::measured(value, "Rate", bytes),
            Self::Rates => parts::measured(value, "Rate", integer),
            Self::Restart => parts::restart(value),
            Self::Ulimits => parts::ulimits(value),
            Self::Health => parts::health(value),
            Self::Raw => Ok(value.to_json()),
        }
    }
}

/// An absolute path.
pub(super) fn absolute(path: String) -> Result<String, String> {
    if path.starts_with('/') { Ok(path) } else { Err(format!("'{path}' is not an absolute path")) }
}

/// A whole number, quoted or not.
pub(super) fn integer(value: &Value) -> Result<i64, String> {
    let text = python::text(value);
    match value {
        Value::Int(number) => Ok(*number),
        Value::Bool(truth) => Ok(i64::from(*truth)),
        _ => text.trim().parse().map_err(|_| format!("'{text}' is not an integer")),
    }
}

/// A number of bytes: `1073741824`, `512m`, `1.5gb`.
pub(super) fn bytes(value: &Value) -> Result<i64, String> {
    let text = python::text(value);
    let lower = text.trim().to_lowercase();
    if let Ok(number) = lower.parse() {
        return Ok(number);
    }
    let short = lower.strip_suffix('b').filter(|it| it.ends_with(|last: char| last.is_ascii_alphabetic()));
    let number = short.unwrap_or(&lower);
    let unit = ["b", "k", "m", "g", "t"].iter().position(|unit| number.ends_with(unit));
    let size = unit.and_then(|at| {
        let count: f64 = number[..number.len() - 1].trim().parse().ok()?;
        #[expect(clippy::cast_possible_truncation, reason = "a part of a byte is none")]
        let size = (count * f64::from(1024_u32).powi(i32::try_from(at).ok()?)) as i64;
        Some(size)
    });
    size.ok_or_else(|| format!("'{text}' is no size: write a number of bytes, or one with b, k, m, g or t"))
}

/// Pairs that must have values.
pub(super) fn pairs(value: &Value, mark: char) -> Result<Vec<(String, String)>, String> {
    let each = read::pairs(value, mark).into_iter();
    each.map(|(key, value)| match value {
        Some(value) => Ok((key, value)),
        None => Err(format!("'{key}' is not a key{mark}value pair")),
    })
    .collect()
}

fn command(value: &Value) -> Result<Json, String> {
    if let Value::List(words) = value {
        return Ok(words.iter().map(python::text).collect());
    }
    let text = python::text(value);
    let words =
        process::split(&text).ok_or_else(|| format!("'{text}' has a quotation that is not closed"))?;
    Ok(words.into())
}

fn is_address(text: &str) -> bool {
    text.parse::<std::net::IpAddr>().is_ok()
}

/// Refuses an invalid IP address, if addresses are checked.
pub(super) fn address(text: &str, is_checked: bool) -> Result<(), String> {
    match is_checked && !is_address(text) {
        true => Err(format!("'{text}' is not a valid IP address")),
        false => Ok(()),
    }
}

fn addresses(value: &Value, is_checked: bool) -> Result<Json, String> {
    let words = read::words(value);
    words.iter().try_for_each(|word| address(word, is_checked))?;
    Ok(words.into())
}

/// `host-gateway` is a word of the engine for an address that it knows.
fn hosts(value: &Value, is_checked: bool) -> Result<Json, String> {
    let mut hosts = pairs(value, ':')?;
    hosts.sort();
    hosts.iter().try_for_each(|(_, to)| address(to, is_checked && to != "host-gateway"))?;
    Ok(hosts.into_iter().map(|(host, address)| format!("{host}:{address}")).collect())
}

/// A name without a value removes the variable of the image.
fn environment(value: &Value) -> Result<Json, String> {
    let of_map = |value: &Value| -> Vec<String> {
        let each = value.as_map().into_iter().flat_map(|map| map.iter());
        each.map(|(key, value)| match value {
            Value::Null => key.to_string(),
            value => format!("{key}={}", python::text(value)),
        })
        .collect()
    };
    let mut all = vec![];
    match value {
        Value::Map(_) => all = of_map(value),
        Value::List(list) => {
            for each in list {
                match each {
                    Value::Map(_) => all.extend(of_map(each)),
                    other => {
                        // Commas belong to the value here.
                        let list = Value::List(vec![other.clone()]);
                        all.extend(pairs(&list, '=')?.into_iter().map(|(key, it)| format!("{key}={it}")));
                    }
                }
            }
        }
        other => all.extend(pairs(other, '=')?.into_iter().map(|(key, it)| format!("{key}={it}"))),
    }
    Ok(all.into())
}
