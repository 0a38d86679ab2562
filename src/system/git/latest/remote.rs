//! The URL of the remote, and its tags.

use super::job::{Job, UpdateError};
use crate::git::seen::Repo;
use machine::git::{Git, redacted};

impl Job {
    pub(super) async fn set_remote(&mut self, git: &Git, old: Option<&str>) -> Result<(), UpdateError> {
        let (remote, url, name) = (self.spec.remote.clone(), self.spec.url.clone(), self.spec.name.clone());
        let shown = redacted(&url);
        match old {
            None => {
                git.say(&["remote", "add", "--", &remote, &url]).await?;
                self.comments.push(format!("Remote '{remote}' set to {shown}"));
                self.changes.insert("new".into(), format!("{name} => {remote}").into());
            }
            Some(old) => {
                git.say(&["remote", "set-url", "--", &remote, &url]).await?;
                self.comments.push(format!("Remote '{remote}' changed from {} to {shown}", redacted(old)));
            }
        }
        Ok(())
    }

    /// The tags that are missing, and those that are removed.
    pub(super) fn tags(&self, here: &Repo) -> (Vec<String>, Vec<String>) {
        // A partial clone has only the tags of its part.
        if !self.spec.fetch_tags || self.spec.depth.is_some() {
            return (vec![], vec![]);
        }
        let known = self.refs.tags();
        let gone =
            here.tags.iter().filter(|tag| self.spec.sync_tags && !known.contains(tag)).cloned().collect();
        let new = known.iter().filter(|tag| !here.tags.contains(tag)).cloned().collect();
        (new, gone)
    }

    /// Removes the tags that the remote repository no longer has; returns true if others must be fetched too.
    pub(super) async fn clean_tags(&mut self, git: &Git, here: &Repo) -> Result<bool, UpdateError> {
        let (new, gone) = self.tags(here);
        let differ = !new.is_empty() || !gone.is_empty();
        if !new.is_empty() {
            self.changes.insert("new_tags".into(), new.into());
        }
        if !gone.is_empty() {
            for tag in &gone {
                git.say(&["tag", "-d", tag]).await?;
            }
            let names = gone.join(", ");
            self.comments.push(format!("The following tags were removed from the local checkout: {names}"));
            self.changes.insert("deleted_tags".into(), gone.into());
        }
        Ok(differ)
    }
}
