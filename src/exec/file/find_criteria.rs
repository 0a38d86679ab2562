//! The criteria of `file.find`, and the facts that it returns of each path.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.file.html#salt.modules.file.find>.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use machine::account;
use machine::file::{self, Algorithm, FileKind, Stat};
use model::pattern::{Flags, Pattern};
use model::{Map, Value, glob, python};

/// A path and its file: links are followed, if they lead anywhere.
pub(super) struct Found<'p> {
    path: &'p Path,
    name: String,
    stat: Stat,
}

impl<'p> Found<'p> {
    pub(super) fn at(path: &'p Path) -> Option<Self> {
        let stat = Stat::of(path).or_else(|_| Stat::of_link(path)).ok()?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Some(Self { path, name, stat })
    }
}

/// A size or an age: at least, at most, or exactly about.
#[derive(Clone, Copy)]
struct Range {
    from: f64,
    to: f64,
}

/// All criteria of a call.
pub(super) struct Criteria {
    pub(super) mindepth: usize,
    pub(super) maxdepth: Option<usize>,
    names: Vec<(String, bool)>,
    paths: Vec<Pattern>,
    kinds: String,
    owners: Option<Vec<String>>,
    groups: Option<Vec<String>>,
    size: Option<Range>,
    age: Option<Range>,
    now: f64,
    grep: Option<Pattern>,
    print: Vec<String>,
}

impl Criteria {
    /// Reads them; `clock` is the base of "a day ago".
    pub(super) fn of(named: &Map, clock: fn() -> jiff::Zoned) -> Result<Self, String> {
        let text = |name: &str| named.get(name).map(python::text);
        let depth = |name: &str| text(name).map(|depth| depth.parse().map_err(|_| bad(name, &depth)));
        let list =
            |name: &str| text(name).map(|all| all.split(',').map(|one| one.trim().to_owned()).collect());
        let kinds = text("type").unwrap_or_default().replace(',', "");
        if let Some(kind) = kinds.chars().find(|kind| !"bcdflps".contains(*kind)) {
            return Err(format!("invalid file type \"{kind}\""));
        }
        let mut paths = vec![];
        for (name, ignore_case) in [("regex", false), ("iregex", true)] {
            if let Some(pattern) = text(name) {
                let anchored = Pattern::at_start(&pattern, Flags { ignore_case, ..Flags::default() });
                paths.push(anchored.map_err(|_| format!("invalid regular expression: \"{pattern}\""))?);
            }
        }
        let grep = text("grep")
            .map(|it| Pattern::new(&it, Flags::default()).map_err(|_| bad("grep", &it)))
            .transpose()?;
        Ok(Self {
            mindepth: depth("mindepth").transpose()?.unwrap_or(0),
            maxdepth: depth("maxdepth").transpose()?,
            names: [("name", false), ("iname", true)]
                .into_iter()
                .filter_map(|(word, folds)| Some((text(word)?, folds)))
                .collect(),
            paths,
            kinds,
            owners: list("owner").or_else(|| list("user")),
            groups: list("group"),
            size: text("size").map(|it| range(&it, SIZES).ok_or_else(|| bad("size", &it))).transpose()?,
            age: text("mtime").map(|it| range(&it, TIMES).ok_or_else(|| bad("mtime", &it))).transpose()?,
            now: clock().timestamp().as_duration().as_secs_f64(),
            grep,
            print: list("print").unwrap_or_else(|| vec!["path".to_owned()]),
        })
    }

    pub(super) fn fits(&self, found: &Found<'_>) -> bool {
        let whole = found.path.display().to_string();
        let is_named = self.names.iter().all(|(pattern, folds)| match folds {
            true => glob::is_match(&pattern.to_lowercase(), &found.name.to_lowercase()),
            false => glob::is_match(pattern, &found.name),
        });
        let of = &found.stat;
        let is_of = |names: &Option<Vec<String>>, name: String, number: u32| {
            let number = number.to_string();
            names.as_ref().is_none_or(|names| names.iter().any(|one| *one == name || *one == number))
        };
        is_named
            && self.paths.iter().all(|regex| regex.is_in(&whole))
            && (self.kinds.is_empty() || self.kinds.contains(letter(of.kind)))
            && is_of(&self.owners, account::user_name(of.uid), of.uid)
            && is_of(&self.groups, account::group_name(of.gid), of.gid)
            && self.size.is_none_or(|size| size.holds(as_float(of.metadata.size())))
            && self.age.is_none_or(|age| age.holds(self.now - mtime(of)))
            && self.grep.as_ref().is_none_or(|regex| greps(found.path, regex))
    }

