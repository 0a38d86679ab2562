//! The settings of a container: their names in an SLS, their places in the API, their notation and their comparison. The
//! arguments of the states, the requests and the comparison follow from this table.
//!
//! Names are those of <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.docker_container.html>, places those of
//! <https://docs.docker.com/reference/api/engine/version/v1.47/#tag/Container/operation/ContainerInspect>.

use super::canon::Extent;
use super::form::Form;
use model::{Argument, Shape};

/// One setting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub argument: Argument,
    /// Its place below a container, such as `HostConfig` and `Memory`.
    pub at: &'static [&'static str],
    pub form: Form,
    pub extent: Extent,
    /// The field of `GET /info` that shows support; an engine without support ignores the setting.
    pub needs: Option<&'static str>,
}

impl Setting {
    const fn new(
        at: &'static [&'static str],
        form: Form,
        name: &'static str,
        aliases: &'static [&'static str],
        doc: &'static str,
    ) -> Self {
        let shape = match form {
            Form::Text | Form::Path | Form::Mode | Form::Hardware => Shape::Text,
            Form::Boolean => Shape::Boolean,
            Form::Integer | Form::Exact | Form::Limit => Shape::Integer,
            _ => Shape::Any,
        };
        let argument = Argument::optional(name, shape, doc).alias(aliases);
        Self { argument, at, form, extent: Extent::Whole, needs: None }
    }

    const fn extent(self, extent: Extent) -> Self {
        Self { extent, ..self }
    }

    const fn needs(self, what: &'static str) -> Self {
        Self { needs: Some(what), ..self }
    }
}

/// A setting below `Config`.
macro_rules! config {
    ($key:literal, $form:expr, $name:literal $(/ $alias:literal)*, $doc:literal) => {
        Setting::new(&["Config", $key], $form, $name, &[$($alias),*], $doc)
    };
}

/// A setting below `HostConfig`.
macro_rules! host {
    ($($key:literal).+, $form:expr, $name:literal $(/ $alias:literal)*, $doc:literal) => {
        Setting::new(&["HostConfig", $($key),+], $form, $name, &[$($alias),*], $doc)
    };
}

const IMAGE: Extent = Extent::BesideImage;

