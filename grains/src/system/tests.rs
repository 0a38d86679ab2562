use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::*;

/// `os-release`, and os, family, full name, codename, release, its numbers and finger as Salt 3007 tells them.
const RELEASES: &[(&str, &str)] = &[
    (
        "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nVERSION=\"12 (bookworm)\"\nVERSION_CODENAME=bookworm\nID=debian\n",
        r#"["Debian", "Debian", "Debian GNU/Linux", "bookworm", "12", [12], "Debian-12"]"#,
    ),
    (
        "NAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nVERSION_CODENAME=noble\nID=ubuntu\nID_LIKE=debian\n",
        r#"["Ubuntu", "Debian", "Ubuntu", "noble", "24.04", [24, 4], "Ubuntu-24.04"]"#,
    ),
    (
        "NAME=\"Amazon Linux\"\nVERSION=\"2023\"\nID=\"amzn\"\nVERSION_ID=\"2023\"\nPRETTY_NAME=\"Amazon Linux 2023.5\"\n",
        r#"["Amazon", "RedHat", "Amazon Linux", "Amazon Linux 2023.5", "2023", [2023], "Amazon Linux-2023"]"#,
    ),
    (
        "NAME=\"Rocky Linux\"\nVERSION=\"9.4 (Blue Onyx)\"\nID=\"rocky\"\nVERSION_ID=\"9.4\"\n",
        r#"["Rocky", "RedHat", "Rocky Linux", "Blue Onyx", "9.4", [9, 4], "Rocky Linux-9"]"#,
    ),
    (
        "NAME=\"Red Hat Enterprise Linux\"\nVERSION=\"9.4 (Plow)\"\nID=\"rhel\"\nVERSION_ID=\"9.4\"\n",
        r#"["RedHat", "RedHat", "Red Hat Enterprise Linux", "Plow", "9.4", [9, 4], "Red Hat Enterprise Linux-9"]"#,
    ),
    (
        "NAME=\"CentOS Stream\"\nVERSION=\"9\"\nID=\"centos\"\nVERSION_ID=\"9\"\nPRETTY_NAME=\"CentOS Stream 9\"\n",
        r#"["CentOS Stream", "RedHat", "CentOS Stream", "CentOS Stream 9", "9", [9], "CentOS Stream-9"]"#,
    ),
    (
        "NAME=\"Fedora Linux\"\nVERSION=\"40 (Cloud Edition)\"\nID=fedora\nVERSION_ID=40\nVERSION_CODENAME=\"\"\n",
        r#"["Fedora", "RedHat", "Fedora Linux", "", "40", [40], "Fedora Linux-40"]"#,
    ),
    (
        "NAME=\"Alpine Linux\"\nID=alpine\nVERSION_ID=3.20.1\nPRETTY_NAME=\"Alpine Linux v3.20\"\n",
        r#"["Alpine", "Alpine", "Alpine Linux", "Alpine Linux v3.20", "3.20.1", [3, 20, 1], "Alpine Linux-3"]"#,
    ),
    (
        "NAME=\"openSUSE Leap\"\nVERSION=\"15.6\"\nID=\"opensuse-leap\"\nVERSION_ID=\"15.6\"\nPRETTY_NAME=\"openSUSE Leap 15.6\"\n",
        r#"["SUSE", "Suse", "Leap", "openSUSE Leap 15.6", "15.6", [15, 6], "Leap-15"]"#,
    ),
];

