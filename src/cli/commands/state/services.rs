//! The data for states of the machine in a run: the files of the trees, templates, and the time of day.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use futures::future::{BoxFuture, FutureExt};

use crate::commands::aside::Aside;
use crate::commands::function::parameters;
use crate::commands::object;
use crate::commands::session::Session;
use crate::commands::templates::with_templates;
use model::{Key, Map, Minion, Problems, Value};
use sls::render::{Template, Variables};
use sls::tree::{FoundFile, Tree};
use sls::yaml;
use system::{Listing, RunServices, TextTemplate};

/// The data of one run.
pub(super) struct SessionServices<'scope, 'env> {
    session: &'env Session<'env>,
    minion: &'env Minion,
    states: Arc<Tree>,
    aside: Aside<'scope, 'env>,
}

impl<'scope, 'env> SessionServices<'scope, 'env> {
    /// Those of a session with its pillar compiled; templates are rendered on separate threads.
    pub fn new(session: &'env Session<'env>, minion: &'env Minion, aside: Aside<'scope, 'env>) -> Self {
        let states = Arc::new(Tree::new(session.config().file_roots.clone()));
        Self { session, minion, states, aside }
    }

    fn variables(&self, template: &TextTemplate<'_>) -> Variables {
        let file = FoundFile { relative: template.relative.to_owned(), path: PathBuf::from(template.shown) };
        let directory = file.directory();
        let tpldir = if directory.is_empty() { "." } else { directory };
        let slspath = template.sls.rsplit_once('.').map_or("", |(path, _)| path).replace('.', "/");
        let mut variables: Map = [
            ("grains", Value::Map(self.minion.grains.clone())),
            ("pillar", Value::Map(self.minion.pillar.clone())),
            ("opts", Value::Map(self.minion.opts.clone())),
            ("saltenv", template.env.into()),
            ("env", template.env.into()),
            ("sls", template.sls.into()),
            ("slspath", slspath.as_str().into()),
            ("tplfile", template.relative.into()),
            ("tplpath", template.shown.into()),
            ("tpldir", tpldir.into()),
            ("tpldot", directory.replace('/', ".").into()),
            ("source", format!("salt://{}", template.relative).into()),
        ]
        .into_iter()
        .map(|(name, value): (&str, Value)| (Key::from(name), value))
        .collect();
        variables.extend(template.variables.clone());
        variables.into_iter().map(|(name, value)| (name.to_string(), Arc::new(value))).collect()
    }
}

impl<'scope, 'env: 'scope> RunServices for SessionServices<'scope, 'env> {
    fn environment(&self) -> BTreeMap<String, String> {
        self.session.functions(self.minion).environment.clone()
    }

    fn config_dir(&self) -> Option<PathBuf> {
        self.session.settings().config.dir.clone()
    }

    fn download<'a>(&'a self, url: &'a str, most: u64, to: &'a Path) -> BoxFuture<'a, Result<(), String>> {
        object::download(self.session, self.minion, (url, most), to).boxed()
    }

    fn parameters(&self, function: &str) -> Option<Vec<&'static str>> {
        parameters(function)
    }

    fn functions(&self) -> Vec<&'static str> {
        self.session.functions(self.minion).names()
    }

    fn find_file(&self, env: &str, path: &str) -> Option<PathBuf> {
        self.states.find(env, path).map(|file| file.path)
    }

    fn list(&self, env: &str, directory: &str) -> Option<Listing> {
        let mut listing = Listing::default();
        let mut found = false;
        // The first root that has a file wins.
        for root in self.states.directories(env) {
            let path = root.join(directory.trim_matches('/'));
            if path.is_dir() && is_below(root, &path) {
                found = true;
                collect(&path, "", 0, &mut listing);
            }
        }
        listing.files.sort_keys();
        listing.links.sort_keys();
        listing.directories.sort();
        listing.directories.dedup();
        found.then_some(listing)
    }

    fn render<'a>(&'a self, template: TextTemplate<'a>) -> BoxFuture<'a, Result<String, String>> {
        let variables = self.variables(&template);
        let (session, minion, states) = (self.session, self.minion, Arc::clone(&self.states));
        let [env, relative, path, text] =
            [template.env, template.relative, template.shown, template.text].map(str::to_owned);
        let render = move || {
            let source = Template { env: &env, relative: &relative, path: &path, text: &text };
            let functions = session.functions(minion);
            let rendered = with_templates(session.config(), &states, functions, |templates| {
                templates.render(&source, &variables)
            });
            rendered.map(|rendered| rendered.text).map_err(|problems: Problems| problems.to_string())
        };
        self.aside.run(render).map(Result::flatten).boxed()
    }

    fn write_yaml(&self, data: &Value, inline: bool) -> String {
        yaml::dump(data, if inline { yaml::Flow::Inline } else { yaml::Flow::Block }, yaml::Sort::None)
    }

    fn read_yaml(&self, text: &str) -> Result<Value, String> {
        yaml::parse_file(text, "").map(|node| node.to_value()).map_err(|problems| problems.to_string())
    }

    fn now(&self) -> SystemTime {
        jiff::Timestamp::now().into()
    }
}

/// Nobody writes deeper directories than this; a link may lead in a circle.
const MAX_DEPTH: usize = 32;

fn collect(directory: &Path, prefix: &str, depth: usize, listing: &mut Listing) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, relative) = (entry.path(), format!("{prefix}{name}"));
        if let Ok(target) = std::fs::read_link(&path) {
            listing.links.entry(relative.clone()).or_insert_with(|| target.to_string_lossy().into_owned());
        }
        if path.is_dir() && depth < MAX_DEPTH {
            listing.directories.push(relative.clone());
            collect(&path, &format!("{relative}/"), depth + 1, listing);
        } else if path.is_file() {
            listing.files.entry(relative).or_insert(path);
        }
    }
}

/// No path leads out of the roots.
fn is_below(root: &Path, path: &Path) -> bool {
    match (root.canonicalize(), path.canonicalize()) {
        (Ok(root), Ok(path)) => path.starts_with(root),
        _ => false,
    }
}
