//! Every page of `docs/` is in its table of contents, and every link leads to a file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

use super::assert_none;
use super::source::rust_files;

/// The folders of pages, below `docs/`.
const FOLDERS: [&str; 3] = ["", "decisions/", "states/"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages directly in `folder`, as paths below `docs/`.
fn pages(folder: &str) -> BTreeSet<String> {
    std::fs::read_dir(root().join("docs").join(folder))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.ends_with(".md") && name != "SUMMARY.md")
        .map(|name| format!("{folder}{name}"))
        .collect()
}

/// The relative targets of the links in a Markdown text, without their anchors. Code is left out.
fn links(text: &str) -> BTreeSet<String> {
    let code = Regex::new(r"(?s)```.*?```|`[^`\n]*`").unwrap();
    let link = Regex::new(r"\]\(([^)#\s]+)(?:#[^)]*)?\)").unwrap();
    let prose = code.replace_all(text, "");
    link.captures_iter(&prose).map(|found| found[1].to_owned()).filter(|to| !to.contains("://")).collect()
}

/// The links of the page at `page` that lead nowhere.
fn broken(page: &Path, text: &str) -> Vec<String> {
    let folder = page.parent().unwrap_or(Path::new(""));
    links(text)
        .into_iter()
        .filter(|to| !folder.join(to).exists())
        .map(|to| format!("{}: the link to {to} leads nowhere", page.display()))
        .collect()
}

#[test]
fn the_table_of_contents_names_every_page() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let named = links(&summary);
    let there: BTreeSet<String> = FOLDERS.iter().flat_map(|folder| pages(folder)).collect();
    let missing = there.difference(&named).map(|page| format!("docs/SUMMARY.md does not name {page}"));
    let gone = named.difference(&there).map(|page| format!("docs/SUMMARY.md names {page}, which is no page"));
    assert_none(&missing.chain(gone).collect::<Vec<_>>());
}

#[test]
fn links_between_pages_lead_to_files() {
    let all = FOLDERS.iter().flat_map(|folder| pages(folder));
    let mut files: Vec<PathBuf> = all.map(|page| root().join("docs").join(page)).collect();
    files.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let complaints: Vec<String> =
        files.iter().flat_map(|page| broken(page, &std::fs::read_to_string(page).unwrap())).collect();
    assert_none(&complaints);
}

/// The keys that a page of tables names in its first column, with what its second says.
fn keys(page: &str) -> BTreeMap<String, String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.filter_map(|row| {
        let row = row.replace(r"\|", "\u{1}");
        let mut cells = row.split('|').map(str::trim);
        let keys = cells.next()?.to_owned();
        let default = cells.next()?.trim_matches('`').replace('\u{1}', "|");
        Some((keys, default))
    });
    let each = cells.flat_map(|(keys, default)| {
        let names: Vec<String> = keys.split(", ").map(|key| key.trim_matches('`').to_owned()).collect();
        names.into_iter().map(move |name| (name, default.clone()))
    });
    each.collect()
}

#[test]
fn the_page_of_the_configuration_names_each_key_that_is_read() {
    let named = keys(include_str!("../../../docs/configuration.md"));
    let read =
        Regex::new(r#"(?:opts\(?\)?|config)\s*\.get\("([a-z_.]+)"\)|reader\.[a-z]+\("([a-z_]+)""#).unwrap();
    let sources = rust_files(&["src"]);
    let mut found = BTreeSet::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        for key in read.captures_iter(&source.text).filter_map(|it| it.get(1).or_else(|| it.get(2))) {
            found.insert(key.as_str().to_owned());
        }
    }
    assert!(found.len() > 40, "the keys are read otherwise now: {found:?}");
    let missing = found.iter().filter(|key| !named.contains_key(*key));
    assert_none(
        &missing.map(|key| format!("docs/configuration.md does not name '{key}'")).collect::<Vec<_>>(),
    );
}

#[test]
fn the_page_of_the_configuration_has_salts_defaults() {
    let named = keys(include_str!("../../../docs/configuration.md"));
    let defaults = include_str!("../../../src/sls/config/defaults.yaml");
    let mut wrong = vec![];
    for (key, default) in defaults.lines().filter_map(|line| line.split_once(": ")) {
        let shown = named.get(key).map(|it| it.replace("True", "true").replace("False", "false"));
        // A default of several keys in one row, and one that depends on the machine, is words.
        let is_same = shown.as_ref().is_none_or(|shown| {
            let default = default.trim_matches('"');
            shown == default
                || (shown.is_empty() && ["null", "salt"].contains(&default))
                || key == "id"
                || shown.contains("`, `")
        });
        if !is_same {
            wrong.push(format!("docs/configuration.md: '{key}' is {default} by default, not {shown:?}"));
        }
    }
    assert_none(&wrong);
}

#[test]
fn a_link_that_leads_nowhere_is_refused() {
    let page = root().join("docs/index.md");
    assert_eq!(broken(&page, "see [it](nowhere.md#part)").len(), 1);
    assert!(broken(&page, "see [it](tutorial.md#part) and `[this](nowhere.md)`").is_empty());
}

/// The sections `[Service]` that start the program and may leave a core file, which would hold the secrets of the pillar.
fn dumping(name: &str, text: &str) -> Vec<String> {
    let services = text.split("[Service]").skip(1).map(|rest| rest.split("\n[").next().unwrap_or(rest));
    let starts = services.filter(|it| it.contains("ExecStart=") && it.contains("orchestrate"));
    starts.filter(|it| !it.contains("\nLimitCORE=0\n")).map(|_| format!("{name}: LimitCORE=0")).collect()
}

#[test]
fn no_unit_that_starts_the_program_leaves_a_core_file() {
    let mut folders: Vec<PathBuf> = ["docs", "fleet", "orchestration"].map(|it| root().join(it)).into();
    let (mut complaints, mut count) = (vec![], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                count += text.matches("[Service]").count();
                complaints.extend(dumping(&path.display().to_string(), &text));
            }
        }
    }
    assert_none(&complaints);
    assert!(count >= 5, "{count} units are found");
    assert_eq!(
        dumping("a", "[Service]\nExecStart=/usr/bin/orchestrate x\n[Install]\nLimitCORE=0\n").len(),
        1
    );
}
