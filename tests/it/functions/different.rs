//! Answers that differ from Salt's on purpose: a call, and why.

const INDENTED: &str = "an indented key below a key that has a value is a key of its own, as MySQL reads it; to set the one above must not remove it";

/// What differs, with its reason.
pub const DIFFERENT: &[(&str, &str)] = &[
    ("cmd.run [5]", "what is no command is refused before it is run"),
    (
        r#"file.get_source_sum {"file_name":"a","source":"x","source_hash":"zz"}"#,
        "what is no hash is taken for a file of hashes, which is not there",
    ),
    (r#"ini.get_ini ["{d}/ini/odd.ini"]"#, INDENTED),
    (r#"ini.get_ini ["{d}/ini/odd.ini"," "]"#, INDENTED),
    (
        r#"random.get_str [4] {"lowercase":false,"uppercase":false,"digits":false,"punctuation":false}"#,
        "Salt makes a pattern of no letters, and fails at that",
    ),
    (
        r#"slsutil.deserialize ["yaml","0644"]"#,
        "texts are read as SLS files are, where Salt has a second reader for this one function",
    ),
    (r#"slsutil.serialize ["plist",{"a":1}]"#, "property lists are of a system that this does not run on"),
];
