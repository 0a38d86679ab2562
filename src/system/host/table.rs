//! The lines of a hosts file.

use machine::lines::Lines;

/// A line with an address and its names.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Entry {
    address: String,
    names: Vec<String>,
    comment: Option<String>,
}

/// A line, as text and as its parts. Changed lines are written anew.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Line {
    /// Without its end.
    text: String,
    entry: Option<Entry>,
    end: &'static str,
}

/// A hosts file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Table {
    lines: Vec<Line>,
    /// The end of new lines.
    end: &'static str,
}

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        let (names, comment) = match line.split_once('#') {
            Some((names, comment)) => (names, Some(comment.trim().to_owned()).filter(|it| !it.is_empty())),
            None => (line, None),
        };
        let mut words = names.split_whitespace().map(str::to_owned);
        Some(Self { address: words.next()?, names: words.collect(), comment })
    }

    fn text(&self) -> String {
        let comment = self.comment.as_ref().map(|comment| format!("\t\t# {comment}")).unwrap_or_default();
        format!("{}\t\t{}{comment}", self.address, self.names.join(" "))
    }
}

impl Table {
    pub fn parse(text: &str) -> Self {
        let lines = Lines::of(text);
        let line = |(text, end): (&str, &'static str)| Line {
            text: text.to_owned(),
            entry: Entry::parse(text),
            end,
        };
        Self { lines: lines.iter().zip(lines.ends()).map(line).collect(), end: lines.end() }
    }

    pub fn render(&self) -> String {
        self.lines.iter().map(|line| format!("{}{}", line.text, line.end)).collect()
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| line.entry.as_ref())
    }

    /// The addresses that have a name, in order.
    pub fn addresses_of(&self, name: &str) -> Vec<String> {
        let mut found: Vec<String> = vec![];
        for entry in self.entries().filter(|entry| entry.names.iter().any(|it| it == name)) {
            if !found.contains(&entry.address) {
                found.push(entry.address.clone());
            }
        }
        found
    }

    /// All names of an address, in order.
    pub fn names_of(&self, address: &str) -> Vec<String> {
        self.entries()
            .filter(|entry| entry.address == address)
            .flat_map(|entry| entry.names.clone())
            .collect()
    }

    pub fn has(&self, address: &str, name: &str) -> bool {
        self.names_of(address).iter().any(|it| it == name)
    }

    /// The comment after the names of an address.
    pub fn comment_of(&self, address: &str) -> Option<&str> {
        self.entries().filter(|entry| entry.address == address).find_map(|entry| entry.comment.as_deref())
    }

    /// Changes the first line of an address; adds a new one at the end if there is none.
    fn change(&mut self, address: &str, change: impl FnOnce(&mut Entry)) {
        let is_it = |line: &Line| line.entry.as_ref().is_some_and(|entry| entry.address == address);
        let place = self.lines.iter().position(is_it).unwrap_or_else(|| {
            let entry = Entry { address: address.to_owned(), names: vec![], comment: None };
            if let Some(last) = self.lines.last_mut().filter(|last| last.end.is_empty()) {
                last.end = self.end;
            }
            self.lines.push(Line { text: String::new(), entry: Some(entry), end: self.end });
            self.lines.len() - 1
        });
        if let Some(line) = self.lines.get_mut(place)
            && let Some(entry) = &mut line.entry
        {
            change(entry);
            line.text = entry.text();
        }
    }

    pub fn add(&mut self, address: &str, name: &str) {
        self.change(address, |entry| entry.names.push(name.to_owned()));
    }

    pub fn set_comment(&mut self, address: &str, comment: &str) {
        self.change(address, |entry| entry.comment = Some(comment.to_owned()));
    }

    /// Removes a name from an address; a line without names is removed.
    pub fn remove(&mut self, address: &str, name: &str) {
        for line in &mut self.lines {
            let Some(entry) = line.entry.as_mut().filter(|entry| entry.address == address) else { continue };
            let before = entry.names.len();
            entry.names.retain(|it| it != name);
            if entry.names.len() < before {
                line.text = entry.text();
            }
        }
        self.drop_nameless(address);
    }

    /// Gives an address these names, in its first line; its other lines are removed.
    pub fn set(&mut self, address: &str, names: Vec<String>) {
        let mut is_first = true;
        for line in &mut self.lines {
            if let Some(entry) = line.entry.as_mut().filter(|entry| entry.address == address) {
                entry.names = if is_first { names.clone() } else { vec![] };
                line.text = entry.text();
                is_first = false;
            }
        }
        if is_first {
            self.change(address, |entry| entry.names = names);
        }
        self.drop_nameless(address);
    }

    fn drop_nameless(&mut self, address: &str) {
        let is_nameless = |entry: &Entry| entry.address == address && entry.names.is_empty();
        self.lines.retain(|line| !line.entry.as_ref().is_some_and(is_nameless));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "127.0.0.1\tlocalhost\n\n# ours\n10.0.0.1  one.example.com one # first\n10.0.0.2 two\n10.0.0.2 deux\n";

    fn after(change: impl FnOnce(&mut Table)) -> String {
        let mut table = Table::parse(FILE);
        change(&mut table);
        table.render()
    }

    #[test]
    fn what_is_not_changed_stays_as_it_is() {
        assert_eq!(after(|_| {}), FILE);
        assert_eq!(after(|table| table.add("10.0.0.9", "nine")), format!("{FILE}10.0.0.9\t\tnine\n"));
        let added = after(|table| table.add("10.0.0.1", "uno"));
        assert_eq!(
            added,
            FILE.replace(
                "10.0.0.1  one.example.com one # first",
                "10.0.0.1\t\tone.example.com one uno\t\t# first"
            )
        );
    }

    #[test]
    fn a_line_without_names_goes() {
        assert_eq!(after(|table| table.remove("10.0.0.2", "two")), FILE.replace("10.0.0.2 two\n", ""));
        let kept = after(|table| table.remove("10.0.0.1", "one"));
        assert!(kept.contains("10.0.0.1\t\tone.example.com\t\t# first\n"), "{kept}");
        assert_eq!(after(|table| table.remove("10.0.0.1", "nosuch")), FILE);
    }

    #[test]
    fn an_address_has_the_names_of_all_its_lines() {
        let table = Table::parse(FILE);
        assert_eq!(table.names_of("10.0.0.2"), ["two", "deux"]);
        assert_eq!(table.addresses_of("one"), ["10.0.0.1"]);
        assert_eq!(table.comment_of("10.0.0.1"), Some("first"));
        let set = after(|table| table.set("10.0.0.2", vec!["x".into(), "y".into()]));
        assert_eq!(set, FILE.replace("10.0.0.2 two\n10.0.0.2 deux\n", "10.0.0.2\t\tx y\n"));
        assert_eq!(
            after(|table| table.set("10.0.0.2", vec![])),
            FILE.replace("10.0.0.2 two\n10.0.0.2 deux\n", "")
        );
    }
}
