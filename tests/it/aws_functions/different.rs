//! Where our answer is not Salt's, and why.

/// A question, our answer as JSON, and the reason.
pub(super) const DIFFERENT: &[(&str, &str, &str)] = &[(
    r#"boto_elb.get_health_check(["nope"], {})"#,
    r#"{"return": {}}"#,
    "Salt trips over its own logging there",
)];
