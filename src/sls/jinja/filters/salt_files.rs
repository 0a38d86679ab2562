//! Salt's filters that read the machine: files, programs, users, names.

use std::net::ToSocketAddrs;
use std::path::{Path, PathBuf};

use super::{Table, digest};
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::{MAX_ITEMS, Vm, salt};

pub(super) const TABLE: Table = &[
    ("file_hashsum", hashsum),
    ("is_text_file", |_, value, _| Ok(Py::Bool(beginning(&value)?.is_some_and(|bytes| is_text(&bytes))))),
    ("is_bin_file", |_, value, _| Ok(Py::Bool(beginning(&value)?.is_some_and(|bytes| !is_text(&bytes))))),
    ("is_empty", |_, value, _| {
        let size = std::fs::metadata(value.text()?).map(|found| found.len());
        Ok(Py::Bool(size.is_ok_and(|size| size == 0)))
    }),
    ("list_files", list_files),
    ("which", which),
    ("get_uid", user_id),
    ("dns_check", dns_check),
    ("http_query", |vm, value, mut args| {
        args.pos.insert(0, value);
        salt::call(vm, "http.query", args)
    }),
    ("mysql_to_dict", |_, _, _| {
        Err(Raise::new("the filter mysql_to_dict is not supported: there is no MySQL client here"))
    }),
];

fn hashsum(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [kind] = args.bind("file_hashsum", ["form"])?;
    let kind = kind.map_or(Ok("sha256".to_owned()), |kind| kind.text())?;
    let path = value.text()?;
    let bytes =
        std::fs::read(&path).map_err(|error| Raise::new(format!("{path} cannot be read: {error}")))?;
    digest::hex(&kind, &bytes).map(Py::from)
}

/// The first bytes of a file; none if it is not a readable file.
fn beginning(value: &Py) -> Outcome<Option<Vec<u8>>> {
    use std::io::Read;
    let Some(path) = value.defined()?.as_str() else {
        return Err(Raise::new(format!("a path is needed, not '{}'", value.type_name())));
    };
    let read = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(512).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    Ok(read().ok())
}

/// True when no byte is 0 and almost none is a control character or beyond ASCII, unless it is UTF-8.
fn is_text(bytes: &[u8]) -> bool {
    if bytes.contains(&0) {
        return false;
    }
    let odd = bytes.iter().filter(|byte| !matches!(byte, 0x20..=0x7e | b'\n' | b'\r' | b'\t' | 0x08)).count();
    std::str::from_utf8(bytes).is_ok() || odd * 10 <= bytes.len() * 3
}

/// The path itself, everything below it, and the targets of links there.
fn list_files(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let mut found = vec![PathBuf::from(value.text()?)];
    let mut at = 0;
    while let Some(path) = found.get(at).cloned() {
        at += 1;
        if found.len() > MAX_ITEMS / 10 {
            return Err(Raise::new("there are too many files"));
        }
        if path.is_dir() && !(at > 1 && path.is_symlink()) {
            let entries = std::fs::read_dir(&path).map_err(Raise::new)?;
            found.extend(entries.filter_map(Result::ok).map(|entry| entry.path()));
        }
    }
    Ok(Py::list(found.iter().map(|path| path.display().to_string().into()).collect()))
}

/// The directories of programs, if no function of the machine gives them.
const PROGRAM_DIRS: &[&str] =
    &["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/// The path of a program.
fn which(vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let name = value.text()?;
    if name.is_empty() {
        return Ok(Py::None);
    }
    if name.contains('/') {
        return Ok(if is_program(Path::new(&name)) { name.into() } else { Py::None });
    }
    if let Some(functions) = vm.context.functions.filter(|functions| functions.has("cmd.which")) {
        let found = functions.call("cmd.which", vec![name.into()], model::Map::new());
        return found.map(Py::from).map_err(|error| Raise::new(error.message));
    }
    let found = PROGRAM_DIRS.iter().map(|dir| Path::new(dir).join(&name)).find(|path| is_program(path));
    Ok(found.map_or(Py::None, |path| path.display().to_string().into()))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

fn user_id(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let name = value.text()?;
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut rows = users.lines().map(|line| line.split(':'));
    let id = rows.find_map(|mut fields| {
        (fields.next()? == name).then(|| fields.nth(1)).flatten().and_then(|id| id.parse().ok())
    });
    Ok(id.map_or(Py::None, Py::Int))
}

/// The first address of a host.
fn dns_check(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [port, _safe, six] = args.bind("dns_check", ["port", "safe", "ipv6"])?;
    let port = port.and_then(|port| port.as_int()).and_then(|port| u16::try_from(port).ok());
    let port = port.ok_or_else(|| Raise::new("dns_check() is missing its argument 'port'"))?;
    let six = six.filter(|six| !matches!(six, Py::None)).map(|six| six.truth()).transpose()?;
    let host = value.text()?;
    let found = (host.as_str(), port)
        .to_socket_addrs()
        .map_err(|error| Raise::new(format!("the name '{host}' cannot be resolved: {error}")))?
        .find(|address| six.is_none_or(|six| address.is_ipv6() == six));
    match found {
        Some(address) if address.is_ipv6() => Ok(format!("[{}]", address.ip()).into()),
        Some(address) => Ok(address.ip().to_string().into()),
        None => Err(Raise::new(format!("the name '{host}' has no such address"))),
    }
}
