//! `file_tree`: directories of files as nested mappings, by node group and by minion ID.
//!
//! See <https://docs.saltproject.io/en/3007/ref/pillar/all/salt.pillar.file_tree.html>.

use std::path::Path;

use super::SourceContext;
use crate::matcher::MatchKind;
use crate::render::Template;
use model::{Key, Map, Problem, Problems, Value, glob};

/// Nobody writes deeper trees; a link may lead in a circle.
const MAX_DEPTH: usize = 32;

/// The options of a tree.
const OPTIONS: &[&str] = &[
    "root_dir",
    "follow_dir_links",
    "debug",
    "keep_newline",
    "render_default",
    "renderer_blacklist",
    "renderer_whitelist",
    "template",
];

/// The configuration of one tree.
struct Options<'a> {
    follows_links: bool,
    keeps_newline: Choice,
    renders: bool,
    render_default: Option<String>,
    around: &'a SourceContext<'a>,
}

/// All files, none, or those whose path matches a pattern.
enum Choice {
    All(bool),
    Fitting(Vec<String>),
}

impl Choice {
    fn read(value: Option<&Value>) -> Self {
        match value {
            Some(Value::List(list)) => {
                Self::Fitting(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            other => Self::All(other.and_then(Value::as_bool).unwrap_or_default()),
        }
    }

    fn holds(&self, path: &str) -> bool {
        match self {
            Self::All(truth) => *truth,
            // A file at the top counts as one of the directory '.'.
            Self::Fitting(patterns) => patterns.iter().any(|pattern| glob::is_match(pattern, path)),
        }
    }
}

/// The files below `nodegroups/GROUP` of each group of the minion, overridden by those below `hosts/ID`.
pub fn pillar(value: &Value, around: &SourceContext<'_>) -> Result<Value, Problems> {
    let none = Map::new();
    let map = value.as_map().unwrap_or(&none);
    let Some(root) = map.get("root_dir").and_then(Value::as_str) else {
        let problem = Problem::nowhere("'file_tree' of ext_pillar names no 'root_dir'");
        return Err(problem.hint("write\next_pillar:\n  - file_tree:\n      root_dir: /srv/tree").into());
    };
    if let Some(unknown) = map.keys().find(|key| !OPTIONS.contains(&key.as_str().unwrap_or_default())) {
        let problem = Problem::nowhere(format!("'file_tree' of ext_pillar has no option '{unknown}'"));
        return Err(problem.hint(format!("there are {}", OPTIONS.join(", "))).into());
    }
    let root = Path::new(root);
    if !root.is_dir() {
        tracing::warn!("'file_tree' of ext_pillar names {}, which is not a directory", root.display());
        return Ok(Value::Map(none));
    }
    let options = Options {
        follows_links: map.get("follow_dir_links").and_then(Value::as_bool).unwrap_or_default(),
        keeps_newline: Choice::read(map.get("keep_newline")),
        renders: map.get("template").and_then(Value::as_bool).unwrap_or_default(),
        render_default: map.get("render_default").and_then(Value::as_str).map(str::to_owned),
        around,
    };
    let mut problems = Problems::default();
    let mut found = Value::Map(Map::new());
    let nodegroups = around.opts.get("nodegroups").and_then(Value::as_map).unwrap_or(&none);
    for group in nodegroups.keys().filter_map(Key::as_str) {
        let dir = root.join("nodegroups").join(group);
        if dir.is_dir() && around.matcher.is_match(MatchKind::Nodegroup, group) {
            crate::pillar::merge(&mut found, options.tree(&dir, "", 0, &mut problems), false);
        }
    }
    let host = root.join("hosts").join(around.matcher.id);
    if host.is_dir() {
        crate::pillar::merge(&mut found, options.tree(&host, "", 0, &mut problems), false);
    }
    problems.or(found)
}

impl Options<'_> {
    fn tree(&self, dir: &Path, prefix: &str, depth: usize, problems: &mut Problems) -> Value {
        let mut map = Map::new();
        let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let relative = format!("{prefix}{name}");
            if path.is_dir() {
                if depth < MAX_DEPTH && (self.follows_links || !path.is_symlink()) {
                    map.insert(name.into(), self.tree(&path, &format!("{relative}/"), depth + 1, problems));
                }
                continue;
            }
            match self.file(&path, &relative) {
                Ok(Some(text)) => {
                    map.insert(name.into(), text.into());
                }
                Ok(None) => {}
                Err(more) => problems.extend(more),
            }
        }
        Value::Map(map)
    }

    /// The content of a file; none if it is not text.
    fn file(&self, path: &Path, relative: &str) -> Result<Option<String>, Problems> {
        let shown = path.display().to_string();
        let read = std::fs::read(path);
        let bytes = read.map_err(|error| Problem::nowhere(format!("{shown} cannot be read: {error}")))?;
        let Ok(mut text) = String::from_utf8(bytes) else {
            tracing::warn!("'file_tree' of ext_pillar ignores {shown}, which is not UTF-8 text");
            return Ok(None);
        };
        let seen = if relative.contains('/') { relative.to_owned() } else { format!("./{relative}") };
        if !self.keeps_newline.holds(&seen) && text.ends_with('\n') {
            text.pop();
        }
        let is_jinja = self.render_default.as_deref().is_some_and(|pipeline| pipeline.starts_with("jinja"));
        if is_jinja && self.renders {
            let template = Template { env: "base", relative, path: &shown, text: &text };
            let rendered = self.around.renderer.templates.render(&template, self.around.variables)?;
            text = rendered.text;
        }
        Ok(Some(text))
    }
}
