//! Answers in XML as data: text, mappings of elements, lists where AWS writes lists.

use serde_json::{Map, Value as Json};

/// The maximum nesting of elements: AWS's answers have less than half of it.
const DEEPEST: usize = 64;
/// AWS's name for the elements of a list.
const MEMBERS: [&str; 3] = ["member", "item", "entry"];

/// The content of the outermost element; none for text that is not XML.
pub(super) fn read(text: &str) -> Option<Json> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with("<?") || rest.starts_with("<!") {
        rest = rest.split_once('>')?.1.trim_start();
    }
    let (_, content, _) = element(rest, 0)?;
    Some(content)
}

/// The text of the first element with that name, at any level.
pub(super) fn text_of(text: &str, name: &str) -> Option<String> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    Some(unescaped(rest.split_once(&format!("</{name}>"))?.0))
}

/// One element: its name, its content, and the text after it.
fn element(text: &str, depth: usize) -> Option<(String, Json, &str)> {
    let (tag, mut rest) = text.strip_prefix('<')?.split_once('>')?;
    let name = tag.split([' ', '/', '\n', '\t']).next()?.to_owned();
    if name.is_empty() || depth > DEEPEST {
        return None;
    }
    if tag.ends_with('/') {
        return Some((name, Json::String(String::new()), rest));
    }
    let mut children: Vec<(String, Json)> = vec![];
    loop {
        let (before, _) = rest.split_once('<')?;
        let behind = &rest[before.len()..];
        if let Some(closed) = behind.strip_prefix("</") {
            let (closing, after) = closed.split_once('>')?;
            if closing.trim() != name {
                return None;
            }
            let content =
                if children.is_empty() { Json::String(unescaped(before)) } else { joined(children) };
            return Some((name, content, after));
        }
        let (child, content, after) = element(behind, depth + 1)?;
        children.push((child, content));
        rest = after;
    }
}

/// Children as a list if they have AWS's name for list elements, else as a mapping; several with one name are a list.
fn joined(children: Vec<(String, Json)>) -> Json {
    let is_list = |name: &str| children.iter().all(|(child, _)| child == name);
    if MEMBERS.iter().any(|member| is_list(member)) {
        return children.into_iter().map(|(_, content)| content).collect();
    }
    let mut map: Map<String, Json> = Map::new();
    for (name, content) in &children {
        let count = children.iter().filter(|(other, _)| other == name).count();
        match map.get_mut(name) {
            Some(Json::Array(list)) if count > 1 => list.push(content.clone()),
            _ => {
                let first = if count > 1 { Json::Array(vec![content.clone()]) } else { content.clone() };
                map.insert(name.clone(), first);
            }
        }
    }
    Json::Object(map)
}

fn unescaped(text: &str) -> String {
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#xD;", "\r"),
        ("&#xA;", "\n"),
        ("&#10;", "\n"),
        ("&#34;", "\""),
        ("&#39;", "'"),
    ];
    // The ampersand comes last: its result must not be decoded again.
    named.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign)).replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn elements_of_one_name_are_a_list() {
        let text = "<R><a>1</a><a>2</a><b><item><c/></item></b></R>";
        assert_eq!(read(text), Some(json!({"a": ["1", "2"], "b": [{"c": ""}]})));
        assert_eq!(text_of(text, "a").as_deref(), Some("1"));
        assert_eq!(unescaped("&amp;lt;&quot;"), "&lt;\"");
    }

    #[test]
    fn what_is_no_xml_is_no_answer() {
        for text in ["", "{}", "<a>", "<a><b></a>", "<a", &"<a>".repeat(500)] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
