//! `host.present`, `host.absent`, `host.only`: names of addresses in the hosts file.
//!
//! ```yaml
//! db.example.com:
//!   host.present:
//!     - ip: 10.0.0.5
//!     - clean: True
//! ```
//!
//! Only the lines of the given addresses change; all others stay as they are, empty lines and comments too. The file is
//! `/etc/hosts`, or `hosts.file` of the configuration.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.host.html>.

mod diff;
mod table;

use std::path::PathBuf;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
use machine::file;
use model::{Argument, Function, Outcome, Shape, Value, chain};
use table::Table;

const NAME: Argument = Argument::optional("name", Shape::Text, "the name; the ID if left out");
const IP: Argument = Argument::required("ip", Shape::Texts, "its address, or several");

const PRESENT: &[Argument] = &[
    NAME,
    IP,
    Argument::optional("comment", Shape::Text, "a comment after the names of the address"),
    Argument::optional(
        "clean",
        Shape::Boolean,
        "whether no other address may have the name; false if left out",
    ),
];

const ONLY: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the address; the ID if left out"),
    Argument::required("hostnames", Shape::Texts, "all its names, in order"),
];

/// The state module `host`.
pub struct Host;

/// The hosts file.
#[derive(Clone, Debug)]
pub struct Live {
    path: PathBuf,
    table: Table,
}

impl LocalState for Host {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["host.present"], PRESENT, "Gives addresses a name in the hosts file."),
        Function::absent(&["host.absent"], &[NAME, IP], "Removes a name from addresses in the hosts file."),
        Function::other("only", &["host.only"], ONLY, "Gives an address these names and no others."),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let path = call.minion.option("hosts.file").and_then(Value::as_str).unwrap_or("/etc/hosts");
        let path = PathBuf::from(path);
        let text = file::text_if_there(&path).map_err(|error| Outcome::failed(chain(&error)))?;
        Ok(Live { path, table: Table::parse(&text.unwrap_or_default()) })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "absent" => diff::absent(&call, live),
            "only" => diff::only(&call, live),
            _ => diff::present(&call, live),
        }
    }
}
