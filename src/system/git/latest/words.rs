//! Why a repository was not updated, in Salt's words.

use super::job::Job;
use super::short;
use crate::git::failed;
use model::Outcome;

impl Job {
    pub(super) fn not_updated(&self) -> String {
        let place = self.wanted.as_ref().map(|wanted| self.spec.place(wanted)).unwrap_or_default();
        let place =
            if self.spec.rev == "HEAD" { place.replacen('r', "R", 1).replace("HEAD", "head") } else { place };
        let head = self.here.as_ref().and_then(|here| here.head.as_deref()).map_or("None", short).to_owned();
        format!(
            "{place} is already present and local HEAD ({head}) does not match, but update_head=False. HEAD has not been \
             updated locally."
        )
    }

    pub(super) fn not_fast_forward(&self, comments: &[String]) -> Outcome {
        let (Some(here), Some(wanted)) = (&self.here, &self.wanted) else { return Outcome::failed("") };
        let spec = &self.spec;
        let local = here.branch.as_deref().unwrap_or("None");
        let advice = match (&spec.branch, self.refs.default_branch()) {
            (None, _) if spec.rev != "HEAD" && local != spec.rev => format!(
                " The desired rev ({0}) differs from the name of the local branch ({local}), if the desired rev is a branch \
                 name then a forced update could possibly be avoided by setting the 'branch' argument to '{0}' instead.",
                spec.rev
            ),
            (None, Some(default)) if spec.rev == "HEAD" && local != default => format!(
                " The default remote branch ({default}) differs from the local branch ({local}). This could be caused by \
                 changing the default remote branch, or if the local branch was manually changed. Rather than forcing an \
                 update, it may be advisable to set the 'branch' argument to '{default}' instead. To ensure that this state \
                 follows the '{default}' branch instead of the remote HEAD, set the 'rev' argument to '{default}'."
            ),
            _ => String::new(),
        };
        let (pre, post) = (here.base.as_deref().map_or("None", short), short(&wanted.id));
        let from =
            if here.is_dirty && pre != post { format!("from {pre} to {post}") } else { format!("to {post}") };
        let after = match &spec.branch {
            Some(branch) if spec.changes_branch(here) => {
                format!(" (after checking out local branch '{branch}')")
            }
            _ => String::new(),
        };
        let (why, also, discard) = if here.is_dirty {
            ("there are uncommitted changes", " (or 'remote-changes')", " and discard these changes")
        } else {
            ("this is not a fast-forward merge", "", "")
        };
        failed(
            format!(
                "Repository would be updated {from}{after}, but {why}. Set 'force_reset' to True{also} to force this \
                 update{discard}.{advice}"
            ),
            comments,
        )
    }
}
