//! The same for topics, rules, files, hosted zones and Auto Scaling groups.

/// As in `different_changes`.
pub(super) const DIFFERENT: &[(&str, &str, &str)] = &[(
    r#"boto_sns.subscribe(["lab-nope","https","https://example.com/alarms"], {})"#,
    r#"{"return":false}"#,
    "Salt fails",
)];
