//! From events to a tree: aliases share the node of their anchor, and nothing is interpreted yet.

use std::collections::HashMap;
use std::rc::Rc;

use libyaml_safer::{Error, Event, EventData, Mark, Parser, ScalarStyle};

use super::guard::Guarded;
use super::{Source, Spot, fault};
use model::{Problem, Problems};

/// The maximum nesting of lists and mappings. Python's limit is similar.
const MAX_DEPTH: usize = 200;

/// A node as written. Aliases share the node of their anchor.
#[derive(Clone)]
pub struct Raw {
    pub spot: Spot,
    /// The full tag, if one is written.
    pub tag: Option<String>,
    pub kind: RawKind,
}

/// The content of a node as written.
#[derive(Clone)]
pub enum RawKind {
    /// Text; `plain` when it is neither quoted nor a block nor tagged.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Rc<Raw>>),
    Map(Vec<(Rc<Raw>, Rc<Raw>)>),
}

/// Reads the only document of a text; `None` if there is none.
pub fn compose(source: &Source<'_>) -> Result<Option<Rc<Raw>>, Problems> {
    fault::check_characters(source)?;
    let guarded = Guarded::new(source.text.strip_prefix('\u{feff}').unwrap_or(source.text));
    let mut bytes = guarded.text.as_bytes();
    let mut parser = Parser::new();
    parser.set_encoding(libyaml_safer::Encoding::Utf8);
    parser.set_input_string(&mut bytes);
    let composer = Composer { source, guarded: &guarded, parser, anchors: HashMap::new(), depth: 0 };
    composer.document().map_err(Problems::from)
}

struct Composer<'s, 'g, 'p> {
    source: &'s Source<'s>,
    guarded: &'g Guarded<'g>,
    parser: Parser<&'p mut &'g [u8]>,
    /// `None` while the anchored node itself is being read.
    anchors: HashMap<String, Option<Rc<Raw>>>,
    depth: usize,
}

impl Composer<'_, '_, '_> {
    fn document(mut self) -> Result<Option<Rc<Raw>>, Problem> {
        self.next()?;
        let start = self.next()?;
        if matches!(start.data, EventData::StreamEnd) {
            return Ok(None);
        }
        let first = self.next()?;
        let root = self.node(first)?;
        self.next()?;
        let after = self.next()?;
        if matches!(after.data, EventData::StreamEnd) {
            return Ok(Some(root));
        }
        let problem = "a second document starts here, and only one is read";
        Err(self.problem(after.start_mark, problem).hint("remove the '---' line or split the file"))
    }

    fn next(&mut self) -> Result<Event, Problem> {
        self.parser.parse().map_err(|error: Error| fault::scanner(self.source, &error))
    }

    fn problem(&self, mark: Mark, message: impl Into<String>) -> Problem {
        fault::at(self.source, spot(mark), message)
    }

    fn node(&mut self, event: Event) -> Result<Rc<Raw>, Problem> {
        let mark = event.start_mark;
        let (anchor, tag, kind) = match event.data {
            EventData::Alias { anchor } => return self.alias(mark, &anchor),
            EventData::Scalar { anchor, tag, value, plain_implicit, style, .. } => {
                let plain = plain_implicit && style == ScalarStyle::Plain;
                if style == ScalarStyle::Plain && self.guarded.is_tag(&value) {
                    return Err(self
                        .problem(mark, "a tag is directly before a comma")
                        .hint("put a space between"));
                }
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let text = self.guarded.restore(value, is_block.then_some(event.end_mark.index));
                (anchor, tag, StartKind::Scalar(RawKind::Scalar { text, plain }))
            }
            EventData::SequenceStart { anchor, tag, .. } => (anchor, tag, StartKind::List),
            EventData::MappingStart { anchor, tag, .. } => (anchor, tag, StartKind::Map),
            _ => return Err(self.problem(mark, "a value was expected here")),
        };
        if let Some(anchor) = &anchor
            && self.anchors.insert(anchor.clone(), None).is_some()
        {
            return Err(self.problem(mark, format!("the anchor '&{anchor}' is defined twice")));
        }
        let kind = self.inside(mark, kind)?;
        // `!` alone means that the text is not interpreted, which the `plain` flag says already.
        let node = Rc::new(Raw { spot: spot(mark), tag: tag.filter(|tag| tag != "!"), kind });
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Some(Rc::clone(&node)));
        }
        Ok(node)
    }

    fn alias(&self, mark: Mark, anchor: &str) -> Result<Rc<Raw>, Problem> {
        match self.anchors.get(anchor) {
            Some(Some(node)) => Ok(Rc::clone(node)),
            Some(None) => Err(self.problem(mark, format!("'*{anchor}' is inside of its own anchor"))),
            None => Err(self
                .problem(mark, format!("there is no anchor '&{anchor}' before '*{anchor}'"))
                .hint("quote the text if it is not an alias: a leading '*' makes one")),
        }
    }

    fn inside(&mut self, mark: Mark, kind: StartKind) -> Result<RawKind, Problem> {
        if let StartKind::Scalar(scalar) = kind {
            return Ok(scalar);
        }
        if self.depth == MAX_DEPTH {
            return Err(self.problem(mark, format!("nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let mut flat = Vec::new();
        loop {
            let event = self.next()?;
            if matches!(event.data, EventData::SequenceEnd | EventData::MappingEnd) {
                break;
            }
            flat.push(self.node(event)?);
        }
        self.depth -= 1;
        if matches!(kind, StartKind::List) {
            return Ok(RawKind::List(flat));
        }
        let mut pairs = Vec::with_capacity(flat.len() / 2);
        let mut flat = flat.into_iter();
        while let (Some(key), Some(value)) = (flat.next(), flat.next()) {
            pairs.push((key, value));
        }
        Ok(RawKind::Map(pairs))
    }
}

/// The node that starts with an event.
enum StartKind {
    Scalar(RawKind),
    List,
    Map,
}

/// The scanner counts from 0.
pub fn spot(mark: Mark) -> Spot {
    let from_one = |number: u64| u32::try_from(number.saturating_add(1)).unwrap_or(u32::MAX);
    (from_one(mark.line), from_one(mark.column))
}
