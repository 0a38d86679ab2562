//! Top files: which SLS a minion gets, by environment.
//!
//! Called by the compiler for states and by `pillar`. See <https://docs.saltproject.io/en/3007/ref/states/top.html>.

use indexmap::IndexMap;

use super::config::TopMerge;
use super::high::Wanted;
use super::high::include::{Includer, expand, includes, missing};
use super::matcher::{self, MatchKind, Matcher};
use super::render::{Renderer, SlsFile, Variables};
use super::tree::Tree;
use model::problem::did_you_mean;
use model::{Entry, Key, Map, Node, Place, Problem, Problems, Value};

/// The top files of each environment that has any; an included one is after the one that includes it.
pub type Tops = IndexMap<String, Vec<Node>>;

/// By environment, then by target: the entries below it.
pub type Merged = IndexMap<String, IndexMap<String, Entry>>;

/// Reads the top files of some environments; an environment may have none.
pub fn read(
    tree: &Tree,
    renderer: Renderer<'_>,
    shared: &Variables,
    envs: &[&str],
    top_name: &str,
) -> Result<Tops, Problems> {
    let mut problems = Problems::default();
    let mut tops = Tops::new();
    let sls = top_name.strip_suffix(".sls").unwrap_or(top_name).replace('/', ".");
    for env in envs {
        let mut queue: Vec<(String, Option<Place>)> = vec![(sls.clone(), None)];
        let mut at = 0;
        while let Some((name, place)) = queue.get(at).cloned() {
            at += 1;
            let Some(file) = tree.find_sls(env, &name) else {
                if let Some(place) = &place {
                    problems.push(missing(tree, env, &name, Some(place)));
                }
                continue;
            };
            match renderer.render(SlsFile { sls: &name, env, file: &file }, shared) {
                Err(found) => problems.extend(found),
                Ok(node) => {
                    if let Some(entry) = node.as_map().and_then(|map| map.get("include")) {
                        for include in includes(entry, Includer { sls: &name, file: &file }, &mut problems) {
                            let is_new = |name: &String| queue.iter().all(|(known, _)| known != name);
                            let found = expand(tree, env, &include.sls);
                            let names = if found.is_empty() { vec![include.sls.clone()] } else { found };
                            let new: Vec<String> = names.into_iter().filter(is_new).collect();
                            queue.extend(new.into_iter().map(|name| (name, Some(include.place.clone()))));
                        }
                    }
                    tops.entry((*env).to_owned()).or_default().push(node);
                }
            }
        }
    }
    problems.or(tops)
}

/// The sections of a top file: environments with the entries below them.
pub fn sections<'n>(top: &'n Node, problems: &mut Problems) -> Vec<(String, &'n Entry)> {
    let Some(map) = top.as_map() else {
        let message = format!("a top file must hold a mapping of environments, not {}", top.type_name());
        problems.push(Problem::at(&top.place, message).hint("write\nbase:\n  '*':\n    - sls"));
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, entry) in map.iter().filter(|(key, _)| key.as_str() != Some("include")) {
        if entry.node.as_map().is_some() {
            found.push((key.to_string(), entry));
        } else if !entry.node.is_null() {
            let message = format!(
                "the environment '{key}' of a top file must hold a mapping of targets, not {}",
                entry.node.type_name()
            );
            problems.push(Problem::at(&entry.node.place, message).hint("write\nbase:\n  '*':\n    - sls"));
        }
    }
    found
}

/// The targets of a section; a later one replaces an earlier one.
pub fn put_targets(section: &Entry, into: &mut IndexMap<String, Entry>) {
    for (target, entry) in section.node.as_map().into_iter().flatten() {
        into.insert(target.to_string(), entry.clone());
    }
}

/// The SLS that no target of a top file of states can give, and the words below targets that have no effect there.
pub fn check(tops: &Tops, tree: &Tree) -> (Problems, Problems) {
    let (mut wrong, mut idle) = (Problems::default(), Problems::default());
    for (env, entry) in tops.values().flatten().flat_map(|top| sections(top, &mut Problems::default())) {
        for item in
            entry.node.as_map().into_iter().flatten().filter_map(|(_, below)| below.node.as_list()).flatten()
        {
            match item.as_str() {
                Some(name) if expand(tree, &env, name).is_empty() => {
                    wrong.push(missing(tree, &env, name, Some(&item.place)));
                }
                _ => {}
            }
            if let Some(order) = item.as_map().and_then(|map| map.get("order")) {
                let problem = Problem::at(&order.key_place, "'order' has no effect in a top file of states");
                idle.push(
                    problem.hint("only the pillar's top file sorts by it; order states with requisites"),
                );
            }
        }
    }
    (wrong, idle)
}

/// Makes the merged top file of states.
pub fn merge(
    tops: &Tops,
    strategy: TopMerge,
    default_top: &str,
    envs: &[&str],
    problems: &mut Problems,
) -> Merged {
    let mut merged = Merged::new();
    match strategy {
        TopMerge::Merge => {
            for top in tops.get("base").into_iter().flatten() {
                for (env, section) in sections(top, problems) {
                    put_targets(section, merged.entry(env).or_default());
                }
            }
            let from_base: Vec<String> = merged.keys().cloned().collect();
            for (own, files) in tops.iter().filter(|(own, _)| *own != "base" && !from_base.contains(own)) {
                own_sections(files, own, &mut merged, problems);
            }
        }
        TopMerge::Same => {
            for own in envs {
                if let Some(files) = tops.get(*own).or_else(|| tops.get(default_top)) {
                    own_sections(files, own, &mut merged, problems);
                }
            }
        }
        TopMerge::MergeAll => {
            for top in tops.values().flatten() {
                for (env, section) in sections(top, problems) {
                    join_targets(section, merged.entry(env).or_default());
                }
            }
        }
    }
    merged
}

