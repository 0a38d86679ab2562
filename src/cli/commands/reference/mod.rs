//! The reference that is made of the program's own tables: `docs/functions.md`, and the pages of `docs/states/`.

mod states;

use std::collections::BTreeMap;

use super::table::{self, Callable};
use model::{Argument, Literal, effect, python};

pub(super) use states::pages as state_pages;

const HEAD: &str = r"# Functions and commands

Templates call functions as `salt['pillar.get']('app:port')`. The command line calls them as `orchestrate pillar.get app:port`.
Arguments and answers are Salt's. `orchestrate sys.doc NAME` shows one of these sections, `orchestrate sys.argspec NAME` the
arguments alone. This page is made of the table that the program runs by: `orchestrate reference` prints it.
States are in [States, module by module](states/index.md).

## What calls do

Each section says what a call does to the world. The program decides by that.

- `lint` makes only calls that look at this machine. It makes no call that changes something, runs programs, or asks AWS or
  another host.
- Where nothing may be changed, templates cannot call what changes the machine or AWS: in a test run, in `state.show_*`, and in
  every command that changes nothing itself, such as `pillar.items`. The error names the function. A tree that needs
  Salt's behaviour gets it by `--allow-acting-templates`, or by `allow_acting_templates: True` in the configuration.
- What runs programs is called in test runs too, as in Salt: **a `cmd.run` in a template runs with `test=True` as well**. Put
  commands that change something into `cmd.run` *states*.
- What needs the pillar fails while the pillar does not compile. Everything else is answered.

A command in a template is given to a shell only with `python_shell=True` or as `cmd.shell`. A command on the command line
always is.

Functions of AWS services also take `region`, `key`, `keyid` and `profile`, as states do; the sections leave these out. A run
reads nothing twice: functions and states share what was read. If a resource does not exist, the answer is Salt's (`None`,
`False`, `{}` …). A failed read is an error. In a test run `module.run` names the call that it would make. `return_objs: True` answers
mappings, whose keys are the attributes of boto 2's objects: `{{ instance.private_ip_address }}` works as before. Functions that answer
nothing but such objects (`get_all_elbs` …) are errors here, which say what to call instead.
";

/// The page of all functions and commands.
pub(super) fn page() -> String {
    let mut modules: BTreeMap<&str, Vec<Callable>> = BTreeMap::new();
    let mut own: Vec<Callable> = vec![];
    for callable in table::functions() {
        match callable.name.split_once('.') {
            Some((module, _)) => modules.entry(module).or_default().push(callable),
            None => own.push(callable),
        }
    }
    let mut page = HEAD.to_owned();
    for (module, mut functions) in modules {
        functions.sort_by_key(|callable| callable.name);
        page.push_str(&format!("\n## {module}\n"));
        functions.iter().for_each(|callable| page.push_str(&section(callable)));
    }
    page.push_str("\n## Commands\n");
    own.sort_by_key(|callable| callable.name);
    own.iter().for_each(|callable| page.push_str(&section(callable)));
    page
}

fn section(callable: &Callable) -> String {
    let is_aws = callable.name.starts_with("boto");
    let shown = |argument: &&Argument| !(is_aws && kind::CONNECTION.contains(&argument.name));
    let mut text = format!("\n### {}\n\n{}\n", callable.name, escaped(callable.doc.trim_end()));
    let arguments: Vec<&Argument> = callable.arguments.iter().filter(shown).collect();
    if !arguments.is_empty() || callable.rest.is_some() {
        text.push('\n');
    }
    arguments.iter().for_each(|argument| text.push_str(&line(argument)));
    if let Some((name, doc)) = callable.rest {
        text.push_str(&format!("- `{name}` …: {}\n", escaped(doc)));
    }
    let (gives, does) = (escaped(callable.returns), effect::sentence(&callable.does));
    text.push_str(&format!("\nGives {gives}. *Does*: {does}.\n"));
    text
}

fn line(argument: &Argument) -> String {
    let need = match argument.default {
        _ if argument.required => ", required".to_owned(),
        Literal::Null => String::new(),
        default => format!(", default `{}`", python::repr(&default.value())),
    };
    let also = match argument.aliases {
        [] => String::new(),
        aliases => format!(", also `{}`", aliases.join("`, `")),
    };
    let shape = argument.shape.expectation();
    format!("- `{}` ({shape}{need}{also}): {}\n", argument.name, escaped(argument.doc))
}

/// Characters that Markdown would interpret.
fn escaped(text: &str) -> String {
    text.replace('<', "\\<").replace('*', "\\*").replace('_', "\\_")
}
