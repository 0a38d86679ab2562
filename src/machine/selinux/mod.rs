//! SELinux: its mode, and its policy as `semanage`, `semodule` and `restorecon` print it.

mod mode;

use std::collections::BTreeMap;

use super::process::{AskError, Command};

pub use mode::{CONFIG, Mode, configuration};

/// A program whose output is not translated.
pub fn program(words: &[&str]) -> Command {
    Command::argv(words.iter().copied()).env("LC_ALL", "C")
}

async fn said(words: &[&str]) -> Result<String, AskError> {
    Ok(program(words).ask().await?.stdout_text())
}

/// A boolean of the policy.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Boolean {
    /// Its present value.
    pub state: bool,
    /// Its value after a restart of the machine.
    pub default: bool,
}

/// The booleans of the policy.
///
/// # Errors
/// `semanage` cannot be run, or fails.
pub async fn booleans() -> Result<BTreeMap<String, Boolean>, AskError> {
    Ok(read_booleans(&said(&["semanage", "boolean", "-l"]).await?))
}

/// Lines such as `httpd_enable_cgi (on , off)  Allow httpd to …`.
fn read_booleans(text: &str) -> BTreeMap<String, Boolean> {
    let rows = text.lines().filter_map(|line| {
        let (name, rest) = line.split_once('(')?;
        let (state, rest) = rest.split_once(',')?;
        let (default, _) = rest.split_once(')')?;
        let is_on = |word: &str| match word.trim() {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        Some((name.trim().to_owned(), Boolean { state: is_on(state)?, default: is_on(default)? }))
    });
    rows.collect()
}

/// A module of the policy.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Module {
    /// True if it is enabled.
    pub is_enabled: bool,
    /// Its version, which only old releases of `semodule` print.
    pub version: Option<String>,
    /// The SHA-256 of its file in hexadecimal digits, which only new releases of `semodule` print.
    pub digest: Option<String>,
}

/// The modules of the policy.
///
/// # Errors
/// `semodule` cannot be run, or fails.
pub async fn modules() -> Result<BTreeMap<String, Module>, AskError> {
    for words in [&["semodule", "-lfull", "-m"][..], &["semodule", "-lfull"]] {
        let finished = program(words).finish().await?;
        if finished.is_success() {
            return Ok(read_modules(&finished.stdout_text(), true));
        }
    }
    Ok(read_modules(&said(&["semodule", "-l"]).await?, false))
}

/// Lines such as `400 web pp disabled sha256:…`, and before version 2.4 `web 1.0 Disabled`.
fn read_modules(text: &str, is_full: bool) -> BTreeMap<String, Module> {
    let rows = text.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_enabled = !words.iter().any(|word| word.eq_ignore_ascii_case("disabled"));
        let name = words.get(usize::from(is_full))?;
        let version = words.get(1).filter(|_| !is_full).map(|word| (*word).to_owned());
        let digest = words.iter().find_map(|word| word.strip_prefix("sha256:")).map(str::to_owned);
        Some(((*name).to_owned(), Module { is_enabled, version, digest }))
    });
    rows.collect()
}

/// A label of SELinux: user, role, type and level.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Context {
    /// `system_u`.
    pub user: String,
    /// `object_r`.
    pub role: String,
    /// `httpd_sys_content_t`.
    pub kind: String,
    /// `s0`; empty if the policy has no levels.
    pub level: String,
}

impl Context {
    /// Reads a label. None for another text, such as `<<None>>`.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(4, ':').map(str::to_owned);
        let (user, role, kind) = (parts.next()?, parts.next()?, parts.next()?);
        let is_whole =
            [&user, &role, &kind].iter().all(|part| !part.is_empty() && !part.contains(char::is_whitespace));
        is_whole.then(|| Self { user, role, kind, level: parts.next().unwrap_or_default() })
    }
}

/// A rule for the label of files.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileRule {
    /// The paths, a regular expression.
    pub path: String,
    /// The kind of files: `regular file`.
    pub files: String,
    /// Their label. None for `<<None>>`.
    pub context: Option<Context>,
}

/// The kinds of files of a rule: the letter for `semanage`, and the text in its list.
pub const FILES: &[(&str, &str)] = &[
    ("a", "all files"),
    ("f", "regular file"),
    ("d", "directory"),
    ("c", "character device"),
    ("b", "block device"),
    ("s", "socket"),
    ("l", "symbolic link"),
    ("p", "named pipe"),
];

/// The rules for files.
///
/// # Errors
/// `semanage` cannot be run, or fails.
pub async fn file_rules() -> Result<Vec<FileRule>, AskError> {
    Ok(read_file_rules(&said(&["semanage", "fcontext", "-l"]).await?))
}

/// Reads lines of a path, a kind of files and a label.
fn read_file_rules(text: &str) -> Vec<FileRule> {
    let rows = text.lines().filter_map(|line| {
        let (front, label) = line.trim_end().rsplit_once(char::is_whitespace)?;
        let front = front.trim_end();
        let (_, files) = FILES.iter().find(|(_, files)| front.ends_with(&format!(" {files}")))?;
        let path = front[..front.len() - files.len()].trim().to_owned();
        Some(FileRule { path, files: (*files).to_owned(), context: Context::read(label) })
    });
    rows.collect()
}

