//! `git.cloned`: a repository that is cloned once, and its branch.

use std::path::{Path, PathBuf};

use super::{clone, failed, git, map, pair, source, spec, words_of};
use crate::{Call, Intent, LocalState};
use machine::git::Git;
use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Function, Map, Outcome};

/// `git.cloned`.
pub struct Cloned;

/// The present state of the target.
pub struct Live {
    git: Git,
    is_there: bool,
    branch: Option<String>,
}

/// A clone, or another branch.
pub struct Job {
    git: Git,
    target: PathBuf,
    /// The URL to clone; nothing if only the branch changes.
    url: Option<String>,
    branch: Option<String>,
    changes: Map,
    comment: String,
}

impl LocalState for Cloned {
    type Live = Live;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] =
        &[Function::other("cloned", &["git.cloned"], spec::CLONED, "Clones a repository once.")
            .does(BY_PROGRAMS_AND_HOSTS)];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let target = call.fields.required_text("target");
        if !target.starts_with('/') {
            return Err(Outcome::failed("'target' path must be absolute"));
        }
        let git = git(&call)?;
        if !Path::new(&target).exists() {
            return Ok(Live { git, is_there: false, branch: None });
        }
        if clone::is_unfinished(Path::new(&target)) {
            return Ok(Live { git, is_there: false, branch: None });
        }
        let here = git.at(Path::new(&target));
        here.say(&["status", "--porcelain"]).await.map_err(|error| Outcome::failed(words_of(&error)))?;
        let branch = here.ask(&["symbolic-ref", "--short", "-q", "HEAD"]).await;
        let branch = branch.map_err(|error| Outcome::failed(words_of(&error)))?;
        Ok(Live { git, is_there: true, branch })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Self::Step> {
        let fields = call.fields;
        let target = fields.required_text("target");
        let branch = fields.text("branch");
        let on = |word: &str| {
            branch.as_ref().map(|branch| format!(" {word} branch '{branch}'")).unwrap_or_default()
        };
        let mut job = Job {
            git: live.git,
            target: target.clone().into(),
            url: None,
            branch: branch.clone(),
            changes: Map::new(),
            comment: String::new(),
        };
        let foreseen = if live.is_there {
            if branch.is_none() || branch == live.branch {
                let on = on("and is checked out to");
                return Intent::Settled(Outcome::succeeded(format!(
                    "Repository already exists at {target}{on}"
                )));
            }
            let wanted = branch.clone().unwrap_or_default();
            job.changes = map([("branch", pair(live.branch, wanted.as_str()))]);
            job.comment = format!("Branch changed to '{wanted}'");
            format!("Branch would be changed to '{wanted}'")
        } else {
            job.url = Some(source(&call).0);
            job.changes = map([("new", format!("{} => {target}", call.name).into())]);
            job.comment = format!("{} cloned to {target}{}", call.name, on("with"));
            format!("{} would be cloned to {target}{}", call.name, on("with"))
        };
        let foreseen = Outcome { changes: job.changes.clone(), ..Outcome::would_change(foreseen) };
        Intent::Act { foreseen, step: Box::new(job) }
    }
}

impl crate::Step for Job {
    async fn carry_out(self) -> Outcome {
        match self.switch().await {
            Ok(()) => Outcome { changes: self.changes, ..Outcome::succeeded(self.comment) },
            Err(why) => failed(why, &[]),
        }
    }
}

impl Job {
    async fn switch(&self) -> Result<(), String> {
        let branch = self.branch.as_deref();
        if let Some(url) = &self.url {
            let options: Vec<&str> = branch.iter().flat_map(|branch| ["--branch", *branch]).collect();
            let refused = |why: String| format!("Clone failed: {why}");
            clone::into(&self.git, &self.target, &options, url, false).await.map_err(refused)?;
            let ended = clone::finish(&self.git.at(&self.target)).await;
            return ended.map_err(|error| refused(words_of(&error)));
        }
        let Some(branch) = branch else { return Ok(()) };
        let here = self.git.at(&self.target);
        let refused = |error| format!("Failed to change branch to '{branch}': {}", words_of(&error));
        let local = format!("refs/heads/{branch}");
        let is_local = here.ask(&["rev-parse", "--verify", "-q", &local]).await.map_err(refused)?.is_some();
        let from = format!("origin/{branch}");
        let words: &[&str] =
            if is_local { &["checkout", branch, "--"] } else { &["checkout", "-b", branch, &from, "--"] };
        here.say(words).await.map(|_| ()).map_err(refused)
    }
}
