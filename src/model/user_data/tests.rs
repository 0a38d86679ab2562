use super::*;
use crate::Place;

fn place() -> Place {
    Place::new("a.sls", 1, 1)
}

fn composed(json: serde_json::Value) -> String {
    let mut problems = Problems::default();
    let raw = compose(&Node::from_value(json.into(), &place()), &mut problems);
    assert!(problems.is_empty(), "{problems}");
    raw
}

fn sample() -> serde_json::Value {
    serde_json::json!({
        "cloud-config": {"packages": ["nginx"], "write_files": [{"path": "/etc/x", "permissions": "0644", "content": "a\nb\n"}]},
        "scripts": {"second": "#!/bin/sh\necho hi\n", "first": "#!/bin/sh\ntrue\n"},
        "boothooks": {"early": "#!/bin/sh\necho früh\n"},
    })
}

#[test]
fn the_message_is_the_same_bytes_every_time() {
    assert_eq!(composed(sample()), composed(sample()));
    let expected = r#"Content-Type: multipart/mixed; boundary="===============BOUNDARY=="
MIME-Version: 1.0

--===============BOUNDARY==
Content-Type: text/cloud-boothook; charset="utf-8"
MIME-Version: 1.0
Content-Transfer-Encoding: base64

IyEvYmluL3NoCmVjaG8gZnLDvGgK
--===============BOUNDARY==
Content-Type: text/x-shellscript; charset="us-ascii"
MIME-Version: 1.0
Content-Transfer-Encoding: 7bit

#!/bin/sh
echo hi

--===============BOUNDARY==
Content-Type: text/x-shellscript; charset="us-ascii"
MIME-Version: 1.0
Content-Transfer-Encoding: 7bit

#!/bin/sh
true

--===============BOUNDARY==
Content-Type: text/cloud-config; charset="us-ascii"
MIME-Version: 1.0
Content-Transfer-Encoding: 7bit

packages:
  - nginx
write_files:
  - path: /etc/x
    permissions: "0644"
    content: "a\nb\n"

--===============BOUNDARY==--
"#;
    assert_eq!(composed(sample()), expected.replace("BOUNDARY", "d1588d936ffab19e24dabcfea39cfa0a"));
}

#[test]
fn a_message_with_another_boundary_folding_and_encoding_is_the_same() {
    let written = composed(
        serde_json::json!({"scripts": {"a": "#!/bin/sh\necho a\n"}, "cloud-config": {"a": ["b", "c"]}}),
    );
    let by_python = "Content-Type: multipart/mixed;\n boundary=\"===============8273==\"\nMIME-Version: 1.0\n\n\
        --===============8273==\nContent-Type: text/x-shellscript; charset=\"utf-8\"\nMIME-Version: 1.0\n\
        Content-Transfer-Encoding: base64\n\nIyEvYmluL3NoCmVj\naG8gYQo=\n\n--===============8273==\n\
        MIME-Version: 1.0\nContent-Type: text/cloud-config; charset=\"us-ascii\"\n\
        Content-Transfer-Encoding: 7bit\n\na:\n- b\n- c\n\n--===============8273==--\n";
    assert!(is_same(&written, by_python));
    assert!(!is_same(&written, &by_python.replace("- c", "- d")));
    assert!(!is_same(&written, &by_python.replace("x-shellscript", "cloud-boothook")));
}

#[test]
fn plain_text_is_compared_as_it_is() {
    assert!(is_same("#!/bin/sh\n", "#!/bin/sh\n"));
    assert!(!is_same("#!/bin/sh\n", "#!/bin/bash\n"));
    assert!(!is_same("#!/bin/sh\n", &composed(serde_json::json!({"scripts": {"a": "#!/bin/sh\n"}}))));
}

#[test]
fn configuration_reads_back_as_it_was_declared_in_yaml_1_1() {
    let config: Value = serde_json::json!({
        "a": "yes", "b": "0644", "c": "22:22", "d": 5, "e": true, "f": null, "g": [], "h": {}, "i": ["x y", ["z"], {"k": "v"}],
        "j": "two\nlines\n", "k": "2024-01-01", "l": "~", "m": "ü",
    })
    .into();
    let written = cloud_config::write(&config);
    let read: serde_json::Value = serde_yaml::from_str(&written).unwrap();
    assert_eq!(read, config.to_json(), "{written}");
    for quoted in ["\"yes\"", "\"0644\"", "\"22:22\"", "\"2024-01-01\"", "\"~\""] {
        assert!(written.contains(quoted), "{written}");
    }
}

#[test]
fn json_text_is_taken_and_unknown_keys_are_refused() {
    let mut problems = Problems::default();
    let text = Node::scalar(place(), r##"{"scripts": {"a": "#!/bin/sh\n"}}"##);
    assert_eq!(compose(&text, &mut problems), composed(serde_json::json!({"scripts": {"a": "#!/bin/sh\n"}})));
    assert!(problems.is_empty());
    compose(&Node::scalar(place(), r#"{"script": {}}"#), &mut problems);
    assert!(problems.to_string().contains("did you mean 'scripts'?"), "{problems}");
    compose(&Node::scalar(place(), "{"), &mut problems);
    assert!(problems.to_string().contains("not JSON"), "{problems}");
}