/// A rule for the label of ports.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PortRule {
    /// `http_port_t`.
    pub kind: String,
    /// `tcp`.
    pub protocol: String,
    /// Ports, and ranges such as `8000-8010`.
    pub ports: Vec<String>,
}

/// The rules for ports.
///
/// # Errors
/// `semanage` cannot be run, or fails.
pub async fn port_rules() -> Result<Vec<PortRule>, AskError> {
    Ok(read_port_rules(&said(&["semanage", "port", "-l"]).await?))
}

/// Lines such as `http_port_t  tcp  80, 443, 8008-8010`.
fn read_port_rules(text: &str) -> Vec<PortRule> {
    let rows = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (kind, protocol) = (words.next()?.to_owned(), words.next()?.to_owned());
        let ports: Vec<String> = words.map(|word| word.trim_end_matches(',').to_owned()).collect();
        let is_port = |port: &String| port.starts_with(|letter: char| letter.is_ascii_digit());
        (!ports.is_empty() && ports.iter().all(is_port)).then_some(PortRule { kind, protocol, ports })
    });
    rows.collect()
}

/// A file whose label differs from its rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Relabel {
    /// The file.
    pub path: String,
    /// Its present label.
    pub old: String,
    /// The label of its rule.
    pub new: String,
}

/// The files at a path, or below it, whose label differs from their rule.
///
/// # Errors
/// `restorecon` cannot be run, or fails because the path does not exist.
pub async fn relabels(path: &str, recursive: bool) -> Result<Vec<Relabel>, AskError> {
    let words = ["restorecon", "-n", "-v"].into_iter().chain(recursive.then_some("-R")).chain([path]);
    Ok(read_relabels(&said(&words.collect::<Vec<_>>()).await?))
}

/// Lines such as `Would relabel PATH from OLD to NEW`, and of older ones `restorecon reset PATH context OLD->NEW`.
fn read_relabels(text: &str) -> Vec<Relabel> {
    let rows = text.lines().filter_map(|line| {
        let (rest, new) = match line.strip_prefix("Would relabel ") {
            Some(rest) => rest.rsplit_once(" to ")?,
            None => line.strip_prefix("restorecon reset ")?.rsplit_once("->")?,
        };
        let (path, old) = rest.rsplit_once(" from ").or_else(|| rest.rsplit_once(" context "))?;
        Some(Relabel { path: path.to_owned(), old: old.to_owned(), new: new.to_owned() })
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_programs_print_is_read() {
        let booleans =
            "SELinux boolean  State  Default Description\n\nhttpd_cgi   (on   ,  off)  Allow it (all)\n";
        let expected = Boolean { state: true, default: false };
        assert_eq!(read_booleans(booleans), BTreeMap::from([("httpd_cgi".to_owned(), expected)]));
        let modules = read_modules("100 base pp\n400 web cil disabled sha256:ab\n", true);
        assert!(modules["base"].is_enabled && !modules["web"].is_enabled);
        assert_eq!(modules["web"].digest.as_deref(), Some("ab"));
        let modules = read_modules("web\t1.2\tDisabled\nbase\t1\n", false);
        assert!(modules["base"].is_enabled && !modules["web"].is_enabled);
        assert_eq!(modules["web"].version.as_deref(), Some("1.2"));
        let files = "SELinux fcontext    type    Context\n\n/srv/www(/.*)?    all files    system_u:object_r:web_t:s0\n\
                     /a b   regular file   system_u:object_r:x_t:s0:c1,c2\n/proc   directory   <<None>>\n";
        let rules = read_file_rules(files);
        assert_eq!(rules.len(), 3);
        assert_eq!((rules[0].path.as_str(), rules[0].files.as_str()), ("/srv/www(/.*)?", "all files"));
        let context = rules[1].context.clone().expect("a label");
        assert_eq!(
            (rules[1].path.as_str(), context.kind.as_str(), context.level.as_str()),
            ("/a b", "x_t", "s0:c1,c2")
        );
        assert_eq!(rules[2].context, None);
        let ports = read_port_rules(
            "SELinux Port Type  Proto  Port Number\n\nhttp_port_t   tcp   80, 443, 8000-8010\n",
        );
        assert_eq!(ports.len(), 1);
        assert_eq!(ports[0].ports, ["80", "443", "8000-8010"]);
    }

    #[test]
    fn labels_that_differ_are_read() {
        let new = "Would relabel /a from b from x:y:z:s0 to x:y:w:s0\n";
        let old = "restorecon reset /a context x:y:z:s0->x:y:w:s0\n";
        let expected = |path: &str| Relabel {
            path: path.to_owned(),
            old: "x:y:z:s0".to_owned(),
            new: "x:y:w:s0".to_owned(),
        };
        assert_eq!(read_relabels(new), [expected("/a from b")]);
        assert_eq!(read_relabels(old), [expected("/a")]);
        assert_eq!(read_relabels("anything else\n"), []);
    }
}
