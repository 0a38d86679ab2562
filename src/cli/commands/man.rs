//! The manual page: the program's options, and every command with its words and options, made from the table.

use std::io::{self, Write};

use clap_mangen::Man;

use super::program::PROGRAM;
use crate::args::whole;

/// The page, for `man`.
pub(super) fn page() -> String {
    // An option that only the long help shows is in the page too.
    let whole = whole().mut_args(|argument| argument.hide_short_help(false));
    let commands = commands(&whole, PROGRAM);
    let man = Man::new(whole);
    let mut text = written(|to| man.render_title(to));
    for section in [
        written(|to| man.render_name_section(to)),
        written(|to| man.render_synopsis_section(to)),
        written(|to| man.render_description_section(to)),
        written(|to| man.render_options_section(to)),
        format!("\n.SH COMMANDS\n{commands}"),
        written(|to| man.render_extra_section(to)),
        written(|to| man.render_version_section(to)),
    ] {
        text.push_str(without_prelude(&section));
    }
    text
}

/// A part for each command below this one.
fn commands(of: &clap::Command, name: &str) -> String {
    let mut text = String::new();
    for command in of.get_subcommands() {
        let name = format!("{name} {}", command.get_name());
        if command.has_subcommands() {
            text.push_str(&commands(command, &name));
            continue;
        }
        let shown = command.clone().bin_name(name.clone()).disable_help_flag(true);
        let man = Man::new(shown);
        text.push_str(&format!(".SS \"{}\"\n", name.replace('-', "\\-")));
        text.push_str(&body(|to| man.render_synopsis_section(to)));
        text.push_str(".PP\n");
        text.push_str(&body(|to| man.render_description_section(to)));
        text.push_str(&body(|to| man.render_options_section(to)));
    }
    text
}

/// Writing to memory does not fail.
fn written(render: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
    let mut page = vec![];
    drop(render(&mut page));
    String::from_utf8_lossy(&page).into_owned()
}

/// Every part begins with lines that only the beginning of the page needs.
fn without_prelude(text: &str) -> &str {
    text.find("\n.SH ").map_or("", |place| &text[place + 1..])
}

/// A section without its heading.
fn body(render: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
    let text = written(render);
    without_prelude(&text).split_once('\n').map_or_else(String::new, |(_, body)| body.to_owned())
}
