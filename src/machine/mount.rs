//! Mounted file systems, swap, and the commands that change both.

use std::path::{Path, PathBuf};

use super::process::{Command, RunError};
use super::text;

/// A mounted file system, as `/proc/self/mountinfo` lists it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mounted {
    /// Its mount point.
    pub point: PathBuf,
    /// The directory of the file system that is visible there: `/`, or another one for a bind mount.
    pub root: PathBuf,
    /// The device.
    pub device: String,
    /// The type.
    pub kind: String,
    /// The options of the mount.
    pub options: Vec<String>,
    /// The options of the file system.
    pub shared_options: Vec<String>,
}

/// A swap area.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Swap {
    /// The device or file.
    pub device: String,
    /// `partition` or `file`.
    pub kind: String,
    /// Its size in KiB.
    pub size: String,
    /// The used part in KiB.
    pub used: String,
    /// Its priority; a higher one is used first.
    pub priority: String,
}

/// All mounted file systems. Of several at one place, it lists the last, which is the visible one.
///
/// # Errors
///
/// `/proc` cannot be read.
pub fn list() -> std::io::Result<Vec<Mounted>> {
    let text = text::from_bytes(&std::fs::read("/proc/self/mountinfo")?);
    let mut all: Vec<Mounted> = vec![];
    for mounted in text.lines().filter_map(parse) {
        all.retain(|earlier| earlier.point != mounted.point);
        all.push(mounted);
    }
    Ok(all)
}

/// All swap areas.
///
/// # Errors
///
/// `/proc` cannot be read.
pub fn swaps() -> std::io::Result<Vec<Swap>> {
    let text = text::from_bytes(&std::fs::read("/proc/swaps")?);
    Ok(text.lines().skip(1).filter_map(parse_swap).collect())
}

fn parse(line: &str) -> Option<Mounted> {
    let words: Vec<&str> = line.split(' ').collect();
    let end = words.iter().position(|word| *word == "-")?;
    let options = |text: &str| text.split(',').map(str::to_owned).collect();
    Some(Mounted {
        root: text::to_path(&unescaped(words.get(3)?)),
        point: text::to_path(&unescaped(words.get(4)?)),
        options: options(words.get(5)?),
        kind: (*words.get(end + 1)?).to_owned(),
        device: unescaped(words.get(end + 2)?),
        shared_options: options(words.get(end + 3)?),
    })
}

fn parse_swap(line: &str) -> Option<Swap> {
    let mut words = line.split_whitespace();
    Some(Swap {
        device: unescaped(words.next()?),
        kind: words.next()?.to_owned(),
        size: words.next()?.to_owned(),
        used: words.next()?.to_owned(),
        priority: words.next()?.to_owned(),
    })
}

/// The kernel and `fstab` write white space, backslashes and similar characters as octal numbers: `\040`. See getmntent(3).
pub fn unescaped(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut bytes = text::to_bytes(parts.next().unwrap_or_default());
    for part in parts {
        let code = part.get(..3).filter(|digits| digits.bytes().all(|digit| (b'0'..=b'7').contains(&digit)));
        let code = code.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        bytes.push(code.unwrap_or(b'\\'));
        let rest = if code.is_some() { part.get(3..).unwrap_or_default() } else { part };
        bytes.extend(text::to_bytes(rest));
    }
    text::from_bytes(&bytes)
}

/// The path that `UUID=…`, `LABEL=…` and the like mean, with links followed; also of a path itself; else the text.
pub fn resolved(device: &str) -> String {
    let kinds = [
        ("UUID=", "by-uuid"),
        ("LABEL=", "by-label"),
        ("PARTUUID=", "by-partuuid"),
        ("PARTLABEL=", "by-partlabel"),
    ];
    let named = kinds.iter().find_map(|(prefix, directory)| {
        let value = device.strip_prefix(prefix)?.trim_matches('"');
        Some(Path::new("/dev/disk").join(directory).join(value))
    });
    let path = named.unwrap_or_else(|| PathBuf::from(device));
    if !path.is_absolute() {
        return device.to_owned();
    }
    path.canonicalize().map_or_else(|_| device.to_owned(), |path| path.display().to_string())
}