/// All of them.
pub(super) const SETTINGS: &[Setting] = &[
    config!("Cmd", Form::Command, "command" / "cmd", "its command"),
    config!("Entrypoint", Form::Command, "entrypoint", "the program that runs the command"),
    config!("Env", Form::Environment, "environment" / "env", "variables: a mapping, or name=value")
        .extent(IMAGE),
    config!("Labels", Form::Labels, "labels" / "label", "labels: a mapping, name=value, or names alone")
        .extent(IMAGE),
    config!("ExposedPorts", Form::Ports, "ports" / "expose", "ports that it exposes: 80, 53/udp, 8000-8010")
        .extent(IMAGE),
    config!("Volumes", Form::Volumes, "volumes" / "volume", "paths in it that are volumes").extent(IMAGE),
    config!("Hostname", Form::Text, "hostname", "its name for itself"),
    config!("Domainname", Form::Text, "domainname", "its domain name"),
    config!("User", Form::Text, "user", "the user of the command: a name or a number"),
    config!("WorkingDir", Form::Path, "working_dir" / "workdir", "the working directory of the command"),
    config!("Tty", Form::Boolean, "tty", "whether it has a terminal"),
    config!("OpenStdin", Form::Boolean, "stdin_open" / "interactive", "whether its standard input is open"),
    config!("NetworkDisabled", Form::Boolean, "network_disabled", "whether it has no network"),
    config!("MacAddress", Form::Hardware, "mac_address", "its MAC address"),
    config!("StopSignal", Form::Text, "stop_signal", "the signal that stops it"),
    config!("StopTimeout", Form::Exact, "stop_timeout", "seconds to stop before it is killed"),
    config!(
        "Healthcheck",
        Form::Health,
        "healthcheck",
        "its health check: test, interval, timeout, retries, start_period"
    )
    .extent(Extent::Part),
    host!("AutoRemove", Form::Boolean, "auto_remove" / "rm", "whether it is removed when it ends"),
    host!("Binds", Form::Binds, "binds", "bind mounts of the host: source:path:mode"),
    host!("Mounts", Form::Raw, "mounts", "mounts, as the API has them").extent(Extent::Part),
    host!("Tmpfs", Form::Table(':'), "tmpfs", "file systems in memory: a mapping of paths to options"),
    host!("VolumesFrom", Form::Binds, "volumes_from", "containers whose volumes it has"),
    host!("VolumeDriver", Form::Text, "volume_driver", "the driver of its volumes"),
    host!("StorageOpt", Form::Table('='), "storage_opt", "options of its file system"),
    host!("ReadonlyRootfs", Form::Boolean, "read_only", "whether its file system cannot be written"),
    host!("NetworkMode", Form::Mode, "network_mode", "bridge, host, none, container:name, or a network"),
    host!(
        "PortBindings",
        Form::Published,
        "port_bindings" / "publish",
        "its ports on the host: 8080:80, 127.0.0.1:53:53/udp"
    ),
    host!(
        "PublishAllPorts",
        Form::Boolean,
        "publish_all_ports" / "publish_all",
        "whether all its exposed ports are published on the host"
    ),
    host!("Links", Form::Links, "links", "other containers, by a name of their own: container:alias"),
    host!("Dns", Form::Addresses, "dns", "its name servers"),
    host!("DnsOptions", Form::Ordered, "dns_opt" / "dns_option", "options of its resolver"),
    host!("DnsSearch", Form::Ordered, "dns_search", "domains that its resolver searches"),
    host!("ExtraHosts", Form::Hosts, "extra_hosts", "further names of hosts: host:address"),
    host!(
        "RestartPolicy",
        Form::Restart,
        "restart_policy" / "restart",
        "when it is started again: always, unless-stopped, on-failure:5"
    ),
    host!("LogConfig"."Type", Form::Text, "log_driver", "the driver of its log: json-file, journald …"),
    host!("LogConfig"."Config", Form::Table('='), "log_opt", "options of the log driver")
        .extent(Extent::Part),
    host!("Privileged", Form::Boolean, "privileged", "whether it has all rights on the host"),
    host!("CapAdd", Form::Capabilities, "cap_add", "capabilities that are added"),
    host!("CapDrop", Form::Capabilities, "cap_drop", "capabilities that are removed"),
    host!(
        "SecurityOpt",
        Form::Security,
        "security_opt" / "security_opts",
        "options of the kernel's security modules"
    ),
    host!("GroupAdd", Form::Words, "group_add", "groups of its user"),
    host!("UsernsMode", Form::Text, "userns_mode" / "user_ns_mode", "host, for the users of the host"),
    host!("IpcMode", Form::Mode, "ipc_mode" / "ipc", "private, shareable, host, container:name"),
    host!("PidMode", Form::Mode, "pid_mode" / "pid", "host, container:name"),
    host!("UTSMode", Form::Text, "uts_mode" / "uts", "host, for the name of the host"),
    host!("CgroupnsMode", Form::Text, "cgroupns", "private or host"),
    host!("CgroupParent", Form::Text, "cgroup_parent", "its parent control group"),
    host!("Devices", Form::Devices, "devices", "devices of the host: /dev/a:/dev/b:rwm"),
    host!("DeviceCgroupRules", Form::Words, "device_cgroup_rules", "rules for devices: c 13:* rmw"),
    host!("DeviceRequests", Form::Raw, "device_requests", "devices of drivers, in the form of the API")
        .extent(Extent::Part),
    host!("Sysctls", Form::Table('='), "sysctls" / "sysctl", "settings of its kernel: name=value"),
    host!("Ulimits", Form::Ulimits, "ulimits" / "ulimit", "limits of its processes: nofile=1024:2048")
        .extent(Extent::Part),
    host!("Init", Form::Boolean, "init", "whether a small init is its first process"),
    host!("Runtime", Form::Text, "runtime", "its runtime: runc …"),
    host!("Isolation", Form::Text, "isolation", "how it is isolated"),
    host!("Memory", Form::Bytes, "mem_limit" / "memory", "its memory: 512m").needs("MemoryLimit"),
    host!("MemorySwap", Form::Bytes, "memswap_limit" / "memory_swap", "its memory and swap; -1 for no limit")
        .needs("SwapLimit"),
    host!("MemoryReservation", Form::Bytes, "mem_reservation" / "memory_reservation", "its reserved memory")
        .needs("MemoryLimit"),
    host!("MemorySwappiness", Form::Exact, "mem_swappiness", "its swappiness, 0 to 100")
        .needs("CgroupVersion 1"),
    host!("KernelMemory", Form::Bytes, "kernel_memory", "its memory in the kernel").needs("KernelMemory"),
    host!("ShmSize", Form::Bytes, "shm_size", "the size of /dev/shm: 64m"),
    host!("OomKillDisable", Form::Boolean, "oom_kill_disable", "whether it is not killed if memory runs out")
        .needs("OomKillDisable"),
    host!(
        "OomScoreAdj",
        Form::Integer,
        "oom_score_adj",
        "how soon it is killed if memory runs out, -1000 to 1000"
    ),
    host!("PidsLimit", Form::Limit, "pids_limit", "how many processes it may have; -1 for no limit")
        .needs("PidsLimit"),
    host!("CpuShares", Form::Integer, "cpu_shares", "its share of the processors").needs("CPUShares"),
    host!("CpuPeriod", Form::Integer, "cpu_period", "the period of the scheduler in microseconds")
        .needs("CpuCfsPeriod"),
    host!(
        "CpuQuota",
        Form::Integer,
        "cpu_quota" / "cpu_group",
        "microseconds of each period that it may run"
    )
    .needs("CpuCfsQuota"),
    host!("CpuRealtimePeriod", Form::Integer, "cpu_rt_period", "the same for processes of real time")
        .needs("CgroupVersion 1"),
    host!("CpuRealtimeRuntime", Form::Integer, "cpu_rt_runtime", "real-time microseconds of each period")
        .needs("CgroupVersion 1"),
    host!("NanoCpus", Form::Integer, "nano_cpus", "processors in units of a billionth"),
    host!("CpusetCpus", Form::Text, "cpuset_cpus" / "cpuset", "the processors that it may use: 0-2,4")
        .needs("CPUSet"),
    host!("CpusetMems", Form::Text, "cpuset_mems", "the memory nodes that it may use").needs("CPUSet"),
    host!("BlkioWeight", Form::Integer, "blkio_weight", "its share of block devices, 10 to 1000"),
    host!("BlkioWeightDevice", Form::Weights, "blkio_weight_device", "the same for devices: /dev/sda:100"),
    host!(
        "BlkioDeviceReadBps",
        Form::Speeds,
        "device_read_bps",
        "bytes a second that it may read: /dev/sda:1m"
    ),
    host!(
        "BlkioDeviceWriteBps",
        Form::Speeds,
        "device_write_bps",
        "bytes a second that it may write: /dev/sda:1m"
    ),
    host!(
        "BlkioDeviceReadIOps",
        Form::Rates,
        "device_read_iops",
        "times a second that it may read: /dev/sda:1000"
    ),
    host!(
        "BlkioDeviceWriteIOps",
        Form::Rates,
        "device_write_iops",
        "times a second that it may write: /dev/sda:1000"
    ),
];
