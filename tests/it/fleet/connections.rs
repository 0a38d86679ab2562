//! How many connections an agent keeps open.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Fleet, until};

/// The connections of a process to these ports of this machine.
fn connections(process: i64, ports: &BTreeSet<i64>) -> usize {
    let of_process = Path::new("/proc").join(process.to_string());
    let links = std::fs::read_dir(of_process.join("fd")).unwrap();
    let open: BTreeSet<String> = links
        .filter_map(|link| Some(std::fs::read_link(link.ok()?.path()).ok()?.to_string_lossy().into_owned()))
        .collect();
    // Fields: number, local address, remote address, state (01: established); the tenth is the inode.
    let table = std::fs::read_to_string(of_process.join("net/tcp")).unwrap();
    let is_to_them = |line: &&str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let port = fields[2].split_once(':').and_then(|(_, port)| i64::from_str_radix(port, 16).ok());
        fields[3] == "01"
            && port.is_some_and(|port| ports.contains(&port))
            && open.contains(&format!("socket:[{}]", fields[9]))
    };
    table.lines().skip(1).filter(is_to_them).count()
}

#[test]
fn an_agent_that_was_accepted_closes_the_connection_on_which_it_asked() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let servers = fleet.state["servers"].as_array().unwrap();
    let ports = servers.iter().map(|server| server["port"].as_i64().unwrap()).collect();
    for id in ["web-1", "web-2"] {
        let process = fleet.state["agents"][id]["pid"].as_i64().unwrap();
        until(&format!("{id} has one connection"), || connections(process, &ports) == 1);
    }
}