fn machine(files: &[(&str, &str)]) -> TempDir {
    let root = TempDir::new().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

fn fact(files: &[(&str, &str)], name: &str) -> Value {
    facts(machine(files).path(), None).get(name).cloned().unwrap_or(Value::Null)
}

#[test]
fn distributions_are_named_as_salt_names_them() {
    for (release, expected) in RELEASES {
        let root = machine(&[("etc/os-release", release)]);
        let grains = facts(root.path(), None);
        let names =
            ["os", "os_family", "osfullname", "oscodename", "osrelease", "osrelease_info", "osfinger"];
        let found: Vec<_> = names.iter().map(|name| grains[*name].clone()).collect();
        assert_eq!(Value::from(found), serde_json::from_str::<Value>(expected).unwrap());
    }
}

#[test]
fn packages_of_debian_have_their_own_word_for_the_machine() {
    let kernel = ("proc/sys/kernel/arch", "aarch64\n");
    assert_eq!(fact(&[("etc/os-release", RELEASES[0].0), kernel], "osarch"), json!("arm64"));
    assert_eq!(fact(&[("etc/os-release", RELEASES[2].0), kernel], "osarch"), json!("aarch64"));
    assert_eq!(fact(&[kernel], "cpuarch"), json!("aarch64"));
    let debian = [("etc/os-release", RELEASES[0].0)];
    for (machine_name, osarch) in [
        ("ppc64le", "ppc64el"),
        ("armv7l", "armhf"),
        ("i686", "i386"),
        ("riscv64", "riscv64"),
        ("s390x", "s390x"),
    ] {
        let grains = facts(machine(&debian).path(), Some(machine_name));
        assert_eq!((&grains["cpuarch"], &grains["osarch"]), (&json!(machine_name), &json!(osarch)));
    }
    assert_eq!(fact(&debian, "osarch"), Value::Null, "nothing is guessed");
    assert_eq!(facts(machine(&[kernel]).path(), Some("other"))["cpuarch"], json!("aarch64"));
    assert!(super::machine().is_some_and(|name| !name.is_empty()));
}

/// As Salt 3007 reads these files.
#[test]
fn processors_of_all_kinds_are_read() {
    for (text, expected) in [
        (
            "processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd\nCPU part\t: 0xd40\n\nprocessor\t: 1\nFeatures\t: fp asimd\n",
            json!([2, "Unknown", ["fp", "asimd"]]),
        ),
        (
            "Processor\t: ARMv6-compatible processor rev 7 (v6l)\nFeatures\t: swp half\nHardware\t: BCM2708\n",
            json!([1, "ARMv6", ["swp", "half"]]),
        ),
        (
            "processor\t: 0\ncpu\t\t: POWER9 (architected), altivec supported\nclock\t\t: 2750.000000MHz\n",
            json!([1, "POWER9 (architected), altivec supported", []]),
        ),
        (
            "vendor_id       : IBM/S390\n# processors    : 2\nbogomips per cpu: 21881.00\nfeatures\t: esan3 zarch\nprocessor 0: version = FF\n",
            json!([2, "IBM/S390", []]),
        ),
        ("processor\t: 0\nhart\t\t: 1\nisa\t\t: rv64imafdc\n", json!([1, "Unknown", []])),
    ] {
        let grains = facts(machine(&[("proc/cpuinfo", text)]).path(), None);
        let found = json!([grains["num_cpus"], grains["cpu_model"], grains["cpu_flags"]]);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn processors_are_counted_and_memory_is_in_mebibytes() {
    let cpu = "processor\t: 0\nmodel name\t: Some CPU\nflags\t\t: fpu sse2\n\nprocessor\t: 1\nmodel name\t: Some CPU\nflags\t\t: fpu sse2\n";
    let files = [
        ("proc/cpuinfo", cpu),
        ("proc/meminfo", "MemTotal:       24684092 kB\nSwapTotal:             0 kB\n"),
    ];
    assert_eq!(fact(&files, "num_cpus"), json!(2));
    assert_eq!(fact(&files, "cpu_model"), json!("Some CPU"));
    assert_eq!(fact(&files, "cpu_flags"), json!(["fpu", "sse2"]));
    assert_eq!(fact(&files, "mem_total"), json!(24105));
    assert_eq!(fact(&files, "swap_total"), json!(0));
}

#[test]
fn the_hosts_file_knows_the_domain_of_a_short_name() {
    let files = [
        ("proc/sys/kernel/hostname", "web1\n"),
        ("etc/hosts", "127.0.0.1 localhost\n127.0.1.1 web1.example.com web1 # own\n"),
    ];
    assert_eq!(fact(&files, "fqdn"), json!("web1.example.com"));
    assert_eq!(fact(&files, "host"), json!("web1"));
    assert_eq!(fact(&files, "domain"), json!("example.com"));
    assert_eq!(fact(&files, "localhost"), json!("web1"));
}

#[test]
fn a_host_name_with_its_domain_needs_no_hosts_file() {
    let files = [("proc/sys/kernel/hostname", "web1.example.com\n")];
    assert_eq!((fact(&files, "host"), fact(&files, "fqdn")), (json!("web1"), json!("web1.example.com")));
    assert_eq!(fact(&[("etc/hostname", "web2\n")], "fqdn"), json!("web2"));
}

#[test]
fn addresses_come_from_the_routing_tables() {
    let table = "Main:\n  |-- 192.0.2.10\n     /32 host LOCAL\n  |-- 192.0.2.255\n     /32 link BROADCAST\n  |-- 127.0.0.1\n     /32 host LOCAL\n\
                 Local:\n  |-- 192.0.2.10\n     /32 host LOCAL\n";
    assert_eq!(fact(&[("proc/net/fib_trie", table)], "ipv4"), json!(["127.0.0.1", "192.0.2.10"]));
    let table = "fe8000000000000000fc00fffe000001 04 40 20 80     eth0\n00000000000000000000000000000001 01 80 10 80       lo\n";
    assert_eq!(fact(&[("proc/net/if_inet6", table)], "ipv6"), json!(["::1", "fe80::fc:ff:fe00:1"]));
}

#[test]
fn a_machine_without_files_has_few_facts_and_no_fault() {
    let mut names: Vec<_> = facts(machine(&[]).path(), None).keys().cloned().collect();
    names.sort();
    assert_eq!(
        names,
        ["disks", "efi", "efi-secure-boot", "init", "ip4_gw", "ip6_gw", "ip_gw", "ssds", "virtual"]
    );
}

#[test]
fn name_servers_and_gateways_are_read_from_their_tables() {
    let resolv = "# comment\nnameserver 192.0.2.53\nnameserver fe80::1%eth0\nsearch example.com example.net\noptions ndots:2 rotate\n";
    assert_eq!(
        fact(&[("etc/resolv.conf", resolv)], "dns"),
        json!({"nameservers": ["192.0.2.53", "fe80::1%eth0"], "ip4_nameservers": ["192.0.2.53"],
               "ip6_nameservers": ["fe80::1%eth0"], "sortlist": [], "domain": "",
               "search": ["example.com", "example.net"], "options": ["ndots:2", "rotate"]})
    );
    let route = "Iface\tDestination\tGateway\neth0\t000200C0\t00000000\neth0\t00000000\t010200C0\t0003\n";
    let route6 = "00000000000000000000000000000000 00 00000000000000000000000000000000 00 fd000000000000000000000000000001 0\n";
    let files = [("proc/net/route", route), ("proc/net/ipv6_route", route6)];
    assert_eq!((fact(&files, "ip4_gw"), fact(&files, "ip6_gw")), (json!("192.0.2.1"), json!("fd00::1")));
    assert_eq!((fact(&[], "ip4_gw"), fact(&[], "ip_gw")), (json!(false), json!(false)));
}

#[test]
fn the_init_system_and_the_kernels_parameters_are_known() {
    assert_eq!(fact(&[("run/systemd/system/x", "")], "init"), json!("systemd"));
    assert_eq!(fact(&[("proc/1/comm", "init\n")], "init"), json!("sysvinit"));
    assert_eq!(fact(&[("proc/1/comm", "tini\n")], "init"), json!("unknown"));
    assert_eq!(
        fact(&[("proc/cmdline", "quiet root=/dev/vda\n")], "kernelparams"),
        json!([["quiet", null], ["root", "/dev/vda"]])
    );
}

#[test]
fn what_the_machine_runs_on_is_told_by_firmware_and_control_group() {
    let dmi = |vendor: &'static str| [("sys/class/dmi/id/sys_vendor", vendor)];
    assert_eq!(fact(&dmi("Amazon EC2\n"), "virtual"), json!("Nitro"));
    assert_eq!(fact(&dmi("Amazon EC2\n"), "virtual_subtype"), json!("Amazon EC2"));
    assert_eq!(fact(&dmi("QEMU"), "virtual"), json!("kvm"));
    assert_eq!(fact(&dmi("Dell Inc."), "virtual"), json!("physical"));
    assert_eq!(fact(&[("proc/1/cgroup", "0::/docker/1234\n")], "virtual_subtype"), json!("Docker"));
    assert_eq!(fact(&[(".dockerenv", "")], "virtual"), json!("container"));
}

#[test]
fn disks_and_firmware_have_salts_names() {
    let files = [
        ("sys/block/vda/queue/rotational", "1\n"),
        ("sys/block/nvme0n1/queue/rotational", "0\n"),
        ("sys/block/loop0/queue/rotational", "0\n"),
        ("sys/class/dmi/id/product_uuid", "EC2ABCDE-0000\n"),
        ("sys/class/dmi/id/product_name", "t3.micro\n"),
    ];
    assert_eq!((fact(&files, "disks"), fact(&files, "ssds")), (json!(["vda"]), json!(["nvme0n1"])));
    assert_eq!(
        (fact(&files, "uuid"), fact(&files, "productname")),
        (json!("ec2abcde-0000"), json!("t3.micro"))
    );
}

#[test]
fn interfaces_and_the_process_are_told_by_who_asks() {
    let root = machine(&[
        ("etc/passwd", "root:x:0:0::/root:/bin/sh\nweb:x:33:33::/:/bin/sh\n"),
        ("etc/group", "www:x:33:\n"),
    ]);
    let loopback = Interface {
        name: "lo".into(),
        ipv4: vec![[127, 0, 0, 1].into()],
        ipv6: vec![1.into()],
        hardware: None,
    };
    let ethernet =
        Interface { name: "eth0".into(), hardware: Some("02:00:00:00:00:01".into()), ..Interface::default() };
    let sources = crate::Sources {
        root: root.path().to_owned(),
        environment: [
            ("PATH".to_owned(), "/bin:/usr/bin".to_owned()),
            ("LANG".to_owned(), "de_DE.UTF-8".to_owned()),
        ]
        .into(),
        interfaces: vec![loopback, ethernet],
        process: Some(Process { pid: 7, uid: 33, gid: 33, directory: "/srv".to_owned() }),
        ..crate::Sources::default()
    };
    let grains = crate::collect(&sources);
    let found = [
        "ip_interfaces",
        "ip4_interfaces",
        "hwaddr_interfaces",
        "username",
        "groupname",
        "systempath",
        "shell",
        "locale_info",
    ];
    assert_eq!(
        found.map(|name| grains[name].clone()),
        [
            json!({"lo": ["127.0.0.1", "::1"], "eth0": []}),
            json!({"lo": ["127.0.0.1"], "eth0": []}),
            json!({"eth0": "02:00:00:00:00:01"}),
            json!("web"),
            json!("www"),
            json!(["/bin", "/usr/bin"]),
            json!("/bin/sh"),
            json!({"defaultlanguage": "de_DE", "defaultencoding": "UTF-8", "detectedencoding": "utf-8"}),
        ]
    );
}

/// As recorded from Salt 3007.15 for this ID.
#[test]
fn the_salt_whose_language_this_is_and_the_number_of_an_id_are_told() {
    let sources = crate::Sources {
        root: machine(&[]).path().to_owned(),
        id: Some("web1.example.com".to_owned()),
        ..crate::Sources::default()
    };
    let grains = crate::collect(&sources);
    assert_eq!(grains["server_id"], json!(1_935_464_723));
    assert_eq!(grains["saltversioninfo"][0], json!(3007));
    assert!(grains["saltversion"].as_str().is_some_and(|version| version.starts_with("3007.")));
    let config = [("saltversion".to_owned(), json!("3006.9"))].into_iter().collect();
    assert_eq!(crate::collect(&crate::Sources { config, ..sources })["saltversion"], json!("3006.9"));
}

#[test]
fn how_the_machine_was_started_and_its_time_zone_are_read_from_files() {
    let files = [
        ("usr/bin/systemctl", ""),
        ("usr/bin/localectl", ""),
        ("usr/lib/x86_64-linux-gnu/systemd/libsystemd-shared-252.so", ""),
    ];
    assert_eq!(fact(&files, "systemd"), json!({"version": "252", "features": ""}));
    let files = [files[0], files[1], ("usr/lib/riscv64-linux-gnu/systemd/libsystemd-shared-257.so", "")];
    assert_eq!(fact(&files, "systemd"), json!({"version": "257", "features": ""}));
    let firmware = [("sys/firmware/efi/efivars/SecureBoot-8be4", "\u{6}\0\0\0\u{1}")];
    assert_eq!((fact(&firmware, "efi"), fact(&firmware, "efi-secure-boot")), (json!(true), json!(true)));
    for (rule, expected) in [
        ("TZif2\n\nUTC0\n", Some("UTC")),
        ("\nCET-1CEST,M3.5.0,M10.5.0/3\n", None),
        ("\n<+03>-3\n", Some("+03")),
    ] {
        let root = machine(&[("etc/localtime", rule)]);
        assert_eq!(boot::time_zone(root.path()).as_deref(), expected, "{rule:?}");
    }
}

/// What `lspci -vmm` says of such devices, and Salt 3007 makes of it.
#[test]
fn graphics_adapters_are_named_as_salt_names_them() {
    let table = "# comment\n1002  Advanced Micro Devices, Inc. [AMD/ATI]\n\t744c  Navi 31 [Radeon RX 7900 XT]\n\t\t1002 0e3b  Other\n\
                 1013  Cirrus Logic\n\t00b8  GD 5446\n10de  NVIDIA Corporation\n# more\n\t1eb8  TU104GL [Tesla T4]\n\
                 1d0f  Amazon.com, Inc.\n\tec20  Elastic Network Adapter (ENA)\n";
    let devices = [
        ("0000:00:01.0", "0x060000", "0x8086", "0x1237"),
        ("0000:00:02.0", "0x030000", "0x1d0f", "0x1111"),
        ("0000:00:03.0", "0x030200", "0x10de", "0x1eb8"),
        ("0000:00:04.0", "0x030000", "0x1013", "0x00b8"),
        ("0000:00:05.0", "0x038000", "0x1002", "0x744c"),
        ("0000:00:06.0", "0x120000", "0xabcd", "0x0001"),
        ("0000:00:07.0", "0x020000", "0x1d0f", "0xec20"),
    ];
    let mut files = vec![("usr/share/misc/pci.ids".to_owned(), table)];
    for (place, class, vendor, device) in devices {
        for (name, text) in [("class", class), ("vendor", vendor), ("device", device)] {
            files.push((format!("sys/bus/pci/devices/{place}/{name}"), text));
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let root = machine(&files);
    let grains = |looks_for_gpus| {
        let sources =
            crate::Sources { root: root.path().to_owned(), looks_for_gpus, ..crate::Sources::default() };
        let grains = crate::collect(&sources);
        (grains["num_gpus"].clone(), grains["gpus"].clone())
    };
    let found = json!([
        {"vendor": "unknown", "model": "Device 1111"},
        {"vendor": "nvidia", "model": "TU104GL [Tesla T4]"},
        {"vendor": "unknown", "model": "GD 5446"},
        {"vendor": "amd", "model": "Navi 31 [Radeon RX 7900 XT]"},
        {"vendor": "unknown", "model": "Device 0001"},
    ]);
    assert_eq!(grains(true), (json!(5), found));
    assert_eq!(grains(false), (json!(0), json!([])));
    std::fs::remove_file(root.path().join("usr/share/misc/pci.ids")).unwrap();
    assert_eq!(grains(true), (json!(0), json!([])), "Salt without lspci");
}