fn own_sections(files: &[Node], own: &str, merged: &mut Merged, problems: &mut Problems) {
    for top in files {
        for (_, section) in sections(top, problems).into_iter().filter(|(env, _)| env == own) {
            put_targets(section, merged.entry(own.to_owned()).or_default());
        }
    }
}

fn join_targets(section: &Entry, into: &mut IndexMap<String, Entry>) {
    use model::NodeKind::List;
    for (target, entry) in section.node.as_map().into_iter().flatten() {
        match into.get_mut(&target.to_string()).map(|old| (&mut old.node.kind, &entry.node.kind)) {
            Some((List(old), List(more))) => old.extend(more.iter().cloned()),
            _ => {
                into.insert(target.to_string(), entry.clone());
            }
        }
    }
}

/// The entries below a target.
#[derive(Debug, Default)]
pub struct Target {
    /// The SLS, with their places.
    pub names: Vec<(String, Place)>,
    /// How the target is matched.
    pub kind: Option<MatchKind>,
    /// Its order among targets; pillar only.
    pub order: i64,
    /// True when an SLS may be missing; pillar only.
    pub ignores_missing: bool,
}

/// Reads the list below a target.
pub fn target(env: &str, name: &str, entry: &Entry, problems: &mut Problems) -> Target {
    let mut target = Target::default();
    let Some(list) = entry.node.as_list() else {
        let message = format!(
            "the target '{name}' in environment '{env}' of a top file must hold a list, not {}",
            entry.node.type_name()
        );
        problems
            .push(Problem::at(&entry.node.place, message).hint("write each SLS on its own line with a dash"));
        return target;
    };
    for item in list {
        if let Some(name) = item.as_str() {
            target.names.push((name.to_owned(), item.place.clone()));
            continue;
        }
        for (key, entry) in item.as_map().into_iter().flatten() {
            match (key.as_str(), entry.node.to_value()) {
                (Some("match"), Value::Str(word)) => {
                    target.kind = MatchKind::parse(&word);
                    if target.kind.is_none() {
                        problems.push(unknown_matcher(&word, &entry.node.place));
                    }
                }
                (Some("order"), Value::Int(order)) => target.order = order,
                (Some("ignore_missing"), Value::Bool(truth)) => target.ignores_missing = truth,
                _ => {}
            }
        }
    }
    target
}

/// Whether a target of a top file means the minion. As in Salt, one that is malformed means nobody; here the log says so.
pub fn is_match(target: &Target, expression: &str, matcher: &Matcher<'_>) -> bool {
    let kind = target.kind.unwrap_or(MatchKind::Compound);
    match matcher::read(kind, expression, matcher.nodegroups) {
        Ok(read) => {
            if let Err(mistake) = read.check() {
                tracing::warn!("in a top file: {mistake}");
            }
            read.is_match(matcher)
        }
        Err(mistake) => {
            tracing::warn!("in a top file: {mistake}; it matches no minion");
            false
        }
    }
}

fn unknown_matcher(word: &str, place: &Place) -> Problem {
    let known = MatchKind::ALL.iter().map(|(word, _)| *word);
    let problem = Problem::at(place, format!("there is no matcher '{word}'"));
    match did_you_mean(word, known.clone()) {
        Some(word) => problem.hint(format!("did you mean '{word}'?")),
        None => problem.hint(format!("there are {}", known.collect::<Vec<_>>().join(", "))),
    }
}

/// The SLS of one minion, by environment.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Top {
    /// The SLS of each environment, repeated as often as they are named.
    pub environments: IndexMap<String, Vec<Wanted>>,
}

impl Top {
    /// Matches the targets against the minion; with `only`, in that environment alone.
    pub fn matching(
        merged: &Merged,
        matcher: &Matcher<'_>,
        only: Option<&str>,
        problems: &mut Problems,
    ) -> Self {
        let mut top = Self::default();
        for (env, targets) in merged.iter().filter(|(env, _)| only.is_none_or(|only| only == *env)) {
            for (expression, entry) in targets {
                let target = target(env, expression, entry, problems);
                if is_match(&target, expression, matcher) {
                    let wanted = target.names.into_iter().map(|(sls, place)| Wanted {
                        env: env.clone(),
                        sls,
                        place: Some(place),
                    });
                    top.environments.entry(env.clone()).or_default().extend(wanted);
                }
            }
        }
        top
    }

    /// All SLS, in order.
    pub fn wanted(&self) -> Vec<Wanted> {
        self.environments.values().flatten().cloned().collect()
    }

    /// Its form in `state.show_top`.
    pub fn to_value(&self) -> Value {
        let names =
            |list: &Vec<Wanted>| Value::List(list.iter().map(|one| one.sls.as_str().into()).collect());
        let map: Map =
            self.environments.iter().map(|(env, list)| (Key::from(env.as_str()), names(list))).collect();
        Value::Map(map)
    }
}
