//! `git.detached`: a working tree at a commit (of a branch, of a tag, or given by its ID), without a branch.

mod job;

use std::path::PathBuf;

use super::seen::{Question, Refs, Repo, RevisionKind, Wanted, is_id};
use super::{clone, git, is_full, not_a_file, remote_refused, source, spec, words_of};
use crate::{Call, Intent, LocalState};
use machine::git::Git;
use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Function, Outcome};

pub use job::Job;

/// `git.detached`.
pub struct Detached;

/// The wanted commit, and the present state of the target.
pub struct Live {
    git: Git,
    wanted: Wanted,
    here: Option<Repo>,
    is_full: bool,
}

/// The arguments.
#[derive(Clone, Debug)]
struct Spec {
    name: String,
    url: String,
    rev: String,
    target: PathBuf,
    remote: String,
    fetches: bool,
    resets: bool,
    forces: bool,
    submodules: bool,
}

impl Spec {
    fn of(call: &Call<'_>) -> Self {
        let fields = call.fields;
        let flag = |name: &str| fields.boolean(name) == Some(true);
        Self {
            name: call.name.to_owned(),
            url: source(call).0,
            rev: fields.required_text("rev"),
            target: fields.required_text("target").into(),
            remote: fields.text("remote").unwrap_or_else(|| "origin".to_owned()),
            fetches: fields.boolean("fetch_remote").unwrap_or(true),
            resets: flag("hard_reset"),
            forces: flag("force_checkout"),
            submodules: flag("submodules"),
        }
    }

    /// A commit that the local repository has, whatever the remote one has.
    async fn named(&self, git: &Git) -> Result<Option<Wanted>, Outcome> {
        let of = format!("{}^{{commit}}", self.rev);
        let id = if is_id(&self.rev) { commit(git, &of).await? } else { None };
        Ok(id.map(|id| Wanted { id, kind: RevisionKind::Commit }))
    }

    /// The facts of the local repository about the remote one.
    async fn known(&self, git: &Git) -> Result<Option<Wanted>, Outcome> {
        let branch = format!("refs/remotes/{}/{}^{{commit}}", self.remote, self.rev);
        if let Some(id) = commit(git, &branch).await? {
            return Ok(Some(Wanted { id, kind: RevisionKind::Branch }));
        }
        let tag = commit(git, &format!("refs/tags/{}^{{commit}}", self.rev)).await?;
        Ok(tag.map(|id| Wanted { id, kind: RevisionKind::Tag }))
    }

    fn missing(&self) -> String {
        format!("Revision '{}' does not exist", self.rev)
    }
}

async fn commit(git: &Git, name: &str) -> Result<Option<String>, Outcome> {
    let asked = git.ask(&["rev-parse", "--verify", "-q", name]).await;
    asked.map_err(|error| Outcome::failed(words_of(&error)))
}

impl LocalState for Detached {
    type Live = Box<Live>;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] = &[Function::other(
        "detached",
        &["git.detached"],
        spec::DETACHED,
        "Clones a repository, and checks out a commit without a branch.",
    )
    .does(BY_PROGRAMS_AND_HOSTS)];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        let spec = Spec::of(&call);
        if spec.rev.is_empty() {
            return Err(Outcome::failed("'' is not a valid value for the 'rev' argument"));
        }
        let target = spec.target.as_path();
        if !target.is_absolute() {
            let why = format!("Target '{}' is not an absolute path", target.display());
            return Err(Outcome::failed(why));
        }
        not_a_file(target)?;
        let git = git(&call)?;
        let is_unfinished = clone::is_unfinished(target);
        let is_there = target.join(".git").exists() && !is_unfinished;
        let here = git.at(target);
        let mut wanted = if is_there { spec.named(&here).await? } else { None };
        if wanted.is_none() {
            wanted = if is_there && !spec.fetches {
                spec.known(&here).await?
            } else {
                let refs = Refs::of(&git, &spec.url).await;
                refs.map_err(|error| remote_refused(&error, &spec.url))?.find(&spec.rev)
            };
        }
        let wanted = wanted.ok_or_else(|| Outcome::failed(spec.missing()))?;
        let question = Question {
            git: &git,
            target,
            remote: &spec.remote,
            rev: &spec.rev,
            branch: None,
            wanted: Some(&wanted),
            bare: false,
        };
        let here = if is_there { Some(question.ask_of_commit().await) } else { None };
        let mut here = here.transpose().map_err(|error| Outcome::failed(words_of(&error)))?;
        // A clone that was interrupted before the checkout is at no commit.
        if let Some(here) = &mut here {
            let index = git.at(target).say(&["rev-parse", "--git-path", "index"]).await;
            let index = index.map_err(|error| Outcome::failed(words_of(&error)))?;
            here.head = here.head.take().filter(|_| target.join(index).exists());
        }
        Ok(Box::new(Live { git, wanted, here, is_full: is_full(target) && !is_unfinished }))
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Self::Step> {
        let Live { git, wanted, here, is_full } = *live;
        let spec = Spec::of(&call);
        let job = Job::new(git, spec, wanted, here.as_ref());
        match here {
            None => job.clone_first(is_full, call.fields.boolean("force_clone") == Some(true)),
            Some(here) => job.move_to(&here),
        }
    }
}
