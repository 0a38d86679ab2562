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

/// What became of an entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Became {
    /// It is there.
    Present,
    /// It was added.
    New,
    /// It was changed.
    Changed,
}

/// File systems that have no device of their own: these are known by their place.
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

    /// True when a field of both says the same; options in any order.
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

/// The fields by which an entry is known, where `match_on` says `auto`.
pub(super) fn usual_fields(kind: &str) -> Vec<String> {
    vec![if BY_PLACE.contains(&kind) { "name" } else { "device" }.to_owned()]
}

/// Puts an entry into a table; one that is known by these fields is changed, unless it may not be.
pub(super) fn set(table: &str, entry: &Entry, fields: &[String], may_change: bool) -> (String, Became) {
    let mut became = Became::New;
    let mut lines: Vec<String> = vec![];
    for line in table.lines() {
        let known = Entry::parse(line).filter(|known| fields.iter().all(|field| known.agrees(entry, field)));
        match known {
            Some(known) if known.is_same(entry) || !may_change => {
                became = if became == Became::New { Became::Present } else { became };
                lines.push(line.to_owned());
            }
            Some(_) => {
                became = Became::Changed;
                lines.push(entry.line());
            }
            None => lines.push(line.to_owned()),
        }
    }
    if became == Became::Present {
        return (table.to_owned(), became);
    }
    if became == Became::New {
        lines.push(entry.line());
    }
    (lines.iter().map(|line| format!("{line}\n")).collect(), became)
}

/// Takes the entries of a place, of this device where one is given, out of a table.
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
            ("tmpfs /m tmpfs size=64m,nosuid 0 0", true, Became::Present, "tmpfs /m tmpfs nosuid,size=64m"),
            ("tmpfs /m tmpfs size=32m 0 0", true, Became::Changed, "tmpfs\t\t/m\ttmpfs\tsize=32m\t0 0\n"),
            ("tmpfs /m tmpfs size=32m 0 0", false, Became::Present, "tmpfs /m tmpfs nosuid,size=64m"),
            (
                "tmpfs /n tmpfs size=32m 0 0",
                true,
                Became::New,
                "size=64m\ntmpfs\t\t/n\ttmpfs\tsize=32m\t0 0\n",
            ),
            ("/dev/vda1 / ext4 errors=remount-ro 0 1", true, Became::Present, "size=64m"),
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
