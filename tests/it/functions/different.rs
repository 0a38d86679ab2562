//! Answers that differ from Salt's on purpose: a function, or one call of it, and why.

/// What differs, with its reason.
pub const DIFFERENT: &[(&str, &str)] = &[
    (
        r#"slsutil.deserialize ["yaml","0644"]"#,
        "texts are read as SLS files are, where Salt has a second reader for this one function",
    ),
    (r#"slsutil.serialize ["plist",{"a":1}]"#, "property lists are of a system that this does not run on"),
];
