//! The differences between the wanted and the present state of the target, and the report of a test run.

use super::job::Job;
use super::short;
use crate::Intent;
use crate::git::seen::{Repo, RevisionKind, Wanted};
use crate::git::{full, map, pair, sentences, would_clear};
use machine::git::redacted;
use model::{Map, Outcome, Value};

pub(super) fn clone(mut job: Job, is_full: bool, force: bool) -> Intent<Box<Job>> {
    let (name, target) = (job.spec.name.clone(), job.spec.target.clone());
    let mut changes = map([]);
    let mut comment = format!("Repository {name} would be cloned to {target}");
    if is_full {
        if !force {
            return Intent::Settled(full(&target));
        }
        job.clears = true;
        changes.insert("forced clone".into(), true.into());
        comment = would_clear(&target, &name);
    }
    changes.insert("new".into(), format!("{name} => {target}").into());
    let head =
        job.wanted.as_ref().map(|wanted| wanted.id.clone()).or_else(|| job.refs.0.get("HEAD").cloned());
    if let Some(head) = head {
        changes.insert("revision".into(), pair(Value::Null, head));
    }
    Intent::Act { foreseen: Outcome { changes, ..Outcome::would_change(comment) }, step: Box::new(job) }
}

/// The change of the commit, in the words of a test run. A commit that was not fetched yet may be anything.
fn merge_action(here: &Repo) -> &'static str {
    match here.leads_there.filter(|_| here.has_wanted) {
        Some(false) => "hard-reset",
        Some(true) => "fast-forwarded",
        None => "updated",
    }
}

pub(super) fn update(job: Job, wanted: &Wanted, here: &Repo) -> Intent<Box<Job>> {
    let spec = &job.spec;
    let is_there = wanted.is_at(here.head.as_ref());
    if let (Some(tag), None) = (&here.other_tag, spec.force_reset) {
        return Intent::Settled(Outcome::failed(format!(
            "'{}' is a tag, but the remote SHA1 for this tag ({}) doesn't match the local SHA1 ({}). Set 'force_reset' to \
             True to force this update.",
            spec.rev,
            short(&wanted.id),
            short(tag)
        )));
    }
    let changes_branch = spec.changes_branch(here);
    if here.is_dirty && is_there && spec.force_reset != Some(true) {
        return Intent::Settled(Outcome::succeeded(format!(
            "Repository {} is up-to-date, but with uncommitted changes. Set 'force_reset' to True to purge uncommitted \
             changes.",
            spec.target
        )));
    }
    if !is_there && !spec.update_head && !changes_branch && here.has_wanted {
        return Intent::Settled(Outcome::succeeded(job.not_updated()));
    }
    let leads_elsewhere = here.has_wanted && here.leads_there == Some(false);
    let blocked = spec.force_reset.is_none() && (here.is_dirty || leads_elsewhere);
    if blocked && (spec.update_head || changes_branch) {
        return Intent::Settled(job.not_fast_forward(&[]));
    }
    let (actions, changes) = foreseen(&job, wanted, here);
    let resets = here.is_dirty && is_there;
    if actions.is_empty() && changes.is_empty() && !resets && !job.spec.submodules {
        return Intent::Settled(Outcome::succeeded(format!("Repository {} is up-to-date", spec.target)));
    }
    let target = spec.target.clone();
    let foreseen = if resets {
        let comment = format!(
            "{target} is up-to-date, but with uncommitted changes. Since 'force_reset' is set to True, these local changes \
             would be reset. To only reset when there are changes in the remote repository, set 'force_reset' to \
             'remote-changes'."
        );
        Outcome { changes: map([("forced update", true.into())]), ..Outcome::would_change(comment) }
    } else if changes.is_empty() && !is_there && !spec.update_head {
        Outcome::succeeded(sentences(&actions))
    } else if changes.is_empty() {
        let text = format!("Repository {target} is up-to-date");
        let more = format!("\n\nChanges that would be made: {}", sentences(&actions));
        Outcome::succeeded(if actions.is_empty() { text } else { format!("{text}{more}") })
    } else {
        Outcome { changes, ..Outcome::would_change(sentences(&actions)) }
    };
    Intent::Act { foreseen, step: Box::new(job) }
}

/// The actions, and the changes.
fn foreseen(job: &Job, wanted: &Wanted, here: &Repo) -> (Vec<String>, Map) {
    let spec = &job.spec;
    let is_there = wanted.is_at(here.head.as_ref());
    let (mut actions, mut changes) = (vec![], map([]));
    let action = merge_action(here);
    if here.url.as_ref() != Some(&spec.url) {
        let old = here.url.as_deref().map_or_else(|| "None".to_owned(), redacted);
        actions.push(format!(
            "Remote '{}' would be changed from {old} to {}",
            spec.remote,
            redacted(&spec.url)
        ));
    }
    fetched(job, here, &mut actions, &mut changes);
    let changes_branch = spec.changes_branch(here);
    if !is_there && (spec.update_head || changes_branch) {
        let old = here.head.clone();
        changes.insert("revision".into(), pair(old, wanted.id.as_str()));
        if action == "hard-reset" {
            changes.insert("forced update".into(), true.into());
        }
    }
    let upstream = spec.upstream(wanted);
    if changes_branch {
        let branch = spec.branch.clone().unwrap_or_default();
        if here.branches.contains(&branch) {
            actions.push(format!(
                "Branch '{branch}' would be checked out and {action} to {}",
                short(&wanted.id)
            ));
        } else {
            let place = spec.place(wanted);
            actions.push(format!(
                "New branch '{branch}' would be checked out, with {place} as a starting point"
            ));
            actions.extend(
                upstream.iter().map(|upstream| format!("Tracking branch would be set to {upstream}")),
            );
        }
        if is_there {
            changes.insert("branch".into(), pair(here.branch.clone(), branch));
        }
    } else if !is_there && spec.update_head {
        let old = here.head.as_deref().map_or("None", short);
        actions.push(format!("Repository would be {action} from {old} to {}", short(&wanted.id)));
    } else if !is_there {
        let old = here.head.as_deref().map_or("None", short);
        actions.push(format!(
            "Local HEAD ({old}) does not match {} but update_head=False, HEAD would not be updated locally",
            spec.place(wanted)
        ));
    }
    actions.extend(tracking(here, upstream.as_deref(), wanted.kind));
    (actions, changes)
}

/// The fetch that would be made.
fn fetched(job: &Job, here: &Repo, actions: &mut Vec<String>, changes: &mut Map) {
    let (new, gone) = job.tags(here);
    if !here.has_wanted || !new.is_empty() || !gone.is_empty() {
        actions.push(format!("Remote '{}' would be fetched", job.spec.remote));
    }
    for (key, tags) in [("new_tags", new), ("deleted_tags", gone)] {
        if !tags.is_empty() {
            changes.insert(key.into(), tags.into());
        }
    }
}

/// The tracking branch that would be set.
fn tracking(here: &Repo, upstream: Option<&str>, kind: RevisionKind) -> Option<String> {
    match (here.upstream.as_deref(), upstream, kind) {
        (None, Some(upstream), _) => Some(format!("Tracking branch would be set to {upstream}")),
        (Some(_), None, RevisionKind::Tag | RevisionKind::Commit) => {
            Some("Tracking branch would be unset".to_owned())
        }
        (Some(old), Some(new), _) if old != new => Some(format!("Tracking branch would be updated to {new}")),
        _ => None,
    }
}
