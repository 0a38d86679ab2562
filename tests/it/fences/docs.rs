//! Every page of `docs/` is in its table of contents, and every link leads to a file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use regex::Regex;

use super::assert_none;

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
    let there: BTreeSet<String> = pages("").into_iter().chain(pages("decisions/")).collect();
    let missing = there.difference(&named).map(|page| format!("docs/SUMMARY.md does not name {page}"));
    let gone = named.difference(&there).map(|page| format!("docs/SUMMARY.md names {page}, which is no page"));
    assert_none(&missing.chain(gone).collect::<Vec<_>>());
}

#[test]
fn links_between_pages_lead_to_files() {
    let mut files: Vec<PathBuf> =
        pages("").into_iter().chain(pages("decisions/")).map(|page| root().join("docs").join(page)).collect();
    files.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let complaints: Vec<String> =
        files.iter().flat_map(|page| broken(page, &std::fs::read_to_string(page).unwrap())).collect();
    assert_none(&complaints);
}

#[test]
fn a_link_that_leads_nowhere_is_refused() {
    let page = root().join("docs/index.md");
    assert_eq!(broken(&page, "see [it](nowhere.md#part)").len(), 1);
    assert!(broken(&page, "see [it](tutorial.md#part) and `[this](nowhere.md)`").is_empty());
}
