//! Shell patterns over whole names, as Python's `fnmatchcase` reads them.

use regex::Regex;

/// A pattern, compiled once for many names.
pub(super) enum Glob {
    /// No special character in it.
    Exact(String),
    /// `*`, `?` and `[…]`.
    Pattern(Regex),
}

impl Glob {
    /// A bracket that is not closed stands for itself.
    ///
    /// See <https://docs.python.org/3/library/fnmatch.html>.
    pub(super) fn new(pattern: &str) -> Self {
        if !is_glob(pattern) {
            return Self::Exact(pattern.to_owned());
        }
        Regex::new(&translate(pattern)).map_or_else(|_| Self::Exact(pattern.to_owned()), Self::Pattern)
    }

    /// True when the whole of `name` fits.
    pub(super) fn fits(&self, name: &str) -> bool {
        match self {
            Self::Exact(exact) => exact == name,
            Self::Pattern(pattern) => pattern.is_match(name),
        }
    }
}

/// True when it holds a character that is special in patterns.
pub(super) fn is_glob(pattern: &str) -> bool {
    pattern.contains(['*', '?', '['])
}

fn translate(pattern: &str) -> String {
    let mut out = String::from(r"(?s)\A");
    let mut rest = pattern.chars();
    while let Some(next) = rest.next() {
        match next {
            '*' => out.push_str(".*"),
            '?' => out.push('.'),
            '[' => match class(rest.as_str()) {
                Some((class, after)) => {
                    out.push_str(&class);
                    rest = after.chars();
                }
                None => out.push_str(r"\["),
            },
            other => out.push_str(&regex::escape(&other.to_string())),
        }
    }
    out.push_str(r"\z");
    out
}

/// The class after an opening bracket as a regular expression, and what follows its closing bracket.
fn class(rest: &str) -> Option<(String, &str)> {
    let (negated, body) = rest.strip_prefix('!').map_or((false, rest), |body| (true, body));
    let first = body.chars().next()?;
    let end = body.get(first.len_utf8()..)?.find(']')? + first.len_utf8();
    let mut class = String::from(if negated { "[^" } else { "[" });
    for letter in body[..end].chars() {
        if letter != '-' && !letter.is_alphanumeric() {
            class.push('\\');
        }
        class.push(letter);
    }
    class.push(']');
    Some((class, &body[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_whole_names_as_in_python() {
        for (pattern, name, fits) in [
            ("web", "web", true),
            ("web", "web1", false),
            ("web*", "web", true),
            ("w?b", "wéb", true),
            ("w[ab]b", "wab", true),
            ("w[!ab]b", "wab", false),
            ("w[!ab]b", "wcb", true),
            ("w[a-c]b", "wbb", true),
            ("a.b", "axb", false),
            ("a.*", "a.b", true),
            ("[", "[", true),
            ("[]]", "]", true),
            ("a[", "a[", true),
            ("[^a]", "^", true),
            ("*\n*", "a\nb", true),
        ] {
            assert_eq!(Glob::new(pattern).fits(name), fits, "{pattern} on {name}");
        }
    }
}
