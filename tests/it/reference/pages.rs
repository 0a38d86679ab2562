//! Pages from manuals and tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The head of a kind's `mod.rs`.
pub struct Manual {
    /// Where it is, below the root: `src/resources/sqs/queue`.
    pub folder: PathBuf,
    /// The first line: `sqs.queue`: a queue with its attributes and tags.
    title: String,
    /// What follows, as Markdown.
    pub text: String,
}

impl Manual {
    /// Those of all kinds.
    pub fn all(root: &Path) -> Vec<Self> {
        let mut found = vec![];
        for layer in ["src/resources", "src/system"] {
            collect(root, Path::new(layer), &mut found);
        }
        found.sort_by(|one, other| one.folder.cmp(&other.folder));
        found
    }

    /// True when it is about this state module: an example declares it, or its first line names it.
    pub fn is_of(&self, module: &str) -> bool {
        let named = format!("`{module}.");
        let declared = format!(" {module}.");
        self.title.contains(&named) || self.text.contains(&declared)
    }
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Manual>) {
    let mut folders: Vec<_> =
        std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap()).collect();
    folders.retain(|entry| entry.file_type().unwrap().is_dir());
    for entry in folders {
        collect(root, &folder.join(entry.file_name()), found);
    }
    let source = std::fs::read_to_string(root.join(folder).join("mod.rs")).unwrap_or_default();
    found.extend(manual(folder, &source));
}

/// The manual in the source of a module; none where the head names no kind or module first.
fn manual(folder: &Path, source: &str) -> Option<Manual> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let head: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let (title, text) = head.split_first()?;
    let is_kind = title.starts_with('`') && text.iter().any(|line| line.starts_with("```"));
    is_kind.then(|| Manual {
        folder: folder.to_owned(),
        title: (*title).to_owned(),
        text: without_code_links(text.join("\n").trim()),
    })
}

/// Links to items of the code mean nothing in a book: their text stays.
fn without_code_links(text: &str) -> String {
    let link = Regex::new(r"\[(`[^`\]]+`)\](?:\([A-Za-z_:]+\))?").unwrap();
    let text = link.replace_all(text, "$1");
    // A bare address is a link in rustdoc and in mdBook alike.
    text.into_owned()
}

/// The page of one state module.
pub fn page(module: &str, sections: &str, manuals: &[Manual]) -> String {
    let mut page = format!("# {module}\n");
    for manual in manuals.iter().filter(|manual| manual.is_of(module)) {
        page.push_str(&format!("\n{}\n\n{}\n", sentence(&manual.title), manual.text));
    }
    page.push_str(sections);
    page.push_str(&format!("\n## See also\n\n{}", see_also(module)));
    page
}

/// `sqs.queue`: a queue with its tags. → A queue with its tags.
fn sentence(title: &str) -> String {
    let text = title.split_once(": ").map_or(title, |(_, text)| text);
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn see_also(module: &str) -> String {
    let of_aws = ["boto", "aws", "elb"].iter().any(|begin| module.starts_with(begin));
    let lines: &[&str] = if of_aws {
        &[
            "[AWS kinds](../kinds.md): names in place of ids, waits, and arguments that all states of AWS take",
            "[Where states differ from Salt's on purpose](../decisions/0005-differ-from-salt.md)",
        ]
    } else {
        &[
            "[States of the machine](../states.md)",
            "[Where states of files differ from Salt's](../decisions/0012-states-of-files.md), and \
             [where the others do](../decisions/0013-states-of-the-machine.md)",
        ]
    };
    lines.iter().map(|line| format!("* {line}\n")).collect()
}

/// The lines of the table of contents.
pub fn contents(sections: &BTreeMap<String, String>) -> String {
    sections.keys().map(|module| format!("  - [{module}](states/{module}.md)\n")).collect()
}

/// The page that leads to all of them.
pub fn index(sections: &BTreeMap<String, String>, manuals: &[Manual]) -> String {
    let mut page = "# States, module by module\n\n\
        Each page has the manual of its kinds with an example, and every state function with its arguments: name, shape, \
        default, other spellings (those in CamelCase are AWS's own names), meaning. The pages are made of the tables that the \
        program checks SLS files by. `orchestrate sys.state_doc boto_sqs` shows the same on a terminal.\n\n\
        All states of AWS also take `region`, `key`, `keyid` and `profile` ([Choose credentials and regions](../credentials.md)). All \
        states take Salt's requisites and conditions.\n\n"
        .to_owned();
    for module in sections.keys() {
        let titles: Vec<String> = manuals
            .iter()
            .filter(|manual| manual.is_of(module))
            .map(|manual| sentence(&manual.title))
            .collect();
        let about = titles.join(" ").trim_end_matches('.').to_owned();
        let about = if about.is_empty() { String::new() } else { format!(": {about}") };
        page.push_str(&format!("* [{module}]({module}.md){about}\n"));
    }
    page
}

#[test]
fn a_manual_is_the_head_of_a_module_that_names_its_kind() {
    let source = "//! `sqs.queue`: a queue of [`Thing`] and [`x`](a::b).\n//!\n//! ```yaml\n//! a:\n//!   boto_sqs.present: []\n//! ```\n\nmod api;\n";
    let manual = manual(Path::new("src/resources/sqs/queue"), source).unwrap();
    assert!(manual.is_of("boto_sqs") && !manual.is_of("boto_sns"));
    assert_eq!(manual.text, "```yaml\na:\n  boto_sqs.present: []\n```");
    assert_eq!(without_code_links("a [`Thing`] and [`x`](a::b)"), "a `Thing` and `x`");
    assert!(super::pages::manual(Path::new("x"), "//! What kinds share.\n").is_none());
}
