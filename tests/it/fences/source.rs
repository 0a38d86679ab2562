//! Source files as the fences see them.

use std::fs;
use std::path::{Path, PathBuf};

/// One file: where it is, what it holds, and its code without comments, texts and test module.
pub struct Source {
    /// Path from the root of the repository, with `/`.
    pub path: String,
    /// The file as it is.
    pub text: String,
    /// The code alone; lines are kept, so line numbers hold.
    pub code: String,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let code = strip(text);
        let end = test_module(&code).unwrap_or(code.len());
        Self { path: path.to_owned(), text: text.to_owned(), code: code[..end].to_owned() }
    }

    /// The file's name without folders.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Whether the file holds tests alone.
    pub fn is_test(&self) -> bool {
        self.path.starts_with("tests/") || self.path.contains("/tests/") || self.name() == "tests.rs"
    }

    /// The lines of code that hold `needle`, as `path:line`.
    pub fn places_of(&self, needle: &str) -> Vec<String> {
        let lines = self.code.lines().enumerate().filter(|(_, line)| line.contains(needle));
        lines.map(|(number, _)| format!("{}:{}", self.path, number + 1)).collect()
    }
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below the folders given, sorted by path.
pub fn rust_files(folders: &[&str]) -> Vec<Source> {
    let mut paths = Vec::new();
    for folder in folders {
        collect(&root().join(folder), &mut paths);
    }
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let relative = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        Source::new(&relative, &text)
    };
    paths.iter().map(read).collect()
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// Where the file's own test module starts; by custom it is last.
fn test_module(code: &str) -> Option<usize> {
    let at = code.find("#[cfg(test)]\nmod tests {")?;
    Some(at)
}

/// Blanks comments and the insides of texts and characters.
fn strip(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (skipped, kept) = match first {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), ""),
            '/' if rest.starts_with("/*") => (rest.find("*/").map_or(rest.len(), |end| end + 2), ""),
            '"' => (quoted(rest, 1), "\"\""),
            'r' if raw_hashes(rest).is_some() && !ends_in_word(&out) => (raw(rest), "\"\""),
            '\'' if char_length(rest).is_some() => (char_length(rest).unwrap_or(1), "' '"),
            other => {
                out.push(other);
                rest = &rest[other.len_utf8()..];
                continue;
            }
        };
        out.push_str(kept);
        out.extend(rest[..skipped].chars().filter(|&letter| letter == '\n'));
        rest = &rest[skipped..];
    }
    out
}

fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The length of the text literal that starts here, its opening quote being `opening` bytes long.
fn quoted(text: &str, opening: usize) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip_while(|(at, _)| *at < opening) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn raw_hashes(text: &str) -> Option<usize> {
    let hashes = text[1..].chars().take_while(|&letter| letter == '#').count();
    text[1 + hashes..].starts_with('"').then_some(hashes)
}

fn raw(text: &str) -> usize {
    let hashes = raw_hashes(text).unwrap_or_default();
    let closing = format!("\"{}", "#".repeat(hashes));
    let body = hashes + 2;
    text[body..].find(&closing).map_or(text.len(), |end| body + end + closing.len())
}

/// The length of the character literal that starts here; a lifetime is none.
fn char_length(text: &str) -> Option<usize> {
    let mut letters = text.char_indices().skip(1);
    let (_, first) = letters.next()?;
    if first != '\\' {
        let (at, second) = letters.next()?;
        return (second == '\'').then_some(at + 1);
    }
    text[2..].char_indices().skip(1).find(|(_, letter)| *letter == '\'').map(|(at, _)| at + 3)
}

#[test]
fn comments_texts_and_test_modules_are_not_code() {
    let text = "fn a<'x>() { call(\"println!\", r#\"print \"x\" dbg!\"#, '\"', '\\''); } // exit\n/* eprint!\n */ fn b() {}\n\
                #[cfg(test)]\nmod tests {\n    fn c() {}\n}\n";
    let source = Source::new("src/x.rs", text);
    for gone in ["print", "dbg!", "exit", "fn c"] {
        assert!(!source.code.contains(gone), "{gone} is still there: {}", source.code);
    }
    assert!(source.code.contains("fn a<'x>()") && source.code.contains("fn b()"), "{}", source.code);
    assert_eq!(source.places_of("fn b"), ["src/x.rs:3"]);
}
