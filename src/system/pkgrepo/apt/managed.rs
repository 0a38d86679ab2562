//! `pkgrepo.managed` of apt.

use std::path::{Path, PathBuf};

use super::{Files, Live, called, consolidate::consolidate, current, is_ppa, known, launchpad, line};
use crate::operation::{Operations, act, refused, settled, with};
use crate::pkgrepo::{differing, failure, is_enabled, repo, would_configure};
use crate::{Call, Intent};
use machine::package::repository::Stanza;
use machine::package::repository::apt::{MAIN, PlacedSource, Source};
use model::{Map, Outcome, Value};

/// The arguments.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    /// The wanted line.
    pub source: Source,
    /// The old line, if the declaration has another suite or other components.
    written: Source,
    file: Option<PathBuf>,
    comment: Option<String>,
    cleans: bool,
    consolidates: bool,
}

impl Spec {
    /// # Errors
    /// The arguments do not fit into a line.
    pub fn of(call: &Call<'_>) -> Result<Self, String> {
        let fields = call.fields;
        if fields.has("copr") {
            return Err(failure(call, "copr is for Fedora's and Red Hat's"));
        }
        let is_enabled = is_enabled(call)?;
        let line = line(call).map_err(|why| failure(call, &why))?;
        let written = Source::parse(&line).map(|source| current(call, source)).ok_or_else(|| {
            let must = "This must be the complete repo entry as seen in the sources file";
            failure(call, &format!("Name {line} is not valid. {must}"))
        })?;
        let mut source = Source { is_disabled: !is_enabled, ..written.clone() };
        if let Some(components) = fields.comma_texts("comps") {
            source.components = components;
        }
        if let Some(architectures) = fields.comma_texts("architectures") {
            source.set_architectures(&architectures);
        }
        source.suite = fields.text("dist").unwrap_or(source.suite);
        let comment = fields.texts("comments").map(|comments| comments.join(" ").trim().to_owned());
        let comment = comment.or_else(|| Some(written.comment.clone()).filter(|text| !text.is_empty()));
        let cleans = fields.boolean("clean_file") == Some(true);
        let file = fields.text("file").map(PathBuf::from);
        if cleans && file.is_none() {
            return Err(failure(call, "clean_file needs file: the file that holds this source alone"));
        }
        let consolidates = fields.boolean("consolidate") == Some(true);
        Ok(Self { source, written, file, comment, cleans, consolidates })
    }

    /// True if exactly this line is wanted, wherever it is.
    pub fn says_only(&self, line: &str) -> bool {
        let is_anywhere = self.file.is_none() && !self.consolidates;
        is_anywhere && self.comment.is_none() && self.source.line() == line
    }

    /// The line that is this source, or will become it.
    fn find(&self, all: Vec<PlacedSource>) -> Option<PlacedSource> {
        let near = |placed: &PlacedSource, one: &Source| {
            let there = known(&placed.source);
            let any = one.components.is_empty() || there.components.is_empty();
            there.is_beside(one) && there.overlaps(one) && (any || there.shares_with(one))
        };
        let with_both = Source {
            components: [&self.source.components[..], &self.written.components[..]].concat(),
            ..self.source.clone()
        };
        let fit = |one: &Source| all.iter().filter(|placed| near(placed, one)).cloned().collect::<Vec<_>>();
        let mut found = fit(&with_both);
        if found.is_empty() {
            found = fit(&self.written);
        }
        let rank = |placed: &PlacedSource| {
            let is_elsewhere = self.file.as_ref().is_some_and(|file| *file != placed.path);
            (!placed.source.says_the_same(&self.source), is_elsewhere, placed.source.is_disabled)
        };
        found.into_iter().min_by_key(rank)
    }

    /// True if a paragraph of a `*.sources` file has it already.
    fn is_said_by(&self, there: &Source) -> bool {
        let wanted = &self.source;
        let architectures = there.architectures();
        there.is_disabled == wanted.is_disabled
            && wanted.components.iter().all(|component| there.components.contains(component))
            && (architectures.is_empty()
                || (!wanted.architectures().is_empty()
                    && wanted.architectures().iter().all(|one| architectures.contains(one))))
            && (wanted.signed_by().is_empty() || wanted.signed_by() == there.signed_by())
    }
}

