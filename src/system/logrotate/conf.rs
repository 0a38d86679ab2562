//! The configuration of `logrotate`: global directives, and blocks for some files.

use machine::lines::Lines;

/// Directives that are followed by a script, up to `endscript`.
const SCRIPTS: &[&str] = &["prerotate", "postrotate", "firstaction", "lastaction", "preremove"];

/// The place of a directive.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Found<'a> {
    line: usize,
    words: &'a str,
}

/// The lines of a block: its heading, and its end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Block {
    head: usize,
    end: usize,
}

/// The value of a directive: nothing if it is missing, empty text if it has no value.
pub(super) fn directive(text: &str, block: Option<&str>, name: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    find(&lines, range(&lines, block)?, name).map(|found| found.words.to_owned())
}

/// True if a file has a block for these logs.
pub(super) fn has_block(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    blocks(&lines).iter().any(|block| heads(&lines, block).any(|head| head == name))
}

/// The directory of further files.
pub(super) fn included(text: &str) -> Option<String> {
    directive(text, None, "include").filter(|words| !words.is_empty())
}

/// The text with this value of a directive: an empty value writes only the directive, none removes it.
pub(super) fn with(text: &str, block: Option<&str>, name: &str, words: Option<&str>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Lines::of(text);
    let line = words.map(|words| format!("{name} {words}").trim_end().to_owned());
    let Some(range) = range(&lines, block) else {
        if let (Some(block), Some(line)) = (block, line) {
            out.push(format!("{block} {{"));
            out.push(format!("    {line}"));
            out.push("}");
        }
        return out.text();
    };
    let indent = if block.is_some() { "    " } else { "" };
    match (find(&lines, range, name), line) {
        (Some(found), Some(line)) => out.set(found.line, format!("{indent}{line}")),
        (Some(found), None) => out.retain(|at, _| at != found.line),
        (None, Some(line)) => out.insert(range.0, format!("{indent}{line}")),
        (None, None) => {}
    }
    out.text()
}

/// The first line inside a block and the line of its end; those of all lines if no block is wanted.
fn range(lines: &[&str], block: Option<&str>) -> Option<(usize, usize, bool)> {
    match block {
        None => Some((0, lines.len(), true)),
        Some(name) => {
            let found =
                blocks(lines).into_iter().find(|block| heads(lines, block).any(|head| head == name))?;
            Some((found.head + 1, found.end, false))
        }
    }
}

fn blocks(lines: &[&str]) -> Vec<Block> {
    let mut found = vec![];
    let mut head = None;
    for (index, line) in lines.iter().enumerate() {
        let line = line.trim();
        if line.starts_with('#') {
            continue;
        }
        if line.ends_with('{') {
            head = Some(index);
        } else if line.starts_with('}')
            && let Some(head) = head.take()
        {
            found.push(Block { head, end: index });
        }
    }
    found
}

/// The logs of a block: words of its heading, and of lines above it that contain only paths.
fn heads<'a>(lines: &'a [&'a str], block: &Block) -> impl Iterator<Item = &'a str> {
    let is_path = |line: &&&str| line.trim().starts_with(['/', '"', '\'', '~']) && !line.contains(['{', '}']);
    let above = lines[..block.head].iter().rev().take_while(is_path);
    let own = lines.get(block.head).into_iter();
    own.chain(above)
        .flat_map(|line| line.split_whitespace())
        .map(|word| word.trim_end_matches('{'))
        .filter(|it| !it.is_empty())
}

fn find<'a>(lines: &[&'a str], (from, to, is_global): (usize, usize, bool), name: &str) -> Option<Found<'a>> {
    let inside = blocks(lines);
    let (mut in_script, mut found) = (false, None);
    for (index, line) in lines.iter().enumerate().take(to).skip(from) {
        let line = line.trim();
        if is_global && inside.iter().any(|block| (block.head..=block.end).contains(&index)) {
            continue;
        }
        if in_script {
            in_script = line != "endscript";
            continue;
        }
        in_script = SCRIPTS.contains(&line);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word == name && found.is_none() {
            found = Some(Found { line: index, words: rest.trim() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONF: &str = "# all\nweekly\nrotate 4\ninclude /etc/logrotate.d\n/var/log/a.log\n/var/log/b.log {\n    rotate 1\n    postrotate\n        rotate 9\n    endscript\n}\n";

    #[test]
    fn directives_are_those_for_all_or_of_a_block() {
        assert_eq!(directive(CONF, None, "rotate").as_deref(), Some("4"));
        assert_eq!(directive(CONF, None, "weekly").as_deref(), Some(""));
        assert_eq!(directive(CONF, Some("/var/log/a.log"), "rotate").as_deref(), Some("1"));
        assert_eq!(directive(CONF, Some("/var/log/b.log"), "weekly"), None);
        assert_eq!(included(CONF).as_deref(), Some("/etc/logrotate.d"));
        assert!(!has_block(CONF, "/var/log/c.log"));
    }

    #[test]
    fn a_directive_is_set_added_or_taken_out() {
        assert_eq!(with(CONF, None, "rotate", Some("5")), CONF.replace("rotate 4", "rotate 5"));
        assert_eq!(with(CONF, None, "compress", Some("")), format!("compress\n{CONF}"));
        assert_eq!(with(CONF, None, "weekly", None), CONF.replace("weekly\n", ""));
        assert_eq!(
            with(CONF, Some("/var/log/b.log"), "rotate", Some("2")),
            CONF.replace("rotate 1", "rotate 2")
        );
        let added = with(CONF, Some("/var/log/b.log"), "daily", Some(""));
        assert_eq!(added, CONF.replace("    rotate 1", "    daily\n    rotate 1"));
        assert_eq!(with("", Some("/x"), "rotate", Some("2")), "/x {\n    rotate 2\n}\n");
    }
}
