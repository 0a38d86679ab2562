//! Cloning and updating: the calls of git.

use std::path::Path;

use super::Spec;
use crate::git::seen::{Refs, Repo, RevisionKind, Wanted, leads};
use crate::git::{clone, failed, map, pair, sentences, words_of};
use machine::git::{Git, GitError, redacted};
use model::{Map, Outcome, Value};

/// A repository to clone or update.
pub struct Job {
    git: Git,
    pub(super) spec: Spec,
    pub(super) wanted: Option<Wanted>,
    pub(super) refs: Refs,
    /// The present state of the target; if nothing, it is cloned.
    pub(super) here: Option<Repo>,
    /// True if the contents of the target are removed first.
    pub(super) clears: bool,
    pub(super) comments: Vec<String>,
    pub(super) changes: Map,
}

impl crate::Step for Job {
    async fn carry_out(mut self) -> Outcome {
        let done = if self.here.is_some() { self.update().await } else { self.clone_it().await };
        let secret = redacted(&self.spec.url);
        let mut outcome = match done {
            Err(UpdateError::Ended(outcome)) => outcome,
            Err(UpdateError::Git(error)) => failed(words_of(&error), &self.comments),
            Ok(()) => self.ended().await,
        };
        outcome.comment = outcome.comment.replace(&self.spec.url, &secret);
        outcome
    }
}

impl Job {
    pub(super) fn new(git: Git, spec: Spec, wanted: Option<Wanted>, refs: Refs, here: Option<Repo>) -> Self {
        Self { git, spec, wanted, refs, here, clears: false, comments: vec![], changes: map([]) }
    }

    /// The outcome, by the commit that is checked out then.
    async fn ended(&mut self) -> Outcome {
        let target = self.spec.target.clone();
        let head =
            self.here_git().ask(&["rev-parse", "--verify", "-q", "HEAD^{commit}"]).await.ok().flatten();
        let old = self.here.as_ref().and_then(|here| here.head.clone());
        if let Some(wanted) = self.wanted.as_ref().filter(|_| self.spec.update_head)
            && !wanted.is_at(head.as_ref())
        {
            return failed("Failed to update repository", &self.comments);
        }
        let changes = std::mem::take(&mut self.changes);
        let mut outcome = Outcome { changes, ..Outcome::succeeded(sentences(&self.comments)) };
        match (&self.here, head) {
            (None, Some(new)) => {
                outcome.changes.insert("revision".into(), pair(Value::Null, new));
            }
            (Some(_), new) if new != old => {
                outcome.changes.insert("revision".into(), pair(old, new));
            }
            (Some(_), _) => {
                let made = if self.comments.is_empty() {
                    String::new()
                } else {
                    format!("\n\nChanges made: {}", sentences(&self.comments))
                };
                outcome.comment = format!("Repository {target} is up-to-date{made}");
            }
            (None, None) => {}
        }
        outcome
    }

    fn here_git(&self) -> Git {
        self.git.at(Path::new(&self.spec.target))
    }

    async fn clone_it(&mut self) -> Result<(), UpdateError> {
        let spec = self.spec.clone();
        let target = Path::new(&spec.target);
        let depth = spec.depth.map(|depth| depth.to_string());
        let mut words = vec![];
        words.extend(if spec.mirror { Some("--mirror") } else { spec.bare.then_some("--bare") });
        words.extend((spec.remote != "origin").then_some(["--origin", &spec.remote]).into_iter().flatten());
        words.extend(depth.iter().flat_map(|depth| ["--depth", depth, "--branch", &spec.rev]));
        if let Err(why) = clone::into(&self.git, target, &words, &spec.url, self.clears).await {
            return Err(self.fails(format!("Clone failed: {why}")));
        }
        if self.clears {
            self.changes.insert("forced clone".into(), true.into());
        }
        self.changes.insert("new".into(), format!("{} => {}", spec.name, spec.target).into());
        let kind = if spec.mirror {
            " as mirror"
        } else if spec.bare {
            " as bare repository"
        } else {
            ""
        };
        self.comments.push(format!("{} cloned to {}{kind}", spec.name, spec.target));
        let git = self.here_git();
        let Some(wanted) = self.wanted.clone() else { return Ok(clone::finish(&git).await?) };
        if let Some(branch) = &spec.branch {
            let of = format!("refs/heads/{branch}");
            if git.ask(&["rev-parse", "--verify", "-q", &of]).await?.is_none() {
                let from = spec.upstream(&wanted).unwrap_or_else(|| wanted.id.clone());
                git.say(&["checkout", "-b", branch, &from, "--"]).await?;
                let place = spec.place(&wanted);
                self.comments
                    .push(format!("Branch '{branch}' checked out, with {place} as a starting point"));
            }
        }
        let head = git.ask(&["rev-parse", "--verify", "-q", "HEAD^{commit}"]).await?;
        if !wanted.is_at(head.as_ref()) {
            git.say(&["reset", "--hard", &wanted.id, "--"]).await?;
            self.comments.push(format!("Repository was reset to {}", spec.place(&wanted)));
        }
        let now = git.ask(&["rev-parse", "--abbrev-ref", "-q", "HEAD@{upstream}"]).await?;
        self.follow(&git, &wanted, now).await?;
        self.bring_submodules(&git).await?;
        Ok(clone::finish(&git).await?)
    }