/// The facts that Salt shows of a source.
fn shown(source: &Source, line: &str) -> Map {
    let pairs: [(&str, Value); 8] = [
        ("comps", source.components.clone().into()),
        ("disabled", source.is_disabled.into()),
        ("dist", source.suite.as_str().into()),
        ("type", source.kind.as_str().into()),
        ("uri", source.uri.as_str().into()),
        ("line", line.into()),
        ("architectures", source.architectures().into()),
        ("signedby", source.signed_by().into()),
    ];
    pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

pub(in crate::pkgrepo) fn managed(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let spec = match Spec::of(call) {
        Ok(spec) => spec,
        Err(why) => return refused(why),
    };
    let mut files = Files::of(&live.sources);
    let mut changes = Map::new();
    let found = spec.find(live.sources.placed());
    let stanza = stanza(&spec, live).filter(|_| found.is_none());
    if let Some((stanza, there)) = stanza {
        if !spec.is_said_by(&there) {
            return refused(failure(call, &elsewhere(stanza, &there)));
        }
    } else if is_ppa(call) && found.is_none() && live.key.is_none() {
        return launchpad::add(call, &spec, live);
    } else {
        if spec.consolidates {
            let own = spec.file.as_deref().map(|file| (file, &spec.source));
            consolidate(&mut files, own);
            let moved = files.changed().into_iter().map(|path| path.display().to_string());
            let moved: Vec<String> = moved.collect();
            if !moved.is_empty() {
                changes.insert("consolidated".into(), moved.into());
            }
        }
        put(call, &spec, &mut files, &mut changes);
    }
    let mut operations = vec![];
    if let Some(key) = &live.key {
        operations = key.operations();
        if key.bytes.is_some() && !changes.contains_key("repo") {
            let word = if key.is_new { "added" } else { "replaced" };
            changes.insert(
                "key".into(),
                [(key.path.display().to_string(), Value::from(word))].into_iter().collect(),
            );
        }
    }
    // The key is written before the source that it signs.
    operations.extend(files.operations());
    if operations.is_empty() {
        return settled(format!("Package repo '{}' already configured", call.name));
    }
    let mut done = Outcome::succeeded(format!("Configured package repo '{}'", call.name));
    let mut foreseen = would_configure(call, changes.clone());
    let warning = live.key.as_ref().and_then(|key| key.warning.clone());
    foreseen.warnings.extend(warning.clone());
    done.warnings.extend(warning);
    act(foreseen, operations, with(done, changes))
        .or_fail(format!("Failed to configure repo '{}'", call.name))
}

/// The paragraph that has it, and its meaning.
fn stanza<'a>(spec: &Spec, live: &'a Live) -> Option<(&'a Stanza, Source)> {
    let all = live.sources.stanzas.iter().filter_map(|stanza| {
        let there = stanza.source_like(&spec.source)?;
        (there.shares_with(&spec.source) && there.overlaps(&spec.source)).then_some((stanza, there))
    });
    let all: Vec<(&Stanza, Source)> = all.collect();
    let says = all.iter().position(|(_, there)| spec.is_said_by(there)).unwrap_or(0);
    all.into_iter().nth(says)
}

/// A `*.sources` file that has it with other options is not changed here.
fn elsewhere(stanza: &Stanza, there: &Source) -> String {
    format!(
        "{} has it already, with other options: '{}'. Paragraphs of *.sources are only read: change it there, by file.managed",
        stanza.path.display(),
        there.line()
    )
}

/// Writes it into the files.
fn put(call: &Call<'_>, spec: &Spec, files: &mut Files, changes: &mut Map) {
    let found = spec.find(files.sources().placed());
    let mut source = spec.source.clone();
    let old = found.as_ref().map(|placed| placed.source.comment.clone()).unwrap_or_default();
    source.comment = spec.comment.clone().unwrap_or_else(|| old.clone());
    if let Some(found) = found.as_ref().filter(|_| is_ppa(call) && source.options.is_empty()) {
        source.options.clone_from(&found.source.options);
    }
    let line = source.line();
    let Some(found) = found else {
        let path = spec.file.clone().unwrap_or_else(|| PathBuf::from(MAIN));
        if spec.cleans {
            files.set(&path, String::new());
        }
        files.add(&path, &line);
        *changes = repo(&called(call));
        return;
    };
    let is_same = known(&found.source).says_the_same(&known(&source)) && source.comment == old;
    let path = spec.file.clone().filter(|_| !is_same || spec.cleans).unwrap_or_else(|| found.path.clone());
    let stale = if spec.cleans { stale(files.text(&path), &source) } else { vec![] };
    if is_same && stale.is_empty() {
        return;
    }
    let line = if is_same { found.line.clone() } else { line };
    write(files, &found, &path, &line, spec.cleans);
    if !is_same {
        let old = shown(&found.source, &found.line);
        changes.extend(differing(&old, &shown(&source, &line)));
    }
    if path != found.path {
        let pair = [("new", path.display().to_string()), ("old", found.path.display().to_string())];
        changes.insert("file".into(), pair.into_iter().map(|(key, path)| (key, Value::from(path))).collect());
    }
    if !stale.is_empty() {
        changes.insert("removed".into(), stale.into());
    }
}

fn write(files: &mut Files, found: &PlacedSource, path: &Path, line: &str, cleans: bool) {
    if path != found.path {
        files.replace(&found.path, found.at, None);
    }
    if cleans {
        files.set(path, format!("{line}\n"));
    } else if path == found.path {
        files.replace(path, found.at, Some(line));
    } else {
        files.add(path, line);
    }
}

/// Lines of a file that are neither empty nor comments nor this source.
fn stale(text: &str, own: &Source) -> Vec<String> {
    let says = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let is_other = |line: &&str| Source::parse(line).is_none_or(|source| !source.is_beside(own));
    text.lines().filter(says).filter(is_other).map(|line| line.trim().to_owned()).collect()
}
