//! `git.latest`: a working tree at the newest commit of a branch, or at a tag or commit.

mod job;
mod plan;
mod remote;
mod words;

use std::path::Path;

use super::{clone, git, is_full, not_a_file, remote_refused, source, spec, words_of};
use crate::{Call, Intent, LocalState};
use machine::git::Git;
use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Function, Outcome};

use super::seen::{Question, Refs, Repo, RevisionKind, Wanted};
use job::Job;

/// `git.latest`.
pub struct Latest;

/// The remote repository, and the present state of the target.
pub struct Live {
    git: Git,
    refs: Refs,
    wanted: Option<Wanted>,
    here: Option<Repo>,
    /// True if the target has other contents.
    is_full: bool,
}

/// The arguments.
#[derive(Clone, Debug)]
struct Spec {
    url: String,
    name: String,
    target: String,
    rev: String,
    branch: Option<String>,
    remote: String,
    bare: bool,
    mirror: bool,
    update_head: bool,
    force_checkout: bool,
    force_fetch: bool,
    /// Whether commits and changes may be lost; `Some(false)`: only for something newer.
    force_reset: Option<bool>,
    submodules: bool,
    fetch_tags: bool,
    sync_tags: bool,
    depth: Option<i64>,
    refspecs: Vec<String>,
}

impl Spec {
    fn of(call: &Call<'_>) -> Self {
        let fields = call.fields;
        let flag = |name: &str, default: bool| fields.boolean(name).unwrap_or(default);
        let text = |name: &str, default: &str| fields.text(name).unwrap_or_else(|| default.to_owned());
        let remote = text("remote", "origin");
        let fetch_tags = flag("fetch_tags", true);
        let (branches, tags) = (text("refspec_branch", "*"), text("refspec_tag", "*"));
        let mut refspecs = vec![format!("refs/heads/{branches}:refs/remotes/{remote}/{branches}")];
        refspecs.push(format!("+refs/tags/{tags}:refs/tags/{tags}"));
        Self {
            url: source(call).0,
            name: call.name.to_owned(),
            target: fields.required_text("target"),
            rev: text("rev", "HEAD"),
            branch: fields.text("branch"),
            mirror: flag("mirror", false),
            bare: flag("bare", false) || flag("mirror", false),
            update_head: flag("update_head", true),
            force_checkout: flag("force_checkout", false),
            force_fetch: flag("force_fetch", false),
            force_reset: match fields.boolean("force_reset") {
                Some(true) => Some(true),
                Some(false) => None,
                None => fields.text("force_reset").map(|_| false),
            },
            submodules: flag("submodules", false),
            sync_tags: flag("sync_tags", true),
            depth: fields.integer("depth"),
            refspecs: if fetch_tags { refspecs } else { vec![] },
            fetch_tags,
            remote,
        }
    }

    /// The tracking branch to set. `None` removes the present one.
    fn upstream(&self, wanted: &Wanted) -> Option<String> {
        (wanted.kind == RevisionKind::Branch).then(|| format!("{}/{}", self.remote, self.rev))
    }

    /// The wanted commit, for people.
    fn place(&self, wanted: &Wanted) -> String {
        let id = short(&wanted.id);
        match wanted.kind {
            RevisionKind::Head => format!("remote HEAD ({id})"),
            RevisionKind::Commit => id.to_owned(),
            RevisionKind::Branch => format!("{}/{} ({id})", self.remote, self.rev),
            RevisionKind::Tag => format!("{} ({id})", self.rev),
        }
    }

    fn changes_branch(&self, here: &Repo) -> bool {
        self.branch.is_some() && self.branch != here.branch
    }
}

fn short(id: &str) -> &str {
    id.get(..7).unwrap_or(id)
}

impl LocalState for Latest {
    type Live = Box<Live>;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] = &[Function::other(
        "latest",
        &["git.latest"],
        spec::LATEST,
        "Clones a repository, and checks out its newest commit or a given one.",
    )
    .does(BY_PROGRAMS_AND_HOSTS)];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        let spec = Spec::of(&call);
        let target = Path::new(&spec.target);
        if !target.is_absolute() {
            return Err(Outcome::failed(format!("target '{}' is not an absolute path", spec.target)));
        }
        not_a_file(target)?;
        if spec.bare && spec.rev != "HEAD" {
            return Err(Outcome::failed("'rev' is not compatible with the 'mirror' and 'bare' arguments"));
        }
        let git = git(&call)?;
        let refs = Refs::of(&git, &spec.url).await;
        let refs = refs.map_err(|error| remote_refused(&error, &spec.url))?;
        let wanted = if spec.bare { None } else { refs.find(&spec.rev) };
        let is_named = wanted
            .as_ref()
            .is_some_and(|wanted| matches!(wanted.kind, RevisionKind::Branch | RevisionKind::Tag));
        if spec.depth.is_some() && !is_named {
            return Err(Outcome::failed(
                "When 'depth' is used, 'rev' must be set to the name of a branch or tag on the remote repository",
            ));
        }
        if wanted.is_none() && !spec.bare && spec.rev != "HEAD" {
            let rev = &spec.rev;
            return Err(Outcome::failed(format!(
                "No revision matching '{rev}' exists in the remote repository"
            )));
        }
        let is_unfinished = clone::is_unfinished(target);
        let is_there = target.join(if spec.bare { "refs" } else { ".git" }).exists();
        let is_repository = is_there && !is_unfinished;
        let here = if is_repository {
            let question = Question {
                git: &git,
                target,
                remote: &spec.remote,
                rev: &spec.rev,
                branch: spec.branch.as_deref(),
                wanted: wanted.as_ref(),
                bare: spec.bare,
            };
            Some(question.ask().await.map_err(|error| Outcome::failed(words_of(&error)))?)
        } else {
            None
        };
        let is_full = is_full(target) && !is_unfinished;
        Ok(Box::new(Live { git, refs, wanted, here, is_full }))
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Self::Step> {
        let spec = Spec::of(&call);
        let force_clone = call.fields.boolean("force_clone") == Some(true);
        let Live { git, refs, wanted, here, is_full } = *live;
        let Some(here) = here else {
            return plan::clone(Job::new(git, spec, wanted, refs, None), is_full, force_clone);
        };
        let Some(wanted) = wanted else {
            if !spec.bare {
                let why = "Remote repository is empty, cannot update from a non-empty to an empty repository";
                return Intent::Settled(match here.head {
                    Some(_) => Outcome::failed(why),
                    None => Outcome::succeeded(format!("Repository {} is up-to-date", spec.target)),
                });
            }
            let foreseen = Outcome::succeeded(format!(
                "Repository {0} is up-to-date\n\nChanges that would be made: Bare repository at {0} would be fetched",
                spec.target
            ));
            return Intent::Act { foreseen, step: Box::new(Job::new(git, spec, None, refs, Some(here))) };
        };
        plan::update(Job::new(git, spec, Some(wanted.clone()), refs, Some(here.clone())), &wanted, &here)
    }
}