    /// Sets the tracking branch.
    async fn follow(&mut self, git: &Git, wanted: &Wanted, now: Option<String>) -> Result<(), UpdateError> {
        match (now, self.spec.upstream(wanted), wanted.kind) {
            (None, Some(upstream), _) => {
                git.say(&["branch", "--set-upstream-to", &upstream]).await?;
                self.comments.push(format!("Tracking branch was set to {upstream}"));
            }
            (Some(_), None, RevisionKind::Tag | RevisionKind::Commit) => {
                git.say(&["branch", "--unset-upstream"]).await?;
                self.comments.push("Tracking branch was unset".to_owned());
            }
            (Some(old), Some(new), _) if old != new => {
                git.say(&["branch", "--set-upstream-to", &new]).await?;
                self.comments.push(format!("Tracking branch was updated to {new}"));
            }
            _ => {}
        }
        Ok(())
    }

    async fn bring_submodules(&mut self, git: &Git) -> Result<(), UpdateError> {
        if !self.spec.submodules {
            return Ok(());
        }
        let brought = git.say(&["submodule", "update", "--init", "--recursive"]).await;
        brought
            .map(|_| ())
            .map_err(|error| self.fails(format!("Failed to update submodules: {}", words_of(&error))))
    }

    fn fails(&self, message: String) -> UpdateError {
        UpdateError::Ended(failed(message, &self.comments))
    }

    async fn fetch(&self, git: &Git) -> Result<bool, UpdateError> {
        let mut words = vec!["fetch"];
        words.extend(self.spec.force_fetch.then_some("--force"));
        words.push(&self.spec.remote);
        words.extend(self.spec.refspecs.iter().map(String::as_str));
        let fetched = git.run(&words).await?;
        if !fetched.is_success() {
            let said = fetched.stderr_text();
            return Err(self.fails(format!(
                "Fetch failed. Set 'force_fetch' to True to force the fetch if the failure was due to not being able to \
                 fast-forward. Output of the fetch command follows:\n\n{}",
                said.trim_end()
            )));
        }
        Ok(fetched.stderr_text().contains(" -> "))
    }

