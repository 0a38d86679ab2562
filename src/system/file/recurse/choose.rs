//! The files, directories and links of the source that are selected.

use indexmap::{IndexMap, IndexSet};

use crate::Call;
use crate::file::patterns::Paths;
use crate::source::{self, Source};

/// The selected entries, with paths below the source.
pub(super) struct Chosen {
    /// The directories with contents; the source itself is the empty text.
    pub directories: IndexSet<String>,
    pub files: Vec<(String, Source)>,
    pub links: IndexMap<String, String>,
}

/// What is wrong with the arguments.
pub(super) fn objection(call: &Call<'_>) -> Option<String> {
    let fields = call.fields;
    let bad = fields.texts("source").unwrap_or_default().into_iter().find(|it| !it.starts_with("salt://"));
    match () {
        () if fields.has("mode") => {
            Some("'mode' is not allowed in 'file.recurse'. Please use 'file_mode' and 'dir_mode'.".to_owned())
        }
        () if !call.name.starts_with('/') => {
            Some(format!("Specified file {} is not an absolute path", call.name))
        }
        () if bad.is_some() => bad.map(|source| format!("Invalid source '{source}' (must be a salt:// URI)")),
        () => source::bad_variables(fields).map(str::to_owned),
    }
}

/// The first source that exists, and its selected entries.
pub(super) fn choose(call: &Call<'_>) -> Result<Chosen, String> {
    let fields = call.fields;
    let own = call.context.low.env.as_str();
    let mut found = None;
    for written in fields.texts("source").unwrap_or_default() {
        let url = written.strip_prefix("salt://").unwrap_or(&written);
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let env = query.strip_prefix("saltenv=").unwrap_or(own);
        let path = path.trim_matches('/');
        if let Some(listing) = call.context.services.list(env, path) {
            found = Some((path.to_owned(), env.to_owned(), listing));
            break;
        }
        if call.context.services.find_file(env, path).is_some() {
            return Err(format!(
                "The directory '{path}' does not exist on the salt fileserver in saltenv '{own}'"
            ));
        }
    }
    let Some((path, env, listing)) = found else {
        return Err("Recurse failed: none of the specified sources were found".to_owned());
    };
    let flag = |name: &str| fields.boolean(name).unwrap_or(false);
    let links = if flag("keep_symlinks") { listing.links } else { IndexMap::new() };
    let through_link = |relative: &str| {
        links.keys().any(|link| relative == link || relative.starts_with(&format!("{link}/")))
    };
    let rules = Rules::read(call)?;
    let mut directories = IndexSet::new();
    let parent = |relative: &str| relative.rsplit_once('/').map_or("", |(parent, _)| parent).to_owned();
    let mut files = vec![];
    for (relative, on_disk) in listing.files {
        if rules.mean(&relative) && !through_link(&relative) {
            directories.insert(parent(&relative));
            let written = format!("salt://{path}/{relative}");
            let below = Some(format!("{path}/{relative}"));
            let env = env.clone();
            files.push((relative, Source { written, path: on_disk, relative: below, env, known: None }));
        }
    }
    let links: IndexMap<String, String> = links
        .iter()
        .filter(|(relative, _)| rules.mean(relative))
        .map(|(a, b)| (a.clone(), b.clone()))
        .collect();
    directories.extend(links.keys().map(|relative| parent(relative)));
    if flag("include_empty") {
        directories
            .extend(listing.directories.into_iter().filter(|it| rules.mean(it) && !through(it, &links)));
        directories.insert(String::new());
    }
    directories.sort();
    Ok(Chosen { directories, files, links })
}

fn through(relative: &str, links: &IndexMap<String, String>) -> bool {
    links.keys().any(|link| relative == link || relative.starts_with(&format!("{link}/")))
}

struct Rules {
    included: Option<Paths>,
    excluded: Option<Paths>,
    depth: Option<usize>,
}

impl Rules {
    fn read(call: &Call<'_>) -> Result<Self, String> {
        Ok(Self {
            included: Paths::read(call.fields, "include_pat")?,
            excluded: Paths::read(call.fields, "exclude_pat")?,
            depth: call.fields.integer("maxdepth").and_then(|depth| usize::try_from(depth).ok()),
        })
    }

    fn mean(&self, relative: &str) -> bool {
        self.depth.is_none_or(|depth| relative.matches('/').count() <= depth)
            && self.included.as_ref().is_none_or(|paths| paths.mean(relative))
            && !self.excluded.as_ref().is_some_and(|paths| paths.mean(relative))
    }
}