/// The facts of `blkid` about a device, or about the device that has a token such as `LABEL=data`: its path under `DEVNAME`, then
/// `UUID`, `LABEL` and so on. Nothing if it does not know the device.
///
/// # Errors
///
/// The program cannot be run.
pub async fn identities(device: &str) -> Result<Option<Vec<(String, String)>>, RunError> {
    let token = if device.starts_with('/') { vec![device] } else { vec!["-t", device] };
    let words = [vec!["blkid", "-o", "export"], token].concat();
    let finished = Command::argv(words).run().await?;
    if !finished.is_success() {
        return Ok(None);
    }
    let text = finished.stdout_text();
    let pairs = text.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_once('='));
    Ok(Some(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()))
}

/// The command that mounts a device.
pub fn mount(point: &Path, device: &str, kind: &str, options: &[String]) -> Command {
    let point = point.display().to_string();
    let mut words = vec!["mount".to_owned()];
    if !options.is_empty() {
        words.extend(["-o".to_owned(), options.join(",")]);
    }
    if !kind.is_empty() {
        words.extend(["-t".to_owned(), kind.to_owned()]);
    }
    words.extend([device.to_owned(), point]);
    Command::argv(words)
}

/// The command that mounts a place by its entry in the table of file systems.
pub fn mount_as_kept(point: &Path) -> Command {
    Command::argv(["mount".to_owned(), point.display().to_string()])
}

/// The command that unmounts a place or a device.
pub fn unmount(what: &str) -> Command {
    Command::argv(["umount", what])
}

/// The command that swaps to a device.
pub fn swap_on(device: &str) -> Command {
    Command::argv(["swapon", device])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_mountinfo_is_read() {
        let line = "36 35 98:0 /mnt1 /mnt\\0402 rw,noatime master:1 - ext3 /dev/root rw,errors=continue";
        let mounted = parse(line).expect("a mount");
        assert_eq!(
            (mounted.point.as_path(), mounted.root.as_path()),
            (Path::new("/mnt 2"), Path::new("/mnt1"))
        );
        assert_eq!((mounted.kind.as_str(), mounted.device.as_str()), ("ext3", "/dev/root"));
        assert_eq!(
            (mounted.options, mounted.shared_options),
            (
                vec!["rw".to_owned(), "noatime".to_owned()],
                vec!["rw".to_owned(), "errors=continue".to_owned()]
            )
        );
        assert_eq!(parse("nonsense"), None);
    }

    #[test]
    fn octal_numbers_are_letters() {
        for (written, meant) in [
            ("/a\\040b\\011c\\012", "/a b\tc\n"),
            ("\\043\\134040", "#\\040"),
            ("\\303\\244", "\u{e4}"),
            ("a\\b\\", "a\\b\\"),
            ("\\400\\04", "\\400\\04"),
            ("\\377", "\u{10FFFF}"),
        ] {
            assert_eq!(unescaped(written), meant);
        }
    }

    #[test]
    fn the_root_is_mounted() {
        assert!(list().expect("mounts").iter().any(|mounted| mounted.point == Path::new("/")));
    }

    #[test]
    fn a_line_of_swaps_is_read() {
        let swap = parse_swap("/dev/dm-1                               partition\t1003516\t0\t\t-2")
            .expect("a swap");
        assert_eq!(
            (swap.device.as_str(), swap.kind.as_str(), swap.priority.as_str()),
            ("/dev/dm-1", "partition", "-2")
        );
    }

    #[test]
    fn what_is_no_path_is_itself() {
        assert_eq!(resolved("tmpfs"), "tmpfs");
        assert_eq!(resolved("10.0.0.1:/export"), "10.0.0.1:/export");
        assert_eq!(resolved("UUID=nosuch"), "UUID=nosuch");
        assert_eq!(resolved("/dev/../dev/null"), "/dev/null");
    }
}
