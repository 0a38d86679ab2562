//! Small pieces of XML.

use super::form::Form;

/// An element with something in it.
pub fn element(name: &str, inner: &str) -> String {
    format!("<{name}>{inner}</{name}>")
}

/// An element with text.
pub fn text(name: &str, content: &str) -> String {
    let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    element(name, &content)
}

/// Elements for those fields of a form that were sent.
pub fn fields(form: &Form, names: &[&str]) -> String {
    names.iter().filter_map(|name| Some(text(name, form.find(name)?))).collect()
}

/// A list as query services write it.
pub fn members(name: &str, items: impl IntoIterator<Item = String>) -> String {
    element(name, &items.into_iter().map(|item| element("member", &item)).collect::<String>())
}

/// A list of words.
pub fn words<'a>(name: &str, items: impl IntoIterator<Item = &'a String>) -> String {
    members(name, items.into_iter().map(|item| item.replace('&', "&amp;").replace('<', "&lt;")))
}

/// One page of a list, and where the next one begins.
pub fn page<T>(all: Vec<T>, start: usize, size: usize) -> (Vec<T>, Option<usize>) {
    let next = (all.len() > start + size).then_some(start + size);
    (all.into_iter().skip(start).take(size).collect(), next)
}

/// The text of the first element of that name.
pub fn inside<'a>(document: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = document.split_once(&format!("<{name}>"))?;
    Some(rest.split_once(&format!("</{name}>"))?.0)
}

/// The insides of all elements of that name.
pub fn all<'a>(document: &'a str, name: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    document.split(&open).skip(1).filter_map(|rest| Some(rest.split_once(&close)?.0)).collect()
}
