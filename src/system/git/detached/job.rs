//! The calls that bring a working tree to a commit.

use super::Spec;
use crate::Intent;
use crate::git::seen::{Repo, RevisionKind, Wanted};
use crate::git::{clone, failed, full, map, pair, sentences, words_of, would_clear};
use machine::git::{Git, redacted};
use model::{Map, Outcome, Value};

/// The work, in order.
pub struct Job {
    git: Git,
    spec: Spec,
    wanted: Wanted,
    /// The commit that is checked out, if any.
    head: Option<String>,
    /// True if there is no repository yet.
    clones: bool,
    clears: bool,
    /// The URL of the remote, if it must change.
    remote: Option<Option<String>>,
    fetches: bool,
    comments: Vec<String>,
}

impl crate::Step for Job {
    async fn carry_out(mut self) -> Outcome {
        let (url, shown) = (self.spec.url.clone(), redacted(&self.spec.url));
        let mut outcome = match self.done().await {
            Ok(outcome) => outcome,
            Err(why) => failed(why, &self.comments),
        };
        outcome.comment = outcome.comment.replace(&url, &shown);
        outcome
    }
}

impl Job {
    pub(super) fn new(git: Git, spec: Spec, wanted: Wanted, here: Option<&Repo>) -> Self {
        Self {
            git,
            spec,
            wanted,
            head: here.and_then(|here| here.head.clone()),
            clones: here.is_none(),
            clears: false,
            remote: None,
            fetches: false,
            comments: vec![],
        }
    }

    fn changes(&self, new: &str) -> Map {
        let mut changes = map([]);
        if self.clears {
            changes.insert("forced clone".into(), true.into());
        }
        if self.head.as_deref() != Some(new) {
            changes.insert("HEAD".into(), pair(self.head.clone().map_or(Value::Null, Value::from), new));
        }
        changes
    }

    pub(super) fn clone_first(mut self, is_full: bool, forces: bool) -> Intent<Box<Self>> {
        let target = self.spec.target.display().to_string();
        let mut comment = format!("Repository {} would be cloned to {target}", self.spec.name);
        if is_full {
            if !forces {
                return Intent::Settled(full(&target));
            }
            self.clears = true;
            comment = would_clear(&target, &self.spec.name);
        }
        let changes = self.changes(&self.wanted.id);
        Intent::Act { foreseen: Outcome { changes, ..Outcome::would_change(comment) }, step: Box::new(self) }
    }

    pub(super) fn move_to(mut self, here: &Repo) -> Intent<Box<Self>> {
        let (spec, mut actions) = (&self.spec, vec![]);
        let target = spec.target.display().to_string();
        let is_named = self.wanted.kind == RevisionKind::Commit;
        if here.url.as_ref() != Some(&spec.url) && !(is_named && here.has_wanted) {
            actions.push(format!("Remote {} would be set to {}", spec.remote, spec.name));
            self.remote = Some(here.url.clone());
        }
        if spec.fetches && !here.has_wanted {
            actions.push(format!("Repository remote {} would be fetched", spec.remote));
            self.fetches = true;
        }
        if spec.resets {
            actions.push(format!("Hard reset to HEAD would be performed on {target}"));
        }
        let is_there = self.wanted.is_at(self.head.as_ref());
        if !is_there {
            actions.push(format!("Commit ID {} would be checked out at {target}", self.wanted.id));
        }
        if spec.submodules {
            actions.push("Submodules would be updated".to_owned());
        }
        if actions.is_empty() {
            return Intent::Settled(Outcome::succeeded("Already checked out at correct revision"));
        }
        let comment = sentences(&actions);
        let foreseen = if is_there {
            Outcome::succeeded(comment)
        } else {
            Outcome { changes: self.changes(&self.wanted.id), ..Outcome::would_change(comment) }
        };
        Intent::Act { foreseen, step: Box::new(self) }
    }

    async fn done(&mut self) -> Result<Outcome, String> {
        let spec = self.spec.clone();
        if self.clones {
            self.clone_it().await?;
        }
        let git = self.git.at(&spec.target);
        if let Some(old) = self.remote.take() {
            let verb = if old.is_some() { "set-url" } else { "add" };
            say(&git, &["remote", verb, "--", &spec.remote, &spec.url]).await?;
            let old = old.as_deref().map_or_else(|| "None".to_owned(), redacted);
            self.comments.push(format!("Remote {} updated from '{old}' to '{}'", spec.remote, spec.name));
        }
        if self.fetches {
            let branches = format!("refs/heads/*:refs/remotes/{}/*", spec.remote);
            let words = ["fetch", "--force", &spec.remote, &branches, "+refs/tags/*:refs/tags/*"];
            let fetched = git.run(&words).await.map_err(|error| words_of(&error))?;
            let said = fetched.stderr_text();
            if !fetched.is_success() {
                return Err(format!("Fetch failed:\n\n{}", said.trim_end()));
            }
            if said.contains(" -> ") {
                self.comments.push(format!("Remote {} was fetched, resulting in updated refs", spec.remote));
            }
        }
        let of = format!("{}^{{commit}}", self.wanted.id);
        let id = git.ask(&["rev-parse", "--verify", "-q", &of]).await.map_err(|error| words_of(&error))?;
        let id = id.ok_or_else(|| spec.missing())?;
        if spec.resets && !self.clones {
            say(&git, &["reset", "--hard", "HEAD", "--"]).await?;
            self.comments.push("Repository was reset to HEAD before checking out revision".to_owned());
        }
        let is_there = self.wanted.is_at(self.head.as_ref());
        if !is_there {
            let force = spec.forces.then_some("--force");
            let words: Vec<&str> =
                ["checkout", "--detach"].into_iter().chain(force).chain([id.as_str(), "--"]).collect();
            say(&git, &words).await?;
            self.comments.push(format!("Commit ID {id} was checked out at {}", spec.target.display()));
        }
        if spec.submodules {
            say(&git, &["submodule", "update", "--init", "--recursive"]).await?;
            self.comments.push("Submodules were updated".to_owned());
        }
        if self.clones {
            clone::finish(&git).await.map_err(|error| words_of(&error))?;
        }
        if is_there {
            self.comments.push("Already checked out at correct revision".to_owned());
        }
        Ok(Outcome { changes: self.changes(&id), ..Outcome::succeeded(sentences(&self.comments)) })
    }

    async fn clone_it(&mut self) -> Result<(), String> {
        let spec = &self.spec;
        let target = spec.target.display().to_string();
        let options = ["--no-checkout", "--origin", &spec.remote];
        clone::into(&self.git, &spec.target, &options, &spec.url, self.clears).await?;
        self.comments.push(format!("{} cloned to {target}", spec.name));
        Ok(())
    }
}

async fn say(git: &Git, words: &[&str]) -> Result<(), String> {
    git.say(words).await.map(|_| ()).map_err(|error| words_of(&error))
}
