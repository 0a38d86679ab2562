//! Where Salt's test run and its real run say the same in two ways, and we say it as Salt does: what makes one of both.

use serde_json::{Map, Value as Json};

/// What is said by the test run and by the real one, and the name of the state.
pub(crate) struct Said<'a> {
    pub test: &'a mut Map<String, Json>,
    pub real: &'a mut Map<String, Json>,
    pub name: &'a str,
}

/// One way: the functions (a module, or `module.function`), what Salt does, and what makes both alike.
pub(crate) struct Wording {
    pub functions: &'static [&'static str],
    pub why: &'static str,
    pub apply: fn(&mut Said<'_>),
}

/// All of them.
pub(crate) const WORDINGS: &[Wording] = &[
    Wording {
        functions: &["file"],
        why: "a new file is {newfile: path} in a test run, and 'New file' with its mode in a real one",
        apply: |said| {
            new_file(said.test);
            new_file(said.real);
            nested(said.test, new_file);
            nested(said.real, new_file);
        },
    },
    Wording {
        functions: &["file.append", "file.prepend"],
        why: "a new file is {new: path} in a test run, and the difference in a real one",
        apply: |said| {
            if said.test.remove("new").is_some_and(|path| path == said.name)
                && said.real.get("diff").and_then(Json::as_str).is_some_and(|diff| diff.contains("@@ -0,0 "))
            {
                said.real.remove("diff");
            }
        },
    },
    Wording {
        functions: &["file.managed"],
        why: "a new file of nothing is {newfile: path} in a test run, and {new: 'file … created'} in a real one",
        apply: |said| {
            if said.real.get("new").is_some_and(|new| *new == format!("file {} created", said.name)) {
                said.real.remove("new");
                said.real.insert("diff".to_owned(), NEW.into());
            }
        },
    },
    Wording {
        functions: &["file.comment", "file.uncomment"],
        why: "a test run says {path: 'updated'}, and a real one shows the difference",
        apply: |said| {
            if said.test.get(said.name).is_some_and(|it| it == "updated") && said.real.contains_key("diff") {
                said.test.remove(said.name);
                said.real.remove("diff");
            }
        },
    },
    Wording {
        functions: &["file.directory", "file.recurse"],
        why: "a real run says what was changed, or removed, once more beside the paths that it changed",
        apply: |said| {
            once(said.real);
            nested(said.real, once);
            let gone = |path: &Json| path.as_str().is_some_and(|path| said.real.contains_key(path));
            if said.real.get("removed").and_then(Json::as_array).is_some_and(|all| all.iter().all(gone)) {
                said.real.remove("removed");
            }
        },
    },
    Wording {
        functions: &["file.directory"],
        why: "what is silenced in a real run is shown in a test run",
        apply: |said| {
            if said.real.get("recursion").is_some_and(|it| it == "Changes silenced") {
                said.real.clear();
                said.test.clear();
            }
        },
    },
    Wording {
        functions: &["file.directory"],
        why: "what gives way 'would be' replaced in a test run, and 'was' in a real one",
        apply: |said| {
            if let Some(Json::String(text)) = said.test.get_mut("forced") {
                *text = text.replace(" would be forcibly ", " was forcibly ");
            }
        },
    },
    Wording {
        functions: &["file.recurse"],
        why: "a real run does not show that the directory itself is made",
        apply: |said| {
            let name = said.name.trim_end_matches('/');
            if said.test.get(name).is_some_and(|it| it[name]["directory"] == "new")
                && !said.real.contains_key(name)
            {
                said.test.remove(name);
            }
        },
    },
    Wording {
        functions: &["file.symlink"],
        why: "a link that leads elsewhere is {change: path} in a test run, and {new: path} in a real one",
        apply: |said| {
            if let Some(path) = said.test.remove("change") {
                said.test.insert("new".to_owned(), path);
            }
        },
    },
    Wording {
        functions: &["file.patch"],
        why: "patch checks a file in a test run, and patches it in a real one",
        apply: |said| {
            if let Some(Json::String(text)) = said.test.get_mut("stdout") {
                *text = text.replace("checking file ", "patching file ");
            }
        },
    },
];

const NEW: &str = "New file";

fn new_file(changes: &mut Map<String, Json>) {
    if changes.remove("newfile").is_some() {
        changes.insert("diff".to_owned(), NEW.into());
    }
    if changes.get("diff").is_some_and(|diff| diff == NEW) {
        for key in ["mode", "user", "group"] {
            changes.remove(key);
        }
    }
}

/// Takes out what each path has for itself.
fn once(changes: &mut Map<String, Json>) {
    for key in ["user", "group", "mode"] {
        if changes.values().any(|it| it.get(key).is_some()) {
            changes.remove(key);
        }
    }
}

fn nested(changes: &mut Map<String, Json>, apply: fn(&mut Map<String, Json>)) {
    for value in changes.values_mut() {
        if let Json::Object(inner) = value {
            apply(inner);
        }
    }
}
