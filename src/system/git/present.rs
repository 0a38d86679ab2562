//! `git.present`: a repository that exists, empty or not.

use std::path::{Path, PathBuf};

use super::{above, git, is_full, map, spec, words_of};
use crate::{Call, Intent, LocalState};
use machine::file;
use machine::git::Git;
use model::effect::BY_PROGRAMS;
use model::{Function, Map, Outcome, chain};

/// `git.present`.
pub struct Present;

/// The present state of the path.
pub struct Live {
    git: Git,
    is_repository: bool,
    is_full: bool,
}

/// A repository to create.
pub struct Job {
    git: Git,
    path: PathBuf,
    words: Vec<String>,
    clears: bool,
    changes: Map,
    comment: String,
}

impl crate::Step for Job {
    async fn carry_out(self) -> Outcome {
        if self.clears
            && let Err(error) = file::remove(&self.path)
        {
            return Outcome::failed(format!("Unable to remove {}: {}", self.path.display(), chain(&error)));
        }
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        match self.git.at(above(&self.path)).say(&words).await {
            Ok(_) => Outcome { changes: self.changes, ..Outcome::succeeded(self.comment) },
            Err(error) => Outcome::failed(words_of(&error)),
        }
    }
}

impl LocalState for Present {
    type Live = Live;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] =
        &[Function::other("present", &["git.present"], spec::PRESENT, "Creates a repository.")
            .does(BY_PROGRAMS)];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let path = Path::new(call.name);
        if !path.is_absolute() {
            return Err(Outcome::failed(format!("'{}' is not an absolute path", call.name)));
        }
        let bare = call.fields.boolean("bare").unwrap_or(true);
        let is_repository = if bare { path.join("HEAD").is_file() } else { path.join(".git").exists() };
        let is_full = is_full(path);
        Ok(Live { git: git(&call)?, is_repository, is_full })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Self::Step> {
        let (fields, name) = (call.fields, call.name);
        if live.is_repository {
            return Intent::Settled(Outcome::succeeded(""));
        }
        let bare = if fields.boolean("bare").unwrap_or(true) { "bare " } else { "" };
        let force = fields.boolean("force") == Some(true);
        let mut changes = map([("new", name.into())]);
        let mut foreseen = format!("New {bare}repository would be created");
        if live.is_full {
            if !force {
                return Intent::Settled(Outcome::failed(format!(
                    "Target '{name}' exists, is non-empty, and is not a git repository. Set the 'force' option to True to \
                     remove this directory's contents and proceed with initializing a repository"
                )));
            }
            changes.insert("forced init".into(), true.into());
            foreseen = format!(
                "Target directory {name} exists. Since force=True, the contents of {name} would be deleted, and a \
                 {bare}repository would be initialized in its place."
            );
        }
        let mut words = vec!["init".to_owned()];
        words.extend((!bare.is_empty()).then(|| "--bare".to_owned()));
        let mut actions = vec![format!("Initialized {bare}repository in {name}")];
        for (argument, option, said) in [
            ("template", "--template", "Template directory set to"),
            ("separate_git_dir", "--separate-git-dir", "Gitdir set to"),
            ("shared", "--shared", ""),
        ] {
            let Some(value) = fields.text(argument) else { continue };
            words.push(format!("{option}={value}"));
            actions.extend((!said.is_empty()).then(|| format!("{said} {value}")));
        }
        words.extend(["--".to_owned(), name.to_owned()]);
        let foreseen = Outcome { changes: changes.clone(), ..Outcome::would_change(foreseen) };
        let comment = super::sentences(&actions);
        let job = Job { git: live.git, path: name.into(), words, clears: live.is_full, changes, comment };
        Intent::Act { foreseen, step: Box::new(job) }
    }
}
