//! The release of an instance as far as its registration depends on it.

use std::path::Path;

use super::error::DeployError;
use super::layout::Layout;
use super::plan::{BASE, Live};
use super::recorded::recorded;
use super::run::look;
use super::status::services;
use model::fitness::Release;

/// The release of the service that is linked below a root, or whose first deployment began; none if there is neither.
///
/// # Errors
/// It cannot be read.
pub fn release_of(root: &Path) -> Result<Option<Release>, DeployError> {
    let any = Layout::new(root, BASE);
    let linked = any.service_linked();
    let linked = linked.map_err(|source| DeployError::Read { path: root.join("service"), source })?;
    let service = match linked {
        Some(service) => Some(service),
        None if root.is_dir() => services(root)?.into_iter().find(|name| name != BASE),
        None => None,
    };
    let Some(service) = service else { return Ok(None) };
    let layout = Layout::new(root, &service);
    let live = look(&layout, recorded(&layout)?)?;
    Ok(Some(release(service, live)))
}

fn release(service: String, live: Live) -> Release {
    let Live { current, record, unpacked, .. } = live;
    Release {
        service,
        is_missing: current.as_ref().is_some_and(|current| !unpacked.contains(current)),
        is_withdrawn: current.as_ref().is_some_and(|current| record.withdrawn.contains(current)),
        is_left_by_failure: current.is_some() && current == record.left,
        linked: current,
        finished: record.finished,
        rolls_back_to: record.rollback.map(|rollback| rollback.to),
        deploys: None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{Rollback, ServiceRecord};
    use super::*;

    fn seen(current: Option<&str>, change: impl Fn(&mut ServiceRecord)) -> Release {
        let mut record = ServiceRecord { finished: Some("r1".to_owned()), ..ServiceRecord::default() };
        change(&mut record);
        let unpacked = vec!["r1".to_owned(), "r2".to_owned()];
        let current = current.map(str::to_owned);
        release("myapp".to_owned(), Live { current, record, unpacked, ..Live::default() })
    }

    #[test]
    fn what_the_disk_holds_is_what_is_judged() {
        let fit = seen(Some("r1"), |_| {});
        assert_eq!((fit.linked.as_deref(), fit.finished.as_deref()), (Some("r1"), Some("r1")));
        assert!(!fit.is_withdrawn && !fit.is_left_by_failure && fit.rolls_back_to.is_none());
        assert!(!fit.is_missing && seen(Some("r3"), |_| {}).is_missing);
        assert!(seen(Some("r2"), |it| it.withdrawn.push("r2".to_owned())).is_withdrawn);
        assert!(seen(Some("r2"), |it| it.left = Some("r2".to_owned())).is_left_by_failure);
        assert!(!seen(None, |_| {}).is_left_by_failure);
        let back = Rollback { from: Some("r1".to_owned()), to: "r0".to_owned() };
        let rolling = seen(Some("r1"), |it| it.rollback = Some(back.clone()));
        assert_eq!(rolling.rolls_back_to.as_deref(), Some("r0"));
    }

    #[test]
    fn without_a_deployment_there_is_nothing_to_judge() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(release_of(root.path()).unwrap(), None);
        assert_eq!(release_of(&root.path().join("missing")).unwrap(), None);
        std::fs::create_dir_all(root.path().join("base/releases")).unwrap();
        assert_eq!(release_of(root.path()).unwrap(), None, "what all share is no release of a service");
        std::fs::create_dir_all(root.path().join("myapp/releases")).unwrap();
        let begun = release_of(root.path()).unwrap().unwrap();
        assert_eq!((begun.service.as_str(), begun.linked), ("myapp", None));
    }
}
