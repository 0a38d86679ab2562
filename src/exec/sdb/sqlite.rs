//! `sdb://profile/key` of the driver `sqlite3`: a table of keys and values, each value as MessagePack.
//!
//! Laws: the database is opened only for reading, whatever `get_query` says. A missing database, table or key is
//! `None`, as in Salt, which would create the first two. Values are hidden in all output. See
//! <https://docs.saltproject.io/en/3007/ref/sdb/all/salt.sdb.sqlite3.html> and
//! <https://github.com/msgpack/msgpack/blob/master/spec.md>.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use crate::call::{Bound, CallError};
use model::{Key, Map, Value, python, secret};

/// The table if the profile names none.
const TABLE: &str = "sdb";

/// Deeper values than this are refused.
const MAX_DEPTH: usize = 64;

/// The value of a key.
pub(super) fn get(bound: &Bound, (profile, key): (&Map, &str)) -> Result<Value, CallError> {
    let text = |name: &str| profile.get(name).map(python::text);
    let path = text("database").ok_or_else(|| bound.fails("the profile names no 'database'"))?;
    if !Path::new(&path).exists() {
        return Ok(Value::Null);
    }
    let query = text("get_query").unwrap_or_else(|| {
        let table = text("table").unwrap_or_else(|| TABLE.to_owned());
        format!("SELECT value FROM \"{}\" WHERE key=:key", table.replace('"', "\"\""))
    });
    let failed = |error: rusqlite::Error| bound.fails(format!("'{path}': {error}"));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(&path, flags).map_err(failed)?;
    let mut statement = match database.prepare(&query) {
        Err(error) if error.to_string().contains("no such table") => return Ok(Value::Null),
        prepared => prepared.map_err(failed)?,
    };
    if let Some(place) = statement.parameter_index(":key").map_err(failed)? {
        statement.raw_bind_parameter(place, key).map_err(failed)?;
    }
    let mut rows = statement.raw_query();
    let Some(row) = rows.next().map_err(failed)? else { return Ok(Value::Null) };
    let ValueRef::Blob(bytes) = row.get_ref(0).map_err(failed)? else {
        return Err(bound.fails(format!("the value of '{key}' is no MessagePack")));
    };
    let mut rest = bytes;
    let value = unpacked(&mut rest, 0).filter(|_| rest.is_empty());
    let value = value.ok_or_else(|| bound.fails(format!("the value of '{key}' is no MessagePack")))?;
    hide(&value);
    Ok(value)
}

/// Every text in it is a secret.
fn hide(value: &Value) {
    match value {
        Value::Str(text) => secret::hide(text),
        Value::List(list) => list.iter().for_each(hide),
        Value::Map(map) => map.values().for_each(hide),
        _ => {}
    }
}

/// The next value; none for bytes that are not MessagePack, and for a program's own types.
fn unpacked(rest: &mut &[u8], depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    let &[head] = taken(rest, 1)? else { return None };
    match head {
        0x00..=0x7f => Some(Value::Int(i64::from(head))),
        0x80..=0x8f => map(rest, usize::from(head & 0x0f), depth),
        0x90..=0x9f => list(rest, usize::from(head & 0x0f), depth),
        0xa0..=0xbf => text(rest, usize::from(head & 0x1f)),
        0xc0 => Some(Value::Null),
        0xc2 => Some(Value::Bool(false)),
        0xc3 => Some(Value::Bool(true)),
        0xc4..=0xc6 => {
            let length = length(rest, 1 << (head - 0xc4))?;
            text(rest, length)
        }
        0xca => Some(Value::Float(f64::from(f32::from_be_bytes(taken(rest, 4)?.try_into().ok()?)))),
        0xcb => Some(Value::Float(f64::from_be_bytes(taken(rest, 8)?.try_into().ok()?))),
        0xcc..=0xcf => Some(Value::Int(i64::try_from(unsigned(rest, 1 << (head - 0xcc))?).ok()?)),
        0xd0..=0xd3 => {
            let width = 1usize << (head - 0xd0);
            let shift = 64 - 8 * u32::try_from(width).ok()?;
            Some(Value::Int((unsigned(rest, width)? << shift).cast_signed() >> shift))
        }
        0xd9..=0xdb => {
            let length = length(rest, 1 << (head - 0xd9))?;
            text(rest, length)
        }
        0xdc | 0xdd => {
            let length = length(rest, 2 << (head - 0xdc))?;
            list(rest, length, depth)
        }
        0xde | 0xdf => {
            let length = length(rest, 2 << (head - 0xde))?;
            map(rest, length, depth)
        }
        0xe0..=0xff => Some(Value::Int(i64::from(head.cast_signed()))),
        _ => None,
    }
}

fn taken<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (first, others) = rest.split_at_checked(length)?;
    *rest = others;
    Some(first)
}

fn unsigned(rest: &mut &[u8], width: usize) -> Option<u64> {
    Some(taken(rest, width)?.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte)))
}

fn length(rest: &mut &[u8], width: usize) -> Option<usize> {
    usize::try_from(unsigned(rest, width)?).ok()
}

fn text(rest: &mut &[u8], length: usize) -> Option<Value> {
    Some(std::str::from_utf8(taken(rest, length)?).ok()?.into())
}

