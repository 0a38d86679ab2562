//! `virtual` and `virtual_subtype`: on what the machine runs, as far as files tell.

use std::path::Path;

use super::{put, read};
use crate::Grains;

/// Words of the firmware, and what Salt calls the hypervisor and its kind.
const FIRMWARE: &[(&str, &str, Option<&str>)] = &[
    ("amazon ec2", "Nitro", Some("Amazon EC2")),
    ("google", "gce", None),
    ("virtualbox", "VirtualBox", None),
    ("vmware", "VMware", None),
    ("microsoft", "VirtualPC", None),
    ("parallels", "Parallels", None),
    ("openstack", "kvm", None),
    ("qemu", "kvm", None),
    ("kvm", "kvm", None),
    ("bochs", "kvm", None),
    ("ovirt", "kvm", Some("ovirt")),
    ("rhev", "kvm", Some("rhev")),
    ("xen", "xen", None),
];

/// Words of the first process's control group, and what Salt calls the container.
const CONTAINERS: &[(&str, &str)] = &[
    ("docker", "Docker"),
    ("kubepods", "Docker"),
    ("containerd", "Docker"),
    ("podman", "Podman"),
    ("lxc", "LXC"),
];

/// Adds what kind of machine it is.
pub fn add(root: &Path, grains: &mut Grains) {
    if let Some(kind) = container(root) {
        put(grains, "virtual", "container");
        put(grains, "virtual_subtype", kind);
        return;
    }
    let words = ["sys_vendor", "product_name", "bios_vendor"]
        .map(|name| read(root, &format!("sys/class/dmi/id/{name}")));
    let words = words.into_iter().flatten().collect::<Vec<_>>().join(" ").to_lowercase();
    let known = FIRMWARE.iter().find(|(word, _, _)| words.contains(word));
    let xen = read(root, "sys/hypervisor/type").is_some_and(|kind| kind == "xen");
    let guest = read(root, "proc/cpuinfo").is_some_and(|text| text.contains(" hypervisor"));
    match known {
        _ if xen => {
            put(grains, "virtual", "xen");
            put(grains, "virtual_subtype", "Xen HVM DomU");
        }
        Some((_, name, subtype)) => {
            put(grains, "virtual", *name);
            if let Some(subtype) = subtype {
                put(grains, "virtual_subtype", *subtype);
            }
        }
        None => put(grains, "virtual", if guest { "kvm" } else { "physical" }),
    }
}

fn container(root: &Path) -> Option<&'static str> {
    if root.join(".dockerenv").exists() {
        return Some("Docker");
    }
    match read(root, "run/systemd/container").as_deref() {
        Some("docker") => return Some("Docker"),
        Some("podman") => return Some("Podman"),
        Some("systemd-nspawn") => return Some("systemd-nspawn"),
        Some("lxc" | "lxc-libvirt") => return Some("LXC"),
        _ => {}
    }
    let groups = read(root, "proc/1/cgroup").unwrap_or_default();
    CONTAINERS.iter().find(|(word, _)| groups.contains(word)).map(|(_, name)| *name)
}
