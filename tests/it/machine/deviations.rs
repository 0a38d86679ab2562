//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

/// Case, part of it (`test`, `real`, `after`, `again`, `promise`; several with commas), reason.
const DEVIATIONS: &[(&str, &str, &str)] = &[];

/// Why a case differs on purpose.
pub(super) fn deviation(case: &str, what: &str) -> Option<&'static str> {
    let found =
        DEVIATIONS.iter().find(|(name, of, _)| *name == case && of.split(',').any(|part| part == what));
    found.map(|(_, _, why)| *why)
}

/// Names in the list that are no case.
pub(super) fn unknown(is_known: impl Fn(&str) -> bool) -> Vec<String> {
    let unknown = DEVIATIONS.iter().filter(|(name, ..)| !is_known(name));
    unknown.map(|(name, ..)| format!("{name} is no case")).collect()
}
