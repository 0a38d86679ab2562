//! The table of file systems, `/etc/fstab`.

use machine::lines::Lines;

/// An entry.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    pub device: String,
    pub point: String,
    pub kind: String,
    pub options: String,
    pub dump: String,
    pub pass: String,
}

/// The result for an entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EntryResult {
    /// It is present.
    Present,
    /// It was added.
    New,
    /// It was changed.
    Changed,
}

/// File systems without a device of their own: their place identifies them.
const BY_PLACE: &[&str] = &[
    "none",
    "tmpfs",
    "sysfs",
    "proc",
    "fusectl",
    "debugfs",
    "securityfs",
    "devtmpfs",
    "cgroup",
    "nfs",
    "nfs4",
    "glusterfs",
    "btrfs",
];

/// The fields that `match_on` may name.
pub(super) const FIELDS: [&str; 6] = ["device", "name", "fstype", "opts", "dump", "pass_num"];

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if line.starts_with('#') || !(4..=6).contains(&words.len()) {
            return None;
        }
        let word = |index: usize| words.get(index).copied().unwrap_or("0").to_owned();
        Some(Self {
            device: word(0),
            point: word(1),
            kind: word(2),
            options: word(3),
            dump: word(4),
            pass: word(5),
        })
    }

    fn line(&self) -> String {
        let Self { device, point, kind, options, dump, pass } = self;
        format!("{device}\t\t{point}\t{kind}\t{options}\t{dump} {pass}")
    }

    fn field(&self, name: &str) -> &str {
        match name {
            "device" => &self.device,
            "name" => &self.point,
            "fstype" => &self.kind,
            "opts" => &self.options,
            "dump" => &self.dump,
            _ => &self.pass,
        }
    }

    /// True if both have the same value of a field; the order of options is ignored.
    fn agrees(&self, other: &Self, field: &str) -> bool {
        let sorted = |text: &str| {
            let mut options: Vec<String> = text.split(',').map(str::to_owned).collect();
            options.sort_unstable();
            options
        };
        let (a, b) = (self.field(field), other.field(field));
        if field == "opts" { sorted(a) == sorted(b) } else { a == b }
    }

    fn is_same(&self, other: &Self) -> bool {
        FIELDS.iter().all(|field| self.agrees(other, field))
    }
}

/// How an entry is found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Means {
    /// All these fields are equal.
    Fields(Vec<String>),
    /// By its place, and else by its device.
    Usual {
        /// The places where something is mounted now. An entry for one of them is not moved to another place.
        mounted: Vec<String>,
    },
}

impl Means {
    /// How `match_on` says it.
    pub(super) fn of(written: Option<Vec<String>>, mounted: &[String]) -> Self {
        let fields = written.filter(|fields| *fields != ["auto"]);
        fields.map_or_else(|| Self::Usual { mounted: mounted.to_vec() }, Self::Fields)
    }

    /// The entries that are meant, by their lines.
    fn places(&self, known: &[Option<Entry>], entry: &Entry) -> Vec<usize> {
        let all = |is_it: &dyn Fn(&Entry) -> bool| -> Vec<usize> {
            let found = known.iter().enumerate();
            found.filter(|(_, known)| known.as_ref().is_some_and(is_it)).map(|(at, _)| at).collect()
        };
        let mounted = match self {
            Self::Fields(fields) => return all(&|it| fields.iter().all(|field| it.agrees(entry, field))),
            Self::Usual { mounted } => mounted,
        };
        let has_place = entry.point.starts_with('/');
        let exact = all(&|it| it.point == entry.point && it.device == entry.device);
        if !exact.is_empty() || !has_place {
            return exact;
        }
        let same_place = all(&|it| it.point == entry.point);
        if !same_place.is_empty() {
            return same_place;
        }
        // A device of the network, or a file system with subvolumes, may be mounted at several places.
        if BY_PLACE.contains(&entry.kind.as_str()) || !is_local(&entry.device) {
            return vec![];
        }
        all(&|it| it.device == entry.device && it.point.starts_with('/') && !mounted.contains(&it.point))
    }
}

/// True for a device of this machine.
fn is_local(device: &str) -> bool {
    let names = ["/dev/", "UUID=", "LABEL=", "PARTUUID=", "PARTLABEL="];
    names.iter().any(|name| device.starts_with(name))
}