    /// The facts of `print`: one datum, or a list of several.
    pub(super) fn shown(&self, found: &Found<'_>) -> Option<Value> {
        let mut all: Vec<Value> = self.print.iter().map(|word| aspect(word, found)).collect();
        if all.len() == 1 { all.pop() } else { Some(Value::List(all)) }
    }
}

impl Range {
    fn holds(self, amount: f64) -> bool {
        (self.from..=self.to).contains(&amount)
    }
}

const SIZES: &[(char, f64)] =
    &[('b', 1.0), ('k', 1024.0), ('m', 1_048_576.0), ('g', 1_073_741_824.0), ('t', 1_099_511_627_776.0)];
const TIMES: &[(char, f64)] = &[('w', 604_800.0), ('d', 86_400.0), ('h', 3600.0), ('m', 60.0), ('s', 1.0)];

/// `+10k`: at least; `-10k`: at most. Bare, a size is at least itself and less than one unit more, and a time at least itself.
fn range(text: &str, units: &[(char, f64)]) -> Option<Range> {
    let (sign, amounts) = match text.chars().next()? {
        sign @ ('+' | '-') => (Some(sign), &text[1..]),
        _ => (None, text),
    };
    let (mut total, mut digits, mut last) = (0.0, String::new(), 1.0);
    let unit = |letter: char| units.iter().find(|(known, _)| *known == letter.to_ascii_lowercase());
    for letter in amounts.chars() {
        if letter.is_ascii_digit() || letter == '.' {
            digits.push(letter);
            continue;
        }
        last = unit(letter)?.1;
        total += digits.parse::<f64>().ok()? * last;
        digits.clear();
    }
    if !digits.is_empty() {
        last = 1.0;
        total += digits.parse::<f64>().ok()?;
    }
    let is_time = units.iter().any(|(letter, _)| *letter == 'w');
    Some(match sign {
        Some('-') => Range { from: f64::MIN, to: total },
        None if !is_time && total > 0.0 => Range { from: total, to: total + last - 1.0 },
        None if !is_time => Range { from: 0.0, to: 0.0 },
        _ => Range { from: total, to: f64::MAX },
    })
}

fn bad(name: &str, value: &str) -> String {
    format!("invalid {name} \"{value}\"")
}

#[expect(clippy::cast_precision_loss, reason = "sizes are compared roughly")]
fn as_float(number: u64) -> f64 {
    number as f64
}

fn mtime(stat: &Stat) -> f64 {
    let seconds = stat.metadata.mtime();
    if seconds < 0 { 0.0 } else { as_float(seconds.unsigned_abs()) }
}

fn letter(kind: FileKind) -> char {
    match kind {
        FileKind::File => 'f',
        FileKind::Directory => 'd',
        FileKind::Link => 'l',
        FileKind::Pipe => 'p',
        FileKind::Socket => 's',
        FileKind::Block => 'b',
        FileKind::Character => 'c',
    }
}

fn greps(path: &Path, pattern: &Pattern) -> bool {
    let text = if path.is_file() { file::read(path).unwrap_or_default() } else { vec![] };
    String::from_utf8_lossy(&text).lines().any(|line| pattern.is_in(line))
}

fn aspect(word: &str, found: &Found<'_>) -> Value {
    let of = &found.stat;
    match word {
        "name" => found.name.as_str().into(),
        "size" => Value::Int(i64::try_from(of.metadata.size()).unwrap_or(i64::MAX)),
        "type" => letter(of.kind).to_string().into(),
        "user" | "owner" => account::user_name(of.uid).into(),
        "group" => account::group_name(of.gid).into(),
        "mode" => of.mode_text().into(),
        "mtime" => Value::Int(of.metadata.mtime()),
        "md5" => file::digest(found.path, Algorithm::Md5).map_or(Value::Null, Value::from),
        _ => found.path.display().to_string().into(),
    }
}
