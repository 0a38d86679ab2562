//! The list of modules that are loaded at each start: one a line, with its parameters.

use machine::lines::Lines;
use machine::modules::name;

fn is_of(line: &str, module: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#') && name(line) == name(module)
}

/// True if a module is loaded at each start.
pub(super) fn has(text: &str, module: &str) -> bool {
    text.lines().any(|line| is_of(line, module))
}

/// The list with a module. A line that is commented out is uncommented.
pub(super) fn with(text: &str, module: &str) -> String {
    if has(text, module) {
        return text.to_owned();
    }
    let is_commented = |line: &str| line.strip_prefix('#').is_some_and(|rest| rest.trim() == module.trim());
    let mut lines = Lines::of(text);
    match lines.position(is_commented) {
        Some(at) => lines.set(at, module.trim()),
        None => lines.push(module.trim()),
    }
    lines.text()
}

/// The list without a module, its line commented out or removed.
pub(super) fn without(text: &str, module: &str, comments: bool) -> String {
    let mut lines = Lines::of(text);
    if comments {
        for at in 0..lines.count() {
            if is_of(lines.get(at), module) {
                lines.set(at, format!("#{}", lines.get(at)));
            }
        }
    } else {
        lines.retain(|_, line| !is_of(line, module));
    }
    lines.text()
}
