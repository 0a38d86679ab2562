//! The logins of URLs in the arguments of pip.

/// A user and a password in a URL.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Login {
    /// `git` of `git+https://…`; empty for a URL of a file or an index.
    pub(super) tool: String,
    /// `https://example.com:8443`.
    pub(super) host: String,
    /// `group/project.git`.
    pub(super) path: String,
    pub(super) user: String,
    pub(super) password: String,
}

impl Login {
    /// Whether every Python reads it from a file of passwords as it is: they differ in quotes, in backslashes and in other letters.
    pub(super) fn fits_netrc(&self) -> bool {
        [&self.user, &self.password].into_iter().all(|text| {
            let is_plain = |letter: char| letter.is_ascii_graphic() && letter != '\\';
            !text.is_empty() && !text.starts_with(['"', '#']) && text.chars().all(is_plain)
        })
    }
}

/// The logins in texts. A repository's user alone is left to git, which asks a helper of that user for the password.
pub(super) fn all_in<'a>(texts: impl IntoIterator<Item = &'a String>) -> Vec<Login> {
    let mut found = vec![];
    for text in texts {
        each_url(text, &mut |tool, scheme, login, host, path| {
            let (user, password) = login.split_once(':').unwrap_or((login, ""));
            if !tool.is_empty() && !login.contains(':') {
                return;
            }
            let path = path.split(['?', '#']).next().unwrap_or_default();
            let path = path.rsplit_once('@').map_or(path, |(path, _)| path);
            let login = Login {
                tool: tool.to_owned(),
                host: format!("{scheme}://{host}"),
                path: path.trim_start_matches('/').to_owned(),
                user: decoded(user),
                password: decoded(password),
            };
            if !found.contains(&login) {
                found.push(login);
            }
        });
    }
    found
}

/// A text without the logins of its URLs.
pub(super) fn plain(text: &str) -> String {
    let mut without = text.to_owned();
    each_url(text, &mut |tool, _, login, host, _| {
        if tool.is_empty() || login.contains(':') {
            without = without.replacen(&format!("://{login}@{host}"), &format!("://{host}"), 1);
        }
    });
    without
}

/// Calls `each` for every URL of HTTP with a login: its tool (`git` of `git+https`), scheme, login, host, and the text after it.
fn each_url<'a>(text: &'a str, each: &mut dyn FnMut(&'a str, &'a str, &'a str, &'a str, &'a str)) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("://") {
        let begin = before.rfind(|letter: char| !letter.is_ascii_alphanumeric() && !"+.-".contains(letter));
        let scheme = &before[begin.map_or(0, |at| at + 1)..];
        let (tool, scheme) = scheme.rsplit_once('+').unwrap_or(("", scheme));
        let end = after.find(|letter: char| "/?#".contains(letter) || letter.is_whitespace());
        let (authority, path) = after.split_at(end.unwrap_or(after.len()));
        let is_http = ["http", "https"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
        if let Some((login, host)) = authority.rsplit_once('@').filter(|_| is_http) {
            each(tool, scheme, login, host, path.split_whitespace().next().unwrap_or_default());
        }
        rest = after;
    }
}

fn decoded(text: &str) -> String {
    let plain = percent_encoding::percent_decode_str(text).decode_utf8();
    plain.map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}