fn list(rest: &mut &[u8], length: usize, depth: usize) -> Option<Value> {
    (0..length).map(|_| unpacked(rest, depth + 1)).collect::<Option<Vec<Value>>>().map(Value::List)
}

fn map(rest: &mut &[u8], length: usize, depth: usize) -> Option<Value> {
    let mut map = Map::new();
    for _ in 0..length {
        let key = key(unpacked(rest, depth + 1)?)?;
        map.insert(key, unpacked(rest, depth + 1)?);
    }
    Some(Value::Map(map))
}

fn key(value: Value) -> Option<Key> {
    match value {
        Value::Str(text) => Some(Key::Str(text)),
        Value::Int(number) => Some(Key::Int(number)),
        Value::Bool(truth) => Some(Key::Bool(truth)),
        Value::Float(number) => Some(Key::Float(number)),
        Value::Null => Some(Key::Null),
        Value::List(_) | Value::Map(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(bytes: &[u8]) -> Option<serde_json::Value> {
        let mut rest = bytes;
        unpacked(&mut rest, 0).filter(|_| rest.is_empty()).map(|value| value.to_json())
    }

    /// The bytes that Python's `msgpack.packb` writes.
    #[test]
    fn what_python_packs_is_read() {
        for (bytes, expected) in [
            (
                &b"\x83\xa1a\x01\xa1b\x93\x01\xcb?\xf8\x00\x00\x00\x00\x00\x00\xc0\xa1c\x81\xa1d\xc3"[..],
                json!({"a": 1, "b": [1, 1.5, null], "c": {"d": true}}),
            ),
            (b"\xff", json!(-1)),
            (b"\xd0\x80", json!(-128)),
            (b"\xd1\xff\x7f", json!(-129)),
            (b"\xd2\xff\xfe\xee\x90", json!(-70000)),
            (b"\xd3\xff\xff\xff\xfe\xd5\xfa\x0e\x00", json!(-5_000_000_000_i64)),
            (b"\xcc\xc8", json!(200)),
            (b"\xcd\x03\xe8", json!(1000)),
            (b"\xce\x00\x01\x11p", json!(70000)),
            (b"\xa5gr\xc3\xbcn", json!("gr\u{fc}n")),
            (b"\xc4\x02hi", json!("hi")),
            (b"\xdc\x00\x01\xc2", json!([false])),
            (b"\xde\x00\x01\xa1k\xa1v", json!({"k": "v"})),
        ] {
            assert_eq!(read(bytes), Some(expected), "{bytes:x?}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let deep = vec![0x91; 100];
        for bytes in [
            &b""[..],
            b"\xa5ab",
            b"\x01\x01",
            b"\xc1",
            b"\xd4\x01\x02",
            b"\xdd\xff\xff\xff\xff",
            b"\xa1\xff",
            &deep,
        ] {
            assert_eq!(read(bytes), None, "{bytes:x?}");
        }
    }

    fn answer(profile: serde_json::Value, key: &str) -> Result<serde_json::Value, String> {
        let profile = Value::from(profile).as_map().cloned().unwrap();
        get(&Bound::default(), (&profile, key))
            .map(|value| value.to_json())
            .map_err(|error| error.to_string())
    }

    /// A database in the form of Salt's `sdb.set`.
    #[test]
    fn values_are_read_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sdb.sqlite");
        let database = Connection::open(&path).unwrap();
        database
            .execute_batch(
                "CREATE TABLE \"sdb\" (key text, value blob); CREATE UNIQUE INDEX \"sdb_idx\" ON \"sdb\" (key);
                 INSERT INTO sdb VALUES ('password', x'a6733363723374'); INSERT INTO sdb VALUES ('plain', 'text');
                 CREATE TABLE other (a text, d blob); INSERT INTO other VALUES ('k', x'81a16101');",
            )
            .unwrap();
        let before = std::fs::read(&path).unwrap();
        let notes = folder.path().join("notes");
        std::fs::write(&notes, "no database, but a text of some length\n".repeat(20)).unwrap();
        let advanced = json!({"database": path, "get_query": "SELECT d FROM other WHERE a=:key"});
        for (profile, key, expected) in [
            (json!({"database": path}), "password", json!("s3cr3t")),
            (json!({"database": path}), "nosuch", json!(null)),
            (json!({"database": path}), "' OR 1=1 --", json!(null)),
            (json!({"database": path, "table": "nosuch"}), "password", json!(null)),
            (json!({"database": folder.path().join("nosuch")}), "password", json!(null)),
            (advanced, "k", json!({"a": 1})),
        ] {
            assert_eq!(answer(profile.clone(), key), Ok(expected), "{profile} {key}");
        }
        for (profile, key, said) in [
            (json!({}), "password", "no 'database'"),
            (json!({"database": path}), "plain", "no MessagePack"),
            (json!({"database": path, "get_query": "DELETE FROM sdb"}), "password", "readonly"),
            (json!({"database": notes}), "password", "not a database"),
        ] {
            let refused = answer(profile, key).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
        assert_eq!(std::fs::read(&path).unwrap(), before);
        assert!(!folder.path().join("nosuch").exists());
    }
}