/// Sets an entry of a table. The entry that is meant is changed, unless it must stay.
pub(super) fn set(table: &str, entry: &Entry, means: &Means, may_change: bool) -> (String, EntryResult) {
    let mut lines = Lines::of(table);
    let known: Vec<Option<Entry>> = lines.iter().map(Entry::parse).collect();
    let meant = means.places(&known, entry);
    if meant.is_empty() {
        lines.push(entry.line());
        return (lines.text(), EntryResult::New);
    }
    let mut became = EntryResult::Present;
    for at in meant {
        let is_same = known.get(at).and_then(Option::as_ref).is_some_and(|known| known.is_same(entry));
        if !is_same && may_change {
            became = EntryResult::Changed;
            lines.set(at, entry.line());
        }
    }
    (lines.text(), became)
}

/// Removes the entries of a place from a table; if a device is given, only those of the device.
pub(super) fn remove(table: &str, point: &str, device: Option<&str>) -> String {
    let is_it = |line: &&str| {
        Entry::parse(line)
            .is_some_and(|it| it.point == point && device.is_none_or(|device| it.device == device))
    };
    table.split_inclusive('\n').filter(|line| !is_it(line)).collect()
}

/// The entries of a table.
pub(super) fn entries(table: &str) -> impl Iterator<Item = Entry> {
    table.lines().filter_map(Entry::parse)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# static\n/dev/vda1 / ext4 errors=remount-ro 0 1\ntmpfs /m tmpfs nosuid,size=64m";

    fn entry(line: &str) -> Entry {
        Entry::parse(line).expect("an entry")
    }

    #[test]
    fn an_entry_is_added_changed_or_left() {
        for (line, may_change, became, last) in [
            (
                "tmpfs /m tmpfs size=64m,nosuid 0 0",
                true,
                EntryResult::Present,
                "tmpfs /m tmpfs nosuid,size=64m",
            ),
            ("tmpfs /m tmpfs size=32m 0 0", true, EntryResult::Changed, "tmpfs\t\t/m\ttmpfs\tsize=32m\t0 0"),
            ("tmpfs /m tmpfs size=32m 0 0", false, EntryResult::Present, "tmpfs /m tmpfs nosuid,size=64m"),
            (
                "tmpfs /n tmpfs size=32m 0 0",
                true,
                EntryResult::New,
                "size=64m\ntmpfs\t\t/n\ttmpfs\tsize=32m\t0 0\n",
            ),
            ("/dev/vda1 / ext4 errors=remount-ro 0 1", true, EntryResult::Present, "size=64m"),
        ] {
            let entry = entry(line);
            let (after, is) = set(TABLE, &entry, &Means::of(None, &[]), may_change);
            assert_eq!(is, became, "{line}");
            assert!(after.ends_with(last) && after.starts_with("# static\n"), "{after}");
        }
    }

    #[test]
    fn an_entry_is_found_by_its_place_and_else_by_its_device() {
        const DATA: &str = "/dev/sdb1 /data ext4 defaults 0 2\nfs-1:/ /a efs tls 0 0\n";
        let after = |line: &str, mounted: &[&str]| {
            let mounted: Vec<String> = mounted.iter().map(|point| (*point).to_owned()).collect();
            set(DATA, &entry(line), &Means::of(None, &mounted), true)
        };
        let (replaced, became) = after("/dev/nvme1n1 /data ext4 defaults 0 2", &["/data"]);
        assert_eq!(became, EntryResult::Changed, "a device that was replaced leaves one line");
        assert!(replaced.starts_with("/dev/nvme1n1\t\t/data\t") && replaced.lines().count() == 2);
        let (_, became) = after("/dev/sdb1 /srv ext4 defaults 0 2", &[]);
        assert_eq!(became, EntryResult::Changed, "the place of a device has changed");
        let (both, became) = after("/dev/sdb1 /srv ext4 defaults 0 2", &["/data"]);
        assert_eq!((became, both.lines().count()), (EntryResult::New, 3), "it is mounted at both");
        let (both, became) = after("fs-1:/ /b efs tls 0 0", &[]);
        assert_eq!(
            (became, both.lines().count()),
            (EntryResult::New, 3),
            "one device of the network, two places"
        );
    }

    #[test]
    fn an_entry_goes_and_others_stay() {
        assert_eq!(remove(TABLE, "/", None), TABLE.replace("/dev/vda1 / ext4 errors=remount-ro 0 1\n", ""));
        assert_eq!(remove(TABLE, "/", Some("/dev/vdb1")), TABLE);
        assert_eq!(remove(TABLE, "/nosuch", None), TABLE);
    }
}
