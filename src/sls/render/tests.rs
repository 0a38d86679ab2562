use std::cell::RefCell;

use super::*;
use crate::outside::Offline;

/// A fake engine: leaves the text as it is and records the variables.
#[derive(Default)]
struct Identity {
    seen: RefCell<Variables>,
}

impl Templates for Identity {
    fn render(&self, template: &Template<'_>, variables: &Variables) -> Result<Rendered, Problems> {
        *self.seen.borrow_mut() = variables.clone();
        Ok(Rendered { text: template.text.to_owned(), place_of: identity(template.path) })
    }
}

fn render(relative: &str, sls: &str, text: &str) -> (Result<serde_json::Value, String>, serde_json::Value) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(relative);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    let file = FoundFile { relative: relative.to_owned(), path };
    let engine = Identity::default();
    let renderer = Renderer { templates: &engine, default_pipeline: "jinja|yaml", outside: &Offline };
    let rendered = renderer.render(SlsFile { sls, env: "base", file: &file }, &Variables::new());
    let shown = rendered.map(|node| node.to_value().to_json()).map_err(|problems| problems.to_string());
    (shown, engine.seen.take().into_iter().map(|(name, value)| (name, value.to_json())).collect())
}

#[test]
fn the_first_line_names_the_pipeline() {
    let expected = serde_json::json!({"a": 1});
    for text in [
        "a: 1\n",
        "#!jinja|yaml\na: 1\n",
        "#!yaml\na: 1",
        "#!json\n{\"a\": 1}",
        "#! jinja | json\n{\"a\": 1}",
        "#!/bin/sh\na: 1",
    ] {
        assert_eq!(render("a.sls", "a", text).0.as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn pipelines_that_need_python_or_are_misspelt_are_refused_with_advice() {
    for (text, advice) in [
        ("#!py\ndef run(): pass\n", "runs Python"),
        ("#!jinj|yaml\na: 1\n", "did you mean 'jinja'?"),
        ("#!jinja\na: 1\n", "end it with yaml"),
        ("#!yaml|jinja\na: 1\n", "only gpg may follow a step that gives data"),
        ("#!yamlex\na: 1\n", "write #!jinja|yaml"),
        ("#!nacl|yaml\na: 1\n", "there are jinja, yaml, json and gpg"),
        ("#!json\n{\"a\": }\n", "this is not JSON"),
    ] {
        let shown = render("a.sls", "a", text).0.unwrap_err();
        assert!(shown.contains("a.sls:") && shown.contains(advice), "{text}: {shown}");
    }
}

#[test]
fn a_first_line_keeps_its_number() {
    let shown = render("a.sls", "a", "#!jinja|yaml\na: %\n").0.unwrap_err();
    assert!(shown.contains("a.sls:2:4"), "{shown}");
    let shown = render("a.sls", "a", "#!json\n{\"a\": 1,\n}").0.unwrap_err();
    assert!(shown.contains("a.sls:3:1"), "{shown}");
}

#[test]
fn what_holds_nothing_is_an_empty_mapping() {
    for text in ["", " \n", "# only a comment\n", "~\n"] {
        assert_eq!(render("a.sls", "a", text).0, Ok(serde_json::json!({})), "{text:?}");
    }
}

/// As recorded from Salt.
#[test]
fn variables_follow_from_the_path() {
    for (relative, sls, slspath, tpldir, colon) in [
        ("one.sls", "one", "", ".", ""),
        ("x/init.sls", "x", "x", "x", "x"),
        ("x/two.sls", "x.two", "x", "x", "x"),
        ("x/y/z/t-h.sls", "x.y.z.t-h", "x/y/z", "x/y/z", "x:y:z"),
    ] {
        let (_, seen) = render(relative, sls, "a: 1\n");
        assert_eq!(seen["sls"], sls);
        assert_eq!(seen["slspath"], slspath);
        assert_eq!(seen["tpldir"], tpldir);
        assert_eq!(seen["slscolonpath"], colon);
        assert_eq!(seen["slsdotpath"], slspath.replace('/', "."));
        assert_eq!(seen["tpldot"], slspath.replace('/', "."));
        assert_eq!(seen["sls_path"], slspath.replace('/', "_"));
        assert_eq!(seen["tplfile"], relative);
        assert!(seen["tplpath"].as_str().unwrap().ends_with(relative));
    }
}

#[test]
fn text_that_is_no_utf8_is_refused_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.sls");
    std::fs::write(&path, b"a: 1\nb: \xff\n").unwrap();
    let file = FoundFile { relative: "a.sls".to_owned(), path };
    let engine = Identity::default();
    let renderer = Renderer { templates: &engine, default_pipeline: "jinja|yaml", outside: &Offline };
    let shown = renderer
        .render(SlsFile { sls: "a", env: "base", file: &file }, &Variables::new())
        .unwrap_err()
        .to_string();
    assert!(shown.contains("a.sls:2: the file is not UTF-8"), "{shown}");
}
