//! The table of file systems, `/etc/fstab`.

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

/// The fields that identify an entry if `match_on` is `auto`.
pub(super) fn usual_fields(kind: &str) -> Vec<String> {
    vec![if BY_PLACE.contains(&kind) { "name" } else { "device" }.to_owned()]
}

/// Sets an entry of a table. An entry with these fields is changed, unless it must stay.
pub(super) fn set(table: &str, entry: &Entry, fields: &[String], may_change: bool) -> (String, EntryResult) {
    let mut became = EntryResult::New;
    let mut lines: Vec<String> = vec![];
    for line in table.lines() {
        let known = Entry::parse(line).filter(|known| fields.iter().all(|field| known.agrees(entry, field)));
        match known {
            Some(known) if known.is_same(entry) || !may_change => {
                became = if became == EntryResult::New { EntryResult::Present } else { became };
                lines.push(line.to_owned());
            }
            Some(_) => {
                became = EntryResult::Changed;
                lines.push(entry.line());
            }
            None => lines.push(line.to_owned()),
        }
    }
    if became == EntryResult::Present {
        return (table.to_owned(), became);
    }
    if became == EntryResult::New {
        lines.push(entry.line());
    }
    (lines.iter().map(|line| format!("{line}\n")).collect(), became)
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
            (
                "tmpfs /m tmpfs size=32m 0 0",
                true,
                EntryResult::Changed,
                "tmpfs\t\t/m\ttmpfs\tsize=32m\t0 0\n",
            ),
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
            let (after, is) = set(TABLE, &entry, &usual_fields(&entry.kind), may_change);
            assert_eq!(is, became, "{line}");
            assert!(after.ends_with(last) && after.starts_with("# static\n"), "{after}");
        }
    }

    #[test]
    fn an_entry_goes_and_others_stay() {
        assert_eq!(remove(TABLE, "/", None), TABLE.replace("/dev/vda1 / ext4 errors=remount-ro 0 1\n", ""));
        assert_eq!(remove(TABLE, "/", Some("/dev/vdb1")), TABLE);
        assert_eq!(remove(TABLE, "/nosuch", None), TABLE);
    }
}
