//! The selection for an export.

use crate::run_plan::is_global;
use aws::tags::Tags;
use model::glob;

/// The selection; an empty list selects all.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Kinds (`sqs.queue`) or services (`sqs`).
    pub kinds: Vec<String>,
    /// Shell patterns of names; one must match.
    pub names: Vec<String>,
    /// Tags, all of which a thing must have; the value is a pattern.
    pub tags: Vec<(String, String)>,
    /// True if kinds without a region are left out: the export of another region of the account has them.
    pub is_further_region: bool,
}

impl Selection {
    /// True for a kind that is exported.
    pub fn has_kind(&self, kind: &str) -> bool {
        let service = kind.split('.').next().unwrap_or(kind);
        if self.is_further_region && (is_global(kind) || service == "s3") {
            return false;
        }
        self.kinds.is_empty() || self.kinds.iter().any(|it| it == kind || it == service)
    }

    /// True for a name that is exported.
    pub fn has_name(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|pattern| glob::is_match(pattern, name))
    }

    /// True for tags that are exported. A thing without tags matches none.
    pub fn has_tags(&self, tags: Option<&Tags>) -> bool {
        let is_there = |(key, pattern): &(String, String)| {
            tags.and_then(|tags| tags.get(key)).is_some_and(|value| glob::is_match(pattern, value))
        };
        self.tags.iter().all(is_there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_region_is_exported_with_the_first_one() {
        let further = Selection { is_further_region: true, ..Selection::default() };
        for (kind, expected) in [
            ("iam.role", false),
            ("s3.bucket", false),
            ("cloudcontrol.distribution", false),
            ("sqs.queue", true),
            ("route53.record", false),
        ] {
            assert_eq!(further.has_kind(kind), expected, "{kind}");
            assert!(Selection::default().has_kind(kind));
        }
    }
}
