//! Pages from manuals and tables.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

/// The head of a kind's `mod.rs`, or of another file that is about state functions.
pub struct Manual {
    /// The folder of the file, below the root: `src/kinds/sqs/queue`.
    folder: PathBuf,
    /// The first sentence: `sqs.queue`: a queue with its attributes and tags.
    title: String,
    /// What follows, as Markdown.
    pub text: String,
    /// The state modules that it is about.
    modules: BTreeSet<String>,
}

impl Manual {
    /// Those of all kinds.
    pub fn all(root: &Path) -> Vec<Self> {
        let mut found = vec![];
        for layer in ["src/kind", "src/kinds", "src/system"] {
            collect(root, Path::new(layer), &mut found);
        }
        for kind in kinds::kinds() {
            let folder = Path::new("src/kinds").join(kind.kind().replace('.', "/"));
            if let Some(manual) = found.iter_mut().find(|manual| manual.folder == folder) {
                manual.modules.extend(kind.functions().iter().map(|function| function.module().to_owned()));
            }
        }
        found.sort_by(|one, other| one.folder.cmp(&other.folder));
        found
    }

    /// True when it is about this state module.
    pub fn is_of(&self, module: &str) -> bool {
        self.modules.contains(module)
    }
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Manual>) {
    for entry in std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap()) {
        let below = folder.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            collect(root, &below, found);
        } else if below.extension().is_some_and(|ending| ending == "rs") {
            let source = std::fs::read_to_string(entry.path()).unwrap();
            found.extend(manual(folder, &source));
        }
    }
}

/// The manual in the source of a module; none where the head names no kind or module first.
///
/// It is about the modules that its examples declare. One of a state of the machine is about those that its first sentence names, too.
fn manual(folder: &Path, source: &str) -> Option<Manual> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let head: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let head = head.join("\n");
    let (title, text) = head.split_once("\n\n")?;
    let named = Regex::new(r"`([a-z0-9_]+)\.").unwrap();
    let declared = Regex::new(r"(?m)^ +([a-z0-9_]+)\.[a-z_]+:").unwrap();
    let named = named.captures_iter(title).filter(|_| folder.starts_with("src/system"));
    let modules = named.chain(declared.captures_iter(text));
    (title.starts_with('`') && text.contains("```yaml")).then(|| Manual {
        folder: folder.to_owned(),
        title: title.replace('\n', " "),
        text: without_code_links(text.trim()),
        modules: modules.map(|module| module[1].to_owned()).collect(),
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
        let about =
            manuals.iter().filter(|manual| manual.is_of(module)).map(|manual| sentence(&manual.title));
        let about = about.collect::<Vec<_>>().join(" ");
        page.push_str(&format!("* [{module}]({module}.md): {}\n", about.trim_end_matches('.')));
    }
    page
}

#[test]
fn a_manual_is_the_head_of_a_module_that_names_its_kind() {
    let source = "//! `sqs.queue`: a queue of [`Thing`] and [`x`](a::b).\n//!\n//! ```yaml\n//! a:\n//!   boto_sqs.present: []\n//! ```\n\nmod api;\n";
    let manual = manual(Path::new("src/kinds/sqs/queue"), source).unwrap();
    assert!(manual.is_of("boto_sqs") && !manual.is_of("boto_sns"));
    assert_eq!(manual.text, "```yaml\na:\n  boto_sqs.present: []\n```");
    assert_eq!(without_code_links("a [`Thing`] and [`x`](a::b)"), "a `Thing` and `x`");
    assert!(super::pages::manual(Path::new("x"), "//! What kinds share.\n").is_none());
}
