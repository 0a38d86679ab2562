//! The manual of all states: one page for each state module.

use std::collections::BTreeMap;

use super::{escaped, line};
use model::{Argument, Function, Shape, effect};
use system::{self, AnyLocal};

/// Arguments below this depth are left to the text of the argument that holds them.
const DEPTH: usize = 3;

/// The sections of each state module, by the module's canonical name: `boto_sqs`.
pub(in crate::commands) fn pages() -> BTreeMap<&'static str, String> {
    let mut pages: BTreeMap<&str, String> = BTreeMap::new();
    let machine = system::kinds().flat_map(AnyLocal::functions);
    for function in kinds::state_functions().chain(machine) {
        pages.entry(function.module()).or_default().push_str(&section(function));
    }
    pages
}

fn section(function: &Function) -> String {
    let mut text = format!("\n## {}\n\n{}\n", function.name(), escaped(function.doc.trim_end()));
    if let [_, others @ ..] = function.names
        && !others.is_empty()
    {
        text.push_str(&format!("\nAlso written `{}`.\n", others.join("`, `")));
    }
    if !function.arguments.is_empty() {
        text.push('\n');
    }
    function.arguments.iter().for_each(|argument| write(argument, 0, &mut text));
    if function.open {
        text.push_str("\nIt takes all other arguments too, and ignores them.\n");
    }
    if let Some(does) = function.does {
        text.push_str(&format!("\n*Does*: {}.\n", effect::sentence(does)));
    }
    text
}

/// An argument, and what its mappings may hold.
fn write(argument: &Argument, depth: usize, text: &mut String) {
    text.push_str(&"  ".repeat(depth));
    text.push_str(&line(argument));
    if depth + 1 < DEPTH {
        keys(&argument.shape).iter().for_each(|key| write(key, depth + 1, text));
    }
}

/// The keys of the mapping, or of the mappings in the list, that an argument holds.
fn keys(shape: &Shape) -> &'static [Argument] {
    match shape {
        Shape::Record(keys) | Shape::Records(keys) | Shape::Merged(keys) => keys,
        Shape::List(element) | Shape::Table(element) => keys(element),
        Shape::Either(shapes) => shapes.iter().map(keys).find(|keys| !keys.is_empty()).unwrap_or_default(),
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTS: &[Argument] = &[Argument::required("from_port", Shape::Integer, "the *first* one")];
    const ARGUMENTS: &[Argument] = &[
        Argument::required("name", Shape::Text, "its name"),
        Argument::optional("rules", Shape::Records(PORTS), "what may come in").alias(&["Rules"]),
    ];

    #[test]
    fn a_section_names_every_spelling_and_the_keys_of_mappings() {
        let function = Function::present(&["boto_x.present", "boto3_x.present"], ARGUMENTS, "Makes an x_y.");
        assert_eq!(
            section(&function),
            "\n## boto_x.present\n\nMakes an x\\_y.\n\nAlso written `boto3_x.present`.\n\n\
             - `name` (text, required): its name\n\
             - `rules` (a list of mappings, also `Rules`): what may come in\n  \
             - `from_port` (an integer, required): the \\*first\\* one\n"
        );
    }

    #[test]
    fn each_function_is_on_the_page_of_its_module() {
        let pages = pages();
        assert!(pages["file"].contains("\n## file.managed\n") && !pages["file"].contains("## cron."));
    }
}
