//! `file.mknod`: a named pipe; devices are refused.
//!
//! Device nodes belong to the kernel (udev, `systemd-tmpfiles`), and a node that a state makes does not survive the next boot.
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.mknod>.

use std::path::Path;

use super::arguments::{GROUP, MODE, NAME, USER};
use super::managed::Now;
use crate::operation::{Operation, Operations, act, refused, report, with};
use crate::owner::Owner;
use crate::{Call, Intent, LocalState};
use machine::file::{FileKind, Permissions};
use model::{Argument, Function, Map, Outcome, Shape, Value};

const MKNOD: &[Argument] = &[
    NAME,
    Argument::required("ntype", Shape::Text, "p for a named pipe; c and b, devices, are refused"),
    Argument::optional("major", Shape::Integer, "of a device"),
    Argument::optional("minor", Shape::Integer, "of a device"),
    USER,
    GROUP,
    MODE,
];

/// `file.mknod`.
pub struct Node;

impl LocalState for Node {
    type Live = Now;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] =
        &[Function::other("mknod", &["file.mknod"], MKNOD, "Creates a named pipe.")];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Now, Outcome> {
        Now::of(Path::new(call.name)).map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, now: Now) -> Intent<Operations> {
        let name = call.name;
        let kind = call.fields.required_text("ntype");
        match kind.as_str() {
            "p" => {}
            "c" | "b" => {
                return refused(format!(
                    "{name}: devices are not made by states: use udev or systemd-tmpfiles"
                ));
            }
            _ => {
                return refused(format!(
                    "Node type unavailable: '{kind}'. Available node types are character ('c'), block ('b'), and pipe ('p')"
                ));
            }
        }
        let owner = Owner::read(call.fields, &["mode"]);
        match &now.stat {
            None => {
                let foreseen = Outcome::would_change(format!("Fifo pipe {name} is set to be created"));
                let text = format!("Fifo pipe {name} created.");
                let changes: Map = [("new".into(), Value::from(text))].into_iter().collect();
                let foreseen = with(foreseen, changes.clone());
                if let Some(reason) = owner.unknown() {
                    return report(foreseen, Outcome::failed(reason));
                }
                let permissions = Permissions { mode: owner.mode.or(Some(0o600)), ..owner.permissions() };
                let operation = Operation::MakePipe { path: name.into(), permissions };
                act(foreseen, vec![operation], with(Outcome::succeeded(""), changes))
            }
            Some(stat) if stat.kind != FileKind::Pipe => {
                refused(format!("{name} exists and is not a fifo pipe"))
            }
            Some(stat) => {
                let differing = owner.differences(stat, true);
                if differing.is_empty() {
                    let comment = format!("Fifo pipe {name} is in the correct state");
                    return Intent::Settled(Outcome::succeeded(comment));
                }
                let permissions = owner.permissions();
                let operation = Operation::Permit { path: name.into(), permissions, follows: true };
                let foreseen = format!("Fifo pipe {name} is set to be updated");
                let foreseen = with(Outcome::would_change(foreseen), differing.clone());
                act(foreseen, vec![operation], with(Outcome::succeeded(""), differing))
            }
        }
    }
}