    async fn update(&mut self) -> Result<(), UpdateError> {
        let (git, spec) = (self.here_git(), self.spec.clone());
        let Some(here) = self.here.clone() else { return Ok(()) };
        let Some(wanted) = self.wanted.clone() else {
            let more = if self.fetch(&git).await? { ", resulting in updated refs" } else { "" };
            self.comments.push(format!("Bare repository at {} was fetched{more}", spec.target));
            return Ok(());
        };
        if here.url.as_ref() != Some(&spec.url) {
            self.set_remote(&git, here.url.as_deref()).await?;
        }
        let leads_there = self.bring(&git, &wanted, &here).await?;
        let is_there = wanted.is_at(here.head.as_ref());
        if !is_there && !spec.update_head && !spec.changes_branch(&here) {
            let changes = std::mem::take(&mut self.changes);
            return Err(UpdateError::Ended(Outcome { changes, ..Outcome::succeeded(self.not_updated()) }));
        }
        let forward = leads_there == Some(true) && !(here.is_dirty && is_there);
        if spec.force_reset.is_none() && (!forward || here.is_dirty && !is_there) {
            return Err(UpdateError::Ended(self.not_fast_forward(&self.comments)));
        }
        if spec.changes_branch(&here) {
            self.check_out(&git, &wanted, &here).await?;
        }
        if !forward {
            git.say(&["reset", "--hard", &wanted.id, "--"]).await?;
            self.changes.insert("forced update".into(), true.into());
            self.comments.extend(here.is_dirty.then(|| "Uncommitted changes were discarded".to_owned()));
            self.comments.push(format!("Repository was hard-reset to {}", spec.place(&wanted)));
        } else if here.is_dirty {
            git.say(&["reset", "--hard", "HEAD", "--"]).await?;
            self.comments.push("Uncommitted changes were discarded".to_owned());
        }
        // A new branch tracks the branch that it was created from.
        if !spec.changes_branch(&here)
            || here.branches.iter().any(|known| Some(known) == spec.branch.as_ref())
        {
            self.follow(&git, &wanted, here.upstream.clone()).await?;
        }
        if forward && !wanted.is_at(here.base.as_ref()) {
            if matches!(wanted.kind, RevisionKind::Branch | RevisionKind::Head) {
                git.say(&["merge", "--ff-only", &wanted.id]).await?;
                self.comments.push(format!("Repository was fast-forwarded to {}", spec.place(&wanted)));
            } else {
                git.say(&["reset", "--hard", &wanted.id, "--"]).await?;
                self.comments.push(format!("Repository was reset to {} (fast-forward)", spec.rev));
            }
        }
        self.bring_submodules(&git).await
    }

    /// Fetches the wanted commit; returns whether the present one is an ancestor of it.
    async fn bring(&mut self, git: &Git, wanted: &Wanted, here: &Repo) -> Result<Option<bool>, UpdateError> {
        let tags_differ = self.clean_tags(git, here).await?;
        let mut leads_there = here.leads_there;
        if !here.has_wanted || tags_differ {
            if self.fetch(git).await? {
                self.comments.push(format!("{} was fetched, resulting in updated refs", self.spec.name));
            }
            let of = format!("{}^{{commit}}", wanted.id);
            if git.ask(&["rev-parse", "--verify", "-q", &of]).await?.is_none() {
                let why = format!(
                    "Fetch did not successfully retrieve rev '{}' from {}",
                    self.spec.rev, self.spec.name
                );
                return Err(self.fails(why));
            }
            leads_there = match &here.base {
                None => Some(true),
                Some(base) => Some(leads(git, base, &wanted.id).await?),
            };
        }
        Ok(leads_there)
    }

    async fn check_out(&mut self, git: &Git, wanted: &Wanted, here: &Repo) -> Result<(), UpdateError> {
        let spec = self.spec.clone();
        let branch = spec.branch.clone().unwrap_or_default();
        if here.is_dirty && !spec.force_checkout {
            let local = here.branch.as_deref().unwrap_or("None");
            return Err(self.fails(format!(
                "Local branch '{local}' has uncommitted changes. Set 'force_checkout' to True to discard them and proceed."
            )));
        }
        let is_there = here.branches.contains(&branch);
        let from = spec.upstream(wanted).unwrap_or_else(|| wanted.id.clone());
        let mut words = vec!["checkout"];
        words.extend(spec.force_checkout.then_some("--force"));
        words.extend(if is_there { vec![branch.as_str()] } else { vec!["-b", &branch, &from] });
        words.push("--");
        git.say(&words).await?;
        self.comments.push(if is_there {
            format!("'{branch}' was checked out")
        } else {
            format!("New branch '{branch}' was checked out, with {} as a starting point", spec.place(wanted))
        });
        if wanted.is_at(here.head.as_ref()) {
            self.changes.insert("branch".into(), pair(here.branch.clone(), branch));
        }
        Ok(())
    }
}

/// Why it ended early.
pub(super) enum UpdateError {
    /// For this reason.
    Ended(Outcome),
    /// For an error of git.
    Git(GitError),
}

impl From<GitError> for UpdateError {
    fn from(error: GitError) -> Self {
        Self::Git(error)
    }
}
