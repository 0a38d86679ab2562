//! State functions of Salt's `boto_*` modules that do not exist here, with what to write instead.
//!
//! `docs/kinds.md` lists them, too.

/// Functions, and what stands for them.
const UNBUILT: &[(&[&str], &str)] = &[(
    &["boto_datapipeline.present", "boto_datapipeline.absent"],
    "nothing: AWS takes no new customers for Data Pipeline",
)];

/// What to write in the place of a function that does not exist.
pub fn advice(function: &str) -> Option<&'static str> {
    UNBUILT.iter().find(|(names, _)| names.contains(&function)).map(|(_, advice)| *advice)
}

/// All of them.
pub fn functions() -> impl Iterator<Item = &'static str> {
    UNBUILT.iter().flat_map(|(names, _)| names.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unbuilt_does_not_exist_and_is_in_the_manual() {
        let manual = include_str!("../../docs/kinds.md");
        for name in functions() {
            assert!(manual.contains(&format!("`{name}`")), "{name} is not in docs/kinds.md");
            let exists = crate::state_functions().any(|it| it.names.contains(&name));
            assert!(!exists, "{name} exists");
        }
        assert!(advice("boto_datapipeline.present").is_some_and(|it| it.contains("no new customers")));
        assert_eq!(advice("boto_iot.policy_present"), None);
    }
}
