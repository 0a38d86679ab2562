//! The files that are old or large enough.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::Call;
use crate::file::text::{Flags, Pattern};
use machine::file::{self, FileKind, Stat};
use machine::text;
use model::chain;

const DAY: f64 = 86_400.0;

/// Deeper than any real tree.
const MAX_DEPTH: usize = 256;

/// The conditions of the arguments.
pub(super) struct Rules {
    matches: Vec<Pattern>,
    exclude: Vec<Pattern>,
    whole_path: bool,
    age: f64,
    size: f64,
    needs_both: bool,
    only: Option<String>,
    time: String,
    links: bool,
    directories: bool,
    now: SystemTime,
}

/// A walk of the directory.
struct Visit {
    /// Other file systems, which are left as they are.
    mounts: Vec<PathBuf>,
    chosen: Vec<PathBuf>,
}

impl Rules {
    pub fn read(call: &Call<'_>) -> Result<Self, String> {
        let fields = call.fields;
        if fields.boolean("followlinks") == Some(true) {
            return Err("followlinks is not supported: links are not followed".to_owned());
        }
        let patterns = |name: &str| -> Result<Vec<Pattern>, String> {
            let texts = fields.texts(name).unwrap_or_default();
            texts
                .iter()
                .map(|text| Pattern::new(text, Flags::default()).map_err(|error| error.to_string()))
                .collect()
        };
        let size = fields.text("size").unwrap_or_default();
        Ok(Self {
            matches: patterns("matches")?,
            exclude: patterns("exclude")?,
            whole_path: fields.boolean("full_path_match").unwrap_or(false),
            age: fields.number("age").unwrap_or(0.0),
            size: bytes(&size).ok_or_else(|| format!("Invalid value '{size}' for size"))?,
            needs_both: fields
                .text("age_size_logical_operator")
                .is_some_and(|it| it.eq_ignore_ascii_case("and")),
            only: fields.text("age_size_only"),
            time: fields.text("time_comparison").unwrap_or_default(),
            links: fields.boolean("rmlinks").unwrap_or(true),
            directories: fields.boolean("rmdirs").unwrap_or(false),
            now: call.context.services.now(),
        })
    }

    /// The paths to remove, the contents of a directory before it.
    pub fn choose(&self, root: &Path) -> Result<Vec<PathBuf>, String> {
        let root_itself = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let mounts = file::mounts_below(&root_itself).map_err(|error| chain(&error))?;
        let mounts =
            mounts.iter().filter_map(|point| Some(root.join(point.strip_prefix(&root_itself).ok()?)));
        let mut visit = Visit { mounts: mounts.collect(), chosen: vec![] };
        self.level(root, 0, &mut visit)?;
        Ok(visit.chosen)
    }

    /// True if nothing in the directory stays.
    fn level(&self, directory: &Path, depth: usize, visit: &mut Visit) -> Result<bool, String> {
        let failed = |error: std::io::Error| format!("'{}' cannot be read: {error}", directory.display());
        let entries: Result<Vec<_>, _> = std::fs::read_dir(directory).map_err(failed)?.collect();
        let mut paths: Vec<PathBuf> = entries.map_err(failed)?.iter().map(std::fs::DirEntry::path).collect();
        paths.sort();
        let mut all_go = true;
        for path in paths {
            if visit.mounts.contains(&path) {
                all_go = false;
                continue;
            }
            let Some(stat) = Stat::find_link(&path).map_err(|error| error.to_string())? else { continue };
            if stat.kind == FileKind::Directory {
                let empty = depth < MAX_DEPTH && self.level(&path, depth + 1, visit)?;
                if empty && self.directories && self.is_meant(&path) {
                    visit.chosen.push(path);
                } else {
                    all_go = false;
                }
            } else if self.goes(&path, &stat) {
                visit.chosen.push(path);
            } else {
                all_go = false;
            }
        }
        Ok(all_go)
    }

    fn is_meant(&self, path: &Path) -> bool {
        let name = text::of_path(path.file_name().unwrap_or_default());
        let text = if self.whole_path { text::of_path(path) } else { name };
        let matched = self.matches.is_empty() || self.matches.iter().any(|it| it.begins(&text));
        matched && !self.exclude.iter().any(|it| it.begins(&text))
    }

    fn goes(&self, path: &Path, stat: &Stat) -> bool {
        let is_link = stat.kind == FileKind::Link;
        if (is_link && !self.links) || !self.is_meant(path) {
            return false;
        }
        #[expect(clippy::cast_precision_loss, reason = "sizes and times beyond 2^53 do not occur")]
        let (size, then) = {
            let metadata = &stat.metadata;
            let then = match self.time.as_str() {
                "mtime" => metadata.mtime(),
                "ctime" => metadata.ctime(),
                _ => metadata.atime(),
            };
            (if is_link { 0.0 } else { metadata.len() as f64 }, then as f64)
        };
        let now = self.now.duration_since(UNIX_EPOCH).map(|now| now.as_secs_f64()).unwrap_or_default();
        let old = (now - then) / DAY >= self.age;
        let large = size >= self.size;
        match self.only.as_deref() {
            Some("age") => old,
            Some("size") => large,
            _ if self.needs_both => old && large,
            _ => old || large,
        }
    }
}

/// A number of bytes, or with `k`, `m`, `g` or `t`.
fn bytes(text: &str) -> Option<f64> {
    let text = text.trim().to_lowercase();
    let text = text.trim_end_matches('b');
    if text.is_empty() {
        return Some(0.0);
    }
    let power = match text.chars().last()? {
        'k' => 1,
        'm' => 2,
        'g' => 3,
        't' => 4,
        _ => 0,
    };
    let digits = if power > 0 { &text[..text.len() - 1] } else { text };
    Some(digits.trim().parse::<f64>().ok()? * 1024_f64.powi(power))
}
