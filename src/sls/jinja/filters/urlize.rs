//! The filter `urlize`: turns addresses in a text into links.

use super::Table;
use super::markup::escaped;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::Outcome;
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[("urlize", urlize)];

/// The form of the links.
struct Style {
    limit: Option<usize>,
    rel: String,
    target: String,
    schemes: Vec<String>,
}

/// Ends that are top-level domains even without a scheme in front.
const PLAIN_ENDS: &[&str] = &[".org", ".net", ".com"];

/// Characters that do not belong to the end of an address, with their opening counterparts.
const CLOSING: &[(&str, &str)] = &[(")", "("), ("&gt;", "&lt;"), (">", "<")];

fn urlize(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [limit, nofollow, target, rel, schemes] =
        args.bind("urlize", ["trim_url_limit", "nofollow", "target", "rel", "extra_schemes"])?;
    let text = |value: Option<Py>| match value {
        None | Some(Py::None) => Ok(String::new()),
        Some(value) => value.text(),
    };
    let mut words: Vec<String> = text(rel)?.split_whitespace().map(str::to_owned).collect();
    if nofollow.map_or(Ok(false), |flag| flag.truth())? {
        words.push("nofollow".to_owned());
    }
    words.push("noopener".to_owned());
    words.sort();
    words.dedup();
    let target = text(target)?;
    let schemes = match schemes {
        None | Some(Py::None) => Vec::new(),
        Some(list) => list.iterate()?.iter().map(Py::text).collect::<Outcome<_>>()?,
    };
    let style = Style {
        limit: limit.and_then(|limit| limit.as_int()).and_then(|limit| usize::try_from(limit).ok()),
        rel: format!(" rel=\"{}\"", escaped(&words.join(" "))),
        target: if target.is_empty() { target } else { format!(" target=\"{}\"", escaped(&target)) },
        schemes,
    };
    let whole = escaped(&value.text()?);
    let mut out = String::new();
    let mut word = String::new();
    for c in whole.chars().chain(std::iter::once(' ')) {
        if c.is_whitespace() {
            out.push_str(&linked(&word, &style));
            word.clear();
            out.push(c);
        } else {
            word.push(c);
        }
    }
    out.pop();
    Ok(out.into())
}

/// A word, as a link when it is an address.
fn linked(word: &str, style: &Style) -> String {
    let (head, rest) = split_head(word);
    let (middle, tail) = split_tail(rest);
    let shown = match style.limit {
        Some(limit) if middle.chars().count() > limit => {
            format!("{}...", middle.chars().take(limit).collect::<String>())
        }
        _ => middle.to_owned(),
    };
    let lower = middle.to_lowercase();
    let extra =
        style.schemes.iter().find(|scheme| middle.len() > scheme.len() && middle.starts_with(*scheme));
    let link = if lower.starts_with("https://") || lower.starts_with("http://") || extra.is_some() {
        Some(format!("<a href=\"{middle}\"{}{}>{shown}</a>", style.rel, style.target))
    } else if is_host(&lower) {
        Some(format!("<a href=\"https://{middle}\"{}{}>{shown}</a>", style.rel, style.target))
    } else if lower.starts_with("mailto:") && is_mail(&middle[7..]) {
        Some(format!("<a href=\"{middle}\">{}</a>", &middle[7..]))
    } else if is_mail(middle) && !lower.starts_with("www.") && !middle.contains(':') {
        Some(format!("<a href=\"mailto:{middle}\">{middle}</a>"))
    } else {
        None
    };
    link.map_or_else(|| word.to_owned(), |link| format!("{head}{link}{tail}"))
}

fn split_head(word: &str) -> (&str, &str) {
    let mut at = 0;
    while let Some(open) = ["(", "&lt;", "<"].iter().find(|open| word[at..].starts_with(**open)) {
        at += open.len();
    }
    word.split_at(at)
}

fn split_tail(word: &str) -> (&str, &str) {
    let mut end = word.len();
    loop {
        let here = &word[..end];
        if let Some(mark) = ["\n", ".", ",", "&gt;"].iter().find(|mark| here.ends_with(**mark)) {
            end -= mark.len();
            continue;
        }
        let unopened = CLOSING.iter().find(|(close, open)| {
            here.ends_with(close) && here.matches(close).count() > here.matches(open).count()
        });
        match unopened {
            Some((close, _)) => end -= close.len(),
            None => return word.split_at(end),
        }
    }
}

fn is_host(lower: &str) -> bool {
    let host = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let named = host.split('.').all(|part| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '%' || c == ':')
    });
    named && (lower.starts_with("www.") && host.len() > 4 || PLAIN_ENDS.iter().any(|end| host.ends_with(end)))
}

fn is_mail(text: &str) -> bool {
    text.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty() && host.contains('.') && !host.contains('@') && !host.starts_with('.')
    })
}
